"""Loops over a game's kernels that only tests need, kept in the kernel cache as the game's own are."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from sim.game import GameSpec
from sim.kernel import entry_kernel, source_digest
from sim.kernel_sources import kernel_digest


def entries(game: GameSpec, *files: Path) -> Callable[[Callable[[], Any]], Any]:
    """What compiles the function that a maker of no arguments returns, once.

    Parameters
    ----------
    files
        The test files that the machine code is made of, besides the game.
    """

    @cache
    def entry(make: Callable[[], Any]) -> Any:
        return entry_kernel(make(), source_digest(files, kernel_digest(game, ("loops",), 4)))

    return entry
