"""Tasks (N-T1 to N-T3)."""

from __future__ import annotations

import pytest

from .situations import FOCUS, POLISH, Table


@pytest.mark.parametrize(("light", "is_reached"), [(5, False), (6, True)])
def test_seven_light(light: int, is_reached: bool) -> None:
    """N-T1: in the grid, by a focus."""
    table = Table("red", "white").hold(1, light=light).do(FOCUS)
    assert (table.decision == "N-D7") == is_reached
    if is_reached:
        assert table.legal == ["task light worker", *(f"task light grow node={n}" for n in (1, 2, 3))]


@pytest.mark.parametrize(("rainbow", "is_reached"), [(1, False), (2, True)])
def test_five_rainbow(rainbow: int, is_reached: bool) -> None:
    """N-T1: 3 of a lens."""
    table = Table("red", "white").lay(1, (), (12,)).hold(1, rainbow=rainbow).run(1, 1)
    assert (table.decision == "N-D7") == is_reached


@pytest.mark.parametrize(("made", "is_reached"), [(1, False), (2, True)])
def test_three_lenses(made: int, is_reached: bool) -> None:
    """N-T1: made, with those that lie there."""
    table = Table("red", "white").hand(1, 10, 40)
    for card in range(1, made + 1):
        table.lay(1, (), (card,))
    table.do(POLISH, "lens base=0")
    assert (table.decision == "N-D7") == is_reached
    if is_reached:
        assert table.legal[0] == "task lens worker"


def test_players_do_not_block_each_other() -> None:
    """N-T1: both seats reach the light task."""
    table = Table("red", "white").hold(1, light=6).hold(2, light=6)
    table.do(FOCUS, "task light worker", FOCUS, "task light worker")
    assert [table.workers(seat) for seat in (1, 2)] == [(4, 0), (4, 0)]


def test_in_the_order_light_rainbow_lens() -> None:
    """N-T2: one batch of 3 light and 3 rainbow reaches two tasks."""
    table = Table("red", "white").lay(1, (), (8, 12)).hold(1, light=4, rainbow=2).run(1, 1)
    assert table.legal[0] == "task light worker"
    table.do("task light worker")
    assert table.legal[0] == "task rainbow worker"


def test_after_a_conversion() -> None:
    """N-T2: yellow makes the seventh light out of stagnation, in the supply phase."""
    table = Table("yellow", "white", begin="setup").hold(1, light=6, stagnation=1)
    table.do("supply worker", "convert stagnation")
    assert (table.decision, table.legal[0]) == ("N-D7", "task light worker")


def test_after_a_gift() -> None:
    """N-T2: in the end phase; the receiver decides."""
    table = Table("yellow", "white").fill(1, 6, 9).hold(1, light=8).hold(2, light=6).end_round()
    table.do("give light to=2")
    assert (table.actor, table.legal[0]) == (2, "task light worker")


def test_inside_an_activation() -> None:
    """N-T2: after the batch of N-L7, before right growth (N-L8): the task grows node 1, the blade node 4."""
    table = Table("red", "white").lay(1, (), (7, 33)).hold(1, light=5)
    table.run(1, 1, "task light grow node=1", "grow node=4")
    assert table.nodes_of(1) == {0, 1, 4}


def test_the_token_leaves_and_pays_once() -> None:
    """N-T3: spending the light and gathering it again pays nothing."""
    table = Table("red", "white").hold(1, light=6).do(FOCUS, "task light worker")
    assert (bin(int(table.seat(1).tasks)), int(table.seat(1).task_round[0])) == ("0b110", 1)
    table.hold(1, light=6).turn(1).do(FOCUS)
    assert (table.items(1)[0], table.decision, table.actor) == (7, "N-D2", 2)


def test_only_a_worker_when_nothing_grows() -> None:
    """N-T3, N-R4: with the lock filled the token becomes a worker without asking."""
    table = Table("red", "white").fill(1, 2).hold(1, light=6).do(FOCUS)
    assert (table.workers(1), table.actor) == ((4, 0), 2)


def test_a_task_worker_can_act_at_once() -> None:
    """N-T3: the fifth action of four workers."""
    table = Table("red", "white").hold(1, light=6).put(1, unacted=1).do(FOCUS, "task light worker")
    assert FOCUS in table.turn(1).legal
