"""Answers to a demand: dodges and strikes played, nullify, energy for the dying."""

from __future__ import annotations

from . import judging, moves, ways
from .choices import Steps, ask
from .data import is_of
from .state import Seat, State
from .ways import Way


def _demand_ways(g: State, p: Seat, kind: str, how: str) -> list[Way]:
    if kind == "strike":
        return ways.strikes(g, p, how, with_rage=g.rulings["rage_window"] == "use_and_play")
    return ways.of(g, p, (kind,), how)


def respond(g: State, p: Seat, kind: str, how: str, is_pierced: bool = False) -> Steps[bool]:
    """RESPOND: a dodge or a strike is demanded (RD7); whether it came."""
    may_reflex = kind == "dodge" and not is_pierced
    while p.is_alive:
        known = _demand_ways(g, p, kind, how)
        options: dict[str, Way | str] = {way.text(g, "play"): way for way in known}
        if kind == "dodge" and is_pierced and g.working(p, "gear") == "reflex_gear":
            g.fire("R-U3")
        if may_reflex and g.working(p, "gear") == "reflex_gear":
            options["reflex"] = "reflex"
        way = yield from ask(g, p, "RD7", {**options, "decline": None})
        if way is None:
            return False
        if way == "reflex":
            may_reflex = False
            g.fire("R-U12")
            card = yield from judging.turn_up(g, p)
            if card is not None and is_of(g.cards[card].suit, "red"):
                p.counts["dodges"] += 1
                g.fire("R-B4")
                return True
            continue
        is_new = yield from ways.reveal_for(g, p, way)
        if is_new and not (ways.can_still(p) and way in _demand_ways(g, p, kind, how)):
            g.fire("R-I3")
            continue
        cards = yield from ways.cards_of(g, p, way)
        before = ways.spend(g, p, way, cards)
        if kind == "dodge":
            p.counts["dodges"] += 1
            g.fire("R-B4")
        yield from moves.emptied(g, p, before)
        return True
    return False


def nullified(g: State) -> Steps[bool]:
    """R-Z6: windows one upon the other; whether the effect fails."""
    accepted = 0
    while (yield from _window(g)):
        accepted += 1
    if accepted:
        g.fire("R-Z6")
    return accepted % 2 == 1


def _window(g: State) -> Steps[bool]:
    """One window; whether somebody nullified."""
    for p in g.all_from(g.turn_seat):
        while p.is_alive:
            options = {way.text(g, "nullify"): way for way in ways.of(g, p, ("nullify",), "use")}
            way = (yield from ask(g, p, "RD8", {**options, "decline": None})) if options else None
            if way is None:
                break
            is_new = yield from ways.reveal_for(g, p, way)
            if is_new and not (ways.can_still(p) and way in ways.of(g, p, ("nullify",), "use")):
                g.fire("R-I3")
                continue
            if p.is_alive:
                assert way.card is not None
                before = ways.spend(g, p, way, [way.card])
                g.counts["nullify_n"] += 1
                g.fire("R-Y10")
                p.counts["battle_skills"] += 1
                yield from moves.emptied(g, p, before)
                return True
    return False


def _rescue_ways(g: State, p: Seat, victim: Seat, is_poison: bool) -> list[Way]:
    kinds: tuple[str, ...] = ("energy",)
    if p is victim:
        kinds = () if is_poison else kinds  # R-H8
        kinds += ("charge",) if g.rulings["charge_rescue"] == "self" else ()
    return ways.of(g, p, kinds, "use")


def rescue(g: State, p: Seat, victim: Seat, is_poison: bool) -> Steps[bool]:
    """RD9: one energy for the dying one; False if he declines."""
    if p is victim and is_poison and any(g.cards[card].kind == "energy" for card in p.hand):
        g.fire("R-H8")
    options = {way.text(g, "rescue"): way for way in _rescue_ways(g, p, victim, is_poison)}
    way = (yield from ask(g, p, "RD9", {**options, "decline": None})) if options else None
    if way is None:
        return False
    if (yield from ways.reveal_for(g, p, way)) and (
        not ways.can_still(p) or victim.hp > 0 or way not in _rescue_ways(g, p, victim, is_poison)
    ):
        g.fire("R-I3")
        return True  # asked again, if there is still need
    before = ways.spend(g, p, way, [way.card])
    p.counts["rescues"] += 1
    moves.heal(g, victim, g.rules["energy_heal"])
    g.fire("R-B5", "R-K1")
    yield from moves.emptied(g, p, before)
    return True
