"""Decision points, and the worlds that the seat which decides there cannot tell apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sim.driver import Driver

State = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Point:
    """A decision point: its kind, the number of seats, and a copy of the state there, shape (1,)."""

    kind: str
    n_seats: int
    state: State


class Collection:
    """Points that games come by: up to `n_each` of each kind, at most one of a kind and time from one game.

    Attributes
    ----------
    points
        Those kept so far.
    """

    def __init__(self, driver: Driver, kinds: Sequence[str], n_each: int) -> None:
        self.driver, self.kinds, self.n_each = driver, kinds, n_each
        self.points: list[Point] = []
        self._taken: Counter[str] = Counter()
        self._seen: set[tuple[str, int]] = set()

    def begin_game(self) -> None:
        self._seen = set()

    def wants(self, kind: str, when: int) -> bool:
        """Whether a point of this kind, at this time of the game, would be a new one."""
        return self._taken[kind] < self.n_each and (kind, when) not in self._seen

    def keep(self, kind: str, when: int) -> None:
        """Keep the point at which the driver stands."""
        self._seen.add((kind, when))
        self._taken[kind] += 1
        self.points.append(Point(kind, self.driver.n_seats, self.driver.states.copy()))

    @property
    def is_full(self) -> bool:
        return all(self._taken[kind] == self.n_each for kind in self.kinds)


def stand_at(driver: Driver, point: Point, state: State | None = None) -> None:
    """Set the driver to a point, or to a state like it."""
    driver.states[:] = point.state if state is None else state
    driver.n_seats = point.n_seats


def worlds(driver: Driver, point: Point, n: int, first_key: int = 1000) -> list[State]:
    """The state of a point with the hidden part resampled for the seat that decides."""
    made = []
    for key in range(first_key, first_key + n):
        stand_at(driver, point)
        driver.resample(int(point.state[0].core.actor), key)
        made.append(driver.states.copy())
    return made


def described(driver: Driver, point: Point, state: State, weights: State) -> tuple[list[int], bytes]:
    """Legal actions, and the bits of their values under rows of weights, which see every feature."""
    stand_at(driver, point, state)
    legal = driver.legal()
    return legal, b"".join(driver.weigh(row).tobytes() for row in weights)
