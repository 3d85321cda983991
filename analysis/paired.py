"""Two runs on common random numbers: differences by block, each with an error that knows what the sides share.

Block k of one run is set against block k of the other: the same deal and the same luck, as far as the rules let them
be the same. What both sides have in common falls out of the difference, and so does its variance.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from scipy import stats

from analysis.blocks import IMAGINED
from analysis.equality import holm, p_values
from analysis.intervals import mean_interval
from analysis.metrics import Metric, MetricSums, metrics_of
from analysis.run import Run

Array = np.ndarray[Any, Any]

#: A variance below this share of the sum of squares is rounding, not variation.
_ROUNDING = 1e-13
_COLUMNS = ["kind", "label", "unit", "is_share", "a", "a_se", "b", "b_se", "difference", "se", "low", "high"]
_COLUMNS += ["p_value", "p_holm", "is_paired", "n_blocks", "gain", "n_same"]
#: What must be equal for block k of one run to be about the same chance as block k of the other; with its usual value.
_COMMON = (
    ("game", "games", None),
    ("seed", "seeds", None),
    ("n_seats", "numbers of players", None),
    ("seating", "seatings", "balanced"),
    ("deals", "deals", "shared"),
    ("block_size", "sizes of a block", None),
)


def cannot_pair(a: Run, b: Run, tables: tuple[int, int] = (0, 0)) -> str:
    """Why the blocks of two runs are no pairs: "" where they are, else a phrase such as `seeds 1 and 2`.

    Then the runs are independent samples, as differences of them are taken to be. Another rule set, card set, policy
    or cast is no reason: block k still has its deal on both sides.
    """
    for name, words, usual in _COMMON:
        one, two = (run.manifest.get(name, usual) for run in (a, b))
        if one != two:
            return f"{words} {one} and {two}"
    one, two = (n_blocks_of(run, table) for run, table in zip((a, b), tables, strict=True))
    return "" if one == two else f"numbers of blocks {one:,} and {two:,}"


@dataclass(frozen=True)
class Paired:
    """Differences of two runs in one policy table of each.

    Attributes
    ----------
    frame
        See `paired`.
    reason
        Why the blocks are no pairs, "" where they are.
    n_games, n_blocks
        Of side a and of side b.
    n_same
        Blocks in which no metric at all differs; 0 if they are no pairs.
    """

    frame: pd.DataFrame
    reason: str
    n_games: tuple[int, int]
    n_blocks: tuple[int, int]
    n_same: int


def paired(a: Run, b: Run, tables: tuple[int, int] = (0, 0), level: float = 95.0) -> pd.DataFrame:
    """How the metrics of run b differ from those of run a, in one policy table of each.

    Parameters
    ----------
    tables
        Index of the policy table of a and of b.
    level
        Level of intervals in percent.

    Returns
    -------
    DataFrame
        One row a metric found on either side: kind, label, unit, is_share; a, a_se, b, b_se; difference (b minus a),
        se, low, high, p_value, p_holm (within the kind); is_paired; n_blocks; gain (how many times as many games two
        independent runs would need for the same error: the variance of independent runs over that of the paired ones;
        NaN where there is none); n_same (blocks in which both sides are equal; 0 if they are no pairs). What one side
        lacks has NaN there and no difference. Where every metric is the same in every block, differences are exactly
        0 with error 0; else an error never comes from the lack of variation in one of them (`_steadied`).
    """
    return pair_runs(a, b, tables, level).frame


def pair_runs(a: Run, b: Run, tables: tuple[int, int] = (0, 0), level: float = 95.0) -> Paired:
    """As `paired`, with what the differences rest on."""
    reason = cannot_pair(a, b, tables)
    metrics = tuple(dict.fromkeys((*metrics_of(a), *metrics_of(b))))
    sides = MetricSums(a, metrics), MetricSums(b, metrics)
    one, two = (side.pieces(table) for side, table in zip(sides, tables, strict=True))
    pairs = PairSums(len(metrics))
    for pieces in _aligned(one, two) if not reason else ():
        pairs.add(*pieces)
    for _ in (*one, *two):
        pass  # blocks that are no pairs are summed on their own
    first, second = (Side.of(side, side.frame(level)) for side in sides)
    frame = differences(metrics, first, second, None if reason else pairs, level)
    n_games, n_blocks = (sides[0].n_games, sides[1].n_games), (first.n_blocks, second.n_blocks)
    return Paired(frame, reason, n_games, n_blocks, pairs.n_same_at_all)


@dataclass(frozen=True)
class Side:
    """Metrics of one side: estimates and errors (NaN where games are too few), denominators (0 there), blocks."""

    estimate: Array
    se: Array
    weight: Array
    n_blocks: int

    @classmethod
    def of(cls, sums: MetricSums, found: pd.DataFrame) -> Side:
        """A side that has been summed up; `found` is the frame of the sums."""
        enough = sums.is_enough()
        estimate, se = (np.where(enough, found[name].to_numpy(float), np.nan) for name in ("estimate", "se"))
        return cls(estimate, se, np.where(enough, sums.ratios.x, 0), sums.ratios.n_blocks)

    def first(self, n: int) -> Side:
        """The same of the first n metrics."""
        return Side(self.estimate[:n], self.se[:n], self.weight[:n], self.n_blocks)


def differences(metrics: Sequence[Metric], a: Side, b: Side, pairs: PairSums | None, level: float) -> pd.DataFrame:
    """What `paired` returns, out of sums that are there; `pairs` is None of independent samples."""
    frame = pd.DataFrame([vars(metric) for metric in metrics])
    frame["a"], frame["a_se"], frame["b"], frame["b_se"] = a.estimate, a.se, b.estimate, b.se
    weights: Array = np.stack([a.weight, b.weight])
    if pairs is None:
        _add_independent(frame, weights, [a.n_blocks, b.n_blocks], level)
    else:
        _add_paired(frame, pairs, weights, level)
    frame["p_holm"] = frame.groupby("kind", sort=False)["p_value"].transform(lambda p: holm(p.to_numpy()))
    frame["is_paired"] = pairs is not None
    found: pd.DataFrame = frame.reindex(columns=_COLUMNS)[weights.max(0) > 0].reset_index(drop=True)
    return found


def n_blocks_of(run: Run, table: int) -> int:
    """Blocks of a policy table: of a run that stopped by itself those that were played."""
    n_blocks: Any = run.manifest["n_blocks"]
    return int(n_blocks[table] if isinstance(n_blocks, list) else n_blocks)


def _aligned(first: Iterator[Array], second: Iterator[Array]) -> Iterator[tuple[Array, Array]]:
    """Pieces of equal length out of two streams of blocks."""
    one = two = np.zeros((0, 0, 0))
    while True:
        one = next(first, one[:0]) if not len(one) else one
        two = next(second, two[:0]) if not len(two) else two
        n = min(len(one), len(two))
        if not n:
            if len(one) != len(two):
                raise ValueError("one run has more blocks than its manifest says")
            return
        yield one[:n], two[:n]
        one, two = one[n:], two[n:]


class PairSums:
    """Sums over pairs of blocks of (u, x, u' - u, x' - x), u = y - c x: what ratios on both sides differ by.

    `c` is the ratio of the first blocks: it keeps the numbers small, so that few small differences in large sums are
    not lost in rounding; the difference of the ratios does not depend on it.
    """

    def __init__(self, size: int) -> None:
        self.n_blocks = 0
        self.total, self.cross = np.zeros((size, 4)), np.zeros((size, 4, 4))
        self.n_same_at_all = 0
        self.n_same, self.n_usual = np.zeros(size, np.int64), np.zeros(size, np.int64)
        self._centre: Array = np.zeros(size)
        self._usual: Array = np.zeros((size, 2))

    def add(self, one: Array, two: Array) -> None:
        """Adds blocks of both sides, each (n_blocks, size, 2)."""
        change = two - one
        if not self.n_blocks:
            above, below = one.sum(0).T
            self._centre = np.divide(above, below, out=np.zeros_like(above), where=below > 0)
            self._usual = np.stack([_most_common(change[:, at]) for at in range(change.shape[1])])
        self.n_blocks += len(one)
        is_same = (change == 0).all(2)
        self.n_same += is_same.sum(0)
        self.n_same_at_all += int(is_same.all(1).sum())
        self.n_usual += (change == self._usual).all(2).sum(0)
        parts = np.concatenate([one, change], axis=2)
        parts[:, :, 0::2] -= self._centre[:, None] * parts[:, :, 1::2]
        self.total += parts.sum(0)
        by_metric = parts.swapaxes(0, 1)
        self.cross += by_metric.swapaxes(1, 2) @ by_metric

    def difference(self) -> Array:
        """Ratio of the second side minus that of the first, shape (size,)."""
        first, second = self._ratios()
        return second - first

    def variance(self) -> Array:
        """Variance of the differences over blocks (linearised); NaN with one block or an empty side."""
        if self.n_blocks < 2:
            return np.full(len(self.total), np.nan)
        first, second = self._ratios()
        with np.errstate(divide="ignore", invalid="ignore"):
            one, two = 1 / self.total[:, 1], 1 / (self.total[:, 1] + self.total[:, 3])
            form = np.stack([two - one, first * one - second * two, two, -second * two], axis=1)
            spread = np.einsum("si,sij,sj->s", form, self.cross, form)
            size = np.einsum("si,sij,sj->s", np.abs(form), np.abs(self.cross), np.abs(form))
        return np.where(spread <= _ROUNDING * size, 0.0, spread) * self.n_blocks / (self.n_blocks - 1)

    def _ratios(self) -> tuple[Array, Array]:
        """Ratios of both sides, less the centre."""
        total = self.total
        with np.errstate(divide="ignore", invalid="ignore"):
            return total[:, 0] / total[:, 1], (total[:, 0] + total[:, 2]) / (total[:, 1] + total[:, 3])


def _most_common(change: Array) -> Array:
    """The most common of the pairs, shape (n, 2): by how much a block usually changes."""
    found, counts = np.unique(change[:, 0] + 1j * change[:, 1], return_counts=True)
    most = found[int(np.argmax(counts))]
    return np.array([most.real, most.imag])


def _add_paired(frame: pd.DataFrame, pairs: PairSums, weights: Array, level: float) -> None:
    """Differences of pairs of blocks."""
    n = pairs.n_blocks
    difference = np.where((weights > 0).all(0), pairs.difference(), np.nan)
    apart = (frame["a_se"] ** 2 + frame["b_se"] ** 2).to_numpy()
    variance = pairs.variance()
    variance = np.where(np.isnan(difference), np.nan, variance)
    if not (pairs.n_same == n).all():  # else no game differs in any way that shows
        variance = _steadied(variance, apart, weights.min(0), frame["is_share"].to_numpy(), n - pairs.n_usual, n)
    error = np.sqrt(variance)
    frame["difference"], frame["se"] = difference, error
    low, high = mean_interval(difference, error, n, level)
    frame["low"], frame["high"] = _within(low, high, frame)
    frame["p_value"] = p_values(difference, error, n)
    frame["n_blocks"], frame["n_same"] = n, pairs.n_same
    with np.errstate(divide="ignore", invalid="ignore"):
        frame["gain"] = np.where((variance > 0) & (apart > 0), apart / variance, np.nan)


def _steadied(variance: Array, apart: Array, weight: Array, is_share: Array, n_moved: Array, n_blocks: int) -> Array:
    """Variance of paired differences with IMAGINED blocks among those that changed otherwise than the usual one.

    Where nearly all blocks change by the same (mostly: not at all), the error from the few others is too small too
    often, and 0 where there are none. The imagined ones are as large, squared, as those seen on average, to which one
    block is added in which the sides are as different as two deals are; of a share, in which at least one game
    differs. They fade as more blocks change in ways of their own: where all do, nothing is added.

    Parameters
    ----------
    variance, apart
        Variance of the paired difference, and that of independent runs.
    weight
        Games (or seats) of the smaller side.
    n_moved
        Blocks that did not change by the usual.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        one_game = np.where(is_share, 1 / weight**2, 0.0)
    block = np.maximum(np.nan_to_num(apart) / n_blocks, one_game)
    steady: Array = variance + IMAGINED * (1 - n_moved / n_blocks) * (variance + block) / (n_moved + 1)
    return steady


def _add_independent(frame: pd.DataFrame, weights: Array, n_blocks: list[int], level: float) -> None:
    """Differences of independent samples: Welch's degrees of freedom."""
    is_share = frame["is_share"].to_numpy()
    with np.errstate(divide="ignore", invalid="ignore"):
        least = np.where(is_share, IMAGINED / weights**2, 0.0)  # of what hardly ever happened
    each = np.maximum(np.stack([frame["a_se"], frame["b_se"]]) ** 2, least)
    variance = np.where((weights > 0).all(0), each.sum(0), np.nan)
    freedom = np.maximum(np.array(n_blocks, float)[:, None] - 1, 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        df = np.where(variance > 0, variance**2 / (each**2 / freedom).sum(0), freedom.min(0))
    difference, error = (frame["b"] - frame["a"]).to_numpy(), np.sqrt(variance)
    half = stats.t.ppf(0.5 + level / 200, df) * error
    frame["difference"], frame["se"] = difference, error
    frame["low"], frame["high"] = _within(difference - half, difference + half, frame)
    frame["p_value"] = p_values(difference, error, df + 1)
    frame["n_blocks"], frame["n_same"], frame["gain"] = min(n_blocks), 0, np.nan


def _within(low: Array, high: Array, frame: pd.DataFrame) -> tuple[Array, Array]:
    """Bounds of differences; those of shares lie in -1..1."""
    is_share = frame["is_share"].to_numpy()
    return np.where(is_share, np.maximum(low, -1), low), np.where(is_share, np.minimum(high, 1), high)
