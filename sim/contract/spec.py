"""Checks of what a game declares: names, dtypes, outcome columns, clauses, the view, its files."""

from __future__ import annotations

import inspect
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from sim.contract.result import Fault, Skip
from sim.contract.room import Room
from sim.contract.table import VERBS
from sim.core import CORE, MAX_NOTES, MAX_SEATS
from sim.errors import UserError
from sim.game import COMMON_COLUMNS, DEALS, ENGINE_COLUMNS, Column, GameSpec, Role
from sim.seats import is_set

ARGUMENTS = {"setup": 2, "legal_actions": 3, "apply": 3, "features": 7, "determinize": 4, "score": 3}
VIEW = {"action_text": 3, "parse_action": 3, "state_json": 2, "decision_name": 2, "log_json": 4, "tell": 3}


def folder(room: Room) -> str:
    """The folder can be imported and exports a GameSpec."""
    return f"{room.game.name}: {room.game.title}"


def _twice(names: Iterable[str]) -> str | None:
    return next((name for name, n in Counter(names).items() if n > 1), None)


def fields(room: Room) -> str:
    """Numbers, names and record types of GAME."""
    game = room.game
    _seats(room)
    for what, names in (("characters", game.characters), ("feature_names", game.feature_names)):
        if not names:
            raise Fault(f"GAME.{what} is empty: give at least one name")
        if (double := _twice(names)) is not None:
            raise Fault(f"GAME.{what}: {double!r} stands twice; names are unique")
    if len(game.character_titles) not in (0, len(game.characters)):
        raise Fault(
            f"GAME.character_titles has {len(game.character_titles)} entries for {len(game.characters)} characters: "
            "give each a title, or none"
        )
    for what in ("max_legal", "max_decisions"):
        if not isinstance(getattr(game, what), int) or getattr(game, what) < 1:
            raise Fault(f"GAME.{what} = {getattr(game, what)!r}: give a whole number of 1 or more")
    if game.wins not in ("single", "team"):
        raise Fault(f'GAME.wins = {game.wins!r}: write "single" or "team"')
    if game.deals not in DEALS:
        raise Fault(f'GAME.deals = {game.deals!r}: write "shared" or "fresh"')
    if not (game.folder / "__init__.py").is_file():
        raise Fault(f"GAME.folder = {game.folder}: write Path(__file__).parent in the __init__.py of the game")
    if game.state.names is None or game.state.names[0] != "core" or game.state["core"] != CORE:
        raise Fault('GAME.state: its first field must be ("core", CORE) with CORE from sim.core')
    for what in ("state", "tables_dtype", "scratch"):
        for problem in _dtype_problems(getattr(game, what), f"GAME.{what}"):
            raise Fault(problem)
    return f"{len(game.seats)} numbers of players, state of {game.state.itemsize:,} bytes"


def _seats(room: Room) -> None:
    game = room.game
    if not game.seats or any(not isinstance(n, int) or not 1 <= n <= MAX_SEATS for n in game.seats):
        raise Fault(f"GAME.seats = {game.seats!r}: numbers of players from 1 to {MAX_SEATS} (MAX_SEATS)")
    if _twice(map(str, game.seats)) or list(game.seats) != sorted(game.seats):
        raise Fault(f"GAME.seats = {game.seats!r}: write each number of players once, rising")
    if game.default_seats not in game.seats:
        raise Fault(f"GAME.default_seats = {game.default_seats!r} is not among GAME.seats {game.seats!r}")
    for change, numbers in game.more_seats.items():
        _more_seats(game, change, numbers)
    most = game.most_seats
    if game.is_character_unique and len(game.characters) < most:
        raise Fault(f"GAME.is_character_unique, but {len(game.characters)} characters for up to {most} players")


def _more_seats(game: GameSpec, change: str, numbers: tuple[int, ...]) -> None:
    """Numbers of players that need a change of the data."""
    try:
        is_set({}, change)
    except UserError as error:
        raise Fault(f"GAME.more_seats: {change!r}: {error}") from error
    if change.partition(".")[0] not in ("rules", "rulings"):
        raise Fault(f"GAME.more_seats: {change!r}: write rules.KEY=VALUE or rulings.NAME=VALUE")
    for n in numbers:
        if not isinstance(n, int) or not 1 <= n <= MAX_SEATS or n in game.seats:
            raise Fault(
                f"GAME.more_seats: {n!r} for {change!r}: numbers of players from 1 to {MAX_SEATS} (MAX_SEATS) that are "
                "not among GAME.seats"
            )


def _dtype_problems(dtype: np.dtype[Any], path: str) -> Iterator[str]:
    """What the interpreter or the compiler would misread in a record type."""
    base = dtype.base
    if base.names is None:
        if base == np.dtype(bool) and dtype.shape:
            yield f"{path}: an array of bool inside a record does not work in Numba; use i1"
        return
    if base.type is not np.record:
        yield f"{path}: declare it as np.dtype((np.record, [...])), or the interpreter finds no fields in it"
    for name in base.names:
        if hasattr(np.record, name):
            yield f"{path}.{name}: NumPy records have a method of that name, which is found first; rename the field"
        yield from _dtype_problems(base[name], f"{path}.{name}")


def columns(room: Room) -> str:
    """Outcome columns: names, types, roles, meanings."""
    game = room.game
    taken = [column.name for column in (*ENGINE_COLUMNS, *COMMON_COLUMNS)]
    double = _twice([*taken, *(column.name for column in game.columns)])
    if double is not None:
        hint = "the engine or COMMON_COLUMNS has it already" if double in taken else "names are unique"
        raise Fault(f"column {double!r} stands twice: {hint}")
    for column in game.columns:
        for problem in _column_problems(column):
            raise Fault(f"column {column.name!r}: {problem}")
    scores = [column.name for column in game.columns if column.role is Role.SCORE]
    if len(scores) > 1:
        raise Fault(f"columns {', '.join(scores)} all have the role score: one column is the score")
    parts = [column.name for column in game.columns if column.role is Role.PART]
    if parts and not scores:
        raise Fault(f"column {parts[0]!r} is a part of the score, but no column has the role score")
    return f"{len(game.columns)} columns of its own"


def _column_problems(column: Column) -> Iterator[str]:
    if not re.fullmatch(r"[a-z]\w*", column.name, re.ASCII):
        yield "a name is of a-z, 0-9 and _"
    if hasattr(np.record, column.name):
        yield "NumPy records have a method of that name; rename it"
    if not isinstance(column.role, Role):
        yield f"role {column.role!r} is none; use a member of sim.game.Role"
    try:
        kind = np.dtype(column.dtype).kind
    except TypeError:
        yield f"dtype {column.dtype!r} is none of NumPy's"
        return
    if kind not in "iuf":
        yield f"dtype {column.dtype!r}: columns are integers or floats"
    if not isinstance(column.meaning, str) or not column.meaning.strip():
        yield "has no meaning: say in one line what it counts; reports show it"
    needs_unit = column.role in (Role.SCORE, Role.PART, Role.COUNT, Role.ROUND_SCORE)
    if needs_unit and not column.unit.strip():
        yield f"has no unit; a column of role {column.role} counts something (points, cards, turns ...)"
    if column.role in (Role.SCORE, Role.PART, Role.ROUND_SCORE, Role.SHARE, Role.PLACE) and not column.is_per_seat:
        yield f"role {column.role} belongs to a seat: is_per_seat=True"
    if column.role is Role.MASK and kind != "u":
        yield "a mask is an unsigned integer, e.g. u4"
    if not isinstance(column.size, int) or column.size < 1:
        yield f"size {column.size!r}: 1 or more"
    if column.names and len(column.names) != column.size:
        yield f"names are {len(column.names)}, the values {column.size}: one name for each"
    if column.bits_per_character and not (column.role is Role.MASK and column.is_per_seat):
        yield "bits_per_character is for bit sets of a seat"


def clauses(room: Room) -> str:
    """Note ids and end reasons."""
    game = room.game
    if (double := _twice(game.clauses)) is not None:
        raise Fault(f"GAME.clauses: {double!r} stands twice; each note has an id of its own")
    if len(game.clauses) > MAX_NOTES:
        raise Fault(f"GAME.clauses has {len(game.clauses)} ids; a state holds {MAX_NOTES} (MAX_NOTES in sim/core.py)")
    for clause in game.counted:
        if clause not in game.clauses:
            raise Fault(f"GAME.counted names {clause!r}, which is not in GAME.clauses")
        if clause.startswith(("chance:", "fact:")):
            raise Fault(f"GAME.counted names {clause!r}: coverage counts clauses of the rules, not chance or facts")
    if (double := _twice(game.counted)) is not None:
        raise Fault(f"GAME.counted: {double!r} stands twice")
    for code, words in game.end_reasons.items():
        if not (1 <= code <= 127 or -128 <= code <= -2):
            raise Fault(
                f"GAME.end_reasons has the code {code!r}: 1 to 127 where the rules end the game, -2 to -128 where it "
                "stays unfinished; 0 is running, -1 the engine's own"
            )
        if not words:
            raise Fault(f"GAME.end_reasons[{code}] has no words")
    if not game.end_reasons:
        raise Fault("GAME.end_reasons is empty: say how a game can end")
    return f"{len(game.clauses)} of at most {MAX_NOTES} notes, {len(game.counted)} counted"


def functions(room: Room) -> str:
    """Verbs and view are there and take what the contract hands them."""
    game = room.game
    for name in VERBS:
        plain = getattr(getattr(game, name), "py_func", getattr(game, name))
        _takes(plain, ARGUMENTS[name], f"GAME.{name}")
    for name, n in VIEW.items():
        method = getattr(game.view, name, None)
        if method is None:
            raise Fault(f"GAME.view has no method {name}; sim.game.View lists the {len(VIEW)} that it needs")
        _takes(method, n, f"view.{name}")
    return f"{len(VERBS)} verbs, {len(VIEW)} methods of the view"


def _takes(function: Any, n: int, name: str) -> None:
    if not callable(function):
        raise Fault(f"{name} is no function")
    try:
        inspect.signature(function).bind(*range(n))
    except TypeError:
        raise Fault(f"{name}{inspect.signature(function)} cannot be called with {n} arguments; see sim.game") from None


def rules_text(room: Room) -> str:
    """RULES.md holds every counted clause."""
    file = room.game.folder / "RULES.md"
    if not file.is_file():
        raise Skip("there is no RULES.md: write the clauses in full there, so that others can check the game")
    text = file.read_text(encoding="utf-8")
    for clause in room.game.counted:
        if not re.search(rf"(?<![\w-]){re.escape(clause)}(?![\w-]*\w)", text):
            raise Fault(f"RULES.md does not mention the counted clause {clause!r}: state the rule under its id")
    return f"{len(room.game.counted)} counted clauses are in RULES.md"
