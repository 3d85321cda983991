"""Progress of a compile: said once, where the kernel cache holds no machine code yet. A warm start says nothing."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Self

from scripts.console import inform

if TYPE_CHECKING:
    from scripts.request import Setup
    from sim.compiling import Compile
    from sim.playout import Player

N_REFRESHES = 4  # a second: enough to see that it lives, too few to slow the compile


@contextmanager
def compiling(setup: Setup, is_quiet: bool) -> Iterator[None]:
    """Show every compile that happens in this context, on stderr."""
    from sim.policies.resolve import resolve_policies

    policies = resolve_policies(setup.plan.policies, setup.data, len(setup.game.feature_names))
    with _shown(setup.game.name, sorted({policy.family for policy in policies}), is_quiet):
        yield


def warm(player: Player, is_quiet: bool) -> None:
    """Compile a player's kernel, or load it from the kernel cache, before the first game is asked for."""
    with _shown(player.game.name, player.families, is_quiet):
        player.warm()


@contextmanager
def _shown(game: str, families: Sequence[str], is_quiet: bool) -> Iterator[None]:
    from sim.compiling import compiles_told

    if is_quiet:
        yield
        return
    kinds = ", ".join("weighted" if family == "linear" else family for family in families)
    view = _Bar if sys.stderr.isatty() else _Lines
    with view(f"{game} (policies: {kinds})") as show, compiles_told(show):
        yield


class _Lines:
    """Where there is no terminal: three lines a compile."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._step = "ready"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def __call__(self, work: Compile) -> None:
        if work.step == self._step:
            return
        if self._step == "ready":
            inform(_opening(self._label, work))
        if work.step == "machine code":
            inform(f"compiling: {work.n_functions} functions read in {work.seconds:.0f} s, machine code comes last")
        elif work.step == "ready":
            inform(_ending(work))
        self._step = work.step


class _Bar:
    """On a terminal: a bar with the time, which goes when all is compiled."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._bar: Any = None
        self._task: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def __call__(self, work: Compile) -> None:
        if self._bar is None:
            inform(_opening(self._label, work))
            self._bar = _rich_bar()
            self._bar.start()
            self._task = self._bar.add_task("", total=1.0)
        is_reading = work.step == "function"
        what = f"function {work.n_done} of {work.n_functions}" if is_reading else "machine code, the last step"
        self._bar.update(self._task, completed=work.share, description=what)
        if work.step == "ready":
            self._bar.stop()
            self._bar = None
            inform(_ending(work))


def _rich_bar() -> Any:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    return Progress(*columns, console=Console(stderr=True), refresh_per_second=N_REFRESHES, transient=True)


def _opening(label: str, work: Compile) -> str:
    seconds = work.expected_s
    about = f"{5 * round(seconds / 5)}" if seconds > 10 else f"{max(seconds, 1):.0f}"
    return f"compiling {label}: {work.n_functions} functions, about {about} s of work, once"


def _ending(work: Compile) -> str:
    later = "same policies and players: instant" if work.is_kept else f"{work.problem}: the next run compiles again"
    return f"compiled in {work.seconds:.1f} s; {later}"
