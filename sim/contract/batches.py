"""Checks of games in batches: the same rows however they are cut, one luck for a deal, a replay that equals them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from sim.contract.chance import noise
from sim.contract.result import Fault
from sim.contract.room import Room, first_difference, row_text
from sim.contract.task import SEED
from sim.contract.walk import ENGINE_FIELDS
from sim.game import ENGINE_COLUMNS
from sim.loop import Desk
from sim.plan import make_plan
from sim.playout import Player
from sim.rng_twin import mix
from sim.trace import outcome_json, trace

Array = np.ndarray[Any, Any]


class _Spoiled(Player):
    """A player whose buffers are full of what an earlier game may have left."""

    def _desk(self) -> Desk:
        desk = super()._desk()
        for buffer in (each for each in desk if each.flags.writeable):  # `offer` is `actions` again, for reading
            buffer[:] = np.frombuffer(noise(1, buffer.nbytes), buffer.dtype).reshape(buffer.shape)
        return desk


def batches(room: Room) -> str:
    """Rows do not depend on how the plan is cut, on the games before, or on what buffers hold."""
    for n_seats in room.batch_seats:
        _cut(room, n_seats)
    sizes = ", ".join(map(str, room.batch_seats))
    return f"{room.sizes.games} games of {len(room.policies)} policies for {sizes} players, in ones, sevens and all"


def _cut(room: Room, n_seats: int) -> None:
    whole, plan = room.rows(n_seats), room.plan(n_seats)
    entries = np.concatenate([plan.rows(table, 0, plan.n_games) for table in range(len(plan.tables))])
    again = room.batch(n_seats, entries, "again")
    _same(room, n_seats, whole, again, "played again")
    for size in (1, 7):
        parts = [room.batch(n_seats, entries[i : i + size], f"by {size}") for i in range(0, len(entries), size)]
        _same(room, n_seats, whole, np.concatenate(parts), f"played in batches of {size}")
    backwards = room.batch(n_seats, entries[::-1], "backwards")[::-1]
    _same(room, n_seats, whole, backwards, "played in another order")
    spoiled = _Spoiled(room.game, room.data(n_seats), room.policies, n_seats, SEED)
    spoiled.__dict__["_compiled"] = room.player(n_seats)._compiled
    rows = room.batch(n_seats, entries, "spoiled", player=spoiled)
    _same(room, n_seats, whole, rows, "played with other bytes in the buffers")


def _same(room: Room, n_seats: int, whole: Array, other: Array, how: str) -> None:
    if whole.tobytes() == other.tobytes():
        return
    first = next(i for i in range(len(whole)) if whole[i].tobytes() != other[i].tobytes())
    raise Fault(
        f"a game {how} has another outcome: {first_difference(whole[first], other[first])}; "
        f"{row_text(whole[first], room.policies, n_seats)}: a game may depend on its keys, tables and policies only"
    )


def replay(room: Room) -> str:
    """A game step by step, and its trace, are the game of the batch."""
    own = {column.name for column in ENGINE_COLUMNS}
    n = 0
    for game in room.games(""):
        where = game.where
        if where.n_seats not in room.batch_seats:
            continue
        table = room.policies.index(where.policy)
        entry = room.plan(where.n_seats, where.index + 1).rows(table, where.index, where.index + 1)
        row = room.batch(where.n_seats, entry, f"policy {where.policy}")
        assert game.row is not None  # games that ended have a row
        for name in row.dtype.names:
            found = _difference(row[0], game.row[0], name, own)
            if found or int(row[0]["decisions"]) != game.n_decisions:
                raise Fault(
                    f"step by step the game ends differently from the same game in a batch: {found or 'decisions'}; "
                    f"{where.text()}: does a verb read core.is_logged, or something outside state and tables?"
                )
        n += 1
    return f"{n} games" + _traces(room)


def _difference(batch: Any, alone: Any, name: str, own: set[str]) -> str:
    if name == "seats":
        for field in batch["seats"].dtype.names:
            if field not in own and (found := first_difference(batch["seats"][field], alone["seats"][field], field)):
                return found
        return ""
    return "" if name in own else first_difference(batch[name], alone[name], name)


def _traces(room: Room) -> str:
    n_seats = room.game.default_seats
    player, plan, data = room.player(n_seats), room.plan(n_seats), room.data(n_seats)
    for table in range(len(plan.tables)):
        entry = plan.rows(table, 0, 1)
        row = room.batch(n_seats, entry, f"policy {room.policies[table]}")
        try:
            last = _last(trace(player, data, entry, SEED))
        except Exception as error:
            raise Fault(
                f"the trace raises {type(error).__name__}: {error}; {row_text(row[0], room.policies, n_seats)}"
            ) from error
        if {"kind": "outcome", **outcome_json(player, row)} != last:
            raise Fault(f"the trace has another outcome than the batch: {row_text(row[0], room.policies, n_seats)}")
    return f", {len(plan.tables)} traces"


def _last(records: Iterator[Mapping[str, Any]]) -> dict[str, Any]:
    last: Mapping[str, Any] = {}
    for last in records:
        json.dumps(last)
    return dict(last)


def blocks(room: Room) -> str:
    """Games of one deal share their luck; other deals have other luck."""
    room.table.tables = np.array(room.data(room.game.default_seats).tables)
    n_seats = room.game.default_seats
    entries = make_plan(room.game, 1, n_seats, ["random"], seating="fixed", seed=SEED).rows(0, 0, 1)
    deals, courses, chance = set(), set(), False
    for block in range(room.sizes.blocks):
        entry = entries[0].copy()
        entry["block"] = entry["deal"] = entry["game"] = block
        deal, course, noted = _play_fixed(room, entry)
        entry["game"] = block + 1000
        deal_again, course_again, _ = _play_fixed(room, entry)
        for what, a, b in (("table to begin with", deal, deal_again), ("luck", course, course_again)):
            if a != b:
                raise Fault(
                    f"two games of deal {block} have another {what}, under the same seating and moves: draw it from a "
                    "key folded from core.deal_key or core.table_key, not from a policy's stream"
                )
        deals.add(deal)
        courses.add(course)
        chance |= noted
    if chance and len(courses) == 1 and room.sizes.blocks > 1:
        raise Fault(
            f"chance is noted, yet {room.sizes.blocks} deals have the same luck: fold the keys of draws from "
            "core.deal_key or core.table_key, which differ from deal to deal"
        )
    return f"{len(deals)} different deals and {len(courses)} different courses of {room.sizes.blocks}"


def _play_fixed(room: Room, entry: Any) -> tuple[bytes, bytes, bool]:
    """The deal, the whole course under the same choices for at most 60 actions, and whether chance was noted."""
    table = room.table
    table.begin(entry, room.game.default_seats)
    table.setup()
    deal = _luck_of(table.state)
    course, chance = [deal], _noted_chance(room)
    for step in range(60):
        if table.state[0]["core"]["is_over"]:
            break
        codes = table.legal()
        table.apply(codes[mix(step) % len(codes)])
        course.append(_luck_of(table.state))
        chance |= _noted_chance(room)
    return deal, b"".join(course), chance


def _noted_chance(room: Room) -> bool:
    names = room.game.clauses
    core = room.table.state[0]["core"]
    codes = core["log"][: int(core["n_log"]), 0].tolist()
    core["n_log"] = 0
    return any(0 <= code < len(names) and names[code].startswith("chance:") for code in codes)


def _luck_of(state: Array) -> bytes:
    """The state without keys of the engine."""
    copy = state.copy()
    for name in ("deal_key", "table_key", "log", "n_log", *ENGINE_FIELDS):
        copy["core"][name] = 0
    return copy.tobytes()
