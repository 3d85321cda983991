"""Ponkotsu (K-W1 to K-W11)."""

from __future__ import annotations

import pytest

from .situations import CONVERSION, EVENT, SLOT, Table

MINUS = {"ponkotsu_ok": 0, "ponkotsu_minus": 1, "ponkotsu_pass": 0}
OK = {"ponkotsu_ok": 1, "ponkotsu_minus": 0, "ponkotsu_pass": 0}


def test_hand_case_a() -> None:
    """K-W1, section 10 (a): vice-president 3, president 1, a 2 placed on the president: both ponkotsu."""
    table = Table().lay(2, 3).lay(1, 1).pool(1, 2).do("place char=president die=2")
    assert table.ponkotsu() == [1, 2]
    assert sorted(seat for seat, _ in table.logged("fact:ponkotsu")) == [0, 1]


def test_totals_are_compared_not_faces() -> None:
    """K-W1: 2 + 5 and 3 + 4 are equal; 3 and 3 + 1 are not."""
    table = Table().lay(2, 2).lay(3, 3, 4).lay(4, 2, 1).pool(1, 5).do("place char=vice die=5")
    assert table.ponkotsu() == [2, 3]
    table = Table().lay(2, 3).lay(3, 1).pool(1, 3).do("place char=secretary die=3")
    assert table.ponkotsu() == []


def test_only_the_placed_character_is_compared() -> None:
    """K-W1: two others that are equal already (after an effect) are left alone."""
    table = Table().lay(2, 4).lay(3, 4).pool(1, 6).do("place char=president die=6")
    assert table.ponkotsu() == []


def test_several_equal_totals_turn_all() -> None:
    """K-W2."""
    table = Table().lay(2, 5).lay(3, 2, 3).lay(4, 6).pool(1, 5).do("place char=president die=5")
    assert table.ponkotsu() == [1, 2, 3]
    assert table.has_fired("K-W2")


def test_a_character_without_dice_never_counts() -> None:
    """K-W3: a first die is tested against those that have dice, and the activity bonus is still given."""
    table = Table({SLOT: {"do": [{"op": "points", "n": 3}]}}).lay(2, 4).pool(1, 4)
    table.do("place char=president die=4")
    assert table.ponkotsu() == [1, 2]
    assert table.scores()[0] == 8
    table = Table().pool(1, 4).do("place char=president die=4")
    assert table.ponkotsu() == []


def test_a_ponkotsu_character_counts_as_partner() -> None:
    """K-W4: it turns the other one, and stays as it is."""
    table = Table().lay(2, 4).make_ponkotsu(2).pool(1, 4).do("place char=president die=4")
    assert table.ponkotsu() == [1, 2]
    assert table.logged("fact:ponkotsu") == [(0, 0)]


@pytest.mark.parametrize(("faces", "lost", "passes"), [((1, 0, 0), 0, 0), ((0, 1, 0), 1, 0), ((0, 0, 1), 0, 1)])
def test_ponkotsu_die(faces: tuple[int, int, int], lost: int, passes: int) -> None:
    """K-W5: nothing, minus one, or Pass."""
    names = ("ponkotsu_ok", "ponkotsu_minus", "ponkotsu_pass")
    table = Table(**dict(zip(names, faces, strict=True))).make_ponkotsu(2).end_turn()
    assert table.scores()[1] == 5 - lost
    row = table.outcome().seats[1]
    assert (row.pts_penalty, row.minus_rolls, row.passes) == (-lost, lost, passes)
    assert table.actor == (3 if passes else 2)


def test_faces_of_the_ponkotsu_die() -> None:
    """K-W5: 2 faces nothing, 3 minus, 1 Pass, drawn as R7: the lowest numbers are ok, then minus, then Pass."""
    from sim.rng_twin import draw, fold

    found = []
    for seed in range(60):
        table = Table(seed=seed).make_ponkotsu(2)
        table.end_turn()
        face = draw(fold(fold(int(table.state.core.table_key), 7), 1), 0, 6)
        assert table.logged("chance:ponkotsu") == [(1, (0, 0, 1, 1, 1, 2)[face])]
        found.append(face)
    assert set(found) == set(range(6))


def test_one_roll_for_each_turn() -> None:
    """K-W5: in each turn begun while ponkotsu."""
    table = Table(**MINUS).make_ponkotsu(1).out(2, 3, 4).pool(1, 1, 1, 1)
    for score in (4, 3, 2):
        table.do("place char=vice die=1").end_turn()
        assert table.scores()[0] == score


def test_a_roll_also_right_after_a_pass() -> None:
    """K-W5: a lone ponkotsu player who passes rolls again."""
    table = (
        Table(ponkotsu_ok=0, ponkotsu_minus=0, ponkotsu_pass=1, turn_cap_day=6).make_ponkotsu(2).out(3, 4).end_turn()
    )
    assert table.logged("chance:ponkotsu") == [(1, 2)] * 5
    assert table.json["phase"] == "event", "the turn cap"


@pytest.mark.parametrize("score", [0, 1, 2])
def test_the_point_is_lost_at_once_never_below_0(score: int) -> None:
    """K-W6: and the turn goes on normally."""
    table = Table(**MINUS).make_ponkotsu(2).score(5, score, 5, 5).end_turn()
    assert (table.scores()[1], table.actor) == (max(score - 1, 0), 2)
    assert table.json["allowance"] == 1
    assert table.outcome().seats[1].minus_rolls == 1
    assert table.outcome().seats[1].pts_penalty == -min(score, 1)


def test_the_penalty_is_a_constant() -> None:
    """K-W6, section 1."""
    assert Table(ponkotsu_penalty=3, **MINUS).make_ponkotsu(2).end_turn().scores()[1] == 2


def test_who_turns_in_his_own_turn_finishes_it() -> None:
    """K-W7: the first roll comes at his next turn."""
    table = Table(**MINUS).lay(2, 4).pool(1, 4, 1).out(3, 4)
    table.do("place char=president die=4", "convert card=60")
    assert table.scores()[0] == 5
    table.end_turn()
    assert table.scores() == [5, 4, 5, 5], "seat 2 turned as well, and begins his turn"
    table.end_turn()
    assert (table.actor, table.scores()[0]) == (1, 4)


def test_who_is_out_never_rolls() -> None:
    """K-W7."""
    table = Table(**MINUS).out(2).make_ponkotsu(2).pool(1, 1)
    table.do("place char=president die=1").end_turn().end_turn().end_turn().end_turn()
    assert table.scores()[1] == 5


def test_totals_that_differ_later_do_not_cure() -> None:
    """K-W8."""
    table = Table().lay(2, 3).lay(1, 1).pool(1, 2, 5).do("place char=president die=2")
    table.turn(1).do("place char=president die=5")
    assert table.ponkotsu() == [1, 2]


def test_an_effect_causes_no_test() -> None:
    """K-W9: a slot die shifted to an equal total turns nobody."""
    table = Table({CONVERSION: {"do": [{"op": "slot_shift", "scope": "other"}]}}).give(1, CONVERSION)
    table.lay(2, 4).lay(3, 3).do(f"convert card={CONVERSION}", "pick slotdie=secretary:3", "pick face=4")
    assert table.dice_on(3) == [4]
    assert table.ponkotsu() == []
    assert table.has_fired("K-W9")


def test_ponkotsu_players_act_and_gain_as_usual() -> None:
    """K-W10: they act, get bonuses, choose a slot and score it; only the contest is barred (K-E1)."""
    table = Table({SLOT: {"do": [{"op": "points", "n": 3}]}}, **OK).make_ponkotsu(1, 2, 3, 4).pool(1, 6).today(6)
    table.do("place char=president die=6")
    assert table.scores()[0] == 8
    table.tokens(1, held=3, bag=2).end_day()
    assert table.logged("K-E5") == [], "no throw"
    assert table.actor == 1
    table.do("slot n=1")
    assert table.scores()[0] == 8 + 6


def test_all_are_normal_when_the_cards_are_taken_back() -> None:
    """K-W11: before the slots are chosen."""
    table = Table(**OK).make_ponkotsu(1, 3).end_day()
    assert table.json["phase"] == "event"
    assert table.ponkotsu() == []
    assert table.outcome().ponk_2 == 1


def test_become_and_cause_once_per_placement() -> None:
    """Section 3.1: `cause_ponkotsu` once per placement that turned at least one other; `become_ponkotsu` for each."""
    on = {"cause": [{"trigger": "cause_ponkotsu"}], "become": [{"trigger": "become_ponkotsu"}]}
    wanted = {"cause": [7, 5, 5, 5], "become": [7, 7, 7, 5]}
    for word, rows in on.items():
        table = Table({EVENT: {"on": rows, "do": [{"op": "points", "n": 2}]}}).event()
        table.lay(2, 5).lay(3, 2, 3).pool(1, 5).do("place char=president die=5")
        assert table.scores() == wanted[word]


def test_turning_only_oneself_is_not_causing() -> None:
    """Section 3.1: the partner was ponkotsu already; the placer alone turns."""
    table = Table({EVENT: {"on": {"trigger": "cause_ponkotsu"}, "do": [{"op": "points", "n": 2}]}}).event()
    table.lay(2, 4).make_ponkotsu(2).pool(1, 4).do("place char=president die=4")
    assert (table.ponkotsu(), table.scores()[0]) == ([1, 2], 5)


def test_the_placer_is_counted_as_causer() -> None:
    """Section 14.3: `ponkotsu_caused` counts the characters turned by the seat's placements, his own included."""
    table = Table().lay(2, 3).lay(1, 1).pool(1, 2).do("place char=president die=2")
    assert [int(seat.ponkotsu_caused) for seat in table.outcome().seats] == [2, 0, 0, 0]
