"""Setup (K-S1 to K-S12)."""

from __future__ import annotations

from itertools import permutations

import pytest

from sim.games.kaguya import codes
from sim.rng_twin import fold, shuffle

from .situations import ACTION, CONVERSION, EVENT, Table

OTHERS_GAIN = {"do": [{"op": "gain_token", "n": 2, "who": "all"}]}


def test_each_player_has_a_character_of_his_own() -> None:
    """K-S1: four players, four characters, no two the same."""
    names = [seat["character"] for seat in Table().json["seats"]]
    assert sorted(names) == sorted(codes.CHARACTERS)


def test_seat_1_starts_on_monday_with_the_marker() -> None:
    """K-S2: seat 1 holds the marker and plays first; 2, 3, 4 follow clockwise."""
    table = Table()
    assert (table.json["start_seat"], table.json["day"], table.json["turn_seat"]) == (1, 1, 1)
    order = []
    for _ in range(4):
        order.append(table.actor)
        table.end_turn()
    assert order == [1, 2, 3, 4]
    marker = Table(
        {EVENT: {"on": {"trigger": "day_start"}, "if": ["is_start"], "do": [{"op": "points", "n": 2}]}}, lay=False
    )
    marker.event().do("slot n=4", "slot n=3", "slot n=2")
    assert marker.scores() == [7, 5, 5, 5], "only the holder of the marker is the start player"


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 2, 1, 0), (2, 0, 3, 1)])
def test_characters_sit_where_the_plan_says(order: tuple[int, ...]) -> None:
    """K-S3: the characters are dealt as the plan says, with their own cards."""
    table = Table(characters=order)
    for seat, character in enumerate(order):
        row = table.json["seats"][seat]
        assert row["character"] == codes.CHARACTERS[character]
        assert [card["card"] for card in row["conversion"]] == [60 + character]
        assert [card["card"] for card in row["action"]] == [64 + 2 * character, 65 + 2 * character]


def test_every_seating_is_possible() -> None:
    """K-S3: all 24 seatings of the characters."""
    for order in permutations(range(4)):
        assert [int(seat.character) for seat in Table(characters=order).state.seats] == list(order)


def test_the_stock_holds_all_dice_and_tokens() -> None:
    """K-S4: 40 dice, 15 tokens of each character."""
    table = Table(lay=False)
    assert table.json["stock_dice"] == 40
    assert [seat["tokens_stock"] for seat in table.json["seats"]] == [15, 15, 15, 15]


@pytest.mark.parametrize("kind", [0, 1])
def test_two_decks_are_shuffled_apart(kind: int) -> None:
    """K-S5: conversion and action cards are two decks, shuffled as R3 of section 14.1 says."""
    table = Table(lay=False)
    found = table.json["decks"][codes.KINDS[kind]]
    wanted = list(range(30 * kind, 30 * kind + 30))
    assert sorted(found) == wanted
    shuffle(fold(fold(int(table.state.core.deal_key), 3), kind), wanted)
    assert found == wanted
    assert found != Table(lay=False, seed=2).json["decks"][codes.KINDS[kind]]


def test_five_events_for_the_week() -> None:
    """K-S6: five of the 15 shuffled events in the order drawn (R2); the other ten never come."""
    table = Table(lay=False)
    cards = list(range(72, 87))
    shuffle(fold(int(table.state.core.deal_key), 2), cards)
    assert table.json["coming_events"] == cards[:5]
    assert table.json["event"] == 0, "face down until its day"
    seen = []
    table.do("slot n=4", "slot n=3", "slot n=2")
    while not table.state.core.is_over:
        seen.append(table.json["event"])
        table.next_day()
    assert seen == cards[:5]


def test_scores_start_at_5() -> None:
    """K-S7: every score starts at 5."""
    assert Table(lay=False).scores() == [5, 5, 5, 5]


def test_handicap_is_added_by_place_in_turn_order() -> None:
    """K-S7, section 1: the handicap is added to the start score."""
    assert Table(lay=False, handicap=(0, 1, 2, 3)).scores() == [5, 6, 7, 8]


def test_cards_are_laid_in_reverse_turn_order() -> None:
    """K-S8: seats 4, 3, 2, 1 choose any free slot; the last one is left to seat 1."""
    table = Table(lay=False)
    assert (table.decision, table.actor) == ("D1", 4)
    assert table.legal == ["slot n=1", "slot n=2", "slot n=3", "slot n=4"]
    table.do("slot n=3")
    assert (table.actor, table.legal) == (3, ["slot n=1", "slot n=2", "slot n=4"])
    table.do("slot n=1")
    assert (table.actor, table.legal) == (2, ["slot n=2", "slot n=4"])
    table.apply("slot n=4")
    assert (table.actor, table.legal) == (1, ["slot n=2"])
    table.apply("slot n=2")
    assert [slot["character"] for slot in table.json["slots"]] == ["secretary", "president", "treasurer", "vice"]
    assert table.outcome().seats[3].slot_first == 3


def test_slots_differ_in_their_bonus() -> None:
    """K-S8: the activity bonus is that of the slot under the card."""
    for slot in (1, 2):
        table = Table({codes.SLOT_FIRST + 1: {"do": [{"op": "points", "n": 3}]}}, lay=False)
        table.do("slot n=4", "slot n=3", f"slot n={slot}").pool(1, 4).do("place char=president die=4")
        assert table.scores()[0] == (8 if slot == 1 else 5)


def test_what_everybody_starts_with() -> None:
    """K-S9: two hearts, cubes at track_start, the own initial conversion card upright, two action cards unused."""
    for start in (0, 1):
        for seat in Table(lay=False, track_start=start).json["seats"]:
            assert (seat["hearts"], seat["cube_dice"], seat["cube_tokens"]) == (2, start, start)
            assert [card["is_turned"] for card in seat["conversion"]] == [False]
            assert [(card["is_used"], card["dice"]) for card in seat["action"]] == [(False, [])] * 2


def test_nobody_holds_a_token_at_the_start() -> None:
    """K-S10."""
    table = Table(lay=False)
    assert [seat["tokens_held"] for seat in table.json["seats"]] == [0, 0, 0, 0]
    assert [seat["tokens_bag"] for seat in table.json["seats"]] == [0, 0, 0, 0]


def test_tokens_gained_are_of_the_own_colour() -> None:
    """K-S11: whoever lets others gain tokens, each takes his own from the stock."""
    table = Table({CONVERSION: OTHERS_GAIN}).give(1, CONVERSION)
    held = [seat["tokens_held"] for seat in table.json["seats"]]
    table.do(f"convert card={CONVERSION}")
    assert [seat["tokens_held"] for seat in table.json["seats"]] == [n + 2 for n in held]
    assert [seat["tokens_stock"] for seat in table.json["seats"]] == [15 - n - 2 for n in held]


@pytest.mark.parametrize(("left", "gained", "short"), [(3, 2, 0), (2, 2, 0), (1, 1, 1), (0, 0, 2)])
def test_a_gain_beyond_the_stock_gives_what_is_left(left: int, gained: int, short: int) -> None:
    """K-S11: a gain larger than the stock gives what is left, possibly nothing."""
    table = Table({CONVERSION: {"do": [{"op": "gain_token", "n": 2}]}}).give(1, CONVERSION)
    table.tokens(1, held=15 - left).do(f"convert card={CONVERSION}")
    assert table.json["seats"][0]["tokens_held"] == 15 - left + gained
    assert table.json["seats"][0]["tokens_stock"] == left - gained
    assert table.outcome().token_short == short
    assert bool(table.outcome().warnings & 4) == (short > 0)
    assert table.has_fired("K-S11") == (short > 0)


@pytest.mark.parametrize(("left", "gained", "short"), [(3, 3, 0), (2, 2, 1), (0, 0, 3)])
def test_a_gain_of_dice_beyond_the_stock(left: int, gained: int, short: int) -> None:
    """K-S12: dice likewise."""
    table = Table({CONVERSION: {"do": [{"op": "gain_die", "n": 3}]}}).give(1, CONVERSION).pool(1, 4)
    table.state.stock_dice = left
    table.do(f"convert card={CONVERSION}")
    assert len(table.pool_of(1)) == 1 + gained
    assert table.json["stock_dice"] == left - gained
    assert table.outcome().dice_short == short
    assert bool(table.outcome().warnings & 8) == (short > 0)


def test_action_cards_of_the_deck_are_not_conversion_cards() -> None:
    """K-S5: an action card is used with dice, a conversion card is turned."""
    table = Table().give(1, CONVERSION, ACTION).pool(1, 2)
    assert f"use card={ACTION} dice=2" in table.legal
    assert f"convert card={CONVERSION}" in table.legal
    assert f"convert card={ACTION}" not in table.legal
