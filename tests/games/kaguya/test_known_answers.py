"""Section 10 of RULES.md, exact part: enumerations, hand cases and the random fill, by the kernels themselves."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import Any

import pytest
from sizes import SIZES

from sim.games.kaguya import GAME

from . import loops
from .situations import PRESIDENT, SECRETARY, TREASURER, VICE, Table

Figure = Callable[[str, object], None]

#: Chance that k of three dice show one number.
SHOWN = [Fraction(math.comb(3, k) * 5 ** (3 - k), 216) for k in range(4)]

#: Half of the last printed digit.
ROUNDING = 0.5


# ---- totals ----


def test_four_totals() -> None:
    table = Table()
    n_different, sums = loops.four_totals(table.states, table.tables)
    assert Fraction(n_different, 6**12) == Fraction(5445599, 10077696)
    assert [round(total / 6**12, 4) for total in sums] == [13.5509, 11.4052, 9.5948, 7.4491]


@pytest.mark.parametrize(
    ("a", "b", "chance"),
    [(1, 1, "1/6"), (2, 1, "5/72"), (2, 2, "73/648"), (3, 1, "5/324"), (3, 2, "5/72"), (3, 3, "361/3888")],
)
def test_equal_totals(a: int, b: int, chance: str) -> None:
    table = Table()
    for first, second in ((a, b), (b, a)):
        found = loops.equal_totals(table.states, table.tables, first, second)
        assert Fraction(found, 6 ** (a + b)) == Fraction(chance)


# ---- contest ----


def contest_days(**rulings: Any) -> Iterator[tuple[Fraction, Any]]:
    """Every set of counts of today's number on three dice each: its chance, and the state after the contest began."""
    table = Table(**rulings)
    for seat in (1, 2, 3, 4):
        table.pool(seat)
    table.today(3)
    start = table.states.copy()
    for counts in product(range(4), repeat=4):
        table.states[:] = start
        for seat, k in enumerate(counts, start=1):
            table.lay(seat, *[3] * k, *[5] * (3 - k))
        for _ in range(4):
            table.apply("end")
        yield math.prod((SHOWN[k] for k in counts), start=Fraction(1)), table.state


@pytest.mark.parametrize(
    ("ties", "zero", "rights"),
    [
        ("share", "need_one", 3.07761), ("share", "zero_counts", 5.55632),
        ("tail_first", "need_one", 2.33693), ("tail_first", "zero_counts", 3.0),
        ("share_skips_second", "need_one", 3.05843), ("share_skips_second", "zero_counts", 4.93549),
    ],
)  # fmt: skip
def test_mean_sum_of_rights(ties: str, zero: str, rights: float) -> None:
    mean = Fraction(0)
    for chance, state in contest_days(contest_ties=ties, contest_zero=zero):
        mean += chance * sum(2 * int(seat.rights_first) + int(seat.rights_second) for seat in state.seats)
    assert float(mean) == pytest.approx(rights, abs=5.1e-6)


def test_no_match_and_ties_for_most() -> None:
    no_match = tie = Fraction(0)
    for chance, state in contest_days():
        no_match += chance * int(state.days_no_match)
        tie += chance * int(state.days_tie_most)
    assert no_match == Fraction(125, 216) ** 4
    assert float(tie) == pytest.approx(0.379896, abs=5.1e-7)


# ---- ponkotsu die, reservations, income ----


def test_rolls_and_points_of_ponkotsu_turns(figure: Figure) -> None:
    """A turn that is acted in the end takes 6/5 rolls and costs 3/5 points: each roll is a fair die of its own."""
    rows = loops.census(GAME.load("bare", None, [("rulings.score_floor", "none")], 4), 11, SIZES.census_games)
    _, rolls, passes, minus, lost = (int(total) for total in rows.sum(axis=0))
    assert lost == minus
    figure("rolls per acted turn while ponkotsu (6/5)", rolls / (rolls - passes))
    figure("points lost per acted turn while ponkotsu (3/5)", lost / (rolls - passes))
    assert passes / rolls == pytest.approx(1 / 6, abs=4 * math.sqrt(5 / 36 / rolls))
    assert rolls / (rolls - passes) == pytest.approx(6 / 5, abs=4 * (6 / 5) ** 2 * math.sqrt(5 / 36 / rolls))
    # the variance of lost - 3/5 acted over the faces -, +, Pass of one roll: 3 times 2/5, twice -3/5, once 0
    error = math.sqrt((3 * 0.16 + 2 * 0.36) / 6 / rolls) * 6 / 5
    assert lost / (rolls - passes) == pytest.approx(3 / 5, abs=4 * error)


@pytest.mark.parametrize(("face", "chance"), [(5, 0.401878), (4, 0.131687)])
def test_reservation_that_five_dice_cannot_beat(face: int, chance: float) -> None:
    table = Table()
    card = int(table.state.display[0])
    table.reserve(2, card, face)
    n_safe = 0
    for pool in combinations_with_replacement(range(1, 7), 5):
        table.pool(1, *pool)
        if not any(text.startswith(f"reserve card={card} ") for text in table.legal):
            n_safe += math.factorial(5) // math.prod(math.factorial(n) for n in Counter(pool).values())
    assert Fraction(n_safe, 6**5) == Fraction(face, 6) ** 5
    assert n_safe / 6**5 == pytest.approx(chance, abs=5.1e-7)


@pytest.mark.parametrize(("position", "tokens"), [(0, 5), (2, 15)])
def test_base_income_of_a_week(position: int, tokens: int) -> None:
    table = Table(track_start=position)
    for _ in range(5):
        table.next_day()
    assert table.state.core.is_over
    assert table.outcome()["seats"]["tokens_end"].tolist() == [tokens] * 4


# ---- random fill ----


@pytest.mark.parametrize(
    ("measure", "shares"),
    [("total", (0.1022, 0.3205, 0.3038, 0.2735)), ("single_value", (0.0000, 0.0024, 0.0643, 0.9333))],
)
def test_random_fill(measure: str, shares: tuple[float, ...], figure: Figure) -> None:
    """Within 4 standard errors of both samples (20 million there), and the rounding of four printed digits."""
    table = Table(ponkotsu_measure=measure).pool(1)
    table.state.allowance = 12
    n = SIZES.fill_trials
    counts = loops.random_fill(table.states, table.tables, 3, n)
    assert counts.sum() == n
    assert counts[1] == 0
    found = counts[[0, 2, 3, 4]] / n
    figure(f"random fill, {measure}, {n} trials: 0, 2, 3, 4 ponkotsu", [round(float(share), 5) for share in found])
    for share, printed in zip(found, shares, strict=True):
        error = math.sqrt(share * (1 - share) * (1 / n + 1 / 20e6))
        assert share == pytest.approx(printed, abs=4 * error + ROUNDING * 1e-4)


# ---- hand cases ----


def test_case_a_equal_totals_turn_both() -> None:
    table = Table().lay(2, 3).lay(1, 1).pool(1, 2)
    assert [PRESIDENT, VICE] == ["president", "vice"]
    table.apply("place char=president die=2")
    assert table.ponkotsu() == [1, 2]


def test_case_b_ponkotsu_have_no_right() -> None:
    table = Table().today(2).lay(1, 2, 2, 5).lay(2, 2, 2, 1).lay(4, 2, 6).make_ponkotsu(1, 3)
    assert [SECRETARY, TREASURER] == ["secretary", "treasurer"]
    for seat in (1, 2, 3, 4):
        table.pool(seat).tokens(seat, held=5)
    table.end_day()
    assert (table.actor, table.legal) == (2, ["throw n=0", "throw n=1", "throw n=2"])
    table.apply("throw n=2")
    assert (table.actor, table.legal) == (4, ["throw n=0", "throw n=1"])
    table.apply("throw n=1")
    assert table.decision == "D4"


@pytest.mark.parametrize(
    ("ties", "rights"),
    [("share", {1: 2, 2: 2, 3: 1}), ("tail_first", {2: 2, 1: 1}), ("share_skips_second", {1: 2, 2: 2})],
)
def test_case_c_ties_for_most(ties: str, rights: dict[int, int]) -> None:
    table = Table(contest_ties=ties).today(6).lay(1, 6, 6, 1).lay(2, 6, 6).lay(3, 6, 5).lay(4, 1, 2)
    for seat in (1, 2, 3, 4):
        table.pool(seat).tokens(seat, held=5)
    table.end_day()
    found = {}
    while table.decision == "D3":
        found[table.actor] = len(table.legal) - 1
        table.apply("throw n=0")
    assert list(found.items()) == list(rights.items())


def test_case_d_order_of_choice() -> None:
    table = Table().tokens(2, bag=1).tokens(4, bag=1)
    table.state.start_seat = 1
    table.end_day()
    order = []
    while table.decision == "D4":
        order.append(table.actor)
        table.apply(table.legal[0])
    assert order == [4, 2, 1, 3]


def test_case_e_a_take_over_needs_a_higher_die() -> None:
    table = Table()
    card = int(table.state.display[0])
    table.reserve(2, card, 4).pool(1, 4, 5)
    assert [text for text in table.legal if text.startswith(f"reserve card={card} ")] == [f"reserve card={card} die=5"]


def test_case_f_event_cards_break_ties() -> None:
    """Friday ends with scores 60, 60, 41, 30 and 1, 2, 1, 1 event cards; seat 2 takes the last of them."""
    table = Table().score(55, 50, 36, 25)
    table.state.day = 4
    for seat in (1, 2, 3, 4):
        table.pool(seat).tokens(seat)
        table.seat(seat).n_events = 1
    table.tokens(2, bag=1).end_day().choose_slots()
    assert table.state.core.is_over
    row = table.outcome()
    assert row["seats"]["score"].tolist() == [60, 60, 41, 30]
    assert row["seats"]["event_cards"].tolist() == [1, 2, 1, 1]
    assert row["seats"]["win_share"].tolist() == [0, 1, 0, 0]
    assert row["seats"]["rank"].tolist() == [2, 1, 3, 4]
    assert (int(row.winners), int(row.tie_broken)) == (1, 1)
