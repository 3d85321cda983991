"""Games by number, uniform play, and the measures of section 10's table of blank games."""

from __future__ import annotations

import math
import random
from itertools import permutations
from typing import Any

from sim.rng_twin import fold

from .data import CHARACTERS, default_rules, default_rulings
from .game import Game
from .invariants import Watcher
from .packs import blank_pack

BLANK = blank_pack()


def new_game(
    number: int,
    pack: dict[str, Any] = BLANK,
    rules: dict[str, Any] | None = None,
    rulings: dict[str, str] | None = None,
) -> Game:
    """Game `number`, characters in an order that goes with it."""
    seating = list(list(permutations(CHARACTERS))[number % 24])
    keys = fold(1, number), fold(2, number)
    return Game(default_rules() | (rules or {}), default_rulings() | (rulings or {}), pack, seating, *keys)


def play(game: Game, seed: int, is_blank: bool | None = None) -> Game:
    """Play with uniform choices; watched unless `is_blank` is None."""
    rng = random.Random(seed)
    watcher = None if is_blank is None else Watcher(game, is_blank)
    while not game.is_over:
        text = rng.choice(game.legal())
        if watcher:
            watcher.apply(text)
        else:
            game.apply(text)
    if watcher:
        watcher.end()
    return game


#: Means of whole games of blank cards under uniform play (default rulings): per game or per player-day.
BLANK_GAMES = {
    "turns": 5.637, "rolls": 1.030, "passes": 0.1717, "placements": 1.524, "reserves": 1.786, "takeovers": 0.219,
    "uses": 1.155, "unused": 0.535, "fetches": 1.259, "conversions": 2.651, "ponk_2": 0.398, "ponk_3": 0.118,
    "ponk_4": 0.049, "no_match": 0.565, "rights": 1.033, "all_zero": 0.708, "zero_vigour": 0.918, "slots": 0.449,
    "score": 15.54, "held": 4.428, "seat_1": 0.149, "seat_2": 0.173, "seat_3": 0.205, "seat_4": 0.474,
    "shared": 0.0145,
}  # fmt: skip


def measure_blank(game: Game) -> dict[str, float]:
    """One game's values of the measures of section 10's table."""
    row = game.outcome()
    seats = row["seats"]

    def day_mean(*names: str) -> float:
        return float(sum(seat[name] for seat in seats for name in names)) / 20

    return {
        "turns": row["turns"] / 20, "rolls": sum(p.counts["rolls"] for p in game.state.seats) / 20,
        "passes": day_mean("passes"), "placements": row["placements"] / 20, "reserves": day_mean("reserves"),
        "takeovers": row["takeovers"] / 20, "uses": day_mean("uses_action"), "unused": day_mean("dice_unused"),
        "fetches": day_mean("recovered_conv", "recovered_act"), "conversions": day_mean("uses_conv"),
        **{f"ponk_{k}": row[f"ponk_{k}"] / 5 for k in (2, 3, 4)},
        "no_match": row["days_no_match"] / 5, "all_zero": row["days_all_zero"] / 5,
        "rights": sum(sum(day.values()) for day in game.state.rights) / 5,
        "zero_vigour": day_mean("zero_vigour_days"), "slots": day_mean("pts_slots"),
        "score": day_mean("score") * 5, "held": day_mean("tokens_end") * 5,
        **{f"seat_{p + 1}": seats[p]["win_share"] for p in range(4)}, "shared": float(row["winners"] > 1),
        "fools": day_mean("ponkotsu_days"),
    }  # fmt: skip


def standard_scores(rows: list[dict[str, float]], expected: dict[str, float]) -> dict[str, float]:
    """(mean - expected) in standard errors, the last printed digit allowed for."""
    scores = {}
    for name, value in expected.items():
        values = [row[name] for row in rows]
        mean = math.fsum(values) / len(values)
        variance = math.fsum((v - mean) ** 2 for v in values) / (len(values) - 1)
        scores[name] = (mean - value) / (math.sqrt(variance / len(values)) + 0.002)
    return scores
