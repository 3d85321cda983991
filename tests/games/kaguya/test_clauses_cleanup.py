"""Cleanup, Monday to Thursday (K-C1 to K-C6)."""

from __future__ import annotations

import pytest

from .situations import ABILITY, ACTION, CONVERSION, Table


def test_all_dice_on_the_board_go_to_the_stock() -> None:
    """K-C1: slots, scene places, beaten dice, today's die."""
    table = Table().lay(2, 4, 4).reserve(2, CONVERSION, 3).pool(1, 5).do(f"reserve card={CONVERSION} die=5")
    table.reserve(3, ACTION, 2).next_day()
    assert [slot["dice"] for slot in table.json["slots"]] == [[], [], [], []]
    assert (table.json["beaten_dice"], table.json["left_dice"]) == (0, 0)
    assert table.json["stock_dice"] == 40 - 1 - 20, "today's new die and five dice each"


def test_face_up_cards_are_discarded_hearts_go_home() -> None:
    """K-C2: reserved or not."""
    table = Table().reserve(2, CONVERSION, 3)
    shown = [row["card"] for row in table.json["display"]]
    table.next_day()
    discards = table.json["discards"]
    assert discards["conversion"] + discards["action"] == sorted(shown)
    assert [seat["hearts"] for seat in table.json["seats"]] == [2, 2, 2, 2]


def test_turned_conversion_cards_become_upright() -> None:
    """K-C3."""
    table = Table().do("convert card=60")
    assert table.json["seats"][0]["conversion"] == [{"card": 60, "is_turned": True}]
    assert table.next_day().json["seats"][0]["conversion"] == [{"card": 60, "is_turned": False}]


def test_action_cards_become_unused_and_their_dice_go_home() -> None:
    """K-C4."""
    table = Table().pool(1, 3).do("use card=64 dice=3")
    assert table.json["seats"][0]["action"][0] == {"card": 64, "dice": [3], "is_used": True}
    table.next_day()
    assert table.json["seats"][0]["action"][0] == {"card": 64, "dice": [], "is_used": False}
    assert table.json["stock_dice"] == 40 - 1 - 20


@pytest.mark.parametrize(("ruling", "kept"), [("to_stock", []), ("carry_over", [6, 6])])
def test_unused_dice(ruling: str, kept: list[int]) -> None:
    """K-C5: to the stock; ruling unused_dice = carry_over keeps them with their faces."""
    table = Table(unused_dice=ruling).pool(1, 6, 6).pool(2).pool(3).pool(4)
    fresh = Table().next_day().pool_of(1)
    table.next_day()
    assert table.pool_of(1) == sorted([*fresh, *kept])
    assert table.json["stock_dice"] == 40 - 1 - 20 - len(kept)
    assert table.outcome().seats[0].dice_unused == 2


def test_what_ends_with_the_day() -> None:
    """K-C6: day limits, locks, shields and roll skips."""
    table = Table({ABILITY: {"do": [{"op": "shield"}, {"op": "skip_roll"}]}}).do("ability").reserve(1, ACTION, 2)
    table.state.display_locked[list(table.state.display).index(ACTION)] = 1
    table.next_day()
    seat = table.json["seats"][0]
    assert (seat["ability_uses"], seat["is_shielded"], seat["skips_roll"]) == (0, False, False)
    assert not any(row["is_locked"] for row in table.json["display"])


def test_what_stays() -> None:
    """K-C6: scores, tokens, cubes, owned cards, slots of the cards and the marker."""
    table = Table().give(1, CONVERSION, ACTION).tokens(1, held=4, bag=1).score(17, 9, 8, 7)
    table.seat(1).cube[:] = (1, 2)
    table.end_day().choose_slots(3, 1, 2, 4)
    seat = table.json["seats"][0]
    assert (seat["cube_dice"], seat["cube_tokens"]) == (1, 2)
    assert seat["tokens_held"] == 4 + 3, "three by the track this morning"
    assert table.scores() == [17, 9, 8, 7]
    assert {CONVERSION, ACTION} <= set(table.cards_of(1))
    assert table.json["slots"][2]["character"] == "president"
    assert table.json["start_seat"] == 1
