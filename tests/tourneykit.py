"""Tournaments without files: rows made from stated chances, or played in memory, added up as a run's are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from toykit import toy

from analysis.meetings import MeetingSums
from analysis.run import Rows, Run
from sim.game import GameData, GameSpec
from sim.pairing import meetings
from sim.plan import Plan, make_plan
from sim.playout import Player

Array = np.ndarray[Any, Any]


def tables_of(styles: Sequence[str], n_seats: int) -> list[dict[int, str]]:
    """Policy tables of a tournament of all styles."""
    pairs = [(a, b) for at, a in enumerate(styles) for b in styles[at + 1 :]]
    return [table for a, b in pairs for table in meetings(n_seats, a, b)]


def run_of(game: GameSpec, plan: Plan, **changes: Any) -> Run:
    """A run of a plan without rows."""
    names = {"characters": list(game.characters), "columns": [], "wins": game.wins, "game": game.name}
    return Run(Path(), {**plan.describe(), **names, **changes}, game.all_columns(), ())


def made(
    strength: Mapping[str, float] | Array, styles: Sequence[str], n_games: int, seed: int, **kinds: Any
) -> MeetingSums:
    """Games of the toy's rows in which a style wins by chance.

    Parameters
    ----------
    strength
        By style: its strength, a seat's chance to win being its strength over that of all; or a matrix of shares of
        the row's style against the column's, of games with equally many seats.
    kinds
        n_seats (2), ties (share of games that all seats win), luck (share of blocks whose games all go to one style),
        cast (how many times as strong character 0 is), teams (the seat after the winner's wins too, each in full).
    """
    game, n_seats = replace(toy()[0], seats=tuple(range(2, 13))), kinds.get("n_seats", 2)
    plan = make_plan(game, n_games, n_seats, tables_of(styles, n_seats), seed=seed)
    sums = MeetingSums(run_of(game, plan, wins="team" if kinds.get("teams") else "single"))
    for table in range(len(plan.tables)):
        rng = np.random.default_rng((seed, table))
        sums.add(table, _rows(plan, table, strength, list(styles), rng, kinds))
    return sums


def _rows(plan: Plan, table: int, strength: Any, styles: list[str], rng: Any, kinds: Mapping[str, Any]) -> Rows:
    rows = plan.rows(table, 0, plan.n_games)
    k, n = plan.n_seats, plan.n_games
    policy = rows["policies"][:, :k].T.astype(np.int64)
    index = np.array([styles.index(name) for name in plan.policies])[policy]
    if isinstance(strength, np.ndarray):
        first, second = sorted(set(index[:, 0].tolist()))
        weight = np.where(index == first, strength[first, second], strength[second, first])
    else:
        weight = np.array([strength[name] for name in styles])[index]
    weight = weight * np.where(rows["characters"][:, :k].T == 0, kinds.get("cast", 1.0), 1.0)
    block = rows["block"]
    is_lucky = (rng.random(plan.n_blocks) < kinds.get("luck", 0.0))[block]
    luck = np.where(is_lucky, rng.random(plan.n_blocks)[block], rng.random(n))
    order = np.argsort(index, axis=0, kind="stable")  # luck is the style's, not the chair's
    ordered = np.take_along_axis(weight / weight.sum(0), order, axis=0)
    at = np.minimum((np.cumsum(ordered, axis=0) < luck).sum(0), k - 1)
    credit = np.zeros((k, n))
    credit[order[at, np.arange(n)], np.arange(n)] = 1
    tied = rng.random(n) < kinds.get("ties", 0.0)
    credit[:, tied] = 1 / k
    if kinds.get("teams"):
        credit += np.roll(credit, 1, axis=0)
    columns = {
        "win_share": credit,
        "place": np.broadcast_to(np.arange(1, k + 1)[:, None], (k, n)),
        "character": rows["characters"][:, :k].T,
        "policy": policy,
        "participant": rows["participants"][:, :k].T,
        "is_finished": np.ones(n, np.int8),
        "end_reason": np.zeros(n, np.int8),
        "winners": (credit > 0).sum(0),
        "turns": np.full(n, 10),
        "score": credit * 10,
        "block": block,
        "table": rows["table"],
    }
    return Rows(columns, np.arange(0, n, plan.block_size))


def played(
    game: GameSpec, data: GameData, styles: Sequence[str], n_games: int, n_seats: int = 2, seed: int = 1
) -> MeetingSums:
    """A tournament played in memory; `n_games` of each policy table."""
    plan = make_plan(game, n_games, n_seats, tables_of(styles, n_seats), seed=seed)
    player = Player(game, data, plan.policies, n_seats, seed)
    sums = MeetingSums(run_of(game, plan))
    for table in range(len(plan.tables)):
        rows = player.play(plan.rows(table, 0, plan.n_games))
        every = game.all_columns()
        columns = {c.name: rows["seats"][c.name].swapaxes(0, 1) if c.is_per_seat else rows[c.name] for c in every}
        sums.add(table, Rows(columns, np.arange(0, plan.n_games, plan.block_size)))
    return sums
