"""Which values are played: all of a short list, a spread of a long one, a design of several, more near the answer."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

Point = tuple[float, ...]
Values = Any  # numbers in a row: a sequence or an array

#: A key that takes at most so many whole values has them all played; of others so many are spread over the range.
MOST_VALUES, N_SPREAD = 13, 7
#: Grids of several keys with at most so many cells are played whole.
MOST_CELLS = 16
#: Keys that a design can hold, and those from which on its corners are the half of all.
MOST_KEYS, HALF_FROM = 6, 5
#: The box around a first answer: so many of them fit into the range of a key.
N_BOXES = 6
#: Points at which "no value is fair" is asked, about.
N_ASKED = 2_000


@dataclass(frozen=True)
class Key:
    """A number of the rules that is looked for.

    Attributes
    ----------
    path
        As `--set` takes it.
    low, high
        Range that it may have.
    is_whole
        Whether it takes whole numbers only.
    values
        Those that may be played, if they were listed; else empty.
    """

    path: str
    low: float
    high: float
    is_whole: bool
    values: tuple[float, ...] = ()

    @property
    def all_values(self) -> tuple[float, ...]:
        """Every value that can be played, ascending; empty if there is no end of them."""
        if self.values:
            return tuple(sorted(self.values))
        return tuple(map(float, range(round(self.low), round(self.high) + 1))) if self.is_whole else ()

    def snapped(self, value: float) -> float:
        """The nearest value that can be played."""
        value = min(max(value, self.low), self.high)
        if self.values:
            return min(self.values, key=lambda one: abs(one - value))
        return float(math.floor(value + 0.5)) if self.is_whole else value


def first(keys: Sequence[Key]) -> list[Point]:
    """Cells of the first stage, in ascending order."""
    if len(keys) == 1:
        return [(value,) for value in _spread(keys[0])]
    if is_grid(keys):
        return list(product(*(key.all_values for key in keys)))
    return composite(keys, [key.low for key in keys], [key.high for key in keys])


def is_grid(keys: Sequence[Key]) -> bool:
    """Whether every combination of values is played."""
    return all(key.values for key in keys) or 0 < math.prod(len(key.all_values) for key in keys) <= MOST_CELLS


def _spread(key: Key) -> list[float]:
    """Values of a single key for the first stage."""
    listed = key.all_values
    if key.values or 0 < len(listed) <= MOST_VALUES:
        return list(listed)
    return sorted({key.snapped(value) for value in evenly(key, N_SPREAD)})


def evenly(key: Key, n: int) -> list[float]:
    """So many numbers over the range of a key, both ends among them."""
    return [key.low + (key.high - key.low) * at / (n - 1) for at in range(n)]


def composite(keys: Sequence[Key], low: Sequence[float], high: Sequence[float]) -> list[Point]:
    """Face-centred central composite design in a box: its middle, the middle of each face, and the corners.

    Of five and more keys half of the corners are left out, those with an odd number of low values: all squares and
    products of two can still be told apart.
    """
    middle = [key.snapped((a + b) / 2) for key, a, b in zip(keys, low, high, strict=True)]
    ends = list(zip(low, high, strict=True))
    points = [tuple(middle)]
    for at, pair in enumerate(ends):
        points += [(*middle[:at], value, *middle[at + 1 :]) for value in pair]
    for signs in product((0, 1), repeat=len(keys)):
        if len(keys) < HALF_FROM or (len(keys) - sum(signs)) % 2 == 0:
            points.append(tuple(pair[sign] for pair, sign in zip(ends, signs, strict=True)))
    return played_once(keys, points)


def played_once(keys: Sequence[Key], points: Iterable[Point]) -> list[Point]:
    """Points that can be played, each once, ascending."""
    return sorted({tuple(key.snapped(value) for key, value in zip(keys, point, strict=True)) for point in points})


def box_around(keys: Sequence[Key], x: Values) -> tuple[list[float], list[float]]:
    """A box around a point, within the ranges: at least one value on either side."""
    low, high = [], []
    for key, value in zip(keys, x, strict=True):
        half = (key.high - key.low) / N_BOXES
        half = max(1.0, math.ceil(half)) if key.is_whole else half
        middle = min(max(key.snapped(value), key.low + half), max(key.high - half, key.low + half))
        low.append(max(key.low, middle - half))
        high.append(min(key.high, middle + half))
    return low, high


def is_inside(x: Values, low: Values, high: Values) -> bool:
    """Whether a point lies in a box."""
    return all(a - 1e-9 <= value <= b + 1e-9 for value, a, b in zip(x, low, high, strict=True))


def near(key: Key, value: float, half: float, played: Sequence[float]) -> list[float]:
    """Values of one key that are worth playing after a first answer: around it, and on either side of its interval."""
    if key.values:
        return []
    unit = 1.0 if key.is_whole else fineness(key)
    half = min(max(half, unit), (key.high - key.low) / 2)
    around = [math.floor(value / unit) * unit, math.ceil(value / unit) * unit, value - half, value + half]
    wanted = {key.snapped(round(round(one / unit) * unit, 12)) for one in around}
    return sorted(one for one in wanted if min(abs(one - old) for old in played) > unit / 2)


def fineness(key: Key) -> float:
    """Step to which the answer of a key that takes any number is rounded: a hundredth to a thousandth of its range."""
    return 10.0 ** (math.floor(math.log10(key.high - key.low)) - 2)


def playable(keys: Sequence[Key], x: Values) -> Point:
    """The point that is played for an answer: whole where the key is, else rounded."""
    found = []
    for key, value in zip(keys, x, strict=True):
        if not (key.values or key.is_whole):
            unit = fineness(key)
            value = round(round(value / unit) * unit, 12)
        found.append(key.snapped(value))
    return tuple(found)


def asked(keys: Sequence[Key]) -> list[Point]:
    """Points at which to ask whether any is fair: all, or a lattice over the ranges."""
    most = max(3, int(N_ASKED ** (1 / len(keys))))
    lists: list[Sequence[float]] = []
    for key in keys:
        listed = key.all_values
        lists.append(listed if 0 < len(listed) <= most else evenly(key, most))
    return list(product(*lists))
