"""The invariants of RULES.md section 9 hold in random games."""

from __future__ import annotations

import pytest
from sizes import SIZES

from sim.games.kaguya import GAME, codes

from ..kit.agreement import alternatives
from ..kit.bounds import digests
from ..kit.fresh import run_fresh
from .checker import Checker
from .moments import checker

PACKS = ("standin", "bare", "stress")


@pytest.mark.parametrize("pack", PACKS)
def test_invariants_hold(pack: str) -> None:
    broken = checker(pack).play(0, SIZES.kaguya_invariants)
    assert broken is None, broken


@pytest.mark.parametrize(("name", "word"), alternatives(codes.RULINGS))
def test_invariants_hold_under_each_ruling(name: str, word: str) -> None:
    data = GAME.load("standin", None, [(f"rulings.{name}", word)], 4)
    broken = Checker(data).play(0, SIZES.kaguya_invariants // 10)
    assert broken is None, broken


def test_random_games_end() -> None:
    assert checker("standin").end_reasons(20) == [1] * 20


@pytest.mark.bounds
def test_games_with_bounds_checked() -> None:
    """An index out of its array stops the run; else the rows are those of the usual build, to the last byte."""
    wheres = [("standin", 4), ("bare", 4), ("stress", 4)]
    checked, unchecked = digests("kaguya", wheres, SIZES.kaguya_invariants // 10)
    assert checked == unchecked


@pytest.mark.verify
@pytest.mark.bounds
def test_invariants_hold_with_bounds_checked() -> None:
    """An index out of its array stops the run (IndexError): nothing is written into a neighbouring field."""
    code = (
        "from games.kaguya.checker import Checker; from sim.games.kaguya import GAME\n"
        "for pack in ('standin', 'bare', 'stress'):\n"
        f"    print(Checker(GAME.load(pack, None, (), 4)).play(0, {SIZES.kaguya_invariants // 10}))"
    )
    assert run_fresh(code, FAIRSEAT_BOUNDSCHECK="1").split() == ["None"] * 3
