"""Plays uniformly random games of konoten and stops at the first invariant that breaks.

The checks read the state before and after each action, the log of the action, and a TRACK record that remembers on
which lenses workers were placed in this round.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sim import rng
from sim.game import GameData, GameSpec
from sim.kernel import entry_kernel, source_digest
from sim.playout import kernel_digest

from .invariants import TEXTS, TRACK
from .invariants_step import check, check_row, start_track

# Kernels are typed by Numba.
# mypy: disable-error-code="no-untyped-def"

FILES = tuple(Path(__file__).with_name(name) for name in ("checker.py", "invariants.py", "invariants_step.py"))

#: Stands for the deal where an action is named.
DEAL = -1


def make_run(game: GameSpec) -> Any:
    """The compiled loop: random games from `first` on, checked after every action."""
    setup, legal_actions, apply, score = game.setup, game.legal_actions, game.apply, game.score
    max_actions = 4 * game.max_decisions

    def run(states, befores, blanks, tables, tracks, actions, rows, keys, n_seats, first, n_games, stop):
        rules = tables[0]
        track = tracks[0]
        for game_index in range(first, first + n_games):
            states[0] = blanks[0]
            state = states[0]
            core = state.core
            core.n_seats = n_seats
            core.is_logged = 1
            core.deal_key = rng.fold(keys[0], game_index)
            core.table_key = rng.fold(keys[1], game_index)
            choice_key = rng.fold(keys[2], game_index)
            for p in range(6):
                core.characters[p] = p
            for p in range(n_seats):
                q = p + rng.draw(choice_key, 1_000_000 + p, 6 - p)
                kept = core.characters[p]
                core.characters[p] = core.characters[q]
                core.characters[q] = kept
            start_track(track, game_index)
            befores[0] = blanks[0]
            setup(state, rules)
            n = legal_actions(state, rules, actions)
            broken = check(befores[0], state, rules, track, DEAL, actions, n)
            while broken == 0 and core.is_over == 0 and track.n_actions < max_actions:
                if track.n_actions == stop:
                    return 0
                action = actions[rng.draw(choice_key, track.n_actions, n)]
                befores[0] = states[0]
                core.n_log = 0
                track.action = action
                track.n_actions += 1
                apply(state, rules, action)
                n = 0
                if core.is_over == 0:
                    n = legal_actions(state, rules, actions)
                broken = check(befores[0], state, rules, track, action, actions, n)
            if broken == 0 and core.is_over == 1:
                score(state, rules, rows[0])
                if not check_row(state, rules, rows[0]):
                    broken = 21
            if broken != 0:
                return broken
        return 0

    return run


def make_once(game: GameSpec) -> Any:
    """The compiled single check; with n below 0 only the legal actions are listed and counted."""
    legal_actions = game.legal_actions

    def once(states, befores, tables, tracks, action, actions, n):
        if n < 0:
            return legal_actions(states[0], tables[0], actions)
        return check(befores[0], states[0], tables[0], tracks[0], action, actions, n)

    return once


def make_row(game: GameSpec) -> Any:
    """The compiled check of a whole game."""

    def whole(states, tables, rows):
        return check_row(states[0], tables[0], rows[0])

    return whole


class Broken(NamedTuple):
    """An invariant that broke: number, its text, game and number of the action, and the action's code."""

    invariant: int
    text: str
    game: int
    n_actions: int
    action: int


class Checker:
    """Plays checked random games with one set of data.

    Attributes
    ----------
    n_seats
        Players; may be changed between calls.
    states, befores, tracks, actions, rows
        The buffers of the game that was stopped or played last.
    blanks
        The state that a game begins with, before the deal.
    """

    def __init__(self, game: GameSpec, data: GameData, seed: int = 1, n_seats: int = 4) -> None:
        digest = source_digest(FILES, kernel_digest(game, ("invariants",), 4))
        self._run = entry_kernel(make_run(game), digest)
        self._once = entry_kernel(make_once(game), digest)
        self._row = entry_kernel(make_row(game), digest)
        self.n_seats = n_seats
        self.tables = np.array(data.tables)
        self.states, self.befores = np.zeros(1, game.state), np.zeros(1, game.state)
        self.blanks = np.zeros(1, game.state)
        self.tracks = np.zeros(1, TRACK)
        self.actions = np.zeros(game.max_legal, np.int32)
        self.rows = np.zeros(1, game.outcome(4))
        self._keys = np.array(
            [rng.study_key(seed, purpose) for purpose in (rng.DEAL, rng.TABLE, rng.POLICY)], np.uint64
        )

    def play(self, first: int, n_games: int, stop: int = -1) -> Broken | None:
        """Play games `first`.. and say what broke; `stop` halts the first one before that action."""
        number = self._run(
            self.states, self.befores, self.blanks, self.tables, self.tracks, self.actions, self.rows, self._keys,
            self.n_seats, first, n_games, stop,
        )  # fmt: skip
        return self._broken(int(number))

    def check(self, action: int, n: int) -> int:
        """Number of the invariant broken by the buffers as they stand, 0 = none."""
        return int(self._once(self.states, self.befores, self.tables, self.tracks, action, self.actions, n))

    def check_row(self) -> bool:
        """Invariant 21 of the whole game and the row in the buffers."""
        return bool(self._row(self.states, self.tables, self.rows))

    def legal(self) -> int:
        """Number of legal actions now; they are in `actions`."""
        return int(self._once(self.states, self.befores, self.tables, self.tracks, 0, self.actions, -1))

    def _broken(self, number: int) -> Broken | None:
        track = self.tracks[0]
        if number == 0:
            return None
        return Broken(number, TEXTS[number], int(track["game"]), int(track["n_actions"]), int(track["action"]))
