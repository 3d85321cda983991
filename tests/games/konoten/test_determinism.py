"""A study of konoten is a pure function of its seed: no worker, chunk, process or hash seed changes a byte."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from sizes import SIZES
from toykit import no_litter

from sim.game import GameData
from sim.games.konoten import GAME

from ..kit.studies import WAYS, Run, Study

MIXED = {1: "random", 2: "balanced", 3: "random", 4: "balanced"}
N_GAMES = SIZES.konoten_matrix_games


@cache
def data() -> GameData:
    return GAME.load("standin", None, (), 4)


STUDY = Study(GAME, data, ("random", MIXED), N_GAMES, shard_games=max(N_GAMES // 6, 1))


@pytest.fixture(scope="module")
def one(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """The run by one worker."""
    return STUDY.run(tmp_path_factory.mktemp("matrix") / "one")


@pytest.mark.parametrize("way", WAYS)
def test_threads_processes_and_chunks_change_no_byte(one: Run, tmp_path: Path, way: dict[str, Any]) -> None:
    run = STUDY.run(tmp_path / "run", **way)
    assert run.files == one.files
    assert no_litter(run.folder)


@pytest.mark.parametrize("hash_seed", ["0", "1", "random"])
def test_hash_seeds_of_fresh_processes_change_no_byte(one: Run, tmp_path: Path, hash_seed: str) -> None:
    assert STUDY.run_fresh(__name__, tmp_path / "run", PYTHONHASHSEED=hash_seed).files == one.files


def test_neighbouring_seeds_share_no_game(tmp_path: Path) -> None:
    study = replace(STUDY, tables=(MIXED,))
    first, second = (replace(study, seed=seed).run(tmp_path / str(seed)).happened() for seed in (4, 5))
    assert len(set(first)) == len(first) == study.plan().n_games
    assert not set(first) & set(second)


def test_every_game_is_the_one_that_a_replay_shows(one: Run) -> None:
    """The last row of `Player.iterate` for a plan row is the stored row of that game."""
    for steps, told, stored in one.replays():
        assert told.equals(stored)
        assert [sum(not step.is_forced for step in steps[1:])] == told["decisions"].to_pylist()
        assert all(step.n_lost == 0 for step in steps)


def test_the_first_n_of_2n(one: Run, tmp_path: Path) -> None:
    n = STUDY.plan().n_games  # whole cycles
    double = replace(STUDY, n_games=2 * n).run(tmp_path / "double")
    for table in range(2):
        assert double.rows_of(table).num_rows == 2 * n
        assert double.rows_of(table).slice(0, n).equals(one.rows_of(table))
