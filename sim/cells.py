"""Many runs, a cell each, played one after another in a process of their own: what hangs or crashes there loses a cell.

A folder of cells holds `cells.json` (what was asked), `cells/NAME/` (a run folder each, as `sim.run.simulate` makes it)
and `outcomes.json` (what became of each cell, and why). Cells that are done are verified and kept on resume; those that
failed or were given up are tried again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim import store
from sim.backends import Backend
from sim.cell_folder import ASKED, CELLS, FORMAT, OUTCOMES, check_cells, read_asked, read_file
from sim.cell_pace import AUTO, Pace, Patience
from sim.cell_process import Child, Ended, Task, Work
from sim.folder import check_space, locked
from sim.run import Interrupted

if TYPE_CHECKING:
    from sim.compiling import Compile

DONE, FAILED, TIMED_OUT = "done", "failed", "timed out"

#: Seconds between two looks at the child.
LOOK_SECONDS = 0.1
#: Seconds that an interrupted child gets to keep its whole shards.
STOP_SECONDS = 10.0
#: Seconds that a child without a task gets to end.
CLOSE_SECONDS = 5.0


@dataclass(frozen=True)
class CellJob:
    """What a process needs to play a cell: plain data that can be pickled. It makes game, data and plan itself.

    Attributes
    ----------
    maker
        "module:function"; the function takes `arguments` and returns something with `game`, `data` and `plan`.
    arguments
        What it takes.
    n_games, n_seats
        Games of all policy tables, as planned, and players of each: how much work it is.
    facts
        What must not change between a start and its resumption, as JSON data: digests of rules and cards.
    n_bytes
        What the games take on disk, at most; see `sim.store.planned_bytes`.
    """

    maker: str
    arguments: tuple[Any, ...]
    n_games: int
    n_seats: int
    facts: Mapping[str, Any] = field(default_factory=dict)
    n_bytes: int = 0


@dataclass(frozen=True)
class Cell:
    """A run among many: its name (of its folder, too), what is set in it, and the job."""

    name: str
    settings: Mapping[str, str]
    job: CellJob


@dataclass(frozen=True)
class CellResult:
    """What became of a cell: "done", "failed" or "timed out", why not, and the folder of its run."""

    name: str
    settings: Mapping[str, str]
    status: str
    reason: str
    run_dir: Path


@dataclass(frozen=True)
class CellsProgress:
    """Where the work stands.

    Attributes
    ----------
    name
        Cell in play.
    n_cells, n_over, n_failed
        Cells; those that are over in any way; those of them that failed or timed out.
    n_games, n_settled
        Games of all cells; those that need no more play: played, kept, or lost with a cell that failed.
    seconds_left
        By the games played so far; None while too little has been played to say.
    """

    name: str
    n_cells: int
    n_over: int
    n_failed: int
    n_games: int
    n_settled: int
    seconds_left: float | None


def play_cells(
    folder: Path | str,
    cells: Sequence[Cell],
    *,
    asked: Mapping[str, Any] | None = None,
    jobs: int = 1,
    backend: str | Backend = "threading",
    resume: bool = False,
    force: bool = False,
    timeout: str | float | None = AUTO,
    progress: Callable[[CellsProgress], None] | None = None,
    tell: Callable[[str], None] | None = None,
    on_compile: Callable[[Compile], None] | None = None,
) -> list[CellResult]:
    """Play cells into a folder, one after another.

    Parameters
    ----------
    folder
        Folder of the cells; made if need be.
    cells
        What is played, with names of their own.
    asked
        JSON data that says what the cells are for. It is kept in the folder; with another one nothing is resumed.
    jobs, backend
        Workers of each cell, as `sim.run.simulate` takes them.
    resume
        Verify and keep the cells that are there, go on with the others.
    force
        Replace what is there.
    timeout
        "auto": a cell is given up when it told of no game for a minute, and for ten times as long as any wait before
        (processes tell of whole shards: ten minutes). A number: seconds that a cell may play. None: no limit.
    progress
        Called with where the work stands, in growing order.
    tell
        Called with sentences about the work.
    on_compile
        Called at every step of a compile in the child.

    Returns
    -------
    A result for each cell, in their order.

    Raises
    ------
    UserError
        The folder is in use, cannot be written, holds other cells or something else; a changed configuration; no
        scheduler answers, at the start or when a cell has failed.
    Interrupted
        Ctrl-C. Finished cells and whole shards of the one in play are kept.
    """
    workers = Backend.of(backend)
    workers.refuse_unreachable()
    _refuse_names(cells)
    place = Path(folder)
    wanted = _wanted(cells, asked or {})
    with locked(place):
        store.remove_temporaries(place)
        _check_space(place, cells)
        check_cells(place, wanted, resume, force)
        store.write_atomic(place / ASKED, json.dumps(wanted, indent=1, ensure_ascii=False) + "\n")
        work = Work(str(place.resolve()), jobs, workers)
        run = _Cells(place, cells, work, Patience(timeout, workers.name == "threading"), progress, tell, on_compile)
        try:
            return run.play()
        finally:
            run.end()


def results_in(folder: Path | str) -> list[CellResult]:
    """What became of the cells of a folder, by its files; cells that were not reached are left out.

    Raises
    ------
    UserError
        There are no cells, or the files cannot be read.
    """
    place = Path(folder)
    asked, outcomes = read_asked(place), read_file(place / OUTCOMES)
    found = {one["name"]: one for one in outcomes["cells"]}
    return [
        CellResult(
            cell["name"],
            cell["settings"],
            found[cell["name"]]["status"],
            found[cell["name"]]["reason"],
            place / CELLS / cell["name"],
        )
        for cell in asked["cells"]
        if cell["name"] in found
    ]


def _refuse_names(cells: Sequence[Cell]) -> None:
    names = [cell.name for cell in cells]
    for name in names:
        if not re.fullmatch(r"\w[\w.,=+-]{0,99}", name):
            raise ValueError(f"cell {name!r}: no name of a folder")
    if len(set(names)) < len(names):
        raise ValueError("two cells have one name")


def _wanted(cells: Sequence[Cell], asked: Mapping[str, Any]) -> dict[str, Any]:
    """What `cells.json` says, as it is when it is read."""
    listed = [
        {
            "name": cell.name,
            "settings": dict(cell.settings),
            "n_games": cell.job.n_games,
            "n_seats": cell.job.n_seats,
            **cell.job.facts,
        }
        for cell in cells
    ]
    facts = {"format": FORMAT, "asked": dict(asked), "cells": listed}
    return dict(json.loads(json.dumps(store.plain(facts))))


def _check_space(place: Path, cells: Sequence[Cell]) -> None:
    """Room for all cells together, but for what is there."""
    there = sum(file.stat().st_size for file in place.glob(f"{CELLS}/*/games-*.parquet"))
    games = f"{sum(cell.job.n_games for cell in cells)} games of {len(cells)} cells"
    check_space(place, sum(cell.job.n_bytes for cell in cells) - there, games)


class _Cells:
    """The parent's side of one `play_cells` call."""

    def __init__(
        self,
        place: Path,
        cells: Sequence[Cell],
        work: Work,
        patience: Patience,
        progress: Callable[[CellsProgress], None] | None,
        tell: Callable[[str], None] | None,
        on_compile: Callable[[Compile], None] | None,
    ) -> None:
        self._place, self._cells, self._work = place, cells, work
        self._patience, self._pace = patience, Pace(sum(_units(cell) for cell in cells))
        self._progress = progress or (lambda stand: None)
        self._tell = tell or (lambda sentence: None)
        self._on_compile = on_compile or (lambda step: None)
        self._child: Child | None = None
        self._results: list[CellResult] = []
        self._n_games = sum(cell.job.n_games for cell in cells)
        self._n_before = 0  # games of the cells that are over
        self._n_settled = 0
        self._n_kept = 0  # games in cells that are done

    def play(self) -> list[CellResult]:
        """Play every cell."""
        try:
            for cell in self._cells:
                status, reason = self._play(cell)
                run_dir = self._place / CELLS / cell.name
                self._results.append(CellResult(cell.name, cell.settings, status, reason, run_dir))
                self._n_before += cell.job.n_games
                if status == FAILED:  # without a scheduler the others would all fail, too
                    self._work.backend.refuse_unreachable()
                self._n_kept += cell.job.n_games if status == DONE else 0
                self._report(cell, 0)
            if self._child is not None:
                self._child.close(CLOSE_SECONDS)
        except KeyboardInterrupt:
            raise Interrupted(self._n_kept + self._stop(), self._n_games) from None
        return self._results

    def end(self) -> None:
        """End the child and write down what became of the cells."""
        if self._child is not None:
            self._child.kill()
        listed = [{"name": one.name, "status": one.status, "reason": one.reason} for one in self._results]
        text = json.dumps({"format": FORMAT, "cells": listed}, indent=1, ensure_ascii=False)
        store.write_atomic(self._place / OUTCOMES, text + "\n")

    def _play(self, cell: Cell) -> tuple[str, str]:
        """Status and reason of a cell that is played now."""
        if self._child is None:
            self._child = Child(self._work)
        self._child.send(Task(cell.name, cell.job))
        self._patience.begin()
        while True:
            answer = self._child.receive(LOOK_SECONDS)
            if answer is None:
                if limit := self._patience.is_over():
                    return self._lose(cell, TIMED_OUT, limit)
            elif isinstance(answer, Ended):
                return self._lose(cell, FAILED, answer.words())
            elif answer.kind == "over":
                return self._over(cell, *answer.content)
            else:
                self._hear(cell, answer.kind, answer.content)

    def _hear(self, cell: Cell, kind: str, content: Any) -> None:
        if kind == "games":
            self._patience.hear()
            n_done, is_first = content
            self._pace.hear(n_done * cell.job.n_seats, is_first)
            self._report(cell, n_done)
        elif kind == "compile":
            self._pace.pause()
            self._on_compile(content)
        elif kind == "tell":
            self._tell(content)

    def _over(self, cell: Cell, status: str, reason: str, is_spent: bool) -> tuple[str, str]:
        """A cell whose end the child told."""
        if is_spent:  # memory ran out or something unforeseen happened: the next cell starts clean
            self._drop()
        if status != DONE:
            self._pace.lose(_units(cell))
        else:
            self._pace.end(_units(cell))
        return status, reason

    def _lose(self, cell: Cell, status: str, reason: str) -> tuple[str, str]:
        """A cell whose process is ended, or has ended."""
        self._drop()
        self._pace.lose(_units(cell))
        return status, reason

    def _drop(self) -> None:
        if self._child is not None:
            self._child.kill()
        self._child = None

    def _report(self, cell: Cell, n_done: int) -> None:
        self._n_settled = max(self._n_settled, self._n_before + min(n_done, cell.job.n_games))
        n_failed = sum(one.status != DONE for one in self._results)
        counts = len(self._cells), len(self._results), n_failed, self._n_games, self._n_settled
        self._progress(CellsProgress(cell.name, *counts, self._pace.seconds_left()))

    def _stop(self) -> int:
        """Let the child keep what is whole; games that it keeps in the cell in play. A second Ctrl-C does not wait."""
        if self._child is None:
            return 0
        try:
            return self._child.interrupt(STOP_SECONDS)
        except KeyboardInterrupt:
            return 0


def _units(cell: Cell) -> int:
    """Work of a cell: chairs played. A game of six takes longer than one of two."""
    return cell.job.n_games * cell.job.n_seats
