"""Games by number and uniform play."""

from __future__ import annotations

import math
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


def measure(game: Game) -> dict[str, float]:
    """One game's values of the measures of section 10's table of uniform play."""
    row = game.outcome()
    seats = row["seats"]
    strikes = sum(seat["strikes"] for seat in seats)
    return {
        "rounds": row["rounds"], "turns": row["turns"], "decisions": row["decisions"], "deaths": row["deaths_n"],
        "unfinished": row["end_reason"] == 2, "lone": row["end_reason"] == 1, "winners": row["winners_n"],
        "hidden": sum(seat["hidden_end"] for seat in seats), "villains": row["villains_n"],
        "by_link": row["villains_link_n"], "changes": row["faction_changes_n"], "judgements": row["judge_n"],
        "strikes": strikes, "hits": sum(seat["hits"] for seat in seats), "nullifies": row["nullify_n"],
        "chained": row["chain_n"], "skills": sum(seat["skill_uses"] for seat in seats),
        "first": seats[row["first_seat"] - 1]["win_share"],
    }  # fmt: skip


UNIFORM: dict[int, dict[str, tuple[float, float]]] = {}


def standard_scores(rows: list[dict[str, float]], known: dict[str, tuple[float, float]]) -> dict[str, float]:
    """(mean - known) in standard errors of both samples."""
    scores = {}
    for name, (value, error) in known.items():
        values = [row[name] for row in rows]
        mean = math.fsum(values) / len(values)
        variance = math.fsum((v - mean) ** 2 for v in values) / (len(values) - 1)
        scores[name] = (mean - value) / math.sqrt(variance / len(values) + error**2)
    return scores
