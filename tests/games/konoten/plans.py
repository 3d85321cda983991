"""What a seat of `balanced` scores when it is made to head for one node of its growth sheet.

A style that ignores a sheet would gain by such a plan. The loader's estimates of the nodes on the way are set so high
that every token which may grow one of them does; everything else is played as ever.
"""

from __future__ import annotations

import dataclasses
import math
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from sim.game import GameData
from sim.games.konoten import GAME, codes, layout
from sim.plan import make_plan

from ..kit.players import player_of

SEED = 20_263
WANTED = 40.0  # VP: more than a worker brings

Array = np.ndarray[Any, Any]


@cache
def data_for(n_seats: int) -> GameData:
    return GAME.load(None, None, (), n_seats)


def nodes_of(character: int) -> list[int]:
    """Nodes of a sheet but the start node."""
    sheet = data_for(4).tables[0]["nodes"][character]
    return [node for node in range(1, layout.MAX_NODES) if sheet["is_there"][node]]


def ways(sheet: Any, goal: int) -> list[tuple[int, ...]]:
    """The shortest rows of nodes from the start node to a goal, the goal last."""
    rows: list[tuple[int, ...]] = [(goal,)]
    while rows:
        done = [row for row in rows if int(sheet[row[0]]["before"]) & 1]
        if done:
            return done
        rows = [
            (node, *row)
            for row in rows
            for node in range(1, layout.MAX_NODES)
            if int(sheet[row[0]]["before"]) >> node & 1 and node not in row
        ]
    raise ValueError(f"node {goal} has no way to it")


def play(character: int, row: tuple[int, ...], n_games: int, n_seats: int = 4) -> Array:
    """Seat records of a character in place 1 that heads for the nodes of `row` (none: plain `balanced`)."""
    names = list(codes.CHARACTERS)
    others = [names[(character + step) % len(names)] for step in (1, 3, 4, 2, 5)][: n_seats - 1]
    cast = [names[character], *others]
    plan = make_plan(GAME, n_games, n_seats, ["balanced", "random"], cast, "fixed", SEED)
    data = data_for(n_seats)
    tables = data.tables.copy()
    for node in row:
        tables[0]["nodes"][character][node]["worth"][:] = WANTED
    data = dataclasses.replace(data, tables=tables)
    rows = player_of(GAME, data, plan).play(plan.rows(0, 0, plan.n_games))
    return rows["seats"][:, 0]


def gain(plain: Array, planned: Array) -> tuple[float, float]:
    """VP that a plan adds, and the standard error of it: the same deals, paired game by game."""
    difference = planned["score"].astype(float) - plain["score"].astype(float)
    return float(difference.mean()), float(difference.std(ddof=1) / math.sqrt(len(difference)))


class Way(NamedTuple):
    """The best of the shortest rows to a goal."""

    row: tuple[int, ...]
    gain: float  # VP that it adds to a seat of `balanced`
    error: float  # standard error of that
    reached: float  # share of games in which the goal was grown


def best_way(character: int, goal: int, n_games: int, plain: Array) -> Way:
    """Play every shortest row to a goal; `plain` = the same games without a plan."""
    sheet = data_for(4).tables[0]["nodes"][character]
    found = []
    for row in ways(sheet, goal):
        planned = play(character, row, n_games)
        words = planned["nodes_grown"].astype(np.int64) & 0xFFFFFFFF
        at = layout.MAX_NODES * character + goal
        found.append(Way(row, *gain(plain, planned), float((words[:, at // 32] >> at % 32 & 1).mean())))
    return max(found, key=lambda each: each.gain)
