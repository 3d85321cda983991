"""Growth sheets in words: what the ability of a node is, as the rulings of the run have it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sim.game import GameData
from sim.games.konoten import codes
from sim.games.konoten.tables_checks import read_node
from sim.games.konoten.tables_schema import Node
from sim.games.konoten.tables_words import Condition, Effect, Op
from sim.games.konoten.view_names import amount, amounts, listed, plain

_WHENS = {
    "passive": "",
    "once": "when grown",
    "on_grow": "growing another node",
    "on_worker_gained": "gaining a worker",
    "on_worker_returned": "for each worker that goes to the stock",
    "on_lens_made": "making a lens",
    "on_activate": "running {lens}",
    "on_lens_used": "when another seat runs an own lens",
    "on_persuade": "persuading",
    "on_persuaded": "when persuaded",
    "round_end": "at the end of a round",
    "final_run": "at the end of the game",
    "final_add": "at the end of the game",
    "final_mul": "at the end of the game",
}
_REACHES = {"activator": "", "activator_or_owner": ", also as its owner", "anyone": ", whoever runs it"}


def _condition(row: Condition) -> str:
    """A condition as words behind `running a lens`, or behind the moment."""
    held = [(n, kind) for n, kind in zip(row.items, codes.MATERIALS, strict=True) if n >= 0]
    texts = {
        "owner_self": " of its own",
        "owner_other": " of another seat",
        "base_min": f" of base {row.n} or more",
        "cards_min": f" of {row.n} cards or more",
        "pays": f" that pays {codes.KINDS[row.n]}",
        "yields": f" that yields {codes.KINDS[row.n]}",
        "kinds_disjoint": " with no kind on both sides",
        "kinds_differ": " with different kinds left and right",
        "hold_none": ", holding no " + " and no ".join(kind for _, kind in held),
        "hold_min": ", holding " + listed([f"{n} {kind} or more" for n, kind in held]),
        "hold_exactly": ", holding exactly " + listed([f"{n} {kind}" for n, kind in held]),
    }
    return texts[row.kind]


def _pairs(op: Op) -> str:
    return " or ".join(f"one {source} into {target}" for source, target in op.options)


def _gifts(op: Op) -> str:
    values = {"light": op.light, "rainbow": op.rainbow, "stagnation": op.stagnation}
    what = "one of each kind" if op.gifts == "one_per_kind" else "one"
    paid = ", ".join(f"{kind} {n} VP" for kind, n in values.items())
    return f"may give {what} to a seat that holds fewer of it ({paid})"


def _items(op: Op) -> str:
    return listed(amounts(op.items.model_dump())) if op.items else ""


_OPS: Mapping[str, Callable[[Op], str]] = {
    "vp": lambda op: amount(op.n or 0, "vp"),
    "gain": _items,
    "ap": lambda op: amount(op.n or 0, "ap"),
    "grow": lambda op: f"grow {amount(op.n or 0, 'node').rstrip('s')}",
    "worker_unacted": lambda op: f"{op.n} un-acted worker",
    "worker_acted": lambda op: f"{op.n} acted worker",
    "collect": lambda op: f"collect {op.n} card without AP",
    "take": lambda op: (
        f"persuade or restart on another's lens {'without' if op.surcharge == 'free' else 'with'} the AP on top"
    ),
    "pick": lambda op: f"{op.low} to {op.high} {op.kind} and {op.vp_each} VP for each",
    "choose": lambda op: " or ".join(_op(Op.model_validate(option)) for option in op.options),
    "convert": lambda op: f"may turn {_pairs(op)}",
    "give": _gifts,
    "steal": lambda op: f"every other seat hands over {_items(op)}",
    "others_return_worker": lambda op: f"every other seat sends {amount(op.n or 0, 'lobby')} to its stock",
    "vp_per": lambda op: f"{op.n} VP for each {op.kind} held",
    "vp_per_worker": lambda op: f"{op.n} VP for each worker" + " in the lobby" * (op.where == "lobby"),
    "vp_per_moved": lambda op: f"{op.n} VP for each {op.kind} paid or gained",
    "yield_bonus": lambda op: f"{op.n} {op.kind} more",
    "ap_less": lambda op: f"persuading costs {op.n} AP less",
    "take_free": lambda op: "no AP on top for occupied lenses of its own",
    "ban": lambda op: "may not run lenses of others",
    "no_grid_limit": lambda op: "any number of materials may be held",
    "lock": lambda op: "no more growth",
    "mul_activation": lambda op: f"VP {'of a lens' if op.scope == 'lens_activation' else 'gained'} x {_factor(op)}",
    "set_final_vp": lambda op: f"node {node_number(op.node or 0)} counts {op.n} VP instead",
    "run_own_lenses": lambda op: "each own lens may be run once more without AP and worker",
    "flip_losses": lambda op: "losses" + " of nodes" * (op.scope == "nodes") + " become gains",
    "mul_total": lambda op: f"all VP x {_factor(op)}",
}


def _factor(op: Op) -> str:
    return "/".join(str(n) for n in op.by or ())


def _op(op: Op) -> str:
    return _OPS[op.op](op)


def node_number(node: int) -> str:
    """Nodes by number; the start node is S."""
    return str(node) if node else "S"


def effect_text(effect: Effect) -> str:
    """One ability: when it acts, on what condition, what it does."""
    done = listed([_op(op) for op in effect.do])
    if effect.when == "will":
        return f"will for {effect.cost} creativity: {done}"
    conditions = "".join(_condition(row) for row in effect.conditions)
    moment = _WHENS[effect.when]
    moment = moment.format(lens=f"a lens{conditions}") if "{lens}" in moment else moment + conditions
    moment += _REACHES[effect.who]
    return f"{moment}: {done}" if moment else done


class Sheets:
    """Names and abilities of nodes, by character and number."""

    def __init__(self, data: GameData) -> None:
        rulings = data.document["rulings"]
        self._names: dict[tuple[str, int], str] = {}
        self._effects: dict[tuple[str, int], list[Effect]] = {}
        for entry in data.document["cards"]["node"]:
            node = Node.model_validate(entry)
            self._names[node.character, node.number] = plain(node.name)
            self._effects[node.character, node.number] = list(read_node(node, rulings)[1])

    def name(self, character: str, node: int) -> str:
        """Name of a node."""
        return self._names.get((character, node), f"node {node_number(node)}")

    def text(self, character: str, node: int) -> str:
        """Its abilities."""
        effects = self._effects.get((character, node), [])
        return "; ".join(effect_text(effect) for effect in effects) or "no ability"

    def ops(self, character: str, node: int, when: str = "") -> list[Op]:
        """What its abilities do; those of one moment if `when` is given."""
        effects = self._effects.get((character, node), [])
        return [op for effect in effects if when in ("", effect.when) for op in effect.do]

    def will_cost(self, character: str, node: int) -> int:
        """Creativity that the will of a node costs."""
        return next((e.cost or 0 for e in self._effects.get((character, node), []) if e.when == "will"), 0)

    def full(self, character: str, node: int) -> str:
        """Name, number and abilities: `Well Paid Retreat (node 3; when persuaded: 2 VP and 1 stagnation)`."""
        return f"{self.name(character, node)} (node {node_number(node)}; {self.text(character, node)})"

    def factor(self, seat: Mapping[str, Any]) -> tuple[int, int, str, int]:
        """Factor on VP of lenses that a seat's nodes give (numerator, denominator), its scope and node; 0 = none."""
        for node in seat["nodes"]:
            for op in self.ops(seat["character"], node, "passive"):
                if op.op == "mul_activation" and op.by:
                    return op.by[0], op.by[1], str(op.scope), node
        return 0, 1, "", 0
