"""Plays uniformly random games of a game and stops at the first invariant that breaks.

The checks read the state before and after each action, the log of the action (so that what came and went unasked is
seen), and a track record that remembers what the state forgets.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sim import rng
from sim.game import GameData, GameSpec
from sim.kernel import entry_kernel, source_digest
from sim.kernel_sources import kernel_digest

# Kernels are typed by Numba.
# mypy: disable-error-code="no-untyped-def"


@dataclass(frozen=True)
class Checks:
    """What a game's invariants are made of.

    Attributes
    ----------
    texts
        What each invariant says, by number.
    track
        Dtype of what the checks remember. It has the fields `game`, `n_actions` and `action` (the last one taken).
    seat
        Kernel (core, key, game index): who sits where. It may draw from the key at indices from 1,000,000 on.
    start_track
        Kernel (track, game index): forget the last game.
    check
        Kernel (state before, state, tables, track, action, legal actions, how many) -> number of the first invariant
        that the action broke, 0 = none.
    check_row
        Kernel (state, tables, outcome row) -> whether invariant `row_number`, of whole games, holds.
    deal
        Stands for the deal where an action is named.
    files
        The test files that the kernels are made of.
    """

    game: GameSpec
    texts: Mapping[int, str]
    track: np.dtype[np.void]
    seat: Any
    start_track: Any
    check: Any
    check_row: Any
    row_number: int
    deal: int
    files: tuple[Path, ...]


def make_run(checks: Checks) -> Any:
    """The compiled loop: random games from `first` on, checked after every action."""
    game = checks.game
    setup, legal_actions, apply, score = game.setup, game.legal_actions, game.apply, game.score
    seat, start_track, check, check_row = checks.seat, checks.start_track, checks.check, checks.check_row
    deal, row_number = checks.deal, checks.row_number
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
            seat(core, choice_key, game_index)
            start_track(track, game_index)
            befores[0] = blanks[0]
            setup(state, rules)
            n = legal_actions(state, rules, actions)
            broken = check(befores[0], state, rules, track, deal, actions, n)
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
                    broken = row_number
            if broken != 0:
                return broken
        return 0

    return run


def make_once(checks: Checks) -> Any:
    """The compiled single check; with n below 0 only the legal actions are listed and counted."""
    legal_actions, check = checks.game.legal_actions, checks.check

    def once(states, befores, tables, tracks, action, actions, n):
        if n < 0:
            return legal_actions(states[0], tables[0], actions)
        return check(befores[0], states[0], tables[0], tracks[0], action, actions, n)

    return once


def make_whole(checks: Checks) -> Any:
    """The compiled check of a whole game."""
    check_row = checks.check_row

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
    tables
        The game's tables; a copy.
    blanks
        The state that a game begins with, before the deal.
    """

    def __init__(self, checks: Checks, data: GameData, seed: int = 1, n_seats: int = 4) -> None:
        game, self.checks = checks.game, checks
        digest = source_digest((Path(__file__), *checks.files), kernel_digest(game, ("invariants",), game.most_seats))
        self._run, self._once, self._whole = (
            entry_kernel(make(checks), digest) for make in (make_run, make_once, make_whole)
        )
        self.n_seats = n_seats
        self.tables = np.array(data.tables)
        self.states, self.befores, self.blanks = (np.zeros(1, game.state) for _ in range(3))
        self.tracks = np.zeros(1, checks.track)
        self.actions = np.zeros(game.max_legal, np.int32)
        self.rows = np.zeros(1, game.outcome(game.most_seats))
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

    def end_reasons(self, n_games: int) -> list[int]:
        """End reason of each of the first games, 0 where a game did not end or broke an invariant."""
        reasons = []
        for game in range(n_games):
            is_sound = self.play(game, 1) is None
            core = self.states[0]["core"]
            reasons.append(int(core["end_reason"]) if is_sound and core["is_over"] else 0)
        return reasons

    def check(self, action: int, n: int) -> int:
        """Number of the invariant broken by the buffers as they stand, 0 = none."""
        return int(self._once(self.states, self.befores, self.tables, self.tracks, action, self.actions, n))

    def check_row(self) -> bool:
        """Whether the invariant of whole games holds for the state and the row in the buffers."""
        return bool(self._whole(self.states, self.tables, self.rows))

    def legal(self) -> int:
        """Number of legal actions now; they are in `actions`."""
        return int(self._once(self.states, self.befores, self.tables, self.tracks, 0, self.actions, -1))

    def _broken(self, number: int) -> Broken | None:
        track = self.tracks[0]
        if number == 0:
            return None
        game, n_actions, action = (int(track[name]) for name in ("game", "n_actions", "action"))
        return Broken(number, self.checks.texts[number], game, n_actions, action)
