"""Will abilities: which are legal, and what they do (N-A2 to N-A4)."""

from __future__ import annotations

from typing import Any

from . import activation, effects, gains
from .choices import Steps, ask
from .data import MATERIALS, Entry, Node
from .state import Lens, Seat, State

#: Options of N-D15 that give no material.
_WORDS = {"worker_acted": "worker", "worker_unacted": "fresh_worker", "vp": "vp", "ap": "ap"}


def legal_wills(g: State, p: Seat) -> list[int]:
    """Nodes whose will can be used now, rising."""
    return [node.number for node, effect in p.effects("will") if _is_legal(g, p, node, effect)]


def _is_legal(g: State, p: Seat, node: Node, effect: Entry) -> bool:
    if p.wills_used[node.number] >= g.rules["wills_per_ability_per_round"]:
        g.fire("N-A3")
        return False
    if p.creativity < effect["cost"]:
        return False
    if not all(_has_outcome(g, p, op, effect["cost"]) for op in effect["do"]):
        g.fire("N-A4")
        return False
    return True


def _has_outcome(g: State, p: Seat, op: Entry, cost: int) -> bool:
    """N-A4, looked at as if the creativity was paid."""
    name = op["op"]
    if name == "grow":
        return p.stock > 0 and bool(gains.growable(g, p))
    if name in ("worker_unacted", "worker_acted"):
        return p.stock > 0
    if name == "collect":
        return any(g.display)
    if name == "pick":
        return _most(g, p, op) >= int(op["from"])
    if name == "take":
        return bool(_takes(g, p, cost))
    if name == "choose":
        return any(_has_outcome(g, p, choice, cost) for choice in op["options"])
    return True


def use_will(g: State, p: Seat, number: int) -> Steps[None]:
    """Pay the creativity and do the will of a node."""
    node = p.sheet[number]
    (effect,) = [effect for effect in node.effects if effect["when"] == "will"]
    p.creativity -= effect["cost"]
    p.wills_used[number] += 1
    p.counts["wills"] += 1
    g.fire("N-A2", node.clause, f"{node.clause} will")
    for op in effect["do"]:
        yield from _do(g, p, op)


def _do(g: State, p: Seat, op: Entry) -> Steps[None]:
    name = op["op"]
    if name == "collect":
        options = _collects(g)
        if options:
            place: int = yield from ask(p, "N-D12", options)
            g.fire("N-D12")
            collect(g, p, place)
    elif name == "pick":
        yield from _pick(g, p, op)
    elif name == "take":
        takes = _takes(g, p, 0)
        if takes:
            lens, source = yield from ask(p, "N-D14", takes)
            g.fire("N-D14")
            yield from activation.run(g, p, lens, "free_take", source)
    elif name == "choose":
        yield from _choose(g, p, op)
    else:
        yield from effects.do_op(g, p, op, "will")


def _collects(g: State) -> dict[str, int]:
    return {f"will collect card={card}": place for place, card in enumerate(g.display) if card}


def collect(g: State, p: Seat, place: int) -> None:
    """A display card into the hand; its place is refilled (N-S11)."""
    sort = "normal" if place < g.rules["display_normal"] else "vp"
    p.hand.append(g.display[place])
    p.counts[f"collects_{sort}"] += 1
    g.display[place] = g.draw(sort)
    g.fire("N-S11" if g.display[place] else "N-S11 empty deck")


def _most(g: State, p: Seat, op: Entry) -> int:
    return min(int(op["to"]), g.free_spaces(p), g.supply[op["kind"]])


def _pick(g: State, p: Seat, op: Entry) -> Steps[None]:
    """N-D13: an amount of one material, VP for each."""
    amounts = range(op["from"], _most(g, p, op) + 1)
    if not amounts:
        return  # an op before it in the list took the room
    n: int = yield from ask(p, "N-D13", {f"will {op['kind']}={n}": n for n in amounts})
    g.fire("N-D13", f"N-D13 {n}")
    yield from gains.gain_items(g, p, {op["kind"]: n})
    g.book(p, "vp_wills", n * op["vp_each"])


def _takes(g: State, p: Seat, cost: int) -> dict[str, tuple[Lens, activation.Source]]:
    """N-D14: others' lenses with a worker, payable after `cost` creativity."""
    options = {}
    for lens in g.lenses:
        if lens.owner != p.seat and lens.worker is not None and activation.is_payable(g, p, lens, "free_take", cost):
            verb = "restart" if lens.worker.seat == p.seat else "persuade"
            for source in activation.sources(g, p, lens.number):
                options[f"will {verb} lens={lens.number} worker={source}"] = (lens, source)
    return options


def _choose(g: State, p: Seat, op: Entry) -> Steps[None]:
    """N-D15: one of several gains."""
    options: dict[str, Any] = {}
    for choice in op["options"]:
        if _has_outcome(g, p, choice, 0):
            what = _WORDS.get(choice["op"]) or next(kind for kind in MATERIALS if choice["items"].get(kind))
            options[f"will gain {what}"] = choice
    if not options:
        return
    chosen = yield from ask(p, "N-D15", options)
    g.fire("N-D15", f"N-D15 {chosen['op']}")
    yield from _do(g, p, chosen)
