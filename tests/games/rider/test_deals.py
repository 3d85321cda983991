"""Deals: another one in each block, the same one inside a block, and fair."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import pytest
from scipy import stats
from sizes import SIZES

from sim.game import GameData
from sim.games.rider import GAME, codes
from sim.plan import make_plan

from ..kit.chance import shuffle_p_value
from ..kit.players import player_of
from .situations import driver

Array = np.ndarray[Any, Any]
N_SEATS, N_OFFERS = 5, 5


@cache
def data() -> GameData:
    return GAME.load("standin", None, (), N_SEATS)


@cache
def tables() -> Array:
    """Tables to write to: read-only ones are of another type, which is compiled anew."""
    return np.array(data().tables)


def deal(seed: int, block: int) -> Any:
    """The state as it is dealt, person p at seat p."""
    driver().tables, driver().n_seats = tables(), N_SEATS
    driver().setup(seed, block)
    return driver().states[0]


def test_blocks_have_deals_of_their_own() -> None:
    """Deck, and warriors offered, block by block."""
    decks, offers = set(), set()
    for block in range(SIZES.rider_blocks):
        state = deal(31, block)
        decks.add(state["draw"].tobytes())
        offers.add(state["seats"]["offers"].tobytes())
    assert min(len(decks), len(offers)) >= 0.999 * SIZES.rider_blocks


@pytest.mark.parametrize("block", [0, 1, 57])
def test_the_games_of_a_block_share_their_deal(block: int) -> None:
    """In all seatings: the deck, the seat that begins, and the warriors that a person is offered."""
    plan = make_plan(GAME, 1_000, N_SEATS, ["random", "balanced"], seed=31, deals="shared")
    player, found, chairs = player_of(GAME, data(), plan), set(), set()
    for game in range(block * plan.block_size, (block + 1) * plan.block_size):
        row = plan.rows(0, game, game + 1)
        persons = row["participants"][0, :N_SEATS]
        state = next(player.iterate(row)).state[0]
        offers = state["seats"]["offers"][np.argsort(persons)]
        found.add((state["draw"].tobytes(), int(state["first_seat"]), offers.tobytes()))
        chairs.add(tuple(persons))
    assert len(found) == 1
    assert len(chairs) == plan.block_size


class Deals(NamedTuple):
    """What lay where in many deals.

    Attributes
    ----------
    cards
        Deals with a card at a place of the deck, shape (156, 156).
    offers
        Deals in which a seat was offered a warrior, shape (seats, warriors).
    first
        Deals in which a seat begins.
    """

    n: int
    cards: Array
    offers: Array
    first: Array


@cache
def deals() -> Deals:
    n, rules = SIZES.rider_deals, tables()[0]
    n_cards = int(rules["n_cards"])
    found = Deals(
        n, np.zeros((n_cards, n_cards), np.int64), np.zeros((N_SEATS, int(rules["n_warriors"])), np.int64),
        np.zeros(N_SEATS, np.int64),
    )  # fmt: skip
    places, seats = np.arange(n_cards), np.arange(N_SEATS)[:, None]
    for block in range(n):
        state = deal(17, block)
        found.cards[places, state["draw"][:n_cards]] += 1
        found.offers[seats, state["seats"]["offers"][:N_SEATS, :N_OFFERS]] += 1
        found.first[int(state["first_seat"])] += 1
    return found


def candidates() -> list[Array]:
    """R-S3: by group, the warrior cards that may be dealt."""
    rows = tables()[0]["warriors"][: int(tables()[0]["n_warriors"])]
    return [
        np.flatnonzero((rows["group"] == group) & (rows["source"] != codes.SOURCE_UP))
        for group in range(int(tables()[0]["n_groups"]))
    ]


def test_places_of_cards_are_uniform(figure: Callable[[str, object], None]) -> None:
    assert deals().cards.sum() == deals().n * 156
    p = shuffle_p_value(deals().cards)
    figure(f"card x place, rider's deck, {deals().n} deals, p", round(p, 4))
    assert p > 1e-6


def offer_p_value(counts: Array, n: int) -> float:
    """p-value of groups x seats, the seats' five cards each and all the rest, against uniform shuffles.

    Places of a shuffle of k that are put together to b heaps leave (k - 1)(b - 1) degrees of freedom; the sum of
    squares is k / (k - 1) times a chi-square variable, as with single places.
    """
    k = len(counts)
    heaps = np.array([N_OFFERS] * N_SEATS + [k - N_OFFERS * N_SEATS])
    table = np.column_stack((counts, n - counts.sum(axis=1)))
    expected = n * heaps / k
    statistic = float(((table - expected) ** 2 / expected).sum()) * (k - 1) / k
    return float(stats.chi2.sf(statistic, (k - 1) * (len(heaps) - 1)))


def group_counts() -> Array:
    """Deals in which a seat was offered a card of a group, shape (groups, seats)."""
    return np.array([deals().offers[:, cards].sum(axis=1) for cards in candidates()])


def test_offers_are_fair(figure: Callable[[str, object], None]) -> None:
    """R-S3, R-S4: one card of each group lies in the pile, and every seat is offered any of them equally often."""
    counts = group_counts()
    assert counts.sum() == deals().n * N_SEATS * N_OFFERS  # nothing that only an up reaches
    p = offer_p_value(counts, deals().n)
    figure(f"group x seat, {deals().n} deals, p", round(p, 4))
    assert p > 1e-6


def test_forms_of_a_group_are_dealt_equally_often(figure: Callable[[str, object], None]) -> None:
    """R-S3."""
    statistic, freedom = 0.0, 0
    for cards in candidates():
        counts = deals().offers[:, cards].sum(axis=0)
        statistic += float(((counts - counts.mean()) ** 2 / counts.mean()).sum())
        freedom += len(cards) - 1
    assert freedom > 0
    p = float(stats.chi2.sf(statistic, freedom))
    figure(f"forms of groups, {deals().n} deals, p", round(p, 4))
    assert p > 1e-6


def test_every_seat_begins_equally_often() -> None:
    """R-S9."""
    assert float(stats.chisquare(deals().first).pvalue) > 1e-6


def test_the_chi_square_tests_see_bad_shuffles() -> None:
    """Cards that stay at their place half as often again as they should are found; so are offers of a seat."""
    n = deals().n
    assert shuffle_p_value(deals().cards + np.diag(np.full(156, n // (2 * 156)))) < 1e-6
    counts = group_counts()
    counts[: len(counts) // 2, 0] += n // 100
    counts[len(counts) // 2 :, 0] -= n // 100
    assert offer_p_value(counts, n) < 1e-6


def test_opening_hands() -> None:
    """R-S6 and section 10: four cards from the top for each person; shares of hands without a kind."""
    kinds = tables()[0]["cards"]["kind"][:156]
    n, lacking = SIZES.rider_blocks, {"strike": 0, "dodge": 0, "energy": 0, "nullify": 0}
    for block in range(n):
        top = deal(23, block)["draw"][:156][::-1].copy()
        for _ in range(N_SEATS):
            driver().apply(driver().legal()[0])
        assert driver().states[0]["seats"]["n_hand"][:N_SEATS].tolist() == [4] * N_SEATS
        hand = kinds[top[:4]]
        lacking["strike"] += bool((hand > codes.LAST_STRIKE).all())
        for name in ("dodge", "energy", "nullify"):
            lacking[name] += bool((hand != codes.KINDS.index(name)).all())
    for name, (printed, n_cards) in {
        "strike": (0.26163, 44), "dodge": (0.50899, 24), "energy": (0.72366, 12), "nullify": (0.85347, 6),
    }.items():  # fmt: skip
        share = math.comb(156 - n_cards, 4) / math.comb(156, 4)
        assert round(share, 5) == printed
        assert abs(lacking[name] / n - share) < 4 * math.sqrt(share * (1 - share) / n)
