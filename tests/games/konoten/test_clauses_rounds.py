"""Rounds and phases (N-R1 to N-R15)."""

from __future__ import annotations

import pytest

from .situations import FOCUS, NEGOTIATE, SPIRIT, Table

CONTINUE = ("supply worker",)


def test_four_rounds_then_scoring() -> None:
    """N-R1: supply, main and end phase four times; then final scoring."""
    table = Table("red", "white", begin="setup")
    seen: list[tuple[int, str]] = []
    while not table.is_over:
        place = (int(table.state.round_no) + 1, table.decision)
        if not seen or seen[-1] != place:
            seen.append(place)
        table.apply("supply worker" if table.decision == "N-D1" else "end")
    assert seen == [(r, d) for r in (1, 2, 3, 4) for d in ("N-D1", "N-D2")]
    assert table.state.core.end_reason == 1


def test_supply_goes_seat_by_seat_from_the_start_player() -> None:
    """N-R2: both steps of a seat, then the next; the start player of round 2 is seat 2, who negotiated."""
    table = Table("red", "white", "blue").turn(2).do(NEGOTIATE).end_round()
    actors, ap = [], []
    while table.decision == "N-D1":
        actors.append(table.actor)
        ap.append([int(table.seat(seat).ap) for seat in (1, 2, 3)])
        table.apply("supply worker")
    assert actors == [2, 3, 1]
    assert ap == [[9, 10, 9], [9, 10, 10], [10, 10, 10]]


@pytest.mark.parametrize(("left", "ap", "lost"), [(0, 7, 0), (3, 10, 0), (4, 10, 1), (10, 10, 7)])
def test_supply_adds_to_what_is_left_up_to_the_cap(left: int, ap: int, lost: int) -> None:
    """N-R3: 7 AP and 1 creativity."""
    table = Table("red", "white").put(1, ap=left, creativity=5).put(2, creativity=2).end_round()
    assert (table.seat(1).ap, table.seat(1).ap_lost_cap) == (ap, lost)
    assert (table.seat(1).creativity, table.seat(1).creativity_lost_cap) == (5, 1)
    table.do("supply worker")
    assert table.seat(2).creativity == 3


def test_the_supply_token_becomes_worker_or_growth() -> None:
    """N-R4: exactly one of the two; no passing."""
    table = Table("red", "white", begin="setup")
    assert table.legal == ["supply worker", "supply grow node=1", "supply grow node=2", "supply grow node=3"]


def test_only_the_worker_is_offered_when_nothing_can_grow() -> None:
    """N-R4: with the lock filled seat 1 is not asked."""
    table = Table("red", "white").fill(1, 2).end_round()
    assert (table.actor, table.decision, table.workers(1)) == (2, "N-D1", (5, 0))
    assert table.seat(1).stock == 2


def test_an_empty_stock_skips_the_token() -> None:
    """N-R5: AP and creativity still come."""
    table = Table("red", "white").put(1, stock=0, ap=0).end_round()
    assert (table.actor, table.workers(1), table.seat(1).ap) == (2, (4, 0), 7)


def test_one_action_each_in_turn_order() -> None:
    """N-R6: round and round, past those that have ended."""
    table = Table("red", "white", "blue")
    actors = []
    for action in (SPIRIT, "end", SPIRIT, SPIRIT, SPIRIT, "end", SPIRIT):
        actors.append(table.actor)
        table.apply(action)
    assert actors == [1, 2, 3, 1, 3, 1, 3]
    assert table.actor == 3


def test_what_an_action_sets_off_belongs_to_it() -> None:
    """N-R7: the task's token and what it grows come before the next seat's turn."""
    table = Table("red", "white").hold(1, light=6).put(1, creativity=1).do(FOCUS)
    assert (table.actor, table.decision) == (1, "N-D7")
    table.do("task light grow node=3")
    assert (table.actor, table.decision) == (2, "N-D2")


def test_who_has_ended_stays_out_and_the_last_goes_on() -> None:
    """N-R8: seat 2 alone acts as long as it likes."""
    table = Table("red", "white").do("end", SPIRIT, SPIRIT, SPIRIT)
    assert (table.actor, table.seat(2).turns, table.seat(1).turns) == (2, 3, 1)
    assert table.legal[-1] == "end"


def test_who_can_only_end_is_not_asked() -> None:
    """N-R9: no AP for a card, no worker, no creativity."""
    table = Table("red", "white").put(1, ap=1, unacted=0, creativity=0)
    assert table.legal == ["end"]
    table.settle()
    assert (table.actor, table.seat(1).has_ended) == (2, 1)


def test_the_end_phase_turns_all_workers_and_sends_facility_workers_home() -> None:
    """N-R10, N-R11: lens workers stay where they are, un-acted."""
    table = Table("red", "white").lay(2, (), (40,)).stand(1, 1).station(1, "polish").put(1, acted=1)
    table.do(SPIRIT).end_round()
    # 4 in the lobby - 1 lens - 1 polish - 1 spirit + 1 acted + 2 home
    assert table.workers(1) == (4, 0)
    assert (table.lens(1).worker, table.lens(1).is_acted, int(table.state.stations.sum())) == (0, 0, 0)


def test_round_end_effects_from_the_start_player_by_node() -> None:
    """N-R12: seat 2 started; nodes 1, 3, 5 of yellow in order; seat 1's come after."""
    table = Table("yellow", "white").fill(1, 1, 3, 5).hold(1, light=3, rainbow=2, stagnation=4)
    table.end_round()
    assert (table.vp(), table.part(1, "vp_round_end")) == ([4 * 1 + 3 * 1 + 2 * 2, 0], 11)
    assert [b for a, b in table.logged("fact:vp") if a == 0] == [4, 3, 4]


def test_round_end_effects_come_seat_by_seat_from_this_rounds_start() -> None:
    """N-R12, N-R13: who negotiated starts the next round, not these effects."""
    table = Table("yellow", "red", "white").fill(1, 6, 9).turn(2).do(NEGOTIATE).hold(1, light=4, stagnation=1)
    table.state.start_seat = 2
    table.end_round()
    assert (table.decision, table.actor) == ("N-D16", 1)
    assert table.logged("N-R13") == []
    table.do("give none")
    assert table.state.start_seat == 1


def test_round_end_effects_act_in_round_4() -> None:
    """N-R12: also in round 4."""
    table = Table("yellow", "white").fill(1, 1).hold(1, stagnation=3).phase(4).end_round()
    assert table.is_over
    assert (table.part(1, "vp_round_end"), table.part(1, "vp_stagnation")) == (3, -6)


def test_the_marker_goes_to_who_negotiated() -> None:
    """N-R13: from the next round on; the negotiation is open again (N-R14)."""
    table = Table("red", "white").turn(2).do(NEGOTIATE)
    assert (table.state.start_seat, table.state.next_start) == (0, 1)
    table.end_round()
    assert (table.state.start_seat, table.state.next_start, table.actor) == (1, -1, 2)
    table.do("supply worker", "supply worker")
    assert NEGOTIATE in table.legal


def test_the_marker_stays_when_nobody_negotiated() -> None:
    """N-R13: start_fallback = stay."""
    table = Table("red", "white", "blue")
    table.state.start_seat = 2
    table.turn(2).end_round()
    assert (table.state.start_seat, table.actor) == (2, 3)


def test_the_marker_does_not_move_in_round_4() -> None:
    """N-R13: final scoring goes from that round's start player."""
    table = Table("red", "white").phase(4).turn(2).do(NEGOTIATE).end_round()
    assert table.is_over
    assert table.state.start_seat == 0


def test_flags_are_cleared() -> None:
    """N-R14: ended, used wills and negotiation."""
    table = Table("red", "white").do("will node=0").turn(1).do(NEGOTIATE).end_round().do(*CONTINUE, *CONTINUE)
    assert [int(table.seat(s).has_ended) for s in (1, 2)] == [0, 0]
    assert (int(table.seat(1).wills_used[0]), table.state.negotiations) == (0, 0)
    assert "will node=0" in table.legal


def test_the_turn_limit_ends_the_game() -> None:
    """N-R15: all seats end, the end phase still runs, the game is scored and flagged."""
    table = Table("yellow", "red", turn_limit=3).fill(1, 1).do(SPIRIT, SPIRIT, SPIRIT)
    assert table.is_over
    assert table.part(1, "vp_round_end") == 4, "2 stagnation and 2 of spirits"
    assert table.vp() == [4 - 8, -6]
    row = table.outcome()
    assert (row.turn_limit_hit, row.warnings, row.turns, table.state.core.end_reason) == (1, 1, 3, 2)
