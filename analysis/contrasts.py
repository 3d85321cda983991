"""Contrasts between the cells of a sweep: means over cells, differences and slopes, with errors that know which cells
share their chance.

Blocks in a row are summed to at most `N_GROUPS` groups a cell, so that all cells fit into memory whatever the number of
games; groups of blocks are as independent as blocks are. Cells on common random numbers have groups in common, and
their covariance is taken from them; other cells are independent samples.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from analysis.blocks import IMAGINED

Array = np.ndarray[Any, Any]

#: Groups of consecutive blocks: enough for errors to within 5 %, few enough for 200 cells to fit into 50 MB.
N_GROUPS = 256
#: A variance below this share of the terms it is made of is rounding.
_ROUNDING = 1e-12


class Grouped:
    """Sums of the metrics of one cell over groups of consecutive blocks."""

    def __init__(self, n_metrics: int, n_blocks: int) -> None:
        self.n_blocks, self._seen = n_blocks, 0
        self.sums = np.zeros((min(n_blocks, N_GROUPS), n_metrics, 2))

    def add(self, blocks: Array) -> None:
        """Adds block sums in plan order, shape (n, n_metrics, 2)."""
        group = (self._seen + np.arange(len(blocks))) * len(self.sums) // self.n_blocks
        self._seen += len(blocks)
        first = np.flatnonzero(np.append(True, group[1:] != group[:-1]))
        self.sums[group[first]] += np.add.reduceat(blocks, first, axis=0)


@dataclass(frozen=True)
class Estimates:
    """Estimates of contrasts, their standard errors, and the number of groups that the errors come from."""

    estimate: Array
    se: Array
    n_groups: int


class Contrasts:
    """Ratios of one metric in every cell, and how each group of blocks pulls at them.

    Parameters
    ----------
    cells
        For each cell, sums over groups (n_groups, 2), or None where the cell has no such metric.
    shared
        For each cell, what it shares chance by: cells with equal keys have the same groups.
    """

    def __init__(self, cells: Sequence[Array | None], shared: Sequence[Hashable]) -> None:
        n = len(cells)
        self.ratio, self.weight, self.variance = np.full(n, np.nan), np.zeros(n), np.zeros(n)
        by_key: dict[Hashable, list[int]] = {}
        for at, (cell, key) in enumerate(zip(cells, shared, strict=True)):
            if cell is not None and cell[:, 1].sum() > 0:
                by_key.setdefault((key, len(cell)), []).append(at)
        self._parts = [
            self._fill(at, np.stack([c for i in at if (c := cells[i]) is not None])) for at in by_key.values()
        ]
        self.n_groups = min((pulls.shape[1] for _, pulls in self._parts), default=0)

    def _fill(self, members: list[int], sums: Array) -> tuple[list[int], Array]:
        """Ratios of cells that share their groups, and the pull of each group; `sums` is (cells, groups, 2)."""
        above, below = sums[..., 0], sums[..., 1]
        weight = below.sum(1, keepdims=True)
        ratio = above.sum(1, keepdims=True) / weight
        n = sums.shape[1]
        pulls = (above - ratio * below) / weight * (np.sqrt(n / (n - 1)) if n > 1 else np.nan)
        self.ratio[members], self.weight[members] = ratio[:, 0], weight[:, 0]
        self.variance[members] = (pulls**2).sum(1)
        return members, pulls

    def of(self, weights: Array, is_share: bool = True) -> Estimates:
        """Contrasts of the cells.

        Parameters
        ----------
        weights
            One row a contrast, one column a cell; NaN estimates where a cell with weight has none. Rows that sum to 0
            are differences: where groups hardly differ in them, imagined ones do (`analysis.paired`), so that no error
            comes from the lack of variation.
        """
        weights = np.atleast_2d(np.asarray(weights, float))
        known = np.isfinite(self.ratio)
        parts = weights * np.where(known, self.ratio, 0.0)
        estimate = parts.sum(1)
        estimate[np.abs(estimate) <= _ROUNDING * np.abs(parts).sum(1)] = 0.0
        variance, n_moved, n_all = (np.zeros(len(weights)) for _ in range(3))
        for members, pulls in self._parts:
            used = (weights[:, members] != 0).any(1)
            pull = weights[:, members] @ pulls
            size = np.abs(weights[:, members]) @ np.abs(pulls)
            pull[np.abs(pull) <= _ROUNDING * size.max(1, keepdims=True)] = 0.0
            variance += (pull**2).sum(1)
            n_moved += used * (pull != 0).sum(1)
            n_all += used * pulls.shape[1]
        is_difference = np.abs(weights.sum(1)) <= _ROUNDING * np.abs(weights).sum(1)
        variance += is_difference * self._imagined(weights, variance, n_moved, n_all, is_share)
        lacks = ((weights != 0) & ~known).any(1)
        return Estimates(np.where(lacks, np.nan, estimate), np.where(lacks, np.nan, np.sqrt(variance)), self.n_groups)

    def _imagined(self, weights: Array, variance: Array, n_moved: Array, n_all: Array, is_share: bool) -> Array:
        """What imagined groups add to the variance of differences in which few groups have a part."""
        n_all = np.maximum(n_all, 1)
        apart = weights**2 @ self.variance
        weight = np.where(self.weight > 0, self.weight, np.inf)
        one_game = weights**2 @ (1 / weight**2) if is_share else np.zeros(len(weights))
        group = np.maximum(apart / n_all, one_game)
        return np.asarray(IMAGINED * (1 - n_moved / n_all) * (variance + group) / (n_moved + 1))


def slope_weights(numbers: Iterable[float]) -> Array:
    """Weights of a least-squares line: their product with the values at these numbers is its slope."""
    x = np.asarray(list(numbers), float)
    off: Array = x - x.mean()
    return np.asarray(off / (off @ off))
