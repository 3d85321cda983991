"""Deals: another one in each block, the same one inside a block, and fair."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
from sizes import SIZES

from sim.driver import Driver
from sim.game import GameData
from sim.games.konoten import GAME
from sim.plan import make_plan

from ..kit.chance import shuffle_p_value
from ..kit.players import player_of
from . import loops

N_BLOCKS = 24


@cache
def data() -> GameData:
    return GAME.load("standin", None, (), 4)


def test_blocks_have_deals_of_their_own() -> None:
    """Decks as they were dealt, block by block."""
    driver, deals = Driver(GAME, data(), 4), set()
    for block in range(SIZES.deal_blocks):
        driver.setup(31, block)
        state = driver.states[0]
        deals.add(state.normal_deck.tobytes() + state.vp_deck.tobytes())
    assert len(deals) >= 0.999 * SIZES.deal_blocks


@pytest.mark.parametrize("block", [0, 1, 57])
def test_the_games_of_a_block_share_their_deal(block: int) -> None:
    """In all seatings and with any characters."""
    plan = make_plan(GAME, 100 * N_BLOCKS, 4, ["random"], seed=31, deals="shared")
    player = player_of(GAME, data(), plan)
    found = set()
    for game in range(block * plan.block_size, (block + 1) * plan.block_size):
        state = next(player.iterate(plan.rows(0, game, game + 1))).state
        found.add(bytes(state["normal_deck"].tobytes() + state["vp_deck"].tobytes()))
    assert len(found) == 1


def test_places_of_cards_are_uniform(figure: Callable[[str, object], None]) -> None:
    """Both decks are fair; the display is what lies on top: 8/38 and 2/9 for each card, no light card in 0.11968."""
    n = SIZES.konoten_deals
    normal, vp, n_without_light, n_wrong = loops.deal_counts(data(), 17, n)
    assert n_wrong == 0
    for name, counts, n_open in (("normal", normal, 8), ("vp", vp, 2)):
        assert counts.sum() == n * len(counts)
        p = shuffle_p_value(counts)
        figure(f"card x place, {name} deck, {n} deals, p", round(p, 4))
        assert p > 1e-6
        share = n_open / len(counts)
        opened = counts[:n_open].sum(axis=0) / n
        assert np.abs(opened - share).max() < 5 * math.sqrt(share * (1 - share) / n)
    expected = math.comb(30, 8) / math.comb(38, 8)
    assert round(expected, 5) == 0.11968
    assert abs(n_without_light / n - expected) < 4 * math.sqrt(expected * (1 - expected) / n)


def test_the_chi_square_test_sees_a_bad_shuffle() -> None:
    """Cards that stay at their place a tenth more often than they should are found."""
    normal, *_ = loops.deal_counts(data(), 17, SIZES.konoten_deals)
    counts = normal + np.diag(np.full(38, SIZES.konoten_deals // 380))
    assert shuffle_p_value(counts) < 1e-6
