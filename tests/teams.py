"""Rows of a team game with a known truth: heroes of sides, a side wins together, lone wolves among them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import synthetic

from sim import store
from sim.game import COMMON_COLUMNS, ENGINE_COLUMNS, Column, Role

Array = np.ndarray[Any, Any]

N_SIDES = 4
#: Winner's code of a lone wolf; codes of sides are 1 to N_SIDES.
WOLF = 100
COLUMNS = (
    Column("winner_side", "i2", Role.ID, "", "side that won", winner_of="side"),
    Column("rounds", "i4", Role.COUNT, "rounds", "rounds begun", is_told_in_full=True),
    Column("first_fall", "i4", Role.COUNT, "rounds", "round of the first fall", never=-1),
    Column("split", "f8", Role.SHARE, "", "1/k for each of k winners", True),
    Column("wolf", "i1", Role.FLAG, "", "played for nobody else", True),
    Column("hero", "i2", Role.ID, "", "hero kept", True, compares="champion"),
    Column("side", "i2", Role.ID, "", "side of the hero", True, compares="side"),
    Column("choice", "i2", Role.ID, "", "heroes to choose from", True, 2, options_of="hero"),
    Column("shown", "i2", Role.COUNT, "rounds", "round in which he was shown", True, never=-1),
)


@dataclass(frozen=True)
class Teams:
    """What the rows are made from.

    Attributes
    ----------
    n_blocks, n_seats, n_heroes
        Blocks of `n_seats` games, in which the heroes go round the chairs; hero h belongs to side 1 + h % N_SIDES.
    strength
        Sum added to the luck of a hero; the side of the seat with the most wins.
    shared_luck
        Chance that a seat's luck in a game is that of its block (it travels with the hero).
    wolves
        Chance that a seat plays for nobody but himself.
    rare
        Heroes that are dealt in every tenth block only.
    """

    n_blocks: int = 200
    n_seats: int = 5
    n_heroes: int = 20
    strength: tuple[tuple[int, float], ...] = ()
    shared_luck: float = 0.5
    wolves: float = 0.05
    rare: tuple[int, ...] = ()
    seed: int = 1


def rows(truth: Teams) -> dict[str, Array]:
    """Seat columns (k, n) or (k, n, values), game columns (n,)."""
    rng, k = np.random.default_rng(truth.seed), truth.n_seats
    n = truth.n_blocks * k
    offered = _offers(truth, rng)  # (blocks, k, 2)
    kept = np.take_along_axis(offered, rng.integers(0, 2, (truth.n_blocks, k, 1)), 2)[:, :, 0]
    turn = (np.arange(k)[:, None] + np.tile(np.arange(k), truth.n_blocks)) % k  # participant by chair and game
    block = np.repeat(np.arange(truth.n_blocks), k)
    hero, choice = kept[block, turn], offered[block, turn]
    strength = np.zeros(truth.n_heroes)
    for who, more in truth.strength:
        strength[who] = more
    luck = rng.gumbel(size=(truth.n_blocks, k))[block, turn]
    luck = np.where(rng.random((k, n)) < truth.shared_luck, luck, rng.gumbel(size=(k, n)))
    wolf = rng.random((k, n)) < truth.wolves
    side = 1 + hero % N_SIDES
    plays_for = np.where(wolf, WOLF + np.arange(k)[:, None], side)
    best = (strength[hero] + luck).argmax(0)
    winner = plays_for[best, np.arange(n)]
    won = (plays_for == winner).astype(float)
    shown = np.where(rng.random((k, n)) < 0.1, -1, rng.integers(1, 9, (k, n)))
    fall = np.where(rng.random(n) < 0.2, -1, rng.integers(1, 5, n))
    return {
        "game": np.arange(n), "block": block, "table": np.zeros(n), "seating": np.tile(np.arange(k), truth.n_blocks),
        "is_finished": np.ones(n), "end_reason": np.zeros(n), "decisions": rng.poisson(100, n),
        "character": np.zeros((k, n)), "participant": turn, "policy": np.zeros((k, n)), "winners": won.sum(0),
        "turns": rng.poisson(30, n), "win_share": won, "rank": np.where(won > 0, 1, k),
        "place": np.broadcast_to(np.arange(1, k + 1)[:, None], (k, n)), "winner_side": np.minimum(winner, WOLF),
        "rounds": 1 + rng.poisson(8, n), "first_fall": fall, "split": won / won.sum(0), "wolf": wolf, "hero": hero,
        "side": side, "choice": choice, "shown": shown,
    }  # fmt: skip


def _offers(truth: Teams, rng: np.random.Generator) -> Array:
    """Two heroes for each participant of each block, no hero twice: (blocks, k, 2)."""
    order = rng.random((truth.n_blocks, truth.n_heroes))
    for who in truth.rare:
        order[np.arange(truth.n_blocks) % 10 != 0, who] = 2.0  # last, so never dealt
    dealt = order.argsort(1)[:, : 2 * truth.n_seats]
    return rng.permuted(dealt, axis=1).reshape(truth.n_blocks, truth.n_seats, 2)


def write_run(folder: Path, *truths: Teams, **changes: Any) -> Path:
    """Writes a run folder with one policy table for each truth."""
    folder.mkdir(parents=True)
    every = (*ENGINE_COLUMNS, *COMMON_COLUMNS, *COLUMNS)
    tables = []
    for index, truth in enumerate(truths):
        columns = rows(truth)
        columns["table"], columns["policy"] = columns["table"] + index, columns["policy"] + index
        tables.append(_table(columns, every))
    n = len(tables[0])
    facts = synthetic.manifest(synthetic.Truth(seed=truths[0].seed), n, len(truths)) | _facts(truths[0], every)
    facts |= {"table_policies": [[name] * truths[0].n_seats for name in facts["policies"]]} | changes
    facts["run_digest"] = store.run_digest(facts)
    for shard in store.plan_shards(n, len(tables), 4800):
        file, sha256 = store.write_temporary(folder, shard, "test", tables[shard.table].slice(shard.lo, shard.n_rows))
        store.commit(folder, shard, file, sha256, facts["run_digest"])
    store.write_manifest(folder, facts)
    return folder


def _facts(truth: Teams, every: tuple[Column, ...]) -> dict[str, Any]:
    sides = {str(at): f"Side {'ABCD'[at - 1]}" for at in range(1, N_SIDES + 1)}
    heroes = {str(at): f"h{at:02d}" for at in range(truth.n_heroes)}
    plain = [vars(column) | {"role": str(column.role), "names": list(column.names)} for column in every]
    n_games = truth.n_blocks * truth.n_seats
    return {
        "n_seats": truth.n_seats, "n_games_requested": n_games, "block_size": truth.n_seats,
        "n_blocks": truth.n_blocks, "wins": "team", "characters": ["player"], "characters_in_play": ["player"],
        "character_titles": [], "columns": plain, "document": {"cards": {}, "rules": {"handicap": [0] * truth.n_seats}},
        "labels": {"hero": heroes, "choice": heroes, "side": sides, "winner_side": sides | {str(WOLF): "a wolf"}},
    }  # fmt: skip


def _table(columns: dict[str, Array], every: tuple[Column, ...]) -> pa.Table:
    flat: dict[str, Array] = {}
    for column in every:
        values = columns[column.name].astype(column.dtype)
        for seat in range(len(values)) if column.is_per_seat else [None]:
            name = column.name if seat is None else f"{column.name}_{seat + 1}"
            one = values if seat is None else values[seat]
            ends = [""] if column.size == 1 else [f"_k{i + 1}" for i in range(column.size)]
            flat |= {
                f"{name}{end}": np.ascontiguousarray(one if not end else one[:, at]) for at, end in enumerate(ends)
            }
    return pa.table(flat)
