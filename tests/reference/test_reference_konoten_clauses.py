"""Runs, tasks and growth of konoten on tables set up by hand: what happens, in which order, who is asked what."""

from __future__ import annotations

import pytest

from .konoten import activation, building, gains
from .konoten.scenes import act, drive, fill, hold, lay_lens, offers, run, stand, table

# Taking over (N-A13 to N-A17, N-L2, N-L10).


def test_persuade_pays_on_top_and_ousts_in_the_present_state() -> None:
    g = table("white", "red")
    white, red = g.seats
    lens = lay_lens(g, 0, (), (40,), 2)
    stand(g, lens, 0, is_acted=False)
    assert offers(g, red, "persuade") == ["persuade lens=1 worker=lobby"]
    assert offers(g, white, "restart") == ["restart lens=1 worker=lobby"]
    assert not offers(g, red, "activate lens")
    act(g, red, "persuade lens=1 worker=lobby")
    assert (red.ap, red.vp, red.unacted, red.counts["persuades"]) == (9 - 2 - 2, 15, 3, 1)
    assert (white.vp, white.unacted, white.acted) == (2, 4, 0)
    assert (white.points["vp_owner_bonus"], white.counts["ousted_by_others"]) == (2, 1)
    assert lens.worker is not None
    assert (lens.worker.seat, lens.worker.is_acted) == (1, True)


def test_restart_costs_three_and_gives_the_owner_nothing() -> None:
    g = table("white", "red")
    white, red = g.seats
    lens = lay_lens(g, 0, (), (40,), 1)
    stand(g, lens, 0)
    act(g, white, "restart lens=1 worker=lobby")
    assert (white.ap, white.vp, white.unacted, white.acted, white.counts["restarts"]) == (9 - 3 - 1, 15, 2, 1, 1)
    assert red.vp == 0


def test_whose_worker_stands_there_decides() -> None:
    g = table("white", "red")
    lens = lay_lens(g, 0, (), (40,), 0)
    stand(g, lens, 1)
    assert offers(g, g.seats[0], "persuade") == ["persuade lens=1 worker=lobby"]
    act(g, g.seats[1], "restart lens=1 worker=lobby")
    assert (g.seats[1].ap, g.seats[0].points["vp_owner_bonus"]) == (6, 2)
    act(g, g.seats[0], "persuade lens=1 worker=lobby")
    assert (g.seats[0].vp, g.seats[0].points["vp_owner_bonus"]) == (2 + 15, 2), "evicting from one's own gives nothing"


@pytest.mark.parametrize(("ap", "is_offered"), [(3, False), (4, True)])
def test_payment_is_checked_before_anything_moves(ap: int, is_offered: bool) -> None:
    g = table("white", "red")
    lens = lay_lens(g, 0, (), (40,), 2)
    stand(g, lens, 0)
    g.seats[1].ap = ap
    assert bool(offers(g, g.seats[1], "persuade")) == is_offered
    g.seats[1].ap, g.seats[1].unacted = 9, 0
    assert not offers(g, g.seats[1], "persuade")


@pytest.mark.parametrize(
    ("left", "what"), [((1,), "light"), ((21,), "creativity"), ((33,), "nodes"), ((27,), "workers")]
)
def test_the_left_side_must_be_payable(left: tuple[int, ...], what: str) -> None:
    g = table("white", "red")
    p = g.seats[0]
    lay_lens(g, 0, left, (40,), 0)
    assert offers(g, p, "activate lens") == ["activate lens=1 worker=lobby"]
    if what == "light":
        p.items["light"] = 0
    elif what == "creativity":
        p.creativity = 0
    elif what == "nodes":
        p.nodes.clear()
    else:
        p.unacted = 1
    assert not offers(g, p, "activate lens")


# Steps of a run (N-L4 to N-L9).


def test_left_worker_comes_from_any_place_but_the_executing_one() -> None:
    g = table("white", "red")
    p = g.seats[0]
    other, lens = lay_lens(g, 1, (), (41,), 0), lay_lens(g, 0, (27,), (40,), 0)
    stand(g, other, 0, is_acted=False)
    p.unacted, p.acted = 2, 1
    g.facilities["polish"][0] = 1
    ways = ["lobby_unacted", "lobby_acted", "facility:polish", "lens:1"]
    asked = run(g, p, lens, "spend worker from=facility:polish")
    assert asked == [("N-D10", [f"spend worker from={way}" for way in ways])]
    assert (g.facilities["polish"][0], p.stock, lens.worker is not None) == (0, 5, True)
    lens.worker = None
    p.unacted, p.acted = 1, 0
    run(g, p, lens)
    assert (other.worker, p.stock) == (None, 6), "the only one left, taken without asking"


def test_payments_come_before_gains() -> None:
    g = table("white", "red")
    p = g.seats[0]
    p.stock = 0
    lens = lay_lens(g, 0, (27,), (35,), 0)  # a worker for a growth
    asked = run(g, p, lens, "grow node=2")
    assert asked == [("N-D8", ["grow node=1", "grow node=2"])]
    assert (p.stock, p.nodes, p.unacted) == (0, {0, 2}, 2)


def test_freed_spaces_count() -> None:
    g = table("white", "red")
    p = g.seats[0]
    hold(g, p, light=6, stagnation=6)
    assert run(g, p, lay_lens(g, 0, (3,), (12,), 0)) == []
    assert p.items == {"light": 3, "rainbow": 3, "stagnation": 6}


def test_growth_can_be_spent_from_the_start_and_the_middle() -> None:
    g = table("white", "red")
    p = g.seats[0]
    fill(p, 1, 4)
    lens = lay_lens(g, 0, (33,), (40,), 0)
    asked = run(g, p, lens, "spend growth node=1")
    assert asked == [("N-D9", [f"spend growth node={n}" for n in (0, 1, 4)])]
    assert (p.nodes, p.stock) == ({0, 4}, 3)
    assert gains.growable(g, p) == [1, 2, 5, 8], "nodes beyond stay and can be grown from"
    lens.worker = None
    run(g, p, lens, "spend growth node=0")
    assert 0 in gains.growable(g, p)
    assert g.fired >= {"N-G6 start node", "N-G6 middle node"}


@pytest.mark.parametrize(
    ("cards", "acted", "nodes"), [((31, 33), 1, {0}), ((37, 27), 0, {0, 3})], ids=["worker first", "growth first"]
)
def test_units_are_resolved_by_slot(cards: tuple[int, int], acted: int, nodes: set[int]) -> None:
    g = table("red", "white")
    p = g.seats[0]
    p.stock = 1
    lens = lay_lens(g, 0, (), cards, 0)
    run(g, p, lens, *(["grow node=3"] if 3 in nodes else []))
    assert (p.acted, p.nodes, p.stock) == (acted, nodes, 0)


def test_a_batch_that_does_not_fit() -> None:
    g = table("red", "white")
    p = g.seats[0]
    hold(g, p, stagnation=9)
    asked = run(g, p, lay_lens(g, 0, (), (8, 12), 0), "keep light=1 rainbow=2 stagnation=0")
    assert asked == [("N-D6", [f"keep light={n} rainbow={3 - n} stagnation=0" for n in range(4)])]
    assert p.items == {"light": 1, "rainbow": 2, "stagnation": 9}
    assert (p.counts["materials_lost_grid"], g.supply["light"], g.supply["rainbow"]) == (3, 22, 16)


def test_one_batch_is_cut_to_the_supply_first() -> None:
    g = table("red", "white")
    p = g.seats[0]
    hold(g, p, stagnation=9)
    g.supply["light"] = 1
    asked = run(g, p, lay_lens(g, 0, (), (8, 12), 0), "keep light=0 rainbow=3 stagnation=0")
    assert asked[0][1] == ["keep light=0 rainbow=3 stagnation=0", "keep light=1 rainbow=2 stagnation=0"]
    assert (p.counts["materials_short_supply"], g.supply["light"]) == (2, 1)


def test_vp_are_counted_before_tasks_but_booked_after() -> None:
    g = table("red", "white")
    p = g.seats[0]
    fill(p, 1)
    lens = lay_lens(g, 0, (), (40, 5), 0)
    hold(g, p, light=5)
    steps = activation.run(g, p, lens, "plain", "lobby")
    question = next(steps)
    assert question.options[:2] == ["task light worker", "task light grow node=2"]
    assert p.vp == 0
    with pytest.raises(StopIteration):
        steps.send("task light worker")
    assert p.vp == 15


# Tasks (N-T).


def test_tasks_are_checked_in_order_and_may_nest() -> None:
    g = table("red", "white")
    p = g.seats[0]
    fill(p, 3)
    hold(g, p, rainbow=4)
    asked = drive(gains.gain_items(g, p, {"light": 7}), "task light grow node=1", "task rainbow worker")
    assert [decision for decision, _ in asked] == ["N-D7", "N-D7"]
    assert (p.items["rainbow"], p.tasks, p.unacted, p.nodes) == (5, ["lens"], 5, {0, 1, 3})
    assert p.stock == 3, "the token of the task is the one placed"


def test_a_task_pays_once() -> None:
    g = table("red", "white")
    p = g.seats[0]
    drive(gains.gain_items(g, p, {"light": 5}), "task light worker")
    gains.pay_items(g, p, {"light": 5})
    assert drive(gains.gain_items(g, p, {"light": 5})) == []


def test_third_lens() -> None:
    g = table("red", "white")
    p = g.seats[0]
    fill(p, 1)
    lay_lens(g, 0, (), (39,), 0), lay_lens(g, 0, (), (40,), 0)
    cards = g.data.cards
    asked = drive(building.complete(g, p, {1: cards[10], 4: cards[41]}, 1), "task lens worker", "chain no")
    assert [decision for decision, _ in asked] == ["N-D7", "N-D5"]
    assert (p.points["vp_polish"], p.points["vp_triggers"]) == (2, 4)


def test_a_locked_seat_takes_the_worker_unasked() -> None:
    g = table("red", "white")
    p = g.seats[0]
    fill(p, 2)
    assert drive(gains.gain_items(g, p, {"light": 5})) == []
    assert p.unacted == 5


# Growth (N-G).


def test_lock_node() -> None:
    g = table("red", "white")
    p = g.seats[0]
    assert gains.growable(g, p) == [1, 2, 3]
    fill(p, 2)
    assert gains.growable(g, p) == []
    p.nodes.remove(2)
    assert gains.growable(g, p) == [1, 2, 3]


def test_on_grow_acts_from_the_next_growth_on() -> None:
    g = table("blue", "white")
    p = g.seats[0]
    p.ap = 0
    drive(gains.grow(g, p, 3))
    assert p.ap == 0
    drive(gains.grow(g, p, 1))
    assert p.ap == 2


def test_workers_out_of_lenses_are_acted() -> None:
    g = table("red", "white")
    p = g.seats[0]
    run(g, p, lay_lens(g, 0, (), (27,), 0))
    assert (p.unacted, p.acted, p.stock) == (3, 1, 3)
    p.stock = 0
    lens = lay_lens(g, 0, (), (29,), 0)
    run(g, p, lens)
    assert (p.acted, p.stock) == (1, 0)
