"""Policies know only what their seat may know: features do not change when the hidden world is resampled.

Hidden is the order of both draw decks, and nothing else.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from reference.konoten.data import Data

from sim.driver import Driver
from sim.game import GameData
from sim.games.konoten import GAME, codes

from ..kit.chance import places_of_cards, shuffle_p_value
from .taste import Taste

KINDS = tuple(f"N-D{i}" for i in range(1, 18))

#: Points of each kind; a thousand in all, and a few more.
N_EACH = 59
N_WORLDS = 3
MAX_GAMES = 3000

State = np.ndarray[Any, Any]

#: Tokens and creativity come faster, so that the ends of the growth sheets are met often.
SETS = (
    ("rules.supply_tokens", "2"), ("rules.start_stock", "9"), ("rules.tokens_per_player", "17"),
    ("rules.supply_creativity", "2"), ("rules.supply_ap", "9"),
)  # fmt: skip


@dataclass(frozen=True)
class Point:
    """A decision point: its kind, and a copy of the state there, shape (1,)."""

    kind: str
    n_seats: int
    state: State


@cache
def data() -> GameData:
    return GAME.load("standin", None, SETS, 4)


@cache
def driver() -> Driver:
    return Driver(GAME, data(), 4)


@cache
def points() -> tuple[Point, ...]:
    """`N_EACH` points of each kind that leave a choice, at most one of a kind and round from one game."""
    found: list[Point] = []
    taken: Counter[str] = Counter()
    sheets = {c: {n: node.before for n, node in sheet.items()} for c, sheet in Data().sheets.items()}
    for game in range(MAX_GAMES):
        rng = random.Random(f"honesty {game}")
        driver().n_seats = 2 + game % 3
        legal = driver().setup(7, game, tuple(rng.sample(range(6), driver().n_seats)))
        taste, seen = Taste(rng, sheets, is_uniform=game % 4 == 0), set()
        while legal:
            if len(legal) == 1:
                legal = driver().apply(legal[0])
                continue
            state = driver().states[0]
            kind, when = f"N-D{int(state.decision)}", int(state.round_no)
            if taken[kind] < N_EACH and (kind, when) not in seen and rng.random() < 0.5:
                seen.add((kind, when))
                taken[kind] += 1
                found.append(Point(kind, driver().n_seats, driver().states.copy()))
            texts = [GAME.view.action_text(state, data(), code) for code in legal]
            character = codes.CHARACTERS[int(state.seats[int(state.core.actor)].character)]
            legal = driver().apply(legal[texts.index(taste.choose(texts, {"character": character}))])
        if all(taken[kind] == N_EACH for kind in KINDS):
            break
    return tuple(found)


def worlds(point: Point, n: int = N_WORLDS) -> list[State]:
    """The state of a point with the hidden part resampled for the seat that decides."""
    made = []
    for key in range(n):
        driver().states[:] = point.state
        driver().resample(int(point.state[0].core.actor), 1000 + key)
        made.append(driver().states.copy())
    return made


def described(point: Point, state: State, weights: State) -> tuple[list[int], bytes]:
    """Legal actions and the bits of their values under some weights, which see every feature."""
    driver().states[:], driver().n_seats = state, point.n_seats
    legal = driver().legal()
    return legal, b"".join(driver().weigh(row).tobytes() for row in weights)


@cache
def weight_rows() -> State:
    """Each feature alone, or, of many, random mixtures of all."""
    n = len(GAME.feature_names)
    return np.eye(n) if n <= 8 else np.random.default_rng(1).normal(size=(3, n))


def test_every_kind_of_decision_is_there() -> None:
    assert Counter(point.kind for point in points()) == dict.fromkeys(KINDS, N_EACH)


def test_features_and_legal_lists_know_nothing_hidden() -> None:
    for point in points():
        expected = described(point, point.state, weight_rows())
        assert len(expected[0]) > 1
        for world in worlds(point):
            assert described(point, world, weight_rows()) == expected, point.kind


def test_features_leave_the_state_alone() -> None:
    """Save the notes of clauses that asking may set."""
    for point in points()[::7]:
        driver().states[:] = point.state
        driver().legal()
        before = driver().states.copy()
        driver().weigh(weight_rows()[0])
        after = driver().states.copy()
        for state in (before, after):
            for name in ("notes", "log", "n_log"):
                state["core"][name] = 0
        assert before.tobytes() == after.tobytes()


def test_what_is_open_stays() -> None:
    """Byte for byte, save the order of the cards that lie in the decks."""
    for point in points():
        before = GAME.view.state_json(point.state[0], data())
        for world in worlds(point):
            after = GAME.view.state_json(world[0], data())
            for sort in ("normal", "vp"):
                assert sorted(after["decks"][sort]) == sorted(before["decks"][sort])
            after["decks"] = before["decks"]
            assert after == before
            for name in ("normal_deck", "vp_deck"):
                world[name] = point.state[name]
            assert world.tobytes() == point.state.tobytes()


def test_what_is_hidden_changes() -> None:
    """A deck of six cards or more stays in its order once in 720 times or less."""
    n = n_same = 0
    for point in points():
        before = GAME.view.state_json(point.state[0], data())["decks"]["normal"]
        if len(before) >= 6:
            for world in worlds(point):
                n += 1
                n_same += GAME.view.state_json(world[0], data())["decks"]["normal"] == before
    assert n > 300
    assert n_same <= 5


def test_worlds_are_uniform() -> None:
    """Each hidden card comes to each place of its deck equally often."""
    point = next(point for point in points() if point.kind == "N-D1" and point.state[0].n_left[0] == 30)
    n, made = 6000, []
    for key in range(n):
        driver().states[:] = point.state
        driver().resample(0, key)
        made.append(driver().states[0].normal_deck[:30].copy())
    rows, cards = np.array(made), sorted(point.state[0].normal_deck[:30])
    found = places_of_cards(rows, cards)
    assert found.sum() == n * 30
    assert shuffle_p_value(found) > 1e-6


def test_decks_are_drawn_from_the_end() -> None:
    """What `determinize` shuffles is what is still to come: the next card of the display is on top."""
    point = next(point for point in points() if point.kind == "N-D2" and point.state[0].n_left[0] > 0)
    driver().states[:], driver().n_seats = point.state, point.n_seats
    state = driver().states[0]
    top = int(state.normal_deck[int(state.n_left[0]) - 1])
    collects = [code for code in driver().legal() if code >> 24 == codes.FORM_COLLECT and (code >> 16) & 255 < 8]
    if not collects:
        state.seats[int(state.core.actor)].ap = 9
        collects = [code for code in driver().legal() if code >> 24 == codes.FORM_COLLECT and (code >> 16) & 255 < 8]
    driver().apply(collects[0])
    assert driver().states[0].display[(collects[0] >> 16) & 255] == top
