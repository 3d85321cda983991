"""Tests: are places or characters equal, and by how much do two of them differ?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import stats

from analysis.blocks import Ratios

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Equality:
    """Result of a test that all ratios are equal: statistic, degrees of freedom, p value, and what was done.

    The statistic is F(df1, df2), or chi-square with df1 degrees of freedom where df2 is 0.
    """

    statistic: float
    df1: float
    df2: float
    p_value: float
    method: str


def equality(ratios: Ratios) -> Equality:
    """Test that all ratios are equal, from their covariance over blocks (Rao and Scott, second-order correction).

    The sum of squared differences from the mean is held against what the covariance makes of it; nothing is inverted,
    so few blocks do less harm than in Hotelling's test. Where the blocks do not vary although the ratios differ, one
    imaginary block in which all are equal is added, so that certainty never comes from the absence of variation alone.
    With too few blocks the p value is NaN.
    """
    seen = ratios.weight > 0
    n, n_blocks = int(seen.sum()), ratios.n_blocks
    if n < 2:
        return Equality(float("nan"), 0, 0, float("nan"), "nothing to compare")
    if n_blocks < n:
        return Equality(float("nan"), n - 1, 0, float("nan"), "too few blocks")
    centre = np.eye(n) - 1 / n
    difference = centre @ ratios.estimate[seen]
    covariance = centre @ ratios.covariance[np.ix_(seen, seen)] @ centre
    method = "Rao and Scott, covariance of block means"
    if np.abs(difference).max() < 1e-12:
        return Equality(0.0, n - 1, n_blocks - 1, 1.0, "no difference at all")
    if np.trace(covariance) < 1e-15:
        covariance = np.outer(difference, difference) / n_blocks
        method += ", one imaginary equal block added"
    statistic, df1, df2 = quadratic_form(difference, covariance, n_blocks)
    return Equality(statistic, df1, df2, float(stats.f.sf(statistic, df1, df2)), method)


def quadratic_form(difference: Array, covariance: Array, n_blocks: int) -> tuple[float, float, float]:
    """Sum of squares over its mean under no difference, with the degrees of freedom of its F distribution.

    A sum of squares of normal numbers around their mean with this covariance is spread as chi-square with df1 degrees
    of freedom (Satterthwaite), at most one less than the numbers; df2 counts what the blocks tell of the covariance.
    """
    mean = float(np.trace(covariance))
    squares = max(float((covariance**2).sum()) - mean**2 / n_blocks, mean**2 / (len(covariance) - 1))
    df1 = mean**2 / squares
    return float(difference @ difference) / mean, df1, df1 * (n_blocks - 1)


def pearson(wins: Array) -> Equality:
    """Pearson's test that all win equally often, from numbers of wins in independent games with a single winner.

    With few games the covariance of `equality` is a poor guess, and its false alarms too many (four places and 40
    games: 7 % at 5 %); Pearson's counts need none.
    """
    n, k = float(wins.sum()), len(wins)
    if k < 2 or not n:
        return Equality(float("nan"), 0, 0, float("nan"), "nothing to compare")
    statistic = float(((wins - n / k) ** 2).sum() * k / n)
    return Equality(statistic, k - 1, 0, float(stats.chi2.sf(statistic, k - 1)), "Pearson, numbers of wins")


def contrasts(n: int) -> Array:
    """Orthonormal contrasts of n values, shape (n - 1, n)."""
    rows = np.zeros((n - 1, n))
    for i in range(1, n):
        rows[i - 1, :i] = 1 / i
        rows[i - 1, i] = -1
        rows[i - 1] /= np.sqrt(1 + 1 / i)
    return rows


def pair_differences(ratios: Ratios) -> tuple[Array, Array, Array]:
    """All paired differences first minus second.

    Returns
    -------
    tuple
        Index pairs (m, 2), differences (m,), standard errors (m,) from the covariance.
    """
    pairs = np.array([(i, j) for i in range(len(ratios.estimate)) for j in range(i + 1, len(ratios.estimate))])
    if not len(pairs):
        return np.zeros((0, 2), int), np.zeros(0), np.zeros(0)
    first, second = pairs.T
    cov = ratios.covariance
    variance = cov[first, first] + cov[second, second] - 2 * cov[first, second]
    scale = cov[first, first] + cov[second, second]
    variance = np.where(variance <= 1e-13 * scale, 0.0, variance)
    return pairs, ratios.estimate[first] - ratios.estimate[second], np.sqrt(variance)


def p_values(difference: Array, error: Array, n_blocks: int | Array) -> Array:
    """Two-sided t test of differences from 0, with one number of blocks or one for each.

    NaN where the error is 0 or unknown and the difference is not 0.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        p = 2 * stats.t.sf(np.abs(difference / error), np.maximum(np.asarray(n_blocks) - 1, 1))
    p = np.where(error > 0, p, np.nan)
    return np.where(np.abs(difference) < 1e-12, 1.0, p)


def holm(p: Array) -> Array:
    """Holm's adjusted p values; NaN stays NaN and counts as no test."""
    p = np.asarray(p, float)
    adjusted = np.full(p.shape, np.nan)
    order = np.argsort(np.where(np.isnan(p), np.inf, p), kind="stable")
    n = int(np.isfinite(p).sum())
    running = 0.0
    for step, index in enumerate(order[:n]):
        running = max(running, min(1.0, float(p[index]) * (n - step)))
        adjusted[index] = running
    return adjusted


def benjamini_hochberg(p: Array) -> Array:
    """Benjamini and Hochberg's adjusted p values (q values): of those below a bound, so large a share is false alarms.

    NaN stays NaN and counts as no test.
    """
    p = np.asarray(p, float)
    adjusted = np.full(p.shape, np.nan)
    known = np.flatnonzero(np.isfinite(p))
    order = known[np.argsort(p[known], kind="stable")]
    scaled = p[order] * len(order) / np.arange(1, len(order) + 1)
    adjusted[order] = np.minimum(1.0, np.minimum.accumulate(scaled[::-1])[::-1])
    return adjusted
