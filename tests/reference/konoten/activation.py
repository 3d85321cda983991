"""Running a lens: who may, what it costs, and the steps N-L1 to N-L10."""

from __future__ import annotations

from . import effects, gains
from .choices import Steps
from .data import MATERIALS, Entry
from .effects import Run
from .state import Lens, Seat, State, Worker

#: Where the executing worker comes from: "lobby" or "lens:5"; "" for a final run, which has none.
Source = str

# Modes: plain, chain; take (persuade or restart), free_take (N-C207); final (N-C409).
TAKES = ("take", "free_take")


def sources(g: State, p: Seat, target: int = 0) -> list[Source]:
    """Places of un-acted own workers that may be used; `target` is the lens that is to be run (0 = none)."""
    found = ["lobby"] if p.unacted else []
    if g.rulings["worker_source"] == "lobby_or_lens":
        for lens in g.lenses:
            worker = lens.worker
            if worker is not None and worker.seat == p.seat and not worker.is_acted and lens.number != target:
                found.append(f"lens:{lens.number}")
    return found


def take_worker(g: State, p: Seat, source: Source) -> None:
    """The executing worker leaves its place."""
    p.counts["placed"] += 1
    if source == "lobby":
        p.unacted -= 1
    else:
        g.lenses[int(source.removeprefix("lens:")) - 1].worker = None
        g.fire("worker_source=lobby_or_lens")


def surcharge(g: State, p: Seat, lens: Lens, mode: str) -> int:
    """AP on top for taking over an occupied lens."""
    if mode not in TAKES:
        return 0
    assert lens.worker is not None
    if mode == "free_take" and _take_op(p)["surcharge"] == "free":
        return 0
    if lens.owner == p.seat and p.passives("take_free"):
        return 0
    if lens.worker.seat == p.seat:
        return int(g.rules["restart_ap"])
    less = sum(int(op["n"]) for _, op in p.passives("ap_less"))
    return max(0, int(g.rules["persuade_ap"]) - less)


def _take_op(p: Seat) -> Entry:
    op: Entry
    (op,) = [op for _, effect in p.effects("will") for op in effect["do"] if op["op"] == "take"]
    return op


def base_ap(g: State, lens: Lens, mode: str) -> int:
    """AP of the hub."""
    if mode == "final" or (mode in TAKES and not g.rulings["take_pays_base"]):
        return 0
    return lens.base


def is_payable(g: State, p: Seat, lens: Lens, mode: str, creativity_paid: int = 0) -> bool:
    """N-L1, after `creativity_paid` for a will."""
    if lens.owner != p.seat and p.passives("ban"):
        g.fire(p.passives("ban")[0][0].clause)
        return False
    executing = int(mode != "final")
    return (
        p.ap >= surcharge(g, p, lens, mode) + base_ap(g, lens, mode)
        and all(p.items[kind] >= lens.pays(kind) for kind in MATERIALS)
        and p.creativity - creativity_paid >= lens.pays("creativity")
        and len(gains.spendable_nodes(g, p)) >= lens.pays("growth")
        and g.workers(p) - executing >= lens.pays("lobby")
    )


def run(g: State, a: Seat, lens: Lens, mode: str, source: Source) -> Steps[None]:
    """A whole activation."""
    owner = g.seats[lens.owner]
    if mode == "final":
        a.counts["final_acts"] += 1
    else:
        yield from _place(g, a, lens, mode, source)
    gains.pay_ap(a, base_ap(g, lens, mode))
    yield from _pay_left(g, a, lens, mode)
    placed = yield from _gain_right(g, a, lens)
    yield from _score(g, a, lens, placed)
    if a is not owner:
        owner.counts["own_lens_used_by_others"] += 1
        g.fire("N-L10")
        g.book(owner, "vp_owner_bonus", g.rules["foreign_use_vp"])
        yield from effects.meet(g, owner, "on_lens_used")


def _place(g: State, a: Seat, lens: Lens, mode: str, source: Source) -> Steps[None]:
    """N-L2 and the worker of N-L3; it stands on the lens, acted, when the triggers of N-L2 act."""
    extra = surcharge(g, a, lens, mode)
    ousted = lens.worker
    take_worker(g, a, source)
    lens.worker = Worker(a.seat, is_acted=True)
    g.fire("N-A5", "N-L1", "N-L2", "N-L3")
    if ousted is None:
        a.counts["act_own" if lens.owner == a.seat else "act_foreign"] += 1
        g.fire("N-A13")
        return
    if lens.owner == a.seat and a.passives("take_free"):
        g.fire(a.passives("take_free")[0][0].clause)
    gains.pay_ap(a, extra)
    victim = g.seats[ousted.seat]
    if ousted.is_acted:
        victim.acted += 1
    else:
        victim.unacted += 1
        g.fire("N-L2 un-acted")
    is_persuade = victim is not a
    g.fire("N-A17", "N-A15" if is_persuade else "N-A16")
    a.counts["free_takes" if mode == "free_take" else "persuades" if is_persuade else "restarts"] += 1
    if is_persuade:
        victim.counts["ousted_by_others"] += 1
        if mode == "take" and a.passives("ap_less"):
            g.fire(a.passives("ap_less")[0][0].clause)
        yield from effects.meet(g, a, "on_persuade")
        yield from effects.meet(g, victim, "on_persuaded")


def _pay_left(g: State, a: Seat, lens: Lens, mode: str) -> Steps[None]:
    """N-L4 to N-L6."""
    costs = {kind: lens.pays(kind) for kind in (*MATERIALS, "creativity")}
    if any(costs.values()):
        g.fire("N-L4")
    if lens.left:
        g.fire("N-L11")
    held = {**a.items, "creativity": a.creativity}  # what effects of N-L2 took away since N-L1 is not owed
    gains.pay_items(g, a, {kind: min(n, held[kind]) for kind, n in costs.items()})
    for _ in range(lens.pays("lobby")):
        g.fire("N-L5")
        yield from gains.spend_worker(g, a, 0 if mode == "final" else lens.number)
    for _ in range(lens.pays("growth")):
        g.fire("N-L6")
        yield from gains.spend_growth(g, a)


def _gain_right(g: State, a: Seat, lens: Lens) -> Steps[dict[str, int]]:
    """N-L7 but for VP, N-L8; returns the materials placed."""
    gains.gain_creativity(g, a, lens.yields("creativity"))
    batch = {kind: lens.yields(kind) for kind in MATERIALS}
    for kind, n in effects.bonus_items(a, Run(lens, batch)).items():
        batch[kind] += n
    g.fire("N-L7")
    placed = yield from gains.gain_items(g, a, batch)
    for slot in (1, 2, 3):
        card = lens.right.get(slot)
        if card is not None and card.kind in ("lobby", "growth"):
            g.fire("N-L8")
            for _ in range(card.qty):
                if card.kind == "lobby":
                    yield from gains.worker_from_stock(g, a, is_acted=True)
                else:
                    yield from gains.grow_from_stock(g, a)
    return placed


def _score(g: State, a: Seat, lens: Lens, placed: dict[str, int]) -> Steps[None]:
    """N-L9; then on_activate effects of seats that do not activate (`green_scope`)."""
    run_of = Run(lens, placed, blades=lens.yields("vp"))
    yield from effects.meet(g, a, "on_activate", run_of)
    g.fire("N-L9")
    total = run_of.blades + run_of.triggers
    a.points["vp_blades"] += run_of.blades
    a.points["vp_triggers"] += run_of.triggers
    a.vp += total
    multipliers = a.passives("mul_activation")
    if multipliers and total > 0:
        node, op = multipliers[0]
        g.fire(node.clause)
        g.multiply(a, total, op["by"])
    for other in g.order(a.seat)[1:]:
        for node, effect in other.effects("on_activate"):
            reach = effect.get("who", "activator")
            is_meant = reach == "anyone" or (reach == "activator_or_owner" and lens.owner == other.seat)
            if is_meant and effects.holds(other, effect, run_of):
                g.fire(node.clause, f"green_scope={reach}")
                yield from effects.do_for_bystander(g, other, effect)
            elif is_meant:
                g.fire(f"{node.clause} if false")
