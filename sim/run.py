"""Plays a plan into a run folder: shards over joblib workers, progress, interruption, resume."""

from __future__ import annotations

import errno
import os
import secrets
import threading
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import joblib
import numpy as np

from sim import store
from sim.child import end_with_parent
from sim.errors import UserError, unknown
from sim.folder import begin, check, locked
from sim.game import GameData, GameSpec
from sim.manifest import make_manifest
from sim.plan import Plan
from sim.store import Shard

if TYPE_CHECKING:
    from sim.playout import Player

BACKENDS = ("threading", "loky")

#: Games of a shard, rounded down to whole blocks; part of the plan, so never derived from the machine.
SHARD_GAMES = 20_000

#: Games played between two looks at progress and interruption.
CHUNK_GAMES = 1_000

#: Seconds after an interruption until a run that still waits for games says so.
PATIENCE_SECONDS = 2.0

Progress = Callable[[int, int], None]


class Interrupted(Exception):  # noqa: N818 - no error: the user's wish
    """The run was interrupted; its whole shards are kept.

    Attributes
    ----------
    n_done, n_total
        Games in finished shards, and games of the whole run.
    is_busy
        Whether threads are still in machine code, which nothing can stop but the end of the process.
    """

    def __init__(self, n_done: int, n_total: int, is_busy: bool = False) -> None:
        super().__init__(f"interrupted: {n_done} of {n_total} games are kept; go on with --resume")
        self.n_done = n_done
        self.n_total = n_total
        self.is_busy = is_busy


@dataclass(frozen=True)
class RunResult:
    """What `simulate` did: games of the whole run, games played now, games kept from an earlier start."""

    n_total: int
    n_played: int
    n_kept: int


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
    parent: int


def simulate(
    run_dir: Path | str,
    game: GameSpec,
    data: GameData,
    plan: Plan,
    *,
    jobs: int = 1,
    backend: str = "threading",
    resume: bool = False,
    force: bool = False,
    progress: Progress | None = None,
    tell: Callable[[str], None] | None = None,
    chunk_games: int = CHUNK_GAMES,
    shard_games: int = SHARD_GAMES,
) -> RunResult:
    """Play all games of a plan into a folder.

    Parameters
    ----------
    run_dir
        Folder of the run; made if need be.
    jobs, backend
        Workers: threads of this process ("threading") or processes ("loky"). They change no byte of the result.
    resume
        Keep the sound shards of the same run; it may have grown by games, nothing else may differ.
    force
        Replace a run that is there.
    progress
        Called with (games finished, games of the run), in growing order, from one thread at a time.
    tell
        Called with sentences about users' policies, which are tried before anything is written, and about waiting.
    chunk_games
        Games played at a time; changes no byte either.
    shard_games
        Games of a shard, rounded down to whole blocks; part of the run.

    Raises
    ------
    UserError
        The folder is in use, holds a run, cannot be written or has too little space; a changed configuration.
    Interrupted
        Ctrl-C. Whole shards are kept and nothing else is left.
    """
    from sim.playout import Player

    if backend not in BACKENDS:
        raise unknown("backend", backend, BACKENDS)
    if jobs < 1:
        raise UserError(f"jobs {jobs}: at least 1 is needed")
    folder, say = Path(run_dir), tell or (lambda sentence: None)
    player = Player(game, data, plan.policies, plan.n_seats, plan.seed)
    blocks = max(shard_games // plan.block_size, 1)
    manifest = make_manifest(game, data, plan, player, blocks * plan.block_size)
    with locked(folder):
        store.remove_temporaries(folder)
        todo = check(folder, manifest, resume, force)
        n_todo = sum(shard.n_rows for shard in todo)
        run = _Run(folder, manifest["run_digest"], plan.n_total, plan.n_total - n_todo, progress)
        with _cleaned(run, say):
            player.warm()  # one compile before many workers ask for it, and before a run that is there goes
            if player.users and todo:
                _try(game, data, plan, jobs, say)
            run.report(0)
            begin(folder, manifest, resume)
            if backend == "threading":
                run.threads(player, plan, todo, jobs, chunk_games)
            else:
                run.processes(_job(game, data, plan, player, run, chunk_games), todo, jobs)
    return RunResult(plan.n_total, n_todo, plan.n_total - n_todo)


def _try(game: GameSpec, data: GameData, plan: Plan, jobs: int, tell: Callable[[str], None]) -> None:
    """Try users' policies in a process of its own: a fault ends the run before it begins."""
    from sim.kernel import is_jit_off
    from sim.trial import try_policies

    if is_jit_off():  # the interpreter can be interrupted, and shows what a policy prints
        return
    tell("trying the policies of your own on a few games, in a process that may crash or hang")
    for sentence in try_policies(game, data, plan).lines(plan, jobs):
        tell(sentence)


def _job(game: GameSpec, data: GameData, plan: Plan, player: Player, run: _Run, chunk_games: int) -> Job:
    from sim.policies.user import located
    from sim.registry import reference

    weights = {name: np.array(row) for name, row in data.weights.items()}
    folder = str(run.folder.resolve())
    plan = replace(plan, policies=tuple(located(name) for name in plan.policies))  # workers may stand elsewhere
    return Job(
        reference(game),
        player.digest,
        np.array(data.tables),
        weights,
        plan,
        folder,
        run.token,
        chunk_games,
        os.getpid(),
    )


def play_shard(
    player: Player, plan: Plan, shard: Shard, chunk_games: int, on_chunk: Callable[[int], None]
) -> np.ndarray[Any, Any]:
    """Outcome rows of a shard, played chunk by chunk; `on_chunk` gets the games of each chunk."""
    rows = np.zeros(shard.n_rows, player.row_dtype)
    for lo in range(shard.lo, shard.hi, chunk_games):
        hi = min(lo + chunk_games, shard.hi)
        rows[lo - shard.lo : hi - shard.lo] = player.play(plan.rows(shard.table, lo, hi))
        on_chunk(hi - lo)
    return rows


def _write(player: Player, shard: Shard, rows: np.ndarray[Any, Any], folder: Path, token: str) -> tuple[Path, str]:
    table = store.to_table(rows, player.game.all_columns(), player.n_seats)
    return store.write_temporary(folder, shard, token, table)


@dataclass(frozen=True)
class Done:
    """What became of a shard: a temporary file with its sha256, or an error."""

    shard: Shard
    file: Path = Path()
    sha256: str = ""
    error: BaseException | None = None


class _StopError(Exception):
    """A worker thread was told to stop."""


class _Run:
    """The workers' side of one `simulate` call: counts, progress, stopping."""

    def __init__(self, folder: Path, digest: str, n_total: int, n_kept: int, progress: Progress | None) -> None:
        self.folder = folder
        self.digest = digest
        self.n_total = n_total
        self._n_kept = n_kept
        self._stored: set[Shard] = set()
        self._pending: Done | None = None
        self.token = secrets.token_hex(6)
        self._n_played = n_kept
        self._progress = progress
        self._lock = threading.Lock()
        self._is_stopping = threading.Event()
        self._is_idle = threading.Condition()
        self._n_busy = 0

    @property
    def n_stored(self) -> int:
        """Games in stored shards, also when the interruption came in the middle of storing one."""
        done = self._pending
        if done is not None:
            line = store.listed_shards(self.folder, self.digest).get(done.shard.name, {})
            if line.get("sha256") == done.sha256:
                self._stored.add(done.shard)
        return self._n_kept + sum(shard.n_rows for shard in self._stored)

    def report(self, n: int) -> None:
        """Tell that `n` more games are played."""
        with self._lock:
            self._n_played += n
            if self._progress is not None:
                self._progress(self._n_played, self.n_total)

    def _on_chunk(self, n: int) -> None:
        if self._is_stopping.is_set():
            raise _StopError
        self.report(n)

    def _thread_task(self, player: Player, plan: Plan, shard: Shard, chunk_games: int) -> Done:
        with self._is_idle:
            self._n_busy += 1
        try:
            if self._is_stopping.is_set():
                raise _StopError
            rows = play_shard(player, plan, shard, chunk_games, self._on_chunk)
            return Done(shard, *_write(player, shard, rows, self.folder, self.token))
        except BaseException as error:
            return Done(shard, error=error)
        finally:
            with self._is_idle:
                self._n_busy -= 1
                self._is_idle.notify_all()

    def threads(self, player: Player, plan: Plan, shards: Sequence[Shard], jobs: int, chunk_games: int) -> None:
        """Play shards with threads of this process."""
        waiting = (shard for shard in shards if not self._is_stopping.is_set())
        tasks = (joblib.delayed(self._thread_task)(player, plan, shard, chunk_games) for shard in waiting)
        parallel = joblib.Parallel(n_jobs=jobs, backend="threading", return_as="generator_unordered", batch_size=1)
        self._collect(parallel(tasks), is_counted=False)

    def processes(self, job: Job, shards: Sequence[Shard], jobs: int) -> None:
        """Play shards with processes."""
        waiting = (shard for shard in shards if not self._is_stopping.is_set())
        tasks = (joblib.delayed(process_task)(job, shard) for shard in waiting)
        parallel = joblib.Parallel(n_jobs=jobs, backend="loky", return_as="generator_unordered", batch_size=1)
        self._collect(parallel(tasks), is_counted=True)

    def _collect(self, results: Any, is_counted: bool) -> None:
        """Store shards as they come; `is_counted`: their games were not reported chunk by chunk.

        Errors come as results, so that shards finished before them are stored before the first one is raised.
        """
        failed = None
        try:
            for done in results:
                if done.error is not None:
                    failed = failed or done.error
                    self._is_stopping.set()
                    continue
                self._pending = done
                store.commit(self.folder, done.shard, done.file, done.sha256, self.digest)
                self._stored.add(done.shard)
                if is_counted:
                    self.report(done.shard.n_rows)
            if failed is not None:
                raise failed
        finally:
            self._is_stopping.set()
            results.close()  # ends worker processes that are still at work

    def stop(self) -> None:
        """Tell threads to stop and wait until none is at work."""
        self._is_stopping.set()
        with self._is_idle:
            self._is_idle.wait_for(self._has_ended)

    def _has_ended(self) -> bool:
        return self._n_busy == 0

    def stop_or_leave(self, tell: Callable[[str], None]) -> bool:
        """As `stop`, but a second interruption ends the waiting; whether no thread is at work any more."""
        self._is_stopping.set()
        try:
            with self._is_idle:
                if not self._is_idle.wait_for(self._has_ended, PATIENCE_SECONDS):
                    tell("waiting for the games in play to end; Ctrl-C once more does not wait")
                    self._is_idle.wait_for(self._has_ended)
        except KeyboardInterrupt:
            return False
        return True


@contextmanager
def _cleaned(run: _Run, tell: Callable[[str], None]) -> Iterator[None]:
    """Whatever ends the run, workers stop and no temporary file is left."""
    try:
        yield
    except KeyboardInterrupt:
        has_ended = run.stop_or_leave(tell)
        raise Interrupted(run.n_stored, run.n_total, not has_ended) from None
    except OSError as error:
        run.stop()
        if error.errno != errno.ENOSPC:
            raise
        kept = f"{run.n_stored} of {run.n_total} games are kept"
        raise UserError(f"{run.folder}: no space left; {kept}, make room and go on with --resume") from None
    except BaseException:
        run.stop()
        raise
    finally:
        store.remove_temporaries(run.folder)


_players: dict[str, Player] = {}


def _worker_player(job: Job) -> Player:
    """The worker process's Player of a run, made once."""
    from sim.playout import Player
    from sim.registry import find

    if not _players and os.getppid() == job.parent:
        end_with_parent()
    if job.token not in _players:
        game = find(job.game)
        empty: Mapping[str, Any] = MappingProxyType({})
        data = GameData(job.tables, empty, job.weights, "", "", {}, "")
        player = Player(game, data, job.plan.policies, job.plan.n_seats, job.plan.seed)
        if player.digest != job.digest:
            raise UserError(f"game {job.game!r} here has digest {player.digest}, the run has {job.digest}")
        _players.clear()
        _players[job.token] = player
    return _players[job.token]


def process_task(job: Job, shard: Shard) -> Done:
    """Play one shard in a worker process; the parent makes the temporary file a shard."""
    try:
        player = _worker_player(job)
        rows = play_shard(player, job.plan, shard, job.chunk_games, lambda n: None)
        return Done(shard, *_write(player, shard, rows, Path(job.folder), job.token))
    except Exception as error:
        error.add_note(f"in a worker process:\n{traceback.format_exc()}")
        return Done(shard, error=error)
