"""Main actions (K-M1 to K-M11)."""

from __future__ import annotations

import pytest

from .situations import ACTION, CONVERSION, EVENT, SLOT, Table

POINTS = [{"op": "points", "n": 2}]


def reserves(table: Table, card: int) -> list[int]:
    """Faces with which a card may be reserved now."""
    return [int(text[-1]) for text in table.legal if text.startswith(f"reserve card={card} ")]


@pytest.mark.parametrize("card", [CONVERSION, ACTION])
@pytest.mark.parametrize("die", [1, 6])
def test_reserve(card: int, die: int) -> None:
    """K-M1: any die and a heart on an unreserved card of either kind; the effect is not gained."""
    table = Table({card: {"do": POINTS}}).show(card).pool(1, die)
    table.do(f"reserve card={card} die={die}")
    assert table.offer(card) == {"card": card, "reserved_by": 1, "die": die, "is_locked": False}
    assert (table.pool_of(1), table.json["seats"][0]["hearts"]) == ([], 1)
    assert table.scores()[0] == 5
    assert table.json["allowance"] == 0


def test_reserve_needs_heart_and_die() -> None:
    """K-M1."""
    table = Table().show(CONVERSION).pool(1)
    assert reserves(table, CONVERSION) == []
    table.pool(1, 3)
    assert reserves(table, CONVERSION) == [3]
    table.seat(1).hearts = 0
    assert reserves(table, CONVERSION) == []


@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_take_over_needs_a_strictly_higher_die(die: int) -> None:
    """K-M2, section 10 (e): a 4 cannot be taken by a 4, can by a 5; a 6 cannot be beaten."""
    table = Table().reserve(2, CONVERSION, die).pool(1, 1, 2, 3, 4, 5, 6)
    assert reserves(table, CONVERSION) == list(range(die + 1, 7))


def test_take_over() -> None:
    """K-M2, K-M4: the old heart goes home at once; the beaten die lies aside on the board."""
    table = Table().reserve(2, CONVERSION, 4).pool(1, 5)
    stock = table.json["stock_dice"]
    table.do(f"reserve card={CONVERSION} die=5")
    assert table.offer(CONVERSION)["reserved_by"] == 1
    assert table.offer(CONVERSION)["die"] == 5
    assert [seat["hearts"] for seat in table.json["seats"]] == [1, 2, 2, 2]
    assert (table.json["beaten_dice"], table.json["stock_dice"]) == (1, stock)
    row = table.outcome()
    assert (row.takeovers, row.seats[0].takeovers_made, row.seats[1].takeovers_suffered) == (1, 1, 1)


def test_take_over_needs_a_heart() -> None:
    """K-M2: the same as a reservation."""
    table = Table().reserve(2, CONVERSION, 4).pool(1, 5)
    table.seat(1).hearts = 0
    assert reserves(table, CONVERSION) == []


def test_take_over_triggers_for_both() -> None:
    """K-M2: trigger `reserve` for the one, then `lose_reservation` for the other."""
    on = [{"trigger": "reserve", "mode": "over"}, {"trigger": "lose_reservation"}]
    table = Table({EVENT: {"on": on, "do": POINTS}}).event().reserve(2, CONVERSION, 4).pool(1, 5)
    table.do(f"reserve card={CONVERSION} die=5")
    assert table.scores() == [7, 7, 5, 5]
    assert [seat for seat, _ in table.logged("fact:bonus")] == [0, 1]


def test_no_raise_of_the_own_reservation() -> None:
    """K-M3."""
    table = Table().reserve(1, CONVERSION, 2).pool(1, 6)
    assert reserves(table, CONVERSION) == []
    assert table.has_fired("K-M3")


def test_the_reserving_die_lies_there_until_cleanup() -> None:
    """K-M4: also after the card is fetched."""
    table = Table().reserve(1, CONVERSION, 2)
    stock = table.json["stock_dice"]
    table.do(f"recover card={CONVERSION}")
    assert (table.json["left_dice"], table.json["stock_dice"]) == (1, stock)
    table.next_day()
    assert table.json["left_dice"] == 0
    assert table.json["stock_dice"] == 40 - 1 - 20


def test_two_reservations_at_once() -> None:
    """K-M5: as many as hearts; no other limit per day."""
    table = Table().reserve(1, CONVERSION, 2).show(ACTION).pool(1, 3)
    table.do(f"reserve card={ACTION} die=3")
    assert [table.offer(card)["reserved_by"] for card in (CONVERSION, ACTION)] == [1, 1]
    assert table.json["seats"][0]["hearts"] == 0
    table.turn(1).pool(1, 6).do(f"recover card={CONVERSION}")
    other = next(row["card"] for row in table.json["display"] if not row["reserved_by"])
    table.do(f"reserve card={other} die=6")
    assert table.outcome().seats[0].reserves == 2, "the two that were played; three in all today"


def uses(table: Table, card: int) -> list[str]:
    return [text.partition("dice=")[2] for text in table.legal if text.startswith(f"use card={card} ")]


@pytest.mark.parametrize(
    ("dice", "wanted"),
    [
        ({}, ["1", "2", "3", "4", "6"]),
        ({"faces": [6]}, ["6"]),
        ({"faces": [2, 4, 6]}, ["2", "4", "6"]),
        ({"today": "eq"}, ["3"]),
        ({"today": "ne"}, ["1", "2", "4", "6"]),
        ({"today": "gt"}, ["4", "6"]),
        ({"today": "lt"}, ["1", "2"]),
        ({"sum_min": 4}, ["4", "6"]),
        ({"sum_max": 2}, ["1", "2"]),
        ({"n": 2, "pattern": "same"}, ["2,2", "6,6"]),
        ({"n": 2, "pattern": "run"}, ["1,2", "2,3", "3,4"]),
        ({"n": 2, "pattern": "different", "sum_min": 9}, ["3,6", "4,6"]),
        ({"n": 2, "sum_max": 3}, ["1,2"]),
        ({"n": 2, "faces": [2, 6]}, ["2,2", "2,6", "6,6"]),
        ({"n": 2, "today": "gt"}, ["4,6", "6,6"]),
        ({"n": 3, "pattern": "run"}, ["1,2,3", "2,3,4"]),
        ({"n": 3, "pattern": "same"}, []),
        ({"n": 3, "pattern": "different", "faces": [1, 2, 3, 4]}, ["1,2,3", "1,2,4", "1,3,4", "2,3,4"]),
        ({"n": 3, "sum_min": 15}, ["3,6,6", "4,6,6"]),
        ({"n": 3, "sum_max": 5}, ["1,2,2"]),
    ],
)
def test_die_conditions_of_action_cards(dice: dict[str, object], wanted: list[str]) -> None:
    """K-M6: dice that meet the card's condition, from a pool of 1 2 2 3 4 6 6 with today's number 3."""
    table = Table({ACTION: {"dice": dice, "do": POINTS}}).give(1, ACTION).pool(1, 1, 2, 2, 3, 4, 6, 6).today(3)
    assert uses(table, ACTION) == wanted


def test_three_of_a_kind() -> None:
    """K-M6: three equal dice make the pattern `same`, two do not."""
    table = Table({ACTION: {"dice": {"n": 3, "pattern": "same"}, "do": POINTS}}).give(1, ACTION)
    assert uses(table.pool(1, 5, 5, 2), ACTION) == []
    assert uses(table.pool(1, 5, 5, 5, 2), ACTION) == ["5,5,5"]


def test_use_takes_the_dice_and_works() -> None:
    """K-M6, K-M7: the dice lie on the card, which is used for today."""
    table = Table({ACTION: {"dice": {"n": 2}, "do": POINTS}}).give(1, ACTION).pool(1, 2, 5, 6)
    table.do(f"use card={ACTION} dice=2,5")
    row = next(row for row in table.json["seats"][0]["action"] if row["card"] == ACTION)
    assert row == {"card": ACTION, "dice": [2, 5], "is_used": True}
    assert (table.pool_of(1), table.scores()[0]) == ([6], 7)
    assert uses(table.turn(1), ACTION) == []


def test_use_needs_its_condition_and_its_cost() -> None:
    """K-M6, K-X4: `if` must hold, the cost be payable without the dice put on the card."""
    card = {"dice": {"faces": [4]}, "if": [{"tokens_min": 2}], "cost": [{"die": [4, 5]}], "do": POINTS}
    table = Table({ACTION: card}).give(1, ACTION).pool(1, 4, 1).tokens(1, held=2)
    assert uses(table, ACTION) == [], "the only 4 cannot be paid as well"
    table.pool(1, 4, 5)
    assert uses(table, ACTION) == ["4"]
    table.tokens(1, held=1)
    assert uses(table, ACTION) == []
    table.tokens(1, held=2).pool(1, 4, 4).do(f"use card={ACTION} dice=4")
    assert (table.pool_of(1), table.scores()[0]) == ([], 7)


def test_a_used_card_is_free_again_tomorrow() -> None:
    """K-M7: the flag is lifted by cleanup."""
    table = Table().pool(1, 3).do("use card=64 dice=3")
    assert uses(table.turn(1).pool(1, 3), 64) == []
    table.next_day()
    while table.actor != 1:
        table.end_turn()
    assert uses(table.pool(1, 3), 64) == ["3"]


def test_order_of_dice_cost_ops_and_trigger() -> None:
    """K-M8: dice, cost, ops in printed order, then the trigger: here the cost is paid with the start score of 5."""
    ops = [
        {"op": "points", "n": {"count": "pool"}},
        {"op": "gain_die", "face": 2},
        {"op": "points", "n": {"count": "pool"}},
    ]
    cards = {
        ACTION: {"cost": [{"point": 5}], "do": ops},
        EVENT: {
            "on": {"trigger": "use_action"},
            "if": [{"pool_max": 2}],
            "do": [{"op": "points", "n": {"count": "pool"}}],
        },
    }
    table = Table(cards).event().give(1, ACTION).pool(1, 3, 4)
    table.do(f"use card={ACTION} dice=3")
    assert [points for _, points in table.logged("fact:points")] == [-5, 1, 2, 2]
    assert table.scores()[0] == 5


@pytest.mark.parametrize(
    ("card", "trigger", "text"),
    [(ACTION, "use_action", f"use card={ACTION} dice=3"), (CONVERSION, "use_conversion", f"convert card={CONVERSION}")],
)
def test_closing_trigger_of_cards(card: int, trigger: str, text: str) -> None:
    """K-M8: the trigger comes after the ops."""
    cards = {card: {"do": POINTS}, EVENT: {"on": {"trigger": trigger}, "do": [{"op": "points", "n": 4}]}}
    table = Table(cards).event().give(1, card).pool(1, 3).do(text)
    assert [points for _, points in table.logged("fact:points")] == [2, 4]


def test_cards_may_be_used_without_effect() -> None:
    """K-M9: a cure for a normal character changes nothing, and may be used all the same."""
    table = Table({CONVERSION: {"do": [{"op": "cure"}]}, ACTION: {"do": [{"op": "unbag"}]}})
    table.give(1, CONVERSION, ACTION).pool(1, 3)
    table.do(f"convert card={CONVERSION}", f"use card={ACTION} dice=3")
    assert table.json["seats"][0]["pool"] == []


def test_cards_are_no_reaction() -> None:
    """K-M9: in another's turn nobody else is asked for an action."""
    table = Table().give(2, CONVERSION).pool(1, 3)
    assert all(f"convert card={CONVERSION}" != text for text in table.legal)
    table.do("place char=vice die=3")
    assert table.actor == 1


def test_place_on_anybody() -> None:
    """K-M10: own or another's character, normal or ponkotsu, in or out, with fewer than three dice."""
    table = Table().pool(1, 4).make_ponkotsu(3).out(4).lay(2, 1, 1, 2)
    places = [text for text in table.legal if text.startswith("place")]
    assert places == [f"place char={name} die=4" for name in ("president", "secretary", "treasurer")]
    table.do("place char=secretary die=4")
    assert (table.dice_on(3), table.pool_of(1)) == ([4], [])
    row = table.outcome()
    assert (row.placements, row.seats[0].placed_other, row.seats[0].placed_own) == (1, 1, 0)


def test_character_dice_max() -> None:
    """K-M10, section 1: the limit is a constant."""
    table = Table(character_dice_max=2).pool(1, 4).lay(2, 1, 1).lay(3, 5)
    assert [text.split()[1] for text in table.legal if text.startswith("place")] == [
        "char=president",
        "char=secretary",
        "char=treasurer",
    ]


def placement_table(**changes: object) -> Table:
    """Seat 1 places a 4 on seat 2, whose total then equals that of seat 3; every step books its points."""
    cards = {
        SLOT + 1: {"do": [{"op": "points", "n": 10}]},
        EVENT: {
            "on": [
                {"trigger": "activity"},
                {"trigger": "place"},
                {"trigger": "become_ponkotsu"},
                {"trigger": "cause_ponkotsu"},
            ],
            "do": [{"op": "points", "n": 1}],
        },
    }
    return Table(cards, **changes).event().lay(3, 4).pool(1, 4).do("place char=vice die=4")


def test_order_of_a_placement() -> None:
    """K-M11: activity bonus and its trigger, event bonus `place`, test, `become_ponkotsu`, then `cause_ponkotsu`."""
    table = placement_table()
    steps = [row for row in table.log if row[0] in codes_of("fact:points", "fact:ponkotsu")]
    points, turned = codes_of("fact:points", "fact:ponkotsu")
    assert [(code, seat) for code, seat, _ in steps] == [
        (points, 1),  # activity bonus, to seat 2
        (points, 1),  # trigger activity
        (points, 0),  # trigger place, to the placer
        (turned, 1),
        (turned, 2),
        (points, 0),  # cause_ponkotsu; served in turn order with the two who became ponkotsu
        (points, 1),
        (points, 2),
    ]


def test_order_of_a_placement_with_the_test_first() -> None:
    """K-M11, ruling placement_order = test_first: 1, 4, 5, 2, 3."""
    table = placement_table(placement_order="test_first")
    points, turned = codes_of("fact:points", "fact:ponkotsu")
    steps = [(code, seat) for code, seat, _ in table.log if code in (points, turned)]
    assert steps == [
        (turned, 1),
        (turned, 2),
        (points, 0),
        (points, 1),
        (points, 2),
        (points, 1),
        (points, 1),
        (points, 0),
    ]


def codes_of(*names: str) -> tuple[int, ...]:
    from sim.games.kaguya.clauses import CLAUSES

    return tuple(CLAUSES.index(name) for name in names)
