"""The invariants of RULES.md section 9 hold in random games."""

from __future__ import annotations

import pytest
from sizes import SIZES

from sim.games.rider import GAME, codes

from ..kit.agreement import alternatives
from ..kit.bounds import digests
from ..kit.fresh import run_fresh
from ..kit.numbers import sets_for
from .checker import Checker
from .moments import checker


@pytest.mark.parametrize("n_seats", [2, 3, 5, 8, 10, 11, 12])
def test_invariants_hold(n_seats: int) -> None:
    found = Checker(GAME.load("standin", None, sets_for(GAME, n_seats), n_seats), n_seats=n_seats)
    broken = found.play(0, SIZES.rider_invariants)
    assert broken is None, broken


@pytest.mark.parametrize("pack", ["stress", "words", "hoard"])
def test_invariants_hold_with_other_packs(pack: str) -> None:
    """Skills at the edge of the vocabulary, every word of it, and hands so large that the piles run out."""
    found = Checker(GAME.load(pack, None, (), 5))
    for found.n_seats in (2, 3, 5, 8):
        broken = found.play(0, SIZES.rider_invariants // 10)
        assert broken is None, broken


@pytest.mark.parametrize(("name", "value"), alternatives(codes.RULINGS))
def test_invariants_hold_under_each_ruling(name: str, value: bool | str) -> None:
    word = str(value).lower() if isinstance(value, bool) else value
    found = Checker(GAME.load("standin", None, [(f"rulings.{name}", word)], 5))
    for found.n_seats in (3, 5, 8):
        broken = found.play(0, SIZES.rider_invariants // 20)
        assert broken is None, broken


def test_random_games_end() -> None:
    """One faction of several living, or one survivor; none reaches the cap."""
    assert set(checker().end_reasons(200)) == {1, 2}


@pytest.mark.bounds
def test_games_with_bounds_checked() -> None:
    """An index out of its array stops the run; else the rows are those of the usual build, to the last byte."""
    wheres = [("standin", 2), ("standin", 5), ("standin", 10), ("stress", 5), ("words", 5), ("hoard", 8)]
    checked, unchecked = digests("rider", wheres, SIZES.rider_invariants // 10)
    assert checked == unchecked


@pytest.mark.verify
@pytest.mark.bounds
def test_invariants_hold_with_bounds_checked() -> None:
    """An index out of its array stops the run (IndexError): nothing is written into a neighbouring field."""
    code = (
        "from games.rider.checker import Checker; from sim.games.rider import GAME\n"
        "found = Checker(GAME.load('standin', None, (), 5))\n"
        "for found.n_seats in (2, 5, 10):\n"
        f"    print(found.play(0, {SIZES.rider_invariants // 10}), found.rows.tobytes().hex())"
    )
    checked, unchecked = (run_fresh(code, FAIRSEAT_BOUNDSCHECK=flag) for flag in ("1", "0"))
    assert [line.split()[0] for line in checked.splitlines()] == ["None"] * 3
    assert checked == unchecked  # the same games, to the last row
