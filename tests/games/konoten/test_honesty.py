"""Policies know only what their seat may know: features do not change when the hidden world is resampled.

Hidden is the order of both draw decks, and nothing else.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import numpy as np
from reference.konoten.data import Data
from sizes import SIZES

from sim.driver import Driver
from sim.game import GameData
from sim.games.konoten import GAME, codes

from ..kit import honesty
from ..kit.chance import places_of_cards, shuffle_p_value
from ..kit.honesty import Collection, Point, State, stand_at
from .taste import Taste

KINDS = tuple(f"N-D{i}" for i in range(1, 18))

#: Points of each kind.
N_EACH = -(-SIZES.honesty_points // len(KINDS))
N_WORLDS = 3
MAX_GAMES = 3000

#: Tokens and creativity come faster, so that the ends of the growth sheets are met often.
SETS = (
    ("rules.supply_tokens", "2"), ("rules.start_stock", "9"), ("rules.tokens_per_player", "17"),
    ("rules.supply_creativity", "2"), ("rules.supply_ap", "9"),
)  # fmt: skip


@cache
def data() -> GameData:
    return GAME.load("standin", None, SETS, 4)


@cache
def driver() -> Driver:
    return Driver(GAME, data(), 4)


@cache
def points() -> list[Point]:
    """`N_EACH` points of each kind that leave a choice, at most one of a kind and round from one game."""
    found = Collection(driver(), KINDS, N_EACH)
    sheets = {c: {n: node.before for n, node in sheet.items()} for c, sheet in Data().sheets.items()}
    for game in range(MAX_GAMES):
        rng = random.Random(f"honesty {game}")
        driver().n_seats = 2 + game % 3
        legal = driver().setup(7, game, tuple(rng.sample(range(6), driver().n_seats)))
        taste = Taste(rng, sheets, is_uniform=game % 4 == 0)
        found.begin_game()
        while legal:
            if len(legal) == 1:
                legal = driver().apply(legal[0])
                continue
            state = driver().states[0]
            kind, when = f"N-D{int(state.decision)}", int(state.round_no)
            if found.wants(kind, when) and rng.random() < 0.5:
                found.keep(kind, when)
            texts = [GAME.view.action_text(state, data(), code) for code in legal]
            character = codes.CHARACTERS[int(state.seats[int(state.core.actor)].character)]
            legal = driver().apply(legal[texts.index(taste.choose(texts, {"character": character}))])
        if found.is_full:
            break
    return found.points


def worlds(point: Point) -> list[State]:
    return honesty.worlds(driver(), point, N_WORLDS)


def described(point: Point, state: State) -> tuple[list[int], bytes]:
    """Legal actions, and the bits of their values under weights that see every feature."""
    return honesty.described(driver(), point, state, weight_rows())


@cache
def weight_rows() -> State:
    """Each feature alone, or, of many, random mixtures of all."""
    n = len(GAME.feature_names)
    return np.eye(n) if n <= 8 else np.random.default_rng(1).normal(size=(3, n))


def test_every_kind_of_decision_is_there() -> None:
    assert Counter(point.kind for point in points()) == dict.fromkeys(KINDS, N_EACH)


def test_features_and_legal_lists_know_nothing_hidden() -> None:
    for point in points():
        expected = described(point, point.state)
        assert len(expected[0]) > 1
        for world in worlds(point):
            assert described(point, world) == expected, point.kind


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
    assert n > 5 * N_EACH
    assert n_same <= 5


def test_worlds_are_uniform() -> None:
    """Each hidden card comes to each place of its deck equally often."""
    point = next(point for point in points() if point.kind == "N-D1" and point.state[0].n_left[0] == 30)
    n = 6000
    rows = np.array([world[0].normal_deck[:30] for world in honesty.worlds(driver(), point, n, first_key=0)])
    cards = sorted(point.state[0].normal_deck[:30])
    found = places_of_cards(rows, cards)
    assert found.sum() == n * 30
    assert shuffle_p_value(found) > 1e-6


def test_decks_are_drawn_from_the_end() -> None:
    """What `determinize` shuffles is what is still to come: the next card of the display is on top."""
    point = next(point for point in points() if point.kind == "N-D2" and point.state[0].n_left[0] > 0)
    stand_at(driver(), point)
    state = driver().states[0]
    top = int(state.normal_deck[int(state.n_left[0]) - 1])
    collects = [code for code in driver().legal() if code >> 24 == codes.FORM_COLLECT and (code >> 16) & 255 < 8]
    if not collects:
        state.seats[int(state.core.actor)].ap = 9
        collects = [code for code in driver().legal() if code >> 24 == codes.FORM_COLLECT and (code >> 16) & 255 < 8]
    driver().apply(collects[0])
    assert driver().states[0].display[(collects[0] >> 16) & 255] == top
