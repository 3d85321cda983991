"""Moments of random games of kaguya, to be spoilt, in the words of its invariants."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from sim.games.kaguya import GAME
from sim.games.kaguya import state as st

from ..kit import moments as kit
from .checker import Checker


@cache
def checker(pack: str) -> Checker:
    """A checker of a shipped pack."""
    return Checker(GAME.load(pack, None, (), 4))


class Moment(kit.Moment):
    """A moment of a game of kaguya."""

    @property
    def is_day_end(self) -> bool:
        evening = (st.PHASE_CONTEST, st.PHASE_SLOTS)
        return self.before.phase == st.PHASE_ACTION and self.state.phase in evening

    @property
    def is_in_day(self) -> bool:
        both = (self.before.phase, self.state.phase) == (st.PHASE_ACTION, st.PHASE_ACTION)
        return both and self.before.day == self.state.day and self.state.depth == 0

    def reserved(self) -> list[int]:
        """Places of cards reserved before and after."""
        return [i for i in range(8) if self.state.display_seat[i] >= 0 and self.before.display_die[i] > 1]

    def used(self) -> list[int]:
        return [card for card in range(30, 72) if self.state.card_dice[card] != 0]

    def out(self) -> list[int]:
        return [p for p in range(4) if self.before.seats[p].is_in == 0]


def moments(pack: str) -> Iterator[Moment]:
    """The moments of the first games of a pack."""
    return kit.moments(Moment, checker(pack), 60, 1000)
