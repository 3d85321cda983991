"""Placing a die on a character (K-M10, K-M11, K-X9)."""

from __future__ import annotations

from . import events, ops, ponkotsu
from .choices import Steps
from .conditions import all_hold
from .frames import Frame
from .state import Seat, State


def place(g: State, placer: Seat, on: Seat, face: int) -> Steps[None]:
    """One placement, all its steps; the die comes out of the placer's pool."""
    placer.pool.remove(face)
    dice = g.dice_on(on)
    dice.append(face)
    placer.counts["placed_own" if on is placer else "placed_other"] += 1
    g.counts["placements"] += 1
    order = [word for word, n in (("first", 1), ("third", 3)) if len(dice) == n]
    is_bonus_first = g.rulings["placement_order"] == "bonus_first"
    if is_bonus_first:
        yield from _bonuses(g, placer, on, face, order)
    ponkotsu.test(g, on, face, placer)
    yield from events.serve(g)
    if not is_bonus_first:
        yield from _bonuses(g, placer, on, face, order)


def _bonuses(g: State, placer: Seat, on: Seat, face: int, order: list[str]) -> Steps[None]:
    """Steps 2 and 3: the activity bonus of the one placed on, the event bonus of the placer."""
    if not on.has_activity:
        yield from _activity(g, on)
    events.meet(g, placer, "place", who="own" if on is placer else "other", order=order, dice=(face,))
    yield from events.serve(g)


def _activity(g: State, player: Seat) -> Steps[None]:
    player.has_activity = True
    g.fire("K-B1")
    if not player.is_in:
        g.fire("K-T9")
    bonus = g.cards.bonuses.get(player.slot, {})
    if all_hold(g, player, bonus.get("if", [])):
        yield from ops.run(g, Frame(player, "pts_activity"), bonus.get("do", []))
    events.meet(g, player, "activity")
    yield from events.serve(g)
