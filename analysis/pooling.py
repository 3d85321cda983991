"""Many groups at once: what spread luck alone gives, how much of it is real, and estimates pulled together by as much.

The model is normal: an estimate d of a group has error variance s2, true values have mean 0 and variance tau2.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import optimize, stats

from analysis.blocks import Ratios
from analysis.equality import quadratic_form

Array = np.ndarray[Any, Any]

#: Draws of the ranks that luck alone gives, and their fixed seed.
N_DRAWS, _SEED = 2000, 20_240_501


#: Weight of the common error beside an own one, in deals.
PRIOR_DEALS = 60


@dataclass(frozen=True)
class Spread:
    """How much groups differ.

    Attributes
    ----------
    n
        Number of groups that have enough games.
    seen, by_luck
        Standard deviation of their estimates; what it would be on average if all were equal.
    true, true_low, true_high
        Standard deviation of the true values (Paule and Mandel) with its interval (Q profile); NaN if unknown.
    statistic, df1, df2, p_value
        Test that all are equal: Rao and Scott's second-order correction, F(df1, df2).
    """

    n: int
    seen: float
    by_luck: float
    true: float
    true_low: float
    true_high: float
    statistic: float
    df1: float
    df2: float
    p_value: float


def pooled_variance(ratios: Ratios, squares: Array) -> Array:
    """Error variances of shares for pooling: that of independent games with the common share, times a common factor.

    A group's own error depends on its own share (nobody won: no error at all) and knows little where it has few games,
    so that extremes would weigh too much or too little.

    Parameters
    ----------
    ratios
        Differences of the shares from the common share, with their covariance.
    squares
        Sum of squared credits of each group around the common share.
    """
    n = ratios.weight
    known = np.isfinite(ratios.error) & (n > 0)
    independent = squares[known].sum() / max(n[known].sum(), 1)
    if not independent > 0:
        return np.full(len(n), np.nan)
    effect = float((n[known] ** 2 * ratios.error[known] ** 2).sum() / (n[known].sum() * independent))
    with np.errstate(divide="ignore"):
        return np.asarray(effect * independent / n)


def moderated_error(ratios: Ratios, s2: Array, deals: Array) -> tuple[Array, Array]:
    """Standard errors for tests, and their degrees of freedom: own ones, steadied by the common one.

    An own error out of few deals is uncertain, and judged many at once some are far too small. The common error counts
    as PRIOR_DEALS further deals (moderated t).
    """
    own = np.where(deals > 1, np.diag(ratios.covariance), 0.0)
    df = np.maximum(deals - 1, 0) + PRIOR_DEALS
    s2 = np.where(np.isfinite(s2), s2, own)  # nobody won, or everybody: nothing to pool
    variance = (np.maximum(deals - 1, 0) * own + PRIOR_DEALS * s2) / df
    return np.sqrt(variance) if ratios.n_blocks > 1 else np.full(len(variance), np.nan), df


def true_variance(d: Array, s2: Array) -> float:
    """Variance of the true values by Paule and Mandel: that at which the weighted squares are as large as expected."""
    return _variance_at(d, s2, len(d) - 1)


def _variance_at(d: Array, s2: Array, wanted: float) -> float:
    def surplus(tau2: float) -> float:
        weight = 1 / (s2 + tau2)
        centre = (weight * d).sum() / weight.sum()
        return float((weight * (d - centre) ** 2).sum()) - wanted

    if len(d) < 2 or not surplus(0.0) > 0:
        return 0.0
    top = float(np.ptp(d) ** 2) + float(s2.max())
    while surplus(top) > 0:
        top *= 4
    return float(optimize.brentq(surplus, 0.0, top, xtol=1e-12))


def spread(d: Array, s2: Array, covariance: Array, n_blocks: int, level: float) -> Spread:
    """What groups with enough games differ by; `covariance` is that of d over blocks, `level` in percent."""
    n = len(d)
    if n < 2 or n_blocks < 3 or not np.isfinite(covariance).all() or not np.isfinite(s2).all():
        nan = float("nan")
        return Spread(n, nan, nan, nan, nan, nan, nan, nan, nan, nan)
    tail = (100 - level) / 200
    true = np.sqrt(true_variance(d, s2))
    low, high = (np.sqrt(_variance_at(d, s2, float(stats.chi2.ppf(q, n - 1)))) for q in (1 - tail, tail))
    root = np.sqrt(s2)
    scaled = covariance / np.outer(root, root)
    statistic, df1, df2 = quadratic_form(d / root, scaled, n_blocks)
    p = float(stats.f.sf(statistic, df1, df2))
    by_luck = float(np.sqrt(max(np.trace(covariance) - covariance.mean() * n, 0) / (n - 1)))
    return Spread(n, float(d.std(ddof=1)), by_luck, float(true), float(low), float(high), statistic, df1, df2, p)


def shrunk(d: Array, s2: Array, tau: float, level: float) -> tuple[Array, Array, Array]:
    """Differences pulled towards 0, by as much as luck explains, with their intervals at `level` percent."""
    if not np.isfinite(tau):
        return d * np.nan, d * np.nan, d * np.nan
    s2 = np.where(np.isfinite(s2), s2, np.nan)  # groups without games
    keep = tau**2 / (tau**2 + s2)
    centre = keep * d
    half = stats.norm.ppf(0.5 + level / 200) * np.sqrt(keep * s2)
    return centre, centre - half, centre + half


def ranks_by_luck(covariance: Array, level: float) -> tuple[Array, Array]:
    """Bounds of the largest, second largest, ... difference in `level` % of studies in which all groups are equal."""
    n = len(covariance)
    if not n or not np.isfinite(covariance).all():
        return np.full(n, np.nan), np.full(n, np.nan)
    values, vectors = np.linalg.eigh(covariance)
    root = vectors * np.sqrt(np.maximum(values, 0))
    draws = np.random.default_rng(_SEED).standard_normal((N_DRAWS, n)) @ root.T
    ranked = -np.sort(-draws, axis=1)
    low, high = np.percentile(ranked, [(100 - level) / 2, (100 + level) / 2], axis=0)
    return low, high
