"""Free actions (K-F1 to K-F7)."""

from __future__ import annotations

import pytest

from .situations import ABILITY, ACTION, CONVERSION, EVENT, Table

POINTS = [{"op": "points", "n": 2}]


@pytest.mark.parametrize("card", [CONVERSION, ACTION])
def test_fetch(card: int) -> None:
    """K-F1: the card joins the own cards upright or unused, the heart goes home; it is no main action."""
    table = Table().reserve(1, card, 3).pool(1, 2)
    assert table.json["seats"][0]["hearts"] == 1
    table.do(f"recover card={card}")
    assert card in table.cards_of(1)
    assert (table.json["seats"][0]["hearts"], table.json["allowance"]) == (2, 1)
    assert not table.state.is_used[card]
    row = table.outcome().seats[0]
    assert (row.recovered_conv, row.recovered_act) == ((1, 0) if card == CONVERSION else (0, 1))


def test_only_the_own_heart_is_fetched() -> None:
    """K-F1: not another's card, not one without a heart."""
    table = Table().reserve(2, CONVERSION, 3).show(ACTION)
    assert not [text for text in table.legal if text.startswith("recover")]


def test_a_fetched_card_is_usable_at_once() -> None:
    """K-F2."""
    table = Table({CONVERSION: {"do": POINTS}, ACTION: {"do": POINTS}})
    table.reserve(1, CONVERSION, 3).reserve(1, ACTION, 3).pool(1, 4)
    table.do(f"recover card={CONVERSION}", f"convert card={CONVERSION}")
    table.do(f"recover card={ACTION}", f"use card={ACTION} dice=4")
    assert table.scores()[0] == 9


def test_not_in_the_turn_of_the_reservation() -> None:
    """K-F3: reserved now, fetched in the next acted turn at the earliest."""
    table = Table().show(CONVERSION).pool(1, 3)
    table.do(f"reserve card={CONVERSION} die=3")
    assert f"recover card={CONVERSION}" not in table.legal
    assert table.has_fired("K-F3")
    for _ in range(4):
        table.end_turn()
    assert table.actor == 1
    assert f"recover card={CONVERSION}" in table.legal


def test_a_passed_turn_does_not_allow_the_fetch() -> None:
    """K-F3: the next acted turn does."""
    table = Table(ponkotsu_ok=0, ponkotsu_minus=0, ponkotsu_pass=1).show(CONVERSION).pool(1, 3)
    table.do(f"reserve card={CONVERSION} die=3").make_ponkotsu(1).pool(2, 1, 1).end_turn()
    table.do("place char=vice die=1").end_turn().end_turn().end_turn()
    assert (table.actor, int(table.outcome().seats[0].passes)) == (2, 1), "seat 1 passed"
    table.seat(1).is_ponkotsu = 0
    table.do("place char=vice die=1").end_turn()
    assert table.actor == 1
    assert f"recover card={CONVERSION}" in table.legal


def test_convert() -> None:
    """K-F4: turned sideways for its effect, once per card and day; a free action."""
    table = Table({CONVERSION: {"do": POINTS}}).give(1, CONVERSION).do(f"convert card={CONVERSION}")
    assert (table.scores()[0], table.json["allowance"]) == (7, 1)
    assert f"convert card={CONVERSION}" not in table.legal
    assert {"card": CONVERSION, "is_turned": True} in table.json["seats"][0]["conversion"]
    assert f"convert card={CONVERSION}" not in table.turn(1).legal, "not in a later turn of the day either"
    table.next_day().turn(1)
    assert f"convert card={CONVERSION}" in table.legal


def test_convert_needs_condition_and_cost() -> None:
    """K-F4: `if` and cost as for action cards."""
    table = Table({CONVERSION: {"if": ["self_ponkotsu"], "cost": [{"token": 2}], "do": POINTS}}).give(1, CONVERSION)
    table.tokens(1, held=2)
    assert f"convert card={CONVERSION}" not in table.legal
    table.make_ponkotsu(1)
    assert f"convert card={CONVERSION}" in table.legal
    table.tokens(1, held=1)
    assert f"convert card={CONVERSION}" not in table.legal


def test_ability_of_the_own_character() -> None:
    """K-F5: a free action; the ability is the character's, wherever he sits."""
    cards = {ABILITY: {"do": POINTS}, ABILITY + 2: {"do": [{"op": "points", "n": 3}]}}
    table = Table(cards, characters=(2, 0, 1, 3)).do("ability")
    assert (table.scores(), table.json["allowance"]) == ([8, 5, 5, 5], 1)
    assert table.json["seats"][0]["ability_uses"] == 1
    assert table.outcome().seats[0].uses_ability == 1


def test_a_blank_ability_is_never_offered() -> None:
    """K-F5, section 8.3: pack `bare` has none."""
    assert "ability" not in Table().legal


def times_offered(table: Table) -> int:
    n = 0
    while "ability" in table.legal and n < 9:
        table.do("ability")
        n += 1
    return n


@pytest.mark.parametrize(("uses", "limit", "first", "second"), [
    (1, None, 1, 0), (2, None, 2, 0), (0, None, 0, 0), (1, "day", 1, 0), (3, "day", 1, 0), (1, "turn", 1, 1),
    (3, "turn", 1, 1),
])  # fmt: skip
def test_ability_limit(uses: int, limit: str | None, first: int, second: int) -> None:
    """K-F5: `ability_uses_per_day`, unless the ability has a limit: once a turn, or once a day."""
    ability = {"do": POINTS} if limit is None else {"do": POINTS, "limit": limit}
    table = Table({ABILITY: ability}, ability_uses_per_day=uses).pool(1, 1)
    assert times_offered(table) == first
    table.do("place char=vice die=1")
    for _ in range(4):
        table.end_turn()
    assert table.actor == 1
    assert times_offered(table) == second


def test_ability_is_there_again_tomorrow() -> None:
    """K-F5, K-C6."""
    table = Table({ABILITY: {"do": POINTS}}).do("ability").next_day()
    while table.actor != 1:
        table.end_turn()
    assert "ability" in table.legal


def test_ability_needs_condition_and_cost() -> None:
    """K-F5, K-X4."""
    table = Table({ABILITY: {"if": ["self_normal"], "cost": [{"point": 5}], "do": POINTS}})
    assert "ability" in table.legal
    table.score(4)
    assert "ability" not in table.legal
    table.score(5).make_ponkotsu(1)
    assert "ability" not in table.legal


def test_closing_trigger_of_the_ability() -> None:
    """K-M8, K-F5: trigger `use_ability` after the ops."""
    cards = {ABILITY: {"do": POINTS}, EVENT: {"on": {"trigger": "use_ability"}, "do": [{"op": "points", "n": 4}]}}
    table = Table(cards).event().do("ability")
    assert [points for _, points in table.logged("fact:points")] == [2, 4]


def test_fetching_is_optional() -> None:
    """K-F6: a card still reserved at cleanup is discarded."""
    table = Table().reserve(1, CONVERSION, 3).next_day()
    assert CONVERSION in table.json["discards"]["conversion"]
    assert CONVERSION not in table.cards_of(1)
    assert table.json["seats"][0]["hearts"] == 2


def test_fetched_cards_are_kept_and_score_nothing() -> None:
    """K-F7: to the end, without limit."""
    cards = (0, 1, 2, 3, 4, 6, 7, 8, 30, 31, 32, 33, 34, 36)
    table = Table().give(1, *cards)
    while not table.state.core.is_over:
        table.next_day()
    assert set(cards) <= set(table.cards_of(1))
    row = table.outcome().seats[0]
    assert int(row.score) == 5 + int(row.pts_slots) + int(row.pts_events) + int(row.pts_tokens)
