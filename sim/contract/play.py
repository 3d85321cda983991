"""Checks of games played step by step: verbs, legal lists, CORE, ends, purity, every action tried, capacities."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from sim.contract.chance import some_weights
from sim.contract.result import Fault, Skip
from sim.contract.room import Room, first_difference
from sim.contract.walk import Point
from sim.core import MAX_LOG, MAX_NOTES

Array = np.ndarray[Any, Any]

#: What `legal_actions` and `score` may write of the state: they may note a clause, such as a prohibition that acted.
NOTED = ("notes", "log", "n_log")


def compiles(room: Room) -> str:
    """All verbs compile."""
    table = room.table
    for n_seats in room.batch_seats:
        table.tables = np.array(room.data(n_seats).tables)
        table.compile_score(n_seats)
        room.player(n_seats)
    return "verbs and the loop over whole games"


def _walked(room: Room, check: str) -> list[Any]:
    games = room.games(check)
    fault = room.fault_of_walk()
    if fault is not None:
        raise Skip(f"the games broke off, see {fault.check}")
    return games


def verbs(room: Room) -> str:
    """Games run step by step with array bounds checked."""
    games = _walked(room, "verbs")
    n = sum(len(game.actions) for game in games)
    return f"{len(games)} games, {n:,} actions, array bounds checked"


def legal(room: Room) -> str:
    """Legal lists are well formed, and the same when asked again."""
    games = _walked(room, "legal")
    for point in room.points:
        room.put(point)
        with room.at(point.where):
            if (again := room.table.legal()) != point.legal:
                raise Fault(
                    f"`legal_actions` asked twice lists {len(point.legal)} actions, then {len(again)} or others"
                )
    longest = max(game.longest_list for game in games)
    return f"longest list {longest} of at most {room.game.max_legal} (max_legal)"


def core(room: Room) -> str:
    """CORE: the verbs leave the engine's fields alone, and name a seat that exists."""
    _walked(room, "core")
    return "actor, is_over and the engine's fields"


def ends(room: Room) -> str:
    """Games end by their rules, for every number of players and policy."""
    games = _walked(room, "ends")
    limit, spec = room.sizes.max_unfinished, room.game
    played = Counter((game.where.n_seats, game.where.policy) for game in games)
    open_ended = Counter((game.where.n_seats, game.where.policy) for game in games if not game.is_finished)
    for (n_seats, policy), n in open_ended.items():
        n, of = _unfinished(room, n_seats, policy, n, played[n_seats, policy])
        if n > limit * of:
            raise Fault(
                f"{n} of {of} games ({n_seats} players, policy {policy}) did not end by the rules in max_decisions = "
                f"{spec.max_decisions:,} decisions or before a cap of the game (an end reason below 0); at most "
                f"{limit:.0%} may: set core.is_over where the rules end the game, or raise max_decisions or the cap"
            )
    for game in games:
        reason = int(game.end["core"]["end_reason"][0])
        if game.is_over and reason not in spec.end_reasons:
            raise Fault(
                f"core.end_reason is {reason} at the end of {game.where.text()}; GAME.end_reasons has "
                f"{', '.join(map(str, spec.end_reasons))}"
            )
    longest = max(game.n_decisions for game in games)
    unfinished = sum(open_ended.values())
    return f"longest game {longest:,} of at most {spec.max_decisions:,} decisions, {unfinished} unfinished"


def _unfinished(room: Room, n_seats: int, policy: str, n: int, of: int) -> tuple[int, int]:
    """Unfinished games, and of how many: those of the batches where some did end and batches are played."""
    if 2 * n >= of or n_seats not in room.batch_seats:
        return n, of
    rows = room.rows(n_seats)
    own = rows[rows["table"] == room.policies.index(policy)]
    return int((own["is_finished"] == 0).sum()), len(own)


def pure(room: Room) -> str:
    """What only looks does not write."""
    for number, point in enumerate(room.points):
        room.put(point)
        with room.at(point.where):
            _looks(room, point, some_weights(number, len(room.game.feature_names)))
    _tables_kept(room)
    return f"legal_actions, features and score at {len(room.points):,} decision points; tables"


def _looks(room: Room, point: Point, weights: Array) -> None:
    table = room.table
    for name, look in (
        ("`legal_actions`", lambda: table.legal()),
        ("`features`", lambda: table.features(point.legal, weights)),
        ("`score`", lambda: table.score(point.where.n_seats)),
    ):
        look()
        if name != "`features`":
            for part in NOTED:
                table.state["core"][part] = point.state["core"][part]
        if found := first_difference(point.state[0], table.state[0]):
            raise Fault(f"{name} writes the state: {found} before and after; only setup, apply and determinize may")
        if name == "`features`" and tuple(table.actions[: len(point.legal)].tolist()) != point.legal:
            raise Fault("`features` writes the buffer of actions: it may only read it")


def _tables_kept(room: Room) -> None:
    """Twenty actions from a decision point of each number of players leave the tables as they were."""
    starts = {point.where.n_seats: point for point in room.points}
    for n_seats, point in starts.items():
        room.put(point)
        with room.at(point.where):
            for _ in range(20):
                if room.table.state[0]["core"]["is_over"]:
                    break
                room.table.apply(room.table.legal()[0])
        if found := first_difference(room.data(n_seats).tables[0], room.table.tables[0]):
            raise Fault(f"a verb writes the tables: {found} before and after; keep what changes in the state")


def tried(room: Room) -> str:
    """Every legal action of sampled decision points can be taken, not only those that policies pick."""
    points = room.points[: room.sizes.tried]
    n = 0
    for point in points:
        for action in point.legal:
            room.put(point)
            with room.at(point.where):
                room.table.apply(action)
                if not room.table.state[0]["core"]["is_over"]:
                    room.table.legal()
            n += 1
    return f"{n:,} actions of {len(points)} decision points"


def capacity(room: Room) -> str:
    """How near the game comes to the limits of the house."""
    games = room.games("")
    spec = room.game
    longest = max(game.longest_log for game in games)
    if longest > MAX_LOG:
        worst = max(games, key=lambda game: game.longest_log)
        raise Fault(
            f"one action made {longest} notes; the log holds {MAX_LOG} (MAX_LOG in sim/core.py), so replays lose some: "
            f"{worst.where.text()}"
        )
    size = spec.state.itemsize + spec.scratch.itemsize + 12 * spec.max_legal
    return (
        f"notes {len(spec.clauses)} of {MAX_NOTES} (MAX_NOTES), notes of one action {longest} of {MAX_LOG} (MAX_LOG), "
        f"{size:,} bytes for state and buffers"
    )
