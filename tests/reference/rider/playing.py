"""Games by number and uniform play."""

from __future__ import annotations

import random
from typing import Any

from .data import RULINGS, Data
from .game import Game

DEFAULT = Data()


def new_game(number: int, players: int, data: Data = DEFAULT) -> Game:
    """Game `number`: keys and persons drawn by it."""
    rng = random.Random(f"rider {number} {players}")
    return Game(data, rng.sample(range(players), players), rng.getrandbits(64), rng.getrandbits(64))


def random_rulings(rng: random.Random) -> dict[str, Any]:
    """Every option drawn at random."""
    return {name: rng.choice(values) for name, values in RULINGS.items()}


def play(game: Game, seed: int) -> Game:
    """Play with uniform choices."""
    rng = random.Random(seed)
    while not game.is_over:
        game.take(rng.choice(game.options()))
    return game
