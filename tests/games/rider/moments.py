"""Moments of random games of rider, to be spoilt, in the words of its invariants."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from sim.games.rider import GAME
from sim.games.rider.layout import WORD_BITS

from ..kit import moments as kit
from .checker import Checker


@cache
def checker() -> Checker:
    """A checker of the shipped pack for five players."""
    return Checker(GAME.load("standin", None, (), 5))


class Moment(kit.Moment):
    """A moment of a game of rider."""

    @property
    def is_play(self) -> bool:
        """Somebody is asked in a play phase, after the deal."""
        return bool(self.state.ask == 4 and self.before.round_no > 0)

    def living(self) -> list[Any]:
        """Seats that live."""
        return [self.state.seats[p] for p in range(5) if self.state.alive >> p & 1]

    def one(self, field: str) -> Any:
        """A living seat with a number above 0 in a field, or None."""
        return next((seat for seat in self.living() if seat[field] > 0), None)

    def card(self, words: Any) -> int:
        """The lowest card of a set."""
        return next(k for k in range(156) if int(words[k // WORD_BITS]) >> k % WORD_BITS & 1)

    def turn_bit(self, words: Any, card: int) -> None:
        """Put a card into a set, or take it out."""
        words[card // WORD_BITS] ^= 1 << card % WORD_BITS

    def worn(self) -> Any:
        """A seat with equipment, and its slot; or None."""
        return next(((seat, slot) for seat in self.living() for slot in range(3) if seat.slots[slot] >= 0), None)


def moments() -> Iterator[Moment]:
    """The moments of the first games."""
    return kit.moments(Moment, checker(), 60)
