"""Where the points come from, and how often things happen: score parts, counts and flags."""

from __future__ import annotations

import numpy as np
import pandas as pd

from analysis.blocks import RatioSums
from analysis.intervals import mean_interval, share_interval
from analysis.measures import group_labels
from analysis.run import Run
from analysis.seen import Seen, groups
from analysis.shares import Ask
from sim.game import Column, Role

EDGE = ("edge", "winners minus others")


class PartSums:
    """Means of seat columns in finished games, by group, and the winners' mean minus the others' in the same game."""

    def __init__(self, run: Run, columns: tuple[Column, ...]) -> None:
        self.columns, self.labels = columns, [*group_labels(run), EDGE]
        self.sums = {column.name: RatioSums(len(self.labels)) for column in columns}

    def add(self, seen: Seen) -> None:
        below = groups(seen.finished_cells)
        given = seen.total_credit
        split = seen.finished & (given > 0) & (given < seen.n_seats)
        n_split = seen.rows.sum_blocks(split)[:, None]
        for column in self.columns:
            values = np.where(seen.finished, seen.rows[column.name], 0).astype(np.float64)
            won, total = np.einsum("kn,kn->n", values, seen.credit), values.sum(0)
            with np.errstate(divide="ignore", invalid="ignore"):
                edge = np.where(split, won / given - (total - won) / (seen.n_seats - given), 0.0)
            y = np.concatenate([groups(seen.by_cell(values)), seen.rows.sum_blocks(edge)[:, None]], axis=1)
            self.sums[column.name].add(y, np.concatenate([below, n_split], axis=1))

    def frame(self, ask: Ask) -> pd.DataFrame:
        """One row a column and group: number of seats (games for the edge), mean, error, interval."""
        frames = [self._one(column, ask) for column in self.columns]
        return pd.concat(frames, ignore_index=True) if frames else pd.DataFrame()

    def _one(self, column: Column, ask: Ask) -> pd.DataFrame:
        sums = self.sums[column.name]
        low, high = mean_interval(sums.estimate, sums.error, sums.n_blocks, ask.level)
        return pd.DataFrame(
            {
                "column": column.name,
                "meaning": column.meaning,
                "unit": column.unit,
                "group": [group for group, _ in self.labels],
                "label": [label for _, label in self.labels],
                "n": sums.x.astype(np.int64),
                "mean": sums.estimate,
                "se": sums.error,
                "low": low,
                "high": high,
            }
        )


class GameCounts:
    """Means over all games of the game's own counts and flags that are not a seat's."""

    def __init__(self, run: Run) -> None:
        own = [*run.with_role(Role.COUNT, False), *run.with_role(Role.FLAG, False)]
        self.columns = [c for c in own if c.size == 1 and c.name not in ("winners", "turns")]
        self.sums = RatioSums(len(self.columns))

    def add(self, seen: Seen) -> None:
        if self.columns:
            values = [seen.rows.sum_blocks(seen.rows[column.name]) for column in self.columns]
            self.sums.add(np.stack(values, axis=1), seen.n_games)

    def frame(self, ask: Ask) -> pd.DataFrame:
        low, high = mean_interval(self.sums.estimate, self.sums.error, self.sums.n_blocks, ask.level)
        return pd.DataFrame(
            {
                "column": [c.name for c in self.columns],
                "meaning": [c.meaning for c in self.columns],
                "unit": [c.unit for c in self.columns],
                "group": "game",
                "label": "all games",
                "n": self.sums.x.astype(np.int64),
                "mean": self.sums.estimate,
                "se": self.sums.error,
                "low": low,
                "high": high,
            }
        )


class LeadSums:
    """Win credit of whoever led after each round: how early a game is decided."""

    def __init__(self, run: Run) -> None:
        rounds = [c for c in run.with_role(Role.ROUND_SCORE, True) if c.size > 1]
        self.column = rounds[0] if rounds else None
        self.sums = RatioSums(self.column.size if self.column else 0)

    def add(self, seen: Seen) -> None:
        if not self.column:
            return
        score = seen.rows[self.column.name]  # (n_seats, n, rounds)
        leads = score == score.max(0)
        credit = np.where(seen.finished[:, None], (leads * seen.credit[:, :, None]).sum(0) / leads.sum(0), 0.0)
        self.sums.add(seen.rows.sum_blocks(credit.T).T, seen.n_finished)

    def frame(self, ask: Ask) -> pd.DataFrame:
        """One row a round: mean credit of the leaders (shared leads averaged) over finished games."""
        share, error = self.sums.estimate, self.sums.error
        low, high = share_interval(share, error, self.sums.x, self.sums.n_blocks, ask.level)
        columns = {"n": self.sums.x.astype(np.int64), "share": share, "se": error, "low": low, "high": high}
        return pd.DataFrame({"round": np.arange(1, len(share) + 1), **columns})
