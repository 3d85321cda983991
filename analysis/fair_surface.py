"""Several keys at once: a quadratic response surface of every share, and the values at which all are equal.

The surface is fitted by ordinary least squares, and its errors come from the joint covariance of the cells. Under
common random numbers the cells err together, nearly all by the same; then ordinary and generalised least squares are
the same thing (McElroy 1967), and the former needs no inverse of an estimated covariance.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from scipy import optimize, stats

from analysis.equality import quadratic_form
from analysis.fair_cells import Cells

Array = np.ndarray[Any, Any]

#: Pull towards the middle of the cells where the shares leave a direction open, in shares for the whole range.
_PULL = 1e-7
#: Parts of the ranges from which it is searched, and half a sum of squares that is nothing.
_STARTS, _NOTHING = (0.5, 0.1, 0.9), 1e-13


def terms(z: Array, degree: int) -> Array:
    """Terms of the surface at scaled values: 1, z, and for degree 2 the squares and products; (n, n_terms)."""
    z = np.atleast_2d(z)
    columns = [np.ones(len(z)), *z.T]
    if degree == 2:
        columns += [z[:, i] ** 2 for i in range(z.shape[1])]
        columns += [z[:, i] * z[:, j] for i, j in combinations(range(z.shape[1]), 2)]
    return np.stack(columns, axis=1)


def slopes(z: Array, degree: int) -> Array:
    """Derivatives of `terms` at one point by each key, (n_keys, n_terms)."""
    d = len(z)
    found = np.zeros((d, terms(z, degree).shape[1]))
    found[np.arange(d), 1 + np.arange(d)] = 1
    if degree == 2:
        found[np.arange(d), 1 + d + np.arange(d)] = 2 * z
        for at, (i, j) in enumerate(combinations(range(d), 2)):
            found[i, 1 + 2 * d + at], found[j, 1 + 2 * d + at] = z[j], z[i]
    return found


@dataclass(frozen=True)
class Surface:
    """A fitted surface of how far each label is from fair.

    Attributes
    ----------
    middle, half
        Middle and half range of each key: the terms are of (x - middle) / half.
    degree
        1 or 2.
    coefficients, covariance
        (n_terms, n_labels), and (n_terms, n_labels, n_terms, n_labels).
    p_fit
        p value of "the surface fits the cells"; NaN where no cell is left over to tell.
    n_sums
        Independent sums behind the covariance.
    """

    middle: Array
    half: Array
    degree: int
    coefficients: Array
    covariance: Array
    p_fit: float
    n_sums: int

    def scaled(self, x: Array) -> Array:
        return np.asarray((np.asarray(x, float) - self.middle) / self.half)

    def off(self, x: Array) -> Array:
        """How far each label is from fair at points (n, n_keys): (n, n_labels)."""
        return np.asarray(terms(self.scaled(x), self.degree) @ self.coefficients)

    def covariance_at(self, x: Array) -> Array:
        """Covariance of the labels at one point."""
        row = terms(self.scaled(x), self.degree)[0]
        return np.asarray(np.einsum("a,aibj,b->ij", row, self.covariance, row))

    def gradient(self, x: Array) -> Array:
        """Derivatives by the keys, (n_keys, n_labels)."""
        return np.asarray(slopes(self.scaled(x), self.degree) @ self.coefficients / self.half[:, None])


def fit(cells: Cells) -> Surface:
    """Quadratic surface through the cells; linear where they are too few for one."""
    low, high = cells.x.min(0), cells.x.max(0)
    middle, half = (low + high) / 2, np.where(high > low, (high - low) / 2, 1.0)
    z = (cells.x - middle) / half
    degree = 2 if np.linalg.matrix_rank(terms(z, 2)) == terms(z, 2).shape[1] else 1
    design = terms(z, degree)
    solve = np.linalg.pinv(design)
    covariance = np.einsum("ta,aibj,sb->tisj", solve, cells.covariance, solve)
    p_fit = _p_fit(cells, np.eye(cells.n) - design @ solve)
    return Surface(middle, half, degree, solve @ cells.off, covariance, p_fit, cells.n_sums)


def _p_fit(cells: Cells, rest: Array) -> float:
    """Squares of what the surface leaves over, against what the covariance makes of them."""
    if np.trace(rest) < 0.5:
        return float("nan")
    left = (rest @ cells.off).ravel()
    covariance = np.einsum("ab,bicj,cd->aidj", rest, cells.covariance, rest).reshape(len(left), len(left))
    if not np.trace(covariance) > 0:
        return float("nan")
    statistic, df1, df2 = quadratic_form(left, covariance, cells.n_sums)
    return float(stats.f.sf(statistic, df1, df2))


@dataclass(frozen=True)
class Solution:
    """Values of the keys with least inequality.

    Attributes
    ----------
    x, low, high
        By key: value, and its interval (delta method); an interval may go beyond what was played.
    error
        Standard errors.
    at_edge
        By key: whether the value lies on the edge of its range, where no interval can be given.
    is_open
        Whether other values do as well: more keys than the shares can tell apart.
    left
        What remains: how far each label is from fair there.
    p_left
        p value of "nothing remains": all labels are fair there.
    """

    x: Array
    low: Array
    high: Array
    error: Array
    at_edge: Array
    is_open: bool
    left: Array
    p_left: float


def solve(surface: Surface, aim: Sequence[int], low: Array, high: Array, level: float, quantile: float) -> Solution:
    """Values within a box that bring the labels of `aim` nearest to fair (least squares)."""
    keep = list(aim)
    low, high = np.asarray(low, float), np.asarray(high, float)
    width = np.where(high > low, high - low, 1.0)

    def miss(z: Array) -> Array:
        x = low + z * width
        return np.concatenate([surface.off(x)[0, keep], _PULL * (z - 0.5)])

    best: Any = None
    for part in _STARTS:
        start = np.full(len(low), part)
        found = optimize.least_squares(miss, start, bounds=(-1e-12, 1 + 1e-12), xtol=1e-14, ftol=1e-14)
        best = found if best is None or found.cost < best.cost else best
        if best.cost < _NOTHING:
            break
    z = np.clip(best.x, 0, 1)
    x = low + z * width
    at_edge = (z < 1e-6) | (z > 1 - 1e-6)
    error, is_open = _error(surface, keep, x, at_edge)
    left = surface.off(x)[0]
    half = quantile * error
    p_left = _p_left(surface, keep, x, at_edge)
    return Solution(x, x - half, x + half, error, at_edge, is_open, left, p_left)


def _free(surface: Surface, keep: list[int], x: Array, at_edge: Array) -> tuple[Array, Array]:
    """Gradient (labels, free keys), a key on its edge does not move, and covariance of the labels at a point."""
    gradient = surface.gradient(x)[:, keep].T[:, ~at_edge]
    return gradient, surface.covariance_at(x)[np.ix_(keep, keep)]


def _error(surface: Surface, keep: list[int], x: Array, at_edge: Array) -> tuple[Array, bool]:
    """Standard errors of the values by the delta method; NaN at the edge and where a direction is left open."""
    gradient, covariance = _free(surface, keep, x, at_edge)
    error = np.full(len(x), np.nan)
    if not gradient.shape[1]:
        return error, False
    size = np.linalg.svd(gradient * surface.half[~at_edge], compute_uv=False)
    is_open = gradient.shape[1] > len(size) or bool(size[-1] < 1e-6 * max(size[0], 1e-300))
    if not is_open:
        back = np.linalg.pinv(gradient)
        error[~at_edge] = np.sqrt(np.maximum(np.diag(back @ covariance @ back.T), 0))
    return error, is_open


def _p_left(surface: Surface, keep: list[int], x: Array, at_edge: Array) -> float:
    """Test that nothing remains after what the free keys can take away; 1 where they can take away everything."""
    gradient, covariance = _free(surface, keep, x, at_edge)
    rest = np.eye(len(keep))
    if gradient.shape[1]:
        rest = rest - gradient @ np.linalg.pinv(gradient)
    if len(keep) > 1:  # shares add up: what all have in common is no inequality
        rest = rest @ (np.eye(len(keep)) - 1 / len(keep))
    left = rest @ surface.off(x)[0, keep]
    inner = rest @ covariance @ rest.T
    if np.linalg.matrix_rank(rest, tol=1e-6) < 1 or np.abs(left).max() < 1e-9:
        return 1.0
    if not np.trace(inner) > 1e-18:
        return float("nan")
    if len(keep) == 1:
        return float(2 * stats.t.sf(abs(left[0]) / np.sqrt(inner[0, 0]), surface.n_sums - 1))
    statistic, df1, df2 = quadratic_form(left, inner, surface.n_sums)
    return float(stats.f.sf(statistic, df1, df2))
