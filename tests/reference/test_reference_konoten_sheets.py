"""Rows of the growth sheets of konoten, and the winner, on tables set up by hand."""

from __future__ import annotations

import pytest

from .konoten import effects, flow, gains, outcome, scoring
from .konoten.scenes import act, drive, fill, hold, lay_lens, offers, run, stand, table

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


@pytest.mark.parametrize(
    ("nodes", "stagnation", "vp"),
    [((), 0, -10), ((1,), 0, -15), ((1, 4), 1, -27), ((4, 9), 2, 24), ((1, 4, 8), 0, -5), ((8, 9), 0, 30)],
)
def test_end_of_white(nodes: tuple[int, ...], stagnation: int, vp: int) -> None:
    g = table("white", "red")
    p = g.seats[0]
    fill(p, *nodes)
    hold(g, p, stagnation=stagnation)
    scoring.score_end(g, p)
    assert p.vp == vp


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


def test_what_seats_are_ranked_by_and_some_columns() -> None:
    g = table("red", "white", rules={"handicap": [0, 6, 0, 0]})
    red, white = g.seats
    lay_lens(g, 0, (10,), (40,), 0), lay_lens(g, 0, (12, 3), (43, 8), 3)
    run(g, white, g.lenses[0])
    white.hand = [1, 2]
    assert outcome.keys(g) == [(2, 2, 6, 8 + 8 + 3), (21, 0, 0, 0)]
    row = outcome.outcome(g, 5, 16)
    one, two = row["seats"]
    assert (row["tie_break_level"], row["shared_win"], row["vp_cards_unplayed"], row["base_left_3"]) == (0, 0, 7, 0)
    assert (one["rank"], two["win_share"], one["largest_lens"], one["mean_base_cost"]) == (2, 1.0, 4, 1.5)
    assert (one["own_lens_used_by_others"], two["act_foreign"], two["hand_left"], two["handicap"]) == (1, 1, 2, 6)
    assert (one["cards_in_lenses"], one["nodes_final"], two["workers_final"]) == ({3, 8, 10, 12, 40, 43}, 1, 4)
    assert (red.vp, two["vp_blades"]) == (2, 15)
