"""How often top scores are equal, how often they still are after each tie-break, and how often wins are shared."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from analysis.blocks import RatioSums
from analysis.intervals import share_interval, t_quantile, wilson
from analysis.run import Run
from analysis.seen import Seen
from analysis.shares import Ask

SHARED = "shared win"
TOP = "equal top score before the tie-break"
#: `ways` of the rows that count every tie, by whatever number of sharers.
ANY = 0

Array = np.ndarray[Any, Any]


class TieSums:
    """Counts of finished games by number of sharers; the denominator is all games, unfinished ones too."""

    def __init__(self, run: Run, score: str | None) -> None:
        self.k, self.score = run.n_seats, score
        #: What is left equal by the last tie-break is a shared win, which is counted anyway.
        self.breaks = run.tie_breaks[:-1] if score else ()
        after = [f"still equal after tie-break {at}, {each.meaning}" for at, each in enumerate(self.breaks, 1)]
        before = [TOP, *after] if score else []
        self.kinds = before + ([] if run.is_team else [SHARED])
        self.sums = RatioSums(len(self.kinds) * (self.k + 2))

    def add(self, seen: Seen) -> None:
        level = [*(self._at_top(seen) if self.score else []), *([seen.rows["winners"]] if SHARED in self.kinds else [])]
        parts = []
        for sharers in level:
            n = np.where(seen.finished, sharers, 0).astype(np.int64)
            parts += [seen.rows.count_blocks(n, self.k + 1), seen.rows.sum_blocks(n > 1)[:, None]]
        if parts:
            self.sums.add(np.concatenate(parts, axis=1), seen.n_games)

    def _at_top(self, seen: Seen) -> list[Array]:
        """Number of seats that are level at the top by score, then by each tie-break: each of shape (n,)."""
        score = seen.rows[str(self.score)]
        top = score == score.max(0)
        found = [top.sum(0)]
        for column in self.breaks:
            value = np.where(top, seen.rows[column.name].astype(np.float64), -np.inf)
            top = top & (value == value.max(0))
            found.append(top.sum(0))
        return found

    def frame(self, ask: Ask, design_effect: float) -> pd.DataFrame:
        """Rows `kind`, `ways` (2 or more; ANY: all of them), number, share of all games and its interval.

        Of ties that never happened the blocks tell no error: there the number of games over `design_effect`, that of
        win shares by place (at least 1), stands in; the number of blocks where that is not known either.
        """
        y, x = self.sums.y, self.sums.x
        share, error = self.sums.estimate, self.sums.error
        low, high = share_interval(share, error, x, self.sums.n_blocks, ask.level)
        quantile = t_quantile(ask.level, self.sums.n_blocks)
        if np.isfinite(design_effect) and np.isfinite(quantile):
            never = (y == 0) & (x > 0)
            high = np.where(never, wilson(share, x / max(1.0, design_effect), quantile)[1], high)
        frame = pd.DataFrame(
            {
                "kind": np.repeat(self.kinds, self.k + 2) if self.kinds else [],
                "ways": np.tile([-1, -1, *range(2, self.k + 1), ANY], len(self.kinds)),
                "n": x.astype(np.int64),
                "count": y.astype(np.int64),
                "share": share,
                "se": error,
                "low": low,
                "high": high,
            }
        )
        return frame[frame["ways"] >= 0].reset_index(drop=True)
