"""One hot loop by kaguya's kernels and by the same loop in C: legal places, a random one, the ponkotsu test.

The C twin (placing.c) is compiled when the benchmark runs. The checksums must agree.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from against_c import HERE, compare, compiled
from numba import uint64

from sim.games.kaguya import GAME
from sim.games.kaguya.legal import _list_places
from sim.games.kaguya.pieces import pool_faces, pool_take, seat_of, slot_add
from sim.games.kaguya.placement import test_ponkotsu
from sim.kernel import entry_kernel, kernel, source_digest
from sim.rng import draw, fold

N_BOARDS = 400_000
SEED = 12345


@kernel
def _deal(state, key):  # type: ignore[no-untyped-def]
    """A random board: dice on the characters, seven dice in the pool of seat 0; returns the draws made."""
    shift, turn = draw(key, 0, 4), draw(key, 1, 4)
    d = 2
    for p in range(4):
        seat = state.seats[p]
        seat.character = p ^ turn
        seat.slot = (p + shift) & 3
        seat.is_ponkotsu = draw(key, d, 2)
        for face in range(7):
            seat.pool[face] = 0
        slot = state.slots[(p + shift) & 3]
        slot.seat = p
        slot.n = 0
        slot.total = 0
        n = draw(key, d + 1, 3)
        d += 2
        for _ in range(n):
            slot_add(slot, 1 + draw(key, d, 6))
            d += 1
    state.seats[0].n_pool = 7
    for _ in range(7):
        state.seats[0].pool[1 + draw(key, d, 6)] += 1
        d += 1
    return d


def _place(states, tables, actions, seed, n_boards):  # type: ignore[no-untyped-def]
    state, rules = states[0], tables[0]
    checksum = uint64(0)
    placed = 0
    for board in range(n_boards):
        key = fold(seed, board)
        d = _deal(state, key)
        while True:
            n = _list_places(state, rules, pool_faces(state.seats[0]), actions, 0)
            if n == 0:
                break
            action = int(actions[draw(key, d, n)])
            d += 1
            face = action & 15
            target = seat_of(state, (action >> 4) & 15)
            pool_take(state.seats[0], face)
            slot_add(state.slots[int(state.seats[target].slot)], face)
            matched = test_ponkotsu(state, rules, target, face)
            checksum = fold(checksum, (action & 0xFFFF) | (n << 16) | (matched << 32))
            placed += 1
    return checksum, placed


def by_kernels() -> Callable[[], tuple[int, int]]:
    """The loop by the game's kernels: (checksum, placements)."""
    data = GAME.load(None, None, [], 4)
    files = [*sorted(GAME.folder.glob("*.py")), Path(__file__)]
    place = entry_kernel(_place, source_digest(files, "bench"))
    states, actions = np.zeros(1, GAME.state), np.zeros(GAME.max_legal, np.int32)

    def run() -> tuple[int, int]:
        checksum, placed = place(states, data.tables, actions, np.uint64(SEED), N_BOARDS)
        return int(checksum), int(placed)

    return run


def by_c(source: Path, folder: Path) -> Callable[[], tuple[int, int]]:
    """The loop in C, compiled now: (checksum, placements)."""
    loop = compiled(source, folder).place
    loop.restype = ctypes.c_uint64
    loop.argtypes = (ctypes.c_uint64, ctypes.c_int64, ctypes.POINTER(ctypes.c_int64))

    def run() -> tuple[int, int]:
        placed = ctypes.c_int64()
        return int(loop(SEED, N_BOARDS, ctypes.byref(placed))), int(placed.value)

    return run


def measure(folder: Path, sources: Path = HERE) -> list[dict[str, Any]]:
    """The one comparison, nanoseconds a placement."""
    kernels = by_kernels()
    about = {"what": "kaguya, dice placed on boards", "policy": "random", "c": "placing.c", "unit": "placement"}
    return [about | compare(kernels, by_c(sources / "placing.c", folder), kernels()[1])]
