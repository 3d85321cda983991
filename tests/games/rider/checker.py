"""What checks random games of rider after every action (`kit.checker`): section 9 of RULES.md."""

from __future__ import annotations

from pathlib import Path

from sim.game import GameData
from sim.games.rider import GAME
from sim.kernel import kernel

from ..kit import checker, checks
from .invariants import TEXTS, TRACK
from .invariants_step import check, check_row, start_track

# Kernels are typed by Numba.
# mypy: disable-error-code="no-untyped-def"

HERE = Path(__file__)


@kernel
def seat(core, key, game_index):
    """Person p sits at seat p."""
    for p in range(core.n_seats):
        core.participants[p] = p


CHECKS = checker.Checks(
    GAME, TEXTS, TRACK, seat, start_track, check, check_row, row_number=15, deal=-1,
    files=(HERE, HERE.with_name("invariants.py"), HERE.with_name("invariants_step.py"), Path(checks.__file__)),
)  # fmt: skip


class Checker(checker.Checker):
    """Plays checked random games with one set of data."""

    def __init__(self, data: GameData, seed: int = 1, n_seats: int = 5) -> None:
        super().__init__(CHECKS, data, seed, n_seats)
