"""Whole games of uniform play: the measures of RULES.md section 10, by the product's own batches."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from sim.games.konoten import GAME, codes
from sim.plan import Plan, make_plan
from sim.playout import Player

Array = np.ndarray[Any, Any]

BATCH = 1_200


@dataclass(frozen=True)
class Mean:
    """A mean over games, with its standard error from the means of blocks: games of a block share their deal."""

    value: float
    error: float


def measures(rows: Array) -> dict[str, Array]:
    """Measures of each game, by the names of `reference.konoten.playing.UNIFORM`."""
    seats = rows["seats"]

    def total(*names: str) -> Array:
        return np.sum([seats[name].sum(axis=1, dtype=np.int64) for name in names], axis=0, dtype=np.float64)

    return {
        "vp": seats["score"].mean(axis=1), "lenses": rows["lenses_total"], "turns": rows["turns"],
        "decisions": rows["decisions"], "collects": total("collects_normal", "collects_vp"),
        "foreign": total("own_lens_used_by_others"), "persuades": total("ousted_by_others"),
        "spirits": total("spirits"), "growths": total("growths"),
        **{f"task_{t}": (seats["task_round"][:, :, i] > 0).sum(axis=1) for i, t in enumerate(codes.TASKS)},
        **{f"seat_{p + 1}": seats["win_share"][:, p] for p in range(seats.shape[1])}, "shared": rows["shared_win"],
    }  # fmt: skip


def batches(n_seats: int, n_games: int, seed: int) -> Iterator[tuple[Plan, Array]]:
    """Rows of whole blocks of at least `n_games` games with uniform choices."""
    plan = make_plan(GAME, n_games, n_seats, ["random"], seed=seed)
    player = Player(GAME, GAME.load("standin", None, (), n_seats), plan.policies, n_seats, seed)
    for lo in range(0, plan.n_games, BATCH):
        yield plan, player.play(plan.rows(0, lo, min(lo + BATCH, plan.n_games)))


def play(n_seats: int, n_games: int, seed: int) -> dict[str, Mean]:
    """Means by measure; those of characters are called `character white` and so on."""
    values: dict[str, list[Array]] = {}
    characters: dict[int, list[tuple[int, float]]] = {c: [] for c in range(6)}
    block_size = 1
    for plan, rows in batches(n_seats, n_games, seed):
        block_size = plan.block_size
        for name, found in measures(rows).items():
            values.setdefault(name, []).append(np.asarray(found, np.float64))
        for block, seats in zip(rows["block"], rows["seats"], strict=True):
            for seat in seats:
                characters[int(seat["character"])].append((int(block), float(seat["score"])))
    means = {name: _of_blocks(np.concatenate(parts).reshape(-1, block_size)) for name, parts in values.items()}
    for character, scores in characters.items():
        by_block: dict[int, list[float]] = {}
        for block, score in scores:
            by_block.setdefault(block, []).append(score)
        means[f"character {codes.CHARACTERS[character]}"] = _of_blocks(np.array(list(by_block.values())))
    return means


def _of_blocks(values: Array) -> Mean:
    """Mean and error of an array (blocks, games of the block)."""
    blocks = values.mean(axis=1)
    return Mean(float(blocks.mean()), float(blocks.std(ddof=1)) / math.sqrt(len(blocks)))
