"""Numbers of players of a game, with the changes of data that some of them need."""

from __future__ import annotations

from sim.game import GameSpec
from sim.written import parse_set


def sets_for(game: GameSpec, n_seats: int) -> list[tuple[str, str]]:
    """Changes of data that a number of players needs; none for most."""
    return [parse_set(change) for change, numbers in game.more_seats.items() if n_seats in numbers]
