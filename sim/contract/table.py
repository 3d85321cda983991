"""A game played verb by verb, each in a call of its own, so that whatever goes wrong has a name."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from sim.contract import crumb as c
from sim.contract.result import Fault
from sim.game import GameSpec
from sim.kernel import entry_kernel, is_jit_off, source_digest
from sim.kernel_sources import kernel_digest
from sim.loop import study_keys
from sim.rng_twin import fold
from sim.uncompiled import game_reason

Array = np.ndarray[Any, Any]

#: What a buffer holds where nothing was written.
UNWRITTEN = -(2**31)

VERBS = ("setup", "legal_actions", "apply", "features", "determinize", "score")


def _make_act(game: GameSpec) -> Any:
    setup, legal_actions, apply = game.setup, game.legal_actions, game.apply
    features, determinize = game.features, game.determinize

    def act(states, tables, what, number, actions, weights, scratch, values, key):  # type: ignore[no-untyped-def]
        state = states[0]
        rules = tables[0]
        if what == 0:
            setup(state, rules)
        elif what == 1:
            return legal_actions(state, rules, actions)
        elif what == 2:
            apply(state, rules, number)
        elif what == 3:
            features(state, rules, actions, number, weights, scratch[0], values)
        else:
            determinize(state, rules, number, key)
        return 0

    return act


def _make_count(game: GameSpec) -> Any:
    score = game.score

    def count(states, tables, rows):  # type: ignore[no-untyped-def]
        score(states[0], tables[0], rows[0])

    return count


def _digest(game: GameSpec, n_seats: int) -> str:
    return source_digest([Path(__file__)], kernel_digest(game, (), n_seats), str(n_seats))


class Table:
    """One game on the table.

    Attributes
    ----------
    state
        The state, shape (1,).
    tables
        The game's tables, shape (1,).
    scratch, values, actions
        The buffers that verbs get; checks fill them with what must not matter.
    n_steps
        Actions taken since the deal.
    """

    def __init__(self, game: GameSpec, crumb: c.Crumb, seed: int) -> None:
        self.game = game
        self.crumb = crumb
        self._keys = [int(key) for key in study_keys(seed)]
        self._act = entry_kernel(_make_act(game), _digest(game, 0))
        self._counts: dict[int, Any] = {}
        self.state = np.zeros(1, game.state)
        self.tables = np.zeros(1, game.tables_dtype)
        self.scratch = np.zeros(1, game.scratch)
        self.values = np.zeros(game.max_legal)
        self.actions = np.zeros(game.max_legal, np.int32)
        self._no_weights = np.zeros(len(game.feature_names))
        self.n_steps = 0

    def compile(self) -> None:
        """Compile all verbs but `score`.

        Raises
        ------
        Fault
            Names the first verb that does not compile.
        """
        if is_jit_off():
            return
        self.crumb.drop(c.COMPILE)
        arguments = (self.state, self.tables, 0, 0, self.actions, self._no_weights, self.scratch, self.values)
        self._compile(self._act, (*arguments, np.uint64(0)))

    def compile_score(self, n_seats: int) -> None:
        """Compile `score` for a number of players; raises Fault where that fails."""
        self._count(n_seats)

    def _compile(self, entry: Any, arguments: tuple[Any, ...]) -> None:
        from numba import typeof

        try:
            entry.compile(tuple(typeof(value) for value in arguments))
        except Exception as error:
            raise Fault(_compile_text(self.game, error), "compile") from error

    def begin(self, entry: Any, n_seats: int) -> None:
        """Clear the state and fill CORE for a row of the plan, as the engine does; notes are logged."""
        self.state[:] = np.zeros(1, self.game.state)
        core = self.state[0]["core"]
        core["n_seats"] = n_seats
        core["deal_key"] = fold(self._keys[0], int(entry["deal"]))
        core["table_key"] = fold(self._keys[1], int(entry["deal"]))
        core["is_logged"] = 1
        policy_key = fold(self._keys[2], int(entry["game"]))
        for seat in range(n_seats):
            core["policy_keys"][seat] = fold(policy_key, int(entry["participants"][seat]))
            core["characters"][seat] = entry["characters"][seat]
            core["participants"][seat] = entry["participants"][seat]
        self.n_steps = 0

    def _call(self, what: int, number: int, actions: Array, weights: Array, key: int) -> int:
        self.crumb.drop(what, self.n_steps, number)
        try:
            return int(
                self._act(
                    self.state, self.tables, what, number, actions, weights, self.scratch, self.values, np.uint64(key)
                )
            )
        except Exception as error:
            raise verb_fault(what, number, error) from error

    def setup(self) -> None:
        """Deal."""
        self._call(c.SETUP, 0, self.actions, self._no_weights, 0)

    def legal(self) -> tuple[int, ...]:
        """The legal list, checked for its form.

        Raises
        ------
        Fault
            It is empty, too long, has gaps, double or negative entries.
        """
        self.actions[:] = UNWRITTEN
        n = self._call(c.LEGAL, 0, self.actions, self._no_weights, 0)
        if not 1 <= n <= len(self.actions):
            raise Fault(
                f"`legal_actions` returns {n}; max_legal is {len(self.actions)}: return how many actions are legal, "
                "at least 1, or raise max_legal in GAME",
                "legal",
            )
        codes = tuple(int(code) for code in self.actions[:n])
        if UNWRITTEN in codes:
            raise Fault(
                f"`legal_actions` returns {n} but never writes entry {codes.index(UNWRITTEN)} of the buffer", "legal"
            )
        if min(codes) < 0:
            raise Fault(f"`legal_actions` lists the code {min(codes)}: codes are 0 or more", "legal")
        if len(set(codes)) < n:
            double = next(code for code in codes if codes.count(code) > 1)
            raise Fault(f"`legal_actions` lists the action {double} twice: list each action once", "legal")
        return codes

    def apply(self, action: int) -> None:
        """Take an action."""
        self._call(c.APPLY, action, self.actions, self._no_weights, 0)
        self.n_steps += 1

    def features(self, codes: Sequence[int], weights: Array) -> Array:
        """Values of actions, float64; entries that are not written are NaN."""
        self.values[:] = np.nan
        self.actions[: len(codes)] = codes
        self._call(c.FEATURES, len(codes), self.actions, weights, 0)
        return self.values[: len(codes)].copy()

    def determinize(self, seat: int, key: int) -> None:
        """Resample what a seat cannot see."""
        self._call(c.DETERMINIZE, seat, self.actions, self._no_weights, key)

    def score(self, n_seats: int, fill: int = 0) -> Array:
        """Outcome row of the state as it stands, shape (1,), written over bytes `fill`."""
        count = self._count(n_seats)
        dtype = self.game.outcome(n_seats)
        rows = np.frombuffer(bytearray([fill]) * dtype.itemsize, dtype).copy()
        self.crumb.drop(c.SCORE, self.n_steps)
        try:
            count(self.state, self.tables, rows)
        except Exception as error:
            raise verb_fault(c.SCORE, 0, error) from error
        return rows

    def _count(self, n_seats: int) -> Any:
        """`score` for a number of players, compiled."""
        if n_seats not in self._counts:
            self.crumb.drop(c.COMPILE)
            count = entry_kernel(_make_count(self.game), _digest(self.game, n_seats))
            if not is_jit_off():
                self._compile(count, (self.state, self.tables, np.zeros(1, self.game.outcome(n_seats))))
            self._counts[n_seats] = count
        return self._counts[n_seats]


def verb_fault(what: int, number: int, error: Exception) -> Fault:
    """What a verb that raised has done wrong."""
    name = c.NAMES[what] + (f" of action {number}" if what == c.APPLY else "")
    if isinstance(error, Fault):
        return error
    if isinstance(error, IndexError):
        return Fault(f"{name} reads or writes outside an array ({error})", "verbs")
    return Fault(f"{name} raises {type(error).__name__}: {error}", "verbs")


def _compile_text(game: GameSpec, error: Exception) -> str:
    """Which verb does not compile, and why."""
    text = str(error)
    codes = {name: getattr(getattr(game, name), "py_func", getattr(game, name)).__code__ for name in VERBS}
    called = [
        name for name, code in codes.items() if f"<function {code.co_name} at" in text or f"({code.co_name})" in text
    ]
    who = f"`{called[0]}`" if called else "a verb"
    return f"{who} does not compile with Numba: {game_reason(error, game)}"
