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


#: Section 10: mean and standard error, by number of players.
UNIFORM: dict[int, dict[str, tuple[float, float]]] = {
    2: {
        "rounds": (7.941, 0.085),
        "turns": (15.35, 0.17),
        "decisions": (68.93, 0.65),
        "deaths": (1.0045, 0.0011),
        "hidden": (0.0645, 0.0040),
        "villains": (0.1735, 0.0060),
        "by_link": (0.2582, 0.0098),
        "changes": (0.424, 0.018),
        "judgements": (1.675, 0.039),
        "strikes": (7.395, 0.069),
        "hits": (4.638, 0.035),
        "nullifies": (0.885, 0.016),
        "chained": (0.0892, 0.0047),
        "skills": (2.783, 0.048),
        "first": (0.5315, 0.0079),
    },
    3: {
        "rounds": (9.550, 0.094),
        "turns": (23.43, 0.21),
        "decisions": (120.33, 0.90),
        "deaths": (1.8397, 0.0060),
        "lone": (0.8353, 0.0059),
        "winners": (1.3225, 0.0074),
        "hidden": (0.1005, 0.0049),
        "villains": (0.0405, 0.0031),
        "by_link": (0.2630, 0.0093),
        "changes": (0.771, 0.024),
        "judgements": (2.752, 0.052),
        "strikes": (11.962, 0.096),
        "hits": (7.548, 0.047),
        "nullifies": (1.593, 0.020),
        "chained": (0.2280, 0.0077),
        "skills": (4.551, 0.065),
        "first": (0.3458, 0.0065),
    },
    5: {
        "rounds": (11.83, 0.12),
        "turns": (39.90, 0.34),
        "decisions": (219.9, 1.5),
        "deaths": (3.7716, 0.0097),
        "lone": (0.7892, 0.0082),
        "winners": (1.728, 0.014),
        "hidden": (0.1704, 0.0080),
        "villains": (0.0384, 0.0039),
        "by_link": (0.384, 0.014),
        "changes": (1.695, 0.046),
        "judgements": (4.893, 0.081),
        "strikes": (20.79, 0.16),
        "hits": (13.104, 0.079),
        "nullifies": (3.166, 0.032),
        "chained": (0.603, 0.018),
        "skills": (8.51, 0.10),
        "first": (0.2152, 0.0065),
    },
    8: {
        "rounds": (13.75, 0.17),
        "turns": (61.95, 0.55),
        "decisions": (365.6, 2.6),
        "deaths": (6.743, 0.014),
        "lone": (0.780, 0.011),
        "winners": (2.246, 0.025),
        "hidden": (0.264, 0.013),
        "villains": (0.0447, 0.0055),
        "by_link": (0.615, 0.024),
        "changes": (3.550, 0.088),
        "judgements": (8.15, 0.14),
        "strikes": (32.59, 0.26),
        "hits": (20.44, 0.14),
        "nullifies": (5.618, 0.052),
        "chained": (1.369, 0.038),
        "skills": (14.33, 0.17),
        "first": (0.1123, 0.0055),
    },
    10: {
        "rounds": (14.39, 0.19),
        "turns": (74.21, 0.66),
        "decisions": (457.2, 3.3),
        "deaths": (8.748, 0.016),
        "lone": (0.788, 0.012),
        "winners": (2.545, 0.033),
        "hidden": (0.345, 0.017),
        "villains": (0.0292, 0.0050),
        "by_link": (0.706, 0.030),
        "changes": (4.68, 0.12),
        "judgements": (9.79, 0.17),
        "strikes": (39.28, 0.32),
        "hits": (25.02, 0.18),
        "nullifies": (7.378, 0.066),
        "chained": (1.772, 0.051),
        "skills": (17.95, 0.22),
        "first": (0.1095, 0.0059),
    },
}


def standard_scores(rows: list[dict[str, float]], known: dict[str, tuple[float, float]]) -> dict[str, float]:
    """(mean - known) in standard errors of both samples."""
    scores = {}
    for name, (value, error) in known.items():
        values = [row[name] for row in rows]
        mean = math.fsum(values) / len(values)
        variance = math.fsum((v - mean) ** 2 for v in values) / (len(values) - 1)
        scores[name] = (mean - value) / math.sqrt(variance / len(values) + error**2)
    return scores
