"""The toy game and small helpers, shared by the engine's tests."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from sim.game import GameData, GameSpec
from sim.plan import PLAN_ROW, Plan, make_plan
from sim.playout import Player
from sim.registry import find
from sim.run import RunResult, simulate

TOY_FOLDER = Path(__file__).parent / "toy"


@cache
def toy() -> tuple[GameSpec, GameData]:
    """The toy game with its data."""
    game = find(str(TOY_FOLDER))
    return game, game.load()


def toy_plan(n_games: int, *tables: Any, n_seats: int = 3, **options: Any) -> Plan:
    """A plan of the toy."""
    return make_plan(toy()[0], n_games, n_seats, tables or ("random",), **options)


def toy_player(plan: Plan) -> Player:
    """A player for a plan of the toy."""
    return Player(*toy(), plan.policies, plan.n_seats, plan.seed)


def toy_rows(n_games: int, *tables: Any, table: int = 0, **options: Any) -> np.ndarray[Any, Any]:
    """Outcome rows of the first games of a toy plan."""
    plan = toy_plan(n_games, *tables, **options)
    return toy_player(plan).play(plan.rows(table, 0, plan.n_games))


def one_row(game: int, block: int = 0, n_seats: int = 3) -> np.ndarray[Any, Any]:
    """A plan row with participants in order, all with policy 0."""
    row = np.zeros(1, PLAN_ROW)
    row["game"], row["block"], row["deal"] = game, block, block
    row["participants"][0, :n_seats] = np.arange(n_seats)
    row["characters"][0, :n_seats] = np.arange(n_seats) % 2
    return row


def folder_digest(folder: Path) -> dict[str, str]:
    """sha256 of each stored file, lock and line order aside."""
    files = [*sorted(folder.glob("games-*.parquet")), folder / "manifest.json"]
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


def run_toy(folder: Path, plan: Plan, **options: Any) -> RunResult:
    """`simulate` for the toy."""
    return simulate(folder, *toy(), plan, **options)


def no_litter(folder: Path) -> bool:
    """Whether a folder holds nothing but a run's own files."""
    names = {file.name for file in folder.iterdir()}
    return all(name in ("manifest.json", "shards.jsonl") or name.endswith(".parquet") for name in names)
