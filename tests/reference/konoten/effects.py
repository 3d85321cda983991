"""Effects of nodes: when they act, their conditions and what they do (section 8.1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from . import gains
from .choices import Steps, ask
from .data import KINDS, MATERIALS, Entry
from .state import Lens, Seat, State

PART_OF = {"will": "vp_wills", "round_end": "vp_round_end", "final_add": "vp_end_nodes"}


@dataclass
class Run:
    """A lens that is being run: what on_activate effects look at."""

    lens: Lens
    placed: dict[str, int]  # materials of the batch of N-L7 that found room
    blades: int = 0  # VP of the blades
    triggers: int = 0  # VP of the activating seat's effects


def meet(g: State, p: Seat, when: str, run: Run | None = None, among: set[int] | None = None) -> Steps[None]:
    """All effects of a seat whose moment has come, by rising node; filled at this moment (N-L11)."""
    for node, effect in p.effects(when):
        if among is None or node.number in among:
            if holds(p, effect, run):
                g.fire(node.clause, f"{node.clause} {when}")
                yield from do_all(g, p, effect, run)
            else:
                g.fire(f"{node.clause} if false")


# Conditions


def holds(p: Seat, effect: Entry, run: Run | None) -> bool:
    """Whether every condition of an effect holds for seat p."""
    return all(_one_holds(p, condition, run) for condition in effect.get("if", []))


def _one_holds(p: Seat, condition: Entry, run: Run | None) -> bool:
    ((name, value),) = condition.items()
    if name in _HOLDINGS:
        return bool(_HOLDINGS[name](p, value))
    assert run is not None, name
    return bool(_LENS[name](p, value, run.lens))


def _kinds(lens: Lens) -> tuple[set[str], set[str]]:
    return {c.kind for c in lens.left.values()}, {c.kind for c in lens.right.values()}


_HOLDINGS: dict[str, Any] = {
    "hold_none": lambda p, kinds: not any(p.items[kind] for kind in kinds),
    "hold_min": lambda p, least: all(p.items[kind] >= n for kind, n in least.items()),
    "hold_exactly": lambda p, least: all(p.items[kind] == n for kind, n in least.items()),
}

_LENS: dict[str, Any] = {
    "owner": lambda p, who, lens: (lens.owner == p.seat) == (who == "self"),
    "base_min": lambda p, n, lens: lens.base >= n,
    "cards_min": lambda p, n, lens: lens.n_cards >= n,
    "pays": lambda p, kind, lens: lens.pays(kind) > 0,
    "yields": lambda p, kind, lens: lens.yields(kind) > 0,
    "kinds": lambda p, how, lens: (
        not (_kinds(lens)[0] & _kinds(lens)[1]) if how == "disjoint" else _kinds(lens)[0] != _kinds(lens)[1]
    ),
}


# Ops


def do_for_bystander(g: State, p: Seat, effect: Entry) -> Steps[None]:
    """The ops of an effect of a seat that does not activate: their VP are booked at once."""
    for op in effect["do"]:
        yield from do_op(g, p, op, "on_lens_used")


def do_all(g: State, p: Seat, effect: Entry, run: Run | None) -> Steps[None]:
    """The ops of an effect in order."""
    for op in effect["do"]:
        yield from do_op(g, p, op, effect["when"], run)


def do_op(g: State, p: Seat, op: Entry, when: str, run: Run | None = None) -> Steps[None]:
    """One op. Passive ops and those of final scoring and wills are looked up where they matter."""
    name = op["op"]
    if name in ("vp", "vp_per", "vp_per_moved"):
        _add_vp(g, p, _vp_of(p, op, run), when, run)
    elif name == "gain":
        yield from gains.gain_items(g, p, op["items"])
    elif name == "ap":
        gains.gain_ap(g, p, op["n"])
    elif name == "grow":
        yield from gains.grow_from_stock(g, p)
    elif name in ("worker_unacted", "worker_acted"):
        yield from gains.worker_from_stock(g, p, is_acted=name == "worker_acted")
    elif name == "convert":
        yield from _convert(g, p, op)
    elif name == "steal":
        yield from _steal(g, p, op)
    elif name == "others_return_worker":
        yield from _tax(g, p, op["n"])
    elif name == "give":
        yield from _give(g, p, op)
    else:
        assert name == "yield_bonus", name  # it joined the batch of N-L7


def _vp_of(p: Seat, op: Entry, run: Run | None) -> int:
    if op["op"] == "vp":
        return int(op["n"])
    kind = op["kind"]
    if op["op"] == "vp_per":
        return int(op["n"]) * p.items[kind]
    assert run is not None
    gained = run.placed[kind] if op["counts"] == "placed" else run.lens.yields(kind)
    return int(op["n"]) * (run.lens.pays(kind) + gained)


def _add_vp(g: State, p: Seat, n: int, when: str, run: Run | None) -> None:
    """Book VP, or add them to the sum of the activation (N-L9)."""
    if when == "on_activate" and run is not None:
        run.triggers += n
    else:
        g.book(p, PART_OF.get(when, "vp_triggers"), n)


def _convert(g: State, p: Seat, op: Entry) -> Steps[None]:
    """N-D11: one item into another, or none."""
    options: dict[str, list[str] | None] = {"convert none": None}
    for source, target in op["options"]:
        if p.items[source] and g.supply[target]:
            options[f"convert {source}"] = [source, target]
    pair: list[str] | None = yield from ask(p, "N-D11", options)
    if len(options) > 1:
        g.fire("N-D11", f"N-D11 {'none' if pair is None else pair[0]}")
    if pair is not None:
        source, target = pair
        p.items[source] -= 1
        g.supply[source] += 1
        p.items[target] += 1
        g.supply[target] -= 1
        yield from gains.check_tasks(g, p)


def _steal(g: State, p: Seat, op: Entry) -> Steps[None]:
    """N-C3, first half: the others give in turn order; one batch."""
    batch = dict.fromkeys(MATERIALS, 0)
    for other in g.order(p.seat)[1:]:
        for kind, n in op["items"].items():
            taken = min(n, other.items[kind])
            other.items[kind] -= taken
            batch[kind] += taken
    g.fire("N-C3")
    yield from gains.place_batch(g, p, batch)


def _tax(g: State, p: Seat, n: int) -> Steps[None]:
    """N-C3, second half: the others return workers of their choice."""
    for other in g.order(p.seat)[1:]:
        for _ in range(min(n, g.workers(other))):
            yield from gains.spend_worker(g, other, 0, is_paid=False)


def _give(g: State, p: Seat, op: Entry) -> Steps[None]:
    """N-D16: a gift to a seat that holds fewer; `one_per_kind` asks again for the other kinds."""
    kinds = list(MATERIALS)
    while kinds:
        options: dict[str, tuple[str, Seat] | None] = {"give none": None}
        for kind in kinds:
            for other in g.seats:
                if p.items[kind] and other.items[kind] < p.items[kind] and other is not p:
                    options[f"give {kind} to={other.seat + 1}"] = (kind, other)
        gift: tuple[str, Seat] | None = yield from ask(p, "N-D16", options)
        if len(options) > 1:
            g.fire("N-D16", f"N-D16 {'none' if gift is None else gift[0]}")
        if gift is None:
            return
        kind, other = gift
        kinds = [k for k in kinds if k != kind] if op["gifts"] == "one_per_kind" else []
        p.items[kind] -= 1
        g.book(p, "vp_round_end", op[kind])
        yield from gains.place_batch(g, other, {k: int(k == kind) for k in MATERIALS})


def bonus_items(p: Seat, run: Run) -> dict[str, int]:
    """What `yield_bonus` adds to the batch of N-L7."""
    bonus: dict[str, int] = {}
    for _, effect in p.effects("on_activate"):
        for op in effect["do"]:
            if op["op"] == "yield_bonus" and holds(p, effect, run):
                bonus[op["kind"]] = bonus.get(op["kind"], 0) + op["n"]
    return bonus


assert set(MATERIALS) < set(KINDS)
