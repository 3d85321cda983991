"""Games with a known fair value: who wins is drawn by weights that the keys change, with one luck for all cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from analysis.fair_cells import Cells, cells_of

Array = np.ndarray[Any, Any]

BLOCK = 12


@dataclass(frozen=True)
class Truth:
    """In a game at x, place p wins with a chance proportional to exp(start[p] + slope[p] @ x + bend[p] @ x**2)."""

    start: tuple[float, ...]
    slope: tuple[tuple[float, ...], ...]
    bend: tuple[tuple[float, ...], ...] = ()

    @property
    def k(self) -> int:
        return len(self.start)

    def strength(self, x: Array) -> Array:
        """Logarithms of the weights at points (n, n_keys): (n, k)."""
        x = np.atleast_2d(np.asarray(x, float))
        bent = x**2 @ np.array(self.bend).T if self.bend else 0.0
        return np.array(self.start) + x @ np.array(self.slope).T + bent

    def off(self, x: Array) -> Array:
        """Exact share minus fair, (n, k)."""
        weight = np.exp(self.strength(x))
        return np.asarray(weight / weight.sum(1, keepdims=True) - 1 / self.k)

    def cells(self, x: Array, n_blocks: int, rng: np.random.Generator) -> Cells:
        """Cells out of played games; the winner is the largest of strength plus Gumbel luck, so chances are exact."""
        x = np.asarray(x, float)
        n = n_blocks * BLOCK
        luck = rng.gumbel(size=(n, self.k)).astype(np.float32)
        sums = np.zeros((n_blocks, len(x), self.k, 2))
        sums[..., 1] = BLOCK
        for cell, strength in enumerate(self.strength(x).astype(np.float32)):
            winner = np.argmax(luck + strength, axis=1)
            code = np.arange(n) // BLOCK * self.k + winner
            sums[:, cell, :, 0] = np.bincount(code, minlength=n_blocks * self.k).reshape(n_blocks, self.k)
        return cells_of(x, places(self.k), sums, sums.sum(2), n_blocks, n)


def places(k: int) -> list[str]:
    return [f"place {place}" for place in range(1, k + 1)]


def exact_cells(x: Sequence[float], off: Array, error: float = 0.0) -> Cells:
    """Cells of one key without any luck, with independent errors of a given size."""
    off = np.asarray(off, float)
    n, k = off.shape
    covariance = (np.eye(n * k) * error**2).reshape(n, k, n, k)
    fair = 1 / k
    weight = np.full((n, k), 1e5)
    at = np.asarray(x, float).reshape(n, -1)
    return Cells(at, tuple(places(k)), off + fair, np.full(n, fair), weight, off, covariance, 5_000, 100_000, 4_000)
