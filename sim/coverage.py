"""Clause coverage: the runs that a game lists for it, and which rule alternatives matter."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.errors import UserError, unknown
from sim.tables import read_toml

if TYPE_CHECKING:
    from sim.game import GameData, GameSpec
    from sim.plan import Plan

Array = np.ndarray[Any, Any]

#: In a game's folder: the runs of `fairseat coverage`.
COVERAGE_FILE = "data/coverage.toml"

RUN_KEYS = {"name", "n", "cards", "sets", "policies", "seed", "players"}


@dataclass(frozen=True)
class CoverageRun:
    """One run of a coverage file: name, games of each policy table, data, policy tables, seed and players if named."""

    name: str
    n_games: int
    cards: str | None
    sets: tuple[tuple[str, str], ...]
    policies: tuple[str | dict[int, str], ...]
    seed: int | None
    players: int | None


def read_run_tables(game: GameSpec) -> list[dict[str, Any]]:
    """The runs of a game's coverage file as they stand there, checked."""
    path = game.folder / COVERAGE_FILE
    runs: list[dict[str, Any]] = read_toml(path)[0].get("run", [])
    if not runs:
        raise UserError(f"{path}: lists no [[run]]")
    for run in runs:
        for key in sorted(run.keys() - RUN_KEYS):
            raise UserError(f"{path}: run {run.get('name', '?')!r}: {unknown('key', key, sorted(RUN_KEYS))}")
        if not isinstance(run.get("name"), str) or not isinstance(run.get("n"), int) or run["n"] < 1:
            raise UserError(f"{path}: run {run.get('name', '?')!r}: give it a name and n, the number of games")
    return runs


def read_runs(game: GameSpec) -> list[CoverageRun]:
    """The runs of a game's coverage file."""
    return [
        CoverageRun(
            name=run["name"],
            n_games=run["n"],
            cards=run.get("cards"),
            sets=tuple(_sets(run.get("sets", []))),
            policies=tuple(_policies(text) for text in run.get("policies", [])),
            seed=run.get("seed"),
            players=run.get("players"),
        )
        for run in read_run_tables(game)
    ]


def _sets(sets: Mapping[str, Any] | Sequence[str]) -> list[tuple[str, str]]:
    if isinstance(sets, Mapping):
        return [(path, str(value)) for path, value in sets.items()]
    return [(path.strip(), value.strip()) for path, _, value in (text.partition("=") for text in sets)]


def _policies(text: str) -> str | dict[int, str]:
    """A policy for everybody, or names by participant from "1=NAME,2=NAME"."""
    if not re.match(r"\s*\d+\s*=", text):
        return text.strip()
    pairs = (part.partition("=") for part in text.split(","))
    return {int(number): name.strip() for number, _, name in pairs}


def final_rows(game: GameSpec, data: GameData, plan: Plan, policies: Sequence[str]) -> Array:
    """Outcome rows of all games of a plan's tables, in order."""
    from sim.playout import Player

    player = Player(game, data, policies, plan.n_seats, plan.seed)
    return np.concatenate([player.play(plan.rows(table, 0, plan.n_games)) for table in range(len(plan.tables))])


def changed_games(before: Array, after: Array) -> int:
    """Number of games whose outcome rows differ: the change altered their course."""
    width = before.dtype.itemsize
    a, b = (np.ascontiguousarray(rows).view(np.uint8).reshape(-1, width) for rows in (before, after))
    return int((a != b).any(axis=1).sum())
