"""Do blocks differ? A seed that never moves, or one that workers share, plays the same games again and again."""

from __future__ import annotations

from typing import Any

import numpy as np

from analysis.run import Rows
from analysis.seen import Seen
from analysis.stirring import stirred

Array = np.ndarray[Any, Any]

#: So many games from the start of the plan are looked at; repeats in more of them happen by chance.
MAX_GAMES = 60_000
#: Below this share of blocks with results of their own the run is unsound ...
MIN_SHARE = 0.9
#: ... unless the game itself has so few results for the same seats that blocks must repeat.
FEW_RESULTS = 64
#: Columns that say who sits where, and those that name the game.
_WHO = ("participant", "character", "policy", "place")
_NAMES = ("game", "block", "table", "seating", "deal")


class Distinct:
    """Fingerprints of the results of blocks at the start of a table."""

    def __init__(self) -> None:
        self._blocks: list[Array] = []
        self._games: list[Array] = []
        self._seatings: list[Array] = []
        self._n_games = 0

    def add(self, seen: Seen) -> None:
        """Adds whole blocks of rows, until there are enough."""
        if self._n_games >= MAX_GAMES:
            return
        rows = seen.rows
        who = _fingerprint(rows, [name for name in rows.columns if name in _WHO])
        results = _fingerprint(rows, [name for name in rows.columns if name not in (*_WHO, *_NAMES)])
        games = stirred(who + np.uint64(3) * results)
        self._blocks.append(np.add.reduceat(games, rows.starts))
        self._games.append(games)
        self._seatings.append(who)
        self._n_games += len(rows)

    def check(self) -> tuple[str, str, bool, str]:
        """The line of run health: name, figure, whether it is sound, meaning."""
        blocks, games, seatings = (np.concatenate(part) for part in (self._blocks, self._games, self._seatings))
        n_own, n_results = len(np.unique(blocks)), len(np.unique(games))
        n_seatings = len(np.unique(seatings))
        few = min(FEW_RESULTS * n_seatings, len(games) / 2)  # games of a short run cannot show more results than games
        is_poor = n_seatings < n_results < few
        figure = f"{n_own:,} of {len(blocks):,}" + (", few results are possible" if is_poor else "")
        meaning = "results of blocks at the start that no other block has: deals must not repeat; >= 90 %"
        is_ok = len(blocks) < 2 or is_poor or n_own >= MIN_SHARE * len(blocks)
        return "blocks differ", figure, is_ok, meaning


def _fingerprint(rows: Rows, names: list[str]) -> Array:
    """A 64-bit number of each game that tells its values in these columns, uint64 of shape (n,)."""
    total = np.zeros(len(rows), np.uint64)
    factor = 0x9E3779B97F4A7C15
    for name in sorted(names):
        for values in _by_game(rows[name], len(rows)):
            whole = np.ascontiguousarray(values, np.float64).view(np.uint64)
            total += stirred(whole + np.uint64(factor))
            factor = factor * 6364136223846793005 + 1442695040888963407 & (1 << 64) - 1
    return stirred(total)


def _by_game(values: Array, n: int) -> Array:
    """Values of a column with games last, shape (numbers of a game, n)."""
    if values.ndim == 3:
        values = values.swapaxes(1, 2)
    return values.reshape(-1, n)
