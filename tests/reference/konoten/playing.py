"""Games by number, uniform play, and the measures of section 10's table of uniform play."""

from __future__ import annotations

import math
import random
from typing import Any

from .data import CHARACTERS, RULINGS, Data
from .game import Game

DEFAULT = Data()


def deal(data: Data, rng: random.Random) -> tuple[list[int], list[int]]:
    """Both decks, shuffled."""
    normal = [n for n, card in data.cards.items() if not card.is_vp]
    vp = [n for n, card in data.cards.items() if card.is_vp]
    rng.shuffle(normal)
    rng.shuffle(vp)
    return normal, vp


def new_game(number: int, players: int, data: Data = DEFAULT) -> Game:
    """Game `number`: characters and decks drawn by it."""
    rng = random.Random(f"konoten {number} {players}")
    characters = rng.sample(CHARACTERS, players)
    return Game(data, characters, *deal(data, rng))


def random_rulings(rng: random.Random) -> dict[str, Any]:
    """Every option drawn at random."""
    return {name: rng.choice(values) for name, values in RULINGS.items()}


def measure(game: Game) -> dict[str, float]:
    """One game's values of the measures of section 10's table."""
    row = game.outcome()
    seats = row["seats"]

    def total(*names: str) -> float:
        return float(sum(seat[name] for seat in seats for name in names))

    by_task = {f"task_{t}": sum(s[f"task_round_{t}"] > 0 for s in seats) for t in ("light", "rainbow", "lens")}
    return {
        "vp": total("vp") / len(seats), "lenses": row["lenses_total"], "turns": row["main_turns"],
        "decisions": row["decisions"], "collects": total("collects_normal", "collects_vp"),
        "foreign": total("own_lens_used_by_others"), "persuades": total("ousted_by_others"),
        "spirits": total("spirits"), "growths": total("growths"), **by_task,
        "shared": row["shared_win"], **{f"seat_{i + 1}": seat["win_share"] for i, seat in enumerate(seats)},
    }  # fmt: skip


#: Section 10: mean and standard error, by number of players (20,000 games each).
UNIFORM: dict[int, dict[str, tuple[float, float]]] = {
    2: {
        "vp": (4.74, 0.07), "lenses": (3.25, 0.01), "turns": (51.86, 0.05), "decisions": (69.9, 0.1),
        "collects": (24.72, 0.03), "foreign": (0.978, 0.007), "persuades": (0.421, 0.005), "spirits": (6.13, 0.02),
        "growths": (5.05, 0.02), "task_light": (0.262, 0.004), "task_rainbow": (0.055, 0.004),
        "task_lens": (0.426, 0.004),
    },
    3: {
        "vp": (6.26, 0.06), "lenses": (4.77, 0.01), "turns": (76.48, 0.06), "decisions": (103.8, 0.1),
        "collects": (35.64, 0.03), "foreign": (2.80, 0.01), "persuades": (1.402, 0.009), "spirits": (9.15, 0.02),
        "growths": (7.67, 0.02),
    },
    4: {
        "vp": (8.89, 0.06), "lenses": (6.35, 0.01), "turns": (98.69, 0.06), "decisions": (136.2, 0.1),
        "collects": (43.27, 0.02), "foreign": (5.88, 0.02), "persuades": (3.462, 0.014), "spirits": (11.89, 0.02),
        "growths": (10.40, 0.02),
        "seat_1": (0.249, 0.003), "seat_2": (0.252, 0.003), "seat_3": (0.250, 0.003), "seat_4": (0.249, 0.003),
    },
}  # fmt: skip

#: Section 10: mean VP by character, 4 players; each has a standard error of 0.15.
UNIFORM_CHARACTERS = {"white": -9.3, "orange": 11.8, "yellow": 20.6, "green": 9.1, "blue": 9.7, "red": 11.4}


def standard_scores(rows: list[dict[str, float]], known: dict[str, tuple[float, float]]) -> dict[str, float]:
    """(mean - known) in standard errors of both samples."""
    scores = {}
    for name, (value, error) in known.items():
        values = [row[name] for row in rows]
        mean = math.fsum(values) / len(values)
        variance = math.fsum((v - mean) ** 2 for v in values) / (len(values) - 1)
        scores[name] = (mean - value) / math.sqrt(variance / len(values) + error**2)
    return scores
