"""Bonuses and the bag (K-B1 to K-B6), triggers and their filters, limits of events."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sim.games.kaguya import codes

from .situations import ABILITY, ACTION, CONVERSION, EVENT, SLOT, Table

POINTS = [{"op": "points", "n": 2}]


def event_table(on: Any, do: Any = None, cards: dict[int, Any] | None = None, **more: Any) -> Table:
    """Today's event fires on `on` and gives 2 points, or does `do`."""
    keys = {key: more.pop(key) for key in ("if", "cost", "limit") if key in more}
    return Table({EVENT: {"on": on, "do": do or POINTS, **keys}, **(cards or {})}, **more).event()


def served(table: Table) -> list[int]:
    """Seats (from 1) that got the event bonus, in order."""
    return [seat + 1 for seat, _ in table.logged("fact:bonus")]


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


# ---- triggers and their filters ----

Act = Callable[[Table], Table]


def reserve_new(table: Table) -> Table:
    return table.show(CONVERSION).pool(1, 4).do(f"reserve card={CONVERSION} die=4")


def reserve_over(table: Table) -> Table:
    return table.reserve(2, CONVERSION, 3).pool(1, 4).do(f"reserve card={CONVERSION} die=4")


def recover_conversion(table: Table) -> Table:
    return table.reserve(1, CONVERSION, 3).do(f"recover card={CONVERSION}")


def recover_action(table: Table) -> Table:
    return table.reserve(1, ACTION, 3).do(f"recover card={ACTION}")


def place_own(table: Table) -> Table:
    return table.pool(1, 4).do("place char=president die=4")


def place_other(table: Table) -> Table:
    return table.lay(2, 1).pool(1, 4).do("place char=vice die=4")


def place_third(table: Table) -> Table:
    return table.lay(2, 1, 1).pool(1, 4).do("place char=vice die=4")


def use_action(table: Table) -> Table:
    return table.pool(1, 4).do("use card=64 dice=4")


def convert(table: Table) -> Table:
    return table.do("convert card=60")


def ability(table: Table) -> Table:
    return table.do("ability")


def bag(table: Table) -> Table:
    return table.give(1, CONVERSION).tokens(1, held=2).do(f"convert card={CONVERSION}", "pick n=1")


def bag_none(table: Table) -> Table:
    return table.give(1, CONVERSION).tokens(1, held=2).do(f"convert card={CONVERSION}", "pick n=0")


def cure(table: Table) -> Table:
    return table.give(1, ACTION).make_ponkotsu(1, 3).pool(1, 4).do(f"use card={ACTION} dice=4")


def drop_out(table: Table) -> Table:
    return table.end_turn()


def drop_out_second(table: Table) -> Table:
    return table.out(4).end_turn()


def drop_out_last(table: Table) -> Table:
    return table.out(2, 3, 4).end_turn()


def turn_two(table: Table) -> Table:
    return table.lay(2, 4).pool(1, 4).do("place char=president die=4")


TRIGGER_CASES: list[tuple[dict[str, Any], Act, list[int]]] = [
    ({"trigger": "reserve"}, reserve_new, [1]),
    ({"trigger": "reserve"}, reserve_over, [1]),
    ({"trigger": "reserve", "mode": "new"}, reserve_new, [1]),
    ({"trigger": "reserve", "mode": "new"}, reserve_over, []),
    ({"trigger": "reserve", "mode": "over"}, reserve_new, []),
    ({"trigger": "reserve", "mode": "over"}, reserve_over, [1]),
    ({"trigger": "reserve", "mode": "any"}, reserve_over, [1]),
    ({"trigger": "reserve", "faces": [4]}, reserve_new, [1]),
    ({"trigger": "reserve", "faces": [3, 5]}, reserve_new, []),
    ({"trigger": "reserve", "today": "eq"}, reserve_new, []),
    ({"trigger": "reserve", "today": "gt"}, reserve_new, [1]),
    ({"trigger": "lose_reservation"}, reserve_new, []),
    ({"trigger": "lose_reservation"}, reserve_over, [2]),
    ({"trigger": "lose_reservation", "faces": [3]}, reserve_over, [2]),
    ({"trigger": "lose_reservation", "faces": [4]}, reserve_over, []),
    ({"trigger": "lose_reservation", "today": "eq"}, reserve_over, [2]),
    ({"trigger": "recover"}, recover_action, [1]),
    ({"trigger": "recover", "kind": "conversion"}, recover_conversion, [1]),
    ({"trigger": "recover", "kind": "conversion"}, recover_action, []),
    ({"trigger": "recover", "kind": "action"}, recover_action, [1]),
    ({"trigger": "recover", "kind": "action"}, recover_conversion, []),
    ({"trigger": "use_action"}, use_action, [1]),
    ({"trigger": "use_action"}, convert, []),
    ({"trigger": "use_action", "faces": [4]}, use_action, [1]),
    ({"trigger": "use_action", "today": "lt"}, use_action, []),
    ({"trigger": "use_action", "today": "ne"}, use_action, [1]),
    ({"trigger": "use_conversion"}, convert, [1]),
    ({"trigger": "use_conversion"}, use_action, []),
    ({"trigger": "use_ability"}, ability, [1]),
    ({"trigger": "use_ability"}, convert, []),
    ({"trigger": "place"}, place_own, [1]),
    ({"trigger": "place"}, place_other, [1]),
    ({"trigger": "place", "who": "own"}, place_own, [1]),
    ({"trigger": "place", "who": "own"}, place_other, []),
    ({"trigger": "place", "who": "other"}, place_own, []),
    ({"trigger": "place", "who": "other"}, place_other, [1]),
    ({"trigger": "place", "order": "first"}, place_own, [1]),
    ({"trigger": "place", "order": "first"}, place_other, []),
    ({"trigger": "place", "order": "third"}, place_other, []),
    ({"trigger": "place", "order": "third"}, place_third, [1]),
    ({"trigger": "place", "who": "own", "order": "third"}, place_third, []),
    ({"trigger": "place", "faces": [4, 6]}, place_own, [1]),
    ({"trigger": "place", "faces": [1, 2, 3, 5, 6]}, place_own, []),
    ({"trigger": "place", "today": "gt"}, place_own, [1]),
    ({"trigger": "place", "today": "eq"}, place_own, []),
    ({"trigger": "activity"}, place_own, [1]),
    ({"trigger": "activity"}, place_other, []),
    ({"trigger": "become_ponkotsu"}, turn_two, [1, 2]),
    ({"trigger": "become_ponkotsu"}, place_own, []),
    ({"trigger": "cause_ponkotsu"}, turn_two, [1]),
    ({"trigger": "cause_ponkotsu"}, place_own, []),
    ({"trigger": "cure"}, cure, [1, 3]),
    ({"trigger": "bag"}, bag, [1]),
    ({"trigger": "bag"}, bag_none, []),
    ({"trigger": "drop_out"}, drop_out, [1]),
    ({"trigger": "drop_out", "order": "first"}, drop_out, [1]),
    ({"trigger": "drop_out", "order": "first"}, drop_out_second, []),
    ({"trigger": "drop_out", "order": "last"}, drop_out, []),
    ({"trigger": "drop_out", "order": "last"}, drop_out_second, []),
    ({"trigger": "drop_out", "order": "last"}, drop_out_last, [1]),
    ({"trigger": "drop_out", "order": "any"}, drop_out_second, [1]),
]
CARDS = {
    ABILITY: {"do": [{"op": "skip_roll"}]},
    CONVERSION: {"do": [{"op": "bag", "n": 1}]},
    ACTION: {"do": [{"op": "cure", "who": "all"}]},
}


def case_name(case: tuple[dict[str, Any], Act, list[int]]) -> str:
    return " ".join(str(value) for value in case[0].values()) + " " + case[1].__name__


@pytest.mark.parametrize(("on", "act", "wanted"), TRIGGER_CASES, ids=[case_name(case) for case in TRIGGER_CASES])
def test_triggers_and_filters(on: dict[str, Any], act: Act, wanted: list[int]) -> None:
    """K-B3: who does what today's event names gets its bonus; filters as in section 8.2, today's number is 3."""
    table = act(event_table(on, cards=CARDS).today(3))
    assert served(table) == wanted
    assert table.scores() == [7 if seat in wanted else 5 for seat in (1, 2, 3, 4)]


@pytest.mark.parametrize("face", ["ok", "minus", "pass"])
@pytest.mark.parametrize("wanted", ["ok", "minus", "pass", "any"])
def test_trigger_roll_ponkotsu(face: str, wanted: str) -> None:
    """K-B3: `roll_ponkotsu` by the face that was rolled; also when it is Pass (K-T3)."""
    faces = {f"ponkotsu_{word}": int(word == face) for word in ("ok", "minus", "pass")}
    table = event_table({"trigger": "roll_ponkotsu", "face": wanted}, ponkotsu_penalty=0, **faces)
    table.make_ponkotsu(2).end_turn()
    assert served(table) == ([2] if wanted in (face, "any") else [])
    assert table.actor == (3 if face == "pass" else 2)


@pytest.mark.parametrize(("rank", "wanted"), [("first", [1]), ("second", [2]), ("any", [1, 2])])
def test_trigger_contest(rank: str, wanted: list[int]) -> None:
    """K-B3, section 3.1: for every player with a right, also at `throw n=0`."""
    table = event_table({"trigger": "contest", "rank": rank}).today(6).lay(1, 6, 6).lay(2, 6)
    table.tokens(1, held=2).tokens(2, held=2).end_day()
    table.do("throw n=0", "throw n=0")
    assert served(table) == wanted


@pytest.mark.parametrize(("order", "wanted"), [("first", [1]), ("third", [])])
def test_order_of_a_placement_is_that_of_the_moment(order: str, wanted: list[int]) -> None:
    """K-M11, section 14.2: dice after the placement itself, not after the bonus that adds two more."""
    extra = {"do": [{"op": "extra_place", "scope": "own"}, {"op": "extra_place", "scope": "own"}]}
    table = event_table({"trigger": "place", "who": "other", "order": order}, cards={SLOT + 1: extra})
    table.pool(1, 4).pool(2, 5, 6).do("place char=vice die=4", "place char=vice die=5", "place char=vice die=6")
    assert table.dice_on(2) == [4, 5, 6]
    assert served(table) == wanted


def test_every_trigger_is_tested() -> None:
    """The cases above and those of `day_start` (K-P7) name all triggers."""
    named = {case[0]["trigger"] for case in TRIGGER_CASES} | {"roll_ponkotsu", "contest", "day_start"}
    assert named == set(codes.TRIGGERS)


def test_filters_look_at_every_die_on_the_card() -> None:
    """Section 14.2: `use_action` filters hold if every die on the card meets them."""
    for dice, wanted in (("2,2", [1]), ("2,5", [])):
        table = event_table(
            {"trigger": "use_action", "faces": [1, 2, 3]}, cards={ACTION: {"dice": {"n": 2}, "do": POINTS}}
        )
        table.give(1, ACTION).pool(1, 2, 2, 5).do(f"use card={ACTION} dice={dice}")
        assert served(table) == wanted


def test_a_list_of_triggers_fires_on_any() -> None:
    """Section 8.2: `on` may be a list of which any fires the card."""
    table = event_table([{"trigger": "use_conversion"}, {"trigger": "place"}]).pool(1, 4)
    table.do("convert card=60", "place char=president die=4")
    assert served(table) == [1, 1]


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
