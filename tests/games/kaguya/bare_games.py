"""Whole games of pack `bare` under uniform play: the measures of RULES.md section 10, by the product's own batches."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from sim.games.kaguya import GAME

from ..kit.means import Mean, half_digit, means

Array = np.ndarray[Any, Any]

BATCH = 48_000  # 2,000 blocks

#: Scores are squared around a guess near their mean, so that the error of their variance is that of a mean.
SQUARE, GUESS = "score squared", 15.5


def measure(rows: Array) -> dict[str, Array]:
    """Measures of each game; per player-day unless the name says otherwise."""
    seats = rows["seats"]

    def player_day(*names: str) -> Array:
        total: Array = np.sum([seats[name].sum(axis=1, dtype=np.int64) for name in names], axis=0)
        return total / 20

    score = seats["score"].astype(np.float64)
    return {
        "turns": rows["turns"] / 20, "passes": player_day("passes"), "placements": rows["placements"] / 20,
        "reservations": player_day("reserves"), "take-overs": rows["takeovers"] / 20,
        "action uses": player_day("uses_action"), "unused dice": player_day("dice_unused"),
        "fetches": player_day("recovered_conv", "recovered_act"), "conversions": player_day("uses_conv"),
        "0 ponkotsu, per day": (5 - rows["ponk_2"] - rows["ponk_3"] - rows["ponk_4"]) / 5,
        **{f"{k} ponkotsu, per day": rows[f"ponk_{k}"] / 5 for k in (2, 3, 4)},
        "ponkotsu": player_day("ponkotsu_days"),
        "no match, per day": rows["days_no_match"] / 5, "all zero, per day": rows["days_all_zero"] / 5,
        "rights, per day": (2 * player_day("rights_first") + player_day("rights_second")) * 4,
        "zero vigour": player_day("zero_vigour_days"), "slot points": player_day("pts_slots"),
        "score": score.mean(axis=1), SQUARE: ((score - GUESS) ** 2).mean(axis=1),
        "tokens held": seats["tokens_end"].mean(axis=1),
        "fewest tokens held": seats["tokens_end"].min(axis=1), "most tokens held": seats["tokens_end"].max(axis=1),
        **{f"win share of seat {p + 1}": seats["win_share"][:, p] for p in range(4)},
        "shared": (rows["winners"] > 1).astype(np.float64),
        "dice of a player-day": player_day("reserves", "uses_action", "dice_unused") + rows["placements"] / 20,
    }  # fmt: skip


def play(n_games: int, seed: int, ruling: tuple[str, str] | None = None) -> dict[str, Mean]:
    """Play whole blocks of at least `n_games` games with uniform choices; means by measure.

    The entry "score SD" is the standard deviation of single scores over seats and games, with its error.
    """
    sets = [(f"rulings.{ruling[0]}", ruling[1])] if ruling else []
    data = GAME.load("bare", None, sets, 4)
    found = means(GAME, data, measure, n_games, seed, batch=BATCH)
    found["score SD"] = _deviation(found.pop(SQUARE), found["score"].value - GUESS)
    return found


def _deviation(square: Mean, shift: float) -> Mean:
    """Standard deviation from the mean square around GUESS; the mean is `shift` above it (delta method)."""
    value = math.sqrt(square.value - shift**2)
    return Mean(value, square.error / (2 * value), square.spread / (2 * value))


def is_near(found: Mean, printed: str, n_printed: int) -> bool:
    """Whether a mean is near a printed one (`Mean.is_near`).

    The printed sample had `n_printed` independent games; its error is that of games with the spread found here.
    """
    return found.is_near(float(printed), found.spread / math.sqrt(n_printed), half_digit(printed))
