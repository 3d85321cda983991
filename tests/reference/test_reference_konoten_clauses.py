"""Clauses of konoten on tables set up by hand: what happens, in which order, and who is asked what."""

from __future__ import annotations

import pytest

from .konoten import activation, building, effects, flow, gains, outcome, scoring, turn, wills
from .konoten.activation import Source
from .konoten.building import Partial
from .konoten.scenes import Asked, drive, fill, hold, lay_lens, stand, table
from .konoten.state import Lens, Seat, State


def run(g: State, p: Seat, lens: Lens, *answers: str, mode: str = "plain", source: Source = "lobby") -> Asked:
    return drive(activation.run(g, p, lens, mode, source), *answers)


def act(g: State, p: Seat, text: str, *answers: str) -> Asked:
    """An action out of the list of a turn."""
    options = turn.turn_options(g, p)
    assert text in options, list(options)
    return drive(turn.act(g, p, options[text]), *answers)


def offers(g: State, p: Seat, start: str) -> list[str]:
    """Options of a turn that begin with `start`."""
    return [text for text in turn.turn_options(g, p) if text.startswith(start)]


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


# Facilities and rounds.


def test_facilities() -> None:
    g = table("red", "white")
    p = g.seats[0]
    assert offers(g, p, "activate facility") == [
        f"activate facility={name} worker=lobby" for name in ("focus", "negotiate", "spirit")
    ]
    act(g, p, "activate facility=focus worker=lobby")
    act(g, p, "activate facility=spirit worker=lobby")
    assert (p.creativity, p.ap, p.items) == (2, 10, {"light": 3, "rainbow": 2, "stagnation": 3})
    p.creativity = 0
    assert "activate facility=focus worker=lobby" not in turn.turn_options(g, p)


def test_one_worker_negotiates_a_round() -> None:
    g = table("red", "white")
    act(g, g.seats[1], "activate facility=negotiate worker=lobby")
    g.facilities["negotiate"][1] = 0  # spent through a lens
    g.seats[1].stock += 1
    assert not offers(g, g.seats[0], "activate facility=negotiate")
    drive(flow.end(g))
    assert (g.start, g.next_start, g.negotiations) == (1, None, 0)


def test_end_phase() -> None:
    g = table("red", "white")
    p = g.seats[0]
    lens = lay_lens(g, 1, (), (39,), 0)
    stand(g, lens, 0)
    g.facilities["spirit"][0], p.unacted, p.acted, p.has_ended = 1, 1, 1, True
    drive(flow.end(g))
    assert (p.unacted, p.acted, g.facilities["spirit"][0], p.has_ended) == (3, 0, 0, False)
    assert lens.worker is not None
    assert not lens.worker.is_acted
    assert g.start == 0


def test_round_end_goes_by_this_rounds_start_player() -> None:
    g = table("red", "yellow", "white")
    g.start, g.next_start, g.negotiations = 1, 2, 1
    yellow = g.seats[1]
    fill(yellow, 1, 3, 5)
    hold(g, yellow, light=3, rainbow=2, stagnation=1)
    drive(flow.end(g))
    assert (yellow.points["vp_round_end"], g.start) == (1 + 3 + 4, 2)


def test_round_4_scores_round_ends_but_leaves_the_marker() -> None:
    g = table("red", "yellow")
    g.round, g.next_start, g.negotiations = 4, 1, 1
    fill(g.seats[1], 1)
    drive(flow.end(g))
    assert (g.seats[1].vp, g.start) == (2, 0)


def test_supply_with_and_without_stock() -> None:
    g = table("red", "white")
    red, white = g.seats
    white.stock = 0
    red.ap = red.creativity = 5
    asked = drive(flow.supply(g), "supply grow node=3")
    assert asked == [("N-D1", ["supply worker", *(f"supply grow node={n}" for n in (1, 2, 3))])]
    assert (red.ap, red.creativity, red.counts["ap_lost_cap"], red.counts["creativity_lost_cap"]) == (10, 5, 2, 1)
    assert (white.unacted, red.stock) == (4, 3)


def test_a_seat_that_can_only_end_is_not_asked() -> None:
    g = table("red", "white")
    for p in g.seats:
        p.ap = p.unacted = p.creativity = 0
    assert drive(flow.main(g)) == []
    assert (g.counts["main_turns"], g.first_ended) == (2, 0)


def test_turn_limit() -> None:
    g = table("red", "white", rules={"turn_limit": 3})
    drive(flow.main(g), *["activate facility=spirit worker=lobby"] * 3)
    assert (g.counts["turn_limit_hit"], all(p.has_ended for p in g.seats)) == (1, True)


def test_display_is_refilled_until_the_deck_is_empty() -> None:
    g = table("red", "white")
    g.decks["vp"] = [41]
    act(g, g.seats[0], "collect card=40")
    assert g.display[8:] == [39, 41]
    act(g, g.seats[0], "collect card=39")
    assert g.display[8:] == [0, 41]
    assert offers(g, g.seats[0], "collect card=4") == ["collect card=4", "collect card=41"]


# Building (N-B).


def test_where_cards_fit() -> None:
    at = building.candidates(table("red", "white"), [1, 5, 8, 40])
    assert {place: [card.number for card in cards] for place, cards in at.items()} == {
        1: [1], 2: [5], 3: [8], 4: [8, 40], 5: [5], 6: [1],
    }  # fmt: skip


def test_no_pile_no_lens() -> None:
    g = table("red", "white")
    p = g.seats[0]
    p.hand = [10, 43]  # need 9 - 9 = 0 or worse
    assert building.can_build(g, p.hand)
    g.piles = dict.fromkeys(range(5), 0)
    assert not building.can_build(g, p.hand)
    assert not offers(g, p, "activate facility=polish")


def test_steps_lead_to_a_lens_only() -> None:
    g = table("red", "white")
    steps = building.next_steps(g, building.candidates(g, [10, 43, 46]), Partial())
    assert list(steps) == ["lens add card=10 side=left"], "two vp cards alone need more than any pile"


def test_polish_and_chain() -> None:
    g = table("red", "white")
    p = g.seats[0]
    p.hand = [10, 43]
    asked = act(g, p, "activate facility=polish worker=lobby", "lens base=1", "chain yes worker=lobby")
    assert [decision for decision, _ in asked] == ["N-D4", "N-D5"]
    assert (p.ap, p.vp, p.hand, p.unacted) == (9 - 1 - 1, 2 + 14, [], 2)
    assert g.facilities["polish"] == [1, 0]


def test_no_chain_that_cannot_be_paid() -> None:
    g = table("red", "white")
    p = g.seats[0]
    p.hand, p.items["rainbow"] = [10, 43], 0
    asked = act(g, p, "activate facility=polish worker=lobby", "lens base=0")
    assert [decision for decision, _ in asked] == ["N-D4"]


# Wills (N-A2 to N-A4).


def test_a_will_works_once_a_round_even_if_grown_again() -> None:
    g = table("red", "white")
    p = g.seats[0]
    act(g, p, "will node=0")
    assert (p.creativity, p.items["light"]) == (2, 3)
    p.nodes.remove(0)
    drive(gains.grow(g, p, 0))
    assert not offers(g, p, "will")
    drive(flow.end(g))
    assert offers(g, p, "will") == ["will node=0"]


@pytest.mark.parametrize(
    ("character", "node", "spoil"),
    [("yellow", 0, "stock"), ("yellow", 8, "stock"), ("yellow", 0, "lock"), ("green", 0, "display"),
     ("green", 4, "grid"), ("orange", 7, "lenses"), ("red", 0, "creativity")],
)  # fmt: skip
def test_a_will_without_outcome_is_not_offered(character: str, node: int, spoil: str) -> None:
    g = table(character, "white")
    p = g.seats[0]
    fill(p, node)
    stand(g, lay_lens(g, 1, (), (39,), 0), 1)
    assert node in wills.legal_wills(g, p)
    if spoil == "stock":
        p.stock = 0
    elif spoil == "lock":
        fill(p, 2)
    elif spoil == "display":
        g.display = [0] * 10
    elif spoil == "grid":
        hold(g, p, stagnation=12)
    elif spoil == "lenses":
        g.lenses[0].worker = None
    else:
        p.creativity = 0
    assert node not in wills.legal_wills(g, p)


# Rows of the growth sheets.


def test_white_start_will_is_one_batch() -> None:
    g = table("white", "red")
    p = g.seats[0]
    hold(g, p, stagnation=10)
    asked = act(g, p, "will node=0", "keep light=1 rainbow=1 stagnation=0")
    assert len(asked) == 1
    assert (p.creativity, p.items) == (1, {"light": 1, "rainbow": 1, "stagnation": 10})


@pytest.mark.parametrize(
    ("owner", "left", "right", "vp"),
    [(0, (1,), (39,), 2), (0, (), (39,), 2), (0, (1,), (39, 4), 0), (1, (1,), (39,), 0)],
)
def test_white_2(owner: int, left: tuple[int, ...], right: tuple[int, ...], vp: int) -> None:
    g = table("white", "red")
    p = g.seats[0]
    fill(p, 2)
    run(g, p, lay_lens(g, owner, left, right, 0))
    assert p.points["vp_triggers"] == vp


def test_white_3_own_lens_used_by_others() -> None:
    g = table("white", "red")
    fill(g.seats[0], 3)
    run(g, g.seats[1], lay_lens(g, 0, (), (39,), 0))
    assert (g.seats[0].points["vp_owner_bonus"], g.seats[0].points["vp_triggers"]) == (2, 3)
    run(g, g.seats[0], lay_lens(g, 0, (), (40,), 0))
    assert g.seats[0].points["vp_triggers"] == 3


def test_white_5_takes_and_then_the_others_return_workers() -> None:
    g = table("red", "white", "yellow", "green")
    red, white, yellow, green = g.seats
    hold(g, white, stagnation=10)
    hold(g, green, stagnation=1)
    fill(yellow, 7)
    green.unacted = 0
    red.acted = 1
    g.supply["light"] = 0  # what passes between grids is not cut
    stock = [p.stock for p in g.seats]
    asked = drive(
        gains.grow(g, white, 5), "keep light=1 rainbow=1 stagnation=0", "spend worker from=lobby_acted"
    )  # green has no worker; yellow has one place, so it is not asked
    assert [decision for decision, _ in asked] == ["N-D6", "N-D10"]
    assert asked[0][1] == [f"keep light={n} rainbow={2 - n} stagnation=0" for n in (0, 1, 2)]
    assert (red.items, white.items["light"]) == ({"light": 1, "rainbow": 1, "stagnation": 2}, 1)
    assert [p.stock - before for p, before in zip(g.seats, stock, strict=True)] == [1, 0, 1, 0]
    assert yellow.items["light"] == 2, "yellow gave one and got one for the returned worker"
    assert g.supply["light"] == 0


def test_white_6_7_8() -> None:
    g = table("white", "red")
    p = g.seats[0]
    fill(p, 6, 7, 8)
    act(g, p, "will node=6")
    assert (p.creativity, p.points["vp_wills"]) == (0, 13)
    stand(g, lay_lens(g, 1, (), (39,), 0), 0)
    hold(g, p)
    scoring.score_end(g, p)
    assert p.points["vp_end_nodes"] == -10 + 3 * 4 + 20
    assert p.points["vp_stagnation"] == 0


def test_orange() -> None:
    g = table("orange", "red")
    orange, red = g.seats
    fill(orange, 1, 3, 5)
    lens = lay_lens(g, 1, (), (39,), 0)
    stand(g, lens, 1)
    act(g, orange, "persuade lens=1 worker=lobby")
    assert (orange.ap, orange.vp) == (9 - 1, 2 + 11 + 2)
    act(g, red, "persuade lens=1 worker=lobby")
    assert (orange.vp, orange.items["stagnation"], red.ap) == (17, 3, 7)
    act(g, red, "restart lens=1 worker=lobby")
    assert orange.vp == 17, "a restart is no persuasion"


def test_orange_7_takes_over_without_the_price() -> None:
    g = table("orange", "red")
    orange, red = g.seats
    fill(orange, 5, 7)
    for cards, base, seat in (((39,), 2, 1), ((42,), 0, 0)):
        stand(g, lay_lens(g, 1, (), cards, base), seat)
    stand(g, lay_lens(g, 0, (), (40,), 0), 1)
    asked = act(g, orange, "will node=7", "will persuade lens=1 worker=lobby")
    assert asked == [("N-D14", ["will persuade lens=1 worker=lobby", "will restart lens=2 worker=lobby"])]
    assert (orange.ap, orange.vp, red.points["vp_owner_bonus"]) == (9 - 2, 11 + 2 + 2, 2)
    assert (orange.counts["free_takes"], orange.counts["persuades"], red.counts["ousted_by_others"]) == (1, 0, 1)


def test_yellow_converts_when_a_worker_comes() -> None:
    g = table("yellow", "red")
    p = g.seats[0]
    asked = drive(gains.worker_from_stock(g, p, is_acted=True), "convert stagnation")
    assert asked == [("N-D11", ["convert none", "convert stagnation", "convert light"])]
    assert p.items == {"light": 3, "rainbow": 2, "stagnation": 1}
    g.supply["light"] = 0
    hold(g, p, stagnation=2)
    g.supply["light"] = 0
    assert drive(gains.worker_from_stock(g, p, is_acted=False)) == [], "nothing to convert into"


def test_yellow_conversion_reaches_a_task() -> None:
    g = table("yellow", "red")
    p = g.seats[0]
    hold(g, p, light=6, stagnation=1)
    answers = ("convert stagnation", "task light worker", "convert none")
    asked = drive(gains.worker_from_stock(g, p, is_acted=False), *answers)
    assert [decision for decision, _ in asked] == ["N-D11", "N-D7", "N-D11"]


def test_yellow_grows_and_hires_by_wills() -> None:
    g = table("yellow", "red")
    p = g.seats[0]
    fill(p, 8)
    p.creativity = 4
    act(g, p, "will node=0", "grow node=4")
    act(g, p, "will node=8", "convert none")
    assert (p.creativity, p.nodes, p.unacted, p.stock) == (0, {0, 4, 8}, 5, 1)


def test_yellow_8_lifts_the_limit_while_filled() -> None:
    g = table("yellow", "red")
    p = g.seats[0]
    fill(p, 8)
    hold(g, p, stagnation=12)
    p.tasks = []
    drive(gains.gain_items(g, p, {"light": 3}))
    assert sum(p.items.values()) == 15
    p.nodes.remove(8)
    assert drive(gains.gain_items(g, p, {"light": 1})) == []
    assert (sum(p.items.values()), p.counts["materials_lost_grid"]) == (15, 1)


def test_yellow_9_gives_to_who_holds_fewer() -> None:
    g = table("yellow", "red", "white")
    yellow, red, white = g.seats
    fill(yellow, 9)
    hold(g, yellow, light=2, rainbow=2, stagnation=1)
    hold(g, red, light=1, rainbow=1, stagnation=10)
    hold(g, white, light=2, rainbow=3)
    asked = drive(flow.end(g), "give rainbow to=2")
    assert asked == [("N-D16", ["give none", "give light to=2", "give rainbow to=2", "give stagnation to=3"])]
    assert (yellow.vp, yellow.items["rainbow"], red.items["rainbow"]) == (5, 1, 1), "red's grid was full"
    assert red.counts["materials_lost_grid"] == 1


def test_a_gift_reaches_a_task() -> None:
    g = table("yellow", "red")
    yellow, red = g.seats
    fill(yellow, 9)
    hold(g, yellow, rainbow=6)
    hold(g, red, rainbow=4)
    yellow.tasks = []
    asked = drive(flow.end(g), "give rainbow to=2", "task rainbow worker")
    assert [decision for decision, _ in asked] == ["N-D16", "N-D7"]


def test_green_wills() -> None:
    g = table("green", "red")
    p = g.seats[0]
    fill(p, 4)
    asked = act(g, p, "will node=0", "will collect card=39")
    assert asked[0][1] == [f"will collect card={n}" for n in (*range(1, 9), 39, 40)]
    assert (p.ap, p.hand, g.display[8]) == (9, [39], 41)
    hold(g, p, stagnation=10)
    asked = act(g, p, "will node=4", "will stagnation=2")
    assert asked == [("N-D13", ["will stagnation=1", "will stagnation=2"])]
    assert (p.vp, p.items["stagnation"]) == (4, 12)


def test_green_runs() -> None:
    g = table("green", "red")
    p = g.seats[0]
    fill(p, 3, 5, 8)
    lens = lay_lens(g, 1, (18,), (39, 43, 16), 3)
    hold(g, p, stagnation=3)
    run(g, p, lens)
    assert p.points["vp_triggers"] == 3 + (3 + 4) + 4
    assert p.points["vp_blades"] == 11 + 14


def test_green_9_runs_own_lenses_at_the_end() -> None:
    g = table("green", "red")
    p = g.seats[0]
    fill(p, 9)
    first, second = lay_lens(g, 0, (1,), (39,), 4), lay_lens(g, 0, (27,), (43,), 4)
    stand(g, second, 0)
    lay_lens(g, 1, (), (40,), 0)
    p.ap, p.unacted = 0, 0
    hold(g, p, light=1)
    g.phase = "final"
    asked = drive(scoring.run_own_lenses(g, p), "final lens=2", "final lens=1")
    assert [options for _, options in asked] == [
        ["final stop", "final lens=1", "final lens=2"], ["final stop", "final lens=1"]
    ]  # fmt: skip
    assert (p.vp, p.counts["final_acts"], second.worker, first.worker) == (25, 2, None, None)


def test_blue_wills_and_runs() -> None:
    g = table("blue", "red")
    p = g.seats[0]
    act(g, p, "will node=0")
    assert (p.ap, p.creativity, p.counts["ap_lost_cap"]) == (10, 2, 1)
    fill(p, 6, 7)
    run(g, p, lay_lens(g, 1, (), (4, 9), 0))
    assert (p.items, p.points["vp_triggers"]) == ({"light": 4, "rainbow": 4, "stagnation": 2}, 4)
    run(g, p, lay_lens(g, 0, (), (15,), 0))
    assert p.points["vp_triggers"] == 4


def test_blue_5_bans_others_lenses() -> None:
    g = table("blue", "red")
    p = g.seats[0]
    lay_lens(g, 1, (), (39,), 0)
    stand(g, lay_lens(g, 1, (), (42,), 0), 1)
    assert len(offers(g, p, "activate lens")) == len(offers(g, p, "persuade")) == 1
    fill(p, 5)
    assert not offers(g, p, "activate lens")
    assert not offers(g, p, "persuade")


def test_blue_9_own_lenses_without_surcharge() -> None:
    g = table("blue", "red")
    p = g.seats[0]
    fill(p, 9)
    lens = lay_lens(g, 0, (), (39,), 2)
    stand(g, lens, 1)
    act(g, p, "persuade lens=1 worker=lobby")
    act(g, p, "restart lens=1 worker=lobby")
    assert p.ap == 9 - 2 - 2


def test_red_runs_and_makes() -> None:
    g = table("red", "white")
    p = g.seats[0]
    fill(p, 5, 7)
    run(g, p, lay_lens(g, 1, (1, 11), (39,), 0))
    assert p.points["vp_triggers"] == 7
    assert (p.items["light"], p.items["rainbow"]) == (1, 1)


def test_red_9_gains_one_of_two() -> None:
    g = table("red", "white")
    p = g.seats[0]
    fill(p, 9)
    asked = act(g, p, "will node=9", "will gain worker")
    assert asked == [("N-D15", ["will gain rainbow", "will gain worker"])]
    assert (p.acted, p.stock) == (1, 2)
    p.wills_used.clear()
    p.stock = 0
    assert act(g, p, "will node=9") == []
    assert p.items["rainbow"] == 3


@pytest.mark.parametrize(("character", "nodes", "vp"), [("orange", (2,), 10), ("yellow", (2,), 10), ("green", (2,), 10),
                                                         ("blue", (2,), 10), ("red", (2, 8), 40)])  # fmt: skip
def test_end_nodes(character: str, nodes: tuple[int, ...], vp: int) -> None:
    g = table(character, "white")
    p = g.seats[0]
    fill(p, *nodes)
    hold(g, p, rainbow=8)
    scoring.score_end(g, p)
    assert p.vp == vp


# The winner (N-E7, N-E8).


@pytest.mark.parametrize(
    ("keys", "ranks", "level"),
    [
        ([(5, 1, 1, 1), (4, 9, 9, 9)], [1, 2], 0),
        ([(5, 2, 4, 9), (5, 3, 6, 1)], [2, 1], 1),
        ([(5, 2, 4, 9), (5, 2, 5, 1)], [2, 1], 2),
        ([(5, 2, 4, 9), (5, 2, 4, 8), (1, 0, 0, 0)], [1, 2, 3], 3),
        ([(5, 2, 4, 9), (5, 2, 4, 9), (1, 0, 0, 0)], [1, 1, 3], 4),
    ],
)
def test_ties(keys: list[tuple[int, int, int, int]], ranks: list[int], level: int) -> None:
    assert outcome.ranks(keys) == ranks
    assert outcome.tie_break_level(keys) == level


def test_effects_of_a_node_that_is_gone_do_not_act() -> None:
    g = table("red", "white")
    p = g.seats[0]
    fill(p, 5)
    lens = lay_lens(g, 0, (33, 4), (40,), 0)
    run(g, p, lens, "spend growth node=5")
    assert p.points["vp_triggers"] == 0
    assert [node.number for node, _ in p.effects("will")] == [0]
    assert effects.PART_OF["will"] == "vp_wills"
