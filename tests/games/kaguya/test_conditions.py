"""Conditions, amounts and targets of card data (RULES.md sections 8.2 and 14.3)."""

from __future__ import annotations

from typing import Any

import pytest

from sim.games.kaguya import codes

from .situations import ACTION, Table
from .small_packs import CONVERT, POINTS, cube, effect, start

# ---- conditions ----

CONDITION_CASES: list[tuple[Any, Any, bool]] = [
    ("self_ponkotsu", lambda t: t.make_ponkotsu(1), True),
    ("self_ponkotsu", lambda t: t.make_ponkotsu(2), False),
    ("self_normal", lambda t: t.make_ponkotsu(2), True),
    ("self_normal", lambda t: t.make_ponkotsu(1), False),
    ({"ponkotsu_count_min": 2}, lambda t: t.make_ponkotsu(2, 3), True),
    ({"ponkotsu_count_min": 2}, lambda t: t.make_ponkotsu(2), False),
    ({"tokens_min": 2}, lambda t: t.tokens(1, held=2), True),
    ({"tokens_min": 2}, lambda t: t.tokens(1, held=1), False),
    ({"tokens_max": 2}, lambda t: t.tokens(1, held=2), True),
    ({"tokens_max": 2}, lambda t: t.tokens(1, held=3), False),
    ("bag_empty", lambda t: t, True),
    ("bag_empty", lambda t: t.tokens(2, bag=1), False),
    ("bag_empty", lambda t: t.tokens(1, bag=1), False),
    ({"bag_min": 2}, lambda t: t.tokens(1, bag=2), True),
    ({"bag_min": 2}, lambda t: t.tokens(2, bag=1).tokens(3, bag=1), True),
    ({"bag_min": 2}, lambda t: t.tokens(1, bag=1), False),
    ("score_last", lambda t: t.score(3, 3, 4, 5), True),
    ("score_last", lambda t: t.score(3, 2, 4, 5), False),
    ("score_first", lambda t: t.score(5, 5, 4, 3), True),
    ("score_first", lambda t: t.score(5, 6, 4, 3), False),
    ("is_start", lambda t: t, True),
    ("not_start", lambda t: t, False),
    ("is_start", lambda t: start(t, 2), False),
    ("not_start", lambda t: start(t, 2), True),
    ({"pool_max": 2}, lambda t: t.pool(1, 1, 1), True),
    ({"pool_max": 2}, lambda t: t.pool(1, 1, 1, 1), False),
    ({"slot_dice_min": 2}, lambda t: t.lay(1, 1, 1), True),
    ({"slot_dice_min": 2}, lambda t: t.lay(1, 6), False),
    ({"slot_dice_max": 1}, lambda t: t.lay(1, 6), True),
    ({"slot_dice_max": 1}, lambda t: t.lay(1, 1, 1), False),
    ({"total_min": 7}, lambda t: t.lay(1, 3, 4), True),
    ({"total_min": 7}, lambda t: t.lay(1, 2, 4), False),
    ({"total_max": 7}, lambda t: t.lay(1, 3, 4), True),
    ({"total_max": 7}, lambda t: t.lay(1, 4, 4), False),
    ({"track_at": {"track": "dice", "pos": 1}}, lambda t: cube(t, 1, 0), True),
    ({"track_at": {"track": "dice", "pos": 1}}, lambda t: cube(t, 2, 1), False),
    ({"track_at": {"track": "tokens", "pos": 2}}, lambda t: cube(t, 0, 2), True),
    ({"track_at": {"track": "tokens", "pos": 2}}, lambda t: cube(t, 2, 0), False),
    ({"day_in": [1, 3]}, lambda t: t, True),
    ({"day_in": [2, 3, 4, 5]}, lambda t: t, False),
    ("someone_out", lambda t: t.out(3), True),
    ("someone_out", lambda t: t, False),
    ({"cards_min": 5}, lambda t: t.give(1, ACTION), True),
    ({"cards_min": 5}, lambda t: t, False),
]


@pytest.mark.parametrize(
    ("condition", "setup", "holds"), CONDITION_CASES, ids=[f"{case[0]}-{case[2]}" for case in CONDITION_CASES]
)
def test_conditions(condition: Any, setup: Any, holds: bool) -> None:
    """K-M6, section 8.2: every state condition, met and not met; the drawn card counts among four (14.2)."""
    table = effect(POINTS, entry={"if": [condition]})
    setup(table)
    assert (CONVERT in table.legal) == holds


def test_every_condition_is_tested() -> None:
    """All words, both ways."""
    words = {case[0] if isinstance(case[0], str) else next(iter(case[0])) for case in CONDITION_CASES}
    assert words == set(codes.CONDITIONS)


def test_all_conditions_of_a_list_must_hold() -> None:
    """Section 14.6."""
    table = effect(POINTS, entry={"if": ["is_start", {"tokens_min": 2}]}).tokens(1, held=1)
    assert CONVERT not in table.legal
    assert CONVERT in table.tokens(1, held=2).legal


# ---- amounts ----

COUNT_CASES: list[tuple[str, Any, int]] = [
    ("today", lambda t: t.today(4), 4),
    ("die", lambda t: t, 5),
    ("pool", lambda t: t.pool(1, 5, 1, 1), 2),
    ("slot_dice_own", lambda t: t.lay(1, 6, 6).lay(2, 1), 2),
    ("total_own", lambda t: t.lay(1, 3, 4).lay(2, 1), 7),
    ("matches_own", lambda t: t.today(3).lay(1, 3, 3, 4).lay(2, 3), 2),
    ("tokens_held", lambda t: t.tokens(1, held=3, bag=1), 3),
    ("bag_own", lambda t: t.tokens(1, held=3, bag=1).tokens(2, bag=5), 1),
    ("cards", lambda t: t.give(1, 0), 5),
    ("events_held", lambda t: hold_events(t, 2), 2),
    ("ponkotsu_count", lambda t: t.make_ponkotsu(2, 3, 4), 3),
    ("out_count", lambda t: t.out(2, 3), 2),
]


def hold_events(table: Table, n: int) -> Table:
    table.seat(1).n_events = n
    return table


@pytest.mark.parametrize(("count", "setup", "wanted"), COUNT_CASES, ids=[case[0] for case in COUNT_CASES])
@pytest.mark.parametrize(("times", "most"), [(1, None), (2, None), (1, 1), (3, 4)])
def test_counted_amounts(count: str, setup: Any, wanted: int, times: int, most: int | None) -> None:
    """Section 8.2: X times k, at most m; the card itself counts, the die on it is gone from the pool."""
    n: dict[str, Any] = {"count": count, "times": times}
    if most is not None:
        n["max"] = most
    table = Table({ACTION: {"do": [{"op": "points", "n": n}]}}).give(1, ACTION).pool(1, 5)
    setup(table)
    before = table.scores()[0]
    table.do(f"use card={ACTION} dice=5")
    gained = wanted * times
    assert table.scores()[0] - before == (gained if most is None else min(gained, most))


def test_every_count_is_tested() -> None:
    assert {case[0] for case in COUNT_CASES} == set(codes.COUNTS[1:])


def test_amount_die_is_the_sum_of_several_dice() -> None:
    """Section 3.1."""
    table = Table({ACTION: {"dice": {"n": 3}, "do": [{"op": "points", "n": {"count": "die"}}]}}).give(1, ACTION)
    assert table.pool(1, 2, 5, 6).do(f"use card={ACTION} dice=2,5,6").scores()[0] == 5 + 13


def test_an_amount_of_nothing_skips_the_op() -> None:
    """Section 14.3: a counted 0 gives nothing; a plain negative number takes points."""
    table = effect([{"op": "points", "n": {"count": "out_count"}}, {"op": "gain_token", "n": {"count": "out_count"}}])
    held = table.json["seats"][0]["tokens_held"]
    table.do(CONVERT)
    assert (table.scores()[0], table.json["seats"][0]["tokens_held"]) == (5, held)
    assert effect([{"op": "points", "n": -2}]).do(CONVERT).scores()[0] == 3


def test_amounts_are_found_once_for_all_targets() -> None:
    """Section 14.3: when the op starts: here out_count 1 for everybody."""
    table = effect([{"op": "points", "n": {"count": "tokens_held"}, "who": "all"}]).tokens(1, held=3).tokens(2, held=0)
    assert table.do(CONVERT).scores() == [8, 8, 8, 8]


# ---- targets ----


@pytest.mark.parametrize(
    ("who", "wanted"),
    [("self", [7, 5, 5, 5]), ("others", [5, 7, 7, 7]), ("all", [7, 7, 7, 7]), ("winner", [5, 5, 7, 5])],
)
def test_targets_without_a_choice(who: str, wanted: list[int]) -> None:
    """Section 8.2: self, others, all, winner (marker holder, here seat 3)."""
    table = start(effect([{"op": "points", "n": 2, "who": who}]), 3).do(CONVERT)
    assert table.scores() == wanted


@pytest.mark.parametrize(
    ("who", "names"), [("other", ["secretary", "treasurer"]), ("any", ["president", "secretary", "treasurer"])]
)
def test_targets_with_a_choice(who: str, names: list[str]) -> None:
    """Section 14.3: among those on whom the op would change something, in character order; seat 2 has no token."""
    table = effect([{"op": "lose_token", "n": 1, "who": who}], characters=(0, 1, 3, 2))
    for seat in (1, 3, 4):
        table.tokens(seat, held=1)
    table.tokens(2).do(CONVERT)
    assert table.legal == [f"pick char={name}" for name in names]
    table.do("pick char=treasurer")
    assert [seat["tokens_held"] for seat in table.json["seats"]] == [1, 0, 0, 1]


def test_no_target_skips_the_op() -> None:
    """Section 14.3."""
    table = effect([{"op": "cure", "who": "other"}, {"op": "points", "n": 1}]).make_ponkotsu(1).do(CONVERT)
    assert (table.scores()[0], table.ponkotsu()) == (6, [1])


def test_the_only_target_is_taken_without_asking() -> None:
    """Section 4: a point with one option."""
    table = effect([{"op": "afflict", "who": "other"}]).make_ponkotsu(2, 4).do(CONVERT)
    assert (table.ponkotsu(), table.decision) == ([2, 3, 4], "D2")


def test_targets_are_served_in_turn_order_from_the_player_on_turn() -> None:
    """K-B5, section 14.3."""
    table = Table({61: {"do": [{"op": "points", "n": 1, "who": "all"}]}}).end_turn().do("convert card=61")
    assert [seat for seat, _ in table.logged("fact:points")] == [1, 2, 3, 0]
