"""Section 10 of RULES.md through the kernels: lenses of hands, trees of steps, setup, rounding, the opening line."""

from __future__ import annotations

import math

import pytest
from sizes import IS_FULL

from sim.games.konoten import GAME, codes
from sim.games.konoten import state as st

from . import loops
from .situations import POLISH, SPIRIT, Table


def built(*hand: int, piles: tuple[int, ...] = (6, 5, 2, 1, 1), is_valued: bool = True) -> loops.Tree:
    """The tree of building steps of a hand; without values every lens needs 0."""
    table = Table("red", "orange").hand(1, *hand).piles(*piles)
    if not is_valued:
        table.tables[0]["cards"]["result"] = 0
    state = table.state
    state.ask, state.decision, state.depth = st.ASK_BUILD, st.D_BUILD, 1
    frame = state.frames[0]
    frame.kind, frame.seat, frame.step = st.FRAME_POLISH, 0, 1
    build = state.build
    build.cards[:] = -1
    build.last = build.n = build.n_right = build.difference = 0
    return loops.building_tree(table.states, table.tables)


def only(cost: int) -> tuple[int, ...]:
    """One pile is left: lenses with a need up to its cost."""
    return tuple(int(c == cost) for c in range(5))


def overlay_count(hand: tuple[int, ...]) -> int:
    """Lenses with at least one right card, by the formula of section 10."""
    rows = GAME.load("standin", None, (), 4).tables[0]["cards"]
    product, no_right, single = 1, 1, 0
    for slot in (1, 2, 3):
        g = sum(rows[n - 1]["left"] == slot for n in hand)
        v = sum(rows[n - 1]["left"] == 0 and rows[n - 1]["right"] == 4 - slot for n in hand)
        product *= (1 + g) * (1 + g + v) - g
        no_right *= 1 + g
        single += g + v
    return int(product - no_right - single)


#: Hands of section 10: card and side sets, and those with a need of at most 0, 1, 2, 3, 4.
HANDS = [
    ((1, 3), 2, (1, 2, 2, 2, 2)),
    ((2, 4, 7), 16, (11, 11, 12, 14, 15)),
    ((1, 10, 16, 40, 44), 43, (6, 7, 10, 12, 13)),
    ((3, 8, 12, 14, 40, 44), 132, (65, 70, 76, 83, 86)),
    ((2, 5, 8, 10, 12, 14, 40, 43, 46), 964, (562, 604, 646, 679, 715)),
    (tuple(range(1, 9)), 1127, (878, 949, 1007, 1054, 1089)),
]


@pytest.mark.parametrize(("hand", "n_sets", "by_need"), HANDS)
def test_lenses_of_a_hand(hand: tuple[int, ...], n_sets: int, by_need: tuple[int, ...]) -> None:
    assert built(*hand, is_valued=False).n_leaves == n_sets == overlay_count(hand)
    assert tuple(built(*hand, piles=only(cost)).n_leaves for cost in range(5)) == by_need
    tree = built(*hand)
    assert tree.n_leaves == by_need[4]
    assert len({tuple(mask) for mask in tree.masks.tolist()}) == tree.n_leaves  # each lens once


def test_trees_of_building_steps() -> None:
    fourth, fifth = built(*HANDS[3][0]), built(*HANDS[4][0])
    assert (fourth.n_leaves, fourth.first, fourth.longest) == (86, 4, 7)
    assert (fifth.n_leaves, fifth.first, fifth.longest) == (715, 7, 12)
    assert built(*HANDS[3][0], piles=only(1)).n_leaves == 70


def test_small_overlay_counts() -> None:
    """One normal card for each slot: 16 lenses; two cards of one slot: 2."""
    assert built(1, 4, 6, is_valued=False).n_leaves == 16
    assert built(1, 2, is_valued=False).n_leaves == 2
    assert overlay_count((1, 4, 6)) == 16


def test_no_lens_without_a_pile() -> None:
    """N-B9: nothing is offered, not even the first card."""
    tree = built(*HANDS[4][0], piles=(0, 0, 0, 0, 0))
    assert (tree.n_leaves, tree.first) == (0, 0)


ALL = tuple(range(1, 48))


@pytest.mark.verify
def test_overlays_of_all_cards() -> None:
    """9,919,905 lenses by size, and 2,509 more without a right card."""
    tree = built(*ALL, is_valued=False)
    assert tree.by_size == [0, 0, 2_484, 52_263, 550_203, 2_926_755, 6_388_200]
    assert tree.n_leaves == 9_919_905 == overlay_count(ALL)
    table = Table("red", "orange", require_result_blade=False)
    rows = table.tables[0]["cards"][:38]
    slots = [int((rows["left"] == slot).sum()) for slot in (1, 2, 3)]
    assert math.prod(1 + n for n in slots) - 1 - sum(slots) == 2_509


NEEDS = (6_643_338, 7_201_814, 7_701_316, 8_138_886, 8_514_613)


@pytest.mark.verify
@pytest.mark.parametrize("cost", range(5))
def test_needs_of_all_cards(cost: int) -> None:
    assert built(*ALL, piles=only(cost)).n_leaves == NEEDS[cost]


def test_overlays_of_many_cards() -> None:
    """A hand of 22, by the formula; the whole pack at full size."""
    hand = (1, 2, 4, 6, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 33, 35, 39, 42, 45, 46)
    if not IS_FULL:
        hand = hand[::2]
    assert built(*hand, is_valued=False).n_leaves == overlay_count(hand)


# ---- setup and income ----


@pytest.mark.parametrize(("players", "light", "others"), [(2, 21, 16), (3, 19, 14), (4, 17, 12)])
def test_supplies_after_setup(players: int, light: int, others: int) -> None:
    table = Table(*codes.CHARACTERS[:players], begin="setup")
    assert tuple(table.supply) == (light, others, others)


def test_ap_of_round_1() -> None:
    """9 AP and 1 creativity: 4 collects and a polish; with 2 spirits 5 collects and a polish."""
    for n_spirits, n_collects in ((0, 4), (2, 5)):
        table = Table("red", "orange", begin="setup", seed=3).do("supply worker", "supply worker")
        seat = table.seat(1)
        assert (seat.ap, seat.creativity) == (9, 1)
        for _ in range(4):
            table.turn(1).do(table.offers("collect")[0])
        for _ in range(n_spirits):
            table.turn(1).do(SPIRIT)
        for _ in range(n_collects - 4):
            table.turn(1).do(table.offers("collect")[0])
        assert table.turn(1).seat(1).ap == 1
        table.hand(1, 1, 3).do(POLISH)
        assert table.seat(1).ap == 0


def test_ap_that_is_left_over_is_cut_at_the_cap() -> None:
    """4 AP left: min(10, 4 + 7) = 10 next round, 1 lost."""
    table = Table("red", "orange").put(1, ap=4).put(2, ap=0)
    table.end_round().do("supply worker")
    assert table.seat(1).ap == 10
    assert table.seat(1).ap_lost_cap == 1
    assert (table.seat(2).ap, table.seat(2).ap_lost_cap) == (7, 0)


def test_income_of_a_whole_game() -> None:
    """2 + 4 × 7 = 30 AP and 4 creativity, if nothing is lost to the caps."""
    table = Table("red", "orange", begin="setup", ap_cap=100)
    table.finish()
    for seat in (1, 2):
        assert (table.seat(seat).ap + table.seat(seat).ap_spent, table.seat(seat).creativity) == (30, 4)


# ---- rounding and white's end ----


@pytest.mark.parametrize(("blades", "nodes", "vp"), [(12, (1, 5, 10), 27), (11, (), 17)])
def test_rounding_of_an_activation(blades: int, nodes: tuple[int, ...], vp: int) -> None:
    """N-C508: 12 + 6 of the nodes 501, 505 and 510 = 18 → 27; 11 → 17."""
    table = Table("blue", "red").lay(1, left=(1,), right=(39,)).fill(1, 8, *nodes)
    table.tables[0]["cards"]["qty"][38] = blades
    table.lens(1).right[codes.VP] = blades
    before = table.vp()[0]
    table.run(1, 1)
    assert table.vp()[0] - before == vp


@pytest.mark.parametrize(("before", "after"), [(11, 17), (-3, -4), (-4, -6)])
def test_rounding_of_the_total(before: int, after: int) -> None:
    """N-C209."""
    table = Table("orange", "red").fill(1, 9).hold(1).put(1, vp=before)
    table.rules.handicap[0] = before
    table.finish()
    assert table.vp()[0] == after


@pytest.mark.parametrize(("nodes", "vp"), [((1,), -21), ((1, 9), 21)])
def test_end_of_white(nodes: tuple[int, ...], vp: int) -> None:
    """S, 1 and 3 stagnation: −10 − 5 − 6; with node 9 all of it turns round."""
    table = Table("white", "red").fill(1, *nodes).hold(1, stagnation=3)
    table.finish()
    assert table.vp()[0] == vp


# ---- the opening line ----


def test_opening() -> None:
    table = Table("red", "orange", begin="setup")
    state = table.state
    shown = [2, 5, 8, 10, 16, 24, 28, 36]
    rest = [1, 3, *(n for n in range(1, 39) if n not in (*shown, 1, 3))]
    state.display[:10] = [n - 1 for n in (*shown, 40, 43)]
    state.normal_deck[:30] = [n - 1 for n in reversed(rest)]
    state.vp_deck[:7] = [n - 1 for n in reversed((39, 41, 42, 44, 45, 46, 47))]
    lengths: list[int] = []

    def say(seat: int, text: str) -> None:
        lengths.append(len(table.legal))
        assert table.actor == seat
        table.do(text)

    say(1, "supply worker")
    say(2, "supply worker")
    for seat, card in ((1, 40), (2, 43), (1, 10), (2, 8)):
        say(seat, f"collect card={card}")
    assert table.open_cards == [2, 5, 3, 1, 16, 24, 28, 36, 39, 41]
    say(1, POLISH)
    assert table.settle().legal == [f"lens base={cost}" for cost in range(5)]
    assert (table.state.build.difference, table.state.build.n) == (-1, 2)
    say(1, "lens base=0")
    assert table.legal == ["chain no", "chain yes worker=lobby"]
    say(1, "chain yes worker=lobby")
    assert (table.vp()[0], table.seat(1).ap, table.items(1)) == (17, 4, (2, 0, 2))
    say(2, "persuade lens=1 worker=lobby")
    assert (table.seat(2).ap, table.items(2)[1], table.vp()) == (3, 0, [19, 17])
    assert table.workers(1) == (3, 1)
    say(1, SPIRIT)
    assert (table.seat(1).ap, table.items(1)) == (5, (2, 0, 3))
    say(2, POLISH)
    assert table.settle().legal == ["lens base=3", "lens base=4"]
    say(2, "lens base=4")
    table.settle()
    assert (table.vp()[1], table.seat(2).ap) == (19, 2)
    assert (table.actor, table.decision) == (1, "N-D2")
    assert lengths == [4, 4, 15, 14, 15, 14, 16, 5, 2, 16, 15, 15, 2]
