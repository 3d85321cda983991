"""What the command line prints: lines, JSON, errors and progress. Nothing here knows a game."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from types import TracebackType
from typing import Any, Self

#: Lines of progress where there is no terminal: one for every tenth.
N_PLAIN_LINES = 10


class Stopped(Exception):  # noqa: N818 - no error: the user's wish
    """The user interrupted the work; the text says what is kept and how to go on.

    `is_busy`: threads are still in machine code that does not end, so the process must not wait for them.
    """

    def __init__(self, text: str, is_busy: bool = False) -> None:
        super().__init__(text)
        self.is_busy = is_busy


def make_output_safe() -> None:
    """Let a narrow encoding show "?" for what it lacks, and a closed stdout or stderr swallow what it is told."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 - open until the end
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def say(text: str = "") -> None:
    """Print a line for people, or a block of lines."""
    print(text)


def say_json(value: Any) -> None:
    """Print one line of JSON; a stdout that cannot hold every character gets escapes, so nothing is lost."""
    is_wide = (sys.stdout.encoding or "").lower().replace("-", "").startswith("utf")
    print(json.dumps(value, ensure_ascii=not is_wide))


def inform(text: str) -> None:
    """Print one line about the work, not about its result, on stderr."""
    print(text, file=sys.stderr, flush=True)


def complain(text: str) -> None:
    """Print an error as one line on stderr, red on a terminal."""
    line = "fairseat: " + " ".join(text.split()).rstrip(".")
    is_red = sys.stderr.isatty() and "NO_COLOR" not in os.environ
    print(f"\033[31m{line}\033[0m" if is_red else line, file=sys.stderr)


def table(head: list[str], rows: list[list[str]]) -> str:
    """Rows of text under a head, in columns; the first column is left-aligned, the others right-aligned."""
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]

    def line(row: list[str]) -> str:
        cells = [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        return "  ".join(cells).rstrip()

    return "\n".join([line(head), "  ".join("-" * width for width in widths), *map(line, rows)])


class Progress:
    """Progress of a count of games, on stderr: a bar on a terminal, a line for every tenth elsewhere.

    Call it with (done, total); what it shows never goes back. A total may shrink at the end. Use it as a context
    manager.
    """

    def __init__(self, label: str, is_quiet: bool) -> None:
        self._label = label
        self._is_quiet = is_quiet
        self._shown = -1
        self._bar: Any = None
        self._task: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._bar is not None:
            self._bar.stop()

    def __call__(self, done: int, total: int) -> None:
        """Show that `done` of `total` games are finished and stored."""
        if self._is_quiet or total <= 0:
            return
        if sys.stderr.isatty():
            self._show_bar(done, total)
            return
        tenth = done * N_PLAIN_LINES // total
        if tenth > self._shown:
            self._shown = tenth
            percent = 100 * tenth // N_PLAIN_LINES
            inform(f"{self._label}: {percent} % of {total:,} games")

    def _show_bar(self, done: int, total: int) -> None:
        if self._bar is None:  # not before the first count: the bar of a compile may come first
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

            columns = (TextColumn(self._label), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
            self._bar = Progress(*columns, console=Console(stderr=True))
            self._bar.start()
            self._task = self._bar.add_task(self._label, total=total)
        self._shown = max(self._shown, done)
        self._bar.update(self._task, completed=min(self._shown, total), total=total)


class Waiting:
    """One line on a terminal's stderr that says what is going on, and is wiped away again; silent elsewhere."""

    def __init__(self, is_quiet: bool) -> None:
        self._is_shown = not is_quiet and sys.stderr.isatty()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self("")

    def __call__(self, text: str) -> None:
        """Show a text in place of the one before; "" wipes it."""
        if self._is_shown:
            print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)
