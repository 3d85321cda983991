"""A study of konoten is a pure function of its seed: no worker, chunk, process, hash seed or name changes a byte."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sizes import SIZES
from toykit import folder_digest, no_litter

from sim import store
from sim.game import GameData
from sim.games.konoten import GAME
from sim.plan import Plan, make_plan
from sim.playout import Player
from sim.run import simulate

ROOT = Path(__file__).parents[3]
MIXED = {1: "random", 2: "balanced", 3: "random", 4: "balanced"}
N_GAMES = SIZES.konoten_matrix_games
SHARD = max(N_GAMES // 6, 1)
NAMES = [name for name, *_ in store.flat_names(GAME.all_columns(), 4)]
#: Columns that say which game a row is, not what happened in it.
INDEX = {"game", "block", "table", "seating", *(name for name in NAMES if name.startswith(("participant", "policy")))}


@cache
def data() -> GameData:
    return GAME.load("standin", None, (), 4)


def plan_of(n_games: int, *tables: Any, seed: int = 8) -> Plan:
    return make_plan(GAME, n_games, 4, tables or ("random", MIXED), seed=seed)


def run(folder: Path, plan: Plan, **options: Any) -> Path:
    simulate(folder, GAME, data(), plan, shard_games=SHARD, **options)
    return folder


@pytest.fixture(scope="module")
def one(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The run by one worker."""
    return run(tmp_path_factory.mktemp("matrix") / "one", plan_of(N_GAMES))


@pytest.mark.parametrize("jobs", [1, 2, 3, 5])
@pytest.mark.parametrize("chunk", [1, 7, 1000])
def test_threads_and_chunks_change_no_byte(one: Path, tmp_path: Path, jobs: int, chunk: int) -> None:
    run(tmp_path / "run", plan_of(N_GAMES), jobs=jobs, chunk_games=chunk)
    assert folder_digest(tmp_path / "run") == folder_digest(one)
    assert no_litter(tmp_path / "run")


@pytest.mark.parametrize(("jobs", "chunk"), [(1, 1000), (2, 7), (3, 1), (5, 1000)])
def test_processes_change_no_byte(one: Path, tmp_path: Path, jobs: int, chunk: int) -> None:
    run(tmp_path / "run", plan_of(N_GAMES), jobs=jobs, chunk_games=chunk, backend="loky")
    assert folder_digest(tmp_path / "run") == folder_digest(one)
    assert no_litter(tmp_path / "run")


FRESH = """
import sys
from pathlib import Path
from games.konoten.test_determinism import N_GAMES, plan_of, run
run(Path(sys.argv[1]), plan_of(N_GAMES), jobs=2)
"""


@pytest.mark.parametrize("hash_seed", ["0", "1", "random"])
def test_hash_seeds_of_fresh_processes_change_no_byte(one: Path, tmp_path: Path, hash_seed: str) -> None:
    path = os.pathsep.join((str(ROOT / "tests"), str(ROOT)))
    env = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": path}
    subprocess.run([sys.executable, "-c", FRESH, str(tmp_path / "run")], env=env, check=True)
    assert folder_digest(tmp_path / "run") == folder_digest(one)


def happened(folder: Path) -> list[tuple[Any, ...]]:
    """What happened in each game of a run."""
    names = [name for name in NAMES if name not in INDEX]
    columns = store.read_columns(folder, names).to_pydict()
    return list(zip(*(columns[name] for name in names), strict=True))


def test_neighbouring_seeds_share_no_game(tmp_path: Path) -> None:
    first, second = (happened(run(tmp_path / str(seed), plan_of(N_GAMES, "random", seed=seed))) for seed in (4, 5))
    assert len(set(first)) == len(first)
    assert not set(first) & set(second)


def test_every_game_is_the_one_that_a_replay_shows(one: Path) -> None:
    """The last row of `Player.iterate` for a plan row is the stored row of that game."""
    plan = plan_of(N_GAMES)
    player = Player(GAME, data(), plan.policies, 4, plan.seed)
    stored = store.read_columns(one, NAMES)
    rng = np.random.default_rng(1)
    for table in range(len(plan.tables)):
        for game in rng.choice(plan.n_games, 12, replace=False):
            steps = list(player.iterate(plan.rows(table, int(game), int(game) + 1)))
            row = steps[-1].row
            assert row is not None
            place = table * plan.n_games + int(game)
            assert store.to_table(row, GAME.all_columns(), 4).equals(stored.slice(place, 1))
            asked = sum(not step.is_forced for step in steps[1:])
            assert asked == int(row[0]["decisions"])
            assert all(step.n_lost == 0 for step in steps)


def test_the_first_n_of_2n(one: Path, tmp_path: Path) -> None:
    n = plan_of(N_GAMES).n_games  # whole cycles
    double = run(tmp_path / "double", plan_of(2 * n))
    n_double = plan_of(2 * n).n_games
    assert n_double == 2 * n
    some, more = store.read_columns(one, NAMES), store.read_columns(double, NAMES)
    for table in range(2):
        assert some.slice(table * n, n).equals(more.slice(table * n_double, n))
