"""Checks of the view: texts that parse back, plain JSON, seats numbered from 1, whole games told."""

from __future__ import annotations

import json
import re
from typing import Any

from sim.contract.crumb import VIEW
from sim.contract.result import Fault
from sim.contract.room import Room, first_difference
from sim.contract.task import SEED
from sim.contract.walk import Point
from sim.trace import tell, trace

#: A seat numbered from 0 in a sentence.
SEAT_0 = re.compile(r"\bseat\s*[=:#]?\s*0\b", re.IGNORECASE)


def _call(room: Room, name: str, *arguments: Any) -> Any:
    room.crumb.drop(VIEW)
    try:
        return getattr(room.game.view, name)(*arguments)
    except Exception as error:
        raise Fault(f"view.{name} raises {type(error).__name__}: {error}") from error


def words(room: Room) -> str:
    """Action texts are unique and parse back; the state is plain JSON; nothing is written."""
    room.games("words")
    n = 0
    for point in room.points:
        room.put(point)
        with room.at(point.where):
            n += _texts(room, point)
            if n <= 50 * room.sizes.tried:
                _state(room, point)
            if found := first_difference(point.state[0], room.table.state[0]):
                raise Fault(f"the view writes the state: {found} before and after")
    return f"{n:,} actions of {len(room.points):,} decision points"


def _texts(room: Room, point: Point) -> int:
    data, state = room.data(point.where.n_seats), room.table.state[0]
    if not point.kind or not isinstance(_call(room, "decision_name", state, data), str):
        raise Fault(f"view.decision_name gives {point.kind!r} at a decision point: name it, e.g. 'D1'")
    known: dict[str, int] = {}
    for action in point.legal:
        text = _call(room, "action_text", state, data, action)
        if not isinstance(text, str) or not text.strip():
            raise Fault(f"view.action_text of action {action} is {text!r}: give it words")
        if text in known:
            raise Fault(f"view.action_text says {text!r} of two legal actions, {known[text]} and {action}")
        _no_seat_0("view.action_text", text)
        known[text] = action
    for text, action in known.items():
        back = _call(room, "parse_action", state, data, text)
        if back != action:
            raise Fault(f"view.parse_action({text!r}) is {back!r}, but that text is of action {action}")
    return len(known)


def _no_seat_0(name: str, text: str) -> None:
    if SEAT_0.search(text):
        raise Fault(f"{name} speaks of seat 0 ({text.strip()[:80]!r}): people count seats from 1")


def _state(room: Room, point: Point) -> None:
    found = _call(room, "state_json", room.table.state[0], room.data(point.where.n_seats))
    try:
        is_plain = isinstance(found, dict) and json.loads(json.dumps(found)) == found
    except (TypeError, ValueError) as error:
        raise Fault(f"view.state_json is not plain JSON data: {error}; turn NumPy numbers into int(...)") from error
    if not is_plain:
        raise Fault("view.state_json is not plain JSON data: use a dict of lists, texts and numbers, with text keys")
    seats = found.get("seats")
    if isinstance(seats, list) and all(isinstance(seat, dict) and "seat" in seat for seat in seats):
        numbers = [seat["seat"] for seat in seats]
        if sorted(numbers) != list(range(1, point.where.n_seats + 1)):
            raise Fault(f"view.state_json numbers the seats {numbers}: count from 1 to {point.where.n_seats}")
    actor = int(point.state[0]["core"]["actor"])
    if isinstance(found.get("actor"), int) and found["actor"] != actor + 1:
        raise Fault(f"view.state_json says actor {found['actor']} where seat {actor + 1} decides: count seats from 1")


def told(room: Room) -> str:
    """Whole games can be logged and told."""
    n_seats = room.game.default_seats
    data, plan = room.data(n_seats), room.plan(n_seats)
    n_lines = 0
    for number in range(room.sizes.told):
        table = number % len(room.policies)
        where = room.where(n_seats, room.policies[table], number)
        with room.at(where):
            room.table.n_steps = 0
            entry = plan.rows(table, number, number + 1)
            n_lines += _tell(room, data, list(_log(room, trace(room.player(n_seats), data, entry, SEED))))
    return f"{room.sizes.told} games, {n_lines:,} lines"


def _log(room: Room, records: Any) -> Any:
    while True:
        room.crumb.drop(VIEW)
        try:
            record = next(records)
            json.dumps(record)
        except StopIteration:
            return
        except Exception as error:
            raise Fault(f"view.log_json, or the record made with it, raises {type(error).__name__}: {error}") from error
        yield record


def _tell(room: Room, data: Any, records: list[dict[str, Any]]) -> int:
    n = 0
    for with_tables in (False, True):
        try:
            lines = list(tell(room.game, data, records, with_tables))
        except Exception as error:
            raise Fault(f"view.tell raises {type(error).__name__}: {error}") from error
        for line in lines:
            if not isinstance(line, str):
                raise Fault(f"view.tell gives {line!r}: it yields lines of text")
            _no_seat_0("view.tell", line)
        n += len(lines)
    return n
