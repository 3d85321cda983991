"""One key: where a share crosses the fair line, with the interval, and the value that leaves least inequality.

The curve between two cells is the straight line through them: for a key that takes whole values nothing in between can
be played, so nothing has to be guessed; for others more cells are played where it matters. The interval of a crossing
is every value at which the curve's own interval holds 0 (Fieller). At the true crossing the curve is 0, so in 95 % of
studies the value is among them, however the curve runs; no wider simultaneous band is needed for that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from analysis.blocks import Ratios
from analysis.equality import holm, p_values, pair_differences
from analysis.fair_cells import Cells

Array = np.ndarray[Any, Any]

#: Draws of the interval of the value with least inequality, and their seed.
N_DRAWS, DRAW_SEED = 1_000, 20_260_101
_EPS = 1e-12
#: Numbers held at once while curves are searched: 32 MB.
_MOST_NUMBERS = 4_000_000


@dataclass(frozen=True)
class Crossing:
    """A value at which a share is fair.

    Attributes
    ----------
    value
        Where the curve crosses the fair line, the middle one where it does so several times within the interval; NaN
        where its estimate never does but may.
    low, high
        Bounds of the interval.
    leaves_low, leaves_high
        Whether the interval goes on beyond the first or last value played.
    n_signs
        Times that the curve changes its sign within the interval.
    """

    value: float
    low: float
    high: float
    leaves_low: bool
    leaves_high: bool
    n_signs: int


def crossings(x: Array, off: Array, covariance: Array, quantile: float) -> tuple[Crossing, ...]:
    """Every crossing of the line through the cells, and every place where it may touch the fair line.

    Parameters
    ----------
    x
        Values of the key, ascending.
    off, covariance
        Share minus fair at each of them, with the covariance.
    quantile
        Of the interval's level.
    """
    signs = _signs(x, off)
    found = []
    for low, high in _near_fair(x, off, covariance, quantile):
        inside = [value for value in signs if low - _EPS <= value <= high + _EPS]
        value = inside[(len(inside) - 1) // 2] if len(inside) % 2 else float(np.mean(inside)) if inside else np.nan
        leaves = bool(low <= x[0] + _EPS), bool(high >= x[-1] - _EPS)
        found.append(Crossing(value, low, high, *leaves, len(inside)))
    return tuple(found)


def _signs(x: Array, off: Array) -> list[float]:
    """Values at which the line through the cells is 0."""
    found = [float(value) for value, at in zip(x, off, strict=True) if at == 0]
    for i in range(len(x) - 1):
        if off[i] * off[i + 1] < 0:
            found.append(float(x[i] + (x[i + 1] - x[i]) * off[i] / (off[i] - off[i + 1])))
    return sorted(found)


def _near_fair(x: Array, off: Array, covariance: Array, quantile: float) -> list[tuple[float, float]]:
    """Intervals of the values at which the line lies within `quantile` errors of 0."""
    pieces = []
    for i in range(len(x) - 1):
        for low, high in _piece(off[i : i + 2], covariance[i : i + 2, i : i + 2], quantile):
            width = x[i + 1] - x[i]
            pieces.append((float(x[i] + low * width), float(x[i] + high * width)))
    joined: list[tuple[float, float]] = []
    for low, high in pieces:
        if joined and low <= joined[-1][1] + _EPS * max(1.0, abs(low)):
            joined[-1] = (joined[-1][0], high)
        else:
            joined.append((low, high))
    return joined


def _piece(off: Array, covariance: Array, quantile: float) -> list[tuple[float, float]]:
    """Parts of 0..1 in which the straight line between two cells lies within `quantile` errors of 0."""
    step = off[1] - off[0]
    spread = covariance[0, 0] + covariance[1, 1] - 2 * covariance[0, 1]
    q2 = quantile**2
    a = step**2 - q2 * spread
    b = 2 * (off[0] * step - q2 * (covariance[0, 1] - covariance[0, 0]))
    c = off[0] ** 2 - q2 * covariance[0, 0]
    cuts = sorted({0.0, 1.0, *(float(root) for root in _roots(a, b, c) if 0 < root < 1)})
    kept = []
    for low, high in pairwise(cuts):
        middle = (low + high) / 2
        if a * middle**2 + b * middle + c <= 0:
            kept.append((low, high))
    if not kept and off[0] * off[1] < 0:  # no error at all
        kept = [(float(-off[0] / step),) * 2]
    if not kept:
        kept = [(at, at) for at, value in ((0.0, c), (1.0, a + b + c)) if value <= 0]
    return kept


def _roots(a: float, b: float, c: float) -> list[float]:
    """Real roots of a u^2 + b u + c, without loss of digits."""
    if abs(a) < 1e-300:
        return [-c / b] if b else []
    under = b * b - 4 * a * c
    if under < 0:
        return []
    q = -(b + np.copysign(np.sqrt(under), b)) / 2
    return [q / a, *([c / q] if q else [])]


def at_value(cells: Cells, value: float) -> tuple[Array, Array]:
    """How far every label is from fair at a value between the cells, and the covariance."""
    weights = between(cells.x[:, 0], value)
    return weights @ cells.off, np.einsum("a,aibj,b->ij", weights, cells.covariance, weights)


def between(x: Array, value: float) -> Array:
    """Weights of the cells at a value: of the two neighbours, by how near they are."""
    value = float(np.clip(value, x[0], x[-1]))
    i = int(np.clip(np.searchsorted(x, value, side="right") - 1, 0, len(x) - 2)) if len(x) > 1 else 0
    weights = np.zeros(len(x))
    if len(x) == 1:
        weights[0] = 1.0
        return weights
    part = (value - x[i]) / (x[i + 1] - x[i])
    weights[i], weights[i + 1] = 1 - part, part
    return weights


def worst(off: Array) -> Array:
    """Inequality: the largest distance from fair, over the last axis."""
    found: Array = np.abs(off).max(-1)
    return found


def least(x: Array, off: Array) -> float:
    """Value of least inequality on the line through the cells; `off` of the labels that shall be equal, (n, labels)."""
    return float(least_of_each(x, off[None])[0])


def least_of_each(x: Array, off: Array) -> Array:
    """As `least`, of several curves: off (n_curves, n, labels), result (n_curves,)."""
    n, k = off.shape[1:]
    each = max(1, _MOST_NUMBERS // (max(n - 1, 1) * k * k * 4 * k))
    parts = [_least_of_some(x, off[at : at + each]) for at in range(0, len(off), each)]
    return np.concatenate(parts)


def _least_of_some(x: Array, off: Array) -> Array:
    """Inequality is a convex broken line between two cells: it is least at a cell or where two of its lines meet."""
    lines = np.concatenate([off, -off], axis=2)
    first, step = lines[:, :-1], np.diff(lines, axis=1)
    i, j = np.triu_indices(lines.shape[2], 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        part = (first[..., i] - first[..., j]) / (step[..., j] - step[..., i])
    part = np.where((part > 0) & (part < 1), part, 0.0)  # (curves, pieces, pairs)
    height = (first[..., None, :] + part[..., None] * step[..., None, :]).max(-1)
    at = x[:-1, None] + part * np.diff(x)[:, None]
    every = np.concatenate([worst(off), height.reshape(len(off), -1)], axis=1)
    places = np.concatenate([np.broadcast_to(x, (len(off), len(x))), at.reshape(len(off), -1)], axis=1)
    best = np.argmin(np.round(every, 14), axis=1)
    return np.asarray(places[np.arange(len(off)), best])


def least_with_interval(cells: Cells, aim: Sequence[int], level: float) -> tuple[float, float, float]:
    """Value of least inequality with the interval that draws from the cells' joint errors give."""
    x, keep = cells.x[:, 0], list(aim)
    off = cells.off[:, keep]
    covariance = cells.covariance[:, keep][..., keep].reshape(off.size, off.size)
    values, vectors = np.linalg.eigh(covariance)
    root = vectors * np.sqrt(np.maximum(values, 0))
    noise = np.random.default_rng(DRAW_SEED).standard_normal((N_DRAWS, off.size)) @ root.T
    drawn = least_of_each(x, off + noise.reshape(N_DRAWS, *off.shape))
    low, high = np.quantile(drawn, [0.5 - level / 200, 0.5 + level / 200])
    return least(x, off), float(low), float(high)


def course(cells: Cells, label: int, level: float) -> str:
    """Whether the share "rises", "falls", "turns" (does both) or is "flat" over the cells, with Holm's correction."""
    off, covariance = cells.of(label)
    _, difference, error = pair_differences(Ratios(off, covariance, np.ones(cells.n), cells.n_sums))
    clear = holm(p_values(difference, error, cells.n_sums)) < 1 - level / 100
    clear |= (error == 0) & (np.abs(difference) > _EPS)
    rises, falls = bool((clear & (difference < 0)).any()), bool((clear & (difference > 0)).any())
    return "turns" if rises and falls else "rises" if rises else "falls" if falls else "flat"
