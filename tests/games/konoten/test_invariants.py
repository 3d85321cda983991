"""The invariants of RULES.md section 9 hold in random games."""

from __future__ import annotations

import pytest
from reference.konoten.data import RULINGS
from sizes import SIZES

from sim.games.konoten import GAME

from ..kit.agreement import alternatives
from ..kit.bounds import digests
from ..kit.fresh import run_fresh
from .checker import Checker
from .moments import checker


@pytest.mark.parametrize("n_seats", [2, 3, 4])
def test_invariants_hold(n_seats: int) -> None:
    found = Checker(GAME.load("standin", None, (), 4), n_seats=n_seats)
    broken = found.play(0, SIZES.konoten_invariants)
    assert broken is None, broken


@pytest.mark.parametrize(("name", "value"), alternatives(RULINGS))
def test_invariants_hold_under_each_ruling(name: str, value: bool | str) -> None:
    word = str(value).lower() if isinstance(value, bool) else value
    found = Checker(GAME.load("standin", None, [(f"rulings.{name}", word)], 4))
    if (name, value) == ("growth_lock", "permanent"):
        assert found.tables[0]["growth_lock"] == 1
    for n_seats in (2, 3, 4):
        found.n_seats = n_seats
        broken = found.play(0, SIZES.konoten_invariants // 20)
        assert broken is None, broken


def test_random_games_end() -> None:
    assert checker().end_reasons(20) == [1] * 20


@pytest.mark.bounds
def test_games_with_bounds_checked() -> None:
    """An index out of its array stops the run; else the rows are those of the usual build, to the last byte."""
    wheres = [("standin", 2), ("standin", 3), ("standin", 4), ("stress", 4), ("extreme", 3)]
    checked, unchecked = digests("konoten", wheres, SIZES.konoten_invariants // 10)
    assert checked == unchecked


@pytest.mark.verify
@pytest.mark.bounds
def test_invariants_hold_with_bounds_checked() -> None:
    """An index out of its array stops the run (IndexError): nothing is written into a neighbouring field."""
    code = (
        "from games.konoten.checker import Checker; from sim.games.konoten import GAME\n"
        "found = Checker(GAME.load('standin', None, (), 4))\n"
        "for found.n_seats in (2, 3, 4):\n"
        f"    print(found.play(0, {SIZES.konoten_invariants // 10}), found.rows.tobytes().hex())"
    )
    checked, unchecked = (run_fresh(code, FAIRSEAT_BOUNDSCHECK=flag) for flag in ("1", "0"))
    assert [line.split()[0] for line in checked.splitlines()] == ["None"] * 3
    assert checked == unchecked  # the same games, to the last row
