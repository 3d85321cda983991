"""Situations for tests: one game on the table, with the pieces where a test wants them, driven by texts."""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.driver import Driver


class Table:
    """A game on the table; a game adds how it is set up, and words for what lies there. Seats count from 1.

    Attributes
    ----------
    states, tables
        The state, shape (1,), and the tables: this table's own, lent to the shared compiled driver.
    n
        Number of seats.
    log
        Notes (code, a, b) since the setup.
    """

    def __init__(self, driver: Driver, tables: Any, n_seats: int = 4) -> None:
        self.driver, self.n = driver, n_seats
        self.states = np.zeros(1, driver.game.state)
        self.tables = np.array(tables)
        self.log: list[tuple[int, int, int]] = []

    def sit_down(self) -> None:
        """Let the shared compiled driver work on this table."""
        self.driver.states, self.driver.tables, self.driver.n_seats = self.states, self.tables, self.n

    def deal(self, seed: int, characters: tuple[int, ...]) -> None:
        """Set the game up, with character indices by seat."""
        self.sit_down()
        self.driver.setup(seed, 0, characters)
        self.log += self.driver.take_log()

    def take(self, code: int) -> None:
        """Take an action by its code."""
        self.driver.apply(code)
        self.log += self.driver.take_log()

    @property
    def state(self) -> Any:
        return self.states[0]

    @property
    def is_over(self) -> bool:
        return bool(self.state.core.is_over)

    @property
    def actor(self) -> int:
        """Seat that decides now."""
        return int(self.state.core.actor) + 1

    def seat(self, seat: int) -> Any:
        return self.state.seats[seat - 1]

    def outcome(self) -> Any:
        """Outcome row of the state as it stands."""
        self.sit_down()
        return self.driver.outcome()[0]

    def has_fired(self, clause: str) -> bool:
        return bool(self.state.core.notes[self.driver.game.clauses.index(clause)])

    def logged(self, name: str) -> list[tuple[int, int]]:
        """(a, b) of the log entries of a note, oldest first."""
        code = self.driver.game.clauses.index(name)
        return [(a, b) for found, a, b in self.log if found == code]
