"""Growth and worker tokens (N-G1 to N-G9)."""

from __future__ import annotations

import pytest

from .situations import SPIRIT, Table


def growable(table: Table) -> list[int]:
    """Nodes that seat 1 may grow with a growth blade."""
    table.lay(1, (), (33,)).put(1, stock=1).turn(1)
    table.apply("activate lens=1 worker=lobby")
    return [int(text.removeprefix("grow node=")) for text in table.offers("grow")]


@pytest.mark.parametrize(
    ("filled", "wanted"),
    [((), [1, 2, 3]), ((1,), [2, 3, 4, 5]), ((1, 4), [2, 3, 5, 6, 7]), ((1, 4, 6), [2, 3, 5, 7, 8])],
)
def test_one_arrow_is_enough(filled: tuple[int, ...], wanted: list[int]) -> None:
    """N-G1: red: 4 and 5 from 1 or 3; 6 and 7 from 4; 8 from 6; 9 from 5."""
    assert growable(Table("red", "white").fill(1, *filled)) == wanted


def test_the_start_node_can_be_grown_when_empty() -> None:
    """N-G1: S is empty, node 1 is filled."""
    assert growable(Table("red", "white").fill(1, 1).clear(1, 0)) == [0, 4, 5]


def test_the_lock_stops_growth() -> None:
    """N-G2: nothing can be grown while it is filled; a right growth blade does nothing."""
    table = Table("red", "white").fill(1, 2).lay(1, (), (33, 40)).run(1, 1)
    assert (table.nodes_of(1), table.vp()[0], table.actor) == ({0, 2}, 15, 2)


def test_a_spent_lock_opens_growth_again() -> None:
    """N-G2: the lens spends node 2 and grows node 1 by the same run."""
    table = Table("red", "white").fill(1, 2).lay(1, (33,), (36,)).run(1, 1, "spend growth node=2", "grow node=1")
    assert table.nodes_of(1) == {0, 1}


def test_tokens_of_supply_and_tasks_are_placed_themselves() -> None:
    """N-G3: a task's token does not come out of stock; a growth blade's does."""
    table = Table("red", "white").hold(1, light=6).lay(1, (), (1,)).run(1, 1, "task light grow node=1")
    assert (table.nodes_of(1), table.seat(1).stock) == ({0, 1}, 4)
    table = Table("red", "white").lay(1, (), (33,)).run(1, 1, "grow node=1")
    assert (table.nodes_of(1), table.seat(1).stock) == ({0, 1}, 3)


def test_once_effects_come_before_on_grow() -> None:
    """N-G4: red 3 gives a rainbow for a node grown later, not for its own placing."""
    table = Table("red", "white").lay(1, (), (33,)).run(1, 1, "grow node=3")
    assert table.items(1) == (2, 2, 2)
    table = Table("red", "white").fill(1, 3).lay(1, (), (33,)).run(1, 1, "grow node=1")
    assert table.items(1) == (2, 3, 2)


def test_growth_units_are_chosen_one_at_a_time() -> None:
    """N-G5: two blades, the second from the node that the first grew; nothing with an empty stock."""
    table = Table("red", "white").lay(1, (), (33, 35)).run(1, 1, "grow node=1", "grow node=4")
    assert table.nodes_of(1) == {0, 1, 4}
    table = Table("red", "white").lay(1, (), (33, 35)).put(1, stock=1).run(1, 1, "grow node=1")
    assert (table.nodes_of(1), table.actor) == ({0, 1}, 2)


def test_any_filled_node_may_be_spent() -> None:
    """N-G6: from the middle and S; nodes beyond stay, work and can be grown from."""
    table = Table("red", "white").fill(1, 1, 5).lay(1, (33,), (40,)).lay(1, (1,), (41,)).run(1, 1)
    assert table.legal == [f"spend growth node={n}" for n in (0, 1, 5)]
    table.do("spend growth node=1")
    assert (table.nodes_of(1), table.seat(1).stock) == ({0, 5}, 3)
    table.run(1, 2)
    assert table.vp()[0] == 15 + 19 + 3, "node 5 works: 3 VP for a lens that pays light"
    assert growable_now(table) == [1, 2, 3, 9]


def growable_now(table: Table) -> list[int]:
    table.end_round()
    return [int(text.removeprefix("supply grow node=")) for text in table.offers("supply grow")]


def test_a_spent_nodes_ability_is_gone() -> None:
    """N-G6: red's S is spent, its will with it."""
    table = Table("red", "white").lay(1, (33,), (40,)).run(1, 1)
    assert (table.nodes_of(1), table.turn(1).offers("will")) == (set(), [])


def test_workers_of_supply_and_tasks_are_un_acted() -> None:
    """N-G7: into the lobby, usable in the same round; also yellow's node 8."""
    table = Table("red", "white").hold(1, light=6).lay(1, (), (1,)).run(1, 1, "task light worker")
    assert (table.workers(1), table.seat(1).stock) == ((4, 0), 4)
    table = Table("yellow", "white").fill(1, 4, 7, 8).do("will node=8", "convert none")
    assert (table.workers(1), table.seat(1).stock) == ((5, 0), 0)


def test_workers_of_lenses_are_acted() -> None:
    """N-G8: stock to lobby; with an empty stock nothing happens."""
    table = Table("red", "white").lay(1, (), (27,)).run(1, 1)
    assert (table.workers(1), table.seat(1).stock) == ((3, 1), 3)
    table = Table("red", "white").lay(1, (), (27,)).put(1, stock=0).run(1, 1)
    assert (table.workers(1), table.seat(1).stock, table.seat(1).workers_gained) == ((3, 0), 0, 0)


def test_red_9_gives_an_acted_worker() -> None:
    """N-G8: by its will."""
    table = Table("red", "white").fill(1, 1, 5, 9).do("will node=9", "will gain worker")
    assert table.workers(1) == (4, 1)


def test_on_worker_gained_at_each_worker_gained() -> None:
    """N-G9: yellow may convert for a worker of supply, of a task, of a lens; not for one that comes home."""
    table = Table("yellow", "white", begin="setup").do("supply worker")
    assert table.decision == "N-D11"
    table = Table("yellow", "white").lay(1, (), (27,)).run(1, 1)
    assert table.decision == "N-D11"
    table = Table("white", "yellow").lay(1, (), (40,)).stand(1, 2).run(1, 1)
    assert (table.decision, table.workers(2)) == ("N-D2", (3, 1)), "ousted"
    table = Table("yellow", "white").do(SPIRIT).end_round()
    assert (table.decision, table.workers(1)) == ("N-D1", (4, 0)), "home from the facility"


def test_on_worker_returned_at_each_that_goes_to_stock() -> None:
    """N-G9: yellow 7: one of two blades' workers after the other."""
    table = Table("yellow", "white").fill(1, 4, 7).lay(1, (27, 29), (40,)).run(1, 1)
    assert (table.items(1), table.seat(1).stock) == ((4, 2, 2), 4)
