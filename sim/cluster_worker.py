"""The side of a cluster's worker: it finds the game itself, refuses another version or digest, and plays shards.

A worker process may have several threads; they share one Player, and one of them makes it. Workers of one host share
the kernel cache of its user, so one of them compiles and the others load.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import pickle
import platform
import secrets
import socket
import threading
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from distributed import get_worker

from sim import store
from sim.errors import UserError
from sim.manifest import versions
from sim.parcel import Parcel
from sim.store import Shard
from sim.worker import Job, make_player, play_shard, write_shard

if TYPE_CHECKING:
    from sim.playout import Player

#: Runs whose Player a worker process keeps: several clients may use one cluster.
MOST_PLAYERS = 4

#: File in the kernel cache that the workers of a host lock while they compile.
COMPILING = "compiling.lock"


@dataclass(frozen=True)
class Errand:
    """What a cluster's worker needs: plain data, and the user's own files.

    Attributes
    ----------
    job
        As for a worker process of this machine; paths are those at home.
    versions
        Of the packages that rows depend on.
    parcels
        The user's own files.
    shared
        Digest of the run if workers write into its folder; "" if rows travel.
    """

    job: Job
    versions: Mapping[str, Any]
    parcels: tuple[Parcel, ...]
    shared: str


@dataclass(frozen=True)
class Brought:
    """What a worker brings home of a shard: the bytes of its file, or the file's name; or an error."""

    content: bytes = b""
    file: str = ""
    sha256: str = ""
    error: BaseException | None = None


class UnwantedError(Exception):
    """Nobody waits for this shard any more: its client is gone, or has cancelled it."""


_players: dict[str, Player] = {}
_lock = threading.Lock()


def described() -> dict[str, Any]:
    """Host, Python and versions of this worker, for whoever looks whether it may take part."""
    return {"host": socket.gethostname(), "python": platform.python_version(), "versions": versions()}


def same(errand: Errand) -> Errand:
    """The errand, as a result that all shards of a run share."""
    return errand


def refuse_versions(mine: Mapping[str, Any], theirs: Mapping[str, Any], who: str) -> None:
    """Refuse a worker whose packages differ from those of the run.

    Raises
    ------
    UserError
        Names the worker and either version.
    """
    for name, wanted in mine.items():
        if theirs.get(name) != wanted:
            raise UserError(
                f"{who} has {name} {theirs.get(name, 'none')}, this run has {wanted}: install the same versions on "
                "every machine"
            )


def play(errand: Errand, shard: Shard) -> Brought:
    """Play one shard; the client makes it part of the run."""
    try:
        with _lock:
            player = _player(errand)
        rows = play_shard(player, errand.job.plan, shard, errand.job.chunk_games, _refuse_unwanted(errand))
        return _written(errand, player, shard, rows)
    except Exception as error:
        return Brought(error=_told(error, errand))


def _who() -> str:
    worker = get_worker()
    return f"worker {worker.address} on {socket.gethostname()}"


def _places(errand: Errand) -> dict[str, str]:
    """Where this worker keeps the user's own files, by their places at home."""
    return {parcel.place: str(parcel.unpack(Path(get_worker().local_directory))) for parcel in errand.parcels}


def _player(errand: Errand) -> Player:
    """The process's Player of a run, made and compiled once."""
    token = errand.job.token
    if token not in _players:
        refuse_versions(errand.versions, versions(), _who())
        player = _made(errand)
        with _one_compile_a_host():
            player.warm()
        while len(_players) >= MOST_PLAYERS:
            del _players[next(iter(_players))]
        _players[token] = player
    return _players[token]


def _made(errand: Errand) -> Player:
    try:
        return make_player(_moved(errand.job, _places(errand)))
    except UserError as error:
        raise UserError(f"{_who()}: {error}; every machine needs the same fairseat, Python and Numba") from error


def _moved(job: Job, places: Mapping[str, str]) -> Job:
    """A job whose paths are those of this worker."""
    policies = []
    for name in job.plan.policies:
        file, colon, function = name.rpartition(":")
        policies.append(places[file] + colon + function if file in places else name)
    return replace(job, game=places.get(job.game, job.game), plan=replace(job.plan, policies=tuple(policies)))


@contextmanager
def _one_compile_a_host() -> Iterator[None]:
    """Let one worker process of a host compile at a time: the next finds the code in the kernel cache."""
    from sim.cache import cache_root

    root, handle = cache_root(), None
    with suppress(OSError):  # no place for a cache, or one without locks: each compiles for itself
        if root is not None:
            root.mkdir(mode=0o700, parents=True, exist_ok=True)
            handle = os.open(root / COMPILING, os.O_RDWR | os.O_CREAT, 0o600)
            fcntl.flock(handle, fcntl.LOCK_EX)
    try:
        yield
    finally:
        if handle is not None:
            os.close(handle)


def _refuse_unwanted(errand: Errand) -> Callable[[int], None]:
    """What is called after every chunk of games: ends a shard that nobody waits for."""
    worker = get_worker()
    key = worker.get_current_task()

    def look(n_games: int) -> None:
        task = worker.state.tasks.get(key)
        if task is None or task.state == "cancelled":
            raise UnwantedError(f"shard {key} of {errand.job.game}")

    return look


def _written(errand: Errand, player: Player, shard: Shard, rows: Any) -> Brought:
    """The rows as the bytes of a shard's file, or as a file in the folder of the run."""
    if not errand.shared:
        content = store.to_bytes(store.to_table(rows, player.game.all_columns(), player.n_seats))
        return Brought(content=content, sha256=hashlib.sha256(content).hexdigest())
    folder = Path(errand.job.folder)
    _refuse_other_folder(folder, errand.shared)
    token = secrets.token_hex(6)  # not that of the run: a worker that was thought dead may still write
    file, sha256 = write_shard(player, shard, rows, folder, token)
    return Brought(file=file.name, sha256=sha256)


def _refuse_other_folder(folder: Path, run_digest: str) -> None:
    try:
        found = store.read_manifest(folder)["run_digest"]
    except UserError:
        found = ""
    if found != run_digest:
        raise UserError(
            f"{_who()} does not see the run in {folder}: for --shared-out every machine mounts that folder at the same "
            "path; without it rows come back over the network"
        )


def _told(error: Exception, errand: Errand) -> BaseException:
    """An error as it can travel: paths are those at home."""
    if isinstance(error, UserError):
        text = str(error)
        for home, here in _places(errand).items():
            text = text.replace(here, home)
        return UserError(text)
    error.add_note(f"on {_who()}:\n{traceback.format_exc()}")
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"on {_who()}:\n{traceback.format_exc()}")
    return error
