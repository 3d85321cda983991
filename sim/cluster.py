"""Workers of a dask.distributed cluster, through joblib: every shard is one task, and its rows come home as bytes.

joblib hands out tasks, so that at most a window of them is open; its backend here sends them to the cluster. joblib's
own backend for dask is not used: a task that fails never comes back from it when results are asked for as they come;
it plays by itself where a cluster has one thread; and it puts what tasks share on one worker, with which it is lost.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import threading
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import joblib
from joblib.parallel import ParallelBackendBase

from sim import store
from sim.backends import LostError, Order, StopError, make_job
from sim.errors import UserError
from sim.manifest import versions
from sim.parcel import Parcel, pack
from sim.policies.resolve import is_users
from sim.store import Shard
from sim.worker import Done, Job

if TYPE_CHECKING:
    from sim.cluster_worker import Brought, Errand

#: Seconds until an address where no scheduler answers is given up.
CONNECT_SECONDS = 8.0

#: Seconds between two looks at whether there are workers, and seconds without any until that is said.
LOOK_SECONDS, PATIENCE_SECONDS = 0.2, 3.0

#: Seconds that rows may take on their way before others get their turn; the next time it is twice as long.
FETCH_SECONDS = 1.0

#: Shards on their way, at least: workers that join later find work. Their rows wait with the workers.
WINDOW = 64

#: Seconds that a folder of --shared-out may take to show a file that a worker wrote.
SHARED_SECONDS = 10.0

_GONE = "the scheduler {} is gone"

_INSTALL = "install the same fairseat[cluster] on every machine"

_LOGGERS = ("distributed", "tornado", "asyncio")

Tell = Callable[[str], None]


class Cluster:
    """The workers of a cluster.

    Parameters
    ----------
    address
        Of the scheduler.
    is_shared
        Whether workers write into the folder of the run, which all of them see at the same path.
    """

    is_reporting = False

    def __init__(self, address: str, is_shared: bool) -> None:
        self._address, self._is_shared = address, is_shared
        self._client: Any = None
        self._errand: Any = None
        self._tasks: _Tasks | None = None
        self._is_stopping = False

    @contextmanager
    def ready(self, order: Order) -> Iterator[None]:
        """Be connected to the scheduler, with at least one worker, all of them fit for the run."""
        _refuse_without_dask()
        self._errand = _errand(order, self._is_shared)
        with _silent(), _connected(self._address) as self._client:
            with _asking(self._address):
                _wait_for_workers(self._client, self._address, order.tell)
                _refuse_unfit(self._client)
            with _watched(self._client, self._address, order.tell):
                yield

    def results(self, order: Order, shards: Iterable[Shard]) -> Any:
        """See `Crew`."""
        with _asking(self._address):
            self._tasks = _Tasks(self._client, self._address, order, self._errand)
            n_threads = self._tasks.effective_n_jobs(-1)
        waiting = (shard for shard in shards if not self._is_stopping)
        calls = (joblib.delayed(_Tasks.submit)(shard) for shard in waiting)
        return joblib.Parallel(
            n_jobs=-1, backend=self._tasks, return_as="generator_unordered", batch_size=1,
            pre_dispatch=max(WINDOW, 2 * n_threads),
        )(calls)  # fmt: skip

    def stop(self) -> None:
        """See `Crew`."""
        self._is_stopping = True
        if self._tasks is not None:
            self._tasks.cancel()

    def wait(self, seconds: float | None = None) -> bool:
        """See `Crew`; what workers of other machines still do is nothing of this process."""
        return True


class _Tasks(ParallelBackendBase):  # type: ignore[misc]
    """joblib's backend: one shard is one task of the cluster. Whatever becomes of it comes as a result."""

    supports_retrieve_callback = True

    def __init__(self, client: Any, address: str, order: Order, errand: Errand) -> None:
        from sim import cluster_worker

        super().__init__()
        self._client, self._address, self._order = client, address, order
        self._play = cluster_worker.play
        # a task of its own, not data put on a worker: dask makes it again where the worker that had it is lost
        self._errand = client.submit(cluster_worker.same, errand, key=f"fairseat-{order.token}-errand", pure=False)
        self._open: dict[Any, Shard] = {}
        self._lock = threading.Lock()
        self._is_cancelled = self._is_over = False

    def effective_n_jobs(self, n_jobs: int) -> int:
        """Threads of all workers; at least two, for with one joblib would play in this process."""
        return max(2, sum(map(int, self._client.nthreads().values())))

    def submit(self, func: Any, callback: Callable[[list[Done]], None] | None = None) -> Any:
        """Send one shard to the cluster."""
        [(_, (shard,), _)] = func.items
        key = (f"fairseat-{self._order.token}", shard.table, shard.index)
        future = self._client.submit(self._play, self._errand, shard, key=key, pure=False)
        self._open[future] = shard  # dask forgets a task that nobody holds
        future.add_done_callback(lambda ended: self._receive(ended, shard, callback, FETCH_SECONDS))
        return future

    def retrieve_result_callback(self, out: list[Done]) -> list[Done]:
        """What `_receive` made of a task; it raises nothing."""
        return out

    def abort_everything(self, ensure_ready: bool = True) -> None:
        """Take no result any more, and cancel what is under way."""
        with self._lock:
            self._is_over = True
        self.cancel()

    def cancel(self) -> None:
        """Tell the cluster that nobody waits any more; joblib hears of every task."""
        if self._is_cancelled:
            return
        self._is_cancelled = True
        with suppress(Exception):  # the scheduler may be gone, and then nothing is under way
            self._client.cancel(list(self._open), force=True)

    def _receive(self, future: Any, shard: Shard, callback: Any, seconds: float) -> None:
        """Keep the rows of a task that has ended; one thread calls this, so rows of one shard are here at a time.

        joblib sends the next shard only when this one is on disk: a slow disk slows the cluster, and memory stays flat.
        """
        try:
            brought, fault = future.result(timeout=seconds), None
        except TimeoutError:  # a slow network, or its worker is gone, and with it the rows; others come first now
            future.add_done_callback(lambda ended: self._receive(ended, shard, callback, 2 * seconds))
            return
        except BaseException as error:
            brought, fault = None, error
        with self._lock:  # nothing is written after the run was given up
            if self._is_over:
                return
            self._open.pop(future, None)
            done = self._kept(brought, shard) if brought else Done(shard, error=self._failure(fault, shard))
        callback([done])

    def _kept(self, brought: Brought, shard: Shard) -> Done:
        if brought.error is not None:
            return Done(shard, error=brought.error)
        folder, token = self._order.folder, self._order.token
        try:
            if brought.file:
                return Done(shard, _seen(folder / brought.file, brought.sha256), brought.sha256)
            file, sha256 = store.keep_bytes(folder, shard, token, brought.content)
            if sha256 != brought.sha256:
                raise OSError(f"{shard.name} was altered on its way from the cluster")
            return Done(shard, file, sha256)
        except Exception as error:
            return Done(shard, error=error)

    def _failure(self, error: BaseException | None, shard: Shard) -> BaseException:
        """What became of a task that brought nothing."""
        from distributed import KilledWorker

        if isinstance(error, KilledWorker):
            return LostError(self._blamed(error, shard))
        if self._is_cancelled:
            return StopError()
        if type(error).__name__ in ("FutureCancelledError", "CancelledError", "CommClosedError"):
            return LostError(_GONE.format(self._address))
        return LostError(f"a worker of the cluster cannot play {shard.name} ({type(error).__name__}: {error})")

    def _blamed(self, error: Any, shard: Shard) -> str:
        """Dask blames every task that the workers had in hand."""
        others = [held for future, held in list(self._open.items()) if future.status == "error"]
        names = ", ".join(held.name for held in sorted((shard, *others), key=lambda held: (held.table, held.index)))
        why = f"the log of {error.last_worker.address} may say why"
        return f"{error.allowed_failures + 1} workers ended one after another with {names} in hand; {why}"


def _errand(order: Order, is_shared: bool) -> Errand:
    """An order as it travels, with the user's own files."""
    from sim.cluster_worker import Errand

    job = make_job(order)
    return Errand(job, versions(), _parcels(job), order.run_digest if is_shared else "")


def _parcels(job: Job) -> tuple[Parcel, ...]:
    """A game by path, and files with policies."""
    folders = [job.game] if Path(job.game).is_absolute() else []
    files = [name.rpartition(":")[0] for name in job.plan.policies if is_users(name)]
    return tuple(pack(Path(place)) for place in dict.fromkeys([*folders, *files]))


def _seen(file: Path, sha256: str) -> Path:
    """A file that a worker wrote into the shared folder, once it is here as it was written."""
    pause = threading.Event()
    for _ in range(int(SHARED_SECONDS / LOOK_SECONDS)):
        with suppress(OSError):
            if store.file_digest(file) == sha256:
                return file
        pause.wait(LOOK_SECONDS)
    raise UserError(
        f"{file}: a worker wrote it, but it is not here: --shared-out needs one folder that all machines see"
    )


def _refuse_without_dask() -> None:
    try:
        import distributed  # noqa: F401
    except ImportError:
        raise UserError("--backend dask: dask.distributed is not installed; pip install 'fairseat[cluster]'") from None


def refuse_unreachable(address: str) -> None:
    """UserError unless dask is installed and a scheduler answers at an address."""
    _refuse_without_dask()
    with _silent():
        _refuse_silent(address)


@contextmanager
def _silent() -> Iterator[None]:
    """Keep dask's own log from the user: what matters is said in our words."""
    names = [name for name in logging.root.manager.loggerDict if name.partition(".")[0] in _LOGGERS]
    loggers = [logging.getLogger(name) for name in (*_LOGGERS, *names)]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        gc.collect()  # what dask left undone is told when it is collected
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


@contextmanager
def _connected(address: str) -> Iterator[Any]:
    """A client of the scheduler."""
    _refuse_silent(address)
    from distributed import Client

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # which versions matter is asked of every worker
            client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False, name="fairseat")
    except Exception as error:
        raise _no_scheduler(address, error) from None
    try:
        yield client
    finally:
        with suppress(Exception):
            client.close(timeout=CONNECT_SECONDS)


def _refuse_silent(address: str) -> None:
    """Ask who answers there: a client of dask may wait for ever at an address that is no scheduler's."""
    answers: list[Any] = []

    def ask() -> None:
        try:
            answers.append(asyncio.run(_identity(address)))
        except Exception as error:
            answers.append(error)

    asking = threading.Thread(target=ask, daemon=True)
    asking.start()
    asking.join(CONNECT_SECONDS + 1)
    found = answers[0] if answers else TimeoutError()
    if not isinstance(found, Mapping):
        raise _no_scheduler(address, found)
    if found.get("type") != "Scheduler":
        raise UserError(f"--scheduler {address}: a dask {found.get('type')} answers there, not a scheduler")


async def _identity(address: str) -> Any:
    from distributed.core import rpc
    from distributed.security import Security

    security = Security().get_connection_args("client")
    async with rpc(address, connection_args=security, timeout=CONNECT_SECONDS) as there:
        return await asyncio.wait_for(there.identity(), CONNECT_SECONDS)


def _no_scheduler(address: str, error: object) -> UserError:
    if address.startswith("tls:") and isinstance(error, TypeError):
        return UserError(
            f"--scheduler {address}: tls needs certificates in dask's configuration (distributed.comm.tls)"
        )
    return UserError(f"--scheduler {address}: no dask scheduler answers there; start one with `dask scheduler`")


@contextmanager
def _asking(address: str) -> Iterator[None]:
    """Where the scheduler is asked: an answer that does not come means that it is gone."""
    try:
        yield
    except (OSError, TimeoutError):
        raise LostError(_GONE.format(address)) from None


def _wait_for_workers(client: Any, address: str, tell: Tell) -> None:
    pause, waited = threading.Event(), 0.0
    while not client.nthreads():
        pause.wait(LOOK_SECONDS)
        waited += LOOK_SECONDS
        if PATIENCE_SECONDS <= waited < PATIENCE_SECONDS + LOOK_SECONDS:
            tell(_no_workers(address))


def _no_workers(address: str) -> str:
    return f"waiting: the cluster has no worker; start one with `dask worker {address}`"


def _refuse_unfit(client: Any) -> None:
    """Ask every worker what it has, before a game is played; those that come later are asked by their first shard."""
    from sim.cluster_worker import described, refuse_versions

    mine = versions()
    for worker, found in client.run(described, on_error="return").items():
        if isinstance(found, Exception):  # no fairseat, or one that cannot play for a cluster
            raise UserError(f"worker {worker} has another fairseat or none ({found}): {_INSTALL}")
        refuse_versions(mine, found["versions"], f"worker {worker} on {found['host']}")


@contextmanager
def _watched(client: Any, address: str, tell: Tell) -> Iterator[None]:
    """Say when all workers have gone while games are waiting."""
    is_over = threading.Event()

    def watch() -> None:
        n_without = 0.0
        while not is_over.wait(LOOK_SECONDS * 5):
            try:
                n_without = 0.0 if client.nthreads() else n_without + LOOK_SECONDS * 5
            except Exception:
                return  # the scheduler is gone; every task says so
            if PATIENCE_SECONDS <= n_without < PATIENCE_SECONDS + LOOK_SECONDS * 5:
                tell(_no_workers(address))

    threading.Thread(target=watch, daemon=True).start()
    try:
        yield
    finally:
        is_over.set()
