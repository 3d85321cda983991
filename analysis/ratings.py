"""Ratings out of who beat whom: Bradley and Terry's model of the wins that two policies took from each other's games.

Of the wins in games in which policy i holds n_i seats and policy j n_j, i takes n_i exp(r_i) of every
n_i exp(r_i) + n_j exp(r_j). A shared win is shared between its seats; where teams win, each winner's win counts. Errors
come from how blocks differ. Ratings are shown on Elo's scale: 400 points are a factor of ten in wins.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import stats
from scipy.sparse.csgraph import connected_components

from analysis.blocks import Ratios
from analysis.design import Design, Term
from analysis.equality import Equality, contrasts, quadratic_form
from analysis.fitting import PRIOR_SD, Slope, finish, maximise
from analysis.interactions import POLICY

Array = np.ndarray[Any, Any]

#: Elo points of one unit of log-odds.
ELO = 400 / math.log(10)
#: Who has fewer wins, or fewer losses, is rated too roughly for blocks to tell the error.
FEW_WINS = 10


@dataclass(frozen=True)
class Meetings:
    """Who met whom, and what they won from each other.

    Attributes
    ----------
    n_policies
        Number of policies.
    who
        The two policies of each kind of meeting, shape (n, 2).
    seats
        Seats that each held in a game, shape (n, 2).
    won
        Wins of both by block, shape (n blocks, n, 2).
    """

    n_policies: int
    who: Array
    seats: Array
    won: Array

    @property
    def total(self) -> Array:
        """Wins of both over all blocks, shape (n, 2)."""
        return np.asarray(self.won.sum(0))

    @property
    def sides(self) -> Array:
        """+1 for the first policy of a meeting, -1 for the second: shape (n, n_policies)."""
        rows = np.zeros((len(self.who), self.n_policies))
        at = np.arange(len(self.who))
        rows[at, self.who[:, 0]] = 1
        rows[at, self.who[:, 1]] = -1
        return rows

    def chance(self, ratings: Array) -> Array:
        """Share of the wins that the model gives the first policy, shape (n,)."""
        gap = self.sides @ ratings + np.log(self.seats[:, 0] / self.seats[:, 1])
        return np.asarray(1 / (1 + np.exp(-gap)))

    def slope_at(self, ratings: Array) -> Slope:
        """The log-likelihood at some ratings, each win a draw of its own."""
        first, second = self.total.T
        p, sides = self.chance(ratings), self.sides
        with np.errstate(divide="ignore", invalid="ignore"):
            value = np.where(first > 0, first * np.log(p), 0) + np.where(second > 0, second * np.log1p(-p), 0)
        score = sides.T @ (first - (first + second) * p)
        curvature = sides.T @ (sides * ((first + second) * p * (1 - p))[:, None])
        return Slope(float(value.sum()), score, curvature)

    def residuals(self, ratings: Array) -> Array:
        """Wins of the first policies beyond those that the model gives them, by block: (n blocks, n)."""
        return np.asarray(self.won[:, :, 0] - self.won.sum(2) * self.chance(ratings))


@dataclass(frozen=True)
class Ratings:
    """Ratings on Elo's scale.

    Attributes
    ----------
    rating
        Shape (n_policies,); 0 is the mean, each policy weighted by what its games tell (see `weights_of`).
    covariance
        Shape (n_policies, n_policies); NaN with one block.
    group
        By policy: number of its group, 0 is the largest (see `groups_of`). Between groups all wins went one way, or
        there were none: what lies between their ratings is the prior's, not the games'.
    is_thin
        By policy: whether it stands apart from the largest group, or has fewer than FEW_WINS wins or losses. Blocks
        hardly differ then, so the model's own error is added, which says that next to nothing is known of the gap.
    expected, misfit, misfit_error
        By meeting: the share of wins that the ratings give the first policy, the share that it took beyond that, and
        its standard error.
    fit
        Test that the ratings explain all meetings.
    """

    rating: Array
    covariance: Array
    group: Array
    is_thin: Array
    expected: Array
    misfit: Array
    misfit_error: Array
    fit: Equality
    n_blocks: int
    is_converged: bool

    def against_each_other(self) -> Ratios:
        """The ratings as ratios, for paired differences."""
        return Ratios(self.rating, self.covariance, np.ones(len(self.rating)), self.n_blocks)


def rate(meetings: Meetings, pairs: Array | None = None, prior_sd: float = PRIOR_SD) -> Ratings:
    """Ratings of all policies.

    Parameters
    ----------
    meetings
        Who met whom.
    pairs
        Number of the pair of each kind of meeting, by which misfits are added up; default one each.
    prior_sd
        Standard deviation of ratings in log-odds before any game is seen; it keeps them finite.
    """
    n, pairs = meetings.n_policies, np.arange(len(meetings.who)) if pairs is None else pairs
    coding = contrasts(n).T
    term = Term(POLICY, tuple(map(str, range(n))), np.arange(n), coding)
    design = Design((term,), n, has_intercept=False)
    top = maximise(meetings.slope_at, design, prior_sd)
    ratings = coding @ top.parameters
    residuals = meetings.residuals(ratings)
    scores = residuals @ (meetings.sides @ coding)
    fit = finish(top, scores.T @ scores, len(meetings.won), prior_sd)
    group = groups_of(meetings)
    is_thin = (group > 0) | (_fewest(meetings) < FEW_WINS)
    alone = coding.T @ _apart(group, is_thin) @ coding
    shift = np.eye(n) - weights_of(meetings, ratings)
    move = ELO * (np.eye(n) - _pull_of_zero(meetings, ratings)) @ coding
    covariance = move @ (fit.covariance + alone @ fit.model_covariance @ alone.T) @ move.T
    pull = scores @ fit.model_covariance @ coding.T
    expected, off, error, test = _fitness(meetings, pairs, ratings, residuals, pull)
    return Ratings(
        rating=ELO * (shift @ ratings),
        covariance=covariance,
        group=group,
        is_thin=is_thin,
        expected=expected,
        misfit=off,
        misfit_error=error,
        fit=test,
        n_blocks=len(meetings.won),
        is_converged=top.is_converged,
    )


def weights_of(meetings: Meetings, ratings: Array) -> Array:
    """By policy, what its games tell of its rating, as a share of what all tell: the information of its wins.

    Somebody who hardly ever wins may be 1,000 points behind or 2,000. In a plain mean that doubt would be in the error
    of everybody's rating; by these weights it stays with him.
    """
    told = np.diag(meetings.slope_at(ratings).curvature)
    return np.asarray(told / told.sum()) if told.sum() > 0 else np.full(len(told), 1 / len(told))


def _pull_of_zero(meetings: Meetings, ratings: Array) -> Array:
    """By policy, how far the weighted mean moves with its rating: by its weight, and because weights go with ratings.

    Without the second part the errors of those far from the mean are up to a fifth too small.
    """
    wins, p, sides = meetings.total.sum(1), meetings.chance(ratings), meetings.sides
    spread = wins * p * (1 - p)
    told = (sides**2).T @ spread
    if not told.sum() > 0:
        return weights_of(meetings, ratings)
    weights = told / told.sum()
    change = (sides**2).T @ ((spread * (1 - 2 * p))[:, None] * sides)  # of `told` (row) by ratings (column)
    return np.asarray(weights + (ratings - weights @ ratings) @ change / told.sum())


def groups_of(meetings: Meetings) -> Array:
    """By policy: number of its group, in which everybody is behind and ahead of everybody else through some wins.

    Wins that went both ways tie two policies to one scale, and so does a ring of them: the ratings of a group are
    finite without a prior (Ford 1957). Group 0 is the largest, where one is larger than all others.
    """
    wins = np.zeros((meetings.n_policies, meetings.n_policies))
    for (i, j), (first, second) in zip(meetings.who, meetings.total, strict=True):
        wins[i, j] += first
        wins[j, i] += second
    _, label = connected_components((wins > 0).astype(int), connection="strong")
    sizes = np.bincount(label)
    is_largest = (sizes == sizes.max())[label] & ((sizes == sizes.max()).sum() == 1)
    numbers = {name: at for at, name in enumerate(dict.fromkeys(label[~is_largest].tolist()), start=1)}
    return np.array([numbers.get(int(name), 0) for name in label])


def _fewest(meetings: Meetings) -> Array:
    """By policy: its wins or its losses, whichever are fewer."""
    found = np.zeros((2, meetings.n_policies))
    for side in (0, 1):
        np.add.at(found[0], meetings.who[:, side], meetings.total[:, side])
        np.add.at(found[1], meetings.who[:, side], meetings.total[:, 1 - side])
    return np.asarray(found.min(0))


def _apart(group: Array, is_thin: Array) -> Array:
    """Means of the ratings of each group that stands apart, and of each policy that is thin by itself; else 0."""
    labels = np.where(is_thin & (group == 0), -1 - np.arange(len(group)), group)
    same = (labels[:, None] == labels[None, :]) & is_thin[:, None]
    return np.asarray(same / np.maximum(same.sum(1, keepdims=True), 1))


def _fitness(
    meetings: Meetings, pairs: Array, ratings: Array, residuals: Array, pull: Array
) -> tuple[Array, Array, Array, Equality]:
    """By pair: expected share, misfit and its error; and the test of all misfits at once.

    What is left of a block after the fit is its residual less what its own `pull` on the ratings, of shape (n blocks,
    n_policies), explains.
    """
    add = np.zeros((int(pairs.max()) + 1, len(pairs)))
    add[pairs, np.arange(len(pairs))] = 1
    wins, p = meetings.total.sum(1), meetings.chance(ratings)
    n_blocks, of_pair = len(meetings.won), add @ wins
    with np.errstate(divide="ignore", invalid="ignore"):
        expected = (add @ (wins * p)) / of_pair
        left = (residuals - (pull @ meetings.sides.T) * (wins * p * (1 - p))) @ add.T / of_pair
        misfit = residuals.sum(0) @ add.T / of_pair
    scale = n_blocks / (n_blocks - 1) if n_blocks > 1 else np.nan
    covariance = scale * left.T @ left
    error = np.sqrt(np.diag(covariance))
    return expected, misfit, error, _test(misfit, covariance, meetings.n_policies, n_blocks)


def _test(misfit: Array, covariance: Array, n_policies: int, n_blocks: int) -> Equality:
    known = np.isfinite(misfit)
    n_free = int(known.sum()) - (n_policies - 1)
    if n_free < 1:
        return Equality(math.nan, 0, 0, math.nan, "as many ratings as pairs: they fit by construction")
    if n_blocks <= n_free:
        return Equality(math.nan, n_free, 0, math.nan, "too few blocks")
    off, cov = misfit[known], covariance[np.ix_(known, known)]
    if np.abs(off).max() < 1e-9:
        return Equality(0.0, n_free, n_blocks - 1, 1.0, "no misfit at all")
    if np.trace(cov) < 1e-15:
        return Equality(math.nan, n_free, 0, math.nan, "blocks do not differ")
    statistic, df1, df2 = quadratic_form(off, cov, n_blocks)
    df1 = min(df1, float(n_free))
    p_value = float(stats.f.sf(statistic, df1, df2))
    return Equality(statistic, df1, df2, p_value, "squared misfits of pairs, covariance of block means")
