"""Chance (section 5): every shuffle and random pick as a pure function of the keys and of counters."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sim.rng_twin import draw, fold, shuffle

if TYPE_CHECKING:
    from .data import Data, Warrior
    from .state import State

FORMS, WARRIORS, FIRST, DECK = 1, 2, 3, 4  # parts of stream `deal`
RESHUFFLE, PICK = 1, 2  # parts of stream `table`


def deal_pile(data: Data, key: int) -> list[Warrior]:
    """R-S3: the warrior cards that are dealt, shuffled."""
    pile = list(data.warriors)
    if data.rulings["deal_forms"] != "all_cards":
        pile = []
        for number, group in enumerate(data.groups):
            known = [card for card in group if card.source != "up"]
            is_first = data.rulings["deal_forms"] == "first_form"
            place = 0 if is_first else draw(fold(fold(key, FORMS), number), 0, len(known))
            pile.append(sorted(known, key=lambda card: card.form)[0] if is_first else known[place])
    shuffle(fold(key, WARRIORS), pile)
    return pile


def first_seat(data: Data, key: int, n_seats: int) -> int:
    """R-S9."""
    return 0 if data.rulings["first_seat"] == "fixed" else draw(fold(key, FIRST), 0, n_seats)


def deck(data: Data, key: int) -> list[int]:
    """R-S6: the shuffled game cards; the top is the last."""
    cards = list(range(len(data.cards)))
    shuffle(fold(key, DECK), cards)
    return cards


def reshuffle(g: State) -> None:
    """R-D2: the discard pile becomes the draw pile."""
    cards = sorted(g.discard)
    shuffle(fold(fold(g.table_key, RESHUFFLE), g.counts["reshuffles_n"]), cards)
    g.counts["reshuffles_n"] += 1
    g.draw, g.discard = cards, set()
    g.fire("R-D2")


def pick(g: State, cards: Iterable[int]) -> int:
    """One of some cards at random."""
    known = sorted(cards)
    place = draw(fold(g.table_key, PICK), g.picks, len(known))
    g.picks += 1
    return known[place]
