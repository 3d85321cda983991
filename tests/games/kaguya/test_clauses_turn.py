"""The turn loop of the action phase (K-T1 to K-T10)."""

from __future__ import annotations

import pytest

from .situations import CONVERSION, EVENT, SLOT, Table

PASS = {"ponkotsu_ok": 0, "ponkotsu_minus": 0, "ponkotsu_pass": 1}
MINUS = {"ponkotsu_ok": 0, "ponkotsu_minus": 1, "ponkotsu_pass": 0}


def test_all_start_in_and_the_start_player_is_first() -> None:
    """K-T1: clockwise, round after round."""
    table = Table()
    assert all(seat["is_in"] for seat in table.json["seats"])
    order = []
    for _ in range(8):
        order.append(table.actor)
        table.do(table.legal[0]).end_turn()
    assert order == [1, 2, 3, 4, 1, 2, 3, 4]


def test_tomorrow_the_winner_starts() -> None:
    """K-T1, K-E13: the phase of the next day begins with its start player."""
    table = Table().tokens(3, bag=1).next_day()
    assert (table.json["start_seat"], table.actor) == (3, 3)
    order = []
    for _ in range(4):
        order.append(table.actor)
        table.end_turn()
    assert order == [3, 4, 1, 2]


def test_who_is_out_is_passed_over() -> None:
    """K-T2: without any roll or action, even when ponkotsu."""
    table = Table(**MINUS).out(2, 3).make_ponkotsu(2, 3).pool(1, 1, 1)
    table.do("place char=president die=1").end_turn()
    assert table.actor == 4
    assert table.scores() == [5, 5, 5, 5]
    assert table.logged("chance:ponkotsu") == []


def test_a_lone_player_keeps_taking_turns() -> None:
    """K-T2: each is a new turn."""
    table = Table(**MINUS).out(2, 3, 4).make_ponkotsu(1).pool(1, 1, 2, 3)
    table.do("place char=vice die=1").end_turn()
    assert (table.actor, table.json["turns_today"], table.scores()[0]) == (1, 2, 4)
    table.do("place char=vice die=2").end_turn()
    assert (table.actor, table.json["turns_today"], table.scores()[0]) == (1, 3, 3)


def test_ponkotsu_rolls_before_the_turn() -> None:
    """K-T3: who is ponkotsu when his turn begins rolls first."""
    table = Table(**MINUS).make_ponkotsu(2)
    assert table.scores()[1] == 5
    table.end_turn()
    assert (table.actor, table.scores()[1]) == (2, 4)
    assert table.logged("chance:ponkotsu") == [(1, 1)]


def test_pass_ends_the_turn_at_once() -> None:
    """K-T3: no free action either; the player stays in and has not acted."""
    table = Table(**PASS).make_ponkotsu(2)
    acted = int(table.seat(2).acted)
    table.end_turn()
    assert table.actor == 3
    assert table.seat(2).is_in
    assert table.seat(2).acted == acted
    row = table.outcome().seats[1]
    assert (row.turns_begun, row.passes) == (1, 1)


def test_everybody_who_passes_comes_round_again() -> None:
    """K-T3: a passed player has a turn in the next round."""
    table = Table(**PASS).make_ponkotsu(2).pool(1, 1, 1)
    for passes in (1, 2):
        table.do("place char=president die=1").end_turn()
        assert (table.actor, int(table.outcome().seats[1].passes)) == (3, passes)
        table.turn(1)


def test_an_acted_turn_sets_allowance_and_counter() -> None:
    """K-T4: the counter rises by 1, the main allowance is 1."""
    table = Table()
    assert (int(table.seat(1).acted), table.json["allowance"]) == (1, 1)
    assert int(table.seat(2).acted) == 0
    table.end_turn()
    assert (int(table.seat(2).acted), table.json["allowance"]) == (1, 1)


def test_a_ponkotsu_player_who_does_not_pass_acts() -> None:
    """K-T4: any other turn is an acted turn."""
    table = Table(**MINUS).make_ponkotsu(2).end_turn()
    assert (table.actor, int(table.seat(2).acted), table.json["allowance"]) == (2, 1, 1)


def test_main_and_free_actions_mix() -> None:
    """K-T5: free actions before and after the main action; each main action lowers the allowance."""
    table = Table().give(1, CONVERSION).pool(1, 2, 3)
    table.do("convert card=60", "place char=vice die=2")
    assert table.json["allowance"] == 0
    assert table.legal == [f"convert card={CONVERSION}", "end"], "no second main action, but any free ones"
    table.do(f"convert card={CONVERSION}")
    assert table.legal == ["end"]


def test_the_list_is_made_anew_after_each_action() -> None:
    """K-T5: a conversion that gains a die makes main actions legal."""
    table = Table({60: {"do": [{"op": "gain_die", "face": 4}]}}).pool(1)
    assert table.legal == ["convert card=60", "end"]
    table.do("convert card=60")
    assert "place char=vice die=4" in table.legal


def test_listing_order_of_d2() -> None:
    """K-T5, section 4: reserve, use, place, recover, convert, ability, end; card, character, faces ascending."""
    cards = {87: {"do": [{"op": "points", "n": 1}]}}
    table = Table(cards).reserve(1, CONVERSION, 3).pool(1, 2, 2, 1)
    shown = [row["card"] for row in table.json["display"] if row["card"] != CONVERSION]
    wanted = [f"reserve card={card} die={die}" for card in shown for die in (1, 2)]
    wanted += [f"use card={card} dice={die}" for card in (64, 65) for die in (1, 2)]
    wanted += [
        f"place char={name} die={die}" for name in ("president", "vice", "secretary", "treasurer") for die in (1, 2)
    ]
    wanted += [f"recover card={CONVERSION}", "convert card=60", "ability", "end"]
    assert table.legal == wanted


def test_end_after_a_main_action_stays_in() -> None:
    """K-T6."""
    table = Table().pool(1, 2)
    table.do("place char=vice die=2").end_turn()
    assert table.actor == 2
    assert table.seat(1).is_in


def test_end_without_a_main_action_is_out_for_the_day() -> None:
    """K-T7: whether one could not or would not act; free actions do not count."""
    for faces in ((), (3,)):
        table = Table().pool(1, *faces)
        table.do("convert card=60").end_turn()
        assert not table.seat(1).is_in
        assert table.logged("fact:out") == [(0, 0)]


def test_the_phase_ends_when_nobody_is_in() -> None:
    """K-T8: the moment the last one drops out, the event phase begins."""
    table = Table()
    for seat in (1, 2, 3):
        table.end_turn()
        assert (table.json["phase"], table.actor) == ("action", seat + 1)
    table.end_turn()
    assert table.json["phase"] == "event"
    assert table.json["turn_seat"] == 0


def test_out_players_receive_bonuses_and_answer_choices() -> None:
    """K-T9: seat 2 is out; a die on his character gives him his bonus, and he is asked; his dice stay unused."""
    bonus = {"do": [{"op": "gain_die", "face": "choose"}]}
    table = Table({SLOT + 1: bonus}).out(2).pool(2).pool(1, 4)
    table.do("place char=vice die=4")
    assert (table.actor, table.decision) == (2, "D5")
    table.do("pick face=6")
    assert table.pool_of(2) == [6]
    assert not table.seat(2).is_in
    table.end_turn()
    assert table.actor == 3, "he does not come back in"
    table.end_day()
    assert table.outcome().seats[1].dice_unused == 1


def test_a_bonus_to_an_out_player_may_use_its_own_dice() -> None:
    """K-T9, section 3.1: dice gained inside a bonus may serve later ops of that same bonus."""
    bonus = {"do": [{"op": "gain_die", "face": 3}, {"op": "extra_place"}]}
    table = Table({SLOT + 1: bonus}).out(2).pool(2).pool(1, 4)
    table.do("place char=vice die=4", "place char=treasurer die=3")
    assert table.dice_on(4) == [3]
    assert table.pool_of(2) == []


def test_the_turn_cap_ends_the_phase() -> None:
    """K-T10: at the cap the phase ends at once and the game is flagged."""
    table = Table(turn_cap_day=4).pool(1, 1, 1).pool(2, 1, 1).pool(3, 1, 1).pool(4, 1, 1)
    for seat in (1, 2, 3, 4):
        assert (table.actor, table.json["phase"]) == (seat, "action")
        table.do("place char=president die=1" if seat < 4 else "place char=vice die=1").end_turn()
    assert table.json["phase"] == "event"
    assert all(seat["is_in"] for seat in table.json["seats"])
    assert table.outcome().turn_limit == 1
    assert table.outcome().warnings & 2


def test_turns_are_counted_with_passes() -> None:
    """K-T10, section 14.3: `turns_begun` counts passed turns too."""
    table = Table(**PASS).make_ponkotsu(2).end_turn().end_turn()
    assert table.json["turns_today"] == 4
    assert int(table.outcome().turns) == 4


@pytest.mark.parametrize(("order", "wanted"), [("first", [7, 5, 5, 5]), ("last", [5, 5, 5, 7]), ("any", [7, 7, 7, 7])])
def test_drop_out_counts_the_one_who_drops(order: str, wanted: list[int]) -> None:
    """K-T7, section 3.1: `drop_out` fires right after the player is marked out."""
    event = {"on": {"trigger": "drop_out", "order": order}, "do": [{"op": "points", "n": 2}]}
    table = Table({EVENT: event}).event()
    for _ in range(4):
        table.end_turn()
    assert table.scores() == wanted
