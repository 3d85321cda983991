"""What calibrations share: lines of the table, and counting over many studies."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy import stats

Array = np.ndarray[Any, Any]

#: Studies of a cell at full size.
STUDIES = 4000
#: A sound estimate leaves its bounds by this chance of each side in one line of a smaller run.
CHANCE = 1e-4


@dataclass(frozen=True)
class Bounds:
    """Between what a figure must lie at full size, and in which rate it is measured (None: not a rate)."""

    low: float = -np.inf
    high: float = np.inf
    rate: float | None = None

    def for_studies(self, n: int) -> Bounds:
        """Bounds for fewer studies: wider by what chance alone does to a rate, to a tail of CHANCE."""
        if n >= STUDIES or self.rate is None:
            return self
        low = stats.binom.ppf(CHANCE, n, max(self.low, 0.0)) / n if np.isfinite(self.low) else self.low
        high = stats.binom.ppf(1 - CHANCE, n, self.high) / n if np.isfinite(self.high) else self.high
        return Bounds(float(low), float(high), self.rate)


#: Coverage of 95 % intervals, as demanded of each cell.
COVERAGE = Bounds(0.94, 0.96, 0.95)
#: Simultaneous bounds may hold more often than they say, but not less.
AT_LEAST = Bounds(0.94, 1.0, 0.95)


def alarms(level: float) -> Bounds:
    """Bound of a rate of false alarms at a level: 3 standard errors of 4,000 studies above it."""
    return Bounds(high=level + 3 * float(np.sqrt(level * (1 - level) / STUDIES)), rate=level)


@dataclass(frozen=True)
class Line:
    """One figure of the table with its Monte Carlo error."""

    part: str
    cell: str
    what: str
    figure: float
    error: float
    bounds: Bounds
    n: int

    @property
    def is_ok(self) -> bool:
        """Whether the figure lies within its bounds (those of as many studies as there were)."""
        bounds = self.bounds.for_studies(self.n)
        return bool(bounds.low - 1e-12 <= self.figure <= bounds.high + 1e-12)


@dataclass
class Tally:
    """Values of a cell, study by study; those of one study are averaged, as they are not independent."""

    part: str
    cell: str
    values: dict[str, list[float]] = field(default_factory=dict)
    bounds: dict[str, Bounds] = field(default_factory=dict)

    def add(self, what: str, values: Any, bounds: Bounds) -> None:
        """Adds one study's value, or the mean of its values."""
        self.values.setdefault(what, []).append(float(np.mean(values)))
        self.bounds[what] = bounds

    def lines(self) -> list[Line]:
        """Means over studies."""
        found = []
        for what, values in self.values.items():
            error = float(np.std(values, ddof=1) / np.sqrt(len(values))) if len(values) > 1 else float("nan")
            figure = float(np.mean(values))
            found.append(Line(self.part, self.cell, what, figure, error, self.bounds[what], len(values)))
        return found


@dataclass(frozen=True)
class Job:
    """One cell to be computed: `run(n_studies)` gives its lines; `weight` is its time in about seconds."""

    name: str
    run: Callable[[int], list[Line]]
    weight: float = 30.0


def seed_of(name: str) -> int:
    """Fixed seed of a cell, by its name."""
    return zlib.crc32(name.encode())
