"""Whole games of examples/pig by the engine and by two programs in C, which play the same plan into the same rows.

`pig_loop.c` is the engine's loop and the game's verbs in C; `pig.c` knows nothing but Pig and has no engine. The rows
must agree byte by byte.
"""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any

import numpy as np
from against_c import HERE, Run, compare, compiled, header

from scripts.request import Request, prepare
from sim.core import CORE, MAX_SEATS
from sim.loop import CONTROL, N_MEMORY, new_control, study_keys
from sim.plan import PLAN_ROW
from sim.playout import Player

GAME = HERE.parents[1] / "examples" / "pig"
N_GAMES = 10_000
SEED = 12345

#: Policies of the game, and the number of points at which pig.c holds (0: at random).
POLICIES = {"random": 0, "hold_20": 20}

Array = np.ndarray[Any, Any]


class Desk(ctypes.Structure):
    """Buffers of pig_loop.c."""

    _fields_ = [(name, ctypes.c_void_p) for name in ("actions", "values", "memory", "search_keys")]


class Game:
    """Games of Pig under a policy, to be played by the engine or in C."""

    def __init__(self, policy: str, folder: Path) -> None:
        setup = prepare(Request(str(GAME), None, (policy,), seed=SEED))
        self.hold_at = POLICIES[policy]
        self.player = Player(setup.game, setup.data, setup.plan.policies, setup.plan.n_seats, SEED)
        self.plan = setup.plan.rows(0, 0, N_GAMES)
        self.keys = study_keys(SEED)
        self.setup = setup
        records = {"core_t": CORE, "state_t": setup.game.state, "tables_t": setup.data.tables.dtype}
        records |= {"plan_t": PLAN_ROW, "control_t": CONTROL, "row_t": self.player.row_dtype}
        (folder / "records.h").write_text(header(records), encoding="utf-8")

    def by_engine(self) -> Array:
        """Rows that the engine plays."""
        return self.player.play(self.plan)

    def by_pig(self, source: Path, folder: Path) -> Run:
        """Plays in pig.c, or an altered copy of it."""
        play = compiled(source, folder).play

        def run() -> Array:
            rows = np.zeros(len(self.plan), self.player.row_dtype)
            play(*addresses(self.plan, self.keys), *numbers(len(self.plan), self.hold_at), *addresses(rows))
            return rows

        return run

    def by_loop(self, source: Path, folder: Path) -> Run:
        """Plays in pig_loop.c."""
        play = compiled(source, folder).play
        game, data, policies = self.setup.game, self.setup.data, self.player.policies
        families = np.array([policy.family != "random" for policy in policies], np.int64)
        weights = np.array([policy.weights for policy in policies])

        def run() -> Array:
            rows, control = np.zeros(len(self.plan), self.player.row_dtype), new_control()
            states, blank = np.zeros(1, game.state), np.zeros(1, game.state)
            buffers = np.zeros(game.max_legal, np.int32), np.zeros(game.max_legal)
            memory, search_keys = np.zeros((MAX_SEATS, N_MEMORY)), np.zeros(MAX_SEATS, np.uint64)
            desk = Desk(*addresses(*buffers, memory, search_keys))
            inputs = addresses(states, blank, data.tables, self.plan, self.keys, families, weights)
            sizes = numbers(len(self.plan), game.max_decisions)
            play(*inputs, *numbers(weights.shape[1]), ctypes.byref(desk), *addresses(rows), *sizes, *addresses(control))
            return rows

        return run


def addresses(*arrays: Array) -> list[ctypes.c_void_p]:
    """Arguments for C: where arrays lie."""
    return [ctypes.c_void_p(array.ctypes.data) for array in arrays]


def numbers(*values: int) -> list[ctypes.c_int64]:
    """Arguments for C: whole numbers."""
    return [ctypes.c_int64(value) for value in values]


def measure(folder: Path, sources: Path = HERE) -> list[dict[str, Any]]:
    """Comparisons for each policy: the same loop, and Pig alone."""
    found = []
    for policy in POLICIES:
        game = Game(policy, folder)
        n_decisions = int(game.by_engine()["decisions"].sum())
        sides = {"pig_loop.c": game.by_loop, "pig.c": game.by_pig}
        for name, side in sides.items():
            figures = compare(game.by_engine, side(sources / name, folder), n_decisions)
            found.append({"what": "whole games of Pig", "policy": policy, "c": name, "unit": "decision", **figures})
    return found
