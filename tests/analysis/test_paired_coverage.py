"""How often 95 % intervals of paired differences hold the true one: usual changes, and those that hardly ever show."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest
from calibration_kit import AT_LEAST, COVERAGE, Bounds, Tally, seed_of
from sizes import SIZES

from analysis.blocks import RatioSums
from analysis.metrics import Metric
from analysis.paired import PairSums, Side, differences

Array = np.ndarray[Any, Any]
#: Sums over blocks (n_blocks, n_studies, 2) of both sides, from a generator and a number of studies.
Maker = Callable[[np.random.Generator, int], tuple[Array, Array]]

#: Studies that are made at once.
CHUNK = 500


@dataclass(frozen=True)
class Cell:
    """Blocks of a kind: how both sides come about, and by how much they truly differ."""

    name: str
    make: Maker
    truth: float
    bounds: Bounds = COVERAGE
    is_share: bool = True


@dataclass(frozen=True)
class Redrawn:
    """Each game is won with chance 1/4; on side B `often` of the games are drawn anew with a better chance.

    `luck`: share of games that use the luck of their block. `present`: chance that the character is in a block at all.
    """

    n_blocks: int
    size: int
    often: float
    better: float
    luck: float = 0.0
    present: float = 1.0

    @property
    def truth(self) -> float:
        return self.often * self.better

    def __call__(self, rng: np.random.Generator, n_studies: int) -> tuple[Array, Array]:
        shape = (self.n_blocks, n_studies, self.size)
        own, of_block = rng.random(shape), rng.random((*shape[:2], 1))
        one = np.where(rng.random(shape) < self.luck, of_block, own)
        new = rng.random(shape) < self.often
        two = np.where(new, rng.random(shape) < 0.25 + self.better, one < 0.25)
        seats = self.size * (rng.random(shape[:2]) < self.present)
        return _sums((one < 0.25).sum(2), two.sum(2), seats)


@dataclass(frozen=True)
class Added:
    """On side B `often` of the blocks that were lost (three in four, whole blocks alike) are won."""

    n_blocks: int
    size: int
    often: float

    @property
    def truth(self) -> float:
        return 0.75 * self.often

    def __call__(self, rng: np.random.Generator, n_studies: int) -> tuple[Array, Array]:
        shape = (self.n_blocks, n_studies)
        one = rng.random(shape) < 0.25
        two = one | (rng.random(shape) < self.often)
        return _sums(self.size * one, self.size * two, np.full(shape, self.size))


@dataclass(frozen=True)
class Rarer:
    """Something that happens in a game with chance `one` on side A, `two` on side B."""

    n_blocks: int
    size: int
    one: float
    two: float

    @property
    def truth(self) -> float:
        return self.two - self.one

    def __call__(self, rng: np.random.Generator, n_studies: int) -> tuple[Array, Array]:
        luck = rng.random((self.n_blocks, n_studies, self.size))
        return _sums((luck < self.one).sum(2), (luck < self.two).sum(2), np.full(luck.shape[:2], self.size))


@dataclass(frozen=True)
class Shifted:
    """A score that is 2 higher on side B in every game, and in `often` of the blocks other by about `by` in all."""

    n_blocks: int
    size: int
    often: float
    by: float

    @property
    def truth(self) -> float:
        return 2 + self.often * self.by / self.size

    def __call__(self, rng: np.random.Generator, n_studies: int) -> tuple[Array, Array]:
        shape = (self.n_blocks, n_studies)
        one = np.rint(rng.normal(60, 10, shape) * self.size)
        other = np.rint(rng.normal(self.by, abs(self.by) / 2, shape))
        two = one + 2 * self.size + np.where(rng.random(shape) < self.often, other, 0)
        return _sums(one, two, np.full(shape, self.size))


def _sums(one: Array, two: Array, games: Array) -> tuple[Array, Array]:
    below = games.astype(float)
    return tuple(np.stack([above * (below > 0), below], axis=2) for above in (one, two))  # type: ignore[return-value]


def _redrawn(name: str, n_blocks: int, size: int, games: float, **more: float) -> Cell:
    """Side B draws about so many games anew in all."""
    maker = Redrawn(n_blocks, size, games / (n_blocks * size), 0.3, **more)
    return Cell(f"{name}: {games:g} of {n_blocks * size} games drawn anew, blocks of {size}", maker, maker.truth)


def _usual() -> list[Cell]:
    cells = [
        _redrawn("usual", n, size, n * size * often) for n, size, often in ((300, 1, 0.5), (60, 6, 1), (200, 24, 0.2))
    ]
    cells += [
        _redrawn("luck of the block", 120, 6, 360, luck=0.6),
        _redrawn("present in half", 200, 6, 600, present=0.5),
    ]
    maker = Shifted(150, 6, 1.0, 60)
    return [*cells, Cell("scores that all move", maker, maker.truth, is_share=False)]


def _rare() -> list[Cell]:
    cells = [_redrawn("rare", n, size, games) for n, size in ((200, 1), (200, 6), (60, 24)) for games in (1, 4, 12)]
    makers: list[Any] = [Added(200, size, moved / 200) for size in (1, 6) for moved in (1, 5, 12)]
    makers += [Rarer(200, 6, one, two) for one, two in ((0, 0.0005), (0.0005, 0), (0, 0.003), (0.01, 0.011), (0, 0))]
    cells += [Cell(f"rare: {maker}", maker, maker.truth) for maker in makers]
    shifts = [Shifted(200, 6, moved / 200, by) for moved in (1, 6) for by in (1, -15)]
    cells += [Cell(f"rare: {maker}", maker, maker.truth, is_share=False) for maker in shifts]
    return [replace(cell, bounds=AT_LEAST) for cell in cells]


def _held(cell: Cell, rng: np.random.Generator, n_studies: int) -> Array:
    """Whether each study's interval holds the truth; all studies at once, as if each were a metric of its own."""
    one, two = cell.make(rng, n_studies)
    pairs, sides = PairSums(n_studies), (RatioSums(n_studies), RatioSums(n_studies))
    for at in np.array_split(np.arange(len(one)), 3):  # as they come from files, piece by piece
        pairs.add(one[at], two[at])
        for sums, blocks in zip(sides, (one, two), strict=True):
            sums.add(blocks[at, :, 0], blocks[at, :, 1])
    metrics = [Metric("place", str(study), "", cell.is_share) for study in range(n_studies)]
    a, b = (Side(sums.estimate, sums.error, sums.x, sums.n_blocks) for sums in sides)
    frame = differences(metrics, a, b, pairs, 95.0)
    slack = 1e-12
    held: Array = ((frame["low"] <= cell.truth + slack) & (frame["high"] >= cell.truth - slack)).to_numpy()
    return held


@pytest.mark.parametrize("cell", [*_usual(), *_rare()], ids=lambda cell: cell.name)
def test_coverage(cell: Cell, figure: Callable[[str, object], None]) -> None:
    tally = Tally("paired", cell.name)
    rng = np.random.default_rng(seed_of(cell.name))
    for _ in range(0, SIZES.compare_studies, CHUNK):
        for held in _held(cell, rng, CHUNK):
            tally.add("coverage", held, cell.bounds)
    (line,) = tally.lines()
    figure(f"coverage of 95 % intervals of a paired difference, {cell.name}", f"{line.figure:.4f}")
    assert line.is_ok, line
