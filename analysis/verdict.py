"""Verdicts: balanced, unbalanced, or not enough games, by equivalence within a margin (TOST)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
from scipy import stats

from analysis.intervals import share_interval

Array = np.ndarray[Any, Any]

#: Chance with which the suggested number of games should settle the question, if the estimates are true.
POWER = 0.9
#: Beyond this multiple of the games played no number is named: the estimate lies on the edge of the margin.
MAX_FACTOR = 1000.0


class Answer(StrEnum):
    """What the games say about a group of shares."""

    BALANCED = "balanced"
    UNBALANCED = "unbalanced"
    UNDECIDED = "not enough games"


#: Fewer blocks tell too little about how blocks differ: no verdict rests on them.
MIN_BLOCKS = 30


@dataclass(frozen=True)
class Verdict:
    """Answer for a group of shares.

    Attributes
    ----------
    answer
        Balanced: every (100 - 2a) % interval lies inside fair +- margin (equivalence, intersection over the group).
        Unbalanced: some simultaneous (Bonferroni) interval lies wholly outside. Else not enough games.
    worst
        Index of the share that is farthest from the fair line.
    off
        Indices of the shares whose simultaneous interval lies wholly outside fair +- margin.
    more_games
        Not enough games: about how many more would settle it with a chance of 90 % if the estimates were true,
        None if no sensible number is known; 0 otherwise. Fewer than MIN_BLOCKS blocks: at least what is lacking.
    """

    answer: Answer
    worst: int
    off: tuple[int, ...]
    more_games: int | None


def decide(
    share: Array, error: Array, weight: Array, n_blocks: int, n_games: int, fair: float, margin: float, level: float
) -> Verdict:
    """Verdict for shares with clustered errors; `margin` and `fair` in 0..1, `level` in percent."""
    seen = np.asarray(weight) > 0
    share = np.where(seen, share, fair)
    error = np.where(seen, error, 0.0)
    n = int(seen.sum())
    worst = int(np.argmax(np.abs(share - fair)))
    if n_blocks < MIN_BLOCKS:
        more = _more_games(np.abs(share - fair), error, n, n_games, n_blocks, margin, level)
        lacking = (MIN_BLOCKS - n_blocks) * n_games // max(n_blocks, 1)
        return Verdict(Answer.UNDECIDED, worst, (), max(more or 0, lacking))
    low, high = share_interval(share, error, np.asarray(weight), n_blocks, 2 * level - 100)
    if n and bool(np.all((~seen) | ((low > fair - margin) & (high < fair + margin)))):
        return Verdict(Answer.BALANCED, worst, (), 0)
    low, high = share_interval(share, error, np.asarray(weight), n_blocks, level, max(n, 1))
    off = np.flatnonzero(seen & ((low > fair + margin) | (high < fair - margin)))
    if len(off):
        return Verdict(Answer.UNBALANCED, worst, tuple(int(i) for i in off), 0)
    more = _more_games(np.abs(share - fair), error, n, n_games, n_blocks, margin, level)
    return Verdict(Answer.UNDECIDED, worst, (), more)


def decide_at_look(
    share: Array, low: Array, high: Array, fair: tuple[float, float], n_blocks: int, n_games: int, margin: float
) -> Verdict:
    """Verdict by intervals that hold at any time of stopping; both answers rest on the same ones.

    Parameters
    ----------
    low, high
        Simultaneous bounds of the shares.
    fair
        Bounds of the fair line.
    """
    distance = np.abs(share - sum(fair) / 2)
    worst = int(np.argmax(distance))
    if n_blocks < MIN_BLOCKS:
        return Verdict(Answer.UNDECIDED, worst, (), (MIN_BLOCKS - n_blocks) * n_games // max(n_blocks, 1))
    if bool(np.all((low > fair[1] - margin) & (high < fair[0] + margin))):
        return Verdict(Answer.BALANCED, worst, (), 0)
    off = np.flatnonzero((low > fair[1] + margin) | (high < fair[0] - margin))
    if len(off):
        return Verdict(Answer.UNBALANCED, worst, tuple(int(i) for i in off), 0)
    gap = abs(margin - float(distance[worst]))
    width = (float((high - low).max()) + fair[1] - fair[0]) / 2  # what must become as narrow as the gap
    factor = (width / gap) ** 2 if gap > 0 else MAX_FACTOR
    return Verdict(Answer.UNDECIDED, worst, (), _rounded(n_games, n_blocks, factor))


def _more_games(
    distance: Array, error: Array, n: int, n_games: int, n_blocks: int, margin: float, level: float
) -> int | None:
    """Games to add so that the (shrunk) estimates, if true, give a verdict with chance POWER; rounded up."""
    if n_blocks < 2 or not float(np.nanmax(error)) > 0:
        return None
    tail = 1 - level / 100
    distance = distance * shrinkage(distance, error, n)
    sides = 2 if n == 2 and np.ptp(distance) < 1e-9 else 2 * n  # of two, one is as far above fair as the other below
    inside = stats.norm.ppf(1 - tail) + stats.norm.ppf(1 - (1 - POWER) / sides)
    outside = stats.norm.ppf(1 - tail / (2 * n)) + stats.norm.ppf(POWER)
    with np.errstate(divide="ignore", invalid="ignore"):
        if float(distance.max()) < margin:
            factor = float(np.max((inside * error / (margin - distance)) ** 2))
        else:
            factor = float(np.min(np.where(distance > margin, (outside * error / (distance - margin)) ** 2, np.inf)))
    return _rounded(n_games, n_blocks, factor)


def _rounded(n_games: int, n_blocks: int, factor: float) -> int | None:
    """Games to add for `factor` times the games, with two digits, rounded up; at least a block."""
    if not factor < MAX_FACTOR:
        return None
    return rounded_up(max(n_games * (factor - 1), n_games / n_blocks))


def rounded_up(games: float) -> int:
    """A number of games with two digits, rounded up."""
    unit = 10 ** max(math.floor(math.log10(max(games, 1))) - 1, 0)
    return int(math.ceil(games / unit) * unit)


def shrinkage(distance: Array, error: Array, n: int) -> float:
    """Factor that takes the noise out of many distances (James and Stein): the largest of many is large by chance."""
    known = error > 0
    if n < 4 or not known.any():
        return 1.0
    squares = float(((distance[known] / error[known]) ** 2).sum())
    return max(0.0, 1 - (n - 3) / squares) if squares > 0 else 1.0
