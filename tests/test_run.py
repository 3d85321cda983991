"""The runner: the same bytes for any workers, progress, the manifest, flat memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path

import pytest
from sizes import SIZES
from toykit import folder_digest, no_litter, toy, toy_plan
from toykit import run_toy as run

from sim import store

ROOT = Path(__file__).parents[1]
MIXED = {1: "random", 2: "hasty"}


@pytest.fixture(scope="module")
def matrix(tmp_path_factory):
    """A plan and the files of the run by one worker."""
    plan = toy_plan(SIZES.matrix_games, "balanced", MIXED, seed=8)
    folder = tmp_path_factory.mktemp("matrix") / "one"
    run(folder, plan, shard_games=SIZES.matrix_games // 6)
    return plan, folder_digest(folder)


@pytest.mark.parametrize("jobs", [1, 2, 3, 5])
@pytest.mark.parametrize("chunk", [1, 7, 1000])
def test_threads_and_chunks_change_no_byte(matrix, tmp_path, jobs, chunk):
    plan, expected = matrix
    run(tmp_path, plan, jobs=jobs, chunk_games=chunk, shard_games=SIZES.matrix_games // 6)
    assert folder_digest(tmp_path) == expected
    assert len(expected) > 12
    assert no_litter(tmp_path)


@pytest.mark.parametrize("jobs", [2, 3])
def test_processes_change_no_byte(matrix, tmp_path, jobs):
    plan, expected = matrix
    run(tmp_path, plan, jobs=jobs, backend="loky", shard_games=SIZES.matrix_games // 6)
    assert folder_digest(tmp_path) == expected
    assert no_litter(tmp_path)


def test_workers_play_different_games(matrix, tmp_path):
    plan, _ = matrix
    run(tmp_path, plan, jobs=4, shard_games=SIZES.matrix_games // 6)
    names = [name for name, column, *_ in store.flat_names(toy()[0].all_columns(), 3) if column.role != "id"]
    parts = [store.read_columns(tmp_path, names).slice(shard.lo, 50).to_pydict() for shard in store.manifest_shards(
        store.read_manifest(tmp_path)) if shard.table == 0]  # fmt: skip
    assert len({json.dumps(part) for part in parts}) == len(parts)


def test_the_first_n_of_2n(tmp_path):
    n = SIZES.prefix_games
    plan, double = toy_plan(n, MIXED, seed=1), toy_plan(2 * n, MIXED, seed=1)
    run(tmp_path / "n", plan, jobs=2)
    run(tmp_path / "2n", double, jobs=2)
    names = [name for name, *_ in store.flat_names(toy()[0].all_columns(), 3)]
    one, two = store.read_columns(tmp_path / "n", names), store.read_columns(tmp_path / "2n", names)
    assert one.num_rows >= n
    assert two.slice(0, one.num_rows).equals(one)


def test_neighbouring_seeds_give_other_games(tmp_path):
    names = ["turns", "decisions", "score_1", "score_2", "score_3"]
    tables = []
    for seed in (1, 2):
        run(tmp_path / str(seed), toy_plan(600, seed=seed))
        tables.append(store.read_columns(tmp_path / str(seed), names).to_pandas().to_numpy())
    same = (tables[0] == tables[1]).all(axis=1).mean()
    assert same < 0.05


def test_result_and_progress(tmp_path):
    seen = []
    plan = toy_plan(600)
    result = run(tmp_path, plan, progress=lambda done, total: seen.append((done, total)), chunk_games=50, jobs=3)
    assert (result.n_total, result.n_played, result.n_kept) == (600, 600, 0)
    assert (seen[0], seen[-1]) == ((0, 600), (600, 600))
    assert {total for _, total in seen} == {600}
    assert all(0 < later - done <= 50 for (done, _), (later, _) in pairwise(seen))
    seen.clear()
    run(tmp_path, plan, progress=lambda *x: seen.append(x), backend="loky", jobs=2, force=True, shard_games=120)
    assert seen == [(done, 600) for done in range(0, 601, 120)]


def test_manifest_fields(tmp_path):
    run(tmp_path, toy_plan(100, "random", MIXED, seed=3))
    manifest = store.read_manifest(tmp_path)
    for name in [
        "format",
        "run_digest",
        "game",
        "title",
        "n_seats",
        "seed",
        "n_games",
        "n_games_requested",
        "block_size",
        "n_blocks",
        "seating",
        "deals",
        "characters",
        "character_titles",
        "policies",
        "tables",
        "pack",
        "rules_digest",
        "cards_digest",
        "source_digest",
        "versions",
        "provenance",
        "columns",
        "end_reasons",
        "wins",
        "notes_on_data",
        "document",
        "shard_games",
    ]:
        assert name in manifest, name
    assert manifest["n_games"] == 108
    assert manifest["characters"] == ["hare", "tortoise"]
    assert manifest["end_reasons"] == {"-1": "stopped at the engine's limit of decisions", "1": "goal reached"}
    assert set(manifest["versions"]) == {"fairseat", "numba", "numpy", "pyarrow", "rng"}
    assert [column["name"] for column in manifest["columns"]] == [c.name for c in toy()[0].all_columns()]
    assert manifest["document"] == toy()[1].document


def test_manifest_has_no_clock_host_or_absolute_path(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("def first(state, tables, actions, n, weights, memory):\n    return 0\n")
    run(tmp_path / "a", toy_plan(6, f"{file}:first"))
    text = (tmp_path / "a" / "manifest.json").read_text()
    assert str(tmp_path) not in text
    assert str(ROOT) not in text
    assert os.uname().nodename not in text
    assert '"mine.py:first"' in text
    time.sleep(1.1)
    run(tmp_path / "b", toy_plan(6, f"{file}:first"))
    assert (tmp_path / "b" / "manifest.json").read_text() == text


MEASURE = """
import sys
sys.path.insert(0, sys.argv[1])
from toykit import toy, toy_plan
from sim.run import simulate
simulate(sys.argv[2], *toy(), toy_plan(int(sys.argv[3]), seed=5), jobs=2)
# not ru_maxrss: after fork and exec it holds the memory of the parent, here of the test runner
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""


def peak_megabytes(folder, n_games):
    command = [sys.executable, "-c", MEASURE, str(ROOT / "tests"), str(folder), str(n_games)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return int(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout) / 1024


def test_memory_stays_flat(tmp_path, figure):
    small = peak_megabytes(tmp_path / "small", 100_000)
    large = peak_megabytes(tmp_path / "large", SIZES.memory_games)
    figure(f"peak memory at {SIZES.memory_games} games, MB", round(large))
    figure("peak memory at 100000 games, MB", round(small))
    assert large <= small + 50
    assert large <= 600
