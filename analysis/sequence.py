"""Confidence sequences: intervals of means that may be looked at again and again, and stopped by.

A fixed-size interval that is looked at until it is narrow enough misses more often than it says. Here a gambler bets
on every candidate m for the true mean, once that the mean is above it and once that it is below: with bets chosen
before each look his capital, the product of 1 +- bet * (x - m), is a martingale if m is true, so by Ville's inequality
it ever grows beyond b with chance 1 / b at most. The candidates on whose account he did not get that rich form the
interval, valid at all looks at once (Waudby-Smith and Ramdas 2024, hedged capital). Two choices are ours:

- The bet is the one that stops earliest at the half-width asked for, h / (variance + h^2), with the variance of the
  observations before the last look. No bet is best at all times, this one is best at the time that counts; three
  smaller gamblers bet for 2, 4 and 8 times h, so that a run which ends earlier has intervals to show, too.
- The logarithm of the capital is bounded from below by its Taylor polynomial of degree 6 with a larger last
  coefficient. So power sums are all that is kept: flat memory, no grid of candidates, and an interval that is never
  narrower than the capital allows, and hardly wider (where bets are near 0.9 and observations are single games, as for
  +-10 pp on a share of 90 %, it is a third wider).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]

#: Multiples of the half-width that is bet for, each with its part of the error allowed.
AIMS = ((1, 0.8), (2, 0.2 / 3), (4, 0.2 / 3), (8, 0.2 / 3))
_MULTIPLES, _PARTS = np.array(AIMS).T[:, :, None]
#: Largest bet; the capital cannot vanish, whatever the mean.
MAX_BET = 0.9
#: Degree of the polynomial below the logarithm; even.
_DEGREE = 6
_SERIES = tuple((-1) ** (i + 1) / i for i in range(1, _DEGREE))
#: log(1 + y) >= y - y^2 / 2 + ... - c * y^6 for y >= -MAX_BET: the difference of log(1 + y) and the terms before,
#: divided by y^6, is minus the integral of t^5 / (1 + t * y) over t in 0..1, which grows with y: so -c is what it is at
#: -MAX_BET.
_LAST = (math.log1p(-MAX_BET) - sum(f * (-MAX_BET) ** i for i, f in enumerate(_SERIES, start=1))) / MAX_BET**_DEGREE
_TAYLOR = (*_SERIES, _LAST)
#: Halvings of an interval inside [0, 1] until its ends are neighbours.
_HALVINGS = 60


@dataclass(frozen=True)
class Precision:
    """How precise an estimate shall be, and where one looks.

    Attributes
    ----------
    half_width
        Half-width of the intervals asked for, in 0..1.
    level
        Level in percent, of all shares and all looks together.
    n_shares
        Shares whose intervals hold together.
    games
        Games in an observation: only the first bet, before anything was seen, depends on it.
    look
        Observations between two looks.
    """

    half_width: float
    level: float
    n_shares: int
    games: int
    look: int

    @property
    def log_limit(self) -> float:
        """Log of the capital that would refute a candidate, were there one gambler a side.

        Two sides of each share have an equal part of the error; of that a gambler has his part, see AIMS.
        """
        return math.log(2 * self.n_shares / (1 - self.level / 100))

    @property
    def first_variance(self) -> float:
        """Variance of an observation before anything was seen: a credit's largest, in games that are independent."""
        return 0.25 / self.games

    def bets(self, variance: Array) -> Array:
        """Bets for observations of variances of shape (n,): one row for each of AIMS, shape (4, n)."""
        h = self.half_width * _MULTIPLES
        bets: Array = np.minimum(h / (variance + h**2), MAX_BET)
        return bets

    def observations(self, variance: Array) -> Array:
        """About how many observations of variances of shape (n,) it takes to be as precise as asked for, (n,)."""
        bet = self.bets(variance)[0]
        growth = bet * self.half_width - bet**2 * (variance + self.half_width**2) / 2
        return np.asarray((self.log_limit - math.log(AIMS[0][1])) / growth)


@dataclass(frozen=True)
class Look:
    """What a confidence sequence knows after n observations.

    Attributes
    ----------
    n
        Number of observations.
    mean, variance
        Means and variances of the observations, shape (n_shares,).
    """

    n: int
    mean: Array
    variance: Array
    _weighted: Array

    def bounds(self, log_limit: float) -> tuple[Array, Array]:
        """Lower and upper bounds, each of shape (n_shares,); `log_limit` as in `Precision`, for any level."""
        low = _edge(self._weighted, log_limit, self.mean, -1.0)
        high = _edge(self._weighted, log_limit, self.mean, 1.0)
        return low.max(0), high.min(0)

    def log_capital(self, low: Array, high: Array) -> Array:
        """Log of the capital against every mean from low to high, at least, shape (n_shares,).

        That of the best gambler, times his part. The chance that it ever exceeds b, if the mean lies in there, is at
        most 2 exp(-b).
        """
        above = _at(_log_capital(self._weighted, 1.0), high)
        below = _at(_log_capital(self._weighted, -1.0), low)
        best: Array = (np.maximum(above, below) + np.log(_PARTS)).max(0)
        return best


class ConfidenceSequence:
    """Intervals of the means of shares, narrower from look to look; memory does not grow.

    Observations are independent with equal means: block means, or means of whole cycles of blocks. They may come in
    pieces of any size; the result depends on their order and on `Precision.look` alone.
    """

    def __init__(self, n_shares: int, precision: Precision) -> None:
        self.precision = precision
        self.n = 0
        self._powers = np.zeros((_DEGREE + 1, n_shares))  # sums of x^j before the last look
        shape = (_DEGREE + 1, _DEGREE + 1, len(AIMS), n_shares)
        self._weighted = np.zeros(shape)  # [i, j, gambler]: sums of bet^i * x^j
        self._open: list[Array] = []  # observations since the last look
        self._n_open = 0

    def add(self, values: Array) -> None:
        """Add observations in plan order, shape (n, n_shares), each in [0, 1]."""
        values = np.asarray(values, float)
        look = self.precision.look
        while len(values):
            part, values = values[: look - self._n_open], values[look - self._n_open :]
            self._open.append(part.copy())
            self._n_open += len(part)
            self.n += len(part)
            if self._n_open == look:
                powers = self._open_powers()
                self._weighted += self._with_bets(powers)
                self._powers += powers
                self._open, self._n_open = [], 0

    @property
    def variance(self) -> Array:
        """Variances of all observations, shape (n_shares,); the first guess counts as one of them."""
        return self._variance(self._powers + self._open_powers())

    def look(self) -> Look:
        """What is known now."""
        powers, open_powers = self._powers, self._open_powers()
        mean = (powers + open_powers)[1] / max(self.n, 1)
        return Look(self.n, mean, self.variance, self._weighted + self._with_bets(open_powers))

    def bounds(self) -> tuple[Array, Array]:
        """Lower and upper bounds now, each of shape (n_shares,), that hold at all looks at once."""
        return self.look().bounds(self.precision.log_limit)

    def half_width(self) -> Array:
        """Half-widths of the intervals now, shape (n_shares,)."""
        low, high = self.bounds()
        return (high - low) / 2

    def is_precise(self) -> bool:
        """Whether every interval is as narrow as asked for."""
        return bool((self.half_width() <= self.precision.half_width).all())

    def _open_powers(self) -> Array:
        values = np.concatenate(self._open) if self._open else np.zeros((0, self._powers.shape[1]))
        power, sums = np.ones_like(values), [np.full(values.shape[1], float(len(values)))]
        for _ in range(_DEGREE):
            power = power * values
            sums.append(power.sum(0))
        return np.array(sums)

    def _with_bets(self, powers: Array) -> Array:
        """Power sums of observations since the last look, times the powers of the bet that was chosen then."""
        bets = self.precision.bets(self._variance(self._powers))
        return np.stack([bets**i * powers[:, None] for i in range(_DEGREE + 1)])

    def _variance(self, powers: Array) -> Array:
        n = powers[0]
        spread = np.maximum(powers[2] - powers[1] ** 2 / np.maximum(n, 1), 0)
        return np.asarray((self.precision.first_variance + spread) / (n + 1))


def confidence_sequence(values: Array, precision: Precision) -> tuple[Array, Array]:
    """Lower and upper bounds at every look, each of shape (n_looks, n_shares); the last look is at the end.

    Parameters
    ----------
    values
        Observations in plan order, shape (n, n_shares).
    """
    sequence = ConfidenceSequence(values.shape[1], precision)
    found = []
    for lo in range(0, len(values), precision.look):
        sequence.add(values[lo : lo + precision.look])
        found.append(sequence.bounds())
    low, high = zip(*found, strict=True)
    return np.array(low), np.array(high)


def _edge(weighted: Array, log_limit: float, mean: Array, side: float) -> Array:
    """The candidate nearest to the mean, below (-1) or above (+1), that the bets refute; 0 or 1 where there is none.

    One row for each gambler.

    The bound of the log capital is concave in the candidate: from the mean outward it grows to a peak. So one predicate
    (refuted, or beyond the peak) divides the way, and halving finds the border.
    """
    limit = log_limit - np.log(_PARTS)
    mean = np.broadcast_to(mean, (len(AIMS), len(mean)))
    last = np.full_like(mean, 0.0 if side < 0 else 1.0)
    capital = _log_capital(weighted, -side)
    slope = capital[1:] * np.arange(1, _DEGREE + 1)[:, None, None]
    inner, outer = mean, last
    for _ in range(_HALVINGS):
        middle = (inner + outer) / 2
        is_out = (_at(capital, middle) >= limit) | (side * _at(slope, middle) < 0)
        inner, outer = np.where(is_out, inner, middle), np.where(is_out, middle, outer)
    return np.where(_at(capital, outer) >= limit, outer, last)


def _log_capital(weighted: Array, sign: float) -> Array:
    """Lower bound of the log capital of bets on `sign` times (x - m): coefficients of a polynomial in m, from m^0."""
    found = np.zeros((_DEGREE + 1, *weighted.shape[2:]))
    for i, factor in enumerate(_TAYLOR, start=1):
        for j in range(i + 1):  # (x - m)^i, multiplied out
            found[i - j] += factor * sign**i * math.comb(i, j) * (-1) ** (i - j) * weighted[i, j]
    return found


def _at(polynomial: Array, where: Array) -> Array:
    """Values of polynomials, coefficients along the first axis, by Horner's rule."""
    value = np.zeros_like(where)
    for coefficient in polynomial[::-1]:
        value = value * where + coefficient
    return value
