"""Which rule alternatives matter: in how many games of one seed a change altered the course."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from sim.game import GameData, GameSpec
    from sim.plan import Plan

Array = np.ndarray[Any, Any]


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
