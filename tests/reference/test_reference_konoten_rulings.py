"""Every alternative of every ruling of konoten changes the outcome of a table set up by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from .konoten import activation, building, flow, gains, scoring, turn, wills
from .konoten.building import Partial
from .konoten.data import RULINGS
from .konoten.scenes import drive, fill, hold, lay_lens, stand, table
from .konoten.state import State

Scene = Callable[..., Any]


def require_result_blade(**ruling: Any) -> list[str]:
    g = table("red", "white", **ruling)
    lens = Partial().add(1, g.data.cards[1]).add(2, g.data.cards[5])
    return list(building.next_steps(g, building.candidates(g, [1, 5, 8]), lens))


def base_choice(**ruling: Any) -> list[int]:
    g = table("red", "white", **ruling)
    g.piles[1] = 0
    return building.bases(g, 1)


def take_pays_base(**ruling: Any) -> int:
    g = table("red", "white", **ruling)
    lens = lay_lens(g, 1, (), (39,), 3)
    stand(g, lens, 1)
    drive(activation.run(g, g.seats[0], lens, "take", "lobby"))
    return g.seats[0].ap


def worker_source(**ruling: Any) -> list[str]:
    g = table("red", "white", **ruling)
    p = g.seats[0]
    p.ap = 3
    stand(g, lay_lens(g, 0, (), (39,), 0), 0, is_acted=False)
    stand(g, lay_lens(g, 0, (), (40,), 0), 0, is_acted=True)
    p.unacted = 1
    options = turn.turn_options(g, p)
    if len(options) > 20:
        drive(turn.act(g, p, options["restart lens=2 worker=lens:1"]))
        assert g.lenses[0].worker is None
        assert (p.unacted, p.acted, p.ap) == (1, 1, 0)
    return [text for text in options if "worker=" in text and "focus" not in text and "negotiate" not in text]


def negotiate_reopens(**ruling: Any) -> int:
    g = table("red", "white", "blue", **ruling)
    for p in g.seats[:2]:
        options = turn.turn_options(g, p)
        if text := next((t for t in options if "negotiate" in t), ""):
            drive(turn.act(g, p, options[text]))
            assert "activate facility=negotiate worker=lobby" not in turn.turn_options(g, g.seats[2])
        g.facilities["negotiate"][p.seat] = 0
        p.stock += 1
    drive(flow.end(g))
    return g.start


def start_fallback(**ruling: Any) -> int:
    g = table("red", "white", "blue", **ruling)
    for p in (g.seats[2], g.seats[1], g.seats[0]):
        turn.end_turns(g, p)
    drive(flow.end(g))
    return g.start


def task_timing(**ruling: Any) -> list[str]:
    """Seven light reached in the middle of a run that then hires: the task's token comes first, or last."""
    g = table("red", "white", **ruling)
    p = g.seats[0]
    fill(p, 3)
    hold(g, p, light=5, rainbow=4)
    lens = lay_lens(g, 0, (), (5, 33), 0)
    options = {"run": ("activate", lens, "plain", "lobby")}

    def whole() -> Any:
        yield from turn.act(g, p, options["run"])
        yield from gains.settle(g, p)

    return list(next(whole()).options[:1])


def allow_spend_start_node(**ruling: Any) -> tuple[list[int], bool]:
    g = table("red", "white", **ruling)
    lay_lens(g, 0, (33,), (39,), 0)
    return gains.spendable_nodes(g, g.seats[0]), "activate lens=1 worker=lobby" in turn.turn_options(g, g.seats[0])


def growth_lock(**ruling: Any) -> list[int]:
    g = table("red", "white", **ruling)
    p = g.seats[0]
    drive(gains.grow(g, p, 2))
    p.nodes.remove(2)
    return gains.growable(g, p)


def grow_trigger_self(**ruling: Any) -> tuple[int, int]:
    g = table("red", "blue", **ruling)
    for p in g.seats:
        drive(gains.grow(g, p, 3))
    return g.seats[0].items["rainbow"], g.seats[1].ap


def green_scope(**ruling: Any) -> list[int]:
    """Green's VP when it runs, owns, or only looks on."""
    g = table("green", "white", "red", **ruling)
    green, white, _ = g.seats
    fill(green, 3, 8)
    vps = []
    for who, owner, cards in ((green, 0, (39, 43, 1)), (white, 0, (40, 44, 9)), (white, 2, (41, 42, 15))):
        before = green.points["vp_triggers"]
        lens = lay_lens(g, owner, (), cards, 3)
        lens.left[3] = g.data.cards[19]
        hold(g, who, stagnation=2)
        drive(activation.run(g, who, lens, "plain", "lobby"))
        vps.append(green.points["vp_triggers"] - before)
        white.ap = green.ap = 9
    return vps


def green5_counts(**ruling: Any) -> int:
    g = table("green", "white", **ruling)
    p = g.seats[0]
    fill(p, 5)
    hold(g, p, light=6, rainbow=4, stagnation=1)
    p.tasks = []
    drive(activation.run(g, p, lay_lens(g, 0, (17,), (16,), 0), "plain", "lobby"))
    return p.points["vp_triggers"]


def white1_effect(**ruling: Any) -> tuple[int, int]:
    g = table("white", "red", **ruling)
    fill(g.seats[0], 1)
    scoring.score_end(g, g.seats[0])
    whole = g.seats[0].points["vp_end_nodes"]
    g.seats[0].nodes.remove(0)
    scoring.score_end(g, g.seats[0])
    return whole, g.seats[0].points["vp_end_nodes"] - whole


def white2_mismatch(**ruling: Any) -> list[int]:
    g = table("white", "red", **ruling)
    fill(g.seats[0], 2)
    vps = []
    for left, right in (((1,), (5,)), ((2,), (4, 39)), ((3,), (40,))):
        before = g.seats[0].points["vp_triggers"]
        hold(g, g.seats[0], light=3)
        drive(activation.run(g, g.seats[0], lay_lens(g, 0, left, right, 0), "plain", "lobby"))
        vps.append(g.seats[0].points["vp_triggers"] - before)
    return vps


def white7_scope(**ruling: Any) -> int:
    g = table("white", "red", **ruling)
    p = g.seats[0]
    fill(p, 7)
    stand(g, lay_lens(g, 0, (), (39,), 0), 0)
    scoring.score_end(g, p)
    return p.points["vp_end_nodes"] + 10


def white9_scope(**ruling: Any) -> tuple[int, int]:
    g = table("white", "red", **ruling)
    p = g.seats[0]
    fill(p, 9)
    scoring.score_end(g, p)
    return p.points["vp_end_nodes"], p.points["vp_stagnation"]


def orange7_ap(**ruling: Any) -> tuple[int, bool]:
    g = table("orange", "red", **ruling)
    p = g.seats[0]
    fill(p, 1, 7)
    lens = lay_lens(g, 1, (), (39,), 2)
    stand(g, lens, 1)
    drive(wills.use_will(g, p, 7))
    p.ap, p.unacted = 2, 1
    p.wills_used.clear()
    stand(g, lens, 1)
    return 9 - 2 - g.seats[0].counts["ap_spent"] + 2, 7 in wills.legal_wills(g, p)


def yellow_links(**ruling: Any) -> list[list[int]]:
    g = table("yellow", "red", **ruling)
    p = g.seats[0]
    found = []
    for nodes in ((6,), (7,), (8,)):
        p.nodes = {0, 1, 3, 4, 5, *nodes}
        found.append([n for n in gains.growable(g, p) if n in (8, 9)])
    return found


def yellow_7_8(**ruling: Any) -> tuple[int, list[int], int]:
    g = table("yellow", "red", **ruling)
    p = g.seats[0]
    fill(p, 7)
    drive(gains.spend_worker(g, p, 0))
    return p.items["light"], wills.legal_wills(g, p), g.free_spaces(p) > 12


def yellow9_gifts(**ruling: Any) -> int:
    g = table("yellow", "red", **ruling)
    yellow, red = g.seats
    fill(yellow, 9)
    hold(g, yellow, light=2, rainbow=2, stagnation=2)
    hold(g, red)
    steps = flow.end(g)
    asked = 0
    try:
        question = next(steps)
        while True:
            asked += 1
            question = steps.send(question.options[1])
    except StopIteration:
        return asked * 1000 + yellow.vp


def blue8_scope(**ruling: Any) -> tuple[int, int]:
    """VP of a new lens of three cards and its run for 11 VP."""
    g = table("blue", "red", **ruling)
    p = g.seats[0]
    fill(p, 8)
    cards = g.data.cards
    laid = {1: cards[1], 3: cards[19], 4: replace(cards[39], qty=11)}
    drive(building.complete(g, p, laid, 0), "chain no")
    made = p.vp
    drive(activation.run(g, p, g.lenses[0], "plain", "lobby"))
    return made, p.vp - made


def red6_prereq(**ruling: Any) -> list[bool]:
    g = table("red", "white", **ruling)
    p = g.seats[0]
    found = []
    for nodes in ({0, 4}, {0, 7}):
        p.nodes = nodes
        found.append(6 in gains.growable(g, p))
    return found


def red8_count(**ruling: Any) -> list[int]:
    found = []
    for n in (7, 8):
        g = table("red", "white", **ruling)
        fill(g.seats[0], 8)
        hold(g, g.seats[0], rainbow=n)
        scoring.score_end(g, g.seats[0])
        found.append(g.seats[0].vp)
    return found


SPIRIT = "activate facility=spirit worker={}"

#: The outcome of each option's scene under the default and under each alternative, in the order of RULINGS.
OUTCOMES: list[tuple[Scene, list[Any]]] = [
    (require_result_blade, [
        ["lens add card=8 side=right"],
        ["lens finish", "lens add card=8 side=left", "lens add card=8 side=right"],
    ]),
    (base_choice, [[2, 3, 4], [2]]),
    (take_pays_base, [9 - 2 - 3, 9 - 2]),
    (worker_source, [
        [SPIRIT.format("lobby"), "restart lens=1 worker=lobby", "restart lens=2 worker=lobby"],
        [SPIRIT.format("lobby"), SPIRIT.format("lens:1"), "restart lens=1 worker=lobby",
         "restart lens=2 worker=lobby", "restart lens=2 worker=lens:1"],
    ]),
    (negotiate_reopens, [0, 1]),
    (start_fallback, [0, 2, 1]),
    (task_timing, [["task light worker"], ["grow node=1"]]),
    (allow_spend_start_node, [([0], True), ([], False)]),
    (growth_lock, [[1, 2, 3], []]),
    (grow_trigger_self, [(2, 9), (3, 10)]),
    (green_scope, [[3 + 4, 0, 0], [3 + 4, 3 + 4, 0], [3 + 4, 3 + 4, 3 + 4]]),
    (green5_counts, [1 + 2, 1 + 4]),
    (white1_effect, [(-15, -5), (-5, 0)]),
    (white2_mismatch, [[0, 0, 2], [0, 2, 2]]),
    (white7_scope, [12, 9]),
    (white9_scope, [(10, 4), (10, -4)]),
    (orange7_ap, [(7, True), (6, False)]),
    (yellow_links, [[[9], [8], []], [[8], [], [9]]]),
    (yellow_7_8, [(3, [0], False), (2, [0, 7], True)]),
    (yellow9_gifts, [1003, 3008]),
    (blue8_scope, [(3, 17), (5, 17)]),
    (red6_prereq, [[True, False], [False, True], [True, True]]),
    (red8_count, [[30, 30], [30, 0]]),
]  # fmt: skip


def test_all_rulings_are_here() -> None:
    assert [scene.__name__ for scene, _ in OUTCOMES] == list(RULINGS)
    assert [len(outcomes) for _, outcomes in OUTCOMES] == [len(values) for values in RULINGS.values()]
    for scene, outcomes in OUTCOMES:
        assert all(a != b for i, a in enumerate(outcomes) for b in outcomes[:i]), scene.__name__


@pytest.mark.parametrize(("scene", "outcomes"), OUTCOMES, ids=list(RULINGS))
def test_every_alternative_changes_the_outcome(scene: Scene, outcomes: list[Any]) -> None:
    for value, expected in zip(RULINGS[scene.__name__], outcomes, strict=True):
        assert scene(**{scene.__name__: value}) == expected, value


def test_yellow_merged_moves_the_abilities_of_8_to_7() -> None:
    g: State = table("yellow", "red", yellow_7_8="merged")
    p = g.seats[0]
    fill(p, 8)
    assert wills.legal_wills(g, p) == [0]
    assert g.free_spaces(p) == 6
