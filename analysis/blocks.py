"""Sums over blocks, and ratios with errors out of them.

A block is a balanced set of seatings; games of a block are not independent, blocks are. Every estimate
here is a ratio of two sums over blocks, and its error comes from how blocks differ (linearised ratio estimator).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]

#: A variance below this share of the sum of squares is rounding, not variation.
_ROUNDING = 1e-13
#: Blocks of independent games that are imagined beside those played; see `steadied`.
IMAGINED = 4


@dataclass(frozen=True)
class Ratios:
    """Estimates with their covariance.

    Attributes
    ----------
    estimate
        Ratios, shape (n,); NaN where the denominator is 0.
    covariance
        Covariance of the estimates, shape (n, n); NaN with a single block.
    weight
        Denominators (number of games, seats or cards), shape (n,).
    n_blocks
        Number of blocks.
    """

    estimate: Array
    covariance: Array
    weight: Array
    n_blocks: int

    @property
    def error(self) -> Array:
        """Standard errors, shape (n,)."""
        error: Array = np.sqrt(np.diag(self.covariance))
        return error


class Moments:
    """Sums over blocks of a vector and of its outer product: all that linear ratios and their covariance need."""

    def __init__(self, size: int) -> None:
        self.n_blocks = 0
        self.total = np.zeros(size)
        self.cross = np.zeros((size, size))

    def widen(self, more: int) -> None:
        """Makes room for numbers that were 0 in every block so far."""
        self.total = np.pad(self.total, (0, more))
        self.cross = np.pad(self.cross, ((0, more), (0, more)))

    def add(self, vectors: Array) -> None:
        """Adds block vectors, shape (n_blocks, size)."""
        self.n_blocks += len(vectors)
        self.total += vectors.sum(0)
        self.cross += vectors.T @ vectors

    def ratios(self, above: Array, below: Array) -> Ratios:
        """Ratios (above @ total) / (below @ total) of linear forms, each of shape (n, size)."""
        return ratios(self.n_blocks, self.total, self.cross, above, below)


def ratios(n_blocks: int, total: Array, cross: Array, above: Array, below: Array) -> Ratios:
    """Linearised ratio estimator from sums over blocks; see `Moments`."""
    weight = below @ total
    with np.errstate(divide="ignore", invalid="ignore"):
        estimate = np.where(weight > 0, above @ total / weight, np.nan)
        residual = above - np.nan_to_num(estimate)[:, None] * below
        spread = residual @ cross @ residual.T
        size = np.einsum("ij,jk,ik->i", np.abs(above), np.abs(cross), np.abs(above))
        flat = np.diag(spread) <= _ROUNDING * size
        spread[flat, :] = 0.0
        spread[:, flat] = 0.0
        scale = n_blocks / (n_blocks - 1) if n_blocks > 1 else np.nan
        covariance = scale * spread / np.outer(weight, weight)
    return Ratios(estimate, covariance, weight, n_blocks)


def steadied(blocks: Ratios, games: Ratios) -> Ratios:
    """Ratios whose covariance holds IMAGINED blocks of independent games, where blocks differ less than those would.

    Where nearly all blocks give the same (two equal players with the same dice in both seatings), an error from the
    few that do not is too small too often. Imagined blocks do for blocks what two imagined wins and two losses do for
    a plain share (Agresti and Coull): what a block can give is taken into account before it was seen. They never make
    an error smaller, change nothing for blocks of one game, and fade as 4 in n.

    Parameters
    ----------
    blocks
        The ratios with their covariance over blocks.
    games
        The same ratios as if every game were a block of its own.
    """
    gap = np.nan_to_num(games.covariance - blocks.covariance)
    if blocks.n_blocks < 2 or not gap.any():
        return blocks
    values, vectors = np.linalg.eigh(gap)
    values = np.where(values > 1e-9 * np.nan_to_num(np.diag(games.covariance)).max(), values, 0.0)
    more = (vectors * values) @ vectors.T * IMAGINED / (blocks.n_blocks + IMAGINED)
    return Ratios(blocks.estimate, blocks.covariance + more, blocks.weight, blocks.n_blocks)


class RatioSums:
    """Many ratios at once, each with its own error and no covariance between them.

    Keeps, for each ratio of block sums y / x, the sums of y, x, y*y, x*x, x*y over the blocks.
    """

    def __init__(self, size: int) -> None:
        self.n_blocks = 0
        self.n_blocks_with = np.zeros(size, np.int64)  # blocks in which there was something to count
        self.y, self.x, self.yy, self.xx, self.xy = (np.zeros(size) for _ in range(5))

    def add(self, y: Array, x: Array) -> None:
        """Adds block sums, each of shape (n_blocks, size) or broadcastable to it."""
        self.n_blocks += len(y)
        x = np.broadcast_to(x, y.shape)
        self.n_blocks_with += (x > 0).sum(0)
        self.y += y.sum(0)
        self.x += x.sum(0)
        self.yy += np.einsum("ij,ij->j", y, y)
        self.xx += np.einsum("ij,ij->j", x, x)
        self.xy += np.einsum("ij,ij->j", x, y)

    @property
    def estimate(self) -> Array:
        """Ratios, shape (size,); NaN where nothing was counted."""
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(self.x > 0, self.y / self.x, np.nan)

    @property
    def error(self) -> Array:
        """Standard errors, shape (size,); NaN with fewer than two blocks or where nothing was counted."""
        if self.n_blocks < 2:
            return np.full(len(self.y), np.nan)
        ratio = self.estimate
        spread = self.yy - 2 * ratio * self.xy + ratio**2 * self.xx
        spread = np.where(spread <= _ROUNDING * self.yy, 0.0, spread)
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.sqrt(spread * self.n_blocks / (self.n_blocks - 1)) / np.where(self.x > 0, self.x, np.nan)


class DifferenceSums:
    """Many differences of two ratios of the same blocks, y1 / x1 - y2 / x2, each with its error.

    Both sides come from the same blocks, so their covariance belongs to the error of the difference.
    """

    def __init__(self, size: int) -> None:
        self.n_blocks = 0
        self.n_blocks_with = np.zeros((2, size), np.int64)  # blocks with something on the first, the second side
        self.total, self.cross = np.zeros((size, 4)), np.zeros((size, 4, 4))

    def add(self, blocks: Array) -> None:
        """Adds block sums (y1, x1, y2, x2), shape (n_blocks, size, 4)."""
        self.n_blocks += len(blocks)
        self.n_blocks_with += (blocks[:, :, 1::2] > 0).sum(0).T
        self.total += blocks.sum(0)
        by_entry = blocks.swapaxes(0, 1)
        self.cross += by_entry.swapaxes(1, 2) @ by_entry

    @property
    def weights(self) -> tuple[Array, Array]:
        """Denominators of both sides, each of shape (size,)."""
        return self.total[:, 1], self.total[:, 3]

    @property
    def estimates(self) -> tuple[Array, Array]:
        """Both ratios, each of shape (size,); NaN where nothing was counted."""
        with np.errstate(divide="ignore", invalid="ignore"):
            first, second = self.total[:, 0::2].T / self.total[:, 1::2].T
        return first, second

    @property
    def errors(self) -> tuple[Array, Array]:
        """Standard errors of both ratios (linearised), each of shape (size,); NaN with one block or an empty side."""
        if self.n_blocks < 2:
            return np.full(len(self.total), np.nan), np.full(len(self.total), np.nan)
        found = []
        for side, ratio in enumerate(self.estimates):
            y, x = 2 * side, 2 * side + 1
            cross = self.cross
            with np.errstate(divide="ignore", invalid="ignore"):
                spread = cross[:, y, y] - 2 * ratio * cross[:, y, x] + ratio**2 * cross[:, x, x]
                spread = np.where(spread <= _ROUNDING * cross[:, y, y], 0.0, spread) / self.total[:, x] ** 2
            found.append(np.sqrt(spread * self.n_blocks / (self.n_blocks - 1)))
        return found[0], found[1]

    @property
    def difference(self) -> Array:
        """First ratio minus second, shape (size,); NaN where a side is empty."""
        first, second = self.estimates
        return np.asarray(first - second)

    @property
    def error(self) -> Array:
        """Standard errors of the differences (linearised), shape (size,); NaN with one block or an empty side."""
        if self.n_blocks < 2:
            return np.full(len(self.total), np.nan)
        first, second = self.estimates
        with np.errstate(divide="ignore", invalid="ignore"):
            one, two = 1 / self.total[:, 1], 1 / self.total[:, 3]
            form = np.stack([one, -first * one, -two, second * two], axis=1)
            spread = np.einsum("si,sij,sj->s", form, self.cross, form)
            size = np.einsum("si,sij,sj->s", np.abs(form), np.abs(self.cross), np.abs(form))
        spread = np.where(spread <= _ROUNDING * size, 0.0, spread)
        return np.sqrt(spread * self.n_blocks / (self.n_blocks - 1))


class Batches:
    """Sums of block vectors over consecutive runs of blocks, for checks of the run itself."""

    def __init__(self, size: int, blocks_in_batch: int) -> None:
        self.size, self.blocks_in_batch, self.n_blocks = size, max(1, blocks_in_batch), 0
        self._sums: dict[int, tuple[int, Array, Array]] = {}

    def add(self, vectors: Array) -> None:
        """Adds block vectors in plan order, shape (n_blocks, size)."""
        batch = (self.n_blocks + np.arange(len(vectors))) // self.blocks_in_batch
        self.n_blocks += len(vectors)
        for index in np.unique(batch):
            part = vectors[batch == index]
            count, total, cross = self._sums.get(int(index), (0, np.zeros(self.size), np.zeros((self.size,) * 2)))
            self._sums[int(index)] = (count + len(part), total + part.sum(0), cross + part.T @ part)

    def sums(self) -> tuple[Array, Array, Array]:
        """Number of blocks (b,), totals (b, size) and crosses (b, size, size) of the batches, in plan order."""
        parts = [self._sums[index] for index in sorted(self._sums)]
        counts, totals, crosses = zip(*parts, strict=True)
        return np.array(counts), np.array(totals), np.array(crosses)
