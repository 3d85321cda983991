"""Every op of section 8.2 with its arguments (targets, shortages and choices as in section 14.3)."""

from __future__ import annotations

from typing import Any

import pytest

from sim.games.kaguya import codes

from .situations import ACTION, CONVERSION, EVENT, Table

CONVERT = f"convert card={CONVERSION}"


def effect(*do: dict[str, Any], **changes: Any) -> Table:
    """Seat 1 holds a conversion card with these ops; today's number is 3."""
    return Table({CONVERSION: {"do": list(do)}}, **changes).give(1, CONVERSION).today(3)


# ---- own dice ----


def test_gain_die_with_a_chosen_face_asks_for_each() -> None:
    table = effect({"op": "gain_die", "n": 2, "face": "choose"}).pool(1).do(CONVERT)
    assert table.legal == [f"pick face={face}" for face in range(1, 7)]
    assert table.do("pick face=5", "pick face=2").pool_of(1) == [2, 5]


def test_gain_die_with_a_chosen_face_is_cut_to_the_stock_first() -> None:
    table = effect({"op": "gain_die", "n": 2, "face": "choose"}).pool(1)
    table.state.stock_dice = 1
    assert table.do(CONVERT, "pick face=5").pool_of(1) == [5]
    assert (table.decision, table.outcome().dice_short) == ("D2", 1)


def test_gain_die_with_todays_face() -> None:
    assert effect({"op": "gain_die", "n": 2, "face": "today"}).pool(1).do(CONVERT).pool_of(1) == [3, 3]


def test_lose_die_of_all_asks_each_in_turn() -> None:
    table = effect({"op": "lose_die", "n": 1, "who": "all"}).pool(1, 1, 2).pool(2).pool(3, 4, 5).pool(4, 6).do(CONVERT)
    assert (table.actor, table.legal) == (1, ["pick die=1", "pick die=2"])
    table.do("pick die=2")
    assert (table.actor, table.legal) == (3, ["pick die=4", "pick die=5"])
    table.do("pick die=4")
    assert [table.pool_of(seat) for seat in (1, 2, 3, 4)] == [[1], [], [5], []]


def test_lose_die_as_far_as_possible() -> None:
    assert effect({"op": "lose_die", "n": 3}).pool(1, 2, 2).do(CONVERT).pool_of(1) == []


def test_reroll_picks_one_at_a_time_and_rolls_together() -> None:
    table = effect({"op": "reroll", "n": 2}).pool(1, 1, 4, 6)
    wanted = table.effect_rolls(1, 2)
    table.do(CONVERT)
    assert table.legal == ["pick die=1", "pick die=4", "pick die=6", "pick none"]
    table.do("pick die=1")
    assert (table.json["seats"][0]["pool"], table.json["seats"][0]["aside"]) == ([4, 6], [1])
    assert table.legal == ["pick die=4", "pick die=6", "pick none"]
    table.do("pick die=6")
    assert table.pool_of(1) == sorted([4, *wanted])
    assert table.json["seats"][0]["aside"] == []


def test_reroll_up_to_n() -> None:
    table = effect({"op": "reroll", "n": 2}).pool(1, 1, 4, 6)
    wanted = table.effect_rolls(1, 1)
    table.do(CONVERT, "pick die=1", "pick none")
    assert table.pool_of(1) == sorted([4, 6, *wanted])
    assert effect({"op": "reroll", "n": 2}).pool(1, 1, 4).do(CONVERT, "pick none").pool_of(1) == [1, 4]


def test_reroll_ends_when_the_pool_is_empty() -> None:
    table = effect({"op": "reroll", "n": 5}).pool(1, 2, 2)
    wanted = table.effect_rolls(1, 2)
    table.do(CONVERT, "pick die=2", "pick die=2")
    assert table.pool_of(1) == sorted(wanted)
    assert effect({"op": "reroll", "n": 1}).pool(1).do(CONVERT).decision == "D2"


def test_set_die_to_a_chosen_face() -> None:
    table = effect({"op": "set_die"}).pool(1, 2, 5).do(CONVERT)
    assert table.legal == ["pick die=2", "pick die=5"]
    table.do("pick die=2")
    assert table.legal == [f"pick face={face}" for face in range(1, 7)]
    assert table.do("pick face=6").pool_of(1) == [5, 6]


@pytest.mark.parametrize(("face", "wanted"), [("today", 3), (1, 1), (6, 6)])
def test_set_die_to_a_given_face(face: Any, wanted: int) -> None:
    assert effect({"op": "set_die", "face": face}).pool(1, 2, 5).do(CONVERT, "pick die=5").pool_of(1) == sorted(
        [2, wanted]
    )


def test_shift_die_offers_only_dice_that_can_be_shifted() -> None:
    table = effect({"op": "shift_die", "by": 1, "dir": "up"}).pool(1, 2, 5, 6).do(CONVERT)
    assert table.legal == ["pick die=2", "pick die=5"]
    assert table.do("pick die=5").pool_of(1) == [2, 6, 6]


@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_flip_die(face: int) -> None:
    assert effect({"op": "flip_die"}).pool(1, face).do(CONVERT).pool_of(1) == [7 - face]


def test_copy_die() -> None:
    """The changed die first, then the model among the others."""
    table = effect({"op": "copy_die"}).pool(1, 2, 5, 6).do(CONVERT, "pick die=2")
    assert table.legal == ["pick die=5", "pick die=6"]
    assert table.do("pick die=6").pool_of(1) == [5, 6, 6]
    assert effect({"op": "copy_die"}).pool(1, 2).do(CONVERT).pool_of(1) == [2], "skipped with fewer than two"


# ---- tokens and bag ----


def test_gain_and_lose_token() -> None:
    table = effect({"op": "gain_token", "n": 2}).tokens(1, held=1).do(CONVERT)
    assert (table.json["seats"][0]["tokens_held"], table.json["seats"][0]["tokens_stock"]) == (3, 12)
    table = effect({"op": "lose_token", "n": 2, "who": "others"}).do(CONVERT)
    assert [seat["tokens_held"] for seat in table.json["seats"]] == [1, 0, 0, 0]


@pytest.mark.parametrize(("held", "offered"), [(5, 3), (1, 2), (0, 0)])
def test_bag_own(held: int, offered: int) -> None:
    table = effect({"op": "bag", "n": 2}).tokens(1, held=held).do(CONVERT)
    if offered == 0:
        assert table.decision == "D2"
        return
    assert table.decision == "D7"
    assert table.legal == [f"pick n={n}" for n in range(offered)]
    table.do("pick n=1")
    seat = table.json["seats"][0]
    assert (seat["tokens_held"], seat["tokens_bag"]) == (held - 1, 1)


def test_bag_from_the_stock() -> None:
    table = effect({"op": "bag", "n": 2, "src": "stock"}).tokens(1, held=3).do(CONVERT, "pick n=2")
    seat = table.json["seats"][0]
    assert (seat["tokens_held"], seat["tokens_stock"], seat["tokens_bag"]) == (3, 10, 2)
    row = table.outcome().seats[0]
    assert (row.tokens_bag_effect, row.tokens_gained) == (2, 1)


def test_unbag() -> None:
    table = effect({"op": "unbag", "n": 2, "who": "other"}).tokens(2, bag=1).tokens(3, bag=3).do(CONVERT)
    assert table.legal == ["pick char=vice", "pick char=secretary"]
    table.do("pick char=vice")
    seat = table.json["seats"][1]
    assert (seat["tokens_held"], seat["tokens_bag"], seat["tokens_stock"]) == (1, 0, 14)


# ---- points ----


@pytest.mark.parametrize(
    ("n", "who", "wanted"), [(3, "self", [8, 5, 5, 5]), (-2, "others", [5, 3, 3, 3]), (-9, "all", [0, 0, 0, 0])]
)
def test_points(n: int, who: str, wanted: list[int]) -> None:
    assert effect({"op": "points", "n": n, "who": who}).do(CONVERT).scores() == wanted


def test_points_are_booked_on_whom_they_fall() -> None:
    """Section 14.2: those of cards as pts_cards, whoever gets them."""
    rows = effect({"op": "points", "n": -2, "who": "others"}).do(CONVERT).outcome().seats
    assert [int(row.pts_cards) for row in rows] == [0, -2, -2, -2]


def test_steal_points_from_another() -> None:
    table = effect({"op": "steal_points", "n": 2, "who": "other"}).score(5, 0, 4, 1).do(CONVERT)
    assert table.legal == ["pick char=secretary", "pick char=treasurer"]
    assert table.do("pick char=treasurer").scores() == [6, 0, 4, 0]


def test_points_taken_offer_those_who_have_some() -> None:
    """Section 14.3: n below 0 would change something only where the score is above 0."""
    table = effect({"op": "points", "n": -1, "who": "other"}).score(5, 0, 4, 1).do(CONVERT)
    assert table.legal == ["pick char=secretary", "pick char=treasurer"]


# ---- ponkotsu ----


def test_cure_of_another() -> None:
    table = effect({"op": "cure", "who": "any"}).make_ponkotsu(1, 2, 4).do(CONVERT)
    assert table.legal == ["pick char=president", "pick char=vice", "pick char=treasurer"]
    assert table.do("pick char=vice").ponkotsu() == [1, 4]
    assert [int(row.cures) for row in table.outcome().seats] == [1, 0, 0, 0]


def test_afflict() -> None:
    """Only who is normal and not shielded; counts as causing (section 3.1)."""
    event = {"on": {"trigger": "cause_ponkotsu"}, "do": [{"op": "points", "n": 2}]}
    table = Table({CONVERSION: {"do": [{"op": "afflict", "who": "other"}]}, EVENT: event}).give(1, CONVERSION).event()
    table.make_ponkotsu(2)
    table.seat(3).is_shielded = 1
    table.do(CONVERT)
    assert (table.ponkotsu(), table.scores()[0]) == ([2, 4], 7)
    assert table.outcome().seats[0].ponkotsu_caused == 1


# ---- tracks ----


@pytest.mark.parametrize(
    ("track", "by", "before", "after"),
    [
        ("dice", 1, (0, 0), (1, 0)),
        ("tokens", 2, (0, 0), (0, 2)),
        ("tokens", 2, (0, 1), (0, 2)),
        ("dice", -1, (2, 1), (1, 1)),
        ("dice", -2, (1, 1), (0, 1)),
        ("dice", 1, (2, 0), (2, 0)),
        ("choose", 1, (2, 0), (2, 1)),
        ("choose", 1, (2, 2), (2, 2)),
    ],
)
def test_move_cube(track: str, by: int, before: tuple[int, int], after: tuple[int, int]) -> None:
    table = effect({"op": "move_cube", "track": track, "by": by})
    table.seat(1).cube[:] = before
    table.do(CONVERT)
    seat = table.json["seats"][0]
    assert (seat["cube_dice"], seat["cube_tokens"]) == after
    assert table.decision == "D2"


def test_move_cube_of_a_chosen_track_of_another() -> None:
    table = effect({"op": "move_cube", "track": "choose", "by": -1, "who": "other"})
    table.seat(3).cube[:] = (1, 1)
    table.do(CONVERT)
    assert (table.actor, table.legal) == (1, ["pick track=dice", "pick track=tokens"]), "the only movable target"
    table.do("pick track=tokens")
    assert (table.json["seats"][2]["cube_dice"], table.json["seats"][2]["cube_tokens"]) == (1, 0)


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
    table = effect({"op": "slot_remove", "scope": scope}).lay(1, 4, 1, 4).lay(2, 2).lay(4, 6, 6).do(CONVERT)
    assert table.legal == [f"pick slotdie={die}" for die in wanted]


def test_slot_shift() -> None:
    table = effect({"op": "slot_shift", "by": 2, "dir": "up"}).lay(1, 6).lay(2, 4, 5).do(CONVERT)
    assert table.legal == ["pick slotdie=vice:4", "pick slotdie=vice:5"], "a 6 cannot go up"
    table.do("pick slotdie=vice:4")
    assert table.legal == ["pick face=5", "pick face=6"]
    assert table.do("pick face=6").dice_on(2) == [5, 6]


def test_slot_reroll() -> None:
    table = effect({"op": "slot_reroll"}).lay(2, 4)
    wanted = table.effect_rolls(1, 1)
    assert table.do(CONVERT).dice_on(2) == wanted
    assert table.outcome().seats[0].dice_rolled == 6


def test_slot_remove() -> None:
    table = effect({"op": "slot_remove"}).lay(2, 4, 5)
    stock = table.json["stock_dice"]
    assert table.do(CONVERT, "pick slotdie=vice:4").dice_on(2) == [5]
    assert table.json["stock_dice"] == stock + 1


def test_slot_move() -> None:
    table = effect({"op": "slot_move"}).lay(1, 1, 2, 3).lay(2, 4).do(CONVERT, "pick slotdie=president:2")
    assert table.legal == ["pick char=vice", "pick char=secretary", "pick char=treasurer"]
    table.do("pick char=vice")
    assert (table.dice_on(1), table.dice_on(2)) == ([1, 3], [2, 4])


def test_slot_swap() -> None:
    """The slot die first, then the own die; they change places."""
    table = effect({"op": "slot_swap", "scope": "other"}).lay(2, 4, 5).pool(1, 1, 6).do(CONVERT, "pick slotdie=vice:5")
    assert table.legal == ["pick die=1", "pick die=6"]
    table.do("pick die=1")
    assert (table.dice_on(2), table.pool_of(1)) == ([1, 4], [5, 6])
    assert effect({"op": "slot_swap"}).lay(2, 4).pool(1).do(CONVERT).decision == "D2", "skipped without an own die"


@pytest.mark.parametrize(("scope", "names"), [("own", [0]), ("other", [1, 3]), ("any", [0, 1, 3])])
def test_extra_place_by_scope(scope: str, names: list[int]) -> None:
    """Characters of the scope with a free place, and `pick none`."""
    table = effect({"op": "extra_place", "scope": scope}).lay(3, 1, 1, 1).pool(1, 2, 5).do(CONVERT)
    wanted = [f"place char={codes.CHARACTERS[i]} die={die}" for i in names for die in (2, 5)]
    assert table.legal == [*wanted, "pick none"]


def test_extra_place_is_skipped_without_dice() -> None:
    assert effect({"op": "extra_place"}).pool(1).do(CONVERT).decision == "D2"


@pytest.mark.parametrize(("today", "wanted"), [(1, [2]), (3, [2, 4]), (6, [5])])
def test_set_today_shift(today: int, wanted: list[int]) -> None:
    table = effect({"op": "set_today", "how": "shift"}).today(today)
    table.apply(CONVERT)
    assert table.legal == [f"pick face={face}" for face in wanted]


def test_set_today_choose_and_reroll() -> None:
    table = effect({"op": "set_today", "how": "choose"}).do(CONVERT)
    assert table.legal == [f"pick face={face}" for face in range(1, 7)]
    table = effect({"op": "set_today"})
    wanted = table.effect_rolls(1, 1)
    table.do(CONVERT)
    assert [table.json["today"]] == wanted
    assert table.logged("chance:today") == [(0, wanted[0])]
    assert table.json["stock_dice"] == 40 - 1 - 20


# ---- cards, turn ----


@pytest.mark.parametrize(("kind", "wanted"), [("conversion", [60]), ("action", [64, 65]), ("any", [60, 64, 65])])
def test_ready_by_kind(kind: str, wanted: list[int]) -> None:
    table = effect({"op": "ready", "kind": kind}).pool(1, 1, 2).do("convert card=60", "use card=64 dice=1")
    table.turn(1).do("use card=65 dice=2").apply(CONVERT)
    assert table.legal == [f"pick card={card}" for card in wanted]


def test_ready_without_a_used_card() -> None:
    assert effect({"op": "ready", "kind": "action"}).do(CONVERT).decision == "D2"


def test_lock_offers_own_reservations_not_yet_locked() -> None:
    table = effect({"op": "lock"}, {"op": "lock"}).reserve(1, ACTION, 2).reserve(1, 0, 2).reserve(2, 1, 2).do(CONVERT)
    assert table.legal == ["pick card=0", f"pick card={ACTION}"]
    table.do("pick card=0")
    assert [table.offer(card)["is_locked"] for card in (0, ACTION, 1)] == [True, True, False], (
        "the second has one option"
    )


def test_unreserve_a_locked_one() -> None:
    table = effect({"op": "lock"}, {"op": "unreserve"}).reserve(1, ACTION, 2).do(CONVERT)
    assert table.offer(ACTION) == {"card": ACTION, "reserved_by": 0, "die": 0, "is_locked": False}


@pytest.mark.parametrize(("look", "keep"), [(1, 1), (3, 2), (2, 2), (4, 0)])
def test_draw(look: int, keep: int) -> None:
    table = effect({"op": "draw", "kind": "conversion", "look": look, "keep": max(keep, 1)})
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
    table = effect({"op": "draw", "kind": "action", "look": 3, "keep": 3}, action_deck=5)
    left = table.json["decks"]["action"]
    assert len(left) == 1
    table.do(CONVERT)
    assert set(left) <= set(table.cards_of(1))
    assert table.decision == "D2"
    assert table.outcome().warnings & 1


@pytest.mark.parametrize("kind", ["conversion", "action", "any"])
def test_take_board_by_kind(kind: str) -> None:
    table = effect({"op": "take_board", "kind": kind}).do(CONVERT)
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
    table = effect({"op": "branch", "options": options}).do(CONVERT)
    assert (table.decision, table.legal) == ("D8", ["pick branch=1", "pick branch=3"])
    assert table.do("pick branch=3").scores()[0] == 8


def test_branch_with_no_open_branch_is_skipped() -> None:
    options = [{"if": ["self_ponkotsu"], "do": [{"op": "points", "n": 2}]}] * 2
    table = effect({"op": "branch", "options": options}, {"op": "points", "n": 1}).do(CONVERT)
    assert table.scores()[0] == 6


def test_may() -> None:
    ops = ({"op": "may", "cost": [{"token": 1}], "do": [{"op": "points", "n": 3}]}, {"op": "points", "n": 1})
    table = effect(*ops).tokens(1, held=1).do(CONVERT)
    assert (table.decision, table.legal) == ("D9", ["accept", "decline"])
    table.do("accept")
    assert (table.scores()[0], table.json["seats"][0]["tokens_held"]) == (9, 0)
    assert effect(*ops).tokens(1, held=1).do(CONVERT, "decline").scores()[0] == 6
    table = effect(*ops).tokens(1).do(CONVERT)
    assert (table.decision, table.scores()[0]) == ("D2", 6), "unpayable: declined without asking"


def test_may_without_cost_is_asked() -> None:
    table = effect({"op": "may", "do": [{"op": "points", "n": 3}]}).do(CONVERT)
    assert table.legal == ["accept", "decline"]


def test_ops_inside_ops() -> None:
    """K-X1: a branch inside a `may`; what follows comes after all of it."""
    inner = {
        "op": "branch",
        "options": [{"do": [{"op": "bag", "n": 1}, {"op": "points", "n": 1}]}, {"do": [{"op": "points", "n": 2}]}],
    }
    table = effect({"op": "may", "do": [inner]}, {"op": "points", "n": 4}).tokens(1, held=1)
    table.do(CONVERT, "accept", "pick branch=1", "pick n=1")
    assert [points for _, points in table.logged("fact:points")] == [1, 4]
    assert table.json["seats"][0]["tokens_bag"] == 1


def test_every_op_is_tested_here_or_in_the_effects() -> None:
    """All words of the vocabulary stand in these two files."""
    from pathlib import Path

    here = Path(__file__)
    text = here.read_text() + here.with_name("test_clauses_effects.py").read_text()
    assert [op for op in codes.OPS if f'"op": "{op}"' not in text and f'"{op}",' not in text] == []
