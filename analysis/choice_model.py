"""Single winners: the chance of each seat to win its game is its strength over that of all (conditional logit).

This is the first choice of the Plackett-Luce model: the log of a seat's strength, its utility, is the sum of its
effects. A win shared by m seats counts 1/m for each of them. What the likelihood needs of the games is how often each
composition (which seat types met) was played and the wins of each type; what errors by block need is how blocks differ
in those. Blocks with the same compositions are one pattern, so a balanced plan of any length is a few patterns; a plan
with too many of them is read again instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
from scipy import sparse

from analysis.block_scores import Meat
from analysis.design import Design
from analysis.fitting import Slope
from analysis.stirring import stirred

Array = np.ndarray[Any, Any]

#: More numbers than this are not kept of patterns (32 MB); nor more patterns than the other.
MOST_NUMBERS, MOST_PATTERNS = 1 << 22, 1 << 15
#: Tables of a sample.
MOST_TABLES = 1 << 12


class Games:
    """Some games that count.

    Attributes
    ----------
    types
        Type of each seat, shape (n_seats, n).
    credit
        Win credit, which sums to 1 in each game, shape (n_seats, n).
    block
        Block of each game from 0, ascending, shape (n,).
    n_blocks
        Number of blocks, those without a game among them too.
    """

    def __init__(self, types: Array, credit: Array, block: Array, n_blocks: int) -> None:
        self.types, self.credit, self.block, self.n_blocks = types, credit, block, n_blocks


Reader = Callable[[], Iterable[Games]]


class Patterns:
    """Blocks by which compositions they hold.

    Compositions and patterns are known by 64-bit sums of stirred type numbers; that two different ones agree has a
    chance of one in 10^10 in a run that is full of them.

    Attributes
    ----------
    compositions
        Types of the seats, ascending, shape (n compositions, n_seats).
    """

    def __init__(self, n_seats: int) -> None:
        self.compositions = np.zeros((0, n_seats), np.int64)
        self._compositions: dict[int, int] = {}
        self._patterns: dict[int, int] = {}
        self._parts: list[Array] = []  # (pattern, composition, games)
        self._n_blocks, self._won, self._cross = np.zeros(0), np.zeros((0, 0)), np.zeros((0, 0))
        self.is_open = True

    def add(self, games: Games, n_types: int) -> None:
        """Adds whole blocks; does nothing any more where there are too many patterns."""
        if not self.is_open or not len(games.block):
            return
        starts = np.flatnonzero(np.append(True, games.block[1:] != games.block[:-1]))
        key = stirred(np.arange(n_types))[games.types].sum(0, dtype=np.uint64)
        pattern_key = np.add.reduceat(stirred(key), starts)
        found, first, pattern = np.unique(pattern_key, return_index=True, return_inverse=True)
        fresh = [at for at, code in enumerate(found.tolist()) if code not in self._patterns]
        n = len(self._patterns) + len(fresh)
        if n > MOST_PATTERNS or n * n_types > MOST_NUMBERS:
            self.is_open = False
            self._parts, self._won = [], np.zeros((0, 0))
            return
        ends = np.append(starts[1:], len(games.block))
        self._learn(found[fresh], [(starts[first[at]], ends[first[at]]) for at in fresh], games.types, key)
        at = np.array([self._patterns[code] for code in found.tolist()])
        self._count(at[pattern], games, starts, n_types)

    def _learn(self, codes: Array, spans: list[tuple[int, int]], types: Array, key: Array) -> None:
        """Notes the compositions of patterns that are new, each by the games of one of its blocks."""
        for code, (start, end) in zip(codes.tolist(), spans, strict=True):
            games, first, times = np.unique(key[start:end], return_index=True, return_counts=True)
            for game, at in zip(games.tolist(), first.tolist(), strict=True):
                if game not in self._compositions:
                    self._compositions[game] = len(self._compositions)
                    seats = np.sort(types[:, start + at])
                    self.compositions = np.concatenate([self.compositions, seats[None]])
            pattern = self._patterns.setdefault(code, len(self._patterns))
            which = np.array([self._compositions[game] for game in games.tolist()])
            self._parts.append(np.stack([np.full(len(which), pattern), which, times]))

    def _count(self, pattern: Array, games: Games, starts: Array, n_types: int) -> None:
        more, wider = len(self._patterns) - len(self._n_blocks), n_types - self._won.shape[1]
        self._n_blocks = np.pad(self._n_blocks, (0, more))
        self._won = np.pad(self._won, ((0, more), (0, wider)))
        self._cross = np.pad(self._cross, ((0, wider), (0, wider)))
        seat, game = np.nonzero(games.credit)
        row = np.searchsorted(starts, game, side="right") - 1
        where = (row, games.types[seat, game])
        won = sparse.csr_array((games.credit[seat, game], where), (len(starts), n_types))
        self._n_blocks += np.bincount(pattern, minlength=len(self._n_blocks))
        self._cross += (won.T @ won).toarray()
        in_pattern = sparse.csr_array(
            (np.ones(len(starts)), (pattern, np.arange(len(starts)))), (len(self._n_blocks), len(starts))
        )
        self._won += (in_pattern @ won).toarray()

    @property
    def played(self) -> Array:
        """How often each composition was played, shape (n compositions,)."""
        return np.asarray(self._n_blocks @ self._games())

    def _games(self) -> Any:
        """Games of a block by pattern and composition, sparse."""
        pattern, which, times = np.concatenate(self._parts, axis=1)
        shape = (len(self._n_blocks), len(self.compositions))
        return sparse.csr_array((times.astype(float), (pattern, which)), shape)

    def _expected(self, utility: Array) -> tuple[Array, Any]:
        """Log of the summed strength of each composition, and the chances in it by type (sparse)."""
        log_sum, chance = chances(utility[self.compositions.T])
        return log_sum, _by_type(chance, self.compositions.T, len(utility))

    def slope_at(self, utility: Array) -> Slope:
        log_sum, chance = self._expected(utility)
        n = self.played
        expected, won = n @ chance, self._won.sum(0)
        pairs = (chance.T @ (chance * n[:, None])).toarray()
        value = float(won @ utility - n @ log_sum)
        return Slope(value, won - expected, np.diag(expected) - pairs)

    def meats(self, fits: Sequence[tuple[Design, Array]]) -> list[Array]:
        """For each pair of design and utilities the sum over blocks of the outer product of a block's score."""
        return [self._meat(*fit) for fit in fits]

    def _meat(self, design: Design, utility: Array) -> Array:
        """Sum of (won - expected)(won - expected)', multiplied out so that it needs sums by pattern only."""
        expected = self._games() @ self._expected(utility)[1]
        mixed = np.asarray(expected.T @ self._won)
        own = (expected.T @ (expected * self._n_blocks[:, None])).toarray()
        x = design.matrix
        return np.asarray(x.T @ (self._cross - mixed - mixed.T + own) @ x)


class Sample:
    """Some tables out of very many, evenly over the run: every so many-th game."""

    def __init__(self, n_seats: int) -> None:
        self.types = np.zeros((n_seats, 0), np.int64)
        self._every, self._seen = 1, 0

    def add(self, types: Array) -> None:
        n = types.shape[1]
        self.types = np.concatenate([self.types, types[:, -self._seen % self._every :: self._every]], axis=1)
        self._seen += n
        while self.types.shape[1] > MOST_TABLES:
            self.types, self._every = self.types[:, ::2], 2 * self._every


class Streamed:
    """The same sums from games that are read again for each step: any plan, in flat memory."""

    def __init__(self, read: Reader, n_types: int) -> None:
        self._read, self._n_types = read, n_types

    def slope_at(self, utility: Array) -> Slope:
        value, score = 0.0, np.zeros(self._n_types)
        diagonal, pairs = np.zeros(self._n_types), sparse.csr_array((self._n_types, self._n_types))
        for games in self._read():
            log_sum, chance = chances(utility[games.types])
            value += float((games.credit * utility[games.types]).sum() - log_sum.sum())
            expected = np.bincount(games.types.ravel(), chance.ravel(), self._n_types)
            score += np.bincount(games.types.ravel(), games.credit.ravel(), self._n_types) - expected
            diagonal += expected
            by_type = _by_type(chance, games.types, self._n_types)
            pairs = pairs + by_type.T @ by_type
        return Slope(value, score, sparse.diags_array(diagonal) - pairs)

    def meats(self, fits: Sequence[tuple[Design, Array]]) -> list[Array]:
        sums = [Meat(design) for design, _ in fits]
        for games in self._read():
            for meat, (_, utility) in zip(sums, fits, strict=True):
                residual = games.credit - chances(utility[games.types])[1]
                meat.add(games.block, games.types, residual, games.n_blocks)
        return [meat.matrix() for meat in sums]


def chances(utility: Array) -> tuple[Array, Array]:
    """Log of the summed strengths (n,) and the chances (n_seats, n) of seats with these utilities (n_seats, n)."""
    top = utility.max(0)
    strength = np.exp(utility - top)
    total = strength.sum(0)
    return top + np.log(total), strength / total


def _by_type(chance: Array, types: Array, n_types: int) -> Any:
    """Chances by game and type, sparse (n, n_types)."""
    k, n = types.shape
    ends = np.arange(0, k * n + 1, k)
    return sparse.csr_array((chance.T.ravel(), types.T.ravel(), ends), (n, n_types))
