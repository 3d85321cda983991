"""Whole games of uniform play by the kernels, driven from Python: one compiled game serves all numbers of players."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from sim.game import GameData
from sim.games.rider import GAME

from ..kit.means import Mean
from .situations import MAX_SEATS, driver

Array = np.ndarray[Any, Any]


def games(data: GameData, n_seats: int, n_games: int, seed: int) -> Iterator[tuple[Any, int]]:
    """Play games; after each, the outcome row and the number of decisions. The state stays in `driver().state`."""
    table, rng = driver(), random.Random(f"{seed} {n_seats}")
    table.tables = np.array(data.tables)
    for number in range(n_games):
        table.n_seats, decisions = n_seats, 0
        legal = table.setup(seed, number)
        while legal:
            decisions += len(legal) > 1
            legal = table.apply(legal[rng.randrange(len(legal))])
        table.n_seats = MAX_SEATS  # one type of row for all numbers of seats
        yield table.outcome()[0], decisions


def measures(row: Any, decisions: int, n_seats: int) -> dict[str, float]:
    """Measures of a game, by the names of `reference.rider.playing.UNIFORM`."""
    seats = row["seats"][:n_seats]
    end = int(driver().state.core.end_reason)
    return {
        "rounds": row["rounds"], "turns": row["turns"], "decisions": decisions, "deaths": row["deaths_n"],
        "unfinished": end < 0, "lone": end == 2, "winners": row["winners_n"], "hidden": seats["hidden_end"].sum(),
        "villains": row["villains_n"], "by_link": row["villains_link_n"], "changes": row["faction_changes_n"],
        "judgements": row["judge_n"], "strikes": seats["strikes"].sum(), "hits": seats["hits"].sum(),
        "nullifies": row["nullify_n"], "chained": row["chain_n"], "skills": seats["skill_uses"].sum(),
        "first": seats["credit"][int(row["first_seat"]) - 1],
    }  # fmt: skip


def play(n_seats: int, n_games: int, seed: int) -> dict[str, Mean]:
    """Means by measure; every game has a deal of its own."""
    data = GAME.load("standin", None, (), n_seats)
    found = [measures(row, decisions, n_seats) for row, decisions in games(data, n_seats, n_games, seed)]
    return {name: _mean([float(game[name]) for game in found]) for name in found[0]}


def _mean(values: Sequence[float]) -> Mean:
    spread = float(np.std(values, ddof=1))
    return Mean(float(np.mean(values)), spread / len(values) ** 0.5, spread)
