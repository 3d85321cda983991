"""Plans: balance of seats, characters and policies; rounding; purity; refusals."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from toykit import toy

from sim.errors import UserError
from sim.game import DEALS
from sim.plan import PLAN_ROW, balanced_seatings, latin_seatings, make_plan, resize

STYLES = ("random", "balanced", "hasty")


def game_with(n_characters, is_unique=True):
    """The toy's spec with other seats and characters; plans need nothing else."""
    names = tuple(f"c{i}" for i in range(n_characters))
    return replace(toy()[0], seats=tuple(range(2, 13)), characters=names, is_character_unique=is_unique)


def all_rows(plan, table=0):
    return plan.rows(table, 0, plan.n_games)


def is_even(counter, n_kinds):
    """Every one of n_kinds occurs, and all equally often."""
    return len(counter) == n_kinds and len(set(counter.values())) == 1


@pytest.mark.parametrize("n", range(2, 13))
def test_seatings_put_everybody_in_each_chair_equally_often(n):
    seatings = balanced_seatings(n)
    assert len(seatings) == (math.factorial(n) if n <= 4 else n if n % 2 == 0 else 2 * n)
    assert all(sorted(row) == list(range(n)) for row in seatings)
    assert is_even(Counter((chair, who) for row in seatings for chair, who in enumerate(row)), n * n)


@pytest.mark.parametrize("n", range(2, 13))
def test_everybody_follows_everybody_equally_often(n):
    for seatings in (balanced_seatings(n), latin_seatings(n)):
        follows = Counter(pair for row in seatings for pair in pairwise(row))
        assert is_even(follows, n * (n - 1))


plans = st.tuples(
    st.integers(2, 7),  # seats
    st.integers(1, 9),  # characters
    st.booleans(),  # unique
    st.lists(st.lists(st.sampled_from(STYLES), min_size=7, max_size=7), min_size=1, max_size=3),
    st.integers(0, 2**32),
)


@given(plans, st.integers(1, 3))
def test_balance(case, n_cycles):
    n, n_characters, is_unique, styles, seed = case
    if is_unique:
        n_characters = max(n_characters, n)
    game = game_with(n_characters, is_unique)
    tables = [dict(enumerate(row[:n], start=1)) for row in styles]
    plan = make_plan(game, 1, n, tables, seed=seed)
    plan = resize(plan, plan.n_games * n_cycles)
    assert plan.n_games == plan.block_size * plan.cycle_blocks * n_cycles
    for table in range(len(tables)):
        rows = all_rows(plan, table)
        characters, policies = rows["characters"][:, :n], rows["policies"][:, :n]
        participants = rows["participants"][:, :n]
        assert is_even(Counter((c, p) for row in participants for c, p in enumerate(row)), n * n)
        # each character equally often, and in each chair equally often
        assert is_even(Counter((c, int(x)) for row in characters for c, x in enumerate(row)), n * n_characters)
        # each policy plays each character as often as its share of the table says
        pairs = Counter(zip(policies.ravel().tolist(), characters.ravel().tolist(), strict=True))
        slots = Counter(plan.tables[table])
        assert all(
            pairs[policy, c] * n * n_characters == slots[policy] * rows.size * n
            for policy in slots
            for c in range(n_characters)
        )
        if is_unique:
            assert all(len(set(row)) == n for row in characters.tolist())


@given(plans)
def test_inside_a_block_only_the_chairs_change(case):
    n, n_characters, _, styles, seed = case
    plan = make_plan(game_with(max(n_characters, n)), 1, n, [dict(enumerate(styles[0][:n], 1))], seed=seed)
    rows = all_rows(plan)
    people = [
        sorted(zip(*(row[name][:n].tolist() for name in ("participants", "characters", "policies")), strict=True))
        for row in rows
    ]
    for i, row in enumerate(rows):
        assert row["block"] == i // plan.block_size
        assert row["seating"] == i % plan.block_size
        assert people[i] == people[i - i % plan.block_size]


@given(plans, st.data(), st.sampled_from(DEALS))
def test_rows_are_a_pure_function_of_the_index(case, data, deals):
    n, n_characters, _, styles, seed = case
    game = game_with(max(n_characters, n))
    tables = [dict(enumerate(row[:n], 1)) for row in styles]
    plan = make_plan(game, 100, n, tables, seed=seed, deals=deals)
    double = make_plan(game, 2 * plan.n_games, n, tables, seed=seed, deals=deals)
    table = data.draw(st.integers(0, len(tables) - 1))
    whole = all_rows(plan, table)
    assert (double.rows(table, 0, plan.n_games) == whole).all()
    lo = data.draw(st.integers(0, plan.n_games))
    hi = data.draw(st.integers(lo, plan.n_games))
    assert (plan.rows(table, lo, hi) == whole[lo:hi]).all()


def test_tables_play_the_same_blocks():
    plan = make_plan(game_with(6), 1000, 4, ["balanced", {1: "random"}], seed=3)
    one, two = all_rows(plan, 0), all_rows(plan, 1)
    for name in ("game", "block", "deal", "seating", "characters", "participants"):
        assert (one[name] == two[name]).all()
    assert set(one["table"]) == {0}
    assert set(two["table"]) == {1}


@pytest.mark.parametrize("deals", DEALS)
def test_games_of_a_block_share_a_deal_or_have_their_own(deals):
    """Nothing else differs between the two ways."""
    plan = make_plan(game_with(6), 1000, 4, ["balanced", {1: "random"}], seed=3, deals=deals)
    rows, usual = all_rows(plan, 1), all_rows(make_plan(game_with(6), 1000, 4, ["balanced", {1: "random"}], seed=3), 1)
    assert (rows["deal"] == rows["block" if deals == "shared" else "game"]).all()
    assert len(set(rows["deal"].tolist())) == (plan.n_blocks if deals == "shared" else plan.n_games)
    rest = [name for name in PLAN_ROW.names if name != "deal"]
    assert (rows[rest] == usual[rest]).all()
    assert plan.describe()["deals"] == deals


@pytest.mark.parametrize("deals", DEALS)
def test_the_game_says_which_deals_are_usual(deals):
    game = replace(game_with(4), deals=deals)
    assert make_plan(game, 24, 4, ["balanced"]).deals == deals
    assert make_plan(game, 24, 4, ["balanced"], deals="shared").deals == "shared"
    with pytest.raises(UserError, match="unknown kind of deals 'new': known are shared, fresh"):
        make_plan(replace(game, deals="new"), 24, 4, ["balanced"])


def test_all_pairs_of_characters_meet_in_a_large_pool():
    plan = make_plan(game_with(12), 20_000, 4, ["balanced"], seed=3)
    casts = all_rows(plan)["characters"][:: plan.block_size, :4]
    meetings = Counter(frozenset((a, b)) for row in casts.tolist() for a in row for b in row if a < b)
    assert len(meetings) == 66
    expected = sum(meetings.values()) / 66
    assert max(abs(count - expected) for count in meetings.values()) < 6 * expected**0.5


def test_one_policy_for_all_keeps_participants_as_characters():
    plan = make_plan(game_with(4), 96, 4, ["balanced"])
    rows = all_rows(plan)
    assert (rows["participants"] == rows["characters"]).all()
    assert (plan.block_size, plan.cycle_blocks, plan.n_blocks) == (24, 1, 4)


@pytest.mark.parametrize(
    ("row", "cycle"), [("AAAA", 1), ("ABAB", 2), ("AABB", 4), ("ABBB", 4), ("ABCD", 4)], ids=lambda x: str(x)
)
def test_policies_rotate_over_characters_no_longer_than_needed(row, cycle):
    names = dict(zip("ABCD", ("random", "balanced", "hasty", "equal"), strict=True))
    plan = make_plan(game_with(4), 1, 4, [{i: names[letter] for i, letter in enumerate(row, 1)}])
    assert plan.cycle_blocks == cycle
    assert plan.n_games == 24 * cycle


def test_games_are_rounded_up_and_the_plan_says_so():
    plan = make_plan(game_with(4), 1000, 4, ["balanced"])
    assert plan.n_games == 1008
    assert plan.notes() == ["1000 games rounded up to 1008: whole blocks of 24 games"]
    assert make_plan(game_with(4), 1008, 4, ["balanced"]).notes() == []
    mixed = make_plan(game_with(4), 1000, 4, [{1: "random"}])
    assert mixed.notes() == ["1000 games rounded up to 1056: whole cycles of 4 blocks of 24 games"]
    assert mixed.n_games % (4 * 24) == 0


def test_fixed_seating_fixes_everything():
    plan = make_plan(game_with(6), 50, 3, [{1: "random", 3: "hasty"}], ["c5", "c0", "c2"], "fixed")
    rows = all_rows(plan)
    assert plan.n_games == 50
    assert plan.block_size == 1
    assert (rows["block"] == np.arange(50)).all()
    assert (rows["characters"][:, :3] == [5, 0, 2]).all()
    assert (rows["participants"][:, :3] == [0, 1, 2]).all()
    assert [plan.policies[i] for i in rows["policies"][7, :3]] == ["random", "balanced", "hasty"]
    assert "cannot be told apart" in plan.notes()[0]
    first = make_plan(game_with(6), 5, 3, ["random"], None, "fixed")
    assert (all_rows(first)["characters"][:, :3] == [0, 1, 2]).all()


def test_describe():
    plan = make_plan(game_with(4), 100, 4, ["balanced", {2: "random"}], seed=9)
    facts = plan.describe()
    assert facts["tables"] == ["balanced", "1=balanced, 2=random, 3=balanced, 4=balanced"]
    assert facts["table_policies"][1] == ["balanced", "random", "balanced", "balanced"]
    assert facts["policies"] == ["balanced", "random"]
    assert (facts["n_games"], facts["n_games_requested"], facts["n_blocks"]) == (192, 100, 8)
    assert plan.n_total == 384


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"n_games": 0}, "games 0: at least 1"),
        ({"n_seats": 1}, "players 1: toy takes 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12"),
        ({"n_seats": 7}, "6 characters for 7 players"),
        ({"characters": ["c1", "c9", "c2"]}, "unknown character 'c9'.*known are c0, c1, c2, c3, c4, c5"),
        ({"characters": ["c1", "c1", "c2"]}, "toy has each character once"),
        ({"characters": ["c1", "c2"]}, "2 characters for 3 players"),
        ({"seating": "fix"}, "unknown seating 'fix': did you mean 'fixed'"),
        ({"deals": "share"}, "unknown kind of deals 'share': did you mean 'shared'"),
        ({"policy_tables": [{4: "random"}]}, "policy of participant 4: participants are numbered 1 to 3"),
        ({"policy_tables": []}, "at least one policy table"),
    ],
)
def test_refusals(change, message):
    options = {"n_games": 10, "n_seats": 3, "policy_tables": ["random"], **change}
    with pytest.raises(UserError, match=message):
        make_plan(game_with(6), **options)
