"""Every op of section 8.2 with its arguments (targets, shortages and choices as in section 14.3)."""

from __future__ import annotations

from typing import Any

import pytest

from sim.games.kaguya import codes

from .situations import CONVERSION, EVENT, Table
from .small_packs import CONVERT, effect


def holding(*do: dict[str, Any], **changes: Any) -> Table:
    """Seat 1 holds a conversion card with these ops; today's number is 3."""
    return effect(list(do), **changes).today(3)


# ---- own dice ----


def test_gain_die_with_a_chosen_face_asks_for_each() -> None:
    table = holding({"op": "gain_die", "n": 2, "face": "choose"}).pool(1).do(CONVERT)
    assert table.legal == [f"pick face={face}" for face in range(1, 7)]
    assert table.do("pick face=5", "pick face=2").pool_of(1) == [2, 5]


def test_gain_die_with_a_chosen_face_is_cut_to_the_stock_first() -> None:
    table = holding({"op": "gain_die", "n": 2, "face": "choose"}).pool(1)
    table.state.stock_dice = 1
    assert table.do(CONVERT, "pick face=5").pool_of(1) == [5]
    assert (table.decision, table.outcome().dice_short) == ("D2", 1)


def test_gain_die_with_todays_face() -> None:
    assert holding({"op": "gain_die", "n": 2, "face": "today"}).pool(1).do(CONVERT).pool_of(1) == [3, 3]


def test_lose_die_of_all_asks_each_in_turn() -> None:
    table = holding({"op": "lose_die", "n": 1, "who": "all"}).pool(1, 1, 2).pool(2).pool(3, 4, 5).pool(4, 6).do(CONVERT)
    assert (table.actor, table.legal) == (1, ["pick die=1", "pick die=2"])
    table.do("pick die=2")
    assert (table.actor, table.legal) == (3, ["pick die=4", "pick die=5"])
    table.do("pick die=4")
    assert [table.pool_of(seat) for seat in (1, 2, 3, 4)] == [[1], [], [5], []]


def test_lose_die_as_far_as_possible() -> None:
    assert holding({"op": "lose_die", "n": 3}).pool(1, 2, 2).do(CONVERT).pool_of(1) == []


def test_reroll_picks_one_at_a_time_and_rolls_together() -> None:
    table = holding({"op": "reroll", "n": 2}).pool(1, 1, 4, 6)
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
    table = holding({"op": "reroll", "n": 2}).pool(1, 1, 4, 6)
    wanted = table.effect_rolls(1, 1)
    table.do(CONVERT, "pick die=1", "pick none")
    assert table.pool_of(1) == sorted([4, 6, *wanted])
    assert holding({"op": "reroll", "n": 2}).pool(1, 1, 4).do(CONVERT, "pick none").pool_of(1) == [1, 4]


def test_reroll_ends_when_the_pool_is_empty() -> None:
    table = holding({"op": "reroll", "n": 5}).pool(1, 2, 2)
    wanted = table.effect_rolls(1, 2)
    table.do(CONVERT, "pick die=2", "pick die=2")
    assert table.pool_of(1) == sorted(wanted)
    assert holding({"op": "reroll", "n": 1}).pool(1).do(CONVERT).decision == "D2"


def test_set_die_to_a_chosen_face() -> None:
    table = holding({"op": "set_die"}).pool(1, 2, 5).do(CONVERT)
    assert table.legal == ["pick die=2", "pick die=5"]
    table.do("pick die=2")
    assert table.legal == [f"pick face={face}" for face in range(1, 7)]
    assert table.do("pick face=6").pool_of(1) == [5, 6]


@pytest.mark.parametrize(("face", "wanted"), [("today", 3), (1, 1), (6, 6)])
def test_set_die_to_a_given_face(face: Any, wanted: int) -> None:
    assert holding({"op": "set_die", "face": face}).pool(1, 2, 5).do(CONVERT, "pick die=5").pool_of(1) == sorted(
        [2, wanted]
    )


def test_shift_die_offers_only_dice_that_can_be_shifted() -> None:
    table = holding({"op": "shift_die", "by": 1, "dir": "up"}).pool(1, 2, 5, 6).do(CONVERT)
    assert table.legal == ["pick die=2", "pick die=5"]
    assert table.do("pick die=5").pool_of(1) == [2, 6, 6]


@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_flip_die(face: int) -> None:
    assert holding({"op": "flip_die"}).pool(1, face).do(CONVERT).pool_of(1) == [7 - face]


def test_copy_die() -> None:
    """The changed die first, then the model among the others."""
    table = holding({"op": "copy_die"}).pool(1, 2, 5, 6).do(CONVERT, "pick die=2")
    assert table.legal == ["pick die=5", "pick die=6"]
    assert table.do("pick die=6").pool_of(1) == [5, 6, 6]
    assert holding({"op": "copy_die"}).pool(1, 2).do(CONVERT).pool_of(1) == [2], "skipped with fewer than two"


# ---- tokens and bag ----


def test_gain_and_lose_token() -> None:
    table = holding({"op": "gain_token", "n": 2}).tokens(1, held=1).do(CONVERT)
    assert (table.json["seats"][0]["tokens_held"], table.json["seats"][0]["tokens_stock"]) == (3, 12)
    table = holding({"op": "lose_token", "n": 2, "who": "others"}).do(CONVERT)
    assert [seat["tokens_held"] for seat in table.json["seats"]] == [1, 0, 0, 0]


@pytest.mark.parametrize(("held", "offered"), [(5, 3), (1, 2), (0, 0)])
def test_bag_own(held: int, offered: int) -> None:
    table = holding({"op": "bag", "n": 2}).tokens(1, held=held).do(CONVERT)
    if offered == 0:
        assert table.decision == "D2"
        return
    assert table.decision == "D7"
    assert table.legal == [f"pick n={n}" for n in range(offered)]
    table.do("pick n=1")
    seat = table.json["seats"][0]
    assert (seat["tokens_held"], seat["tokens_bag"]) == (held - 1, 1)


def test_bag_from_the_stock() -> None:
    table = holding({"op": "bag", "n": 2, "src": "stock"}).tokens(1, held=3).do(CONVERT, "pick n=2")
    seat = table.json["seats"][0]
    assert (seat["tokens_held"], seat["tokens_stock"], seat["tokens_bag"]) == (3, 10, 2)
    row = table.outcome().seats[0]
    assert (row.tokens_bag_effect, row.tokens_gained) == (2, 1)


def test_unbag() -> None:
    table = holding({"op": "unbag", "n": 2, "who": "other"}).tokens(2, bag=1).tokens(3, bag=3).do(CONVERT)
    assert table.legal == ["pick char=vice", "pick char=secretary"]
    table.do("pick char=vice")
    seat = table.json["seats"][1]
    assert (seat["tokens_held"], seat["tokens_bag"], seat["tokens_stock"]) == (1, 0, 14)


# ---- points ----


@pytest.mark.parametrize(
    ("n", "who", "wanted"), [(3, "self", [8, 5, 5, 5]), (-2, "others", [5, 3, 3, 3]), (-9, "all", [0, 0, 0, 0])]
)
def test_points(n: int, who: str, wanted: list[int]) -> None:
    assert holding({"op": "points", "n": n, "who": who}).do(CONVERT).scores() == wanted


def test_points_are_booked_on_whom_they_fall() -> None:
    """Section 14.2: those of cards as pts_cards, whoever gets them."""
    rows = holding({"op": "points", "n": -2, "who": "others"}).do(CONVERT).outcome().seats
    assert [int(row.pts_cards) for row in rows] == [0, -2, -2, -2]


def test_steal_points_from_another() -> None:
    table = holding({"op": "steal_points", "n": 2, "who": "other"}).score(5, 0, 4, 1).do(CONVERT)
    assert table.legal == ["pick char=secretary", "pick char=treasurer"]
    assert table.do("pick char=treasurer").scores() == [6, 0, 4, 0]


def test_points_taken_offer_those_who_have_some() -> None:
    """Section 14.3: n below 0 would change something only where the score is above 0."""
    table = holding({"op": "points", "n": -1, "who": "other"}).score(5, 0, 4, 1).do(CONVERT)
    assert table.legal == ["pick char=secretary", "pick char=treasurer"]


# ---- ponkotsu ----


def test_cure_of_another() -> None:
    table = holding({"op": "cure", "who": "any"}).make_ponkotsu(1, 2, 4).do(CONVERT)
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
    table = holding({"op": "move_cube", "track": track, "by": by})
    table.seat(1).cube[:] = before
    table.do(CONVERT)
    seat = table.json["seats"][0]
    assert (seat["cube_dice"], seat["cube_tokens"]) == after
    assert table.decision == "D2"


def test_move_cube_of_a_chosen_track_of_another() -> None:
    table = holding({"op": "move_cube", "track": "choose", "by": -1, "who": "other"})
    table.seat(3).cube[:] = (1, 1)
    table.do(CONVERT)
    assert (table.actor, table.legal) == (1, ["pick track=dice", "pick track=tokens"]), "the only movable target"
    table.do("pick track=tokens")
    assert (table.json["seats"][2]["cube_dice"], table.json["seats"][2]["cube_tokens"]) == (1, 0)


def test_every_op_is_tested() -> None:
    """All words of the vocabulary stand in these files."""
    from pathlib import Path

    here = Path(__file__)
    text = "".join(here.with_name(f"test_{name}.py").read_text() for name in ("ops", "ops_board", "clauses_effects"))
    assert [op for op in codes.OPS if f'"op": "{op}"' not in text and f'"{op}",' not in text] == []
