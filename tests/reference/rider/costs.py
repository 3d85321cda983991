"""Costs of skills (section 8.3, R-I3)."""

from __future__ import annotations

from typing import Any

from . import factions, harm, moves
from .choices import Steps, ask_card
from .data import Skill, is_of
from .state import Seat, State


def _fits(g: State, p: Seat, row: tuple[Any, ...]) -> list[int]:
    """Usable cards that can pay a `discard` row."""
    word = row[2] if len(row) > 2 else "any"
    return [card for card in sorted(p.hand) if is_of(g.cards[card].suit, word)]


def payable(g: State, p: Seat, skill: Skill) -> bool:
    """Whether the whole cost can be paid."""
    n_cards = 0
    for row in skill.pay:
        what, n = row[0], row[1] if len(row) > 1 else 1
        if what in ("discard", "down"):
            n_cards += n
        fits = {
            "rage": p.rage >= n,
            "discard": what != "discard" or len(_fits(g, p, row)) >= n,
            "hp": p.hp > n,
            "down": True,
            "invert": not p.is_inverted and p.is_alive,
            "mark_on": len(p.mark_on) >= n,
            "mark_by": len(p.mark_by) >= n,
            "link": not p.link and p.is_alive,
        }
        if not fits[what]:
            return False
    return n_cards <= len(p.hand)


def pay(g: State, p: Seat, skill: Skill) -> Steps[None]:
    """Pay the rows in their order; the rest is dropped if he dies meanwhile."""
    was_alive = p.is_alive
    for row in skill.pay:
        if p.is_alive or not was_alive:
            yield from _pay(g, p, row)


def _pay(g: State, p: Seat, row: tuple[Any, ...]) -> Steps[None]:
    what, n = row[0], row[1] if len(row) > 1 else 1
    if what == "rage":
        moves.spend_rage(g, p, min(n, p.rage))
    elif what == "discard":
        for _ in range(n):
            cards = _fits(g, p, row)
            if cards:
                card = yield from ask_card(g, p, "RD10", "pay", cards)
                yield from moves.own_discard(g, p, card)
    elif what == "hp":
        yield from harm.lose(g, p, n)
    elif what == "down":
        yield from harm.face_down(g, p, n)
    elif what == "invert":
        factions.invert(g, p)
    elif what == "mark_on":
        for card in p.mark_on[:n]:
            yield from moves.discard(g, p, card)
    elif what == "mark_by":
        for card in sorted(p.mark_by)[:n]:
            yield from moves.discard(g, p, card)
    else:
        assert what == "link", what
        yield from factions.link(g, p)
