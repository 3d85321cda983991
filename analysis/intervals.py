"""Intervals: Wilson on an effective number of games, t intervals for means, order statistics for quantiles."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from scipy import stats

Array = np.ndarray[Any, Any]


@cache
def t_quantile(level: float, n_blocks: int) -> float:
    """Two-sided t quantile at `level` (in percent) with n_blocks - 1 degrees of freedom; NaN with one block."""
    if n_blocks < 2:
        return float("nan")
    return float(stats.t.ppf(0.5 + level / 200, n_blocks - 1))


def wilson(share: Array, n: Array, quantile: float) -> tuple[Array, Array]:
    """Wilson score interval of shares out of n (effective) games; lies in [0, 1], never of zero width for finite n.

    Parameters
    ----------
    share, n
        Shares in 0..1 and numbers of games, broadcastable; n need not be whole.
    quantile
        Normal or t quantile of the level.
    """
    share, n = np.asarray(share, float), np.asarray(n, float)
    with np.errstate(divide="ignore", invalid="ignore"):
        q2n = quantile**2 / n
        centre = (share + q2n / 2) / (1 + q2n)
        half = quantile * np.sqrt(share * (1 - share) / n + q2n / (4 * n)) / (1 + q2n)
    low = np.where(share <= 0, 0.0, centre - half)
    high = np.where(share >= 1, 1.0, centre + half)
    return np.clip(low, 0, 1), np.clip(high, 0, 1)


def wilson_games(share: Array, error: Array, weight: Array, n_blocks: int) -> Array:
    """Number of games that Wilson's formula needs to give the clustered error.

    It is the number at which a simple yes-or-no share would have the error found from block means, so shared wins
    and shared deals are both in it. Blocks of one game without shared wins give exactly their number. Where blocks do
    not differ at all (nobody ever won, every game is shared by all), the error says nothing and the number of blocks
    stands in: blocks are what is known to be independent.
    """
    share, error, weight = np.asarray(share, float), np.asarray(error, float), np.asarray(weight, float)
    blocks = np.minimum(weight, float(n_blocks))
    with np.errstate(divide="ignore", invalid="ignore"):
        games = share * (1 - share) / error**2 * n_blocks / max(n_blocks - 1, 1)
    known: Array = np.where((error > 0) & (games > 0), games, blocks)
    return known


def share_interval(
    share: Array, error: Array, weight: Array, n_blocks: int, level: float, n_tests: int = 1
) -> tuple[Array, Array]:
    """Interval of shares with clustered errors at `level` percent; (0, 1) where one block gives no error.

    `n_tests` above 1 gives simultaneous (Bonferroni) bounds for that many shares.
    """
    quantile = t_quantile(100 - (100 - level) / n_tests, n_blocks)
    if np.isnan(quantile):
        shape = np.shape(share)
        return np.zeros(shape), np.ones(shape)
    return wilson(share, wilson_games(share, error, weight, n_blocks), quantile)


def mean_interval(mean: Array, error: Array, n_blocks: int | Array, level: float) -> tuple[Array, Array]:
    """t interval of means with clustered errors at `level` percent; NaN with one block.

    `n_blocks` is the number of blocks that tell something of each mean, one for all or one for each.
    """
    half = stats.t.ppf(0.5 + level / 200, np.asarray(n_blocks) - 1) * np.asarray(error, float)
    return np.asarray(mean) - half, np.asarray(mean) + half


def quantile_interval(counts: Array, probability: float, n_effective: float, level: float) -> tuple[int, int, int]:
    """Quantile of a histogram over 0, 1, 2, ..., with its order-statistic interval for n_effective draws.

    Returns
    -------
    tuple
        Indices of the quantile and of the lower and upper bound.
    """
    cumulative = np.cumsum(counts) / counts.sum()
    half = stats.norm.ppf(0.5 + level / 200) * np.sqrt(probability * (1 - probability) / max(n_effective, 1.0))
    at, low, high = (
        int(np.searchsorted(cumulative, min(max(p, 0.0), 1.0) - 1e-12))
        for p in (probability, probability - half, probability + half)
    )
    last = len(counts) - 1 - int(np.argmax(counts[::-1] > 0))
    return min(at, last), max(low, int(np.argmax(counts > 0))), min(high, last)
