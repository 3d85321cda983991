"""Cells that fail in every way, for the tests of what plays them. Child processes import this module, too."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from scripts.request import Request, Setup, prepare
from sim.cells import Cell, CellJob
from sim.errors import UserError
from sim.plan import Plan

ROOT = Path(__file__).resolve().parents[1]
PIG = str(ROOT / "examples" / "pig")


@dataclass(frozen=True)
class StuckPlan(Plan):
    """A plan whose second half never comes."""

    def rows(self, table: int, lo: int, hi: int) -> np.ndarray[Any, Any]:
        if hi > self.n_games // 2:
            time.sleep(1e9)
        return super().rows(table, lo, hi)


@dataclass(frozen=True)
class CrashingPlan(Plan):
    """A plan that takes the process with it in its second half."""

    def rows(self, table: int, lo: int, hi: int) -> np.ndarray[Any, Any]:
        if hi > self.n_games // 2:
            os.kill(os.getpid(), signal.SIGSEGV)
        return super().rows(table, lo, hi)


def pig(goal: int, n_games: int = 3_000, players: int = 2) -> Request:
    """A request for Pig."""
    return Request(PIG, players=players, sets=(f"rules.goal={goal}",))


def cell(name: str, goal: int, n_games: int = 3_000, maker: str = "scripts.request:prepare", **more: Any) -> Cell:
    """A cell of Pig."""
    request = pig(goal, **more)
    plan = prepare(request, n_games).plan
    return Cell(name, {"rules.goal": str(goal)}, CellJob(maker, (request, n_games), plan.n_total, plan.n_seats))


def ill(name: str, how: str, healed: Path, goal: int = 30) -> Cell:
    """A cell that fails until the file `healed` is there."""
    job = cell(name, goal).job
    return Cell(name, {"rules.goal": str(goal)}, replace(job, maker="cellkit:fail", arguments=(how, str(healed), goal)))


def fail(how: str, healed: str, goal: int) -> Setup:
    """Maker of a cell that fails in the way named, as long as there is no file `healed`."""
    setup = prepare(pig(goal), 3_000)
    if Path(healed).exists():
        return setup
    if how in _PLANS:
        plan = _PLANS[how](**{name: getattr(setup.plan, name) for name in Plan.__dataclass_fields__})
        return replace(setup, plan=plan)
    _FAULTS[how]()
    raise AssertionError(how)


def _raise(error: BaseException) -> None:
    raise error


def _die() -> None:
    os.write(2, b"the last words\n")
    os._exit(7)


_PLANS: dict[str, Callable[..., Plan]] = {"hangs": StuckPlan, "crashes": CrashingPlan}
_FAULTS: dict[str, Callable[[], None]] = {
    "exits": _die,
    "memory": lambda: _raise(MemoryError()),
    "bug": lambda: _raise(ZeroDivisionError("by\nzero")),
    "user": lambda: _raise(UserError("cards lack a card")),
}


def run_files(folder: Path) -> dict[str, bytes]:
    """Rows and manifest of a run folder, byte for byte."""
    files = (*folder.glob("games-*.parquet"), folder / "manifest.json")
    return {file.name: file.read_bytes() for file in files}


def all_files(folder: Path, cells: Sequence[Cell]) -> dict[str, dict[str, bytes]]:
    """`run_files` of every cell."""
    return {one.name: run_files(folder / "cells" / one.name) for one in cells}


def children_of(pid: int) -> list[int]:
    """Processes whose parent is `pid`."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == pid and fields[0] != "Z":
            found.append(int(stat.parent.name))
    return found


def is_alive(pid: int) -> bool:
    """Whether a process is there and no mere remainder."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
