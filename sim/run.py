"""Plays a plan into a run folder: shards over joblib workers, progress, interruption, resume."""

from __future__ import annotations

import errno
import secrets
import threading
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim import store
from sim.backends import LOST, MOST_LOST, Backend, Crew, LostError, Order, TerminatedWorkerError
from sim.errors import UserError, fault_text
from sim.folder import begin, check, locked, refuse_held
from sim.game import GameData, GameSpec
from sim.manifest import make_manifest
from sim.plan import Plan
from sim.stopping import Looks, Until, look_games
from sim.store import Shard
from sim.worker import Done

if TYPE_CHECKING:
    from sim.playout import Player

#: Games of a shard, rounded down to whole blocks; part of the plan, so never derived from the machine.
SHARD_GAMES = 20_000

#: Games played between two looks at progress and interruption.
CHUNK_GAMES = 1_000

#: Seconds after an interruption until a run that still waits for games says so.
PATIENCE_SECONDS = 2.0

GO_ON = "the same command with --resume goes on"
MEND_LOST = f"if the memory ran out, name fewer --jobs; {GO_ON}"

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
    """What `simulate` did: games of the whole run, games played now, games kept from an earlier start.

    `is_precise` says whether a run that was to be so is precise enough; None where nothing was asked for.
    """

    n_total: int
    n_played: int
    n_kept: int
    is_precise: bool | None = None


def simulate(
    run_dir: Path | str,
    game: GameSpec,
    data: GameData,
    plan: Plan,
    *,
    jobs: int = 1,
    backend: str | Backend = "threading",
    resume: bool = False,
    force: bool = False,
    progress: Progress | None = None,
    tell: Callable[[str], None] | None = None,
    chunk_games: int = CHUNK_GAMES,
    shard_games: int = SHARD_GAMES,
    until: Until | None = None,
) -> RunResult:
    """Play all games of a plan into a folder, or as many as make the result precise.

    Parameters
    ----------
    run_dir
        Folder of the run; made if need be.
    jobs, backend
        Workers: threads of this process ("threading"), processes ("loky"), or those of a cluster, which is a Backend
        with the address of its scheduler; it has its own number of workers. They change no byte of the result.
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
        Games of a shard, rounded down to whole blocks; part of the run. The most of them, if `until` is given.
    until
        Stop at the first look that finds the games precise enough; see `sim.stopping`. The plan is the most that is
        played. Part of the run.

    Raises
    ------
    UserError
        The folder is in use, holds a run, cannot be written or has too little space; a changed configuration.
    Interrupted
        Ctrl-C. Whole shards are kept and nothing else is left.
    """
    from sim.playout import Player

    crew = Backend.of(backend).hire(jobs)
    if jobs < 1:
        raise UserError(f"jobs {jobs}: at least 1 is needed")
    folder, say = Path(run_dir), tell or (lambda sentence: None)
    player = Player(game, data, plan.policies, plan.n_seats, plan.seed)
    in_shard = look_games(plan, until, shard_games)
    manifest = make_manifest(game, data, plan, player, in_shard, until)
    refuse_held(folder, "cells", "search", "runs")
    with locked(folder):
        store.remove_temporaries(folder)
        looks = Looks(folder, manifest, plan, until)
        todo = looks.left(check(folder, manifest, resume, force))
        run = _Run(crew, folder, manifest["run_digest"], looks, todo, progress)
        order = Order(player, data, plan, folder, run.digest, run.token, chunk_games, run.report, say)
        with _cleaned(run, say), crew.ready(order) if todo else nullcontext():
            _warm(player)  # one compile before many workers ask for it, and before a run that is there goes
            if player.users and todo and (asked := (player.digest, plan.n_seats, plan.tables)) not in _tried:
                _try(game, data, plan, jobs, say)
                _tried.add(asked)
            run.report(0)
            begin(folder, looks.manifest(), resume)
            run.play(order, todo)
            run.settle(say)
    n_total, n_played = looks.plan.n_total, sum(shard.n_rows for shard in todo if shard.hi <= looks.plan.n_games)
    return RunResult(n_total, n_played, n_total - n_played, looks.is_precise())


#: Machine code of earlier runs of this process by digest: cells of a sweep load and compile nothing anew.
_machine_code: dict[str, Any] = {}

#: Users' policies that were tried in this process: code, number of players, policy tables.
_tried: set[tuple[Any, ...]] = set()


def _warm(player: Player) -> None:
    if player.digest in _machine_code:
        player.__dict__["_compiled"] = _machine_code[player.digest]  # where the cached property keeps it
    player.warm()
    _machine_code[player.digest] = player._compiled


def _try(game: GameSpec, data: GameData, plan: Plan, jobs: int, tell: Callable[[str], None]) -> None:
    """Try users' policies in a process of its own: a fault ends the run before it begins."""
    from sim.kernel import is_jit_off
    from sim.trial import try_policies

    if is_jit_off():  # the interpreter can be interrupted, and shows what a policy prints
        return
    tell("trying the policies of your own on a few games, in a process that may crash or hang")
    for sentence in try_policies(game, data, plan).lines(plan, jobs):
        tell(sentence)


class _Run:
    """The workers' side of one `simulate` call: counts, progress, stopping."""

    def __init__(
        self, crew: Crew, folder: Path, digest: str, looks: Looks, todo: Sequence[Shard], progress: Progress | None
    ) -> None:
        self.crew = crew
        self.folder = folder
        self.digest = digest
        self.n_total = looks.plan.n_total
        self._looks = looks
        self._n_kept = self.n_total - sum(shard.n_rows for shard in todo)
        self._stored: set[Shard] = set()
        self._pending: Done | None = None
        self.token = secrets.token_hex(6)
        self._n_played = self._n_kept
        self._progress = progress
        self._lock = threading.Lock()

    @property
    def n_stored(self) -> int:
        """Games in stored shards, also when the interruption came in the middle of storing one."""
        done = self._pending
        if done is not None:
            with suppress(OSError):
                line = store.listed_shards(self.folder, self.digest).get(done.shard.name, {})
                if line.get("sha256") == done.sha256:
                    self._stored.add(done.shard)
        if not self.folder.is_dir():  # somebody removed it meanwhile
            return 0
        return self._n_kept + sum(shard.n_rows for shard in self._stored)

    def kept(self) -> str:
        """How many games are kept, in words."""
        return f"{self.n_stored} of {self.n_total} games are kept"

    def report(self, n: int) -> None:
        """Tell that `n` more games are played."""
        with self._lock:
            self._n_played += n
            if self._progress is not None:
                self._progress(self._n_played, self.n_total)

    def play(self, order: Order, shards: Sequence[Shard]) -> None:
        """Have shards played, and store them as they come.

        Errors come as results, so that shards finished before them are stored before the first one is raised.
        """
        failed = None
        results: Any = self.crew.results(order, shards)
        try:
            for done in results:
                if done.error is not None:
                    failed = failed or done.error
                    self.crew.stop()
                elif self._store(done):
                    break
            if failed is not None:
                raise failed
        finally:
            self.crew.stop()
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # that work is thrown away is meant
                results.close()  # ends worker processes that are still at work

    def _store(self, done: Done) -> bool:
        """Make a finished shard part of the run, and say whether the games are enough."""
        self._pending = done
        store.commit(self.folder, done.shard, done.file, done.sha256, self.digest)
        self._stored.add(done.shard)
        if not self.crew.is_reporting:
            self.report(done.shard.n_rows)
        return self._looks.is_enough(done.shard)

    def settle(self, tell: Callable[[str], None]) -> None:
        """Leave the folder of a whole run; one that is precise enough ends there, and what was played beyond goes."""
        if not self._looks.has_until:
            store.tidy(self.folder, self._looks.manifest())
            return
        self.stop()
        store.remove_temporaries(self.folder)
        self._looks.settle()
        store.tidy(self.folder, self._looks.manifest())
        with self._lock:
            self.n_total = self._n_played = self._looks.plan.n_total
        self.report(0)
        tell(self._looks.sentence())

    def stop(self) -> None:
        """Tell workers to stop and wait until none is at work."""
        self.crew.stop()
        self.crew.wait()

    def stop_or_leave(self, tell: Callable[[str], None]) -> bool:
        """As `stop`, but a second interruption ends the waiting; whether no thread is at work any more."""
        self.crew.stop()
        try:
            if not self.crew.wait(PATIENCE_SECONDS):
                tell("waiting for the games in play to end; Ctrl-C once more does not wait")
                self.crew.wait()
        except KeyboardInterrupt:
            return False
        return True


def _mend(error: OSError) -> str:
    """What to do about a file that cannot be read or written."""
    full = (errno.ENOSPC, errno.EDQUOT)
    return f"{'make room' if error.errno in full else 'mend that'}, and {GO_ON}"


@contextmanager
def _cleaned(run: _Run, tell: Callable[[str], None]) -> Iterator[None]:
    """Whatever ends the run, workers stop and no temporary file is left."""
    try:
        yield
    except KeyboardInterrupt:
        has_ended = run.stop_or_leave(tell)
        raise Interrupted(run.n_stored, run.n_total, not has_ended) from None
    except LostError as error:
        run.stop()
        raise UserError(f"{run.folder}: {error}; {run.kept()}: {GO_ON}") from None
    except OSError as error:
        run.stop()
        raise UserError(f"{fault_text(error, run.folder)}; {run.kept()}: {_mend(error)}") from None
    except (MemoryError, TerminatedWorkerError) as error:
        run.stop()
        what = "out of memory" if isinstance(error, MemoryError) else f"{LOST} {MOST_LOST + 1} times in a row"
        raise UserError(f"{run.folder}: {what}; {run.kept()}: {MEND_LOST}") from None
    except BaseException:
        run.stop()
        raise
    finally:
        with suppress(OSError):  # the next start removes them
            store.remove_temporaries(run.folder)
