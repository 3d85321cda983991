"""Named styles at play: one styled participant against others, whole tables of one style, and how styles differ."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Any

import numpy as np

from sim.game import GameSpec
from sim.plan import make_plan

from .numbers import sets_for
from .players import player_of

Array = np.ndarray[Any, Any]


def rows_of(game: GameSpec, table: Any, n_games: int, seed: int, n_seats: int = 4) -> Array:
    """Rows of a table of policies; `random` stands beside it, as a table that is not played.

    With shared deals, as the figures of docs/policies.md have them.
    """
    plan = make_plan(game, n_games, n_seats, [table, "random"], seed=seed, deals="shared")
    data = game.load(None, None, sets_for(game, n_seats), n_seats)
    return player_of(game, data, plan).play(plan.rows(0, 0, plan.n_games))


def one_against(game: GameSpec, style: str, others: str, n_games: int, seed: int, n_seats: int = 4) -> Array:
    """Seat records of the styled participant, who plays each character and place equally often."""
    rows = rows_of(game, {1: style, **dict.fromkeys(range(2, n_seats + 1), others)}, n_games, seed, n_seats)
    return rows["seats"][rows["seats"]["participant"] == 0]


def mean(seats: Array, column: str) -> float:
    return float(seats[column].mean(dtype=float))


def n_differing(a: Array, b: Array, columns: Iterable[str]) -> int:
    """Columns in which the means of two groups of seats differ by more than half the larger SD."""
    return sum(abs(mean(a, c) - mean(b, c)) > 0.5 * max(a[c].std(dtype=float), b[c].std(dtype=float)) for c in columns)


def alike(groups: Mapping[str, Array], columns: Iterable[str], least: int = 3) -> list[tuple[str, str]]:
    """Pairs of styles that differ in fewer than `least` columns."""
    kept = list(columns)
    return [(a, b) for a, b in combinations(groups, 2) if n_differing(groups[a], groups[b], kept) < least]
