"""Whole games of pack `bare` under uniform play: the measures of RULES.md section 10, by the product's own batches."""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from sim.games.kaguya import GAME
from sim.plan import make_plan
from sim.playout import Player

Array = np.ndarray[Any, Any]

BLOCK = 24
BATCH = 2_000 * BLOCK

#: Scores are squared around a guess near their mean, so that the error of their variance is that of a mean.
SQUARE, GUESS = "score squared", 15.5


@dataclass(frozen=True)
class Mean:
    """A mean over games.

    Attributes
    ----------
    value
        The mean.
    error
        Standard error from the means of blocks: games of a block share their deal and their luck.
    spread
        Standard deviation of single games.
    """

    value: float
    error: float
    spread: float


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


@dataclass
class Sums:
    """Running sums of one measure, over games and over block means."""

    n: int = 0
    total: float = 0.0
    squares: float = 0.0
    block_squares: float = 0.0

    def add(self, values: Array) -> None:
        blocks = values.reshape(-1, BLOCK).mean(axis=1)
        self.n += len(values)
        self.total += math.fsum(values)
        self.squares += math.fsum(values.astype(np.float64) ** 2)
        self.block_squares += math.fsum(blocks**2)

    def mean(self) -> Mean:
        value, n_blocks = self.total / self.n, self.n // BLOCK
        spread = math.sqrt(max(self.squares / self.n - value**2, 0.0))
        block_variance = max(self.block_squares / n_blocks - value**2, 0.0) * n_blocks / (n_blocks - 1)
        return Mean(value, math.sqrt(block_variance / n_blocks), spread)


def play(n_games: int, seed: int, ruling: tuple[str, str] | None = None) -> dict[str, Mean]:
    """Play whole blocks of at least `n_games` games with uniform choices; means by measure.

    The entry "score SD" is the standard deviation of single scores over seats and games, with its error.
    """
    sets = [(f"rulings.{ruling[0]}", ruling[1])] if ruling else []
    plan = make_plan(GAME, n_games, 4, ["random"], seed=seed)
    player = Player(GAME, GAME.load("bare", None, sets, 4), plan.policies, 4, seed)
    player.warm()

    def batch(lo: int) -> dict[str, Array]:
        return measure(player.play(plan.rows(0, lo, min(lo + BATCH, plan.n_games))))

    sums: dict[str, Sums] = {}
    with ThreadPoolExecutor(2) as threads:
        for measures in threads.map(batch, range(0, plan.n_games, BATCH)):
            for name, values in measures.items():
                sums.setdefault(name, Sums()).add(values)
    means = {name: found.mean() for name, found in sums.items()}
    means["score SD"] = _deviation(means.pop(SQUARE), means["score"].value - GUESS)
    return means


def _deviation(square: Mean, shift: float) -> Mean:
    """Standard deviation from the mean square around GUESS; the mean is `shift` above it (delta method)."""
    value = math.sqrt(square.value - shift**2)
    return Mean(value, square.error / (2 * value), square.spread / (2 * value))


def tolerance(found: Mean, printed: str, n_printed: int) -> float:
    """How far a mean may be from a printed one.

    Four standard errors of both samples, plus half of the last printed digit for rounding. The printed sample had
    `n_printed` independent games; its error is that of games with the spread found here.
    """
    error = math.hypot(found.error, found.spread / math.sqrt(n_printed))
    return 4 * error + half_digit(printed)


def half_digit(printed: str) -> float:
    """Half a unit of the last digit of a printed number."""
    return float(0.5 * 10.0 ** -len(printed.partition(".")[2]))
