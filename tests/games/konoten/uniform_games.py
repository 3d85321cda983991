"""Whole games of uniform play: the measures of RULES.md section 10, by the product's own batches."""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.games.konoten import GAME, codes

from ..kit.means import Mean, means

Array = np.ndarray[Any, Any]


def measures(rows: Array) -> dict[str, Array]:
    """Measures of each game, by the names of `reference.konoten.playing.UNIFORM`, and VP by character."""
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
        **{f"character {name}": _scores(rows, c) for c, name in enumerate(codes.CHARACTERS)},
    }  # fmt: skip


def _scores(rows: Array, character: int) -> Array:
    """VP of a character, by block: it sits in all games of a block or in none."""
    is_his = rows["seats"]["character"] == character
    blocks = np.broadcast_to(rows["block"][:, None], is_his.shape)[is_his]
    return rows["seats"]["score"][is_his].reshape(len(np.unique(blocks)), -1)


def play(n_seats: int, n_games: int, seed: int) -> dict[str, Mean]:
    """Means by measure; those of characters are called `character white` and so on."""
    return means(GAME, GAME.load("standin", None, (), n_seats), measures, n_games, seed, n_seats)
