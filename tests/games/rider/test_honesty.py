"""Policies know only what their seat may know: features do not change when the hidden world is resampled.

Hidden are others' hands and face-down areas, warriors never revealed, the piles, and a pindian card not yet shown.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import numpy as np
from sizes import SIZES

from sim.driver import Driver
from sim.game import GameData
from sim.games.rider import GAME

from ..kit import honesty
from ..kit.honesty import Collection, Point, State, stand_at
from .situations import Table
from .situations import driver as situations_driver

KINDS = tuple(f"RD{n}" for n in range(1, 17))

#: Points of each kind.
N_EACH = -(-SIZES.honesty_points // len(KINDS))
N_WORLDS = 3
MAX_GAMES = 4000
MAX_SEATS = 10
STYLES = ("balanced", "striker", "warden", "lurker", "leveller")


@cache
def data() -> GameData:
    return GAME.load("standin", None, (), MAX_SEATS)


@cache
def driver() -> Driver:
    return Driver(GAME, data(), MAX_SEATS)


def choose(rng: random.Random, legal: list[int], weights: State) -> int:
    """Half by a style, half by chance; skills are tried often, so that rare decisions come by."""
    if rng.random() < 0.5:
        return legal[int(driver().weigh(weights).argmax())]
    return rng.choice(legal)


@cache
def points() -> list[Point]:
    """`N_EACH` points of each kind that leave a choice, at most one of a kind and round from one game."""
    found = Collection(driver(), KINDS, N_EACH)
    for game in range(MAX_GAMES):
        rng = random.Random(f"honesty {game}")
        driver().n_seats = 2 + game % (MAX_SEATS - 1)
        weights = data().weights[STYLES[game % len(STYLES)]]
        legal = driver().setup(7, game)
        found.begin_game()
        while legal:
            state = driver().states[0]
            kind, when = f"RD{int(state.ask)}", int(state.round_no)
            if len(legal) > 1 and found.wants(kind, when) and rng.random() < 0.5:
                found.keep(kind, when)
            legal = driver().apply(legal[0] if len(legal) == 1 else choose(rng, legal, weights))
        if found.is_full:
            break
    return found.points


@cache
def weight_rows() -> State:
    """Random mixtures of all features: bits differ if one of them does."""
    return np.random.default_rng(1).normal(size=(3, len(GAME.feature_names)))


def described(point: Point, state: State) -> tuple[list[int], bytes]:
    return honesty.described(driver(), point, state, weight_rows())


def test_every_kind_of_decision_is_there() -> None:
    assert Counter(point.kind for point in points()) == dict.fromkeys(KINDS, N_EACH)


def test_features_and_legal_lists_know_nothing_hidden() -> None:
    for point in points():
        expected = described(point, point.state)
        assert len(expected[0]) > 1
        for world in honesty.worlds(driver(), point, N_WORLDS):
            assert described(point, world) == expected, point.kind


def test_worlds_differ_in_what_is_hidden() -> None:
    """Else the test before would prove nothing: hands of others and hidden warriors are dealt anew."""
    hands = warriors = n = n_hidden = 0
    for point in points():
        before = point.state[0]
        me, dealt = int(before.core.actor), before.round_no > 0
        others = [p for p in range(point.n_seats) if p != me and before.seats[p].is_alive]
        holding = [p for p in others if before.seats[p].n_hand >= 3]
        hidden = [p for p in others if dealt and before.seats[p].determined == 0]
        for world in honesty.worlds(driver(), point, 1):
            after = world[0]
            n += len(holding)
            n_hidden += len(hidden)
            hands += sum(before.seats[p].hand.tobytes() != after.seats[p].hand.tobytes() for p in holding)
            warriors += sum(before.seats[p].warrior != after.seats[p].warrior for p in hidden)
    assert n > 8 * N_EACH
    assert n_hidden > 5 * N_EACH
    assert hands > 0.95 * n
    assert warriors > 0.5 * n_hidden


def test_features_leave_the_state_alone() -> None:
    """Save the notes of clauses that asking may set."""
    for point in points()[::7]:
        stand_at(driver(), point)
        driver().legal()
        before = driver().states.copy()
        driver().weigh(weight_rows()[0])
        after = driver().states.copy()
        for state in (before, after):
            for name in ("notes", "log", "n_log"):
                state["core"][name] = 0
        assert before.tobytes() == after.tobytes()


def limits(discards: bool) -> set[int]:
    """Hand limits of hidden seat 1 in worlds of seat 2, after a discard phase with three cards, or with five."""
    table = Table(-1, 2, 3, warriors={1: {"hand_limit": 4}}).hold(1, "c045", "c046", "c047")
    if discards:
        table.hold(1, "c048", "c049")
    table.do("end").pass_all()
    found = set()
    for key in range(60):
        world = Point("RD4", 3, situations_driver().states.copy())
        stand_at(situations_driver(), world)
        situations_driver().resample(1, key)
        found.add(int(table.tables[0].warriors[int(situations_driver().states[0].seats[0].warrior)].hand_limit))
        stand_at(situations_driver(), world)
    return found


def test_a_hidden_hand_limit_is_known_as_far_as_it_was_seen() -> None:
    """Section 6: who kept three cards without discarding has at least three; who discarded one of five has four."""
    assert limits(discards=False) == {3, 4, 5}
    assert limits(discards=True) == {4}
