"""Means, spreads and quantiles: score, gaps between seats, length."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from analysis.blocks import RatioSums
from analysis.intervals import mean_interval, quantile_interval
from analysis.run import Run
from analysis.seen import Seen, groups
from analysis.shares import Ask
from sim.game import Role

Array = np.ndarray[Any, Any]

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
GAP_LAST = "winner minus last"
GAP_SECOND = "winner minus second"


class Histogram:
    """Counts of whole numbers for several groups; grows as values come."""

    def __init__(self, n_groups: int) -> None:
        self.first = 0
        self.counts = np.zeros((n_groups, 0), np.int64)

    def add(self, values: Array, group: Array) -> None:
        """Adds values and the group of each; values that are not whole are rounded."""
        if not values.size:
            return
        whole = np.rint(values).astype(np.int64)
        self._cover(int(whole.min()), int(whole.max()))
        width = self.counts.shape[1]
        key = group * width + (whole - self.first)
        self.counts += np.bincount(key.ravel(), minlength=self.counts.size).reshape(self.counts.shape)

    def _cover(self, low: int, high: int) -> None:
        if not self.counts.shape[1]:
            self.first = low
        before, after = max(0, self.first - low), max(0, high + 1 - self.first - self.counts.shape[1])
        self.counts = np.pad(self.counts, ((0, 0), (before, after)))
        self.first -= before


class MeasureSums:
    """One measure: block sums of value and square by group, and a histogram by group."""

    def __init__(self, name: str, unit: str, labels: list[tuple[str, str]]) -> None:
        self.name, self.unit, self.labels = name, unit, labels
        self.mean, self.square = RatioSums(len(labels)), RatioSums(len(labels))
        self.histogram = Histogram(len(labels))

    def add_games(self, seen: Seen, values: Array, counted: Array) -> None:
        """Adds one value a game, shape (n,), where `counted`."""
        values = np.where(counted, values, 0).astype(np.float64)
        n = seen.rows.sum_blocks(counted)[:, None]
        self.mean.add(seen.rows.sum_blocks(values)[:, None], n)
        self.square.add(seen.rows.sum_blocks(values**2)[:, None], n)
        self.histogram.add(values[counted], np.zeros(int(counted.sum()), np.int64))

    def add_seats(self, seen: Seen, values: Array) -> None:
        """Adds a value for each seat, shape (n_seats, n), of finished games; groups are all, places, characters."""
        values = np.where(seen.finished, values, 0).astype(np.float64)
        n = groups(seen.finished_cells)
        self.mean.add(groups(seen.by_cell(values)), n)
        self.square.add(groups(seen.by_cell(values**2)), n)
        keep = np.broadcast_to(seen.finished, values.shape)
        for group in (np.zeros_like(seen.place), 1 + seen.place, 1 + seen.n_seats + seen.character):
            self.histogram.add(values[keep], group[keep])

    def frame(self, ask: Ask) -> pd.DataFrame:
        """One row a group: number, mean with error and interval, SD, quantiles; the median with its interval."""
        mean, error = self.mean.estimate, self.mean.error
        low, high = mean_interval(mean, error, self.mean.n_blocks, ask.level)
        variance = np.maximum(self.square.estimate - mean**2, 0)
        frame = pd.DataFrame(
            {
                "measure": self.name,
                "unit": self.unit,
                "group": [group for group, _ in self.labels],
                "label": [label for _, label in self.labels],
                "n": self.mean.x.astype(np.int64),
                "mean": mean,
                "se": error,
                "low": low,
                "high": high,
                "sd": np.sqrt(variance),
            }
        )
        with np.errstate(divide="ignore", invalid="ignore"):
            effective = np.where(error > 0, variance / error**2, self.mean.n_blocks)
        quantiles = [self._quantiles(i, float(effective[i]), ask) for i in range(len(self.labels))]
        return pd.concat([frame, pd.DataFrame(quantiles)], axis=1)

    def _quantiles(self, group: int, n_effective: float, ask: Ask) -> dict[str, float]:
        counts = self.histogram.counts[group]
        if not counts.sum():
            return {f"q{round(100 * q):02d}": np.nan for q in QUANTILES} | {"q50_low": np.nan, "q50_high": np.nan}
        found = {q: quantile_interval(counts, q, min(n_effective, float(counts.sum())), ask.level) for q in QUANTILES}
        values = {f"q{round(100 * q):02d}": float(self.histogram.first + found[q][0]) for q in QUANTILES}
        _, low, high = found[0.5]
        return values | {"q50_low": float(self.histogram.first + low), "q50_high": float(self.histogram.first + high)}

    def counts(self) -> pd.DataFrame:
        """Histogram: one row a group and value that occurred."""
        group, at = np.nonzero(self.histogram.counts)
        return pd.DataFrame(
            {
                "measure": self.name,
                "group": [self.labels[i][0] for i in group],
                "label": [self.labels[i][1] for i in group],
                "value": self.histogram.first + at,
                "count": self.histogram.counts[group, at],
            }
        )


def group_labels(run: Run) -> list[tuple[str, str]]:
    """Groups of seat values in the order of `groups`: all, places, characters."""
    places = [("place", f"place {place}") for place in range(1, run.n_seats + 1)]
    return [("all", "all seats"), *places, *(("character", name) for name in run.characters)]


class GameMeasures:
    """Score, gaps and length of a run, as far as its columns go."""

    def __init__(self, run: Run, score: str | None) -> None:
        self.score = score
        self.n_seats = run.n_seats
        one = [("all", "all games")]
        unit = run.column(score).unit or "points" if score else ""
        self.seats = MeasureSums("score", unit, group_labels(run)) if score else None
        self.last = MeasureSums(GAP_LAST, unit, one)
        self.second = MeasureSums(GAP_SECOND, unit, one)
        known = {column.name for column in run.columns}
        lengths: tuple[str, ...] = ("turns", "decisions")
        self.lengths = {name: MeasureSums(name, name, one) for name in lengths if name in known}
        told = [c for c in run.columns if c.role == Role.COUNT and c.is_told_in_full and c.size == 1]
        self.told = {
            c.name: MeasureSums(c.meaning or c.name, c.unit, group_labels(run) if c.is_per_seat else one) for c in told
        }
        self.per_seat = {c.name for c in told if c.is_per_seat}

    def add(self, seen: Seen) -> None:
        if self.seats and self.score:
            score = seen.rows[self.score]
            self.seats.add_seats(seen, score)
            ranked = np.sort(score.astype(np.float64), axis=0)
            self.last.add_games(seen, ranked[-1] - ranked[0], seen.finished)
            self.second.add_games(seen, ranked[-1] - ranked[-2], seen.finished)
        for name, sums in self.lengths.items():
            sums.add_games(seen, seen.rows[name], np.ones(len(seen.rows), bool))
        for name, sums in self.told.items():
            if name in self.per_seat:
                sums.add_seats(seen, seen.rows[name])
            else:
                sums.add_games(seen, seen.rows[name], np.ones(len(seen.rows), bool))

    def _all(self) -> list[MeasureSums]:
        gaps = [self.last, self.second] if self.n_seats > 2 else [self.second]  # of two, the second is the last
        return [*([self.seats, *gaps] if self.seats else []), *self.lengths.values(), *self.told.values()]

    def frame(self, ask: Ask) -> pd.DataFrame:
        frames = [sums.frame(ask) for sums in self._all()]
        return pd.concat(frames, ignore_index=True) if frames else pd.DataFrame()

    def counts(self) -> pd.DataFrame:
        frames = [sums.counts() for sums in self._all()]
        return pd.concat(frames, ignore_index=True) if frames else pd.DataFrame()
