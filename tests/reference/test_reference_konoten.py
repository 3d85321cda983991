"""The reference of konoten against the known answers of RULES.md section 10."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from itertools import product

import pytest

from .konoten import Game, activation, building, scoring
from .konoten.building import Candidates, Partial, positions
from .konoten.data import Data
from .konoten.playing import DEFAULT
from .konoten.scenes import drive, fill, hold, lay_lens, table
from .konoten.state import State

HANDS = [
    ((1, 3), 2, (1, 2, 2, 2, 2)),
    ((2, 4, 7), 16, (11, 11, 12, 14, 15)),
    ((1, 10, 16, 40, 44), 43, (6, 7, 10, 12, 13)),
    ((3, 8, 12, 14, 40, 44), 132, (65, 70, 76, 83, 86)),
    ((2, 5, 8, 10, 12, 14, 40, 43, 46), 964, (562, 604, 646, 679, 715)),
    (tuple(range(1, 9)), 1127, (878, 949, 1007, 1054, 1089)),
]


# Cards and supplies.


def test_check_sums_of_the_development_cards() -> None:
    cards = DEFAULT.cards.values()
    normal, vp = [c for c in cards if not c.is_vp], [c for c in cards if c.is_vp]
    assert (len(normal), len(vp)) == (38, 9)
    assert (sum(c.material for c in cards), sum(c.result for c in normal), sum(c.result for c in vp)) == (166, 97, 69)
    assert sum(c.qty for c in vp) == 122
    assert Counter(c.left_slot for c in normal) == {1: 13, 2: 12, 3: 13}
    assert Counter(c.right_slot for c in vp) == {1: 3, 2: 3, 3: 3}
    assert Counter(c.kind for c in normal) == {
        "light": 8, "rainbow": 6, "stagnation": 6, "creativity": 6, "lobby": 6, "growth": 6
    }  # fmt: skip
    assert all(c.right_slot == 4 - c.left_slot for c in normal)
    assert all(c.qty == 1 for c in cards if c.kind in ("lobby", "growth"))
    assert all(c.material >= c.result for c in normal if c.kind != "growth")


@pytest.mark.parametrize(("players", "light", "others"), [(2, 21, 16), (3, 19, 14), (4, 17, 12)])
def test_supplies_after_setup(players: int, light: int, others: int) -> None:
    g = table(*("white", "orange", "yellow", "green")[:players])
    assert g.supply == {"light": light, "rainbow": others, "stagnation": others}
    for p in g.seats:
        assert p.stock + g.workers(p) + len(p.nodes) + len(p.tasks) == g.rules["tokens_per_player"] == 12


def test_start_display() -> None:
    assert 1 - math.comb(37, 8) / math.comb(38, 8) == pytest.approx(8 / 38)
    assert math.comb(30, 8) / math.comb(38, 8) == pytest.approx(0.11968, abs=5e-6)
    g = table("white", "red")
    assert (g.display, g.decks["normal"][0], g.decks["vp"][0]) == ([*range(1, 9), 39, 40], 9, 41)


# Action power.


def opened(first: str = "white", second: str = "orange") -> Game:
    """A game in round 1's main phase, both supply tokens made workers."""
    game = Game(DEFAULT, [first, second], list(range(1, 39)), list(range(39, 48)))
    for _ in range(2):
        game.take("supply worker")
    return game


def test_ap_of_round_1() -> None:
    game = opened()
    p = game.state.seats[0]
    assert (p.ap, p.creativity) == (9, 1)
    game.take("collect card=1")
    game.take("end")
    for _ in range(2):
        game.take("activate facility=spirit worker=lobby")
    for card in (3, 4, 2, 5):
        game.take(f"collect card={card}")
    game.take("activate facility=polish worker=lobby")
    assert p.ap == 0
    assert p.counts["ap_spent"] == 11


def test_ap_without_spirits() -> None:
    game = opened()
    p = game.state.seats[0]
    for i, card in enumerate((1, 3, 4, 2)):
        game.take(f"collect card={card}")
        if not i:
            game.take("end")
    assert not any(text.startswith("collect") for text in game.options())
    game.take("activate facility=polish worker=lobby")
    assert p.ap == 0


def test_ap_that_is_left_over_is_cut_at_the_cap() -> None:
    game = opened()
    p = game.state.seats[0]
    for card in (1, 2):
        game.take(f"collect card={card}")
        if card == 1:
            game.take("end")
    game.take("activate facility=spirit worker=lobby")
    p.ap = 4
    game.take("end")
    assert (p.ap, p.counts["ap_lost_cap"], p.creativity) == (10, 1, 2)


def test_income_of_a_whole_game() -> None:
    g = table("white", "red")
    rules = g.rules
    assert rules["start_ap"] + rules["rounds"] * rules["supply_ap"] == 30
    assert rules["start_creativity"] + rules["rounds"] * rules["supply_creativity"] == 4


# Counting lenses.


def all_lenses(data: Data, hand: tuple[int, ...]) -> list[Partial]:
    """Every lens with a right card, whatever its need: each card left, right or away."""
    found = []
    for places in product(*([0, *positions(data.cards[n])] for n in hand)):
        used = sorted((place, n) for place, n in zip(places, hand, strict=True) if place)
        if len({place for place, _ in used}) == len(used) >= 2 and used[-1][0] > 3:
            lens = Partial()
            for place, n in used:
                lens = lens.add(place, data.cards[n])
            found.append(lens)
    return found


Laid = frozenset[tuple[int, int]]  # (place, card)


def leaves(g: State, at: Candidates, lens: Partial, longest: list[int], laid: Laid = frozenset()) -> list[Laid]:
    """What lies at all ends of the tree of N-D3."""
    steps = building.next_steps(g, at, lens)
    assert steps, "a dead end"
    longest.append(len(steps))
    found = []
    for step in steps.values():
        if step is None:
            found.append(laid)
        else:
            place, card = step
            found += leaves(g, at, lens.add(place, card), longest, laid | {(place, card.number)})
    return found


@pytest.mark.parametrize(("hand", "n_sets", "by_need"), HANDS)
def test_lenses_of_a_hand(hand: tuple[int, ...], n_sets: int, by_need: tuple[int, ...]) -> None:
    lenses = all_lenses(DEFAULT, hand)
    assert len(lenses) == n_sets
    assert tuple(sum(building.need(lens.difference) <= k for lens in lenses) for k in range(5)) == by_need
    g = table("white", "red")
    for k in range(5):
        g.piles = {cost: int(cost == k) for cost in range(5)}
        ends = leaves(g, building.candidates(g, list(hand)), Partial(), [])
        assert len(ends) == by_need[k]
        assert len(set(ends)) == len(ends), "each lens once"


def test_trees_of_building_steps() -> None:
    g = table("white", "red")
    for hand, n, first, most in ((HANDS[3][0], 86, 4, 7), (HANDS[4][0], 715, 7, 12)):
        longest: list[int] = []
        assert len(leaves(g, building.candidates(g, list(hand)), Partial(), longest)) == n
        assert (longest[0], max(longest)) == (first, most)
    g.piles = {0: 0, 1: 1, 2: 0, 3: 0, 4: 0}
    assert len(leaves(g, building.candidates(g, list(HANDS[3][0])), Partial(), [])) == 70


def overlays(data: Data, hand: tuple[int, ...]) -> tuple[int, int]:
    """Lenses with a right card and without one, by the closed form."""
    cards = [data.cards[n] for n in hand]
    normal = [sum(c.left_slot == p for c in cards) for p in (1, 2, 3)]
    vp = [sum(c.is_vp and c.right_slot == 4 - p for c in cards) for p in (1, 2, 3)]
    pairs = list(zip(normal, vp, strict=True))
    every = math.prod((1 + n) * (1 + n + v) - n for n, v in pairs)
    left_only = math.prod(1 + n for n in normal)
    return every - left_only - sum(n + v for n, v in pairs), left_only - 1 - sum(normal)


@pytest.mark.parametrize(("hand", "n_sets", "by_need"), HANDS)
def test_overlay_count(hand: tuple[int, ...], n_sets: int, by_need: tuple[int, ...]) -> None:
    assert overlays(DEFAULT, hand) == (n_sets, overlays(DEFAULT, hand)[1])


def test_overlays_of_small_hands_and_of_all_cards() -> None:
    assert overlays(DEFAULT, (1, 4, 6))[0] == len(all_lenses(DEFAULT, (1, 4, 6))) == 16
    assert overlays(DEFAULT, (1, 2))[0] == 2
    assert overlays(DEFAULT, tuple(DEFAULT.cards)) == (9_919_905, 2_509)


def lens_census() -> Counter[tuple[int, int, int]]:
    """All lenses of the 47 cards by (cards, right cards, difference), the three pairs of places one after another."""
    g = table("white", "red")
    at = building.candidates(g, list(g.data.cards))
    census = Counter({(0, 0, 0): 1})
    for left in (1, 2, 3):
        pair: Counter[tuple[int, int, int]] = Counter()
        for a, b in product([None, *at[left]], [None, *at[7 - left]]):
            if a is None or b is None or a.number != b.number:
                n_right, result = (0, 0) if b is None else (1, b.result)
                pair[(a is not None) + n_right, n_right, result - (0 if a is None else a.material)] += 1
        joined: Counter[tuple[int, int, int]] = Counter()
        for (n, r, d), ways in census.items():
            for (n2, r2, d2), more in pair.items():
                joined[n + n2, r + r2, d + d2] += ways * more
        census = joined
    return census


def test_lenses_of_all_cards() -> None:
    lenses = {key: ways for key, ways in lens_census().items() if key[0] >= 2 and key[1]}
    by_size: Counter[int] = Counter()
    for (n, _, _), ways in lenses.items():
        by_size[n] += ways
    assert by_size == {2: 2_484, 3: 52_263, 4: 550_203, 5: 2_926_755, 6: 6_388_200}
    by_need = [sum(ways for (_, _, d), ways in lenses.items() if d <= k) for k in range(5)]
    assert by_need == [6_643_338, 7_201_814, 7_701_316, 8_138_886, 8_514_613]


# Rounding and the end.


@pytest.mark.parametrize(("blades", "vp"), [(12, 27), (5, 17)])
def test_rounding_of_an_activation(blades: int, vp: int) -> None:
    g = table("blue", "white")
    p = g.seats[0]
    fill(p, 1, 5, 8, 10)
    lens = lay_lens(g, 0, (), (39,), 0)
    lens.right[1] = replace(g.data.cards[39], qty=blades)
    drive(activation.run(g, p, lens, "plain", "lobby"))
    assert p.vp == vp
    assert (p.points["vp_blades"], p.points["vp_triggers"]) == (blades, 6)


@pytest.mark.parametrize(("before", "after"), [(11, 17), (-3, -4), (-4, -6)])
def test_rounding_of_the_total(before: int, after: int) -> None:
    g = table("orange", "white")
    p = g.seats[0]
    fill(p, 1, 5, 4, 6, 8, 9)
    hold(g, p)
    g.book(p, "vp_polish", before)
    drive(scoring.final(g))
    assert p.vp == after


@pytest.mark.parametrize(("nodes", "vp"), [((1,), -21), ((1, 9), 21)])
def test_end_of_white(nodes: tuple[int, ...], vp: int) -> None:
    g = table("white", "red")
    p = g.seats[0]
    fill(p, *nodes)
    hold(g, p, stagnation=3)
    drive(scoring.final(g))
    assert p.vp == vp
    assert (p.points["vp_stagnation"], p.points["vp_end_nodes"]) == ((6, 15) if 9 in nodes else (-6, -15))


# The opening, line by line.


def test_opening() -> None:
    shown = [2, 5, 8, 10, 16, 24, 28, 36]
    rest = [1, 3, *(n for n in range(1, 39) if n not in (*shown, 1, 3))]
    game = Game(DEFAULT, ["red", "orange"], shown + rest, [40, 43, 39, 41, 42, 44, 45, 46, 47])
    g = game.state
    one, two = g.seats
    lengths: list[int] = []

    def say(seat: int, text: str) -> None:
        lengths.append(len(game.options()))
        assert game.actor == seat - 1
        game.take(text)

    say(1, "supply worker")
    say(2, "supply worker")
    for seat, card in ((1, 40), (2, 43), (1, 10), (2, 8)):
        say(seat, f"collect card={card}")
    assert g.display == [2, 5, 3, 1, 16, 24, 28, 36, 39, 41]
    say(1, "activate facility=polish worker=lobby")
    assert game.options() == [f"lens base={cost}" for cost in range(5)]
    say(1, "lens base=0")
    assert game.options() == ["chain no", "chain yes worker=lobby"]
    say(1, "chain yes worker=lobby")
    assert (one.vp, one.ap, one.items) == (17, 4, {"light": 2, "rainbow": 0, "stagnation": 2})
    say(2, "persuade lens=1 worker=lobby")
    assert (two.ap, two.items["rainbow"], two.vp, one.vp) == (3, 0, 17, 19)
    assert (one.unacted, one.acted) == (3, 1)
    say(1, "activate facility=spirit worker=lobby")
    assert (one.ap, one.items) == (5, {"light": 2, "rainbow": 0, "stagnation": 3})
    say(2, "activate facility=polish worker=lobby")
    assert game.options() == ["lens base=3", "lens base=4"]
    say(2, "lens base=4")
    assert (two.vp, two.ap) == (19, 2)
    assert (game.actor, game.decision) == (0, "N-D2")
    assert lengths == [4, 4, 15, 14, 15, 14, 16, 5, 2, 16, 15, 15, 2]
    assert game.structured()[0] == {"words": ["collect"], "card": 2}
    with pytest.raises(ValueError, match="not legal"):
        game.take("collect card=44")
