"""Means over whole games, with errors from blocks, to be held against printed ones."""

from __future__ import annotations

import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from sim.game import GameData, GameSpec
from sim.plan import make_plan

from .players import player_of

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Mean:
    """A mean over games.

    Attributes
    ----------
    value
        The mean.
    error
        Standard error from the means of blocks: games of a block share their deal and their luck.
    spread
        Standard deviation of single values.
    """

    value: float
    error: float
    spread: float = 0.0

    def __str__(self) -> str:
        return f"{self.value:.5f} ± {self.error:.5f}"

    def is_near(self, printed: float, error: float, rounding: float) -> bool:
        """Whether a printed mean lies within 4 standard errors of both samples, and its rounding."""
        return abs(self.value - printed) <= 4 * math.hypot(self.error, error) + rounding


def half_digit(printed: str) -> float:
    """Half a unit of the last digit of a printed number."""
    return float(0.5 * 10.0 ** -len(printed.partition(".")[2]))


@dataclass
class Sums:
    """Running sums of one measure, over values and over block means."""

    n: int = 0
    n_blocks: int = 0
    total: float = 0.0
    squares: float = 0.0
    block_squares: float = 0.0

    def add(self, blocks: Array) -> None:
        """Add values of whole blocks, shape (blocks, values of a block)."""
        values, means = blocks.astype(np.float64).ravel(), blocks.mean(axis=1, dtype=np.float64)
        self.n += len(values)
        self.n_blocks += len(means)
        self.total += math.fsum(values)
        self.squares += math.fsum(values**2)
        self.block_squares += math.fsum(means**2)

    def mean(self) -> Mean:
        value = self.total / self.n
        spread = math.sqrt(max(self.squares / self.n - value**2, 0.0))
        variance = max(self.block_squares / self.n_blocks - value**2, 0.0) * self.n_blocks / (self.n_blocks - 1)
        return Mean(value, math.sqrt(variance / self.n_blocks), spread)


def means(
    game: GameSpec,
    data: GameData,
    measure: Callable[[Array], dict[str, Array]],
    n_games: int,
    seed: int,
    n_seats: int = 4,
    batch: int = 1_200,
) -> dict[str, Mean]:
    """Means by measure over whole blocks of at least `n_games` games with uniform choices.

    Parameters
    ----------
    measure
        Makes measures out of outcome rows of whole blocks: by name, one value for each game, or values by block.
    batch
        Games played at once, a multiple of the block's size; two threads play.
    """
    plan = make_plan(game, n_games, n_seats, ["random"], seed=seed)
    player = player_of(game, data, plan)
    player.warm()
    assert batch % plan.block_size == 0

    def play(lo: int) -> dict[str, Array]:
        return measure(player.play(plan.rows(0, lo, min(lo + batch, plan.n_games))))

    sums: dict[str, Sums] = {}
    with ThreadPoolExecutor(2) as threads:
        for measures in threads.map(play, range(0, plan.n_games, batch)):
            for name, values in measures.items():
                blocks = values if values.ndim == 2 else values.reshape(-1, plan.block_size)
                sums.setdefault(name, Sums()).add(blocks)
    return {name: found.mean() for name, found in sums.items()}
