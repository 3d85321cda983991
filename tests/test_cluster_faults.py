"""A cluster that loses workers, its scheduler or its client: what is stored stays, what is played again is equal."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from clusterkit import ROOT, Cluster, wait_until
from sizes import SIZES
from toykit import folder_digest, no_litter, toy_plan
from toykit import run_toy as run

from sim import cluster as cluster_module
from sim import store
from sim.backends import Backend
from sim.errors import UserError

N_GAMES, IN_SHARD = 24_000, 600


@pytest.fixture(scope="module")
def here(tmp_path_factory):
    """A plan, and the files of its run by threads."""
    plan, folder = toy_plan(N_GAMES, seed=5), tmp_path_factory.mktemp("here") / "run"
    run(folder, plan, jobs=2, shard_games=IN_SHARD)
    return plan, folder_digest(folder)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """A scheduler with one worker; a task may lose two others."""
    with Cluster(tmp_path_factory.mktemp("cluster"), DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES="1") as made:
        made.add("first")
        yield made


def once(n_games: int, act):
    """A progress that acts when so many games are done."""
    acted = []

    def progress(done: int, total: int) -> None:
        if done >= n_games and not acted:
            acted.append(done)
            act()

    return progress


def wait_until_idle(address: str) -> None:
    """Wait until the scheduler knows of no task: neither open nor under way on a worker."""
    from distributed import Client

    with Client(address, set_as_default=False) as client:
        n_tasks = lambda dask_scheduler: len(dask_scheduler.tasks)  # noqa: E731 - it travels to the scheduler
        n_here = lambda dask_worker: len(dask_worker.state.tasks)  # noqa: E731
        wait_until(lambda: client.run_on_scheduler(n_tasks) == 0, "no task at the scheduler")
        wait_until(lambda: not any(client.run(n_here).values()), "no task on a worker")


def test_a_killed_worker_costs_its_shard_only(cluster, here, tmp_path):
    plan, files = here
    cluster.add("second")
    stored = run(
        tmp_path / "run", plan, backend=Backend("dask", cluster.address), shard_games=IN_SHARD,
        progress=once(N_GAMES // 3, lambda: cluster.kill("second")),
    )  # fmt: skip
    assert stored.n_played == N_GAMES
    assert folder_digest(tmp_path / "run") == files
    assert no_litter(tmp_path / "run")


def test_without_workers_a_run_waits_and_says_so(here, tmp_path, monkeypatch):
    """At the start, and when the last one is killed in the middle."""
    monkeypatch.setattr(cluster_module, "PATIENCE_SECONDS", 0.4)
    plan, files = here
    said = []
    with Cluster(tmp_path / "cluster") as empty:

        def tell(sentence: str) -> None:
            said.append(sentence)
            empty.add(f"worker{len(said)}")

        run(
            tmp_path / "run", plan, backend=Backend("dask", empty.address), shard_games=IN_SHARD, tell=tell,
            progress=once(N_GAMES // 3, lambda: empty.kill("worker1")),
        )  # fmt: skip
        line = f"waiting: the cluster has no worker; start one with `dask worker {empty.address}`"
    assert said == [line, line]
    assert folder_digest(tmp_path / "run") == files


#: A worker that ends, without a word, at one shard.
DEADLY = """
import os, sim.cluster_worker as w
plain = w.play
def play(errand, shard):
    return os._exit(9) if shard.index == 7 else plain(errand, shard)
play.__module__, play.__qualname__ = w.__name__, "play"
w.play = play"""


def test_a_shard_that_kills_every_worker_is_named(cluster, here, tmp_path, monkeypatch, capfd):
    monkeypatch.setattr(cluster_module, "FETCH_SECONDS", 0.2)
    plan, files = here
    with Cluster(tmp_path / "cluster", DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES="1") as bad:
        bad.add("one", change=DEADLY)
        bad.add("two", change=DEADLY)
        named = (
            r"2 workers ended one after another with .*games-00-00007\.parquet.* in hand; the log of tcp://\S+ may say"
        )
        with pytest.raises(UserError, match=rf"{named} why; \d+ of {N_GAMES} games are kept: the same command with"):
            run(tmp_path / "run", plan, backend=Backend("dask", bad.address), shard_games=IN_SHARD)
    assert capfd.readouterr().err == ""
    assert no_litter(tmp_path / "run")
    run(tmp_path / "run", plan, backend=Backend("dask", cluster.address), shard_games=IN_SHARD, resume=True)
    assert folder_digest(tmp_path / "run") == files


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_a_scheduler_that_ends_leaves_what_is_stored(here, tmp_path, capfd, how):
    plan, files = here
    with Cluster(tmp_path / "cluster") as lost:
        lost.add("only")
        with pytest.raises(UserError) as raised:
            run(
                tmp_path / "run", plan, backend=Backend("dask", lost.address), shard_games=IN_SHARD,
                progress=once(N_GAMES // 3, lambda: lost.kill("scheduler", how)),
            )  # fmt: skip
    n_listed = len((tmp_path / "run" / "shards.jsonl").read_text().splitlines())
    kept = f"{IN_SHARD * n_listed} of {N_GAMES} games are kept: the same command with --resume goes on"
    assert str(raised.value) == f"{tmp_path / 'run'}: the scheduler {lost.address} is gone; {kept}"
    assert capfd.readouterr().err == ""
    assert N_GAMES // 3 <= IN_SHARD * n_listed < N_GAMES
    assert no_litter(tmp_path / "run")
    result = run(tmp_path / "run", plan, jobs=2, shard_games=IN_SHARD, resume=True)
    assert result.n_kept == IN_SHARD * n_listed
    assert folder_digest(tmp_path / "run") == files


#: A policy that takes long: a shard of it would take an hour.
SLOW = """
from sim.rng import draw

def slow(state, tables, actions, n, weights, memory):
    total = 0
    for i in range(1000000):
        total += draw(state.core.policy_keys[state.core.actor], i, n)
    return total % n
"""


def start(folder: Path, *options: str) -> subprocess.Popen[str]:
    """A command line in another process."""
    code = "import sim.run; sim.run._try = lambda *_: None; from scripts.main import run; run()"
    command = [
        sys.executable,
        "-c",
        code,
        "simulate",
        str(ROOT / "tests" / "toy"),
        "--out",
        str(folder / "run"),
        *options,
    ]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment, cwd=folder
    )


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_tasks_of_a_client_that_goes_end(cluster, tmp_path, how):
    """Also those that a worker has in hand, long before their shard would be played."""
    (tmp_path / "mine.py").write_text(SLOW)
    options = ("-n", "60000", "--policy", "mine.py:slow", "--backend", "dask", "--scheduler", cluster.address)
    with start(tmp_path, *options) as client:
        wait_until(lambda: "mine.py" in str(list(cluster.folder.rglob("fairseat-*/mine.py"))), "the worker plays")
        client.send_signal(how)
        _, error = client.communicate(timeout=60)
    assert client.returncode == (130 if how == signal.SIGINT else -how), error
    if how == signal.SIGINT:
        assert error.splitlines()[-1].startswith("fairseat: interrupted: 0 of 60,000 games are kept in ")
        assert no_litter(tmp_path / "run")
    wait_until_idle(cluster.address)


def test_ctrl_c_keeps_whole_shards(cluster, tmp_path):
    options = ("-n", "1200000", "--seed", "5", "--backend", "dask", "--scheduler", cluster.address)
    with start(tmp_path, *options) as client:
        shards = tmp_path / "run" / "shards.jsonl"
        wait_until(lambda: shards.exists() and shards.read_bytes().count(b"\n") > 1, "two shards")
        client.send_signal(signal.SIGINT)
        out, error = client.communicate(timeout=60)
    assert (client.returncode, out) == (130, ""), error
    lines = shards.read_text().splitlines()
    assert error.splitlines()[-1].startswith(
        f"fairseat: interrupted: {19_998 * len(lines):,} of 1,200,000 games are kept"
    )
    assert len(store.verify(tmp_path / "run")) == 61 - len(lines)
    assert no_litter(tmp_path / "run")
    wait_until_idle(cluster.address)


# Memory ---------------------------------------------------------------------------------------------------------------


def test_rows_wait_with_the_workers_when_the_disk_is_slow(cluster, here, tmp_path, monkeypatch):
    """No more shards are open than the window holds, however fast they are played."""
    monkeypatch.setattr(cluster_module, "WINDOW", 4)
    plan, files = here
    sent, seen, keep = [], [], store.keep_bytes
    submit, pause = cluster_module._Tasks.submit, threading.Event()

    def count(self, func, callback=None):
        sent.append(func)
        return submit(self, func, callback)

    def slow(*arguments):
        seen.append(len(sent))
        pause.wait(0.02)
        return keep(*arguments)

    monkeypatch.setattr(cluster_module._Tasks, "submit", count)
    monkeypatch.setattr(store, "keep_bytes", slow)
    run(tmp_path / "run", plan, backend=Backend("dask", cluster.address), shard_games=IN_SHARD)
    assert len(seen) == N_GAMES // IN_SHARD
    assert all(n_sent - n_kept <= 5 for n_kept, n_sent in enumerate(seen))
    assert folder_digest(tmp_path / "run") == files


MEASURE = """
import sys
sys.path.insert(0, sys.argv[1])
from toykit import toy, toy_plan
from sim.backends import Backend
from sim.run import simulate
simulate(sys.argv[2], *toy(), toy_plan(int(sys.argv[3]), seed=5), backend=Backend("dask", sys.argv[4]))
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""


def peak_megabytes(folder: Path, n_games: int, address: str) -> float:
    command = [sys.executable, "-c", MEASURE, str(ROOT / "tests"), str(folder), str(n_games), address]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return int(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout) / 1024


def test_memory_of_the_client_stays_flat(cluster, tmp_path, figure):
    small = peak_megabytes(tmp_path / "small", 100_000, cluster.address)
    large = peak_megabytes(tmp_path / "large", SIZES.cluster_memory_games, cluster.address)
    figure(f"peak memory of the client at {SIZES.cluster_memory_games} games, MB", round(large))
    assert large <= small + 50
    assert len(json.loads((tmp_path / "large" / "manifest.json").read_text())) > 10
