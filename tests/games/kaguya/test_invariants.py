"""The invariants of RULES.md section 9 hold in random games."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from sizes import SIZES

from sim.games.kaguya import GAME, codes

from .checker import Checker
from .moments import checker

PACKS = ("standin", "bare", "stress")
RULING_ALTERNATIVES = [(name, word) for name, words in codes.RULINGS.items() for word in words[1:]]


@pytest.mark.parametrize("pack", PACKS)
def test_invariants_hold(pack: str) -> None:
    broken = checker(pack).play(0, SIZES.kaguya_invariants)
    assert broken is None, broken


@pytest.mark.parametrize(("name", "word"), RULING_ALTERNATIVES)
def test_invariants_hold_under_each_ruling(name: str, word: str) -> None:
    data = GAME.load("standin", None, [(f"rulings.{name}", word)], 4)
    broken = Checker(GAME, data).play(0, SIZES.kaguya_invariants // 10)
    assert broken is None, broken


def test_random_games_end() -> None:
    found = checker("standin")
    for game in range(20):
        assert found.play(game, 1) is None
        assert found.states[0]["core"]["is_over"] == 1
        assert found.states[0]["core"]["end_reason"] == 1


@pytest.mark.bounds
def test_invariants_hold_with_bounds_checked() -> None:
    """An index out of its array stops the run (IndexError): nothing is written into a neighbouring field."""
    code = (
        "from games.kaguya.checker import Checker; from sim.games.kaguya import GAME\n"
        "for pack in ('standin', 'bare', 'stress'):\n"
        f"    print(Checker(GAME, GAME.load(pack, None, (), 4)).play(0, {SIZES.kaguya_invariants // 10}))"
    )
    tests = Path(__file__).parents[2]
    env = {**os.environ, "FAIRSEAT_BOUNDSCHECK": "1", "PYTHONPATH": os.pathsep.join((str(tests), str(tests.parent)))}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
    assert (done.stdout.split(), done.returncode) == (["None"] * 3, 0), done.stderr
