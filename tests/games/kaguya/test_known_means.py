"""Section 10 of RULES.md: whole games of pack `bare` under uniform play, default rulings and one ruling changed.

Every figure lies within 4 standard errors of both samples (ours, from block means; that of the contract, 2 million or
100,000 games) and half of the last printed digit, which is less than the uncertainty that the contract prints.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
from sizes import SIZES

from sim.games.kaguya import GAME

from ..kit.means import Mean
from . import bare_games, loops

Figure = Callable[[str, object], None]

#: Printed figures of the default rulings (2 million games).
DEFAULT = {
    "turns": "5.637", "passes": "0.1717", "placements": "1.524", "reservations": "1.786", "take-overs": "0.219",
    "action uses": "1.155", "unused dice": "0.535", "fetches": "1.259", "conversions": "2.651",
    "0 ponkotsu, per day": "0.436", "2 ponkotsu, per day": "0.398", "3 ponkotsu, per day": "0.118",
    "4 ponkotsu, per day": "0.049", "no match, per day": "0.565", "rights, per day": "1.033",
    "all zero, per day": "0.708", "zero vigour": "0.918", "slot points": "0.449", "score": "15.54", "score SD": "6.01",
    "tokens held": "4.428", "win share of seat 1": "0.149", "win share of seat 2": "0.173",
    "win share of seat 3": "0.205", "win share of seat 4": "0.474", "shared": "0.0145", "ponkotsu": "0.336",
}  # fmt: skip
N_DEFAULT = 2_000_000

#: Printed figures of one ruling changed (100,000 games).
CHANGED = [
    (("all_zero_winner", "no_winner"), {"score": "11.14", "shared": "0.073"}),
    (("contest_zero", "zero_counts"), {"rights, per day": "4.40", "all zero, per day": "0.181", "score": "20.8"}),
    (("contest_token_source", "stock"), {"score": "16.26", "zero vigour": "0.913"}),
    (("contest_ties", "tail_first"), {"rights, per day": "0.95", "score": "15.49"}),
    (("ponkotsu_measure", "single_value"), {"ponkotsu": "0.571", "score": "13.35"}),
    (("beaten_die", "to_owner"), {"turns": "5.825"}),
    (("stop_rule", "main_compulsory"), {"turns": "6.22"}),
]
N_CHANGED = 100_000


def compare(found: dict[str, Mean], printed: dict[str, str], n_printed: int) -> list[str]:
    """The figures that are too far from the printed ones, in words."""
    far = []
    for name, text in printed.items():
        if not bare_games.is_near(found[name], text, n_printed):
            far.append(f"{name}: {found[name]}, printed {text}")
    return far


def record(figure: Figure, what: str, found: dict[str, Mean], names: list[str]) -> None:
    for name in names:
        figure(f"{what}: {name}", str(found[name]))


def test_default_rulings(figure: Figure) -> None:
    found = bare_games.play(SIZES.bare_games, seed=101)
    record(figure, f"{SIZES.bare_games} bare games", found, list(DEFAULT))
    assert compare(found, DEFAULT, N_DEFAULT) == []
    assert (found["dice of a player-day"].value, found["dice of a player-day"].spread) == (5, 0)


@pytest.mark.parametrize(("ruling", "printed"), CHANGED, ids=[ruling[1] for ruling, _ in CHANGED])
def test_one_ruling_changed(ruling: tuple[str, str], printed: dict[str, str], figure: Figure) -> None:
    found = bare_games.play(SIZES.ruling_games, 102, ruling)
    record(figure, f"{SIZES.ruling_games} bare games, {ruling[0]} = {ruling[1]}", found, list(printed))
    assert compare(found, printed, N_CHANGED) == []
    if ruling[1] == "no_winner":
        for seat in (1, 2, 3, 4):
            share = found[f"win share of seat {seat}"]
            assert share.value == pytest.approx(0.25, abs=0.01 + 4 * share.error)
    if ruling[1] == "stock":
        assert found["fewest tokens held"].value == found["most tokens held"].value == 5


def test_questions_and_ponkotsu_rolls(figure: Figure) -> None:
    """What no outcome column counts: D2 questions of a game and rolls of the ponkotsu die of a player-day."""
    rows = loops.census(GAME.load("bare", None, (), 4), 103, SIZES.census_games)
    for name, values, printed in (
        ("D2 questions", rows[:, 0], "221.8"),
        ("ponkotsu rolls", rows[:, 1] / 20, "1.030"),
        ("passes", rows[:, 2] / 20, "0.1717"),
    ):
        spread = float(values.std())
        mean = Mean(float(values.mean()), spread / math.sqrt(len(values)), spread)
        figure(f"{len(values)} bare games: {name}", str(mean))
        assert bare_games.is_near(mean, printed, N_DEFAULT), mean
