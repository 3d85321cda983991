"""Features of konoten: each is met, right in hand-made situations, honest, and the same however it is reached."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from sim.driver import Driver
from sim.games.konoten import GAME, codes
from sim.games.konoten import state as st
from sim.games.konoten.tables_worth import FACTOR, GAINED

NAMES = GAME.feature_names
BUILT = [name for name in NAMES if name.startswith(("card_", "build_", "wait_", "plan_"))]


@pytest.fixture(scope="module")
def four():
    return Driver(GAME, GAME.load(None, None, [], 4), 4)


def begin(driver, characters=(0, 1, 2, 3), block=0):
    """The first main turn, with every supply token spent on a worker; returns the record of the seat at turn."""
    driver.setup(5, block, characters)
    while driver.state["ask"] != st.ASK_TURN:
        driver.apply(driver.legal()[0])
    return driver.state["seats"][int(driver.state["core"]["actor"])]


def feature(driver, name, form, a=0):
    """One feature of the legal action with this form and argument."""
    codes_now = driver.legal()
    at = [i for i, code in enumerate(codes_now) if code >> 24 == form and (code >> 16) & 0xFF == a]
    row = np.zeros(len(NAMES))
    row[NAMES.index(name)] = 1.0
    return float(driver.weigh(row)[at[0]])


def lay_lens(driver, left=(), right=(), base=0, owner=0, worker=-1, is_acted=1, n_cards=2):
    """A lens on the table; `left` and `right` are {kind: quantity}."""
    lens = driver.state["lenses"][int(driver.state["n_lenses"])]
    driver.state["n_lenses"] += 1
    lens["owner"], lens["base_cost"], lens["worker"], lens["is_acted"] = owner, base, worker, is_acted
    lens["n_cards"], lens["cards"] = n_cards, -1
    for side, blades in (("left", dict(left)), ("right", dict(right))):
        for kind, quantity in blades.items():
            lens[side][codes.KINDS.index(kind)] = quantity
            lens[f"{side}_kinds"] |= 1 << codes.KINDS.index(kind)
    if worker >= 0:
        driver.state["seats"][worker]["on_lenses"] += 1
    return int(driver.state["n_lenses"]) - 1


def fill(driver, seat, nodes):
    """Fill growth nodes of a seat; what passive ops add up to is set by hand where a test needs it."""
    record = driver.state["seats"][seat]
    sheet = driver.tables[0].nodes[int(record["character"])]
    record["nodes"] = sum(1 << node for node in nodes)
    record["whens"] = int(np.bitwise_or.reduce([int(sheet[node].whens) for node in nodes]))


# ---- properties of all features ----


def test_values_are_weighted_sums_of_features_that_do_not_know_the_weights(four):
    rng, choices = np.random.default_rng(2), random.Random(2)
    seen = np.zeros(len(NAMES), bool)
    for block in range(30):
        legal = four.setup(2, block, tuple(choices.sample(range(6), 4)))
        while legal:
            rows = four.describe()
            seen |= (rows != 0).any(axis=0)
            weights = rng.normal(size=len(NAMES))
            assert four.weigh(weights) == pytest.approx(rows @ weights, rel=1e-6, abs=1e-3)
            legal = four.apply(choices.choice(legal))
    assert [name for name, is_seen in zip(NAMES, seen, strict=True) if not is_seen] == []


def test_values_do_not_depend_on_what_was_weighed_before(four):
    choices = random.Random(3)
    weights = np.random.default_rng(3).normal(size=len(NAMES))
    found = []
    for block in range(6):
        legal = four.setup(3, block, tuple(choices.sample(range(6), 4)))
        while legal:
            four._scratch.view(np.uint8)[:] = 0
            found.append((four.states.copy(), four.weigh(weights)))
            legal = four.apply(choices.choice(legal))
    four._scratch.view(np.uint8)[:] = 0xA5  # garbage
    choices.shuffle(found)
    for state, values in found:
        four.states[:] = state
        assert four.weigh(weights).tolist() == values.tolist()


def test_features_see_no_deck_and_change_no_state(four):
    choices = random.Random(4)
    weights = np.random.default_rng(4).normal(size=len(NAMES))
    for block in range(4):
        legal = four.setup(4, block, tuple(choices.sample(range(6), 4)))
        while legal:
            four.state["core"]["is_logged"] = 0
            four.legal()  # notes what it has to; once more notes nothing new
            before = four.states.copy()
            values = four.weigh(weights).tolist()
            assert four.states.tobytes() == before.tobytes()
            four.resample(int(four.state["core"]["actor"]), block + 77)
            assert four.weigh(weights).tolist() == values
            four.states[:] = before
            legal = four.apply(choices.choice(legal))


# ---- single features in hand-made situations ----


def test_ending_loses_what_the_cap_cuts_and_idle_workers(four):
    seat = begin(four)
    seat["ap"], seat["unacted"] = 8, 3
    assert feature(four, "end", codes.FORM_END) == 1
    assert feature(four, "end_ap", codes.FORM_END) == 8 + 7 - 10
    assert feature(four, "end_workers", codes.FORM_END) == 3


def test_facilities(four):
    seat = begin(four)
    seat["unacted"] = 4
    spirit, focus, negotiate = codes.SPIRIT, codes.FOCUS, codes.NEGOTIATE
    assert feature(four, "ap", codes.FORM_FACILITY, spirit) == pytest.approx(FACTOR[0])
    assert feature(four, "stagnation", codes.FORM_FACILITY, spirit) == pytest.approx(FACTOR[0])
    assert feature(four, "unacted", codes.FORM_FACILITY, spirit) == 1
    assert feature(four, "spare", codes.FORM_FACILITY, spirit) == 0.25
    assert feature(four, "light", codes.FORM_FACILITY, focus) == pytest.approx(FACTOR[0])
    assert feature(four, "creativity", codes.FORM_FACILITY, focus) == pytest.approx(-FACTOR[0])
    assert feature(four, "negotiate", codes.FORM_FACILITY, negotiate) == 1
    seat["ap"] = 10
    assert feature(four, "ap", codes.FORM_FACILITY, spirit) == 0
    assert feature(four, "ap_lost", codes.FORM_FACILITY, spirit) == 1


def test_creativity_that_a_will_needs(four):
    seat = begin(four)  # white: will of S for 2 creativity gains one of each material
    seat["creativity"] = 2
    rate = float(four.tables[0].nodes[0, 0].rate)
    assert rate == pytest.approx((GAINED[0] + GAINED[1] + GAINED[2]) / 2)
    assert feature(four, "creativity_short", codes.FORM_FACILITY, codes.FOCUS) == pytest.approx(rate)
    assert feature(four, "creativity_short", codes.FORM_WILL) == 0  # its own cost is no loss to itself
    assert feature(four, "rainbow", codes.FORM_WILL) == pytest.approx(FACTOR[0])


def test_running_a_foreign_lens(four):
    seat = begin(four, (1, 0, 2, 3))  # orange: 2 VP at each lens of another
    seat["items"] = (2, 3, 0)
    i = lay_lens(four, {"rainbow": 2}, {"vp": 15}, base=3, owner=1)
    assert feature(four, "vp", codes.FORM_ACTIVATE, i) == 15 + 2
    assert feature(four, "rainbow", codes.FORM_ACTIVATE, i) == pytest.approx(-2 * FACTOR[0])
    assert feature(four, "ap", codes.FORM_ACTIVATE, i) == pytest.approx(-3 * FACTOR[0])
    assert feature(four, "foreign", codes.FORM_ACTIVATE, i) == 1


def test_taking_over(four):
    seat = begin(four, (1, 0, 2, 3))
    seat["ap"] = 9
    fill(four, 0, (0, 1, 5))  # 1: persuading costs 1 AP less; 5: 2 VP for it
    seat["ap_less"] = 1
    theirs = lay_lens(four, {}, {"vp": 7}, base=1, owner=1, worker=1, is_acted=0)
    mine = lay_lens(four, {}, {"vp": 7}, base=1, owner=0, worker=0, is_acted=0)
    assert feature(four, "vp", codes.FORM_PERSUADE, theirs) == 7 + 2 + 2
    assert feature(four, "ap", codes.FORM_PERSUADE, theirs) == pytest.approx(-(1 + 1) * FACTOR[0])
    assert feature(four, "persuade", codes.FORM_PERSUADE, theirs) == 1
    assert feature(four, "oust_fresh", codes.FORM_PERSUADE, theirs) == 1
    assert feature(four, "vp", codes.FORM_RESTART, mine) == 7
    assert feature(four, "ap", codes.FORM_RESTART, mine) == pytest.approx(-(3 + 1) * FACTOR[0])
    assert feature(four, "restart", codes.FORM_RESTART, mine) == feature(four, "regain", codes.FORM_RESTART, mine) == 1


def test_own_effects_and_factor_of_an_activation(four):
    seat = begin(four, (4, 0, 1, 2))  # blue
    fill(four, 0, (0, 1, 7, 8))  # 1: 2 VP at own lenses; 7: yields rainbow: 1 more and 2 VP; 8: x 3/2
    seat["mul_num"], seat["mul_den"], seat["has_bonus"] = 3, 2, 1
    i = lay_lens(four, {}, {"rainbow": 1, "vp": 11}, owner=0)
    assert feature(four, "vp", codes.FORM_ACTIVATE, i) == 23  # (11 + 2 + 2) x 3/2 = 22.5, up
    assert feature(four, "rainbow", codes.FORM_ACTIVATE, i) == pytest.approx(2 * FACTOR[0])


def test_grid_and_tasks(four):
    seat = begin(four)
    seat["items"] = (5, 2, 3)
    i = lay_lens(four, {}, {"light": 3})
    assert feature(four, "light", codes.FORM_ACTIVATE, i) == pytest.approx(2 * FACTOR[0])
    assert feature(four, "items_lost", codes.FORM_ACTIVATE, i) == 1
    assert feature(four, "task_done", codes.FORM_ACTIVATE, i) == 1
    assert feature(four, "task_step", codes.FORM_ACTIVATE, i) == pytest.approx(2 / 7)
    node = float(four.tables[0].nodes[0][2].worth[0]) + way_of_two(four)  # white's best node to begin with
    assert feature(four, "task_node", codes.FORM_ACTIVATE, i) == pytest.approx(node)


def test_what_is_held_counts_where_own_effects_ask_for_it(four):
    seat = begin(four, (2, 0, 1, 3))  # yellow: 5 = 2 VP for each rainbow at the end of a round
    fill(four, 0, (0, 5))
    i = lay_lens(four, {}, {"rainbow": 1})
    assert feature(four, "hold_round", codes.FORM_ACTIVATE, i) == 2
    seat = begin(four, (5, 0, 1, 2))  # red: 8 = 30 VP for 7 rainbow at the end
    fill(four, 0, (0, 8))
    four.state["round_no"] = 3
    seat["items"] = (0, 6, 2)
    i = lay_lens(four, {}, {"rainbow": 1})
    assert feature(four, "hold_final", codes.FORM_ACTIVATE, i) == pytest.approx(30 - 30 * 0.5 / 2)
    assert feature(four, "hold_final", codes.FORM_FACILITY, codes.SPIRIT) == -2  # stagnation at the end


def test_workers_and_growth_of_a_lens(four):
    begin(four)
    fill(four, 0, (0, 2, 3))
    i = lay_lens(four, {"growth": 1, "lobby": 2}, {"lobby": 1})
    assert feature(four, "worker_spent", codes.FORM_ACTIVATE, i) == 2 * 3
    assert feature(four, "spent_few", codes.FORM_ACTIVATE, i) == pytest.approx(2 * 3 / 5)  # of five workers
    assert feature(four, "worker_gain", codes.FORM_ACTIVATE, i) == 3
    worth = four.tables[0].nodes[0]["worth"][:, 0]
    kept_open = max(four.tables[0].nodes[0, 1].paths[0][k] / (k + 1) for k in range(5))  # node 1, by S alone
    least = float(worth[0]) + 0.5 * max(float(kept_open), 0.0)
    assert least < min(worth[[2, 3]])
    assert feature(four, "growth_spent", codes.FORM_ACTIVATE, i) == pytest.approx(least, abs=1e-4)
    j = lay_lens(four, {}, {"growth": 1})
    assert feature(four, "growth_gain", codes.FORM_ACTIVATE, j) >= worth[7]  # node 7 is the best that is open


def way_of_two(four):
    """What white's node 2 leads to in round 1: 2, 3, 7, 9 is its best row, one node a round, by supplies alone."""
    sheet = four.tables[0].nodes[0]
    own = float(sheet[2].worth[0])
    behind = float(sheet[3].worth[1] + sheet[7].worth[2] + sheet[9].worth[3])
    return float(four.tables[0].way_chance[0]) * ((own + behind) / 4 - own)


def test_growing_counts_the_node_and_what_it_opens(four):
    four.setup(5, 0, (0, 1, 2, 3))
    sheet = four.tables[0].nodes[0]
    assert feature(four, "token_worker", codes.FORM_SUPPLY_WORKER) == 4
    assert feature(four, "grow_own", codes.FORM_SUPPLY_GROW, 2) == pytest.approx(float(sheet[2].worth[0]))
    assert feature(four, "grow_way", codes.FORM_SUPPLY_GROW, 2) == pytest.approx(way_of_two(four))


def test_the_lock_is_told_by_the_rounds_that_it_closes(four):
    four.setup(5, 0, (1, 0, 2, 3))
    assert feature(four, "grow_lock", codes.FORM_SUPPLY_GROW, 2) == 3
    assert feature(four, "grow_lock", codes.FORM_SUPPLY_GROW, 1) == 0


# ---- the best lens, by trying all of them ----

#: Hands by the numbers of their cards in the pack.
HANDS = ((2, 4, 7), (1, 10, 16, 40, 44), (3, 8, 12, 14, 40, 44), (2, 5, 8, 10, 12, 14, 40, 43, 46), (1, 2, 3, 4, 5, 33))


def all_lenses(tables, hand):
    """Every set of (card, side) that fits on a lens with 2 to 6 cards, one on the right."""
    for sides in itertools.product((None, 0, 1), repeat=len(hand)):
        used = [(card, side) for card, side in zip(hand, sides, strict=True) if side is not None]
        slots = [(side, int(tables.cards[card]["right" if side else "left"])) for card, side in used]
        if 2 <= len(used) <= 6 and len(set(slots)) == len(slots) and (0, 0) not in slots and any(s for _, s in used):
            yield used


def brute_force(driver, hand, held, valuation=0, round_no=0):
    """VP of the best lens of a hand by the estimates of the tables, without own effects."""
    tables = driver.tables[0]
    runs = float(tables.runs[valuation, round_no])
    best = -np.inf
    for used in all_lenses(tables, hand):
        need = worth = 0.0
        for card, side in used:
            row = tables.cards[card]
            need += int(row.result) if side else -int(row.material)
            worth += float(tables.card_worth[valuation, round_no, side, card])
            if side == 0:
                worth -= 0.7 * max(int(row.qty) - held[int(row.kind)], 0)
        if need <= 4:
            best = max(best, worth - 1.35 * runs * max(need, 0))
    return best


@pytest.mark.parametrize("hand", HANDS, ids=str)
@pytest.mark.parametrize("valuation", [0, 1, 2])
def test_the_best_lens_is_the_best_of_all(four, hand, valuation):
    seat = begin(four)
    seat["n_hand"] = len(hand)
    seat["hand"][: len(hand)] = [number - 1 for number in hand]
    name = ("build_plain", "build_large", "build_quick")[valuation]
    held = [*seat["items"].tolist(), int(seat["creativity"]), int(seat["unacted"]) - 1, 1, 0]
    expected = brute_force(four, [number - 1 for number in hand], held, valuation)
    assert feature(four, name, codes.FORM_FACILITY, codes.POLISH) == pytest.approx(expected, abs=1e-3)


def test_following_the_plan_builds_the_best_lens(four):
    """And a step beside it starts a new one from there."""
    for hand in HANDS:
        seat = begin(four)
        seat["n_hand"] = len(hand)
        seat["hand"][: len(hand)] = [number - 1 for number in hand]
        held = [*seat["items"].tolist(), int(seat["creativity"]), int(seat["unacted"]) - 1, 1, 0]
        expected = brute_force(four, [number - 1 for number in hand], held)
        polish = next(code for code in four.legal() if code >> 24 == codes.FORM_FACILITY)
        four.apply(polish)
        row = np.eye(len(NAMES))[NAMES.index("plan_plain")]
        while int(four.state["ask"]) == st.ASK_BUILD:
            values = four.weigh(row)
            assert sorted(values)[-1] == 1
            assert (values > 0).sum() == 1
            four.apply(four.legal()[int(np.argmax(values))])
        tables = four.tables[0]
        worth, need = 0.0, 0
        for position, card in enumerate(four.state["build"]["cards"].tolist()):
            if card >= 0:
                side = int(position > 2)
                worth += float(tables.card_worth[0, 0, side, card])
                need += int(tables.cards[card].result) if side else -int(tables.cards[card].material)
                if side == 0:
                    worth -= 0.7 * max(int(tables.cards[card].qty) - held[int(tables.cards[card].kind)], 0)
        assert worth - 1.35 * float(tables.runs[0, 0]) * max(need, 0) == pytest.approx(expected, abs=1e-3)


def test_a_card_is_worth_what_it_adds_to_the_best_lens(four):
    """In the last round nothing is hoped for, so the gain is the difference of two best lenses."""
    seat = begin(four)
    four.state["round_no"] = 3
    hand = [0, 9, 15]
    seat["n_hand"] = len(hand)
    seat["hand"][: len(hand)] = hand
    seat["items"] = (9, 9, 9)
    seat["ap"], seat["creativity"] = 10, 5
    four.state["display"][:10] = (1, 4, 7, 10, 11, 20, 23, 32, 39, 43)
    places = range(10)
    found = [feature(four, "card_plain", codes.FORM_COLLECT, place) for place in places]
    now = feature(four, "build_plain", codes.FORM_FACILITY, codes.POLISH)
    for place in places:
        seat["n_hand"] = 4
        seat["hand"][:4] = sorted([*hand, int(four.state["display"][place])])
        after = feature(four, "build_plain", codes.FORM_FACILITY, codes.POLISH)
        assert found[place] == pytest.approx(max(after, 0) - max(now, 0), abs=1e-3)
