"""Which values that seats have (factions, warriors) are there often enough to be compared between runs."""

from __future__ import annotations

from typing import Any

import numpy as np

from analysis.groups import MIN_DEALS, Labels, compared_columns
from analysis.run import Rows, Run
from analysis.shares import MIN_GAMES
from sim.game import Column

Array = np.ndarray[Any, Any]


def enough_values(run: Run) -> dict[str, list[str]]:
    """Labels of the values that seats have, with enough games and deals in some policy table, by kind."""
    columns = compared_columns(run)
    counts = {column.compares: _Counts(run, column) for column in columns}
    if columns:
        for table, rows in run.read([column.name for column in columns]):
            for count in counts.values():
                count.add(table, rows)
    return {kind: count.enough() for kind, count in counts.items()}


class _Counts:
    """Seats and deals with each value of a column, by policy table."""

    def __init__(self, run: Run, column: Column) -> None:
        self.column, self.labels = column.name, Labels(run, column.name)
        self.found: dict[int, Array] = {}

    def add(self, table: int, rows: Rows) -> None:
        indices = self.labels.index(rows[self.column])
        n = len(self.labels.names)
        counts = rows.count_blocks(np.where(indices < 0, n, indices), n + 1)[:, :n]
        both = np.stack([counts.sum(0), (counts > 0).sum(0)])
        before = self.found.get(table, np.zeros((2, 0)))
        self.found[table] = np.pad(before, ((0, 0), (0, n - before.shape[1]))) + both

    def enough(self) -> list[str]:
        names = {index: label for label, index in self.labels.names.items()}
        least = np.array([[MIN_GAMES], [MIN_DEALS]])
        kept = {int(i) for both in self.found.values() for i in np.flatnonzero((both >= least).all(0))}
        return [names[index] for index in self.labels.order() if index in kept]
