"""How often wins are shared, and how often the top score is, before the tie-break."""

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


class TieSums:
    """Counts of finished games by number of sharers; the denominator is all games, unfinished ones too."""

    def __init__(self, run: Run, score: str | None) -> None:
        self.k, self.score = run.n_seats, score
        self.kinds = ([] if run.is_team else [SHARED]) + ([TOP] if score else [])
        self.sums = RatioSums(len(self.kinds) * (self.k + 1))

    def add(self, seen: Seen) -> None:
        parts = []
        for kind in self.kinds:
            sharers = seen.rows["winners"] if kind == SHARED else self._at_top(seen)
            sharers = np.where(seen.finished, sharers, 0).astype(np.int64)
            parts.append(seen.rows.count_blocks(sharers, self.k + 1))
        if parts:
            self.sums.add(np.concatenate(parts, axis=1), seen.n_games)

    def _at_top(self, seen: Seen) -> np.ndarray[Any, Any]:
        score = seen.rows[str(self.score)]
        sharers: np.ndarray[Any, Any] = (score == score.max(0)).sum(0)
        return sharers

    def frame(self, ask: Ask, design_effect: float) -> pd.DataFrame:
        """Rows `kind`, `ways` (2 or more), number, share of all games and its interval.

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
                "kind": np.repeat(self.kinds, self.k + 1) if self.kinds else [],
                "ways": np.tile(np.arange(self.k + 1), len(self.kinds)),
                "n": x.astype(np.int64),
                "count": y.astype(np.int64),
                "share": share,
                "se": error,
                "low": low,
                "high": high,
            }
        )
        return frame[frame["ways"] >= 2].reset_index(drop=True)
