"""Whole games of examples/pig by the engine and by a program in C that knows nothing but Pig (pig.c).

Both play the same plan into the same outcome rows, which must agree byte by byte.
"""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any

import numpy as np
from against_c import HERE, compare, compiled, struct

from scripts.request import Request, prepare
from sim.plan import PLAN_ROW
from sim.playout import Player, study_keys

GAME = HERE.parents[1] / "examples" / "pig"
N_GAMES = 10_000
SEED = 12345

#: Policies of the game, and the number of points at which C holds (0: at random).
POLICIES = {"random": 0, "hold_20": 20}


def by_engine(policy: str) -> tuple[Player, np.ndarray[Any, Any]]:
    """A player of the game, and the plan that it plays."""
    setup = prepare(Request(str(GAME), None, (policy,), seed=SEED))
    player = Player(setup.game, setup.data, setup.plan.policies, setup.plan.n_seats, SEED)
    return player, setup.plan.rows(0, 0, N_GAMES)


def by_c(source: Path, folder: Path, row_dtype: np.dtype[Any]) -> Any:
    """`play(plan, hold_at) -> rows` in C, compiled now for these rows."""
    (folder / "rows.h").write_text(struct("plan_t", PLAN_ROW) + struct("row_t", row_dtype), encoding="utf-8")
    play = compiled(source, folder).play
    play.argtypes = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p)
    play.restype = None
    keys = study_keys(SEED)

    def run(plan: np.ndarray[Any, Any], hold_at: int) -> np.ndarray[Any, Any]:
        rows = np.zeros(len(plan), row_dtype)
        play(plan.ctypes.data, keys.ctypes.data, len(plan), hold_at, rows.ctypes.data)
        return rows

    return run


def measure(folder: Path, source: Path = HERE / "pig.c") -> list[dict[str, Any]]:
    """One comparison for each policy, nanoseconds a decision."""
    found = []
    for policy, hold_at in POLICIES.items():
        player, plan = by_engine(policy)
        play = by_c(source, folder, player.row_dtype)

        def kernels(player: Player = player, plan: Any = plan) -> Any:
            return player.play(plan)

        def c(play: Any = play, plan: Any = plan, hold_at: int = hold_at) -> Any:
            return play(plan, hold_at)

        n_decisions = int(player.play(plan)["decisions"].sum())
        found.append({"what": "whole games of Pig", "policy": policy, "unit": "decision", **compare(kernels, c, n_decisions)})
    return found
