"""A game driven from Python through compiled entries: for tests, contract checks and views, not for studies."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from sim.core import MAX_SEATS
from sim.game import GameData, GameSpec
from sim.kernel import entry_kernel
from sim.kernel_sources import kernel_digest
from sim.loop import study_keys
from sim.rng_twin import fold

Array = np.ndarray[Any, Any]

#: Special actions of the entry `drive`.
LIST, SETUP = -1, -2


def _make_drive(game: GameSpec) -> Any:
    setup, legal_actions, apply = game.setup, game.legal_actions, game.apply

    def drive(states, tables, action, actions):  # type: ignore[no-untyped-def]
        state = states[0]
        rules = tables[0]
        if action == SETUP:
            setup(state, rules)
        elif action >= 0:
            apply(state, rules, action)
        if state.core.is_over != 0:
            return 0
        n = legal_actions(state, rules, actions)
        state.core.longest_list = max(state.core.longest_list, n)
        return n

    return drive


def _make_describe(game: GameSpec) -> Any:
    features = game.features

    def describe(states, tables, actions, n, weights, scratch, values):  # type: ignore[no-untyped-def]
        features(states[0], tables[0], actions, n, weights, scratch[0], values)

    return describe


def _make_resample(game: GameSpec) -> Any:
    determinize = game.determinize

    def resample(states, tables, seat, key):  # type: ignore[no-untyped-def]
        determinize(states[0], tables[0], seat, key)

    return resample


def _make_outcome(game: GameSpec) -> Any:
    score = game.score

    def outcome(states, tables, rows):  # type: ignore[no-untyped-def]
        score(states[0], tables[0], rows[0])

    return outcome


class Driver:
    """One game on the table: set it up, list legal actions, apply codes, score, describe, resample.

    Each entry is compiled when first used and kept in the kernel cache under one digest.

    Attributes
    ----------
    states
        The state, an array of shape (1,); tests may write to it (`driver.states[0]` is the record).
    tables
        The game's tables, shape (1,); a copy, so tests may write to it.
    """

    def __init__(self, game: GameSpec, data: GameData, n_seats: int) -> None:
        self.game = game
        self.n_seats = n_seats
        self.digest = kernel_digest(game, (), n_seats)
        self.states = np.zeros(1, game.state)
        self.tables = np.array(data.tables)
        self._actions = np.zeros(game.max_legal, np.int32)
        self._scratch = np.zeros(1, game.scratch)
        self._values = np.zeros(game.max_legal)

    @cached_property
    def _drive(self) -> Any:
        return entry_kernel(_make_drive(self.game), self.digest)

    @cached_property
    def _describe(self) -> Any:
        return entry_kernel(_make_describe(self.game), self.digest)

    @cached_property
    def _resample(self) -> Any:
        return entry_kernel(_make_resample(self.game), self.digest)

    @cached_property
    def _outcome(self) -> Any:
        return entry_kernel(_make_outcome(self.game), self.digest)

    @property
    def state(self) -> Any:
        """The state record: a view, with attributes."""
        return self.states[0]

    def setup(self, seed: int = 0, block: int = 0, characters: tuple[int, ...] | None = None) -> list[int]:
        """Clear the state, deal block `block` of study `seed`, and return the first legal actions.

        `characters` gives the character index by seat; default 0, 1, 2, ... Participants are numbered like seats.
        """
        self.states[:] = np.zeros(1, self.game.state)
        core = self.states[0]["core"]
        keys = [int(key) for key in study_keys(seed)]
        core["n_seats"] = self.n_seats
        core["deal_key"] = fold(keys[0], block)
        core["table_key"] = fold(keys[1], block)
        core["is_logged"] = 1
        for seat in range(self.n_seats):
            core["policy_keys"][seat] = fold(fold(keys[2], block), seat)
            core["characters"][seat] = seat % len(self.game.characters) if characters is None else characters[seat]
            core["participants"][seat] = seat
        return self._call(SETUP)

    def _call(self, action: int) -> list[int]:
        n = self._drive(self.states, self.tables, action, self._actions)
        return [int(code) for code in self._actions[:n]]

    def legal(self) -> list[int]:
        """Legal action codes now; empty when the game is over."""
        return self._call(LIST)

    def apply(self, action: int) -> list[int]:
        """Apply one action code, legal or not; the legal actions after it."""
        if action < 0:
            raise ValueError(f"action code {action} is negative")
        return self._call(action)

    def take_log(self) -> list[tuple[int, int, int]]:
        """Notes (note, a, b) since the last call, oldest first."""
        core = self.states[0]["core"]
        rows = [(int(code), int(a), int(b)) for code, a, b in core["log"][: core["n_log"]]]
        core["n_log"] = 0
        return rows

    def weigh(self, weights: Array) -> Array:
        """Value of every legal action to a linear policy with these weights, float64."""
        n = len(self.legal())
        self._values[:] = np.nan
        row = np.array(weights, dtype=np.float64)
        self._describe(self.states, self.tables, self._actions, n, row, self._scratch, self._values)
        return self._values[:n].copy()

    def describe(self) -> Array:
        """Features of the legal actions, float64 of shape (n, n_features), found by weighing with one 1 each."""
        return np.array([self.weigh(row) for row in np.eye(len(self.game.feature_names))]).T

    def resample(self, seat: int, key: int) -> None:
        """Resample, in place, what `seat` (0-based) cannot see."""
        if not 0 <= seat < MAX_SEATS:
            raise ValueError(f"seat {seat} is none")
        self._resample(self.states, self.tables, seat, np.uint64(key))

    def outcome(self) -> Array:
        """Outcome row of the state as it stands, shape (1,); the engine's columns are zero."""
        rows = np.zeros(1, self.game.kernel_outcome(self.n_seats))
        self._outcome(self.states, self.tables, rows)
        return self.game.narrowed(rows, self.n_seats)
