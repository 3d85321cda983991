"""Ops on dice that lie on the board, on cards and the turn, and control (RULES.md sections 8.2 and 14.3)."""

from __future__ import annotations

from typing import Any

import pytest

from sim.games.kaguya import codes

from .situations import ACTION, Table
from .small_packs import CONVERT, effect


def holding(*do: dict[str, Any], **changes: Any) -> Table:
    """Seat 1 holds a conversion card with these ops; today's number is 3."""
    return effect(list(do), **changes).today(3)


# ---- board dice ----


@pytest.mark.parametrize(
    ("scope", "wanted"),
    [
        ("own", ["president:1", "president:4"]),
        ("other", ["vice:2", "treasurer:6"]),
        ("any", ["president:1", "president:4", "vice:2", "treasurer:6"]),
    ],
)
def test_slot_dice_are_offered_by_scope(scope: str, wanted: list[str]) -> None:
    """Distinct (character, face), in character order."""
    table = holding({"op": "slot_remove", "scope": scope}).lay(1, 4, 1, 4).lay(2, 2).lay(4, 6, 6).do(CONVERT)
    assert table.legal == [f"pick slotdie={die}" for die in wanted]


def test_slot_shift() -> None:
    table = holding({"op": "slot_shift", "by": 2, "dir": "up"}).lay(1, 6).lay(2, 4, 5).do(CONVERT)
    assert table.legal == ["pick slotdie=vice:4", "pick slotdie=vice:5"], "a 6 cannot go up"
    table.do("pick slotdie=vice:4")
    assert table.legal == ["pick face=5", "pick face=6"]
    assert table.do("pick face=6").dice_on(2) == [5, 6]


def test_slot_reroll() -> None:
    table = holding({"op": "slot_reroll"}).lay(2, 4)
    wanted = table.effect_rolls(1, 1)
    assert table.do(CONVERT).dice_on(2) == wanted
    assert table.outcome().seats[0].dice_rolled == 6


def test_slot_remove() -> None:
    table = holding({"op": "slot_remove"}).lay(2, 4, 5)
    stock = table.json["stock_dice"]
    assert table.do(CONVERT, "pick slotdie=vice:4").dice_on(2) == [5]
    assert table.json["stock_dice"] == stock + 1


def test_slot_move() -> None:
    table = holding({"op": "slot_move"}).lay(1, 1, 2, 3).lay(2, 4).do(CONVERT, "pick slotdie=president:2")
    assert table.legal == ["pick char=vice", "pick char=secretary", "pick char=treasurer"]
    table.do("pick char=vice")
    assert (table.dice_on(1), table.dice_on(2)) == ([1, 3], [2, 4])


def test_slot_swap() -> None:
    """The slot die first, then the own die; they change places."""
    table = holding({"op": "slot_swap", "scope": "other"}).lay(2, 4, 5).pool(1, 1, 6).do(CONVERT, "pick slotdie=vice:5")
    assert table.legal == ["pick die=1", "pick die=6"]
    table.do("pick die=1")
    assert (table.dice_on(2), table.pool_of(1)) == ([1, 4], [5, 6])
    assert holding({"op": "slot_swap"}).lay(2, 4).pool(1).do(CONVERT).decision == "D2", "skipped without an own die"


@pytest.mark.parametrize(("scope", "names"), [("own", [0]), ("other", [1, 3]), ("any", [0, 1, 3])])
def test_extra_place_by_scope(scope: str, names: list[int]) -> None:
    """Characters of the scope with a free place, and `pick none`."""
    table = holding({"op": "extra_place", "scope": scope}).lay(3, 1, 1, 1).pool(1, 2, 5).do(CONVERT)
    wanted = [f"place char={codes.CHARACTERS[i]} die={die}" for i in names for die in (2, 5)]
    assert table.legal == [*wanted, "pick none"]


def test_extra_place_is_skipped_without_dice() -> None:
    assert holding({"op": "extra_place"}).pool(1).do(CONVERT).decision == "D2"


@pytest.mark.parametrize(("today", "wanted"), [(1, [2]), (3, [2, 4]), (6, [5])])
def test_set_today_shift(today: int, wanted: list[int]) -> None:
    table = holding({"op": "set_today", "how": "shift"}).today(today)
    table.apply(CONVERT)
    assert table.legal == [f"pick face={face}" for face in wanted]


def test_set_today_choose_and_reroll() -> None:
    table = holding({"op": "set_today", "how": "choose"}).do(CONVERT)
    assert table.legal == [f"pick face={face}" for face in range(1, 7)]
    table = holding({"op": "set_today"})
    wanted = table.effect_rolls(1, 1)
    table.do(CONVERT)
    assert [table.json["today"]] == wanted
    assert table.logged("chance:today") == [(0, wanted[0])]
    assert table.json["stock_dice"] == 40 - 1 - 20


# ---- cards, turn ----


@pytest.mark.parametrize(("kind", "wanted"), [("conversion", [60]), ("action", [64, 65]), ("any", [60, 64, 65])])
def test_ready_by_kind(kind: str, wanted: list[int]) -> None:
    table = holding({"op": "ready", "kind": kind}).pool(1, 1, 2).do("convert card=60", "use card=64 dice=1")
    table.turn(1).do("use card=65 dice=2").apply(CONVERT)
    assert table.legal == [f"pick card={card}" for card in wanted]


def test_ready_without_a_used_card() -> None:
    assert holding({"op": "ready", "kind": "action"}).do(CONVERT).decision == "D2"


def test_lock_offers_own_reservations_not_yet_locked() -> None:
    table = holding({"op": "lock"}, {"op": "lock"}).reserve(1, ACTION, 2).reserve(1, 0, 2).reserve(2, 1, 2).do(CONVERT)
    assert table.legal == ["pick card=0", f"pick card={ACTION}"]
    table.do("pick card=0")
    assert [table.offer(card)["is_locked"] for card in (0, ACTION, 1)] == [True, True, False], (
        "the second has one option"
    )


def test_unreserve_a_locked_one() -> None:
    table = holding({"op": "lock"}, {"op": "unreserve"}).reserve(1, ACTION, 2).do(CONVERT)
    assert table.offer(ACTION) == {"card": ACTION, "reserved_by": 0, "die": 0, "is_locked": False}


@pytest.mark.parametrize(("look", "keep"), [(1, 1), (3, 2), (2, 2), (4, 0)])
def test_draw(look: int, keep: int) -> None:
    table = holding({"op": "draw", "kind": "conversion", "look": look, "keep": max(keep, 1)})
    top = sorted(table.json["decks"]["conversion"][-look:])
    owned = set(table.cards_of(1))
    table.apply(CONVERT)
    kept = top[: max(keep, 1)]
    for card in kept:
        table.apply(f"pick card={card}")
    assert set(table.cards_of(1)) == owned | set(kept)
    assert table.json["discards"]["conversion"] == top[max(keep, 1) :]


def test_draw_from_a_short_deck() -> None:
    """K-P9 before each card; without cards nothing is drawn."""
    table = holding({"op": "draw", "kind": "action", "look": 3, "keep": 3}, action_deck=5)
    left = table.json["decks"]["action"]
    assert len(left) == 1
    table.do(CONVERT)
    assert set(left) <= set(table.cards_of(1))
    assert table.decision == "D2"
    assert table.outcome().warnings & 1


@pytest.mark.parametrize("kind", ["conversion", "action", "any"])
def test_take_board_by_kind(kind: str) -> None:
    table = holding({"op": "take_board", "kind": kind}).do(CONVERT)
    shown = [row["card"] for row in table.json["display"]]
    wanted = [card for card in shown if kind == "any" or (card < 30) == (kind == "conversion")]
    assert table.legal == [f"pick card={card}" for card in wanted]


# ---- control ----


def test_branch_offers_those_whose_if_holds() -> None:
    options = [
        {"do": [{"op": "points", "n": 1}]},
        {"if": ["self_ponkotsu"], "do": [{"op": "points", "n": 2}]},
        {"if": ["self_normal"], "do": [{"op": "points", "n": 3}]},
    ]
    table = holding({"op": "branch", "options": options}).do(CONVERT)
    assert (table.decision, table.legal) == ("D8", ["pick branch=1", "pick branch=3"])
    assert table.do("pick branch=3").scores()[0] == 8


def test_branch_with_no_open_branch_is_skipped() -> None:
    options = [{"if": ["self_ponkotsu"], "do": [{"op": "points", "n": 2}]}] * 2
    table = holding({"op": "branch", "options": options}, {"op": "points", "n": 1}).do(CONVERT)
    assert table.scores()[0] == 6


def test_may() -> None:
    ops = ({"op": "may", "cost": [{"token": 1}], "do": [{"op": "points", "n": 3}]}, {"op": "points", "n": 1})
    table = holding(*ops).tokens(1, held=1).do(CONVERT)
    assert (table.decision, table.legal) == ("D9", ["accept", "decline"])
    table.do("accept")
    assert (table.scores()[0], table.json["seats"][0]["tokens_held"]) == (9, 0)
    assert holding(*ops).tokens(1, held=1).do(CONVERT, "decline").scores()[0] == 6
    table = holding(*ops).tokens(1).do(CONVERT)
    assert (table.decision, table.scores()[0]) == ("D2", 6), "unpayable: declined without asking"


def test_may_without_cost_is_asked() -> None:
    table = holding({"op": "may", "do": [{"op": "points", "n": 3}]}).do(CONVERT)
    assert table.legal == ["accept", "decline"]


def test_ops_inside_ops() -> None:
    """K-X1: a branch inside a `may`; what follows comes after all of it."""
    inner = {
        "op": "branch",
        "options": [{"do": [{"op": "bag", "n": 1}, {"op": "points", "n": 1}]}, {"do": [{"op": "points", "n": 2}]}],
    }
    table = holding({"op": "may", "do": [inner]}, {"op": "points", "n": 4}).tokens(1, held=1)
    table.do(CONVERT, "accept", "pick branch=1", "pick n=1")
    assert [points for _, points in table.logged("fact:points")] == [1, 4]
    assert table.json["seats"][0]["tokens_bag"] == 1
