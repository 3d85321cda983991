"""Where the points come from, and how often things happen: score parts, counts and flags."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from analysis.blocks import RatioSums
from analysis.intervals import mean_interval
from analysis.measures import group_labels
from analysis.run import Run
from analysis.seen import Seen, groups
from analysis.shares import Ask
from sim.game import Column, Role

Array = np.ndarray[Any, Any]

EDGE = ("edge", "winners minus others")


@dataclass(frozen=True)
class Item:
    """One number of the rows: a column, one value of a column of several (`index`), or one bit of a bit set (`bit`)."""

    column: Column
    index: int = -1
    bit: int = -1

    @property
    def name(self) -> str:
        ends = [f" {number + 1}" for number in (self.index,) if number >= 0]
        return self.column.name + "".join(ends) + (f" bit {self.bit}" if self.bit >= 0 else "")

    @property
    def meaning(self) -> str:
        meaning = self.column.meaning or self.column.name
        if self.index >= 0 and self.column.names:
            return f"{meaning}, {self.column.names[self.index]}"
        when = " (where it happened)" if self.column.never is not None else ""
        return meaning + self.name.removeprefix(self.column.name) + when

    def happened(self, seen: Seen) -> Array:
        """Where there is a value at all, of the same shape as the values."""
        values = self.of(seen)
        return np.ones(values.shape, bool) if self.column.never is None else values != self.column.never

    def of(self, seen: Seen) -> Array:
        """Values, shape (n,) or (n_seats, n)."""
        values = seen.rows[self.column.name]
        if self.index >= 0:
            values = values[..., self.index]
        if self.bit >= 0:
            values = (values >> values.dtype.type(self.bit)) & values.dtype.type(1)
        return values


def items(columns: Iterable[Column]) -> list[Item]:
    """The single numbers of columns."""
    found = []
    for column in columns:
        indices = range(column.size) if column.size > 1 else [-1]
        bits = range(8 * np.dtype(column.dtype).itemsize) if column.role == Role.MASK else [-1]
        found += [Item(column, index, bit) for index in indices for bit in bits]
    return found


def mean_frame(item: Item, labels: list[tuple[str, str]], sums: RatioSums, ask: Ask) -> pd.DataFrame:
    """One row a group: number of seats (or games), mean, error, interval."""
    low, high = mean_interval(sums.estimate, sums.error, sums.n_blocks, ask.level)
    return pd.DataFrame(
        {
            "column": item.name,
            "meaning": item.meaning,
            "unit": item.column.unit,
            "group": [group for group, _ in labels],
            "label": [label for _, label in labels],
            "n": sums.x.astype(np.int64),
            "mean": sums.estimate,
            "se": sums.error,
            "low": low,
            "high": high,
        }
    )


class PartSums:
    """Means of seat columns in finished games, by group, and the winners' mean minus the others' in the same game."""

    def __init__(self, run: Run, columns: Iterable[Column]) -> None:
        self.columns = tuple(columns)
        self.items, self.labels = items(self.columns), [*group_labels(run), EDGE]
        self.sums = [RatioSums(len(self.labels)) for _ in self.items]

    def add(self, seen: Seen) -> None:
        below = groups(seen.finished_cells)
        given = seen.total_credit
        split = seen.finished & (given > 0) & (given < seen.n_seats)
        n_split = seen.rows.sum_blocks(split)[:, None]
        for item, sums in zip(self.items, self.sums, strict=True):
            if item.column.never is not None:
                self._add_where_it_happened(seen, item, sums)
                continue
            values = np.where(seen.finished, item.of(seen), 0).astype(np.float64)
            won, total = np.einsum("kn,kn->n", values, seen.credit), values.sum(0)
            with np.errstate(divide="ignore", invalid="ignore"):
                edge = np.where(split, won / given - (total - won) / (seen.n_seats - given), 0.0)
            y = np.concatenate([groups(seen.by_cell(values)), seen.rows.sum_blocks(edge)[:, None]], axis=1)
            sums.add(y, np.concatenate([below, n_split], axis=1))

    def _add_where_it_happened(self, seen: Seen, item: Item, sums: RatioSums) -> None:
        """Means over the seats that have a value; winners are not set against others: games may have none of them."""
        counted = item.happened(seen) & seen.finished
        values = np.where(counted, item.of(seen), 0).astype(np.float64)
        none = np.zeros((seen.n_blocks, 1))
        y, x = (np.concatenate([groups(seen.by_cell(part)), none], axis=1) for part in (values, counted))
        sums.add(y, x)

    def frame(self, ask: Ask) -> pd.DataFrame:
        """One row a number and group; the group "edge" counts games, the others seats."""
        frames = [mean_frame(item, self.labels, sums, ask) for item, sums in zip(self.items, self.sums, strict=True)]
        return pd.concat(frames, ignore_index=True) if frames else pd.DataFrame()


class GameCounts:
    """Means over all games of the game's own counts and flags, and of the bits of its bit sets (warnings)."""

    def __init__(self, run: Run) -> None:
        own = [c for role in (Role.COUNT, Role.FLAG, Role.MASK) for c in run.with_role(role, False)]
        self.run = run
        self.columns = tuple(c for c in own if c.name not in ("winners", "turns"))
        self.items = items(self.columns)
        self.sums = [RatioSums(1) for _ in self.items]

    def add(self, seen: Seen) -> None:
        for item, sums in zip(self.items, self.sums, strict=True):
            counted = item.happened(seen)
            values = np.where(counted, item.of(seen), 0)
            sums.add(seen.rows.sum_blocks(values)[:, None], seen.rows.sum_blocks(counted)[:, None])

    def frame(self, ask: Ask) -> pd.DataFrame:
        """One row a number; bits that were never set are left out."""
        pairs = zip(self.items, self.sums, strict=True)
        shown = [(item, sums) for item, sums in pairs if item.bit < 0 or sums.y[0]]
        frames = [
            mean_frame(item, [("game", "all games")], sums, ask).assign(meaning=self._meaning(item))
            for item, sums in shown
        ]
        return pd.concat(frames, ignore_index=True) if frames else pd.DataFrame()

    def _meaning(self, item: Item) -> str:
        """A bit's name, where the game names the bits."""
        if item.bit < 0 or item.column.name not in (self.run.manifest.get("labels") or {}):
            return item.meaning
        return f"{item.column.meaning or item.column.name}: {self.run.label(item.column.name, item.bit)}"
