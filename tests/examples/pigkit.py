"""Pig from its folder, and copies of it that tests may change."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from analysis.run import Rows
from sim.game import GameData, GameSpec
from sim.plan import Plan, make_plan
from sim.playout import Player
from sim.registry import find

PIG_FOLDER = Path(__file__).resolve().parents[2] / "examples" / "pig"


@cache
def pig(*sets: tuple[str, str]) -> tuple[GameSpec, GameData]:
    """Pig with its data, single values changed."""
    game = find(str(PIG_FOLDER))
    return game, game.load(sets=sets)


def copy_of_pig(folder: Path, changes: Mapping[str, tuple[str, str]] | None = None) -> Path:
    """A copy of the folder in which, by file, one text (which must be there) is replaced by another."""
    shutil.copytree(PIG_FOLDER, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for name, (old, new) in (changes or {}).items():
        change(folder / name, old, new)
    return folder


def change(file: Path, old: str, new: str) -> None:
    """Replace a text of a file, which must be there once."""
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{file}: {old!r} stands there {text.count(old)} times"
    file.write_text(text.replace(old, new), encoding="utf-8")


def holds(*numbers: int) -> dict[int, str]:
    """A policy table: participant i holds at the i-th number."""
    return {place: f"hold_{number}" for place, number in enumerate(numbers, start=1)}


def player_of(game: GameSpec, data: GameData, plan: Plan) -> Player:
    """A player for a plan."""
    return Player(game, data, plan.policies, plan.n_seats, plan.seed)


def play(game: GameSpec, data: GameData, n_games: int, tables: Sequence[Any], **options: Any) -> np.ndarray[Any, Any]:
    """Outcome rows of the first table of a plan for two."""
    plan = make_plan(game, n_games, 2, tables, **options)
    return player_of(game, data, plan).play(plan.rows(0, 0, plan.n_games))


def as_rows(game: GameSpec, rows: np.ndarray[Any, Any]) -> Rows:
    """Outcome rows as the analysis reads them from files."""
    columns = {
        c.name: rows["seats"][c.name].swapaxes(0, 1) if c.is_per_seat else rows[c.name] for c in game.all_columns()
    }
    block = rows["block"]
    return Rows(columns, np.flatnonzero(np.append(True, block[1:] != block[:-1])))
