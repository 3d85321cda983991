"""Runs that stop when they are precise enough: at the same look whatever happened, counting nothing beyond it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from toykit import folder_digest, no_litter, toy_plan
from toykit import run_toy as run

from analysis.sequence import Precision, confidence_sequence
from analysis.until import Watch
from sim import store
from sim.errors import UserError
from sim.run import Interrupted
from sim.stopping import N_LOOKS, Until, independent_games, look_games

ROOT = Path(__file__).parents[1]
UNTIL = Until(0.02, 95.0, Watch)
MIXED = {1: "random", 2: "hasty"}


def plan_of(n_games=60_000, **options):
    """Two policy tables of three players; policies and characters take turns in cycles of six blocks."""
    return toy_plan(n_games, "balanced", MIXED, seed=8, **options)


@pytest.fixture(scope="module")
def stopped(tmp_path_factory):
    """The result and the files of a run that one worker stopped."""
    folder = tmp_path_factory.mktemp("until") / "run"
    result = run(folder, plan_of(), until=UNTIL)
    return result, folder, folder_digest(folder)


def block_means(folder, table):
    """Mean credit by place of each block, game by game with pandas."""
    seats = [f"{name}_{seat}" for name in ("win_share", "place") for seat in (1, 2, 3)]
    frame = store.read_columns(folder, ["table", "block", *seats]).to_pandas()
    frame = frame[frame["table"] == table]
    for place in (1, 2, 3):
        frame[place] = sum(frame[f"win_share_{seat}"] * (frame[f"place_{seat}"] == place) for seat in (1, 2, 3))
    return frame.groupby("block")[[1, 2, 3]].mean().to_numpy()


def test_it_stops_at_the_first_look_that_is_precise(stopped, tmp_path):
    """Against the whole run: looks at both tables together, by means from a data frame."""
    result, folder, _ = stopped
    plan = plan_of()
    run(tmp_path, plan)
    look = look_games(plan, UNTIL, 20_000)
    precision = Precision(0.02, 95, 6, 6, look // 6)
    is_precise = []
    for table in (0, 1):
        low, high = confidence_sequence(block_means(tmp_path, table), precision)
        is_precise.append(((high - low) / 2 <= 0.02).all(1))
    first = int(np.argmax(np.logical_and(*is_precise)))
    manifest = store.read_manifest(folder)
    assert manifest["n_games"] == (first + 1) * look < plan.n_games
    assert manifest["until"] == {"half_width": 0.02, "level": 95.0, "look_games": look}
    assert (manifest["n_games_most"], manifest["n_blocks"]) == (60_000, manifest["n_games"] // 6)
    assert look % (plan.block_size * plan.cycle_blocks) == 0
    assert plan.cycle_blocks == 6
    assert 10 <= first < 100  # looks are near enough: less than a tenth is overshot
    n_total = 2 * manifest["n_games"]
    assert (result.n_total, result.n_played, result.n_kept, result.is_precise) == (n_total, n_total, 0, True)


def test_what_counts_is_the_plan_of_so_many_games(stopped, tmp_path):
    """The same rows as a run that was asked for exactly these games; nothing else is there."""
    _, folder, files = stopped
    manifest = store.read_manifest(folder)
    run(tmp_path, plan_of(manifest["n_games"]), shard_games=manifest["until"]["look_games"])
    assert {**folder_digest(tmp_path), "manifest.json": ""} == {**files, "manifest.json": ""}
    assert store.verify(folder) == []
    lines = [json.loads(line)["shard"] for line in (folder / "shards.jsonl").read_text().splitlines()]
    assert sorted(lines) == sorted(name for name in files if name.startswith("games"))
    assert no_litter(folder)


@pytest.mark.parametrize(("jobs", "chunk"), [(1, 1), (1, 7), (2, 1000), (3, 7), (3, 1000)])
def test_threads_and_chunks_stop_alike(stopped, tmp_path, jobs, chunk):
    result = run(tmp_path, plan_of(), jobs=jobs, chunk_games=chunk, until=UNTIL)
    assert result == stopped[0]
    assert folder_digest(tmp_path) == stopped[2]
    assert no_litter(tmp_path)


@pytest.mark.parametrize("jobs", [2, 3])
def test_processes_stop_alike(stopped, tmp_path, jobs):
    run(tmp_path, plan_of(), jobs=jobs, backend="loky", until=UNTIL)
    assert folder_digest(tmp_path) == stopped[2]
    assert no_litter(tmp_path)


@pytest.mark.parametrize("share", [0.1, 0.5, 0.95])
def test_interrupted_and_resumed_it_stops_alike(stopped, tmp_path, share):
    result, _, files = stopped

    def progress(done, total):
        if done >= share * result.n_total:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted):
        run(tmp_path, plan_of(), jobs=2, until=UNTIL, progress=progress, chunk_games=50)
    assert no_litter(tmp_path)
    again = run(tmp_path, plan_of(), jobs=2, until=UNTIL, resume=True)
    assert again.n_total == result.n_total == again.n_played + again.n_kept
    assert folder_digest(tmp_path) == files


@pytest.mark.parametrize("step", ["write_manifest", "tidy"])
def test_killed_while_it_ends_it_ends_on_resume(stopped, tmp_path, monkeypatch, step):
    _, _, files = stopped
    real, calls = getattr(store, step), []

    def die(*arguments):
        calls.append(arguments)
        if step == "write_manifest" and len(calls) == 1:
            return real(*arguments)  # of the start
        raise RuntimeError("killed")

    monkeypatch.setattr(store, step, die)
    with pytest.raises(RuntimeError, match="killed"):
        run(tmp_path, plan_of(), jobs=3, until=UNTIL)
    monkeypatch.undo()
    result = run(tmp_path, plan_of(), until=UNTIL, resume=True)
    assert result.n_played == 0
    assert folder_digest(tmp_path) == files
    assert no_litter(tmp_path)


def test_a_missing_shard_is_played_again_and_no_other(stopped, tmp_path):
    _, _, files = stopped
    run(tmp_path, plan_of(), until=UNTIL)
    (tmp_path / "games-01-00002.parquet").unlink()
    result = run(tmp_path, plan_of(), until=UNTIL, resume=True, jobs=2)
    assert folder_digest(tmp_path) == files
    assert result.n_played == store.read_manifest(tmp_path)["until"]["look_games"]


def test_looks_see_prefixes_of_all_tables_in_order(tmp_path):
    seen = []

    class Spy(Watch):
        def add(self, files):
            seen.append([file.name for file in files])
            super().add(files)

    run(tmp_path, plan_of(6_000), jobs=3, chunk_games=7, until=Until(0.03, 95.0, Spy))
    assert seen == [[f"games-{table:02d}-{at:05d}.parquet" for table in (0, 1)] for at in range(len(seen))]
    assert len(seen) > 10


def test_progress_ends_at_what_counts(tmp_path):
    seen, said = [], []
    options = {"progress": lambda *x: seen.append(x), "tell": said.append}
    result = run(tmp_path, plan_of(), until=UNTIL, chunk_games=50, jobs=3, **options)
    assert seen[0] == (0, plan_of().n_total)
    assert seen[-1] == (result.n_total, result.n_total)
    assert len(said) == 1
    n = result.n_total // 2
    assert said[0].startswith(f"stopped after {n:,} games of each policy table: every win share by place is within +-")
    assert said[0].endswith("(+-2 pp asked for)")


def test_too_few_games_end_normally_and_say_what_it_takes(stopped, tmp_path):
    result, _, files = stopped
    plan, said = plan_of(1_000), []
    short = run(tmp_path, plan, until=UNTIL, tell=said.append)
    assert (short.is_precise, short.n_total) == (False, plan.n_total)
    assert store.verify(tmp_path) == []
    manifest = store.read_manifest(tmp_path)
    assert (manifest["n_games"], manifest["n_games_requested"], manifest["n_games_most"]) == (plan.n_games, 1000, 1000)
    (sentence,) = said
    assert sentence.startswith("not precise enough after 1,008 games of each policy table: every win share by place is")
    assert sentence.endswith("; go on with --resume and more --games")
    needed = int(sentence.split("takes about ")[1].split(" ")[0].replace(",", ""))
    assert needed == pytest.approx(result.n_total / 2, rel=0.25)
    run(tmp_path, plan_of(), until=UNTIL, resume=True)
    assert folder_digest(tmp_path) == files


@pytest.mark.parametrize(
    ("now", "key"),
    [
        (replace(UNTIL, half_width=0.01), "until.half_width differs: 0.02 there, 0.01 now"),
        (replace(UNTIL, level=90.0), "until.level differs: 95.0 there, 90.0 now"),
        (None, "until differs: .*0.02.* there, None now"),
    ],
)
def test_another_precision_is_refused_by_name(stopped, now, key):
    _, folder, files = stopped
    with pytest.raises(UserError, match=f"cannot resume, {key}"):
        run(folder, plan_of(), until=now, resume=True)
    assert folder_digest(folder) == files


def test_a_run_of_a_fixed_size_does_not_become_one_that_stops(tmp_path):
    run(tmp_path, plan_of(600))
    with pytest.raises(UserError, match="cannot resume, until differs: None there"):
        run(tmp_path, plan_of(600), until=UNTIL, resume=True)
    run(tmp_path, plan_of(6_000), until=replace(UNTIL, half_width=0.05), force=True)
    assert store.read_manifest(tmp_path)["until"]["half_width"] == 0.05


def test_fewer_games_than_are_there_are_refused(stopped):
    _, folder, files = stopped
    n = store.read_manifest(folder)["n_games"]
    with pytest.raises(UserError, match=f"cannot resume, n_games differs: {n} there, 612 now"):
        run(folder, plan_of(600), until=UNTIL, resume=True)
    assert folder_digest(folder) == files


def test_looks_are_whole_cycles_and_near_enough():
    fixed = toy_plan(300_000, "random", seating="fixed")
    assert look_games(fixed, None, 20_000) == 20_000
    for half_width in (0.1, 0.01, 0.001):
        for plan in (plan_of(), fixed):
            until = Until(half_width, 95.0, Watch)
            cycle, look = plan.block_size * plan.cycle_blocks, look_games(plan, until, 20_000)
            assert look % cycle == 0
            assert look == cycle or look <= independent_games(plan, half_width, 95) / N_LOOKS
            assert look <= 20_000
    with pytest.raises(UserError, match=r"games 10{9}: to stop at \+-5 pp takes about 851; name at most 1,700,000"):
        look_games(toy_plan(10**9, "random", seating="fixed"), Until(0.05, 95.0, Watch), 20_000)


SLOW_RUN = """
import sys, time
sys.path.insert(0, sys.argv[1])
from test_run_until import UNTIL, plan_of
from toykit import run_toy
def progress(done, total):
    print("going" if done > 2_000 else "", flush=True)
    time.sleep(0.01)
run_toy(sys.argv[2], plan_of(), until=UNTIL, jobs=2, chunk_games=50, progress=progress)
"""


def test_a_killed_run_stops_alike_when_resumed(stopped, tmp_path):
    command = [sys.executable, "-c", SLOW_RUN, str(ROOT / "tests"), str(tmp_path / "run")]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)}
    ) as it:
        assert any(line == "going\n" for line in it.stdout)
        it.kill()
    lines = (tmp_path / "run" / "shards.jsonl").read_text().splitlines()
    assert 10 < len(lines) < len(stopped[2])
    result = run(tmp_path / "run", plan_of(), until=UNTIL, resume=True)
    assert result.n_kept > 0
    assert result.n_total == stopped[0].n_total
    assert folder_digest(tmp_path / "run") == stopped[2]
    assert no_litter(tmp_path / "run")
