"""Worker processes that are killed, or whose parent is: their games are played again, and none of them stays."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest
from joblib.externals.loky import reusable_executor
from killkit import ROOT, everything, members, seconds_of_orphans
from toykit import no_litter, toy_plan
from toykit import run_toy as run

from sim import backends
from sim.errors import UserError


def play(folder, **options):
    return run(folder, toy_plan(600, seed=5), shard_games=60, **options)


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """The files of a run that nothing befell."""
    folder = tmp_path_factory.mktemp("whole") / "run"
    play(folder)
    return everything(folder)


def test_what_a_killed_worker_had_in_hand_is_played_again(files, tmp_path):
    said, killed = [], []

    def progress(done, total):
        if done in (60, 300) and done not in killed:
            killed.append(done)
            os.kill(next(iter(reusable_executor._executor._processes)), signal.SIGKILL)
            time.sleep(0.5)  # until that is noticed

    result = play(tmp_path / "run", jobs=2, backend="loky", progress=progress, tell=said.append)
    assert (result.n_total, result.n_played) == (600, 600)
    assert killed == [60, 300]
    assert 1 <= said.count("a worker process was killed; its games are played again") <= 2
    assert everything(tmp_path / "run") == files
    assert no_litter(tmp_path / "run")


def test_workers_start_deaf_to_what_their_parent_answers():
    """In a process that has not started any before: Python's resource tracker comes with the first one."""
    code = (
        "import joblib, signal\n"
        "from sim.backends import _deaf\n"
        "ask = joblib.delayed(signal.pthread_sigmask)\n"
        "with _deaf():\n"
        "    masks = joblib.Parallel(2, backend='loky')(ask(signal.SIG_BLOCK, []) for _ in range(4))\n"
        "print(all({signal.SIGINT, signal.SIGHUP} <= mask for mask in masks))\n"
        "print(signal.pthread_sigmask(signal.SIG_BLOCK, []))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert (done.stdout.split("\n")[:2], done.stderr) == (["True", "set()"], "")


def die(job, shard):
    """A task that no worker survives: the system kills it for want of memory, say."""
    os.kill(os.getpid(), signal.SIGKILL)


def test_workers_that_are_killed_again_and_again_end_the_run(files, tmp_path, monkeypatch):
    said = []
    monkeypatch.setattr(backends, "process_task", die)
    with pytest.raises(UserError) as caught:
        play(tmp_path / "run", jobs=2, backend="loky", tell=said.append)
    assert str(caught.value).endswith(
        "run: a worker process was killed 4 times in a row; 0 of 600 games are kept: if the memory ran out, name fewer "
        "--jobs; the same command with --resume goes on"
    )
    assert said == ["a worker process was killed; its games are played again"] * 3
    assert no_litter(tmp_path / "run")
    monkeypatch.undo()
    play(tmp_path / "run", resume=True, jobs=2, backend="loky")
    assert everything(tmp_path / "run") == files


@pytest.mark.parametrize("backend", ["threading", "loky"])
def test_no_memory_is_said_and_what_was_finished_is_kept(files, tmp_path, monkeypatch, backend):
    monkeypatch.setattr(backends, "write_shard", out_of_memory)
    monkeypatch.setattr(backends, "process_task", no_memory_for_the_last)
    with pytest.raises(UserError, match=r"out of memory; (540|480) of 600 games are kept: .* fewer --jobs; the same"):
        play(tmp_path / "run", jobs=2, backend=backend)
    assert no_litter(tmp_path / "run")
    monkeypatch.undo()
    play(tmp_path / "run", resume=True)
    assert everything(tmp_path / "run") == files


def out_of_memory(player, shard, *rest):
    """Memory ends at the last shard."""
    from sim.worker import write_shard

    if shard.index == 9:
        raise MemoryError
    return write_shard(player, shard, *rest)


def no_memory_for_the_last(job, shard):
    """The same in a process."""
    from sim.worker import Done, process_task

    return Done(shard, error=MemoryError()) if shard.index == 9 else process_task(job, shard)


IDLE = """
import sys
sys.path.insert(0, sys.argv[1])
from toykit import run_toy, toy_plan
if __name__ == "__main__":
    run_toy(sys.argv[2], toy_plan(2_000_000, seed=5), jobs=4, backend="loky", shard_games=2_000_000)
"""


def test_workers_without_work_end_with_their_parent_too(tmp_path):
    """One shard for four workers: three have never had a task when the parent is killed."""
    (tmp_path / "idle.py").write_text(IDLE)
    command = [sys.executable, str(tmp_path / "idle.py"), str(ROOT / "tests"), str(tmp_path / "run")]
    parent = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": str(ROOT)}, start_new_session=True)
    until = time.monotonic() + 60
    while len(members(parent.pid)) < 6 and time.monotonic() < until:  # parent, four workers, their resource tracker
        time.sleep(0.02)
    assert len(members(parent.pid)) >= 6
    parent.kill()
    parent.wait()
    assert seconds_of_orphans(parent.pid) < 30


def test_a_child_whose_parent_died_while_it_started_ends():
    child = "from sim.child import end_with_parent; end_with_parent()\nimport time; time.sleep(60)"
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "FAIRSEAT_PARENT": str(gone.pid)}
    began = time.monotonic()
    done = subprocess.run([sys.executable, "-c", child], env=environment, timeout=60, check=False)
    assert done.returncode == 1
    assert time.monotonic() - began < 30


ORPHAN = """
import sys, time
sys.path.insert(0, sys.argv[1])
from toykit import toy, toy_plan
from sim import backends, store
from sim.run import simulate
if __name__ == "__main__":
    commit = store.commit
    def slow(*arguments):
        commit(*arguments)
        print("stored", flush=True)
        time.sleep(0.2)
    store.commit = slow
    simulate(sys.argv[2], *toy(), toy_plan(60_000, seed=5), jobs=2, backend="loky", shard_games=600)
"""


def test_orphans_publish_nothing_into_a_later_run(tmp_path):
    """A run is killed, and another with other games starts in its folder while workers of the first still work."""
    (tmp_path / "orphan.py").write_text(ORPHAN)
    folder = tmp_path / "run"
    command = [sys.executable, str(tmp_path / "orphan.py"), str(ROOT / "tests"), str(folder)]
    with subprocess.Popen(
        command, env={**os.environ, "PYTHONPATH": str(ROOT)}, start_new_session=True, stdout=subprocess.PIPE
    ) as parent:
        assert parent.stdout.readline() == b"stored\n"
        parent.kill()
    other = toy_plan(600, seed=6)
    run(folder, other, shard_games=60, force=True)
    assert seconds_of_orphans(parent.pid) < 30
    run(folder, other, shard_games=60, resume=True)
    run(tmp_path / "fresh", other, shard_games=60)
    assert everything(folder) == everything(tmp_path / "fresh")
    assert no_litter(folder)
