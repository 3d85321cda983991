"""Rows with a known truth, written as a run folder: seat and character effects, ties, blocks that share luck."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from analysis.run import Rows, Run
from analysis.seen import Seen
from sim import store
from sim.game import COMMON_COLUMNS, ENGINE_COLUMNS, Column, Role

Array = np.ndarray[Any, Any]

PARTS = ("pts_slots", "pts_events", "pts_cards")
OWN = (
    Column("takeovers", "i2", Role.COUNT, "take-overs", "slots taken over in the game"),
    Column("event", "i2", Role.ID, "event", "event card of the first day"),
    Column("score", "i2", Role.SCORE, "points", "final score", True),
    *(Column(name, "i2", Role.PART, "points", f"points from {name[4:]}", True) for name in PARTS),
    Column("passes", "i2", Role.COUNT, "turns", "turns passed", True),
    Column("owned", "i8", Role.MASK, "card", "cards fetched", True),
    Column("round_score", "i2", Role.ROUND_SCORE, "points", "score after each round", True, 3),
    Column("mood", "i1", Role.ID, "mood", "mood", True, 2, names=("at first", "at last")),
    Column("habits", "u4", Role.MASK, "habits", "habits shown", True, 1, 4),
)
#: Chances that a seat shows a habit of its character: the first means nothing, the second is `Truth.habit_boost`'s, the
#: third is too rare to judge.
HABITS = (0.5, 0.3, 0.002)
START_SCORE = 5


@dataclass(frozen=True)
class Truth:
    """What the rows are made from.

    Attributes
    ----------
    n_blocks
        Blocks of games, one for each seating: all k! of them, the k `rotations` of one, or a single `fixed` one.
    place, character
        Weights: in a game, the one who is drawn to win is seat s with chance place[s] * character[c(s)] / sum.
    ties
        Chance that the drawn one shares the win with another seat, chosen evenly.
    top_ties
        Chance that a sole winner had the same score as another seat before the tie-break.
    shared_luck
        Chance that a game uses the luck of its block instead of its own; `travels`: luck goes with the participant.
    unfinished
        Chance that a game ends unfinished.
    card_boost
        Chance that the winner of a game is handed card 0 (everyone has any card with chance 0.4 besides).
    habit_boost
        Chance that the winner of a game shows the second habit of his character (everyone may besides, see HABITS).
    """

    n_blocks: int = 50
    place: tuple[float, ...] = (1.0, 1.0, 1.0, 1.0)
    character: tuple[float, ...] = (1.0, 1.0, 1.0, 1.0)
    ties: float = 0.0
    top_ties: float = 0.0
    shared_luck: float = 0.0
    travels: bool = False
    unfinished: float = 0.0
    card_boost: float = 0.0
    habit_boost: float = 0.0
    seating: str = "all"
    seed: int = 1

    @property
    def k(self) -> int:
        return len(self.place)

    @property
    def seatings(self) -> Array:
        """Character by seat in each game of a block, shape (games, k)."""
        first = np.arange(self.k)
        if self.seating == "all":
            return np.array(list(itertools.permutations(first)))
        return np.array([np.roll(first, -turn) for turn in range(self.k if self.seating == "rotations" else 1)])

    def cell_credit(self) -> Array:
        """Exact expected credit by place and character, (k, k), over the seatings of a block; NaN where none has it."""
        k = self.k
        total, n = np.zeros((k, k)), np.zeros((k, k))
        for seating in self.seatings:
            weight = np.array(self.place) * np.array(self.character)[seating]
            drawn = weight / weight.sum()
            credit = (1 - self.ties) * drawn + self.ties * (drawn / 2 + (1 - drawn) / (k - 1) / 2)
            total[range(k), seating] += (1 - self.unfinished) * credit
            n[range(k), seating] += 1
        return np.where(n > 0, total / np.maximum(n, 1), np.nan)


def credits(truth: Truth) -> tuple[Array, Array, Array]:
    """Credit (k, n), character by seat (k, n) and whether finished (n,), in block order."""
    rng, k = np.random.default_rng(truth.seed), truth.k
    character = np.tile(truth.seatings.T, truth.n_blocks)
    n = character.shape[1]
    weight = np.array(truth.place)[:, None] * np.array(truth.character)[character]
    luck, order = _luck(truth, rng, character)
    ordered = np.take_along_axis(weight / weight.sum(0), order, axis=0)
    index = np.minimum((np.cumsum(ordered, axis=0) < luck).sum(0), k - 1)
    winner = order[index, np.arange(n)]
    credit = np.zeros((k, n))
    credit[winner, np.arange(n)] = 1.0
    tied = rng.random(n) < truth.ties
    other = (winner + rng.integers(1, k, n)) % k
    credit[winner[tied], np.flatnonzero(tied)] = 0.5
    credit[other[tied], np.flatnonzero(tied)] = 0.5
    finished = rng.random(n) >= truth.unfinished
    return credit * finished, character, finished


def _luck(truth: Truth, rng: np.random.Generator, character: Array) -> tuple[Array, Array]:
    n = character.shape[1]
    games = n // truth.n_blocks
    own, block = rng.random(n), np.repeat(rng.random(truth.n_blocks), games)
    luck = np.where(rng.random(n) < truth.shared_luck, block, own)
    chair = np.broadcast_to(np.arange(truth.k)[:, None], character.shape)
    return luck, np.argsort(character, axis=0) if truth.travels else chair


def rows(truth: Truth) -> dict[str, Array]:
    """All columns of the rows: seat columns (k, n), the rest (n,)."""
    rng = np.random.default_rng((truth.seed, 7))
    credit, character, finished = credits(truth)
    k, n = credit.shape
    score = _score(truth, rng, credit, finished)
    parts = _parts(rng, score)
    games = n // truth.n_blocks
    owned = (rng.random((3, k, n)) < 0.4).astype(np.int64)
    owned[0] |= (credit > 0) & (rng.random(n) < truth.card_boost)
    rounds = np.stack([np.rint(score * share + rng.normal(0, 4, score.shape)) for share in (0.3, 0.6, 1.0)], axis=2)
    rank = (score[:, None, :] < score[None, :, :]).sum(1) + 1
    return {
        "game": np.arange(n),
        "block": np.repeat(np.arange(truth.n_blocks), games),
        "table": np.zeros(n, np.int16),
        "seating": np.tile(np.arange(games), truth.n_blocks),
        "is_finished": finished.astype(np.int8),
        "end_reason": np.where(finished, 0, -1),
        "decisions": rng.poisson(300, n),
        "character": character,
        "participant": character,
        "policy": np.zeros((k, n), np.int16),
        "winners": (credit > 0).sum(0),
        "turns": 40 + rng.poisson(20, n),
        "win_share": credit,
        "rank": rank,
        "place": np.broadcast_to(np.arange(1, k + 1)[:, None], (k, n)),
        "takeovers": rng.poisson(8, n),
        "event": rng.integers(0, 4, n),
        "score": score,
        **dict(zip(PARTS, parts, strict=True)),
        "passes": rng.poisson(2, (k, n)),
        "owned": owned[0] | owned[1] << 1 | owned[2] << 40,
        "round_score": rounds,
        "mood": np.random.default_rng((truth.seed, 9)).integers(0, 3, (k, n, 2)),
        "habits": _habits(truth, credit, character),
    }


def _habits(truth: Truth, credit: Array, character: Array) -> Array:
    """Bit 4 x character + habit."""
    rng = np.random.default_rng((truth.seed, 8))
    shown = rng.random((3, *credit.shape)) < np.array(HABITS)[:, None, None]
    shown[1] |= (credit > 0) & (rng.random(credit.shape) < truth.habit_boost)
    return (shown * 2 ** np.arange(3)[:, None, None]).sum(0) << 4 * character


def _score(truth: Truth, rng: np.random.Generator, credit: Array, finished: Array) -> Array:
    k, n = credit.shape
    top = np.maximum(np.rint(rng.normal(75, 12, n)), 30)
    gaps = 1 + rng.negative_binomial(2, 0.12, (k, n))
    score = np.maximum(top - gaps, 0)
    score = np.where(credit > 0, top, score)
    single = ((credit > 0).sum(0) == 1) & (rng.random(n) < truth.top_ties)
    other = (np.argmax(credit, axis=0) + rng.integers(1, k, n)) % k
    score[other[single], np.flatnonzero(single)] = top[single]
    return score * finished


def _parts(rng: np.random.Generator, score: Array) -> list[Array]:
    slots = np.rint((score - START_SCORE) * rng.uniform(0.5, 0.75, score.shape))
    events = 5 * rng.integers(0, 3, score.shape)
    return [slots, events, score - START_SCORE - slots - events]


def table(columns: dict[str, Array]) -> pa.Table:
    """Arrow table in the layout of the row files."""
    every = (*ENGINE_COLUMNS, *COMMON_COLUMNS, *OWN)
    flat: dict[str, Array] = {}
    for column in every:
        values = columns[column.name].astype(column.dtype)
        for seat in range(values.shape[0]) if column.is_per_seat else [None]:
            name = column.name if seat is None else f"{column.name}_{seat + 1}"
            one = values if seat is None else values[seat]
            if column.size == 1:
                flat[name] = np.ascontiguousarray(one)
            else:
                flat |= {f"{name}_k{i + 1}": np.ascontiguousarray(one[:, i]) for i in range(column.size)}
    return pa.table(flat)


def manifest(truth: Truth, n_games: int, n_tables: int = 1, shard_games: int = 4800) -> dict[str, Any]:
    """Manifest in the layout of a run."""
    every = (*ENGINE_COLUMNS, *COMMON_COLUMNS, *OWN)
    some = ["president", "vice", "secretary", "treasurer", "guest"]
    names = [*some, *(f"guest {at}" for at in range(2, truth.k))][: truth.k]
    return {
        "format": store.FORMAT,
        "run_digest": "0123456789abcdef",
        "game": "toy",
        "title": "Toy of the tests",
        "n_seats": truth.k,
        "seed": truth.seed,
        "n_games": n_games,
        "n_games_requested": n_games - 10,
        "cycle_blocks": 1,
        "plan_notes": [],
        "block_size": len(truth.seatings),
        "n_blocks": truth.n_blocks,
        "seating": "balanced",
        "shard_games": shard_games,
        "characters": names,
        "characters_in_play": names,
        "character_titles": [name.title() for name in names],
        "policies": ["balanced", "random", "greedy"][:n_tables],
        "policies_digest": "d" * 16,
        "tables": ["balanced", "random", "greedy"][:n_tables],
        "table_policies": [[name] * truth.k for name in ("balanced", "random", "greedy")[:n_tables]],
        "pack": "standin",
        "rules_digest": "a" * 16,
        "cards_digest": "b" * 16,
        "source_digest": "c" * 16,
        "versions": {"fairseat": "0.1.0", "numba": "0.68.1", "numpy": "2.4.0", "pyarrow": "26.0.0", "rng": 1},
        "provenance": {"seed": 2, "public": 3, "assumed": 45},
        "columns": [_column(column) for column in every],
        "end_reasons": {"0": "five days played"},
        "wins": "single",
        "notes_on_data": "Card data are stand-ins.",
        "document": {"rules": {"handicap": [0] * truth.k}, "policies": {"balanced": {"points": 1.0}}},
    }


def _column(column: Column) -> dict[str, Any]:
    names = ("name", "dtype", "unit", "meaning", "is_per_seat", "size", "bits_per_character")
    plain = {"role": str(column.role), "names": list(column.names)}
    return {name: getattr(column, name) for name in names} | plain


def write_run(folder: Path, *truths: Truth, shard_games: int = 4800, **changes: Any) -> Path:
    """Writes a run folder with one policy table for each truth (equally many games); `changes` go into the manifest."""
    folder.mkdir(parents=True)
    tables = []
    for index, truth in enumerate(truths):
        columns = rows(truth)
        columns["table"] = columns["table"] + index
        columns["policy"] = columns["policy"] + index
        tables.append(table(columns))
    facts = manifest(truths[0], len(tables[0]), len(truths), shard_games) | changes
    facts["run_digest"] = store.run_digest(facts)
    for shard in store.plan_shards(len(tables[0]), len(tables), shard_games):
        part = tables[shard.table].slice(shard.lo, shard.n_rows)
        file, sha256 = store.write_temporary(folder, shard, "test", part)
        store.commit(folder, shard, file, sha256, facts["run_digest"])
    store.write_manifest(folder, facts)
    return folder


def as_run(truth: Truth, **changes: Any) -> Run:
    """A run without files: facts only."""
    n_games = truth.n_blocks * len(truth.seatings)
    return Run(Path(), manifest(truth, n_games) | changes, (*ENGINE_COLUMNS, *COMMON_COLUMNS, *OWN), ())


def seen(truth: Truth, run: Run) -> Seen:
    """The credits of a truth as the analysis sees them, without files and without the columns that win shares skip."""
    credit, character, finished = credits(truth)
    k, n = credit.shape
    games = n // truth.n_blocks
    columns = {
        "win_share": credit,
        "place": np.broadcast_to(np.arange(1, k + 1)[:, None], (k, n)),
        "character": character,
        "policy": np.zeros((k, n), np.int16),
        "is_finished": finished.astype(np.int8),
    }
    return Seen(run, Rows(columns, np.arange(0, n, games)))
