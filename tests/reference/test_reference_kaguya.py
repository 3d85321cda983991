"""The reference of kaguya against the known answers and hand cases of the rules contract."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, product

import pytest

from .kaguya import Game, contest, default_rules, default_rulings, flow, legal, outcome, ponkotsu
from .kaguya.data import CHARACTERS
from .kaguya.playing import BLANK, new_game
from .kaguya.state import Reservation, State


def table(**rulings: str) -> State:
    """A table in the order of characters, cards laid on slots 1-4 in seat order, before the first turn."""
    game = Game(default_rules(), default_rulings() | rulings, BLANK, list(CHARACTERS), 1, 2)
    for n in (4, 3, 2, 1):
        game.apply(f"slot n={n}")
    for player in game.state.seats:
        player.pool = []
    return game.state


def lay(g: State, **dice: tuple[int, ...]) -> None:
    """Put slot dice on characters, without any rule."""
    for character, faces in dice.items():
        g.dice_on(g.of_character(character))[:] = faces


# Known answers of section 10.


def equal_totals(a: int, b: int) -> Fraction:
    """Chance that the last die of `a` on one character meets `b` dice on another, by the reference's test."""
    hits = 0
    for faces in product(range(1, 7), repeat=a + b):
        g = EMPTY
        lay(g, president=faces[:a], vice=faces[a:])
        for p in g.seats:
            p.is_ponkotsu = False
        ponkotsu.test(g, g.seats[0], faces[0], g.seats[0])
        hits += g.seats[1].is_ponkotsu
    return Fraction(hits, 6 ** (a + b))


EMPTY = table()


@pytest.mark.parametrize(
    ("a", "b", "chance"),
    [(1, 1, "1/6"), (2, 1, "5/72"), (2, 2, "73/648"), (3, 1, "5/324"), (3, 2, "5/72")],
)
def test_equal_totals(a: int, b: int, chance: str) -> None:
    assert equal_totals(a, b) == Fraction(chance)


def contest_days(**rulings: str) -> Iterator[tuple[Fraction, list[int], list[int]]]:
    """All counts of twelve dice, three each, with their weight and the ranks."""
    weight = [Fraction(math.comb(3, k) * 5 ** (3 - k), 216) for k in range(4)]
    for counts in product(range(4), repeat=4):
        p = math.prod((weight[k] for k in counts), start=Fraction(1))
        yield p, *contest.ranks(dict(enumerate(counts)), [0, 1, 2, 3], default_rulings() | rulings)


@pytest.mark.parametrize(
    ("ties", "zero", "rights"),
    [
        ("share", "need_one", 3.07761), ("share", "zero_counts", 5.55632),
        ("tail_first", "need_one", 2.33693), ("tail_first", "zero_counts", 3.0),
        ("share_skips_second", "need_one", 3.05843), ("share_skips_second", "zero_counts", 4.93549),
    ],
)  # fmt: skip
def test_mean_sum_of_rights(ties: str, zero: str, rights: float) -> None:
    days = contest_days(contest_ties=ties, contest_zero=zero)
    mean = sum(p * (2 * len(first) + len(second)) for p, first, second in days)
    assert float(mean) == pytest.approx(rights, abs=5.1e-6)


def test_no_match_and_ties_for_most() -> None:
    days = list(contest_days())
    assert sum(p for p, first, _ in days if not first) == Fraction(125, 216) ** 4
    assert float(sum(p for p, first, _ in days if len(first) > 1)) == pytest.approx(0.379896, abs=5.1e-7)


@pytest.mark.parametrize(("face", "chance"), [(5, 0.401878), (4, 0.131687)])
def test_reservation_that_five_dice_cannot_beat(face: int, chance: float) -> None:
    g, safe = table(), 0
    card = min(g.display)
    g.display[card] = Reservation(1, face, 1)
    for pool in combinations_with_replacement(range(1, 7), 5):
        g.seats[0].pool = list(pool)
        ways = math.factorial(5) // math.prod(math.factorial(n) for n in Counter(pool).values())
        if not any(text.startswith(f"reserve card={card} ") for text in legal.turn_options(g, g.seats[0])):
            safe += ways
    assert safe / 6**5 == pytest.approx(chance, abs=5.1e-7)


@pytest.mark.parametrize(("position", "tokens"), [(0, 5), (2, 15)])
def test_base_income(position: int, tokens: int) -> None:
    game = new_game(0, rules={"track_start": position})
    while not game.is_over:  # nobody does anything, so nobody throws
        game.apply("end" if game.decision == "D2" else game.legal()[0])
    assert [seat["tokens_end"] for seat in game.outcome()["seats"]] == [tokens] * 4


def fill(rng: random.Random, g: State) -> int:
    """12 times choose a character with a free place, roll, place, test; number of ponkotsu."""
    lay(g, president=(), vice=(), secretary=(), treasurer=())
    for p in g.seats:
        p.is_ponkotsu = False
    for _ in range(12):
        on = rng.choice([p for p in g.seats if g.has_place(p)])
        face = rng.randint(1, 6)
        g.dice_on(on).append(face)
        ponkotsu.test(g, on, face, g.seats[0])
    return sum(p.is_ponkotsu for p in g.seats)


@pytest.mark.parametrize(
    ("measure", "shares"),
    [("total", (0.1022, 0.3205, 0.3038, 0.2735)), ("single_value", (0.0000, 0.0024, 0.0643, 0.9333))],
)
def test_random_fill(measure: str, shares: tuple[float, ...]) -> None:
    g, rng, n = table(ponkotsu_measure=measure), random.Random(5), 4000
    found = Counter(fill(rng, g) for _ in range(n))
    assert set(found) <= {0, 2, 3, 4}
    for k, share in zip((0, 2, 3, 4), shares, strict=True):
        assert found[k] / n == pytest.approx(share, abs=4.5 * math.sqrt(share * (1 - share) / n) + 1e-3)


# Hand cases of section 10.


def test_case_a_equal_totals_turn_both() -> None:
    g = table()
    lay(g, vice=(3,), president=(1, 2))
    ponkotsu.test(g, g.of_character("president"), 2, g.of_character("treasurer"))
    assert [p.is_ponkotsu for p in g.seats] == [True, True, False, False]
    assert g.of_character("treasurer").counts["ponkotsu_caused"] == 2


def test_case_b_ponkotsu_have_no_right() -> None:
    g = table()
    g.today = 2
    lay(g, president=(2, 2, 5), vice=(2, 2, 1), treasurer=(2, 6))
    g.of_character("president").is_ponkotsu = g.of_character("secretary").is_ponkotsu = True
    for player in g.seats:
        player.held = 5
    questions = contest.contest(g)
    question = next(questions)
    assert (question.seat, question.options) == (1, ["throw n=0", "throw n=1", "throw n=2"])
    question = questions.send("throw n=2")
    assert (question.seat, question.options) == (3, ["throw n=0", "throw n=1"])
    with pytest.raises(StopIteration):
        questions.send("throw n=1")
    assert g.rights == [{1: 2, 3: 1}]
    assert [p.bag for p in g.seats] == [0, 2, 0, 1]


def test_who_is_ponkotsu_already_counts_as_partner_but_does_not_turn_again() -> None:
    g = table()
    lay(g, vice=(3,), president=(1, 2))
    g.of_character("vice").is_ponkotsu = True
    ponkotsu.test(g, g.of_character("president"), 2, g.of_character("treasurer"))
    assert [p.is_ponkotsu for p in g.seats] == [True, True, False, False]
    assert g.of_character("treasurer").counts["ponkotsu_caused"] == 1


def test_cleanup_keeps_cubes_tokens_and_slots() -> None:
    g = table()
    g.seats[2].cubes, g.seats[2].held = {"dice": 2, "tokens": 1}, 3
    g.seats[1].pool, g.stock_dice = [4, 4], g.stock_dice + 18
    flow.cleanup(g)
    assert (g.seats[2].cubes, g.seats[2].held) == ({"dice": 2, "tokens": 1}, 3)
    assert [p.slot for p in g.seats] == [1, 2, 3, 4]
    assert (g.stock_dice, g.seats[1].pool, g.today, g.display) == (40 - 1 - 20 + 18 + 2 + 1, [], 0, {})
    assert len(g.discards["conversion"]) == len(g.discards["action"]) == 4


@pytest.mark.parametrize(
    ("ties", "first", "second"),
    [("share", [0, 1], [2]), ("tail_first", [1], [0]), ("share_skips_second", [0, 1], [])],
)
def test_case_c_ties(ties: str, first: list[int], second: list[int]) -> None:
    rulings = default_rulings() | {"contest_ties": ties}
    assert contest.ranks({0: 2, 1: 2, 2: 1, 3: 0}, [0, 1, 2, 3], rulings) == (first, second)


def test_case_d_order_of_choice() -> None:
    assert [seat + 1 for seat in contest.vigour_order([0, 1, 0, 1], start=1)] == [4, 2, 1, 3]


def test_case_e_take_over_needs_a_higher_die() -> None:
    g = table()
    card = min(g.display)
    g.display[card] = Reservation(1, 4, 1)
    g.seats[0].pool = [4, 5]
    g.allowance = 1
    offers = [text for text in legal.turn_options(g, g.seats[0]) if text.startswith(f"reserve card={card} ")]
    assert offers == [f"reserve card={card} die=5"]


def test_case_f_event_cards_break_ties() -> None:
    assert outcome.places([60, 60, 41, 30], [1, 2, 1, 1]) == [2, 1, 3, 4]
    assert outcome.is_tie_broken([60, 60, 41, 30], [1, 2, 1, 1])


def test_full_ties_share_the_better_rank() -> None:
    assert outcome.places([60, 60, 41, 41], [1, 1, 0, 2]) == [1, 1, 4, 3]
    assert not outcome.is_tie_broken([60, 60, 41, 41], [1, 1, 0, 2])
