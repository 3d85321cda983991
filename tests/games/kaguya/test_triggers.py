"""Triggers of events and their filters (RULES.md section 8.2, K-B3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sim.games.kaguya import codes

from .situations import ABILITY, ACTION, CONVERSION, SLOT, Table
from .small_packs import POINTS, event_table, served

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


@pytest.mark.parametrize("inner", ["branch", "may"])
@pytest.mark.parametrize("card", [CONVERSION, ACTION])
def test_a_card_closes_once(inner: str, card: int) -> None:
    """K-M8: the closing trigger is the card's, not that of a branch or `may` inside it."""
    op = (
        {"op": "may", "do": POINTS} if inner == "may" else {"op": "branch", "options": [{"do": POINTS}, {"do": POINTS}]}
    )
    event = [{"trigger": "use_conversion"}, {"trigger": "use_action"}]
    table = event_table(event, [{"op": "points", "n": 4}], {card: {"do": [op]}}).give(1, card).pool(1, 3)
    table.do(f"convert card={card}" if card == CONVERSION else f"use card={card} dice=3")
    table.do("accept" if inner == "may" else "pick branch=2")
    assert [points for _, points in table.logged("fact:points")] == [2, 4]
