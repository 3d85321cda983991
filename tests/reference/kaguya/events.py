"""Triggers and event bonuses (K-B3 to K-B5, section 14.2)."""

from __future__ import annotations

from typing import Any

from . import costs, ops
from .choices import Steps, ask
from .conditions import all_hold, trigger_met
from .frames import Frame
from .state import Seat, State


def meet(g: State, player: Seat, trigger: str, **facts: Any) -> None:
    """Something happened that an event may name; it is collected, to be served by `serve`.

    `facts` are what the filters look at: mode, kind, who, face, rank (words), order (a list of the words that hold),
    dice (faces).
    """
    if not g.event:
        return
    on = g.cards.by_number[g.event].get("on", [])
    rows = on if isinstance(on, list) else [on]
    if not any(trigger_met(g, row, trigger, facts) for row in rows):
        return
    g.fire(f"on {trigger}")
    if g.is_serving:
        g.fire("K-B4")
        return
    g.met.append(player.seat)


def serve(g: State) -> Steps[None]:
    """Give the event bonuses that were collected, in the order of K-B5."""
    if g.is_serving or not g.met:
        return
    places = [p.seat for p in g.serving_order()]
    waiting, g.met = sorted(g.met, key=places.index), []
    if len(set(waiting)) > 1:
        g.fire("K-B5")
    g.is_serving = True
    for seat in waiting:
        yield from _bonus(g, g.seats[seat])
    g.is_serving = False


def _bonus(g: State, player: Seat) -> Steps[None]:
    entry = g.cards.by_number[g.event]
    frame = Frame(player, "pts_event_bonus")
    price = entry.get("cost", [])
    if not (all_hold(g, player, entry.get("if", [])) and _has_room(g, player) and costs.payable(g, player, price)):
        return
    if price and not (yield from ask(player, "D9", {"accept": True, "decline": False})):
        return
    player.bonus_turn += 1
    player.bonus_day += 1
    g.fire("K-B3")
    yield from costs.pay(g, frame, price)
    yield from ops.run(g, frame, entry.get("do", []))


def _has_room(g: State, player: Seat) -> bool:
    limit = g.cards.by_number[g.event].get("limit", "each")
    g.fire(f"limit {limit}")
    if g.rulings["event_bonus_limit"] == "once_per_day" and player.bonus_day > 0:
        return False
    if limit == "turn":
        return player.bonus_turn == 0
    # Every event lies for one day of the game, so `game` is `day`.
    return limit == "each" or player.bonus_day == 0
