"""Runs that stop: resume, interruption, errors, locks and refusals; whole shards are kept and nothing else is left."""

from __future__ import annotations

import _thread
import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from toykit import TOY_FOLDER, folder_digest, no_litter, toy, toy_plan
from toykit import run_toy as run

from sim import backends, store, worker
from sim import folder as run_folder
from sim import run as run_module
from sim.errors import UserError
from sim.game import outcome_dtype
from sim.run import Interrupted, simulate

ROOT = Path(__file__).parents[1]


@pytest.fixture
def whole(tmp_path):
    """(plan, folder, files) of a finished run of ten shards."""
    plan = toy_plan(600, seed=5)
    run(tmp_path / "run", plan, shard_games=60)
    return plan, tmp_path / "run", folder_digest(tmp_path / "run")


def test_resume_redoes_missing_and_damaged_shards_only(whole):
    plan, folder, files = whole
    (folder / "games-00-00003.parquet").unlink()
    shard = folder / "games-00-00007.parquet"
    shard.write_bytes(shard.read_bytes()[:-1])
    kept = (folder / "games-00-00001.parquet").stat().st_mtime_ns
    result = run(folder, plan, shard_games=60, resume=True, jobs=2)
    assert (result.n_total, result.n_played, result.n_kept) == (600, 120, 480)
    assert folder_digest(folder) == files
    assert (folder / "games-00-00001.parquet").stat().st_mtime_ns == kept
    assert store.verify(folder) == []


def test_resume_of_a_whole_run_plays_nothing(whole):
    plan, folder, files = whole
    seen = []
    result = run(folder, plan, shard_games=60, resume=True, progress=lambda *x: seen.append(x))
    assert result.n_played == 0
    assert seen == [(600, 600)]
    assert folder_digest(folder) == files


def test_resume_may_add_games(whole, tmp_path):
    _, folder, _ = whole
    longer = toy_plan(1000, seed=5)
    result = run(folder, longer, shard_games=60, resume=True)
    assert result.n_kept == 600
    run(tmp_path / "fresh", longer, shard_games=60)
    assert folder_digest(folder) == folder_digest(tmp_path / "fresh")
    with pytest.raises(UserError, match="n_games differs: 1008 there, 600 now"):
        run(folder, toy_plan(600, seed=5), shard_games=60, resume=True)


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"plan": {"seed": 6}}, "seed differs: 5 there, 6 now"),
        ({"plan": {"tables": ("hasty",)}}, "policies differs: .*'random'.* there, .*'hasty'.* now"),
        ({"plan": {"seating": "fixed"}}, "seating differs: 'balanced' there, 'fixed' now"),
        ({"plan": {"deals": "fresh"}}, "deals differs: 'shared' there, 'fresh' now"),
        ({"plan": {"characters": ["hare"]}}, "characters_in_play differs"),
        ({"shard_games": 120}, "shard_games differs: 60 there, 120 now"),
        ({"data": {"cards_digest": "2" * 16}}, "cards_digest differs"),
        ({"data": {"document": {"rules": {"goal": 21, "sides": 6}}}}, "document.rules.goal differs: 20 there, 21 now"),
    ],
)
def test_resume_refuses_a_changed_configuration_and_names_it(whole, change, key):
    _, folder, files = whole
    options = {"seed": 5, **change.get("plan", {})}
    plan = toy_plan(600, *options.pop("tables", ("random",)), **options)
    game, data = toy()
    with pytest.raises(UserError, match=f"cannot resume, {key}"):
        simulate(
            folder, game, replace(data, **change.get("data", {})), plan,
            resume=True, shard_games=change.get("shard_games", 60),
        )  # fmt: skip
    assert folder_digest(folder) == files


def test_resume_refuses_changed_weights(whole):
    _, folder, _ = whole
    game, data = toy()
    plan = toy_plan(600, "hasty", seed=5)
    simulate(folder, game, data, plan, shard_games=60, force=True)
    other = replace(data, weights={**data.weights, "hasty": np.array([0.0, 2, 0, 0])})
    with pytest.raises(UserError, match="cannot resume, policies_digest differs"):
        simulate(folder, game, other, plan, shard_games=60, resume=True)


def test_a_folder_with_a_run_needs_resume_or_force(whole):
    _, folder, files = whole
    (folder / "notes.txt").write_text("mine")
    (folder / "mine.tmp").write_text("mine")
    with pytest.raises(UserError, match="holds a run already; use --resume or --force"):
        run(folder, toy_plan(600, seed=6), shard_games=60)
    assert folder_digest(folder) == files
    run(folder, toy_plan(60, seed=6), shard_games=60, force=True)
    assert len(list(folder.glob("*.parquet"))) == 1
    assert (folder / "notes.txt").read_text() == (folder / "mine.tmp").read_text() == "mine"


@pytest.mark.parametrize("jobs", [1, 2])
def test_interrupted_at_a_shard_keeps_the_ones_before(whole, tmp_path, jobs):
    plan, _, files = whole
    folder = tmp_path / "cut"

    def progress(done, total):
        if done >= 400:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted, match=r"interrupted: (\d+) of 600 games are kept; go on with --resume") as caught:
        run(folder, plan, shard_games=60, chunk_games=20, jobs=jobs, progress=progress)
    lines = (folder / "shards.jsonl").read_text().splitlines()
    assert caught.value.n_done == 60 * len(lines)
    assert 1 <= len(lines) <= 6
    assert no_litter(folder)
    for line in lines:
        assert files[json.loads(line)["shard"]] == json.loads(line)["sha256"]
    result = run(folder, plan, shard_games=60, resume=True)
    assert result.n_kept == caught.value.n_done
    assert folder_digest(folder) == files
    games = store.read_columns(folder, ["game"])["game"].to_pylist()
    assert Counter(games) == Counter(range(600))


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_exception_in_a_worker_keeps_whole_shards(whole, tmp_path, monkeypatch, jobs):
    plan, _, files = whole
    write = backends.write_shard

    def fail_at_seven(player, shard, rows, folder, token):
        if shard.index == 7:
            (folder / f"games-00-00007.parquet.{token}.tmp").write_text("half")
            raise RuntimeError("shard 7")
        return write(player, shard, rows, folder, token)

    monkeypatch.setattr(backends, "write_shard", fail_at_seven)
    with pytest.raises(RuntimeError, match="shard 7"):
        run(tmp_path / "cut", plan, shard_games=60, jobs=jobs)
    monkeypatch.undo()
    assert no_litter(tmp_path / "cut")
    sound = {line["shard"] for line in map(json.loads, (tmp_path / "cut" / "shards.jsonl").read_text().splitlines())}
    assert {f"games-00-0000{i}.parquet" for i in range(5)} <= sound
    run(tmp_path / "cut", plan, shard_games=60, resume=True)
    assert folder_digest(tmp_path / "cut") == files


SLOW_RUN = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from toykit import toy, toy_plan
from sim.run import Interrupted, simulate
if __name__ == "__main__":
    def progress(done, total):
        if done > total // 20:
            print("going", flush=True)
    try:
        simulate(sys.argv[2], *toy(), toy_plan(1_200_000, seed=5), jobs=2, backend=sys.argv[3], progress=progress,
                 chunk_games=100, shard_games=6000)
        print("whole")
    except Interrupted as stopped:
        print("kept", stopped.n_done)
        sys.exit(130)
"""


def start_slow_run(tmp_path, backend):
    """A run in another process, some way on."""
    script = tmp_path / "slow.py"
    script.write_text(SLOW_RUN)
    command = [sys.executable, str(script), str(ROOT / "tests"), str(tmp_path / "run"), backend]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment, start_new_session=True
    )
    assert process.stdout.readline() == "going\n"
    return process


@pytest.mark.parametrize("backend", ["threading", "loky"])
def test_ctrl_c_leaves_whole_shards_and_nothing_else(tmp_path, backend):
    process = start_slow_run(tmp_path, backend)
    os.killpg(process.pid, signal.SIGINT)
    out, error = process.communicate(timeout=60)
    assert process.returncode == 130, error
    kept = int(out.split()[-1])
    folder = tmp_path / "run"
    lines = (folder / "shards.jsonl").read_text().splitlines()
    assert kept == 6000 * len(lines) > 0
    assert no_litter(folder)
    damaged = store.verify(folder)
    assert len(damaged) == 200 - len(lines)


def test_an_error_in_a_worker_process_arrives(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("def beyond(state, tables, actions, n, weights, memory):\n    return n\n")
    with pytest.raises(UserError, match="beyond' chose index 3, no index of a legal action"):
        run(tmp_path / "run", toy_plan(60, f"{file}:beyond"), jobs=2, backend="loky", shard_games=6)
    assert no_litter(tmp_path / "run")


def test_a_killed_run_can_be_resumed(tmp_path):
    process = start_slow_run(tmp_path, "threading")
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate(timeout=60)
    folder = tmp_path / "run"
    assert (folder / "run.lock").exists()
    n_listed = len((folder / "shards.jsonl").read_text().splitlines())
    assert n_listed > 0
    manifest = store.read_manifest(folder)
    assert len(store.verify(folder)) <= 200 - n_listed + 1
    plan = toy_plan(1_200_000, seed=5)
    result = run(folder, plan, resume=True, shard_games=6000, jobs=2)
    assert result.n_kept >= 6000 * (n_listed - 1)
    assert store.read_manifest(folder) == manifest
    assert store.verify(folder) == []
    assert no_litter(folder)


# Refusals ------------------------------------------------------------------------------------------------------------


def test_a_second_run_into_one_folder_is_refused(tmp_path):
    with run_folder.locked(tmp_path):
        with pytest.raises(UserError, match=f"in use by another run \\(process {os.getpid()}\\)"):
            run(tmp_path, toy_plan(6))
        assert not (tmp_path / "manifest.json").exists()
    run(tmp_path, toy_plan(6))


def test_a_lock_of_another_process_is_respected_and_freed_by_its_death(tmp_path):
    hold = "import sys; from sim.folder import locked; from pathlib import Path; c = locked(Path(sys.argv[1]))\n"
    hold += "c.__enter__(); print('held', flush=True); sys.stdin.read()"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    holder = subprocess.Popen(
        [sys.executable, "-c", hold, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
    )
    assert holder.stdout.readline() == b"held\n"
    with pytest.raises(UserError, match=f"in use by another run \\(process {holder.pid}\\)"):
        run(tmp_path, toy_plan(6))
    holder.kill()
    holder.communicate()
    assert (tmp_path / "run.lock").read_text() == f"{holder.pid}\n"
    run(tmp_path, toy_plan(6))
    assert not (tmp_path / "run.lock").exists()


def test_too_little_space_is_said_before_a_game_is_played(tmp_path, monkeypatch):
    usage = run_folder.shutil.disk_usage(tmp_path)._replace(free=1_000_000)
    monkeypatch.setattr(run_folder.shutil, "disk_usage", lambda path: usage)
    plan = toy_plan(100_008)
    needed = int(100_008 * 0.25 * outcome_dtype(toy()[0].columns, plan.n_seats).itemsize) // 1_000_000
    with pytest.raises(UserError, match=f"about {needed} MB needed for 100008 games, 1 MB free"):
        run(tmp_path, plan)
    assert list(tmp_path.iterdir()) == []


def test_a_disk_that_fills_up_keeps_whole_shards(whole, tmp_path, monkeypatch):
    plan, _, files = whole
    write = backends.write_shard

    def fill_up(player, shard, rows, folder, token):
        if shard.index == 4:
            raise OSError(28, "No space left on device")
        return write(player, shard, rows, folder, token)

    monkeypatch.setattr(backends, "write_shard", fill_up)
    with pytest.raises(UserError, match="No space left on device; 240 of 600 games are kept: make room, and the same"):
        run(tmp_path / "full", plan, shard_games=60)
    monkeypatch.undo()
    run(tmp_path / "full", plan, shard_games=60, resume=True)
    assert folder_digest(tmp_path / "full") == files


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match="cannot be written"):
        run(tmp_path / "file", toy_plan(6))
    with pytest.raises(UserError, match="cannot be written"):
        run(tmp_path / "file" / "run", toy_plan(6))


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser writes everywhere")
def test_a_read_only_folder(tmp_path):
    tmp_path.chmod(0o555)
    with pytest.raises(UserError, match="cannot be written"):
        run(tmp_path, toy_plan(6))


@pytest.mark.parametrize(
    ("options", "message"),
    [({"jobs": 0}, "jobs 0: at least 1"), ({"backend": "lokey"}, "unknown backend 'lokey': did you mean 'loky'")],
)
def test_bad_options(tmp_path, options, message):
    with pytest.raises(UserError, match=message):
        run(tmp_path, toy_plan(6), **options)


def test_a_worker_refuses_another_digest(tmp_path):
    plan = toy_plan(6)
    job = worker.Job(str(TOY_FOLDER), "0" * 24, toy()[1].tables, toy()[1].weights, plan, str(tmp_path), "token", 1000)
    done = worker.process_task(job, store.Shard(0, 0, 0, 6))
    assert isinstance(done.error, UserError)
    assert re.search(r"here has digest [0-9a-f]{24}, the run has 0{24}$", str(done.error))
    assert list(tmp_path.iterdir()) == []


def test_an_interruption_before_the_first_game_says_so_and_leaves_a_run_as_it_was(whole, monkeypatch):
    plan, folder, files = whole

    def interrupt(*_):
        raise KeyboardInterrupt

    with pytest.raises(Interrupted, match="0 of 600 games are kept"):
        run(folder, plan, shard_games=60, force=True, progress=interrupt)
    monkeypatch.setattr("sim.playout.Player.warm", interrupt)
    with pytest.raises(Interrupted, match="0 of 600 games are kept"):
        run(folder, plan, shard_games=60, force=True)
    assert folder_digest(folder) == files
    assert store.verify(folder) == []


def test_a_second_interruption_does_not_wait_for_games_that_do_not_end(tmp_path, monkeypatch):
    gate, said = threading.Event(), []

    def stick(*_):
        _thread.interrupt_main()
        gate.wait(60)
        raise RuntimeError("the games in play ended")

    def interrupt_again(sentence):
        said.append(sentence)
        raise KeyboardInterrupt

    monkeypatch.setattr(backends, "play_shard", stick)
    monkeypatch.setattr(run_module, "PATIENCE_SECONDS", 0.1)
    with pytest.raises(Interrupted, match="0 of 600 games are kept") as caught:
        run(tmp_path / "run", toy_plan(600), shard_games=60, jobs=2, tell=interrupt_again)
    gate.set()
    assert caught.value.is_busy
    assert said == ["waiting for the games in play to end; Ctrl-C once more does not wait"]
    assert no_litter(tmp_path / "run")
