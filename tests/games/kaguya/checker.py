"""What checks random games of kaguya after every action (`kit.checker`): section 9 of RULES.md."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sim.game import GameData
from sim.games.kaguya import GAME, codes
from sim.kernel import kernel

from ..kit import checker, checks
from .invariants import TEXTS, TRACK
from .invariants_step import check, check_row, start_track

# Kernels are typed by Numba.
# mypy: disable-error-code="no-untyped-def"

HERE = Path(__file__)


@kernel
def seat(core, key, game_index):
    """The 24 orders of the characters in turn, from the alphabetical one on."""
    for p in range(4):
        core.characters[p] = p
    rest, n_orders = game_index % 24, 6
    for p in range(3):
        skip = rest // n_orders
        rest %= n_orders
        n_orders //= 3 - p
        chosen = core.characters[p + skip]
        for q in range(p + skip, p, -1):
            core.characters[q] = core.characters[q - 1]
        core.characters[p] = chosen


CHECKS = checker.Checks(
    GAME, TEXTS, TRACK, seat, start_track, check, check_row, row_number=19, deal=255 << 24,
    files=(HERE, HERE.with_name("invariants.py"), HERE.with_name("invariants_step.py"), Path(checks.__file__)),
)  # fmt: skip


class Checker(checker.Checker):
    """Plays checked random games with one set of data; the track knows which ops and costs there are."""

    def __init__(self, data: GameData, seed: int = 1) -> None:
        super().__init__(CHECKS, data, seed)
        rules = self.tables[0]
        ops = {int(code) for code in rules["ops"]["op"][: _used_rows(rules)]}
        self.tracks[0]["ops"] = sum(1 << op for op in ops)
        self.tracks[0]["has_ponkotsu_cost"] = codes.COST_PONKOTSU in {int(kind) for kind in rules["costs"]["kind"]}


def _used_rows(rules: Any) -> int:
    """Rows of the flat array of ops that a program or an op points at."""
    programs, ops = rules["programs"], rules["ops"]
    ends = [programs["do_start"] + programs["do_n"], (ops["branch_do_start"] + ops["branch_do_n"]).ravel()]
    return int(max(end.max() for end in ends))
