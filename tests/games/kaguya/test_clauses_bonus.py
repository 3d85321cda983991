"""Bonuses and the bag (K-B1 to K-B6), limits of events; the triggers are in test_triggers.py."""

from __future__ import annotations

import pytest

from .situations import ACTION, CONVERSION, EVENT, SLOT, Table
from .small_packs import POINTS, event_table, served

# ---- activity bonus ----


def test_activity_bonus_goes_to_the_player_of_the_character() -> None:
    """K-B1: the first placement of the day gives him the bonus of the slot, whoever placed."""
    table = Table({SLOT + 2: {"do": POINTS}}).pool(1, 4).do("place char=secretary die=4")
    assert table.scores() == [5, 5, 7, 5]
    assert table.logged("fact:activity") == [(2, 2)]
    assert table.outcome().seats[2].pts_activity == 2


def test_activity_bonus_once_per_day() -> None:
    """K-B1, K-B2: not for the second die."""
    table = Table({SLOT + 2: {"do": POINTS}}).pool(1, 4, 1)
    table.do("place char=secretary die=4").turn(1).do("place char=secretary die=1")
    assert table.scores()[2] == 7


def test_activity_bonus_not_again_when_the_slot_was_emptied() -> None:
    """K-B2: at most once per character and day, even if an effect empties the slot."""
    cards = {SLOT + 2: {"do": POINTS}, CONVERSION: {"do": [{"op": "slot_remove"}]}}
    table = Table(cards).give(1, CONVERSION).pool(1, 4, 1)
    table.do("place char=secretary die=4", f"convert card={CONVERSION}")
    assert table.dice_on(3) == []
    table.turn(1).do("place char=secretary die=1")
    assert table.scores()[2] == 7
    assert table.has_fired("K-B2")


def test_activity_bonus_again_tomorrow() -> None:
    """K-B2: once per day."""
    table = Table({SLOT + 2: {"do": POINTS}}).pool(1, 4).do("place char=secretary die=4")
    table.end_day().choose_slots(4, 3, 2, 1)
    table.pool(table.actor, 4).do("place char=secretary die=4")
    assert len(table.logged("fact:activity")) == 2


def test_trigger_activity_is_the_receivers() -> None:
    """K-M11 (2): after the ops of the bonus; the receiver gains."""
    table = event_table({"trigger": "activity"}, cards={SLOT + 2: {"do": [{"op": "points", "n": 3}]}})
    table.pool(1, 4).do("place char=secretary die=4")
    assert table.logged("fact:points") == [(2, 3), (2, 2)]


def test_trigger_activity_fires_without_an_effect() -> None:
    """K-B1: a blank bonus is a bonus all the same."""
    table = event_table({"trigger": "activity"}).pool(1, 4).do("place char=secretary die=4")
    assert served(table) == [3]


# ---- limits, conditions, costs of events ----


@pytest.mark.parametrize(("limit", "wanted"), [("each", 3), ("turn", 2), ("day", 1), ("game", 1)])
def test_limits_of_an_event(limit: str, wanted: int) -> None:
    """K-B3: each time, unless the card's limit says less; here twice in one turn and once in the next."""
    table = event_table({"trigger": "use_conversion"}, limit=limit).give(1, 0, 1)
    table.do("convert card=60", "convert card=0").pool(1, 4).do("place char=vice die=4")
    for _ in range(4):
        table.end_turn()
    assert table.actor == 1
    table.do("convert card=1")
    assert len(served(table)) == wanted


def test_limits_are_per_player() -> None:
    """K-B3, section 14.2: counted for each player."""
    table = (
        event_table({"trigger": "use_conversion"}, limit="game").do("convert card=60").end_turn().do("convert card=61")
    )
    assert served(table) == [1, 2]


def test_limit_turn_is_since_the_last_turn_began() -> None:
    """Section 14.2: `turn` counts since the last turn began, any player's."""
    table = event_table({"trigger": "lose_reservation"}, limit="turn").reserve(4, 0, 1).reserve(4, 1, 1)
    table.pool(1, 6).pool(2, 6)
    table.do("reserve card=0 die=6").end_turn().do("reserve card=1 die=6")
    assert served(table) == [4, 4]


def test_limit_day_ends_with_the_day() -> None:
    """K-C6: day limits end."""
    table = event_table({"trigger": "use_conversion"}, limit="day").give(1, 0).do("convert card=60", "convert card=0")
    table.next_day().event()
    while table.actor != 1:
        table.end_turn()
    table.do("convert card=60", "convert card=0")
    assert served(table) == [1, 1]


@pytest.mark.parametrize("limit", ["day", "game"])
def test_a_limit_counts_the_bonuses_of_its_own_card(limit: str) -> None:
    """K-B3: yesterday's bonus of another event leaves today's limit alone (an event lies for one day only)."""
    cards = {EVENT + 1: {"on": {"trigger": "use_conversion"}, "do": [{"op": "points", "n": 3}], "limit": limit}}
    table = event_table({"trigger": "use_conversion"}, cards=cards).do("convert card=60").next_day().event(EVENT + 1)
    while table.actor != 1:
        table.end_turn()
    table.give(1, 0).do("convert card=60", "convert card=0")
    assert [points for _, points in table.logged("fact:points")] == [2, 3]


def test_ruling_event_bonus_limit() -> None:
    """K-B3, ruling event_bonus_limit = once_per_day: at most one a day and player."""
    for ruling, wanted in (("as_card", 2), ("once_per_day", 1)):
        table = event_table({"trigger": "use_conversion"}, event_bonus_limit=ruling).give(1, 0)
        table.do("convert card=60", "convert card=0")
        assert len(served(table)) == wanted


def test_condition_of_an_event() -> None:
    """K-B3, section 14.2: its `if` must hold when it is served."""
    table = event_table({"trigger": "use_conversion"}, **{"if": ["self_ponkotsu"]}).give(1, 0).do("convert card=60")
    assert served(table) == []
    table.make_ponkotsu(1).do("convert card=0")
    assert served(table) == [1]


def test_event_with_a_cost_is_offered() -> None:
    """K-B3, section 14.2: D9; declining does not use up the limit; an unpayable one is dropped."""
    table = event_table({"trigger": "use_conversion"}, cost=[{"token": 1}], limit="day").give(1, 0, 1).tokens(1, held=1)
    table.do("convert card=60")
    assert (table.decision, table.legal) == ("D9", ["accept", "decline"])
    table.do("decline", "convert card=0", "accept")
    assert (table.scores()[0], table.json["seats"][0]["tokens_held"]) == (7, 0)
    table.do("convert card=1")
    assert table.decision == "D2"


def test_no_event_while_a_bonus_is_resolved() -> None:
    """K-B4: the bonus places a die, which meets the event again: no second bonus."""
    table = event_table({"trigger": "place"}, do=[{"op": "points", "n": 2}, {"op": "extra_place"}]).pool(1, 4, 5)
    table.do("place char=president die=4", "place char=vice die=5")
    assert served(table) == [1]
    assert table.has_fired("K-B4")
    assert table.dice_on(2) == [5]


def test_bonuses_of_the_same_moment_are_all_served() -> None:
    """K-B4, section 14.2: the others collected at that same moment are served all the same."""
    table = event_table({"trigger": "become_ponkotsu"}).lay(2, 5).lay(3, 5).pool(1, 5).do("place char=president die=5")
    assert served(table) == [1, 2, 3]


def test_served_beginning_with_the_player_on_turn() -> None:
    """K-B5: in turn order from the player whose turn it is."""
    table = event_table({"trigger": "become_ponkotsu"}).end_turn().end_turn()
    assert table.actor == 3
    table.lay(1, 5).lay(2, 5).lay(4, 5).pool(3, 5).do("place char=secretary die=5")
    assert served(table) == [3, 4, 1, 2]


def test_served_beginning_with_the_start_player_in_the_morning() -> None:
    """K-B5: preparation and event phase: with the start player."""
    table = event_table({"trigger": "day_start"}).tokens(3, bag=2)
    events = table.state.events
    other = events[1]
    events[0], events[1] = other, EVENT
    table.next_day()
    assert table.json["start_seat"] == 3
    assert served(table) == [3, 4, 1, 2]


def test_tokens_enter_the_bag_by_contest_and_op_only() -> None:
    """K-B6: paying, losing and gaining tokens leave the bag alone; all bag moves are told."""
    cards = {
        CONVERSION: {"cost": [{"token": 1}], "do": [{"op": "lose_token", "n": 1}, {"op": "gain_token", "n": 1}]},
        ACTION: {"do": [{"op": "bag", "n": 2}]},
    }
    table = Table(cards).give(1, CONVERSION, ACTION).tokens(1, held=4).pool(1, 4).today(6).lay(1, 6)
    table.do(f"convert card={CONVERSION}")
    assert table.json["seats"][0]["tokens_bag"] == 0
    table.do(f"use card={ACTION} dice=4", "pick n=2").end_day()
    table.do("throw n=1")
    assert table.logged("fact:bag")[:2] == [(0, 2), (0, 1)]
    row = table.outcome().seats[0]
    assert (row.tokens_bag_effect, row.tokens_bag_contest, row.tokens_paid) == (2, 1, 2)
