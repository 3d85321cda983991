"""Meetings of two policies: equal seats, places, characters and neighbours."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb

import numpy as np
import pytest
from test_plan import game_with

from sim.pairing import ALL_WAYS_SEATS, meetings
from sim.plan import balanced_seatings, make_plan


def rows_of(n, n_characters):
    """Plan rows of both policies over one whole cycle of each table: policies and characters by seat."""
    tables = meetings(n, "random", "hasty")
    plan = make_plan(game_with(n_characters), 1, n, tables)
    rows = np.concatenate([plan.rows(table, 0, plan.n_games) for table in range(len(tables))])
    return rows["policies"][:, :n], rows["characters"][:, :n]


@pytest.mark.parametrize("n", range(2, 13))
@pytest.mark.parametrize("more", [0, 3])
def test_both_sit_everywhere_and_play_everybody_equally_often(n, more):
    policy, character = rows_of(n, n + more)
    place = np.broadcast_to(np.arange(n), policy.shape)
    for what, size in ((place, n), (character, n + more)):
        counts = Counter(zip(policy.ravel().tolist(), what.ravel().tolist(), strict=True))
        assert len(counts) == 2 * size
        assert len(set(counts.values())) == 1


@pytest.mark.parametrize("n", range(2, 13))
def test_each_game_is_shared_as_evenly_as_it_can_be(n):
    sizes = {sum(name == "random" for name in table.values()) for table in meetings(n, "random", "hasty")}
    assert sizes == ({n // 2} if n % 2 == 0 else {n // 2, n // 2 + 1})


@pytest.mark.parametrize("n", range(2, ALL_WAYS_SEATS + 1))
def test_every_set_of_characters_is_played_by_either_equally_often(n):
    policy, character = rows_of(n, n)
    sets = Counter(
        (side, frozenset(who[mine == side].tolist()))
        for mine, who in zip(policy, character, strict=True)
        for side in (0, 1)
    )
    sizes = (n // 2,) if n % 2 == 0 else (n // 2, n // 2 + 1)
    assert len(sets) == 2 * sum(comb(n, size) for size in sizes)
    assert len(set(sets.values())) == 1


@pytest.mark.parametrize("n", range(2, 5))
def test_every_way_to_sit_is_played_equally_often(n):
    policy, _ = rows_of(n, n)
    ways = Counter(map(tuple, policy.tolist()))
    assert len(ways) == (comb(n, n // 2) if n % 2 == 0 else 2 * comb(n, n // 2))
    assert len(set(ways.values())) == 1


@pytest.mark.parametrize("n", range(2, 13))
def test_who_follows_whom_is_as_if_drawn_by_lot(n):
    """The next to play is of the same policy as often as in a random order; so in a ring, within 0.07."""
    sides = [[table[who + 1] for who in row] for table in meetings(n, "a", "b") for row in balanced_seatings(n)]
    pairs = list(combinations(range(n), 2))
    by_lot = np.mean([one[i] == one[j] for one in sides for i, j in pairs])
    in_line = np.mean([one[i] == one[i + 1] for one in sides for i in range(n - 1)])
    in_ring = np.mean([one[i] == one[i - 1] for one in sides for i in range(n)])
    assert in_line == pytest.approx(by_lot, abs=1e-12)
    assert in_ring == pytest.approx(by_lot, abs=1e-12 if n <= ALL_WAYS_SEATS else 0.07)
