"""Checks of a game's data: they load for every number of players and pack, always the same, and write back."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from sim.contract.result import Fault, Skip
from sim.contract.room import Room
from sim.errors import UserError
from sim.game import GameData
from sim.seats import seats_with
from sim.tables import to_toml
from sim.written import parse_set


def packs(room: Room) -> list[str | None]:
    """The packs that ship with the game, or None for the only one."""
    found = sorted(path.stem for path in (room.game.folder / "data" / "packs").glob("*.toml"))
    if room.task.cards is not None or not found:
        return [None]
    return list(found)


def _named(pack: str | None, n_seats: int) -> str:
    return f"{n_seats} players" if pack is None else f"pack {pack}, {n_seats} players"


def load(room: Room) -> str:
    """`load` gives sound data for every pack and number of players."""
    listed = packs(room)
    for pack in listed:
        usual = _sound(room, room.game.default_seats, pack)
        for n_seats in seats_with(room.game, usual):
            _sound(room, n_seats, pack)
    for change, numbers in room.game.more_seats.items():
        for n_seats in numbers:
            if n_seats not in seats_with(room.game, _sound(room, n_seats, None, change)):
                raise Fault(f"GAME.more_seats: after {change!r} the document of `load` does not hold that value")
    data = room.data(room.game.default_seats)
    names = ", ".join(str(pack) for pack in listed if pack) or data.pack
    return f"packs {names}; policies {', '.join(room.policies)}"


def _sound(room: Room, n_seats: int, pack: str | None, change: str = "") -> GameData:
    """The data, loaded and looked at; `change` is made to them first."""
    where = _named(pack, n_seats) + (f", {change}" if change else "")
    try:
        data = room.load(n_seats, pack, [parse_set(change)] if change else [])
    except UserError as error:
        raise Fault(f"{where}: {error}") from error
    except Exception as error:
        raise Fault(f"`load` raises {type(error).__name__}: {error} ({where})") from error
    _check(room, data, where)
    return data


def _check(room: Room, data: Any, where: str) -> None:
    game = room.game
    if not isinstance(data, GameData):
        raise Fault(f"`load` returns {type(data).__name__}, not a sim.game.GameData ({where})")
    if data.tables.dtype != game.tables_dtype or data.tables.shape != (1,):
        raise Fault(f"`load`: tables must be of GAME.tables_dtype and shape (1,), not {data.tables.shape} ({where})")
    for name, row in data.weights.items():
        if np.shape(row) != (len(game.feature_names),):
            raise Fault(
                f"`load`: policy {name!r} has weights of shape {np.shape(row)}; there are {len(game.feature_names)} "
                f"features ({where})"
            )
        if not np.isfinite(np.asarray(row, np.float64)).all():
            raise Fault(f"`load`: policy {name!r} has a weight that is no finite number ({where})")
    if game.default_policy not in data.weights and game.default_policy != "random":
        raise Fault(f"GAME.default_policy {game.default_policy!r} is none of the policies: {', '.join(data.weights)}")
    if game.labels is not None:
        game.labels(data)


def _parts(data: GameData) -> dict[str, Any]:
    return {
        "tables": data.tables.tobytes(),
        "document": json.dumps(data.document, sort_keys=True, default=str),
        "weights": {name: np.asarray(row).tobytes() for name, row in data.weights.items()},
        "rules_digest": data.rules_digest,
        "cards_digest": data.cards_digest,
    }


def digests(room: Room) -> str:
    """Two loads give the same, byte for byte."""
    n_seats = room.game.default_seats
    for pack in packs(room):
        first, second = (_parts(room.load(n_seats, pack)) for _ in range(2))
        for name in first:
            if first[name] != second[name]:
                raise Fault(
                    f"`load` called twice gives two different {name} ({_named(pack, n_seats)}): it must depend on its "
                    "arguments and files only"
                )
    data = room.data(n_seats)
    return f"rules {data.rules_digest}, cards {data.cards_digest}"


def document(room: Room) -> str:
    """The data written out as a pack file read back to the same."""
    n_seats = room.game.default_seats
    if "pack" not in room.data(n_seats).document:
        raise Skip("the game's document has no [pack], so it is not a pack file that can be read back")
    for pack in packs(room):
        data = room.load(n_seats, pack)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "whole.toml"
            try:
                file.write_text(to_toml(data.document), encoding="utf-8")
                again = room.game.load(str(file), None, (), n_seats)
            except Exception as error:
                raise Fault(
                    f"the document of {_named(pack, n_seats)}, written as a pack file, cannot be read back: {error}"
                ) from error
        for name, before in _parts(data).items():
            if _parts(again)[name] != before:
                raise Fault(
                    f"the document of {_named(pack, n_seats)}, written as a pack file, reads back to other {name}: it "
                    "must hold every value that the tables were made from"
                )
    return "written out and read back"
