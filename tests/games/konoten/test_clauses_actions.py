"""Actions (N-A1 to N-A18)."""

from __future__ import annotations

import pytest

from .situations import FOCUS, NEGOTIATE, POLISH, SPIRIT, Table


def test_collect() -> None:
    """N-A1: 2 AP for an open card; from 1 AP on none is offered."""
    table = Table("white", "red")
    assert table.offers("collect") == [f"collect card={n}" for n in (1, 2, 3, 4, 5, 6, 7, 8, 39, 40)]
    table.do("collect card=40")
    assert (table.seat(1).ap, table.hand_of(1), table.seat(1).collects_vp) == (7, [40], 1)
    assert table.turn(1).put(1, ap=1).offers("collect") == []


def test_a_hand_has_no_limit() -> None:
    """N-A1: twenty-three cards and another one."""
    table = Table("white", "red").hand(1, *range(9, 32)).do("collect card=39")
    assert len(table.hand_of(1)) == 24


def test_a_will_costs_creativity_and_no_worker() -> None:
    """N-A2: all workers are acted, the will is legal."""
    table = Table("white", "red").put(1, unacted=0, acted=4, creativity=2).do("will node=0")
    assert (table.seat(1).creativity, table.items(1), table.workers(1)) == (0, (3, 3, 3), (0, 4))
    assert Table("white", "red").put(1, creativity=1).offers("will") == []


def test_a_will_needs_its_node() -> None:
    """N-A2: of a filled node."""
    assert Table("white", "red").offers("will") == ["will node=0"]
    assert Table("white", "red").fill(1, 2, 6).offers("will") == ["will node=0", "will node=6"]


def test_each_will_once_a_round() -> None:
    """N-A3: another one of the same seat is still legal, and so is the same in the next round."""
    table = Table("green", "red").fill(1, 4).do("will node=0", "will collect card=1").turn(1)
    assert table.offers("will") == ["will node=4"]
    table.end_round().do("supply worker", "supply worker")
    assert table.turn(1).offers("will") == ["will node=0", "will node=4"]


def test_a_used_will_stays_used_when_its_node_is_grown_again() -> None:
    """N-A3: lost and grown again in the same round."""
    table = Table("red", "white").do("will node=0").clear(1, 0).fill(1, 0).turn(1)
    assert table.offers("will") == []


def test_wills_that_only_gain_need_no_room() -> None:
    """N-A4: legal although the grid is full: everything is lost."""
    table = Table("white", "red").hold(1, stagnation=12).do("will node=0")
    assert (table.items(1), table.seat(1).materials_lost_grid) == ((0, 0, 12), 3)


@pytest.mark.parametrize(
    ("character", "node", "spoil"),
    [
        ("yellow", 0, {"stock": 0}),  # grows
        ("yellow", 8, {"stock": 0}),  # gains a worker
    ],
)
def test_wills_need_an_outcome_of_stock(character: str, node: int, spoil: dict[str, int]) -> None:
    """N-A4: grow and gain a worker need a token in stock."""
    table = Table(character, "red").fill(1, *([4, 7, 8] if node == 8 else []))
    table.put(1, stock=1)
    assert f"will node={node}" in table.legal
    assert f"will node={node}" not in table.put(1, **spoil).legal


def test_wills_need_an_outcome_of_growth() -> None:
    """N-A4: yellow's S needs a node that can be grown: not with the lock filled."""
    assert "will node=0" in Table("yellow", "red").legal
    assert "will node=0" not in Table("yellow", "red").fill(1, 2).legal


def test_a_will_that_collects_needs_an_open_card() -> None:
    """N-A4: the display is empty."""
    table = Table("green", "red")
    table.state.display[:] = -1
    assert table.offers("will") == []


def test_a_will_that_picks_needs_room_and_supply() -> None:
    """N-A4: all picked units must fit, and be there."""
    assert "will node=4" not in Table("green", "red").fill(1, 4).hold(1, light=12).legal
    table = Table("green", "red").fill(1, 4)
    table.state["items"][2] = 0
    assert "will node=4" not in table.legal


def test_a_will_that_takes_over_needs_a_lens() -> None:
    """N-A4: payable after its creativity: a lens that asks for 3 of 3 creativity is not."""
    table = Table("orange", "red").fill(1, 1, 4, 7).lay(2, (21, 24), (40,)).stand(1, 2)
    assert "will node=7" not in table.put(1, creativity=3).legal
    assert "will node=7" in table.put(1, creativity=4).legal


def test_activate_turns_the_worker_acted() -> None:
    """N-A5: out of the lobby, on the lens, acted; also on a facility. An acted worker cannot."""
    table = Table("red", "white").lay(1, (), (40,)).do("activate lens=1 worker=lobby")
    assert (table.workers(1), table.lens(1).worker, table.lens(1).is_acted) == ((3, 0), 0, 1)
    table.turn(1).do(SPIRIT)
    assert (table.workers(1), [int(n) for n in table.seat(1).stations]) == ((2, 0), [0, 0, 0, 1])
    table.turn(1).put(1, unacted=0, acted=2)
    assert table.offers("activate") == []


def test_left_then_hub_then_right() -> None:
    """N-A6: a lens pays 2 light and 3 AP for 3 stagnation of which two fit."""
    table = Table("red", "white").lay(1, (2,), (18,), 3).hold(1, light=2, stagnation=10)
    table.do("activate lens=1 worker=lobby")
    assert (table.items(1), table.seat(1).ap, table.seat(1).materials_lost_grid) == ((0, 0, 12), 6, 1)


def test_payment_is_complete_or_illegal() -> None:
    """N-A6: one light short, or one AP."""
    table = Table("red", "white").lay(1, (2,), (18,), 3).hold(1, light=1)
    assert table.offers("activate lens") == []
    assert table.hold(1, light=2).put(1, ap=2).offers("activate lens") == []
    assert table.put(1, ap=3).offers("activate lens") == ["activate lens=1 worker=lobby"]


def test_polish() -> None:
    """N-A7: 1 AP, the worker on the facility, acted."""
    table = Table("white", "red").hand(1, 10, 40).do(POLISH)
    assert (table.seat(1).ap, int(table.seat(1).stations[0])) == (8, 1)
    assert table.decision == "N-D4", "the steps of the only lens are forced; four bases are not"


@pytest.mark.parametrize(
    ("hand", "ap", "is_legal"),
    [((10, 40), 1, True), ((10, 40), 0, False), ((40, 43), 9, False), ((10,), 9, False), ((1, 2), 9, True)],
)
def test_polish_needs_a_legal_lens(hand: tuple[int, ...], ap: int, is_legal: bool) -> None:
    """N-A7: and 1 AP. Two VP cards need 16; one card is too few; 1 right and 2 left need nothing."""
    assert (POLISH in Table("white", "red").hand(1, *hand).put(1, ap=ap).legal) == is_legal


def test_focus() -> None:
    """N-A8: 1 creativity, no AP, 1 light."""
    table = Table("red", "white").put(1, ap=0, creativity=1).do(FOCUS)
    assert (table.seat(1).creativity, table.items(1), table.seat(1).focus) == (0, (3, 2, 2), 1)
    assert FOCUS not in Table("red", "white").put(1, creativity=0).legal


def test_negotiate() -> None:
    """N-A9: no AP, 1 light, the start marker of the next round."""
    table = Table("red", "white").put(1, ap=0).do(NEGOTIATE)
    assert (table.items(1), table.state.next_start, table.seat(1).negotiates) == ((3, 2, 2), 0, 1)


def test_one_negotiation_a_round_over_all_seats() -> None:
    """N-A10: the others take any number of workers of any seats."""
    table = Table("red", "white").do(NEGOTIATE)
    assert NEGOTIATE not in table.legal
    for seat in (1, 2, 1, 2):
        table.turn(seat).do(SPIRIT)
    assert [int(n) for n in table.state.stations] == [0, 0, 1, 4]


def test_a_spent_negotiator_does_not_reopen() -> None:
    """N-A10: negotiate_reopens = false."""
    table = Table("red", "white").lay(1, (27,), (40,)).do(NEGOTIATE)
    table.run(1, 1, "spend worker from=facility:negotiate")
    assert int(table.state.stations[2]) == 0
    assert NEGOTIATE not in table.legal


def test_spirit() -> None:
    """N-A11: 1 AP and 1 stagnation for nothing."""
    table = Table("red", "white").put(1, ap=0).do(SPIRIT)
    assert (table.seat(1).ap, table.items(1), table.seat(1).spirits) == (1, (2, 2, 3), 1)


def test_facility_workers_stay() -> None:
    """N-A12: no persuade, no restart on a facility."""
    table = Table("red", "white").do(SPIRIT)
    for seat in (1, 2):
        assert table.turn(seat).offers("persuade") + table.offers("restart") == []
    assert int(table.seat(1).stations[3]) == 1


def test_anybody_may_activate_an_empty_lens() -> None:
    """N-A13: whoever owns it."""
    table = Table("red", "white").lay(1, (), (40,))
    for seat in (1, 2):
        assert table.turn(seat).offers("activate lens") == ["activate lens=1 worker=lobby"]
    table.run(2, 1)
    assert (table.vp(), table.seat(2).act_foreign) == ([2, 15], 1)


@pytest.mark.parametrize("is_acted", [True, False])
def test_an_occupied_lens_cannot_be_activated(is_acted: bool) -> None:
    """N-A14: not even when the worker is un-acted."""
    table = Table("red", "white").lay(1, (), (40,)).stand(1, 1, is_acted)
    for seat, word in ((1, "restart"), (2, "persuade")):
        table.turn(seat)
        assert [t for t in table.legal if "lens=" in t] == [f"{word} lens=1 worker=lobby"]


def test_persuade_costs_two_on_top() -> None:
    """N-A15: and an un-acted lobby worker."""
    table = Table("red", "white").lay(1, (), (40,), 2).stand(1, 1)
    assert table.turn(2).put(2, ap=3).offers("persuade") == []
    table.put(2, ap=4).do("persuade lens=1 worker=lobby")
    assert (table.seat(2).ap, table.vp(), table.seat(2).persuades) == (0, [2, 15], 1)


def test_restart_costs_three_on_top() -> None:
    """N-A16: the other worker comes from the lobby."""
    table = Table("red", "white").lay(1, (), (40,), 1).stand(1, 1, is_acted=False)
    assert table.put(1, ap=3).offers("restart") == []
    assert table.put(1, ap=4, unacted=0).offers("restart") == []
    table.put(1, unacted=1).do("restart lens=1 worker=lobby")
    assert (table.seat(1).ap, table.vp(), table.workers(1)) == (0, [15, 0], (1, 0))
    assert (table.lens(1).worker, table.lens(1).is_acted, table.seat(1).restarts) == (0, 1, 1)


def test_the_worker_decides_not_the_owner() -> None:
    """N-A17: seat 2's worker on seat 1's lens."""
    table = Table("red", "white").lay(1, (), (40,)).stand(1, 2)
    assert table.turn(1).offers("persuade") == ["persuade lens=1 worker=lobby"]
    assert table.turn(2).offers("restart") == ["restart lens=1 worker=lobby"]


def test_end_is_always_legal_and_final() -> None:
    """N-A18: with everything else open; not asked again this round."""
    table = Table("red", "white")
    assert table.legal[-1] == "end"
    table.do("end", SPIRIT)
    assert (table.actor, table.seat(1).has_ended, table.seat(1).first_to_end_count) == (2, 1, 1)
