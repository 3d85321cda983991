"""How often wins are shared, and how often the top score is, before the tie-break."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from analysis.blocks import RatioSums
from analysis.intervals import share_interval
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

    def frame(self, ask: Ask) -> pd.DataFrame:
        """Rows `kind`, `ways` (2 or more), number, share of all games and its interval."""
        y, x = self.sums.y, self.sums.x
        low, high = share_interval(self.sums.estimate, self.sums.error, x, self.sums.n_blocks, ask.level)
        frame = pd.DataFrame(
            {
                "kind": np.repeat(self.kinds, self.k + 1) if self.kinds else [],
                "ways": np.tile(np.arange(self.k + 1), len(self.kinds)),
                "n": x.astype(np.int64),
                "count": y.astype(np.int64),
                "share": self.sums.estimate,
                "se": self.sums.error,
                "low": low,
                "high": high,
            }
        )
        return frame[frame["ways"] >= 2].reset_index(drop=True)
