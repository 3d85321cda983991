"""What became of seats: how often a flag is set and what goes with it, and when things happened."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from analysis.blocks import DifferenceSums, RatioSums
from analysis.cards import is_untold, kept
from analysis.equality import benjamini_hochberg, holm, p_values
from analysis.intervals import mean_interval, share_interval
from analysis.run import Run
from analysis.seen import Seen
from analysis.shares import MIN_GAMES, Ask
from sim.game import Column, Role

Array = np.ndarray[Any, Any]

#: First values of the classes of times: each alone to 6, then wider.
CLASSES = (0, 1, 2, 3, 4, 5, 6, 7, 10, 15, 25, 50)
NEVER = "never"


class FlagSums:
    """Of each flag of a seat: share of seats that have it, of games with any, and their win share with and without."""

    def __init__(self, run: Run) -> None:
        self.columns = run.with_role(Role.FLAG, True)
        n = len(self.columns)
        self.rate, self.games, self.won = RatioSums(n), RatioSums(n), DifferenceSums(n)

    def add(self, seen: Seen) -> None:
        if not self.columns:
            return
        n, won = (seen.rows.sum_blocks(part).sum(0) for part in (_every(seen), seen.credit * seen.finished))
        blocks, rates, games = [], [], []
        for column in self.columns:
            has = (seen.rows[column.name] != 0) & seen.finished
            n_with, won_with = (seen.rows.sum_blocks(part).sum(0) for part in (has, seen.credit * has))
            blocks.append(np.stack([won_with, n_with, won - won_with, n - n_with], axis=1))
            rates.append(n_with)
            games.append(seen.rows.sum_blocks(has.any(0)))
        self.won.add(np.stack(blocks, axis=1))
        self.rate.add(np.stack(rates, axis=1), n[:, None])
        self.games.add(np.stack(games, axis=1), seen.n_finished)

    def frame(self, ask: Ask) -> pd.DataFrame:
        """One row a flag, of finished games: rate with interval, share of games with any, win shares and difference."""
        if not self.columns:
            return pd.DataFrame()
        rate, won = self.rate, self.won
        low, high = share_interval(rate.estimate, rate.error, rate.x, rate.n_blocks, ask.level)
        deals = np.minimum(*won.n_blocks_with)
        thin = (np.minimum(*won.weights) < MIN_GAMES) | is_untold(won.difference, won.error)
        dlow, dhigh = mean_interval(won.difference, won.error, deals, ask.level)
        p = kept(p_values(won.difference, won.error, deals), thin)
        with_it, without = won.estimates
        error_with, error_without = won.errors
        return pd.DataFrame(
            {
                "column": [c.name for c in self.columns],
                "label": [c.meaning or c.name for c in self.columns],
                "n": rate.x.astype(np.int64),
                "n_with": rate.y.astype(np.int64),
                "share": rate.estimate,
                "se": rate.error,
                "low": low,
                "high": high,
                "share_of_games": self.games.estimate,
                "se_of_games": self.games.error,
                "share_with": with_it,
                "share_without": without,
                "se_with": error_with,
                "se_without": error_without,
                "difference": won.difference,
                "difference_se": kept(won.error, thin),
                "difference_low": kept(dlow, thin),
                "difference_high": kept(dhigh, thin),
                "p_value": p,
                "p_holm": holm(p),
                "q_bh": benjamini_hochberg(p),
                "is_thin": thin,
            }
        )


def _every(seen: Seen) -> Array:
    return np.broadcast_to(seen.finished, seen.credit.shape)


class TimeSums:
    """Of a count that may never happen: how often in which class of times, and the win share of those seats."""

    def __init__(self, column: Column) -> None:
        self.column = column
        self.part, self.won = RatioSums(len(CLASSES) + 1), RatioSums(len(CLASSES) + 1)

    def add(self, seen: Seen) -> None:
        values = seen.rows[self.column.name].astype(np.int64)
        classes = np.searchsorted(CLASSES, np.maximum(values, 0), side="right") - 1
        classes = np.where(values == self.column.never, len(CLASSES), classes)
        n = seen.rows.count_blocks(classes, len(CLASSES) + 1, _every(seen).astype(np.float64))
        self.part.add(n, seen.rows.sum_blocks(_every(seen)).sum(0)[:, None])
        self.won.add(seen.rows.count_blocks(classes, len(CLASSES) + 1, seen.credit * seen.finished), n)

    def frame(self, ask: Ask) -> pd.DataFrame:
        """One row a class that occurred, of finished games; `share_until` adds up the classes from the first."""
        part, won = self.part, self.won
        low, high = share_interval(won.estimate, won.error, won.x, won.n_blocks, ask.level)
        part_low, part_high = share_interval(part.estimate, part.error, part.x, part.n_blocks, ask.level)
        frame = pd.DataFrame(
            {
                "column": self.column.name,
                "meaning": self.column.meaning or self.column.name,
                "unit": self.column.unit,
                "label": [*_class_labels(), NEVER],
                "first": [*CLASSES, np.nan],
                "last": [*(np.array(CLASSES[1:]) - 1), np.nan, np.nan],
                "n": part.y.astype(np.int64),
                "part": part.estimate,
                "part_se": part.error,
                "part_low": part_low,
                "part_high": part_high,
                "share_until": [*np.cumsum(part.estimate[:-1]), np.nan],
                "share": won.estimate,
                "se": won.error,
                "low": low,
                "high": high,
                "is_thin": won.x < MIN_GAMES,
            }
        )
        return frame[frame["n"] > 0].reset_index(drop=True)


def _class_labels() -> list[str]:
    ends = [*CLASSES[1:], None]
    words = []
    for first, after in zip(CLASSES, ends, strict=True):
        wide = f"{first} to {after - 1}" if after else f"{first} or more"
        words.append(str(first) if after == first + 1 else wide)
    return words


def time_columns(run: Run) -> tuple[Column, ...]:
    """Counts of a seat that say when something happened, if it did."""
    return tuple(c for c in run.with_role(Role.COUNT, True) if c.never is not None and c.size == 1)


class CreditSums:
    """Another credit for winning (as 1/k of a team's win), by place: the second view on the advantage of places."""

    def __init__(self, column: Column) -> None:
        self.column = column
        self.sums: DifferenceSums | None = None

    def add(self, seen: Seen) -> None:
        credit = seen.rows[self.column.name].astype(np.float64)
        by_place = seen.by_cell(credit).sum(2)
        blocks = np.zeros((*by_place.shape, 4))
        blocks[:, :, 0], blocks[:, :, 1] = by_place, seen.n_games
        blocks[:, :, 2] = by_place.sum(1)[:, None]
        blocks[:, :, 3] = seen.n_seats * seen.n_games
        self.sums = self.sums or DifferenceSums(seen.n_seats)
        self.sums.add(blocks)

    def frame(self, ask: Ask) -> pd.DataFrame:
        """One row a place: share of the credit with its interval, the even share, and the difference."""
        sums = self.sums
        if sums is None:
            return pd.DataFrame()
        share, fair = sums.estimates
        low, high = mean_interval(sums.difference, sums.error, sums.n_blocks, ask.level)
        p = p_values(sums.difference, sums.error, sums.n_blocks)
        return pd.DataFrame(
            {
                "column": self.column.name,
                "meaning": self.column.meaning or self.column.name,
                "label": [f"place {place}" for place in range(1, len(share) + 1)],
                "n": sums.weights[0].astype(np.int64),
                "share": share,
                "fair": fair,
                "difference": sums.difference,
                "se": sums.error,
                "low": fair + low,
                "high": fair + high,
                "p_holm": holm(p),
            }
        )


def credit_columns(run: Run) -> tuple[Column, ...]:
    """Credits of a seat besides the win share."""
    return tuple(c for c in run.with_role(Role.SHARE, True) if c.name != "win_share")
