"""A worker's side of a run: playing shards, in this process or in one of its own."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from sim import store
from sim.errors import UserError
from sim.game import GameData
from sim.plan import Plan
from sim.store import Shard

if TYPE_CHECKING:
    from sim.playout import Player


#: Games of a shard's first chunk. While a chunk takes less than QUICK_SECONDS, the next is four times as large.
FIRST_CHUNK, QUICK_SECONDS = 16, 0.1


@dataclass(frozen=True)
class Job:
    """What a worker process needs: plain data. It finds the game itself and refuses another digest."""

    game: str
    digest: str
    tables: Any
    weights: Mapping[str, Any]
    plan: Plan
    folder: str
    token: str
    chunk_games: int


@dataclass(frozen=True)
class Done:
    """What became of a shard: a temporary file with its sha256, or an error."""

    shard: Shard
    file: Path = Path()
    sha256: str = ""
    error: BaseException | None = None


def play_shard(
    player: Player, plan: Plan, shard: Shard, chunk_games: int, on_chunk: Callable[[int], None]
) -> np.ndarray[Any, Any]:
    """Outcome rows of a shard, played chunk by chunk; `on_chunk` gets the games of each chunk.

    The first chunks are small, and stay small where games are slow: whoever waits hears of them.
    """
    rows = np.zeros(shard.n_rows, player.row_dtype)
    lo, n = shard.lo, min(FIRST_CHUNK, chunk_games)
    while lo < shard.hi:
        hi, started = min(lo + n, shard.hi), time.monotonic()
        rows[lo - shard.lo : hi - shard.lo] = player.play(plan.rows(shard.table, lo, hi))
        on_chunk(hi - lo)
        lo = hi
        if time.monotonic() - started < QUICK_SECONDS:
            n = min(4 * n, chunk_games)
    return rows


def write_shard(player: Player, shard: Shard, rows: np.ndarray[Any, Any], folder: Path, token: str) -> tuple[Path, str]:
    """Write the rows of a shard to a temporary file; returns it with its sha256."""
    table = store.to_table(rows, player.game.all_columns(), player.n_seats)
    return store.write_temporary(folder, shard, token, table)


_players: dict[str, Player] = {}


def _worker_player(job: Job) -> Player:
    """The worker process's Player of a run, made once."""
    if job.token not in _players:
        player = make_player(job)
        _players.clear()
        _players[job.token] = player
    return _players[job.token]


def make_player(job: Job) -> Player:
    """Find the game of a job and make its Player.

    Raises
    ------
    UserError
        The game here is another one: names either digest.
    """
    from sim.playout import Player
    from sim.registry import find

    game = find(job.game)
    empty: Mapping[str, Any] = MappingProxyType({})
    data = GameData(job.tables, empty, job.weights, "", "", {}, "")
    player = Player(game, data, job.plan.policies, job.plan.n_seats, job.plan.seed)
    if player.digest != job.digest:
        raise UserError(f"game {job.game!r} here has digest {player.digest}, the run has {job.digest}")
    return player


def process_task(job: Job, shard: Shard) -> Done:
    """Play one shard in a worker process; the parent makes the temporary file a shard."""
    try:
        player = _worker_player(job)
        rows = play_shard(player, job.plan, shard, job.chunk_games, lambda n: None)
        return Done(shard, *write_shard(player, shard, rows, Path(job.folder), job.token))
    except Exception as error:
        error.add_note(f"in a worker process:\n{traceback.format_exc()}")
        return Done(shard, error=error)
