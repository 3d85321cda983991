"""Deals: another one in each block, the same one inside a block, fair, and luck that travels with a person."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest
from sizes import SIZES

from sim.game import GameData
from sim.games.kaguya import GAME
from sim.games.kaguya import clauses as c
from sim.plan import Plan, make_plan
from sim.playout import Player, Step

from ..kit.chance import shuffle_p_value
from ..kit.players import player_of
from . import loops

BLOCK = 24


@cache
def data() -> GameData:
    return GAME.load("standin", None, (), 4)


@cache
def player() -> tuple[Player, Plan]:
    plan = make_plan(GAME, SIZES.deal_blocks * BLOCK, 4, ["random"], seed=31, deals="shared")
    return player_of(GAME, data(), plan), plan


def steps_of(game: int) -> Any:
    """The steps of a game of the plan: the deal first."""
    found, plan = player()
    return found.iterate(plan.rows(0, game, game + 1))


def deal_of(game: int) -> bytes:
    """Both decks and all events as they were dealt."""
    state = next(steps_of(game)).state
    return bytes(state["decks"].tobytes() + state["events"].tobytes())


def test_blocks_have_deals_of_their_own() -> None:
    deals = {deal_of(block * BLOCK) for block in range(SIZES.deal_blocks)}
    assert len(deals) >= 0.999 * SIZES.deal_blocks


@pytest.mark.parametrize("block", [0, 1, 57, SIZES.deal_blocks - 1])
def test_the_games_of_a_block_share_their_deal(block: int) -> None:
    assert len({deal_of(block * BLOCK + seating) for seating in range(BLOCK)}) == 1


def test_places_of_cards_are_uniform(figure: Callable[[str, object], None]) -> None:
    cards, events = loops.deal_counts(data(), 17, SIZES.kaguya_deals)
    tables = {"conversion deck": cards[0], "action deck": cards[1], "events": events}
    for name, counts in tables.items():
        assert counts.sum() == SIZES.kaguya_deals * len(counts)
        p = shuffle_p_value(counts)
        figure(f"card x place, {name}, {SIZES.kaguya_deals} deals, p", round(p, 4))
        assert p > 1e-6


def test_the_chi_square_test_sees_a_bad_shuffle() -> None:
    """Cards that stay at their place a tenth more often than they should are found."""
    cards, _ = loops.deal_counts(data(), 17, SIZES.kaguya_deals)
    counts = cards[0] + np.diag(np.full(30, SIZES.kaguya_deals // 300))
    assert shuffle_p_value(counts) < 1e-6


# ---- luck that travels ----


def rolls(steps: list[Step], names: dict[int, int]) -> tuple[dict[tuple[int, int], list[int]], dict[int, int]]:
    """Preparation dice by (day, character), and today's number as it was rolled in the morning, by day."""
    dice: dict[tuple[int, int], list[int]] = defaultdict(list)
    today: dict[int, int] = {}
    day = -1
    for step in steps:
        assert step.n_lost == 0
        for code, a, b in step.log.tolist():
            if code == c.FACT_DAY:
                day = a
            elif code == c.CHANCE_PREPARATION:
                dice[day, names[a]].append(b)
            elif code == c.CHANCE_TODAY and a < 0:
                today[day] = b
    return dice, today


@pytest.mark.parametrize("block", [0, 3])
def test_preparation_dice_travel_with_the_character(block: int) -> None:
    """In every seating of a block a character rolls the same faces each morning, however many dice he has by then."""
    seen: dict[tuple[int, int], list[int]] = {}
    numbers: list[dict[int, int]] = []
    chairs = defaultdict(set)
    _, plan = player()
    for game in range(block * BLOCK, (block + 1) * BLOCK):
        characters = plan.rows(0, game, game + 1)["characters"][0]
        names = {seat: int(characters[seat]) for seat in range(4)}
        dice, today = rolls(list(steps_of(game)), names)
        assert set(dice) == {(day, character) for day in range(5) for character in range(4)}
        numbers.append(today)
        for seat, character in names.items():
            chairs[character].add(seat)
        for place, faces in dice.items():
            known = seen.setdefault(place, faces)
            n = min(len(known), len(faces))
            assert n >= 5
            assert faces[:n] == known[:n], place
    assert all(today == numbers[0] for today in numbers)
    assert all(chairs[character] == {0, 1, 2, 3} for character in range(4))
    assert len({tuple(faces[:5]) for faces in seen.values()}) > 15  # persons and days have luck of their own
