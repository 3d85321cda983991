"""Preparation (K-P1 to K-P9)."""

from __future__ import annotations

import pytest

from sim.games.kaguya import codes
from sim.rng_twin import draw, fold, shuffle

from .situations import ACTION, EVENT, Table

DAY_START = {"on": {"trigger": "day_start"}, "do": [{"op": "points", "n": 2}]}


def test_the_phases_of_a_day() -> None:
    """K-P1: preparation, action, event, cleanup, on five days."""
    bonus = {"on": {"trigger": "day_start"}, "do": [{"op": "set_today", "how": "choose"}]}
    table = Table({EVENT: bonus}, lay=False).event().do("slot n=4", "slot n=3", "slot n=2")
    assert table.json["phase"] == "preparation"
    table.do("pick face=1", "pick face=1", "pick face=1", "pick face=1")
    phases = [table.json["phase"]]
    table.end_day()
    phases.append(table.json["phase"])
    table.choose_slots()
    assert phases == ["action", "event"]
    assert (table.json["phase"], table.json["day"]) == ("action", 2)
    days = [2]
    while not table.state.core.is_over:
        table.next_day()
        days.append(table.json["day"])
    assert days == [2, 3, 4, 5, 5]
    assert table.json["phase"] == "end"


def test_four_cards_of_each_deck_lie_face_up() -> None:
    """K-P2: the top four of each deck."""
    before = Table(lay=False).json["decks"]
    table = Table()
    shown = {row["card"] for row in table.json["display"]}
    assert shown == set(before["conversion"][-4:]) | set(before["action"][-4:])
    assert table.json["decks"] == {kind: deck[:-4] for kind, deck in before.items()}
    assert all(row["reserved_by"] == 0 for row in table.json["display"])


def test_each_day_four_new_cards() -> None:
    """K-P2: on Tuesday four more of each deck; Monday's are discarded."""
    table = Table()
    monday = {row["card"] for row in table.json["display"]}
    table.next_day()
    assert not monday & {row["card"] for row in table.json["display"]}
    assert len(table.json["display"]) == 8
    assert [len(table.json["decks"][kind]) for kind in ("conversion", "action")] == [22, 22]


def test_todays_event_is_in_force_until_it_is_taken() -> None:
    """K-P3: revealed in the morning, still in force when slots are chosen, gone with the winner."""
    table = Table()
    card = table.json["event"]
    assert card == int(table.state.events[0])
    table.end_day()
    assert (table.decision, table.json["event"]) == ("D4", card)
    table.choose_slots()
    assert table.json["event"] == int(table.state.events[1])


def test_an_event_of_another_day_is_not_in_force() -> None:
    """K-P3: only today's event fires."""
    table = Table({EVENT: {"on": {"trigger": "place"}, "do": [{"op": "points", "n": 2}]}}).event().pool(1, 4)
    events = table.state.events
    events[0], events[1] = events[1], events[0]
    table.state.event = events[0]
    table.do("place char=vice die=4")
    assert table.scores()[0] == 5


def test_todays_number_is_a_die_of_the_stock() -> None:
    """K-P4: one die (R4), which stays on the board until cleanup."""
    table = Table()
    key = fold(fold(int(table.state.core.table_key), 4), 0)
    assert table.json["today"] == 1 + draw(key, 0, 6)
    assert table.json["stock_dice"] == 40 - 1 - 4 * 5
    assert table.logged("chance:today") == []
    table.end_day()
    assert table.json["today"] == 1 + draw(key, 0, 6)


@pytest.mark.parametrize("position", [0, 1, 2])
def test_dice_by_the_track(position: int) -> None:
    """K-P5: 5, 6 or 7 dice by the cube, rolled at once (R5), for each character of its own."""
    table = Table(track_start=position)
    for seat, character in enumerate((0, 1, 2, 3), start=1):
        key = fold(fold(fold(int(table.state.core.table_key), 5), 0), character)
        assert table.pool_of(seat) == sorted(1 + draw(key, i, 6) for i in range((5, 6, 7)[position]))


def test_preparation_dice_belong_to_the_character_not_to_the_seat() -> None:
    """K-P5, section 14.1: R5 is keyed by the character."""
    here, there = Table(), Table(characters=(3, 2, 1, 0))
    assert [here.pool_of(seat) for seat in (1, 2, 3, 4)] == [there.pool_of(seat) for seat in (4, 3, 2, 1)]


def test_a_short_stock_serves_the_start_player_first() -> None:
    """K-P5, K-S12: in turn order; 18 dice give one for the number, then 5, 5, 5 and 2."""
    table = Table(dice_total=18)
    assert [len(table.pool_of(seat)) for seat in (1, 2, 3, 4)] == [5, 5, 5, 2]
    assert table.json["stock_dice"] == 0
    assert table.outcome().dice_short == 3


@pytest.mark.parametrize(("position", "tokens"), [(0, 1), (1, 2), (2, 3)])
def test_tokens_by_the_track(position: int, tokens: int) -> None:
    """K-P6: 1, 2 or 3 tokens by the cube."""
    table = Table(track_start=position)
    assert [seat["tokens_held"] for seat in table.json["seats"]] == [tokens] * 4
    assert [seat["tokens_stock"] for seat in table.json["seats"]] == [15 - tokens] * 4


@pytest.mark.parametrize(("position", "tokens"), [(0, 5), (2, 15)])
def test_base_income_of_a_week(position: int, tokens: int) -> None:
    """K-P6, section 10: with base income only, 5 tokens at position 0 and 15 at position 2."""
    table = Table(track_start=position)
    while not table.state.core.is_over:
        table.next_day()
    assert [int(seat.tokens_gained) for seat in table.outcome().seats] == [tokens] * 4


def test_day_start_fires_for_everybody_in_turn_order() -> None:
    """K-P7: after dice and tokens are given out, in turn order."""
    table = Table({EVENT: DAY_START}, lay=False).event().do("slot n=4", "slot n=3", "slot n=2")
    assert table.scores() == [7, 7, 7, 7]
    assert [seat for seat, _ in table.logged("fact:bonus")] == [0, 1, 2, 3]


def test_day_start_comes_after_the_income() -> None:
    """K-P7: a bonus that counts tokens sees those of the morning."""
    counted = {"on": {"trigger": "day_start"}, "if": [{"tokens_min": 1}], "do": [{"op": "points", "n": 1}]}
    table = Table({EVENT: counted}, lay=False).event().do("slot n=4", "slot n=3", "slot n=2")
    assert table.scores() == [6, 6, 6, 6]


def test_day_start_only_for_whom_it_applies() -> None:
    """K-P7: `if` is looked at for each player."""
    counted = {**DAY_START, "if": ["not_start"]}
    table = Table({EVENT: counted}, lay=False).event().do("slot n=4", "slot n=3", "slot n=2")
    assert table.scores() == [5, 7, 7, 7]


def test_an_empty_place_is_not_refilled_during_the_day() -> None:
    """K-P8: after a fetch seven cards lie there."""
    table = Table().reserve(1, ACTION, 3).do(f"recover card={ACTION}")
    assert len(table.json["display"]) == 7
    table.end_turn()
    assert len(table.json["display"]) == 7


@pytest.mark.parametrize("kind", [0, 1])
def test_an_empty_deck_is_made_anew_from_its_discards(kind: int) -> None:
    """K-P9: six cards: Monday shows four; Tuesday two, then two of the four discards (R8)."""
    name = codes.KINDS[kind]
    table = Table(**{f"{name}_deck": 6})
    monday = sorted(row["card"] for row in table.json["display"] if row["card"] // 30 == kind)
    left = table.json["decks"][name]
    assert len(left) == 2
    table.next_day()
    pile = list(monday)
    shuffle(fold(fold(fold(int(table.state.core.table_key), 8), kind), 0), pile)
    shown = [row["card"] for row in table.json["display"] if row["card"] // 30 == kind]
    assert shown == sorted(left + pile[-2:])
    assert table.json["decks"][name] == pile[:-2]
    assert table.json["discards"][name] == []
    assert table.outcome().reshuffles == 1


def test_without_deck_and_discards_nothing_is_drawn() -> None:
    """K-P9: three cards fill three places; the warning is set."""
    table = Table(action_deck=3)
    assert len([row for row in table.json["display"] if row["card"] >= 30]) == 3
    assert table.outcome().warnings & 1
