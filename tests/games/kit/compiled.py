"""Loops over a game's kernels that only tests need, kept in the kernel cache as the game's own are."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from sim.game import GameSpec
from sim.kernel import entry_kernel, kernel, source_digest
from sim.kernel_sources import kernel_digest

# Kernels are typed by Numba.
# mypy: disable-error-code="no-untyped-def"


@kernel
def begin(states, blanks, n_seats, deal_key):
    """A blank game with characters 0, 1, ... by seat, ready for `setup`."""
    states[0] = blanks[0]
    core = states[0].core
    core.n_seats = n_seats
    core.deal_key = deal_key
    for p in range(n_seats):
        core.characters[p] = p


def entries(game: GameSpec, *files: Path) -> Callable[[Callable[[], Any]], Any]:
    """What compiles the function that a maker of no arguments returns, once.

    Parameters
    ----------
    files
        The test files that the machine code is made of, besides the game.
    """

    @cache
    def entry(make: Callable[[], Any]) -> Any:
        digest = kernel_digest(game, ("loops",), game.most_seats)
        return entry_kernel(make(), source_digest((Path(__file__), *files), digest))

    return entry
