"""Checks of outcome rows: win shares, ranks and places, score parts, codes, columns that are never written."""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.contract.result import Fault, Skip
from sim.contract.room import Room, first_difference, row_text
from sim.game import ENGINE_COLUMNS, Column, GameSpec, Role

Array = np.ndarray[Any, Any]


def outcome(room: Room) -> str:
    """Winners, shares, ranks, places and turns agree."""
    n = 0
    for n_seats in room.batch_seats:
        for row in room.rows(n_seats):
            for problem in _row_problems(room.game, row):
                raise Fault(f"{problem}: {row_text(row, room.policies, n_seats)}")
            n += 1
    return f"{n:,} games"


def _row_problems(game: GameSpec, row: Any) -> Any:
    seats = row["seats"]
    shares, ranks, n_seats = seats["win_share"].tolist(), seats["rank"].tolist(), len(seats)
    if sorted(seats["place"].tolist()) != list(range(1, n_seats + 1)):
        yield f"place is {seats['place'].tolist()}: the places in turn order are 1 to {n_seats}, each once"
    if row["turns"] < 1:
        yield f"turns is {row['turns']}: count the turns that were begun, at least 1"
    if any(not 0.0 <= share <= 1.0 for share in shares):
        yield f"win_share is {shares}: each is 0 to 1"
    if not row["is_finished"]:
        return
    winners = [share > 0 for share in shares]
    if row["winners"] != sum(winners):
        yield f"winners is {row['winners']}, but {sum(winners)} seats have a win_share above 0"
    if game.wins == "single" and abs(sum(shares) - 1.0) > 1e-9:
        yield f"win_share adds up to {sum(shares):.6g} ({shares}), not to 1: k winners have 1/k each (wins is single)"
    if game.wins == "team" and any(share not in (0.0, 1.0) for share in shares):
        yield f"win_share is {shares}: each member of a winning team has 1, all others 0"
    expected = [1 + sum(other < rank for other in ranks) for rank in ranks]
    if ranks != expected:
        yield f"rank is {ranks}: 1 is best, equals share the better rank, so it must be {expected}"
    if any(winners) and winners != [rank == 1 for rank in ranks]:
        yield f"rank {ranks} and win_share {shares} disagree: those of rank 1, and only they, have won"
    yield from _tie_break_problems(game, seats, winners)


def _tie_break_problems(game: GameSpec, seats: Any, winners: list[bool]) -> Any:
    """Declared tie-breaks leave exactly the winners."""
    if not game.tie_breaks:
        return
    score = [column.name for column in game.columns if column.role is Role.SCORE and column.is_per_seat]
    own = [column.name for column in game.columns if column.is_per_seat and column.size == 1]
    lacking = [name for name in game.tie_breaks if name not in own]
    if game.wins != "single" or not score or lacking:
        yield (
            f"GAME.tie_breaks is {game.tie_breaks}: it needs single winners, a score, and names of seat columns of one "
            f"value{f'; {lacking[0]!r} is none' if lacking else ''}"
        )
        return
    keys = list(zip(*(seats[name].tolist() for name in (score[0], *game.tie_breaks)), strict=True))
    if winners != [key == max(keys) for key in keys]:
        yield f"winners are {winners}, but score and GAME.tie_breaks give {keys}: the highest, in this order, win"


def scores(room: Room) -> str:
    """Score parts and the start score add up to the score."""
    game = room.game
    total = next((column.name for column in game.columns if column.role is Role.SCORE), None)
    parts = [column.name for column in game.columns if column.role is Role.PART]
    if total is None or not parts:
        raise Skip("the game declares no score parts")
    starts: dict[tuple[int, int, int], tuple[float, str]] = {}
    for n_seats in room.batch_seats:
        for row in room.rows(n_seats):
            for seat in row["seats"]:
                start = float(seat[total]) - sum(float(np.sum(seat[part])) for part in parts)
                key = (n_seats, int(seat["place"]), int(seat["character"]))
                known = starts.setdefault(key, (start, row_text(row, room.policies, n_seats)))
                if start != known[0]:
                    raise Fault(
                        f"score parts do not add up: {total} less {' + '.join(parts)} leaves {start:g} for place "
                        f"{key[1]} in {row_text(row, room.policies, n_seats)}, but {known[0]:g} in {known[1]}; what is "
                        "left is the start score, the same in every game"
                    )
    return f"{len(parts)} parts"


def codes(room: Room) -> str:
    """Flags, masks and ids hold values that have a meaning."""
    game = room.game
    for n_seats in room.batch_seats:
        data = room.data(n_seats)
        labels = dict(game.labels(data)) if game.labels is not None else {}
        for name in labels:
            if name not in [column.name for column in game.columns]:
                raise Fault(f"GAME.labels names {name!r}, which is no column of the game")
        rows = room.rows(n_seats)
        for column in game.columns:
            place = _bad_value(column, rows["seats"][column.name] if column.is_per_seat else rows[column.name], labels)
            place = place or _bad_owner(column, rows["seats"])
            if place is not None:
                raise Fault(f"column {column.name!r}: {place[1]}: {row_text(rows[place[0]], room.policies, n_seats)}")
    return f"{len(game.columns)} columns"


def _bad_value(column: Column, values: Array, labels: dict[str, Any]) -> tuple[int, str] | None:
    """The first row with a value that means nothing, and why."""
    flat = values.reshape(len(values), -1)
    names = labels.get(column.name)
    if column.role is Role.FLAG:
        bad, text = (flat != 0) & (flat != 1), "a flag is 0 or 1"
    elif column.role is Role.SHARE:
        bad, text = ~((flat >= 0) & (flat <= 1)), "a share is 0 to 1"
    elif column.role is Role.MASK and isinstance(names, list):
        return _bad_bits(column, flat, names)
    elif column.role is Role.ID and isinstance(names, dict):
        known = np.array([int(code) for code in names], np.int64)
        bad, text = ~np.isin(flat, [*known.tolist(), 0, -1]), "GAME.labels has no name for this code"
    elif column.dtype[-2] == "f":
        bad, text = ~np.isfinite(flat), "a value is a finite number"
    else:
        return None
    if not bad.any():
        return None
    row, entry = np.argwhere(bad)[0]
    return int(row), f"{flat[row, entry].tolist()} is out of range, {text}"


def _bad_bits(column: Column, flat: Array, names: list[str]) -> tuple[int, str] | None:
    width = np.dtype(column.dtype).itemsize * 8
    for row, entry in np.argwhere(flat != 0):
        word = int(entry) % column.size
        highest = word * width + int(flat[row, entry]).bit_length() - 1
        if highest >= len(names):
            return int(row), f"bit {highest} is set, but GAME.labels names {len(names)} bits"
    return None


def _bad_owner(column: Column, seats: Array) -> tuple[int, str] | None:
    """The first row in which a seat has an entry that belongs to another character, and which."""
    if column.role is not Role.MASK or not column.bits_per_character:
        return None
    width = np.dtype(column.dtype).itemsize * 8
    words = seats[column.name].reshape(*seats.shape, column.size)
    for row, seat, word in np.argwhere(words != 0):
        bits, value = int(column.bits_per_character), int(words[row, seat, word])
        for bit in (word * width + b for b in range(width) if value >> b & 1):
            if bit // bits != seats["character"][row, seat]:
                return int(row), f"bit {bit} is set, which belongs to the character with code {bit // bits}"
    return None


def rows(room: Room) -> str:
    """`score` writes every column, whatever stood there before."""
    n = 0
    for game in room.games(""):
        assert game.end is not None  # games that ended have a last state
        table = room.table
        table.tables = np.array(room.data(game.where.n_seats).tables)
        results = []
        for fill in (0xA5, 0x5A):
            table.state[:] = game.end
            with room.at(game.where):
                results.append(_own(room.game, table.score(game.where.n_seats, fill)))
        if found := first_difference(results[0][0], results[1][0]):
            name = found.split(" ")[0]
            raise Fault(
                f"`score` does not write {name}: the row keeps what stood there before; set every column "
                f"in every game, 0 included ({game.where.text()})"
            )
        n += 1
    return f"{n} games, rows filled with other bytes before"


def _own(game: GameSpec, row: Array) -> Array:
    """The row with the engine's columns cleared."""
    for column in ENGINE_COLUMNS:
        if column.is_per_seat:
            row["seats"][column.name] = 0
        else:
            row[column.name] = 0
    return row
