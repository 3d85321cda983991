"""Clause coverage: the runs that a game lists for it, and which rule alternatives matter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.errors import UserError
from sim.tables import read_toml, refuse_unknown

if TYPE_CHECKING:
    from sim.game import GameData, GameSpec
    from sim.plan import Plan

Array = np.ndarray[Any, Any]

#: In a game's folder: the runs of `fairseat coverage`.
COVERAGE_FILE = "data/coverage.toml"

RUN_KEYS = {"name", "n", "cards", "sets", "policies", "seed", "players"}


@dataclass(frozen=True)
class CoverageRun:
    """One run of a coverage file.

    Attributes
    ----------
    name, n_games
        Its name, and the games of each policy table.
    cards, sets, policies
        Data and policy tables, as texts of the command line.
    seed, players
        None where the file names none.
    """

    name: str
    n_games: int
    cards: str | None
    sets: tuple[str, ...]
    policies: tuple[str, ...]
    seed: int | None
    players: int | None


def read_runs(game: GameSpec) -> list[CoverageRun]:
    """The runs of a game's coverage file."""
    path = game.folder / COVERAGE_FILE
    tables: list[dict[str, Any]] = read_toml(path)[0].get("run", [])
    if not tables:
        raise UserError(f"{path}: lists no [[run]]")
    return [_run(table, f"{path}: run {table.get('name', '?')!r}") for table in tables]


def read_alternatives(game: GameSpec) -> CoverageRun | None:
    """The run that is played once for each of its `sets`, against itself without any; None if the file has none."""
    path = game.folder / COVERAGE_FILE
    table = read_toml(path)[0].get("alternatives")
    return _run({"name": "alternatives", **table}, f"{path}: [alternatives]") if table else None


def _run(table: Mapping[str, Any], where: str) -> CoverageRun:
    refuse_unknown("key", sorted(table), sorted(RUN_KEYS), where)
    if not isinstance(table.get("name"), str) or not isinstance(table.get("n"), int) or table["n"] < 1:
        raise UserError(f"{where}: give it a name and n, the number of games")
    sets = table.get("sets", [])
    return CoverageRun(
        name=table["name"],
        n_games=table["n"],
        cards=table.get("cards"),
        sets=tuple(sets if isinstance(sets, list) else (f"{path}={value}" for path, value in sets.items())),
        policies=tuple(table.get("policies", ())),
        seed=table.get("seed"),
        players=table.get("players"),
    )


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
