"""Turns and phases (R-T, R-P, R-J, R-D)."""

from __future__ import annotations

import pytest

from sim.games.rider import state as st

from .situations import Table


def test_the_next_seat_plays_and_inserted_turns_come_first() -> None:
    """R-T1: seat 1 gives himself a turn, after which seat 2 plays."""
    table = Table(1, 2, skills={1: "s25"}).put(1, rage=2).do("end", "skill id=s25")
    assert (table.where, int(table.state.turns)) == (("RD4", 1), 2)
    table.do("end")
    assert table.where == ("RD4", 2)


def test_the_turn_of_an_inverted_character_is_skipped() -> None:
    """R-T2: he is reset; no phase, no trigger, no face-down card returns, no draw."""
    table = Table(1, 2, 3, skills={2: "s11"}).put(2, is_inverted=1).lay_down(2, "c001").hold(2, "c002").delay(2, "c129")
    table.do("end")
    assert table.where == ("RD4", 3)
    assert (table.seat(2).is_inverted, table.down(2), table.hand(2), table.judged(2)) == (
        0,
        ["c001"],
        ["c002"],
        ["c129"],
    )
    assert table.state.skipped_turns == 1


def test_a_turn_has_six_phases() -> None:
    """R-T3: preparation, judgement, draw, play, discard, end; seat 2 is asked in each, in this order."""
    table = Table(1, 2, skills={2: "s11 s64 s62 s44"}, cards={1: "w014"}).put(2, rage=1)
    table.face_up(1, 3)
    table.hold(2, "c001", "c002", "c003", "c004", "c005").turn(2).settle()
    asked = []
    while table.actor == 2 and table.state.turn_seat == 1:
        asked.append(table.legal[0].split("=")[0] if table.decision != "RD6" else table.legal[0])
        table.do(table.legal[-1])
    wanted = ["skill id=s11", "skill id=s64", "use card", "discard card", "discard card", "discard card"]
    assert asked == [*wanted, "skill id=s44"]


def test_a_skipped_phase_is_left_out_with_its_triggers() -> None:
    """R-T3: without a draw phase s62, which waits for its start, is not asked."""
    table = Table(1, 2, 2, skills={1: "s62"}).put(1, skips=1 << 2).turn(1)
    assert table.where == ("RD4", 1)
    assert (table.hand(1), table.asked) == ([], [])
    asked = Table(1, 2, 2, skills={1: "s62"}).turn(1)
    assert asked.where == ("RD6", 1)


def test_the_turn_of_a_dead_player_is_over() -> None:
    """R-T4: his remaining phases are dropped, the next seat plays."""
    table = Table(1, 2, 3).put(1, hp=1).hold(1, "c101").hold(2, "c001")
    table.use("c101", "2", "play card=c001")
    assert table.living() == [2, 3]
    assert table.where == ("RD4", 2)
    assert int(table.state.turns) == 2


def test_a_round_ends_at_the_first_seats_place() -> None:
    """R-T5: dead or alive; an inserted turn does not move it."""
    table = Table(1, 2, 3, skills={3: "s25"}).put(3, rage=2)
    table.do("end", "end").kill(1)
    table.do("end", "skill id=s25")
    assert (table.where, int(table.state.round_no)) == (("RD4", 3), 1)
    table.do("end")
    assert (table.where, int(table.state.round_no)) == (("RD4", 2), 2)


@pytest.mark.parametrize("cap", [1, 2])
def test_all_had_equally_many_turns_at_the_cap(cap: int) -> None:
    """R-T5: skipped turns count."""
    table = Table(1, 2, 3, round_cap=cap).put(2, is_inverted=1)
    while not table.is_over:
        table.do("end")
    assert (int(table.state.turns), table.state.core.end_reason) == (3 * cap, st.END_CAP)


# ---- preparation ----


def test_a_face_down_warrior_may_be_revealed_first() -> None:
    """R-P1, R-W1."""
    table = Table(-1, 2).turn(1)
    assert (table.where, table.legal) == (("RD2", 1), ["reveal", "pass"])
    table.do("reveal")
    assert (table.seat(1).is_up, table.where) == (1, ("RD4", 1))
    assert Table(-1, 2).turn(1).do("pass").seat(1).is_up == 0
    assert Table(1, 2).turn(1).where == ("RD4", 1), "a face-up one is not asked"


def test_forms_come_after_the_reveal() -> None:
    """R-P2: the change is open because of the reveal just before, and comes before face-down cards return."""
    table = Table(-1, 2, cards={1: "w009"}).lay_down(1, "c001").turn(1).do("reveal")
    assert (table.where, table.legal) == (("RD3", 1), ["form kind=change warrior=w010", "pass"])
    assert table.down(1) == ["c001"]


def test_face_down_cards_return_unseen() -> None:
    """R-P3: to the hand, not visible; face-down equipment works again."""
    table = Table(1, 2).lay_down(1, "c001", "c002").wear(1, "c139", lies=1).turn(1).settle()
    assert {"c001", "c002"} <= set(table.hand(1))
    assert (table.down(1), table.shown(1)) == ([], [])
    assert (table.seat(1).slot_lies[1], table.seat(1).weapon >= 0) == (0, True)


def test_preparation_skills_come_last() -> None:
    """R-P4: s11 may be paid with the card that has just returned."""
    table = Table(1, 2, skills={1: "s11"}).lay_down(1, "c001").turn(1)
    assert table.where == ("RD6", 1)
    table.do("skill id=s11")
    assert (table.discards, table.seat(1).rage) == (["c001"], 1)


# ---- judgement ----


def test_the_last_placed_card_is_judged_first() -> None:
    """R-J1: detain was placed first, so cut off meets the club and detain the heart."""
    table = Table(1, 2, 3).delay(1, "c129", "c132").on_top("c011", "c008", "c001", "c002").turn(1)
    assert table.where == ("RD4", 1)
    assert table.hand(1) == ["c001", "c002"]
    assert (table.judged(1), table.discards) == ([], ["c008", "c011", "c129", "c132"])


def test_a_delayed_card_may_be_nullified_before_its_judgement() -> None:
    """R-J2: window, judgement, effect, the card leaves."""
    table = Table(1, 2).delay(1, "c129").hold(2, "c113").on_top("c001").turn(1).settle()
    assert (table.where, table.state.judge_n) == (("RD8", 2), 0)
    table.do("nullify card=c113")
    assert (table.where, table.state.judge_n) == (("RD4", 1), 0)
    assert (table.judged(1), "c001" in table.hand(1)) == ([], True)


def test_the_rest_is_dropped_when_the_owner_dies() -> None:
    """R-J2: the storm kills; detain is never judged."""
    table = Table(1, 2, 3).put(1, hp=3).delay(1, "c129", "c128").on_top("c002").turn(1).settle()
    assert table.living() == [2, 3]
    assert table.state.judge_n == 1
    assert "c129" in table.discards


def test_a_judgement_turns_up_the_top_card() -> None:
    """R-J3: it is discarded afterwards."""
    table = Table(1, 2).delay(1, "c129").on_top("c046", "c001", "c003").turn(1).settle()
    assert (table.discards, table.hand(1)) == (["c046", "c129"], ["c001", "c003"])


def test_the_last_replacement_counts() -> None:
    """R-J3: a heart in place of a spade; the replaced card is discarded at once, and the replacement after it."""
    table = Table(1, 2, skills={2: "s19"}).delay(1, "c129").hold(2, "c046").on_top("c001").turn(1).settle()
    assert table.where == ("RD6", 2)
    table.do("skill id=s19")
    assert (table.where, table.discards) == (("RD4", 1), ["c001", "c046", "c129"])


# ---- draw ----


@pytest.mark.parametrize("number", [0, 1, 3])
def test_the_draw_number_is_drawn_from_the_top(number: int) -> None:
    """R-D1."""
    table = Table(1, 2, warriors={1: {"draw": number}}).on_top("c101", "c045", "c020").turn(1).settle()
    assert table.hand(1) == sorted(["c101", "c045", "c020"][:number])


def test_skills_change_the_draw_number() -> None:
    """R-D1: s62 draws one more."""
    table = Table(1, 2, 2, skills={1: "s62"}).turn(1).do("skill id=s62")
    assert table.hand(1) == ["c001", "c002", "c003"]


def test_the_draw_number_counts_once_all_skills_are_done() -> None:
    """R-D1: three fewer and one more of 2 are none, in whatever order."""
    change = {"pick": "[]", "pick_max": "1", "do": '[["draw_num", -3]]'}
    sets = [(f"cards.s50.{name}", value) for name, value in change.items()]
    table = Table(1, 2, 2, skills={1: "s50 s62"}, sets=sets).turn(1).do("skill id=s50", "skill id=s62")
    assert table.hand(1) == []


def test_the_discard_pile_is_shuffled_at_once() -> None:
    """R-D2: the moment the draw pile has no card; the card being resolved (surge) is not in it."""
    table = Table(1, 2).hold(1, "c097").only("c001", "c002").use("c097")
    assert {"c001", "c002"} == set(table.hand(1))
    assert len(table.next_cards) == 156 - 3
    assert table.discards == ["c097"]
    assert table.state.reshuffles_n == 1


def test_a_discarded_card_becomes_the_draw_pile() -> None:
    """R-D2: with an empty draw pile the first discarded card is shuffled at once."""
    table = Table(1, 2).hold(1, "c001").no_piles().use("c001", "2")
    assert (table.next_cards, table.discards) == (["c001"], [])


def test_with_both_piles_empty_one_draws_what_exists() -> None:
    """R-D3: one card, then none; play goes on with warning bit 3."""
    table = Table(1, 2, 3).only("c001").no_piles()
    table.state.n_draw = 1
    table.turn(1).settle()
    assert (table.hand(1), table.where) == (["c001"], ("RD4", 1))
    assert table.state.warnings == 8


def test_the_last_inserted_turn_comes_first() -> None:
    """R-T1, R-Z1: at the end of seat 1's turn seats 2 and 3 are given one, in this order."""
    sets = [("cards.s25.do", '[["turn", "others"]]'), ("cards.s25.pay", "[]")]
    table = Table(1, 2, 3, skills={1: "s25"}, sets=sets).do("end", "skill id=s25")
    order = []
    for _ in range(4):
        order.append(table.actor)
        table.do("end")
    assert order == [3, 2, 2, 3]


def test_a_mark_on_the_preparation_is_used_up_by_it() -> None:
    """R-T3: set during its start trigger it ends the phase there."""
    sets = [("cards.s11.do", '[["skip", "self", "prep"]]'), ("cards.s11.pay", "[]")]
    table = Table(1, 2, skills={1: "s11"}, sets=sets).turn(1).do("skill id=s11")
    assert (table.where, table.seat(1).skips) == (("RD4", 1), 0)


@pytest.mark.parametrize(("skill", "phase"), [("s44", "end"), ("s30", "end")])
def test_an_end_phase_stopped_by_its_own_trigger(skill: str, phase: str) -> None:
    """R-T3: no form change after an end phase that is skipped, before (s44) or by its start trigger (s30)."""
    sets = [(f"cards.{skill}.do", f'[["skip", "self", "{phase}"]]'), (f"cards.{skill}.pay", "[]")]
    table = Table(1, 2, cards={1: "w009"}, skills={1: skill}, sets=sets).do("end", f"skill id={skill}")
    assert table.where == ("RD4", 2)
    assert Table(1, 2, cards={1: "w009"}, skills={1: skill}, sets=sets).do("end", "pass").where == ("RD3", 1)


def test_a_discard_phase_stopped_by_its_own_trigger() -> None:
    """R-T3: six cards are kept."""
    sets = [("cards.s30.trigger", "discard_start"), ("cards.s30.do", '[["skip", "self", "discard"]]'),
            ("cards.s30.pay", "[]")]  # fmt: skip
    table = Table(1, 2, skills={1: "s30"}, sets=sets).hold(1, "c045", "c046", "c047", "c048", "c049", "c050")
    assert (table.do("end", "skill id=s30").where, len(table.hand(1))) == (("RD4", 2), 6)


@pytest.mark.parametrize(("value", "turns"), [("unfinished", 0), ("draw_less", 1)])
def test_a_deal_that_empties_both_piles(value: str, turns: int) -> None:
    """R-D3: 8 hands of 19 leave 4 cards, 8 seats are to get one more; by the option nobody has a turn."""
    table = Table(*(0 for _ in range(8)), begin="deal", start_hand=19, handicap=[1] * 12, empty_piles=value)
    while table.decision == "RD1":
        table.do(table.legal[0])
    assert (table.is_over, int(table.state.turns), int(table.state.warnings)) == (turns == 0, turns, 8)
    assert table.state.core.end_reason == (st.END_PILES if turns == 0 else 0)
