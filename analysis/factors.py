"""Which level of what a seat has (its place, its character, ...), and every combination of levels that was seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from analysis.groups import Labels, compared_columns
from analysis.interactions import CHARACTER, PLACE, POLICY
from analysis.run import Run
from analysis.seen import Seen

Array = np.ndarray[Any, Any]


class Factor:
    """One thing that a seat has a level of.

    Attributes
    ----------
    kind
        What it is called: `place`, `character`, `policy`, or the word of a compared id, such as `warrior`.
    column
        Column of the rows that holds it.
    """

    def __init__(self, kind: str, column: str, names: Sequence[str] = (), labels: Labels | None = None) -> None:
        self.kind, self.column, self._names, self._labels = kind, column, list(names), labels

    def levels(self, seen: Seen) -> Array:
        """Levels from 0 of the seats, shape (n_seats, n); of ids 0 is "none"."""
        if self.kind == PLACE:
            return seen.place
        if self._labels is None:
            return seen.rows[self.column].astype(np.int64)
        return self._labels.index(seen.rows[self.column]) + 1

    @property
    def size(self) -> int:
        """Number of levels so far."""
        return len(self._names) if self._labels is None else len(self._labels.names) + 1

    @property
    def names(self) -> list[str]:
        """Names of the levels."""
        return self._names if self._labels is None else [f"no {self.kind}", *self._labels.names]

    @property
    def order(self) -> list[int]:
        """Levels in the order in which they are told."""
        return list(range(self.size)) if self._labels is None else [0, *(at + 1 for at in self._labels.order())]


def factors_of(run: Run) -> list[Factor]:
    """All that may have an effect in a run; what has one level only drops out later."""
    found = [Factor(PLACE, "place", [f"place {place}" for place in range(1, run.n_seats + 1)])]
    if len(run.characters) > 1:
        found.append(Factor(CHARACTER, "character", run.characters))
    found.append(Factor(POLICY, "policy", run.policies))
    return found + [Factor(c.compares, c.name, labels=Labels(run, c.name)) for c in compared_columns(run)]


class SeatTypes:
    """Combinations of levels, numbered as they are seen: seats of one type have the same chance in the same game."""

    def __init__(self) -> None:
        self._sizes: tuple[int, ...] = ()
        self._codes, self._ids = np.zeros(0, np.int64), np.zeros(0, np.int64)

    def __len__(self) -> int:
        return len(self._codes)

    def index(self, levels: Sequence[Array], sizes: Sequence[int]) -> Array:
        """Types of seats from their levels, one array for each factor; of the same shape as each."""
        self._resize(tuple(sizes))
        code = np.ravel_multi_index(tuple(levels), self._sizes)
        found = self._look_up(code)
        if found is None:
            fresh = np.setdiff1d(code, self._codes)
            codes = np.append(self._codes, fresh)
            ids = np.append(self._ids, len(self._ids) + np.arange(len(fresh)))
            order = np.argsort(codes, kind="stable")
            self._codes, self._ids = codes[order], ids[order]
            found = self._look_up(code)
            assert found is not None
        return found

    def levels(self) -> Array:
        """Levels of every type, shape (n types, n factors)."""
        found = np.zeros((len(self), len(self._sizes)), np.int64)
        if len(self):
            found[self._ids] = np.stack(np.unravel_index(self._codes, self._sizes), axis=1)
        return found

    def _look_up(self, code: Array) -> Array | None:
        if not len(self._codes):
            return None if code.size else code
        at = np.searchsorted(self._codes, code)
        if not np.array_equal(self._codes[np.minimum(at, len(self._codes) - 1)], code):
            return None
        return np.asarray(self._ids[at])

    def _resize(self, sizes: tuple[int, ...]) -> None:
        if self._sizes != sizes and len(self):
            levels = np.unravel_index(self._codes, self._sizes)
            self._codes = np.ravel_multi_index(levels, sizes)  # larger sizes keep the order
        self._sizes = sizes
