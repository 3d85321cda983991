"""Progress of many cells on stderr: by cell and by game, with the time that is left."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from scripts.console import N_PLAIN_LINES, inform

if TYPE_CHECKING:
    from sim.cells import CellsProgress
    from sim.compiling import Compile

#: Lines about single cells and compiles where there is no terminal; what comes after them stands in the report.
MAX_LINES = 6
#: Characters of such a line.
MAX_WIDTH = 150


class ShowCells:
    """What `sim.cells.play_cells` tells: a bar on a terminal, a line for every tenth of the games elsewhere.

    Use it as a context manager; `play_cells(..., progress=shown, tell=shown.tell, on_compile=shown.compile)`.
    """

    def __init__(self, label: str, is_quiet: bool) -> None:
        self._label, self._is_quiet = label, is_quiet
        self._tenth, self._n_lines = -1, 0
        self._is_compiling = False
        self._bar: Any = None
        self._task: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._bar is not None:
            self._bar.stop()

    def __call__(self, stand: CellsProgress) -> None:
        """Show where the work stands."""
        if self._is_quiet or stand.n_games <= 0:
            return
        if sys.stderr.isatty():
            done = {"completed": stand.n_settled, "total": stand.n_games}
            self._show(_where(stand), time_left(stand.seconds_left), **done)
            return
        tenth = stand.n_settled * N_PLAIN_LINES // stand.n_games
        is_last = stand.n_over == stand.n_cells
        if tenth > self._tenth and (tenth < N_PLAIN_LINES or is_last):
            self._tenth = tenth
            percent = 100 * tenth // N_PLAIN_LINES
            over = f"{stand.n_over:,} of {stand.n_cells:,} cells"
            left = "" if is_last else f", {time_left(stand.seconds_left)}"
            failed = f" ({stand.n_failed:,} failed)" if stand.n_failed else ""
            inform(f"{self._label}: {percent} % of {stand.n_games:,} games, {over}{failed}{left}")

    def tell(self, sentence: str) -> None:
        """Show a sentence about the work."""
        if self._is_quiet:
            return
        if self._bar is not None:
            self._bar.console.print(sentence, highlight=False, markup=False)
        elif sys.stderr.isatty():
            inform(sentence)
        else:
            self._line(sentence)

    def compile(self, work: Compile) -> None:
        """Show a compile."""
        if self._is_quiet:
            return
        is_ready = work.step == "ready"
        if sys.stderr.isatty():
            what = (
                "machine code" if work.n_done == work.n_functions else f"{work.n_done} of {work.n_functions} functions"
            )
            self._show("ready" if is_ready else f"compiling: {what}", "")
        elif is_ready:
            self._line(f"compiled in {work.seconds:.0f} s")
        elif not self._is_compiling:
            self._line(f"compiling: {work.n_functions} functions, about {max(work.expected_s, 1):.0f} s of work, once")
        self._is_compiling = not is_ready

    def _line(self, text: str) -> None:
        self._n_lines += 1
        if self._n_lines <= MAX_LINES:
            inform(text if len(text) <= MAX_WIDTH else f"{text[: MAX_WIDTH - 4]} ...")
        elif self._n_lines == MAX_LINES + 1:
            inform("more of this kind is not told here")

    def _show(self, where: str, left: str, **done: Any) -> None:
        if self._bar is None:
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

            left_over = TextColumn("{task.fields[left]}")
            columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), left_over)
            self._bar = Progress(*columns, console=Console(stderr=True))
            self._bar.start()
            self._task = self._bar.add_task(where, total=None, left=left)
        self._bar.update(self._task, description=where, left=left, **done)


def _where(stand: CellsProgress) -> str:
    failed = f", {stand.n_failed} failed" if stand.n_failed else ""
    return f"cell {min(stand.n_over + 1, stand.n_cells)} of {stand.n_cells}{failed}"


def time_left(seconds: float | None) -> str:
    """Time that is left in words; it is an estimate, so coarse."""
    if seconds is None:
        return "time left not known yet"
    if seconds < 90:
        return f"about {max(round(seconds), 1)} s left"
    minutes = seconds / 60
    return f"about {minutes:.0f} min left" if minutes < 90 else f"about {minutes / 60:.1f} h left"
