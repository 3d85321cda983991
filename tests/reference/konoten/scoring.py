"""Final scoring (N-E1 to N-E6)."""

from __future__ import annotations

from . import activation, effects, gains
from .choices import Steps, ask
from .data import Entry, Node
from .state import Seat, State


def final(g: State) -> Steps[None]:
    """N-E2, then N-E3 and N-E4, then N-E5, each seat by seat from the start player."""
    g.phase = "final"
    g.fire("N-E1")
    for p in g.order(g.start):
        if any(effects.holds(p, effect, None) for _, effect in p.effects("final_run")):
            yield from run_own_lenses(g, p)
    for p in g.order(g.start):
        score_end(g, p)
    for p in g.order(g.start):
        for node, effect in p.effects("final_mul"):
            for op in effect["do"] if effects.holds(p, effect, None) else []:
                g.fire("N-E5", node.clause)
                g.multiply(p, p.vp, op["by"])


def run_own_lenses(g: State, p: Seat) -> Steps[None]:
    """N-D17: own lenses at most once each, in the order chosen."""
    g.fire("N-E2", *(node.clause for node, _ in p.effects("final_run")))
    left = g.lenses_of(p)
    while True:
        options = {"final stop": None} | {
            f"final lens={lens.number}": lens for lens in left if activation.is_payable(g, p, lens, "final")
        }
        lens = yield from ask(p, "N-D17", options)
        if len(options) > 1:
            g.fire("N-D17", "N-D17 stop" if lens is None else "N-D17 lens")
        if lens is None:
            return
        left.remove(lens)
        yield from activation.run(g, p, lens, "final", "")
        yield from gains.settle(g, p)


def score_end(g: State, p: Seat) -> None:
    """N-E3, N-E4."""
    adding = [effect for _, effect in p.effects("final_add") if effects.holds(p, effect, None)]
    scopes = [op["scope"] for effect in adding for op in effect["do"] if op["op"] == "flip_losses"]
    n = g.rules["end_stagnation_vp"] * p.items["stagnation"]
    g.book(p, "vp_stagnation", -n if n < 0 and "all" in scopes else n)
    g.fire("N-E3", "N-E6")
    changed: dict[int, int] = {op["node"]: op["n"] for _, op in p.passives("set_final_vp")}
    for node, effect in p.effects("final_add"):
        if effects.holds(p, effect, None):
            for op in effect["do"]:
                n = _value(g, p, node, op, changed)
                g.book(p, "vp_end_nodes", -n if n < 0 and scopes else n)
                g.fire(node.clause, f"{node.clause} final_add")
                if any(passive["op"] == "lock" for passive in node.passives()):
                    g.fire("N-C2")
        else:
            g.fire(f"{node.clause} if false")
    if scopes:
        g.fire("N-E4")


def _value(g: State, p: Seat, node: Node, op: Entry, changed: dict[int, int]) -> int:
    if op["op"] == "vp":
        g.fire(*(other.clause for other, passive in p.passives("set_final_vp") if passive["node"] == node.number))
        return changed.get(node.number, int(op["n"]))
    if op["op"] == "vp_per":
        return int(op["n"]) * p.items[op["kind"]]
    if op["op"] == "vp_per_worker":
        return int(op["n"]) * (g.workers(p) if op["where"] == "anywhere" else p.unacted + p.acted)
    assert op["op"] == "flip_losses", op
    return 0
