"""Moments of random games, to be spoilt: the buffers of a checker after an action, before that action was checked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from .checker import Checker


class Moment:
    """The buffers of a checker after one action, before the action was checked; a game adds words of its own.

    Attributes
    ----------
    checker
        Whose buffers they are. The next moment of the same checker overwrites them.
    action, n
        The action that was taken, and the number of legal actions after it.
    """

    def __init__(self, checker: Checker, track: Any, n: int) -> None:
        self.checker = checker
        self.n = n
        checker.tracks[:] = track
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


M = TypeVar("M", bound=Moment)


def moments(kind: type[M], checker: Checker, n_games: int, n_steps: int = 2000) -> Iterator[M]:
    """The moments of the first games of a checker."""
    for game in range(n_games):
        track = None
        for stop in range(n_steps):
            assert checker.play(game, 1, stop) is None
            done, is_over = checker.tracks[0]["n_actions"], bool(checker.states[0]["core"]["is_over"])
            if track is not None and done == stop:
                after = checker.tracks.copy()
                track["action"], track["n_actions"] = after["action"], done
                yield kind(checker, track, 0 if is_over else checker.legal())
                checker.tracks[:] = after
            if done < stop or is_over:
                break
            track = checker.tracks.copy()


def broken_by(moment: M, change: Callable[[M], object] = lambda _: None) -> int:
    """Number of the invariant that breaks at a moment after a change of its buffers, 0 = none.

    Track and tables are put back afterwards, the states are not.
    """
    checker = moment.checker
    track, tables = checker.tracks.copy(), checker.tables.copy()
    try:
        change(moment)
        return checker.check(moment.action, moment.n)
    finally:
        checker.tracks[:], checker.tables[:] = track, tables
