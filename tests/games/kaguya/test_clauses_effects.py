"""Effects in general (K-X1 to K-X17); see test_costs.py, test_conditions.py and test_ops.py for the parts of cards."""

from __future__ import annotations

from typing import Any

import pytest

from .situations import ACTION, EVENT, SLOT, Table
from .small_packs import CONVERT, POINTS, cube, effect

# ---- order, choices, impossible parts ----


def test_ops_run_in_printed_order_with_their_triggers() -> None:
    """K-X1: each op wholly, with the triggers it caused, before the next."""
    event = {"on": {"trigger": "bag"}, "do": [{"op": "points", "n": 4}]}
    table = effect([{"op": "points", "n": 1}, {"op": "bag", "n": 1}, {"op": "points", "n": 2}], {EVENT: event}).event()
    table.tokens(1, held=3).do(CONVERT, "pick n=1")
    assert [points for _, points in table.logged("fact:points")] == [1, 4, 2]


def test_a_placement_inside_an_effect_is_resolved_before_the_next_op() -> None:
    """K-X1: last in, first out: the activity bonus comes before the rest of the card."""
    table = effect([{"op": "extra_place"}, {"op": "points", "n": 1}], {SLOT + 1: {"do": [{"op": "points", "n": 4}]}})
    table.pool(1, 4).do(CONVERT, "place char=vice die=4")
    assert table.logged("fact:points") == [(1, 4), (0, 1)]


def test_the_owner_makes_the_choices() -> None:
    """K-X2: the player who gains the effect, here seat 3 in seat 1's turn."""
    table = Table({SLOT + 2: {"do": [{"op": "points", "n": 2, "who": "other"}]}}).pool(1, 4)
    table.do("place char=secretary die=4")
    assert (table.actor, table.decision) == (3, "D6")
    assert table.legal == ["pick char=president", "pick char=vice", "pick char=treasurer"]
    table.do("pick char=vice")
    assert table.scores() == [5, 7, 5, 5]


def test_the_target_chooses_the_die_he_loses() -> None:
    """K-X2, section 8.2: the one exception."""
    table = effect([{"op": "lose_die", "n": 1, "who": "other"}]).pool(2, 3, 5).do(CONVERT, "pick char=vice")
    assert (table.actor, table.legal) == (2, ["pick die=3", "pick die=5"])
    table.do("pick die=3")
    assert (table.pool_of(2), table.actor) == ([5], 1)


def test_choices_are_made_from_what_is_legal_at_that_moment() -> None:
    """K-X2: the die gained by the first op can be changed by the second."""
    table = effect([{"op": "gain_die", "face": 2}, {"op": "set_die"}]).pool(1).do(CONVERT, "pick face=6")
    assert table.pool_of(1) == [6]


def test_as_far_as_possible_else_skipped() -> None:
    """K-X3: three tokens lost of two; a die to change when there is none; the rest goes on."""
    table = effect([{"op": "lose_token", "n": 3}, {"op": "flip_die"}, {"op": "points", "n": 1}]).pool(1)
    table.tokens(1, held=2).do(CONVERT)
    assert (table.json["seats"][0]["tokens_held"], table.scores()[0]) == (0, 6)
    assert table.has_fired("K-X3")


def test_an_op_with_a_false_if_is_skipped() -> None:
    """K-X3."""
    for score, wanted in ((5, 6), (4, 5)):
        table = effect([{"op": "points", "n": 9, "if": ["self_ponkotsu"]}, {"op": "points", "n": 1}])
        assert table.score(score, 5, 5, 5).do(CONVERT).scores()[0] == wanted
    table = effect([{"op": "points", "n": 9, "if": ["self_ponkotsu"]}, {"op": "points", "n": 1}]).make_ponkotsu(1)
    assert table.do(CONVERT).scores()[0] == 15


# ---- costs ----


@pytest.mark.parametrize(
    ("cost", "setup", "after"),
    [
        ([{"die": [1, 2]}], lambda t: t.pool(1, 2, 6), lambda t: t.pool_of(1) == [6]),
        ([{"die": "any"}], lambda t: t.pool(1, 6), lambda t: t.pool_of(1) == []),
        ([{"token": 2}], lambda t: t.tokens(1, held=2), lambda t: t.json["seats"][0]["tokens_stock"] == 15),
        ([{"point": 5}], lambda t: t.score(5), lambda t: t.scores()[0] == 2),
        ([{"cube": "dice"}], lambda t: cube(t, 1, 0), lambda t: t.json["seats"][0]["cube_dice"] == 0),
        ([{"cube": "tokens"}], lambda t: cube(t, 0, 2), lambda t: t.json["seats"][0]["cube_tokens"] == 1),
        (["ponkotsu"], lambda t: t, lambda t: t.ponkotsu() == [1]),
        ([{"token": 1}, {"token": 1}], lambda t: t.tokens(1, held=2), lambda t: t.json["seats"][0]["tokens_held"] == 0),
    ],
)
def test_costs_are_paid_in_full(cost: Any, setup: Any, after: Any) -> None:
    """K-X4: what can be paid is offered, and paid before the ops."""
    table = effect(POINTS, entry={"cost": cost})
    setup(table)
    table.do(CONVERT)
    assert after(table)
    assert table.logged("fact:points")[-1] == (0, 2)


@pytest.mark.parametrize(
    ("cost", "setup"),
    [
        ([{"die": [1, 2]}], lambda t: t.pool(1, 3, 6)),
        ([{"die": "any"}], lambda t: t.pool(1)),
        ([{"token": 2}], lambda t: t.tokens(1, held=1)),
        ([{"token": 1}, {"token": 1}], lambda t: t.tokens(1, held=1)),
        ([{"point": 3}, {"point": 3}], lambda t: t.score(5)),
        ([{"point": 6}], lambda t: t.score(5)),
        ([{"cube": "dice"}], lambda t: cube(t, 0, 2)),
        (["ponkotsu"], lambda t: t.make_ponkotsu(1)),
        (["ponkotsu"], lambda t: shield(t)),
    ],
)
def test_what_cannot_be_paid_may_not_be_used(cost: Any, setup: Any) -> None:
    """K-X4: several costs add up; paying points needs that many; `ponkotsu` needs a normal, unshielded character."""
    table = effect(POINTS, entry={"cost": cost})
    setup(table)
    assert CONVERT not in table.legal


def shield(table: Table) -> Table:
    table.seat(1).is_shielded = 1
    return table


# ---- dice, faces, places of pieces ----


def test_gained_dice_are_rolled_at_once() -> None:
    """K-X5: R6 of the gainer; they join the pool."""
    table = effect([{"op": "gain_die", "n": 2}]).pool(1)
    wanted = table.effect_rolls(1, 2)
    stock = table.json["stock_dice"]
    table.do(CONVERT)
    assert (table.pool_of(1), table.json["stock_dice"]) == (sorted(wanted), stock - 2)
    assert table.outcome().seats[0].dice_rolled == 5 + 2


def test_gained_dice_with_a_face_are_not_rolled() -> None:
    """K-X5: unless a face is given."""
    table = effect([{"op": "gain_die", "n": 2, "face": 3}]).pool(1).do(CONVERT)
    assert table.pool_of(1) == [3, 3]
    assert table.outcome().seats[0].dice_rolled == 5


@pytest.mark.parametrize(
    ("face", "by", "direction", "wanted"),
    [
        (1, 1, "down", []),
        (6, 1, "up", []),
        (6, 2, "either", [4, 5]),
        (1, 2, "either", [2, 3]),
        (3, 1, "either", [2, 4]),
        (3, 2, "up", [4, 5]),
        (3, 5, "down", [1, 2]),
        (4, 5, "up", [5, 6]),
    ],
)
def test_faces_stay_within_1_to_6(face: int, by: int, direction: str, wanted: list[int]) -> None:
    """K-X6: no wrapping; a shift that would leave the range is not offered."""
    table = effect([{"op": "shift_die", "by": by, "dir": direction}]).pool(1, face)
    table.apply(CONVERT)
    if not wanted:
        assert (table.decision, table.pool_of(1)) == ("D2", [face]), "skipped"
        return
    table.settle()
    if len(wanted) == 1:
        assert table.pool_of(1) == wanted
    else:
        assert table.legal == [f"pick face={number}" for number in wanted]


def test_lost_pieces_go_home_at_once() -> None:
    """K-X7: dice to the stock, tokens to their owner's stock."""
    table = effect([{"op": "lose_die", "n": 2, "who": "others"}, {"op": "lose_token", "n": 1, "who": "others"}])
    for seat in (2, 3, 4):
        table.pool(seat, 1, 1).tokens(seat, held=1)
    stock = table.json["stock_dice"]
    table.do(CONVERT)
    assert table.json["stock_dice"] == stock + 6
    assert [seat["tokens_stock"] for seat in table.json["seats"][1:]] == [15, 15, 15]
    assert [int(seat.tokens_paid) for seat in table.outcome().seats] == [0, 1, 1, 1]


def test_cubes_persist_and_count_from_the_next_preparation() -> None:
    """K-X8: within 0-2; five dice stay five today, six tomorrow and on Wednesday."""
    table = effect([{"op": "move_cube", "track": "dice"}])
    before = len(table.pool_of(1))
    table.do(CONVERT)
    assert (len(table.pool_of(1)), table.json["seats"][0]["cube_dice"]) == (before, 1)
    for _ in range(2):
        table.next_day()
        assert len(table.pool_of(1)) == 6
    assert table.json["seats"][0]["cube_dice"] == 1


def test_extra_place_is_a_placement_but_no_main_action() -> None:
    """K-X9: bonus, trigger and test; the allowance stays; it may be declined."""
    cards = {
        SLOT + 1: {"do": [{"op": "points", "n": 3}]},
        EVENT: {"on": {"trigger": "place"}, "do": [{"op": "points", "n": 1}]},
    }
    table = effect([{"op": "extra_place"}], cards).event().lay(3, 4).pool(1, 4, 6).do(CONVERT)
    assert table.decision == "D10"
    assert table.legal[-1] == "pick none"
    table.do("place char=vice die=4")
    assert table.scores() == [6, 8, 5, 5]
    assert (table.ponkotsu(), table.json["allowance"]) == ([2, 3], 1)
    table = effect([{"op": "extra_place"}]).pool(1, 4).do(CONVERT, "pick none")
    assert table.pool_of(1) == [4]


@pytest.mark.parametrize("op", ["slot_shift", "slot_reroll", "slot_remove", "slot_move", "slot_swap"])
def test_ops_on_slot_dice_are_no_placements(op: str) -> None:
    """K-X10: no bonus, no trigger, no test."""
    cards = {
        SLOT + 1: {"do": [{"op": "points", "n": 3}]},
        SLOT + 2: {"do": [{"op": "points", "n": 3}]},
        EVENT: {"on": [{"trigger": "place"}, {"trigger": "become_ponkotsu"}], "do": [{"op": "points", "n": 1}]},
    }
    table = effect([{"op": op, "scope": "other"}], cards).event().lay(2, 4).pool(1, 5)
    table.seat(2).has_activity = 0
    table.do(CONVERT)
    while table.decision != "D2":
        table.do(table.legal[0])
    assert table.scores() == [5, 5, 5, 5]
    assert table.ponkotsu() == []
    assert table.outcome().placements == 0


def test_the_limit_of_three_holds_for_slot_move() -> None:
    """K-X10: only a character with a free place can receive the die."""
    table = effect([{"op": "slot_move"}]).lay(2, 4).lay(1, 1, 1, 1).lay(3, 2, 2, 2)
    table.do(CONVERT, "pick slotdie=vice:4")
    assert table.dice_on(4) == [4], "the only free character but his own"


def test_ready_lifts_the_use() -> None:
    """K-X11: a conversion card becomes upright; an action card loses its dice to the stock."""
    table = effect([{"op": "ready"}]).pool(1, 3).do("convert card=60", "use card=64 dice=3")
    stock = table.json["stock_dice"]
    table.do(CONVERT)
    assert table.legal == ["pick card=60", "pick card=64"]
    table.do("pick card=64")
    assert table.json["stock_dice"] == stock + 1
    row = next(row for row in table.json["seats"][0]["action"] if row["card"] == 64)
    assert row == {"card": 64, "dice": [], "is_used": False}
    assert "use card=64 dice=2" in table.turn(1).pool(1, 2).legal


def test_ready_never_targets_a_ready() -> None:
    """K-X11: not itself, not another card that contains `ready`, even inside a branch or `may`."""
    inside = [{"op": "may", "do": [{"op": "ready"}]}]
    table = effect([{"op": "ready"}], {0: {"do": inside}}).give(1, 0).do("convert card=0")
    while table.decision != "D2":
        table.do("decline")
    table.do("convert card=60")
    assert table.apply(CONVERT) is None
    assert table.legal == ["pick card=60"]


def test_extra_main() -> None:
    """K-X12: one more main action in this turn."""
    table = effect([{"op": "extra_main"}]).pool(1, 1, 2, 3).do(CONVERT)
    assert table.json["allowance"] == 2
    table.do("place char=vice die=1", "place char=vice die=2")
    assert not [text for text in table.legal if text.startswith("place")]


def test_extra_main_works_only_in_ones_own_turn() -> None:
    """K-X12: as another's activity bonus it does nothing."""
    table = Table({SLOT + 1: {"do": [{"op": "extra_main"}]}}).pool(1, 4, 5).do("place char=vice die=4")
    assert table.json["allowance"] == 0
    table.end_turn()
    assert (table.actor, table.json["allowance"]) == (2, 1)


def test_lock() -> None:
    """K-X13: cannot be taken over today; fetched as usual."""
    table = effect([{"op": "lock"}]).reserve(1, ACTION, 2).do(CONVERT)
    assert table.offer(ACTION)["is_locked"]
    table.end_turn().pool(2, 6)
    assert not [text for text in table.legal if text.startswith(f"reserve card={ACTION}")]
    assert f"recover card={ACTION}" in table.turn(1).legal


def test_unreserve() -> None:
    """K-X13: heart home, die back to the pool with its face; the card is free."""
    table = effect([{"op": "unreserve"}]).reserve(1, ACTION, 5).pool(1, 2).do(CONVERT)
    assert (table.pool_of(1), table.json["seats"][0]["hearts"]) == ([2, 5], 2)
    assert table.offer(ACTION) == {"card": ACTION, "reserved_by": 0, "die": 0, "is_locked": False}


def test_draw_and_take_board_give_cards_as_if_fetched() -> None:
    """K-X14: usable at once; what was looked at and not kept is discarded; no trigger `recover`."""
    event = {"on": {"trigger": "recover"}, "do": POINTS}
    table = effect([{"op": "draw", "kind": "action", "look": 3, "keep": 1}], {EVENT: event}).event()
    top = sorted(table.json["decks"]["action"][-3:])
    table.do(CONVERT)
    assert (table.decision, table.legal) == ("D6", [f"pick card={card}" for card in top])
    table.do(f"pick card={top[1]}").pool(1, 3)
    assert f"use card={top[1]} dice=3" in table.legal
    assert table.json["discards"]["action"] == [top[0], top[2]]
    assert table.scores()[0] == 5
    table = effect([{"op": "take_board", "kind": "any"}]).show(ACTION).reserve(2, 0, 3)
    free = [row["card"] for row in table.json["display"] if row["card"] != 0]
    table.do(CONVERT)
    assert table.legal == [f"pick card={card}" for card in free]
    table.do(f"pick card={ACTION}")
    assert ACTION in table.cards_of(1)
    assert len(table.json["display"]) == 7
    assert table.json["beaten_dice"] == table.json["left_dice"] == 0


def test_a_change_of_todays_number_holds_for_the_contest() -> None:
    """K-X15: for everything afterwards."""
    table = effect([{"op": "set_today", "how": "choose"}]).today(2).lay(1, 6, 6).lay(2, 2).tokens(1, held=2)
    table.do(CONVERT, "pick face=6")
    assert table.json["today"] == 6
    table.end_day()
    assert (table.decision, table.actor) == ("D3", 1)
    assert table.legal == ["throw n=0", "throw n=1", "throw n=2"]


def test_cure_and_ponkotsu_again() -> None:
    """K-X16: normal, and can turn ponkotsu again."""
    table = effect([{"op": "cure"}]).make_ponkotsu(1).lay(2, 4).pool(1, 4).do(CONVERT)
    assert table.ponkotsu() == []
    table.do("place char=president die=4")
    assert table.ponkotsu() == [1, 2]
    assert table.outcome().seats[0].cures == 1


def test_shield() -> None:
    """K-X16: cannot be turned today, but still counts as partner; gone tomorrow (K-C6)."""
    table = effect([{"op": "shield"}]).lay(2, 4).pool(1, 4).do(CONVERT, "place char=president die=4")
    assert table.ponkotsu() == [2]
    assert table.json["seats"][0]["is_shielded"]
    assert not table.next_day().json["seats"][0]["is_shielded"]


def test_skip_roll() -> None:
    """K-X16: the next ponkotsu roll of that player today is not made; the one after is."""
    table = effect([{"op": "skip_roll"}], ponkotsu_ok=0, ponkotsu_minus=1, ponkotsu_pass=0).make_ponkotsu(1)
    table.out(2, 3, 4).pool(1, 1, 1).do(CONVERT, "place char=vice die=1").end_turn()
    assert (table.scores()[0], table.json["seats"][0]["skips_roll"]) == (5, False)
    table.do("place char=vice die=1").end_turn()
    assert table.scores()[0] == 4


def test_skip_roll_does_not_add_up_and_ends_with_the_day() -> None:
    """K-X16, section 14.3."""
    table = effect([{"op": "skip_roll"}, {"op": "skip_roll"}], ponkotsu_ok=0, ponkotsu_minus=1, ponkotsu_pass=0)
    table.do(CONVERT)
    assert table.json["seats"][0]["skips_roll"]
    assert not table.next_day().json["seats"][0]["skips_roll"]


@pytest.mark.parametrize(("score", "lost"), [(5, 3), (2, 2), (0, 0)])
def test_points_lost_respect_the_floor(score: int, lost: int) -> None:
    """K-X17: a theft moves only what was really lost; losses are booked as they happened."""
    table = effect([{"op": "steal_points", "n": 3, "who": "others"}]).score(5, score, 0, 0).do(CONVERT)
    assert table.scores() == [5 + lost, score - lost, 0, 0]
    rows = table.outcome().seats
    assert [int(row.pts_stolen) for row in rows] == [lost, -lost, 0, 0]
    table = effect([{"op": "points", "n": -3}]).score(score).do(CONVERT)
    assert table.scores()[0] == score - lost
    assert table.outcome().seats[0].pts_cards == -lost
