"""The game from setup to the end: supply, main and end phase of each round (N-R), then final scoring."""

from __future__ import annotations

from . import effects, gains, scoring
from .choices import Steps, ask
from .state import WARN_TURN_LIMIT, Seat, State
from .turn import act, end_turns, turn_options


def play(g: State) -> Steps[None]:
    """A whole game; setup is done by State."""
    g.fire("N-S1", "N-S4", "N-S5", "N-S6", "N-S7", "N-S8", "N-S9", "N-S10")
    for number in range(1, g.rules["rounds"] + 1):
        g.round = number
        g.starts.append(g.start)
        yield from supply(g)
        yield from main(g)
        yield from end(g)
        if g.counts["turn_limit_hit"]:
            break
    yield from scoring.final(g)
    g.phase = "end"


def supply(g: State) -> Steps[None]:
    """N-R2 to N-R5: each seat both steps, then the next."""
    g.phase = "supply"
    g.fire("N-R1", "N-R2", "N-R3")
    for p in g.order(g.start):
        gains.gain_ap(g, p, g.rules["supply_ap"])
        gains.gain_creativity(g, p, g.rules["supply_creativity"])
        for _ in range(g.rules["supply_tokens"]):
            if not p.stock:
                g.fire("N-R5")
                break
            p.stock -= 1
            g.fire("N-R4")
            yield from gains.use_token(g, p, "supply")
        yield from gains.settle(g, p)


def main(g: State) -> Steps[None]:
    """N-R6 to N-R9."""
    g.phase = "main"
    seat = g.start
    while not all(p.has_ended for p in g.seats):
        p = g.seats[seat]
        seat = (seat + 1) % len(g.seats)
        if p.has_ended:
            g.fire("N-R8")
            continue
        yield from turn(g, p)
        if g.counts["main_turns"] >= g.rules["turn_limit"] and not all(p.has_ended for p in g.seats):
            _stop(g)


def turn(g: State, p: Seat) -> Steps[None]:
    """One action of one seat."""
    options = turn_options(g, p)
    g.counts["main_turns"] += 1
    p.counts["turns"] += 1
    g.fire("N-R6", "N-R7")
    if len(options) == 1:
        g.fire("N-R9")
    action = yield from ask(p, "N-D2", options)
    yield from act(g, p, action)
    yield from gains.settle(g, p)


def _stop(g: State) -> None:
    """N-R15: the safety limit."""
    g.counts["turn_limit_hit"] = 1
    g.counts["warnings"] |= WARN_TURN_LIMIT
    g.fire("N-R15")
    for p in g.order(g.start):
        if not p.has_ended:
            end_turns(g, p)


def end(g: State) -> Steps[None]:
    """N-R10 to N-R14."""
    g.phase = "end_phase"
    turn_workers(g)
    for p in g.order(g.start):
        if p.effects("round_end"):
            g.fire("N-R12")
        yield from effects.meet(g, p, "round_end")
        yield from gains.settle(g, p)
    is_last = g.round == g.rules["rounds"] or g.counts["turn_limit_hit"]
    if not is_last:
        move_marker(g)
    for p in g.seats:
        p.has_ended = False
        p.wills_used.clear()
        p.scores.append(p.vp)
    g.negotiations, g.next_start, g.first_ended = 0, None, None
    g.fire("N-R14")


def turn_workers(g: State) -> None:
    """N-R10, N-R11."""
    for p in g.seats:
        p.unacted += p.acted
        p.acted = 0
        for places in g.facilities.values():
            p.unacted += places[p.seat]
            places[p.seat] = 0
    for lens in g.lenses:
        if lens.worker is not None:
            lens.worker.is_acted = False
    g.fire("N-R10", "N-R11")


def move_marker(g: State) -> None:
    """N-R13."""
    fallback = g.rulings["start_fallback"]
    if g.next_start is not None:
        g.start = g.next_start
        g.fire("N-R13 negotiated")
    elif fallback == "first_to_end" and g.first_ended is not None:
        g.start = g.first_ended
    elif fallback == "rotate":
        g.start = (g.start + 1) % len(g.seats)
    g.fire("N-R13")
