"""Checks of notes: codes that exist, and counted clauses that fire."""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.contract.result import Fault, Skip
from sim.contract.room import Room
from sim.contract.task import SEED
from sim.coverage import COVERAGE_FILE, read_runs
from sim.plan import make_plan
from sim.playout import Player
from sim.written import parse_policy, parse_set


def notes(room: Room) -> str:
    """Every note of the games has an id."""
    names = room.game.clauses
    seen: set[int] = set()
    for game in room.games(""):
        assert game.end is not None  # games that ended have a last state
        marked = set(np.flatnonzero(game.end["core"]["notes"][0]).tolist())
        for code in sorted(game.codes | marked):
            if not 0 <= code < len(names):
                raise Fault(
                    f"`note` is called with the code {code}; GAME.clauses has {len(names)} ids, codes are 0 to "
                    f"{len(names) - 1}: {game.where.text()}"
                )
        seen |= marked
    return f"{len(seen)} of {len(names)} notes met"


def coverage(room: Room) -> str:
    """Counted clauses fire in the runs of data/coverage.toml, or, without that file, in the games of these checks."""
    game = room.game
    if not game.counted:
        raise Skip("GAME.counted is empty: no clause is demanded")
    has_plan = (game.folder / COVERAGE_FILE).is_file()
    counts = _planned(room) if has_plan else _played(room)
    silent = [clause for clause in game.counted if not counts[game.clauses.index(clause)]]
    if silent:
        hint = (
            f"give {COVERAGE_FILE} a run in which they do"
            if has_plan
            else f"write {COVERAGE_FILE} with runs in which they do"
        )
        where = f"the runs of {COVERAGE_FILE}" if has_plan else "the games of these checks"
        raise Fault(
            f"counted clauses that never fired in {where}: {', '.join(silent)}; "
            f"{hint}, call `note` where the clause is carried out, or take them out of GAME.counted"
        )
    return f"{len(game.counted)} counted clauses fire" + ("" if has_plan else f" (there is no {COVERAGE_FILE})")


def _played(room: Room) -> np.ndarray[Any, Any]:
    counts = np.zeros(len(room.game.clauses), np.int64)
    for n_seats in room.batch_seats:
        plan = room.plan(n_seats)
        for table, name in enumerate(room.policies):
            room.batch(n_seats, plan.rows(table, 0, plan.n_games), f"policy {name}", counts)
    return counts


def _planned(room: Room) -> np.ndarray[Any, Any]:
    """How often each note fired in the runs of the coverage file, stopping once all counted ones have."""
    game = room.game
    counts = np.zeros(len(game.clauses), np.int64)
    wanted = [game.clauses.index(clause) for clause in game.counted]
    for run in read_runs(game):
        if counts[wanted].all():
            break  # before the next one compiles
        n_seats = run.players or game.default_seats
        data = game.load(run.cards, None, [parse_set(text) for text in run.sets], n_seats)
        tables = [parse_policy(text) for text in run.policies or (game.default_policy,)]
        plan = make_plan(game, run.n_games, n_seats, tables, seed=SEED if run.seed is None else run.seed)
        more = [
            name for name in room.policies[:2] if name not in plan.policies
        ]  # then the batches' machine code serves
        player = Player(game, data, [*plan.policies, *more], n_seats, plan.seed)
        room.warm(player)
        for table in range(len(plan.tables)):
            for start in range(0, plan.n_games, 500):
                if counts[wanted].all():
                    return counts
                rows = plan.rows(table, start, min(start + 500, plan.n_games))
                room.batch(n_seats, rows, f"run {run.name} of {COVERAGE_FILE}", counts, player)
    return counts
