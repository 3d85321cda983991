"""The reference of kaguya against known answers, hand cases and invariants of the rules contract."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, permutations, product
from typing import Any

import pytest

from sim.rng_twin import fold

from .kaguya import Game, contest, data, default_rules, default_rulings, legal, outcome, ponkotsu
from .kaguya.data import CHARACTERS, RULINGS
from .kaguya.invariants import Watcher
from .kaguya.packs import blank_pack, scratch_pack
from .kaguya.state import Reservation, State

BLANK, SCRATCH = blank_pack(), scratch_pack()
ALTERNATIVES = [(name, value) for name, values in RULINGS.items() for value in values[1:]]


def new_game(number: int, pack: dict[str, Any] = BLANK, rules: dict[str, Any] | None = None, **rulings: str) -> Game:
    """Game `number`, characters in an order that goes with it."""
    seating = list(list(permutations(CHARACTERS))[number % 24])
    keys = fold(1, number), fold(2, number)
    return Game(default_rules() | (rules or {}), default_rulings() | rulings, pack, seating, *keys)


def play(game: Game, seed: int, is_blank: bool | None = None) -> Game:
    """Play with uniform choices; watched unless `is_blank` is None."""
    rng = random.Random(seed)
    watcher = None if is_blank is None else Watcher(game, is_blank)
    while not game.is_over:
        text = rng.choice(game.legal())
        if watcher:
            watcher.apply(text)
        else:
            game.apply(text)
    if watcher:
        watcher.end()
    return game


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


#: Means of whole games of blank cards under uniform play (default rulings): per game or per player-day.
BLANK_GAMES = {
    "turns": 5.637, "rolls": 1.030, "passes": 0.1717, "placements": 1.524, "reserves": 1.786, "takeovers": 0.219,
    "uses": 1.155, "unused": 0.535, "fetches": 1.259, "conversions": 2.651, "ponk_2": 0.398, "ponk_3": 0.118,
    "ponk_4": 0.049, "no_match": 0.565, "rights": 1.033, "all_zero": 0.708, "zero_vigour": 0.918, "slots": 0.449,
    "score": 15.54, "held": 4.428, "seat_1": 0.149, "seat_2": 0.173, "seat_3": 0.205, "seat_4": 0.474,
    "shared": 0.0145,
}  # fmt: skip


def measure_blank(game: Game) -> dict[str, float]:
    """One game's values of the measures of section 10's table."""
    row = game.outcome()
    seats = row["seats"]

    def day_mean(*names: str) -> float:
        return float(sum(seat[name] for seat in seats for name in names)) / 20

    return {
        "turns": row["turns"] / 20, "rolls": sum(p.counts["rolls"] for p in game.state.seats) / 20,
        "passes": day_mean("passes"), "placements": row["placements"] / 20, "reserves": day_mean("reserves"),
        "takeovers": row["takeovers"] / 20, "uses": day_mean("uses_action"), "unused": day_mean("dice_unused"),
        "fetches": day_mean("recovered_conv", "recovered_act"), "conversions": day_mean("uses_conv"),
        **{f"ponk_{k}": row[f"ponk_{k}"] / 5 for k in (2, 3, 4)},
        "no_match": row["days_no_match"] / 5, "all_zero": row["days_all_zero"] / 5,
        "rights": sum(sum(day.values()) for day in game.state.rights) / 5,
        "zero_vigour": day_mean("zero_vigour_days"), "slots": day_mean("pts_slots"),
        "score": day_mean("score") * 5, "held": day_mean("tokens_end") * 5,
        **{f"seat_{p + 1}": seats[p]["win_share"] for p in range(4)}, "shared": float(row["winners"] > 1),
        "fools": day_mean("ponkotsu_days"),
    }  # fmt: skip


def standard_scores(rows: list[dict[str, float]], expected: dict[str, float]) -> dict[str, float]:
    """(mean - expected) in standard errors, the last printed digit allowed for."""
    scores = {}
    for name, value in expected.items():
        values = [row[name] for row in rows]
        mean = math.fsum(values) / len(values)
        variance = math.fsum((v - mean) ** 2 for v in values) / (len(values) - 1)
        scores[name] = (mean - value) / (math.sqrt(variance / len(values)) + 0.002)
    return scores


def test_blank_games_have_the_known_means() -> None:
    rows = [measure_blank(play(new_game(i), seed=i)) for i in range(480)]
    scores = standard_scores(rows, BLANK_GAMES)
    assert max(map(abs, scores.values())) < 4, scores
    assert all(row["placements"] + row["reserves"] + row["uses"] + row["unused"] == pytest.approx(5) for row in rows), (
        "every die ends in one of four ways"
    )


@pytest.mark.parametrize(
    ("ruling", "expected"),
    [
        (("all_zero_winner", "no_winner"), {"score": 11.14, "shared": 0.073}),
        (("contest_zero", "zero_counts"), {"rights": 4.40, "all_zero": 0.181, "score": 20.8}),
        (("contest_token_source", "stock"), {"score": 16.26, "held": 5.0, "zero_vigour": 0.913}),
        (("contest_ties", "tail_first"), {"rights": 0.95, "score": 15.49}),
        (("ponkotsu_measure", "single_value"), {"fools": 0.571, "score": 13.35}),
        (("beaten_die", "to_owner"), {"turns": 5.825}),
        (("stop_rule", "main_compulsory"), {"turns": 6.22}),
    ],
)
def test_blank_games_under_other_rulings(ruling: tuple[str, str], expected: dict[str, float]) -> None:
    rows = [measure_blank(play(new_game(i, **dict([ruling])), seed=i)) for i in range(144)]
    scores = standard_scores(rows, expected)
    assert max(map(abs, scores.values())) < 4, scores


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


# Whole games.


def test_listing_order_and_forced_points() -> None:
    game = new_game(3)
    assert (game.actor, game.decision, game.legal()) == (3, "D1", [f"slot n={n}" for n in (1, 2, 3, 4)])
    for n in (2, 4, 1):
        game.apply(f"slot n={n}")
    assert (game.actor, game.legal(), game.questions) == (0, ["slot n=3"], 3)
    game.apply("slot n=3")
    order = [text.split()[0] for text in game.legal()]
    assert order == sorted(order, key=["reserve", "use", "place", "recover", "convert", "ability", "end"].index)
    assert "ability" not in order
    dump = game.dump()
    assert (dump["phase"], dump["day"], dump["turn_seat"], dump["allowance"]) == ("action", 1, 1, 1)
    assert [len(seat["pool"]) for seat in dump["seats"]] == [5] * 4
    assert dump["stock_dice"] == 40 - 1 - 20
    assert [c["roll"] for c in game.chance] == ["today"] + ["preparation"] * 20
    with pytest.raises(ValueError, match="not legal"):
        game.apply("place char=nobody die=1")


def test_a_reserved_card_is_fetched_one_acted_turn_later() -> None:
    game = new_game(1)
    for n in (4, 3, 2, 1):
        game.apply(f"slot n={n}")
    die = game.state.seats[0].pool[0]
    card = min(game.state.display)
    game.apply(f"reserve card={card} die={die}")
    assert f"recover card={card}" not in game.legal()
    game.apply("end")
    for _ in range(3):
        game.apply("end")
    assert game.actor == 0
    game.apply(f"recover card={card}")
    assert f"convert card={card}" in game.legal()
    dump = game.dump()
    assert (dump["left_dice"], dump["seats"][0]["hearts"]) == (1, 2)


@pytest.mark.parametrize(("name", "value"), [("stop_rule", "decline_is_out"), *ALTERNATIVES])
def test_invariants_of_blank_games(name: str, value: str) -> None:
    for i in range(8):
        play(new_game(i, **{name: value}), seed=i, is_blank=True)


@pytest.mark.parametrize(("name", "value"), [("stop_rule", "decline_is_out"), *ALTERNATIVES])
def test_invariants_of_wild_games(name: str, value: str) -> None:
    for i in range(8):
        play(new_game(i, SCRATCH, **{name: value}), seed=i, is_blank=False)


def test_wild_games_run_every_op() -> None:
    ops = {op["op"] for kind in SCRATCH.values() for entry in kind for op in data.all_ops(entry["do"])}
    assert len(ops) == 33
    seen: set[str] = set()
    for i in range(60):
        seen |= play(new_game(i, SCRATCH), seed=i, is_blank=False).fired
    assert not ops - {word.removeprefix("op ") for word in seen}
    assert {"K-B4", "K-B5", "K-T9", "K-X16", "K-F6", "K-M2", "K-E14"} <= seen


def test_scarce_games() -> None:
    """Few dice, tokens and cards, and a low turn cap: the shortages and the flag come up."""
    pack = SCRATCH | {
        kind: [entry | {"copies": 2 if i < 3 else 1} for i, entry in enumerate(SCRATCH[kind])]
        for kind in ("conversion", "action")
    }
    rules = {"dice_total": 24, "tokens_per_character": 3, "conversion_deck": 18, "action_deck": 18, "turn_cap_day": 24}
    games = [play(new_game(i, pack, rules), seed=i, is_blank=False) for i in range(60)]
    rows = [game.outcome() for game in games]
    for name in ("turn_limit", "token_short", "dice_short", "reshuffles"):
        assert any(row[name] for row in rows), name
    assert set().union(*(game.fired for game in games)) >= {"K-S11", "K-S12", "K-P9", "K-T10"}


def test_the_same_keys_give_the_same_game() -> None:
    first, second = (play(new_game(7, SCRATCH), seed=7) for _ in range(2))
    assert first.dump() == second.dump()
    assert first.outcome() == second.outcome()


def test_chance_does_not_hang_on_the_seat() -> None:
    """Preparation dice travel with the character through the seatings of a block."""
    pools = []
    for seating in permutations(CHARACTERS):
        game = Game(default_rules(), default_rulings(), BLANK, list(seating), 5, 6)
        while game.decision == "D1":
            game.apply(game.legal()[0])
        pools.append({seat["character"]: seat["pool"] for seat in game.dump()["seats"]})
    assert all(pool == pools[0] for pool in pools)
