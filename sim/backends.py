"""Who plays shards: threads of this process, processes of this machine, or the workers of a cluster.

None of it changes a byte of a run.
"""

from __future__ import annotations

import os
import re
import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, replace
from multiprocessing import resource_tracker
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import joblib
import numpy as np
from joblib.externals.loky.process_executor import TerminatedWorkerError as TerminatedWorkerError

from sim.child import end_with_parent
from sim.errors import UserError, unknown
from sim.game import GameData
from sim.plan import Plan
from sim.store import Shard
from sim.worker import Done, Job, play_shard, process_task, write_shard

if TYPE_CHECKING:
    from sim.playout import Player

BACKENDS = ("threading", "loky", "dask")

_ADDRESS = re.compile(r"(tcp|tls)://(\[[0-9a-fA-F:.%]+\]|[^\s/:\[\]]+):(\d{1,5})")


@dataclass(frozen=True)
class Backend:
    """A kind of workers, by what a command line says of it; plain data.

    Attributes
    ----------
    name
        One of BACKENDS.
    scheduler
        Address of the scheduler, `tcp://HOST:PORT` or `tls://HOST:PORT`, of "dask" and of no other.
    is_shared
        Of "dask": workers write into the folder of the run, which all machines see at the same path.
    """

    name: str = "threading"
    scheduler: str = ""
    is_shared: bool = False

    def __post_init__(self) -> None:
        """Refuse what does not fit together."""
        if self.name not in BACKENDS:
            raise unknown("backend", self.name, BACKENDS)
        if self.name != "dask" and (self.scheduler or self.is_shared):
            option = "--scheduler" if self.scheduler else "--shared-out"
            raise UserError(f"{option} beside --backend {self.name}: it is for --backend dask")
        if self.name == "dask":
            match = _ADDRESS.fullmatch(self.scheduler)
            if match is None or not 1 <= int(match[3]) <= 65535:
                found = f"--scheduler {self.scheduler!r}" if self.scheduler else "--backend dask without --scheduler"
                raise UserError(f"{found}: give the address of a dask scheduler, like tcp://HOST:8786")

    @staticmethod
    def of(backend: str | Backend) -> Backend:
        """A backend by its name, unless it is one already."""
        return Backend(backend) if isinstance(backend, str) else backend

    def refuse_unreachable(self) -> None:
        """UserError where no such workers can be had: before many runs ask for them, one after the other."""
        if self.name == "dask":
            from sim import cluster

            cluster.refuse_unreachable(self.scheduler)

    def hire(self, jobs: int) -> Crew:
        """The workers: so many, but of a cluster all that it has."""
        if self.name == "dask":
            from sim.cluster import Cluster

            return Cluster(self.scheduler, self.is_shared)
        return Threads(jobs) if self.name == "threading" else Processes(jobs)


#: Times that worker processes may be killed without a shard that was finished between.
MOST_LOST = 3
LOST = "a worker process was killed"


@dataclass(frozen=True)
class Order:
    """What the workers of a run are to play, and where to.

    Attributes
    ----------
    player, data, plan
        Who plays in this process, the data he was made of, and the plan of the whole run.
    folder, run_digest, token
        Folder of the run, the digest in its manifest, and what marks its temporary files.
    chunk_games
        Games played between two looks at progress and interruption.
    report
        Takes the number of games just played, from a crew that reports.
    tell
        Takes sentences about the work.
    """

    player: Player
    data: GameData
    plan: Plan
    folder: Path
    run_digest: str
    token: str
    chunk_games: int
    report: Callable[[int], None]
    tell: Callable[[str], None]


class Crew(Protocol):
    """The workers of a run.

    Attributes
    ----------
    is_reporting
        Whether games are reported while they are played; else they count when their shard is stored.
    """

    is_reporting: bool

    def ready(self, order: Order) -> AbstractContextManager[None]:
        """Make sure, before anything is written, that the workers can play."""

    def results(self, order: Order, shards: Iterable[Shard]) -> Iterator[Done]:
        """Play shards; what became of each, in the order in which they end. Closing it ends the work.

        A crew that was told to stop takes no further shard.
        """

    def stop(self) -> None:
        """Tell those who are at work to stop."""

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until nothing of this process is at work; False if that took longer."""


class StopError(Exception):
    """A worker was told to stop."""


class LostError(Exception):
    """Workers are gone for good; what is stored is kept."""


class Threads:
    """Threads of this process: kernels release the interpreter's lock."""

    is_reporting = True

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._is_stopping = threading.Event()
        self._is_idle = threading.Condition()
        self._n_busy = 0

    def ready(self, order: Order) -> AbstractContextManager[None]:
        """See `Crew`."""
        return nullcontext()

    def results(self, order: Order, shards: Iterable[Shard]) -> Any:
        """See `Crew`."""
        waiting = (shard for shard in shards if not self._is_stopping.is_set())
        tasks = (joblib.delayed(self._task)(order, shard) for shard in waiting)
        return joblib.Parallel(self._jobs, backend="threading", return_as="generator_unordered", batch_size=1)(tasks)

    def stop(self) -> None:
        """See `Crew`."""
        self._is_stopping.set()

    def wait(self, seconds: float | None = None) -> bool:
        """See `Crew`."""
        with self._is_idle:
            return self._is_idle.wait_for(lambda: self._n_busy == 0, seconds)

    def _task(self, order: Order, shard: Shard) -> Done:
        def on_chunk(n: int) -> None:
            if self._is_stopping.is_set():
                raise StopError
            order.report(n)

        with self._is_idle:
            self._n_busy += 1
        try:
            if self._is_stopping.is_set():
                raise StopError
            rows = play_shard(order.player, order.plan, shard, order.chunk_games, on_chunk)
            return Done(shard, *write_shard(order.player, shard, rows, order.folder, order.token))
        except BaseException as error:
            return Done(shard, error=error)
        finally:
            with self._is_idle:
                self._n_busy -= 1
                self._is_idle.notify_all()


@contextmanager
def _deaf() -> Iterator[None]:
    """Processes that start here hear no Ctrl-C and no closing terminal: who started them answers, and ends them.

    Python's resource tracker, which the first of them would start, makes the thread hear SIGINT again: it comes first.
    """
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGHUP})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Processes:
    """Processes of this machine."""

    is_reporting = False

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._is_stopping = False

    def ready(self, order: Order) -> AbstractContextManager[None]:
        """See `Crew`."""
        return nullcontext()

    def results(self, order: Order, shards: Iterable[Shard]) -> Iterator[Done]:
        """See `Crew`. What a process that was killed had in hand is played again.

        Raises
        ------
        TerminatedWorkerError
            Processes were killed again and again.
        """
        job, left, n_lost = make_job(order), dict.fromkeys(shards), 0
        while left:
            results = self._results(job, list(left))
            try:
                for done in results:
                    left.pop(done.shard, None)
                    n_lost = 0
                    yield done
                return
            except TerminatedWorkerError:
                n_lost += 1
                if self._is_stopping or n_lost > MOST_LOST:
                    raise
                order.tell(f"{LOST}; its games are played again")
            finally:
                results.close()

    def _results(self, job: Job, shards: Sequence[Shard]) -> Any:
        waiting = (shard for shard in shards if not self._is_stopping)
        tasks = (joblib.delayed(process_task)(job, shard) for shard in waiting)
        with _deaf():
            return joblib.Parallel(
                self._jobs, backend="loky", return_as="generator_unordered", batch_size=1,
                initializer=end_with_parent, initargs=(os.getpid(),),
            )(tasks)  # fmt: skip

    def stop(self) -> None:
        """See `Crew`."""
        self._is_stopping = True

    def wait(self, seconds: float | None = None) -> bool:
        """See `Crew`; closing the results ended the processes."""
        return True


def make_job(order: Order) -> Job:
    """An order as plain data for a worker process: kernels do not cross its border."""
    from sim.policies.user import located
    from sim.registry import reference

    policies = tuple(located(name) for name in order.plan.policies)  # workers may stand elsewhere
    return Job(
        game=reference(order.player.game),
        digest=order.player.digest,
        tables=np.array(order.data.tables),
        weights={name: np.array(row) for name, row in order.data.weights.items()},
        plan=replace(order.plan, policies=policies),
        folder=str(order.folder.resolve()),
        token=order.token,
        chunk_games=order.chunk_games,
    )
