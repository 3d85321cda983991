"""Who plays shards: threads of this process, or processes of this machine. None of it changes a byte of a run."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import joblib
import numpy as np
from joblib.externals.loky.process_executor import TerminatedWorkerError as TerminatedWorkerError

from sim.child import end_with_parent
from sim.game import GameData
from sim.plan import Plan
from sim.store import Shard
from sim.worker import Done, Job, play_shard, process_task, write_shard

if TYPE_CHECKING:
    from sim.playout import Player

BACKENDS = ("threading", "loky")

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
    folder, token
        Folder of the run, and what marks its temporary files.
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

    def results(self, order: Order, shards: Iterable[Shard]) -> Iterator[Done]:
        """Play shards; what became of each, in the order in which they end. Closing it ends the work.

        A crew that was told to stop takes no further shard.
        """

    def stop(self) -> None:
        """Tell those who are at work to stop."""

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until nothing of this process is at work; False if that took longer."""


def hire(backend: str, jobs: int) -> Crew:
    """The workers by the name of their kind."""
    return Threads(jobs) if backend == "threading" else Processes(jobs)


class _StopError(Exception):
    """A worker thread was told to stop."""


class Threads:
    """Threads of this process: kernels release the interpreter's lock."""

    is_reporting = True

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._is_stopping = threading.Event()
        self._is_idle = threading.Condition()
        self._n_busy = 0

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
                raise _StopError
            order.report(n)

        with self._is_idle:
            self._n_busy += 1
        try:
            if self._is_stopping.is_set():
                raise _StopError
            rows = play_shard(order.player, order.plan, shard, order.chunk_games, on_chunk)
            return Done(shard, *write_shard(order.player, shard, rows, order.folder, order.token))
        except BaseException as error:
            return Done(shard, error=error)
        finally:
            with self._is_idle:
                self._n_busy -= 1
                self._is_idle.notify_all()


class Processes:
    """Processes of this machine."""

    is_reporting = False

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._is_stopping = False

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
