"""Policies know only what their seat may know: features do not change when the hidden world is resampled.

Hidden are the order of both scene decks, coming events (ruling `event_preview = hidden`) and all future rolls.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import numpy as np
import pytest
from sizes import SIZES

from sim.driver import Driver
from sim.game import GameData
from sim.games.kaguya import GAME, codes
from sim.games.kaguya.view import VIEW

from ..kit import honesty
from ..kit.chance import places_of_cards, shuffle_p_value
from ..kit.honesty import Collection, Point, State

KINDS = tuple(f"D{i}" for i in range(1, 11))

#: Points of each kind for each pack and way to play.
N_EACH = SIZES.honesty_points // (4 * len(KINDS))
N_WORLDS = 4
MAX_GAMES = 400


@cache
def driver() -> Driver:
    return Driver(GAME, data("standin"), 4)


@cache
def data(pack: str, preview: str = "hidden") -> GameData:
    return GAME.load(pack, None, [("rulings.event_preview", preview)], 4)


@cache
def points(pack: str, is_balanced: bool, preview: str = "hidden", n_each: int = N_EACH) -> list[Point]:
    """Up to `n_each` points of each kind that leave a choice, at most one of a kind and day from one game."""
    found = Collection(driver(), KINDS, n_each)
    driver().tables = np.array(data(pack, preview).tables)
    for game in range(MAX_GAMES):
        rng = random.Random(game)
        legal = driver().setup(7, game, tuple(rng.sample(range(4), 4)))
        found.begin_game()
        while legal:
            state = driver().state
            kind, day = VIEW.decision_name(state, data(pack)), int(state.day)
            is_likely = kind in ("D2", "D5")  # there are many: not always the first one of a day
            if len(legal) > 1 and found.wants(kind, day) and (not is_likely or rng.random() < 0.2):
                found.keep(kind, day)
            legal = driver().apply(legal[_choose(rng, len(legal), is_balanced, pack)])
        if found.is_full:
            break
    return found.points


def _choose(rng: random.Random, n: int, is_balanced: bool, pack: str) -> int:
    """A move by chance, or one by `balanced` with some chance mixed in, so that all kinds of points come up."""
    if n == 1 or not is_balanced or rng.random() < 0.2:
        return rng.randrange(n)
    return int(np.argmax(driver().describe() @ data(pack).weights["balanced"]))


def worlds(point: Point, n: int = N_WORLDS) -> list[State]:
    return honesty.worlds(driver(), point, n)


def described(point: Point, state: State) -> tuple[list[int], bytes]:
    """Legal actions, and the bits of all their features."""
    return honesty.described(driver(), point, state, np.eye(len(GAME.feature_names)))


SOURCES = [(pack, is_balanced) for pack in ("standin", "stress") for is_balanced in (False, True)]


def test_every_kind_of_decision_is_there() -> None:
    counts = Counter(point.kind for pack, is_balanced in SOURCES for point in points(pack, is_balanced))
    assert counts == dict.fromkeys(KINDS, N_EACH * len(SOURCES))


@pytest.mark.parametrize(("pack", "is_balanced"), SOURCES)
def test_features_and_legal_lists_know_nothing_hidden(pack: str, is_balanced: bool) -> None:
    for point in points(pack, is_balanced):
        driver().tables = np.array(data(pack).tables)
        expected = described(point, point.state)
        assert len(expected[0]) > 1
        for world in worlds(point):
            assert described(point, world) == expected, point.kind


def test_features_know_what_is_open() -> None:
    """The comparison can fail: another number of the day, which is open, is seen."""
    n_seen = 0
    for point in points("standin", False):
        driver().tables = np.array(data("standin").tables)
        other = point.state.copy()
        other[0].today = 7 - other[0].today
        n_seen += point.kind == "D2" and described(point, other)[1] != described(point, point.state)[1]
    assert n_seen > 0


@pytest.mark.parametrize(("pack", "preview"), [("standin", "hidden"), ("stress", "hidden"), ("standin", "open")])
def test_what_is_open_stays(pack: str, preview: str) -> None:
    """Byte for byte, save the places of hidden cards and the key of the dice."""
    for point in points(pack, False, preview, N_EACH if preview == "hidden" else 5):
        driver().tables = np.array(data(pack, preview).tables)
        before = VIEW.state_json(point.state[0], data(pack))
        for world in worlds(point):
            after = VIEW.state_json(world[0], data(pack))
            for kind in ("conversion", "action"):
                assert sorted(after["decks"][kind]) == sorted(before["decks"][kind])
            seen = set(codes_of_events(point.state)) - set(unseen_events(point.state))
            assert len(after["coming_events"]) == len(set(after["coming_events"]) - seen)
            if preview == "open":
                assert after["coming_events"] == before["coming_events"]
            for name in ("decks", "coming_events"):
                after[name] = before[name]
            assert after == before
            for name in ("decks", "events"):
                world[name] = point.state[name]
            world["core"]["table_key"] = point.state["core"]["table_key"]
            assert world.tobytes() == point.state.tobytes()


def codes_of_events(state: State) -> list[int]:
    """All event cards."""
    return [int(card) for card in state[0].events]


def unseen_events(state: State) -> list[int]:
    """Event cards that nobody has seen: those of the days to come, and those that never come."""
    json = VIEW.state_json(state[0], data("standin"))
    return [*json["coming_events"], *codes_of_events(state)[5:]]


@pytest.mark.parametrize("pack", ["standin", "stress"])
def test_what_is_hidden_changes(pack: str) -> None:
    """Decks differ unless they are tiny; coming events are drawn from all that were not seen."""
    n_same = n_decks = n_new = n_hidden = 0
    for point in points(pack, False):
        driver().tables = np.array(data(pack).tables)
        before = VIEW.state_json(point.state[0], data(pack))
        for world in worlds(point):
            after = VIEW.state_json(world[0], data(pack))
            assert int(world[0].core.table_key) != int(point.state[0].core.table_key)
            for kind in ("conversion", "action"):
                if len(before["decks"][kind]) >= 6:  # 1 in 720 stays by chance
                    n_decks += 1
                    n_same += after["decks"][kind] == before["decks"][kind]
            n_hidden += len(after["coming_events"])
            n_new += len(set(after["coming_events"]) - set(before["coming_events"]))
    assert n_decks > 20 * N_EACH
    assert n_same <= 5
    assert n_new / n_hidden > 0.5  # ten or more of the unseen events are not the ones that really come


@pytest.mark.parametrize("pack", ["standin", "stress"])
def test_future_rolls_change(pack: str) -> None:
    """The same moves from the same table: tomorrow's dice are others in every resampled world."""
    n = n_same = 0
    for point in points(pack, False):
        if point.kind == "D2" and int(point.state[0].day) < 4:
            driver().tables = np.array(data(pack).tables)
            rolled = [tomorrow(state) for state in (point.state, *worlds(point))]
            assert rolled[0] == tomorrow(point.state)
            n += len(rolled)
            n_same += len(rolled) - len(set(rolled))
    assert n > 2 * N_EACH
    assert n_same == 0


def tomorrow(state: State) -> str:
    """Today's number and all pools on the next morning, if nobody does more today than he must."""
    driver().states[:] = state
    day = int(state[0].day)
    legal = driver().legal()
    while driver().states[0].day == day:
        legal = driver().apply(legal[-1])
    json = VIEW.state_json(driver().states[0], data("standin"))
    return repr((json["today"], [seat["pool"] for seat in json["seats"]]))


def test_worlds_are_uniform() -> None:
    """Each hidden card comes to each place of its deck equally often, each unseen event to each coming day."""
    point = next(point for point in points("standin", False) if point.kind == "D1")
    driver().tables = np.array(data("standin").tables)
    n = 6000
    made = [world[0] for world in worlds(point, n)]
    for rows, cards in (
        (np.array([world.decks[0] for world in made]), range(codes.ACTION_FIRST)),
        (np.array([world.events for world in made]), range(codes.EVENT_FIRST, codes.EVENT_FIRST + 15)),
    ):
        found = places_of_cards(rows, cards)
        assert found.sum() == n * len(cards)
        assert shuffle_p_value(found) > 1e-6
