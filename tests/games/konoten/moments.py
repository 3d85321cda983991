"""Moments of random games of konoten, to be spoilt, in the words of its invariants."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from sim.games.konoten import GAME
from sim.games.konoten import state as st

from ..kit import moments as kit
from .checker import Checker


@cache
def checker() -> Checker:
    """A checker of the shipped pack for four players."""
    return Checker(GAME.load("standin", None, (), 4))


class Moment(kit.Moment):
    """A moment of a game of konoten."""

    @property
    def actor(self) -> Any:
        """The seat that acted, as it is now."""
        return self.state.seats[self.before.core.actor]

    @property
    def is_in_main(self) -> bool:
        both = (self.before.phase, self.state.phase) == (st.PHASE_MAIN, st.PHASE_MAIN)
        return both and self.before.round_no == self.state.round_no and self.state.ask == st.ASK_TURN

    def lens(self) -> Any:
        """A lens that was there before the action, or None."""
        return self.state.lenses[0] if self.before.n_lenses > 0 else None

    def locked(self) -> Any:
        """A seat whose lock node was filled before the action, or None."""
        return next((p for p in range(4) if self.before.seats[p].is_locked and self.state.seats[p].is_locked), None)


def moments() -> Iterator[Moment]:
    """The moments of the first games."""
    return kit.moments(Moment, checker(), 40)
