"""What every estimate looks at: whole blocks of rows with credits, places and characters at hand."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from analysis.run import Rows, Run

Array = np.ndarray[Any, Any]

#: Columns that `Seen` needs.
BASE_COLUMNS = ("win_share", "place", "character", "policy", "participant", "is_finished", "end_reason", "winners")


class Seen:
    """Whole blocks of rows of one policy table.

    Attributes
    ----------
    n_seats, n_characters
        Numbers of seats in a game and of characters in the game.
    credit
        Win credit, shape (n_seats, n).
    place, character
        Place in turn order from 0, code of the character; shape (n_seats, n).
    finished
        Whether the game ended by the rules, shape (n,).
    """

    def __init__(self, run: Run, rows: Rows) -> None:
        self.rows = rows
        self.n_seats, self.n_characters = run.n_seats, len(run.characters)
        self.credit: Array = rows["win_share"].astype(np.float64, copy=False)
        self.place: Array = rows["place"].astype(np.int64) - 1
        self.character: Array = rows["character"].astype(np.int64)
        self.finished: Array = rows["is_finished"] != 0
        self.n_blocks = len(rows.starts)

    @cached_property
    def cell(self) -> Array:
        """Code of place x character, shape (n_seats, n)."""
        return self.place * self.n_characters + self.character

    @cached_property
    def _key(self) -> Array:
        return (self.rows.block_of() * (self.n_seats * self.n_characters) + self.cell).ravel()

    def by_cell(self, values: Array) -> Array:
        """Sum of seat values (n_seats, n) in each block, place and character: (n_blocks, n_seats, n_characters)."""
        shape = (self.n_blocks, self.n_seats, self.n_characters)
        weights = values.ravel().astype(np.float64, copy=False)
        return np.bincount(self._key, weights, minlength=shape[0] * shape[1] * shape[2]).reshape(shape)

    @cached_property
    def n_cells(self) -> Array:
        """Number of games in each block, place and character: (n_blocks, places, characters)."""
        return self.by_cell(np.ones_like(self.credit))

    @cached_property
    def finished_cells(self) -> Array:
        """As `n_cells`, of finished games."""
        return self.by_cell(np.broadcast_to(self.finished, self.credit.shape))

    @cached_property
    def n_games(self) -> Array:
        """Number of games of each block, shape (n_blocks, 1)."""
        return self.rows.sum_blocks(np.ones(len(self.rows)))[:, None]

    @cached_property
    def n_finished(self) -> Array:
        """Number of finished games of each block, shape (n_blocks, 1)."""
        return self.rows.sum_blocks(self.finished)[:, None]

    @cached_property
    def total_credit(self) -> Array:
        """Credit given out in each game, shape (n,): 1 with single winners, the number of winners in team games."""
        given: Array = self.credit.sum(0)
        return given


def groups(cells: Array) -> Array:
    """Groups of a place x character table in report order, all, places, characters: (n_blocks, 1 + places + chars)."""
    return np.concatenate([cells.sum((1, 2))[:, None], cells.sum(2), cells.sum(1)], axis=1)
