"""Playing what a command asks for, one run or many cells: progress, and the words of an interruption."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scripts import options as o
from scripts.cellprogress import ShowCells
from scripts.compiling import compiling
from scripts.console import Progress, Stopped, inform
from scripts.request import Setup
from sim.errors import UserError, fault_text

if TYPE_CHECKING:
    from sim.backends import Backend
    from sim.cells import Cell, CellResult
    from sim.run import RunResult
    from sim.stopping import Until

ON = "the same command with --resume goes on"


@dataclass(frozen=True)
class Work:
    """How a run is worked off; none of it changes a row."""

    out: str | None
    jobs: int
    backend: Backend
    resume: bool
    force: bool
    is_quiet: bool
    timeout: str | float | None = "auto"


@contextmanager
def kept(run_dir: Path) -> Iterator[None]:
    """An interruption or a fault after the games says that they are kept."""
    try:
        yield
    except OSError as error:
        raise UserError(f"{fault_text(error, run_dir)}; all games are kept, {ON}") from None
    except MemoryError:
        raise UserError(f"{run_dir}: out of memory; all games are kept, {ON}") from None
    except KeyboardInterrupt:
        raise Stopped(f"interrupted: all games are kept in {run_dir}; {ON}") from None


def play_into(run_dir: Path, setup: Setup, work: Work, until: Until | None = None) -> RunResult:
    """Play the games of a plan into a folder, showing compile and progress."""
    from sim.run import Interrupted
    from sim.run import simulate as play

    try:
        with compiling(setup, work.is_quiet), Progress("games", work.is_quiet) as progress:
            return play(
                run_dir,
                setup.game,
                setup.data,
                setup.plan,
                jobs=o.parse_jobs(work.jobs),
                backend=work.backend,
                resume=work.resume,
                force=work.force,
                progress=progress,
                tell=None if work.is_quiet else inform,
                until=until,
            )
    except Interrupted as stop:
        raise Stopped(
            f"interrupted: {stop.n_done:,} of {stop.n_total:,} games are kept in {run_dir}; "
            "the same command with --resume goes on",
            stop.is_busy,
        ) from None


def play_cells_into(
    folder: Path,
    cells: Sequence[Cell],
    work: Work,
    *,
    label: str,
    asked: Mapping[str, Any],
    kept_in: str = "",
) -> list[CellResult]:
    """Play cells into a folder, showing progress; `kept_in` says where games are kept, if not in the folder."""
    from sim.cells import play_cells
    from sim.run import Interrupted

    try:
        with ShowCells(label, work.is_quiet) as shown:
            return play_cells(
                folder,
                cells,
                asked=asked,
                jobs=o.parse_jobs(work.jobs),
                backend=work.backend,
                resume=work.resume,
                force=work.force,
                timeout=work.timeout,
                progress=shown,
                tell=shown.tell,
                on_compile=shown.compile,
            )
    except Interrupted as stop:
        where = kept_in or f"games are kept in {folder}"
        raise Stopped(f"interrupted: {stop.n_done:,} of {stop.n_total:,} {where}; {ON}", stop.is_busy) from None
