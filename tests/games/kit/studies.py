"""One study of a game, to be run in many ways that must not differ by a byte."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from sizes import IS_FULL
from toykit import folder_digest

from sim import store
from sim.game import GameData, GameSpec
from sim.plan import Plan, make_plan
from sim.playout import Step
from sim.run import simulate

from .fresh import run_fresh
from .players import player_of

FEW = ((1, 7), (2, 1000), (3, 7), (5, 1))

#: Jobs and chunks of threads, and of processes: each number of either, where not at full size not each pair.
THREADS = [(jobs, chunk) for chunk in (1, 7, 1000) for jobs in (1, 2, 3, 5) if IS_FULL or (jobs, chunk) in FEW]
PROCESSES = ((1, 1000), (2, 7), (3, 1), (5, 1000)) if IS_FULL else ((2, 7), (3, 1))

#: Ways to run a study, as parameters of a test.
WAYS = [
    *(
        pytest.param({"jobs": jobs, "chunk_games": chunk}, id=f"{jobs} threads, chunks of {chunk}")
        for jobs, chunk in THREADS
    ),
    *(
        pytest.param({"jobs": jobs, "chunk_games": chunk, "backend": "loky"}, id=f"{jobs} processes, chunks of {chunk}")
        for jobs, chunk in PROCESSES
    ),
]


@dataclass(frozen=True)
class Study:
    """A plan of a game with its data; `dataclasses.replace` makes another one of it.

    Attributes
    ----------
    data
        Loads the data.
    tables
        Policies, table by table.
    shard_games
        Games in a file, so that a run has several.
    """

    game: GameSpec
    data: Callable[[], GameData]
    tables: tuple[Any, ...]
    n_games: int
    shard_games: int
    n_seats: int = 4
    seed: int = 8

    def plan(self) -> Plan:
        return make_plan(self.game, self.n_games, self.n_seats, self.tables, seed=self.seed)

    def run(self, folder: Path, **options: Any) -> Run:
        """Play the whole study into a folder; options are those of `simulate`."""
        simulate(folder, self.game, self.data(), self.plan(), shard_games=self.shard_games, **options)
        return Run(self, folder)

    def run_fresh(self, module: str, folder: Path, **environment: str) -> Run:
        """Play it in a process of its own, which finds the study as STUDY of a module."""
        code = f"import pathlib, sys, {module} as m; m.STUDY.run(pathlib.Path(sys.argv[1]), jobs=2)"
        run_fresh(code, str(folder), **environment)
        return Run(self, folder)


@dataclass(frozen=True)
class Run:
    """A study that was played into a folder."""

    study: Study
    folder: Path

    @cached_property
    def files(self) -> dict[str, str]:
        """sha256 by file: shards and manifest."""
        return folder_digest(self.folder)

    @property
    def shards(self) -> dict[str, str]:
        """sha256 by Parquet file."""
        return {name: digest for name, digest in self.files.items() if name.endswith(".parquet")}

    @property
    def manifest(self) -> dict[str, Any]:
        return store.read_manifest(self.folder)

    @cached_property
    def names(self) -> list[str]:
        """Stored columns."""
        return [name for name, *_ in store.flat_names(self.study.game.all_columns(), self.study.n_seats)]

    @cached_property
    def rows(self) -> pa.Table:
        return store.read_columns(self.folder, self.names)

    def rows_of(self, table: int) -> pa.Table:
        """Rows of one table of policies."""
        n = self.study.plan().n_games
        return self.rows.slice(table * n, n)

    def happened(self) -> list[tuple[Any, ...]]:
        """What happened in each game, without the columns that say which game a row is."""
        index = ("game", "block", "table", "seating")
        names = [n for n in self.names if n not in index and not n.startswith(("participant", "policy"))]
        columns = self.rows.select(names).to_pydict()
        return list(zip(*columns.values(), strict=True))

    def replays(self, n_each: int = 12) -> Iterator[tuple[list[Step], pa.Table, pa.Table]]:
        """Some games of each table played alone: the steps, the row that the last one tells, and the stored row."""
        game, plan = self.study.game, self.study.plan()
        player = player_of(game, self.study.data(), plan)
        rng = np.random.default_rng(1)
        for table in range(len(plan.tables)):
            for number in rng.choice(plan.n_games, n_each, replace=False):
                steps = list(player.iterate(plan.rows(table, int(number), int(number) + 1)))
                row = steps[-1].row
                assert row is not None
                told = store.to_table(row, game.all_columns(), plan.n_seats)
                yield steps, told, self.rows_of(table).slice(int(number), 1)
