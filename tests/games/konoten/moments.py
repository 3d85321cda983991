"""Moments of random games, to be spoilt: the buffers of a checker after an action, before that action was checked."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from sim.games.konoten import GAME
from sim.games.konoten import state as st

from .checker import Checker


@cache
def checker() -> Checker:
    """A checker of the shipped pack for four players."""
    return Checker(GAME, GAME.load("standin", None, (), 4))


class Moment:
    """The buffers of a checker after one action, before the action was checked."""

    def __init__(self, found: Checker, track: Any, n: int) -> None:
        self.checker = found
        self.n = n
        found.tracks[:] = track
        self.action = int(track["action"][0])

    @property
    def state(self) -> Any:
        return self.checker.states[0]

    @property
    def before(self) -> Any:
        return self.checker.befores[0]

    @property
    def track(self) -> Any:
        return self.checker.tracks[0]

    @property
    def form(self) -> int:
        return self.action >> 24

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
    found = checker()
    for game in range(40):
        track = None
        for stop in range(2000):
            assert found.play(game, 1, stop) is None
            done = found.tracks[0]["n_actions"]
            if track is not None and done == stop:
                after = found.tracks.copy()
                track["action"], track["n_actions"] = after["action"], done
                legal = 0 if found.states[0]["core"]["is_over"] else found.legal()
                yield Moment(found, track, legal)
                found.tracks[:] = after
            if done < stop or found.states[0]["core"]["is_over"]:
                break
            track = found.tracks.copy()
