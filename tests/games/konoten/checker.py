"""What checks random games of konoten after every action (`kit.checker`): section 9 of RULES.md."""

from __future__ import annotations

from pathlib import Path

from sim import rng
from sim.game import GameData
from sim.games.konoten import GAME
from sim.kernel import kernel

from ..kit import checker, checks
from .invariants import TEXTS, TRACK
from .invariants_step import check, check_row, start_track

# Kernels are typed by Numba.
# mypy: disable-error-code="no-untyped-def"

HERE = Path(__file__)


@kernel
def seat(core, key, game_index):
    """Characters by chance."""
    for p in range(6):
        core.characters[p] = p
    for p in range(core.n_seats):
        q = p + rng.draw(key, 1_000_000 + p, 6 - p)
        kept = core.characters[p]
        core.characters[p] = core.characters[q]
        core.characters[q] = kept


CHECKS = checker.Checks(
    GAME, TEXTS, TRACK, seat, start_track, check, check_row, row_number=21, deal=-1,
    files=(HERE, HERE.with_name("invariants.py"), HERE.with_name("invariants_step.py"), Path(checks.__file__)),
)  # fmt: skip


class Checker(checker.Checker):
    """Plays checked random games with one set of data."""

    def __init__(self, data: GameData, seed: int = 1, n_seats: int = 4) -> None:
        super().__init__(CHECKS, data, seed, n_seats)
