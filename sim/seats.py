"""How many may play: the numbers that a game always takes, and those that a change of its data allows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sim.game import GameData, GameSpec
from sim.tables.values import parse_value
from sim.written import parse_set


def every_seats(game: GameSpec) -> tuple[int, ...]:
    """Numbers of players that some data allow, rising."""
    return _rising(game, game.more_seats)


def seats_with(game: GameSpec, data: GameData) -> tuple[int, ...]:
    """Numbers of players that the game takes with these data, rising."""
    return _rising(game, (change for change in game.more_seats if is_set(data.document, change)))


def seats_text(game: GameSpec) -> str:
    """Numbers of players in words: `2, 3, and 4, 5 with --set rulings.crowd=true`."""
    return ", ".join(map(str, game.seats)) + "".join(
        f", and {', '.join(map(str, numbers))} with --set {change}" for change, numbers in game.more_seats.items()
    )


def is_set(document: Mapping[str, Any], change: str) -> bool:
    """Whether a document of data has the value of a change, "PATH=VALUE" with PATH `rules.KEY` or `rulings.NAME`."""
    path, text = parse_set(change)
    part, _, name = path.partition(".")
    return bool(document.get(part, {}).get(name) == parse_value(text))


def _rising(game: GameSpec, changes: Iterable[str]) -> tuple[int, ...]:
    return tuple(sorted({*game.seats, *(n for change in changes for n in game.more_seats[change])}))
