"""Cells of one question on common random numbers: how far each share is from fair, with the covariance of all of them.

A cell is a run of one variant of the rules. All cells have the same seed and the same blocks, so what a block gives in
one cell goes with what it gives in another; the covariance over blocks knows by how much.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from analysis.blocks import Ratios, steadied
from analysis.equality import quadratic_form
from analysis.intervals import t_quantile
from analysis.metrics import PLACE, block_sums, metrics_of
from analysis.paired import cannot_pair
from analysis.run import Run
from sim.errors import UserError

Array = np.ndarray[Any, Any]

#: Blocks are added up to at most so many sums of consecutive ones: memory stays flat, the error is known to 2 %.
MAX_SUMS = 4_096
#: A variance below this share of the squares that it is made of is rounding.
_ROUNDING = 1e-13


@dataclass(frozen=True)
class Cells:
    """Shares of every cell, and how far they are from fair.

    Attributes
    ----------
    x
        Values of the keys in each cell, shape (n_cells, n_keys).
    labels
        What has a share: "place 1", or the title of a character.
    shares, fair, weight
        Win shares (n_cells, n_labels), the fair line of each cell (n_cells,) and games behind each share.
    off
        Share minus fair, shape (n_cells, n_labels).
    covariance
        Of `off`, over blocks: (n_cells, n_labels, n_cells, n_labels).
    n_blocks, n_games
        Of each cell.
    n_sums
        Independent sums that the covariance was made of.
    """

    x: Array
    labels: tuple[str, ...]
    shares: Array
    fair: Array
    weight: Array
    off: Array
    covariance: Array
    n_blocks: int
    n_games: int
    n_sums: int

    @property
    def n(self) -> int:
        """Number of cells."""
        return len(self.x)

    def of(self, label: int) -> tuple[Array, Array]:
        """How far a label is from fair in each cell, and the covariance over the cells."""
        return self.off[:, label], self.covariance[:, label, :, label]

    def at(self, cell: int) -> tuple[Array, Array]:
        """How far each label is from fair in a cell, and their covariance."""
        return self.off[cell], self.covariance[cell, :, cell, :]

    def errors(self) -> Array:
        """Standard errors of `off`, shape (n_cells, n_labels)."""
        size = self.off.size
        found: Array = np.sqrt(np.diag(self.covariance.reshape(size, size))).reshape(self.off.shape)
        return found

    def quantile(self, level: float) -> float:
        """Two-sided t quantile at `level` percent."""
        return t_quantile(level, self.n_sums)

    def some(self, keep: Sequence[int]) -> Cells:
        """The same with some of the cells, in the order given."""
        at = np.asarray(keep, int)
        covariance = self.covariance[at][:, :, at]
        parts = (self.shares[at], self.fair[at], self.weight[at], self.off[at])
        return Cells(self.x[at], self.labels, *parts, covariance, self.n_blocks, self.n_games, self.n_sums)


def sum_up(pieces: Iterator[Array], n_blocks: int) -> Array:
    """Sums of consecutive blocks, at most MAX_SUMS of them, from block sums in pieces: shape (n_sums, ...)."""
    each = -(-n_blocks // MAX_SUMS)
    total: Array | None = None
    at = 0
    for piece in pieces:
        if total is None:
            total = np.zeros((-(-n_blocks // each), *piece.shape[1:]))
        np.add.at(total, (at + np.arange(len(piece))) // each, piece)
        at += len(piece)
    return np.zeros((0, 0, 2)) if total is None else total


def cells_of(x: Array, labels: Sequence[str], sums: Array, of_all: Array, n_blocks: int, n_games: int) -> Cells:
    """Cells from sums over blocks.

    Parameters
    ----------
    x
        Values of the keys, (n_cells, n_keys).
    sums
        Credit and seats of each label, (n_sums, n_cells, n_labels, 2).
    of_all
        Credit and seats of everybody, (n_sums, n_cells, 2): their ratio is the fair line.
    n_blocks, n_games
        Of each cell.
    """
    total, everybody = sums.sum(0), of_all.sum(0)
    with np.errstate(divide="ignore", invalid="ignore"):
        shares = np.where(total[..., 1] > 0, total[..., 0] / total[..., 1], np.nan)
        fair = everybody[:, 0] / everybody[:, 1]
        own = (sums[..., 0] - np.nan_to_num(shares) * sums[..., 1]) / np.maximum(total[..., 1], 1)
    line = (of_all[..., 0] - fair * of_all[..., 1]) / everybody[:, 1]
    n_sums = len(sums)
    spread = (own - line[..., None]).reshape(n_sums, -1)
    scale = n_sums / (n_sums - 1) if n_sums > 1 else np.nan
    size = np.abs(own).reshape(n_sums, -1)
    covariance = _without_rounding(spread.T @ spread, np.einsum("ij,ij->j", size, size)) * scale
    off = np.nan_to_num(shares - fair[:, None])
    covariance = covariance.reshape(*off.shape, *off.shape)
    found = Cells(
        np.asarray(x, float), tuple(labels), shares, fair, total[..., 1], off, covariance, n_blocks, n_games, n_sums
    )
    return _steadied(found)


def _without_rounding(cross: Array, size: Array) -> Array:
    flat = np.diag(cross) <= _ROUNDING * size
    cross[flat, :] = 0.0
    cross[:, flat] = 0.0
    return cross


def _steadied(cells: Cells) -> Cells:
    """As `analysis.blocks.steadied` of each cell: an error must not come from the absence of variation."""
    covariance = cells.covariance.copy()
    for cell in range(cells.n):
        share, n = np.nan_to_num(cells.shares[cell]), np.maximum(cells.weight[cell], 1.0)
        of_games = np.diag(share * (1 - share) / n)
        if np.ptp(n) < 0.5 and abs(share.sum() - 1) < 1e-6:  # one of them wins each game
            of_games -= (np.outer(share, share) - np.diag(share**2)) / n[0]
        blocks = Ratios(cells.off[cell], cells.covariance[cell, :, cell, :], n, cells.n_blocks)
        games = Ratios(cells.off[cell], of_games, n, cells.n_games)
        covariance[cell, :, cell, :] = steadied(blocks, games).covariance
    parts = (cells.shares, cells.fair, cells.weight, cells.off, covariance)
    return Cells(cells.x, cells.labels, *parts, cells.n_blocks, cells.n_games, cells.n_sums)


def is_same(cells: Cells) -> bool:
    """Whether no cell differs from the first in anything: the key changes no win at all."""
    return bool(np.abs(cells.off - cells.off[0]).max() < 1e-12)


def p_moved(cells: Cells, aim: Sequence[int]) -> float:
    """p value of "the keys move none of these shares": squares of the differences between cells against their mean.

    1 where no cell differs from another.
    """
    if cells.n < 2 or is_same(cells):
        return 1.0
    from scipy import stats

    off = cells.off[:, list(aim)]
    centre = np.eye(cells.n) - 1 / cells.n
    covariance = cells.covariance[:, list(aim)][..., list(aim)]
    inner = np.einsum("ab,bicj,cd->aidj", centre, covariance, centre).reshape(off.size, off.size)
    difference = (centre @ off).ravel()
    if not np.trace(inner) > 0:
        return float("nan")
    statistic, df1, df2 = quadratic_form(difference, inner, cells.n_sums)
    return float(stats.f.sf(statistic, df1, df2))


def measure(runs: Sequence[Run], x: Array, table: int, kind: str) -> Cells:
    """Cells out of runs, one each; `kind` as `analysis.metrics` has it, `table` is the index of the policy table.

    Raises
    ------
    UserError
        The runs cannot be paired, or the rows have nothing of this kind.
    """
    metrics = metrics_of(runs[0])
    places = [metric for metric in metrics if metric.kind == PLACE]
    wanted = [metric for metric in metrics if metric.kind == kind]
    if not wanted:
        raise UserError(f"the rows hold no {kind} with enough games")
    n_blocks, n_games = int(runs[0].manifest["n_blocks"]), int(runs[0].manifest["n_games"])
    sums, of_all = [], []
    for run in runs:
        if why := cannot_pair(runs[0], run, (table, table)):
            raise UserError(f"{run.folder}: {why}")
        found = sum_up(block_sums(run, table, [*places, *wanted]), n_blocks)
        of_all.append(found[:, : len(places)].sum(1))
        sums.append(found[:, len(places) :])
    labels = [metric.label for metric in wanted]
    return cells_of(x, labels, np.stack(sums, axis=1), np.stack(of_all, axis=1), n_blocks, n_games)
