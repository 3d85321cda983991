"""Moments of random games, to be spoilt: the buffers of a checker after an action, before that action was checked."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from sim.games.kaguya import GAME
from sim.games.kaguya import state as st

from .checker import Checker


@cache
def checker(pack: str) -> Checker:
    """A checker of a shipped pack."""
    return Checker(GAME, GAME.load(pack, None, (), 4))


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
    def log(self) -> Any:
        return self.state.core.log[: self.state.core.n_log]

    @property
    def form(self) -> int:
        return self.action >> 24

    def logged(self, code: int) -> list[Any]:
        return [row for row in self.log if row[0] == code]

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
    found = checker(pack)
    for game in range(60):
        track = None
        for stop in range(1000):
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
