"""Policies: random, linear, a user's; ties, memory, hidden cards, names."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats
from toykit import one_row, toy

from sim.driver import Driver
from sim.errors import UserError
from sim.loop import study_keys
from sim.playout import Player
from sim.policies.resolve import resolve_policies
from sim.rng_twin import draw, fold


def test_random_policy_is_uniform_and_uses_the_policy_stream():
    game, data = toy()
    player = Player(game, data, ["random"], 3, 6)
    keys = study_keys(6)
    entry = one_row(41, block=6)
    draws = {0: 0, 1: 0, 2: 0}
    for step in list(player.iterate(entry))[1:]:
        if not step.is_forced:
            key = fold(fold(int(keys[2]), 41), step.seat)
            assert step.legal.index(step.action) == draw(key, draws[step.seat], len(step.legal))
            draws[step.seat] += 1


def first_choices(policy, n):
    """Index of the first action chosen in each of n games."""
    game, data = toy()
    player = Player(game, data, [policy], 3, 12)
    chosen = []
    for i in range(n):
        steps = player.iterate(one_row(i, block=0))
        next(steps)
        step = next(steps)
        chosen.append(step.legal.index(step.action))
    return np.bincount(chosen, minlength=3)


@pytest.mark.parametrize("policy", ["random", "equal"])
def test_equal_values_are_chosen_uniformly(policy):
    counts = first_choices(policy, 3000)
    assert stats.chisquare(counts).pvalue > 1e-6
    assert stats.chisquare(counts).pvalue < 1 - 1e-9


def test_a_clear_best_action_is_always_chosen():
    game, data = toy()
    driver = Driver(game, data, 3)
    player = Player(game, data, ["balanced"], 3, 12)
    weights = data.weights["balanced"]
    checked = 0
    for i in range(40):
        previous = None
        for step in player.iterate(one_row(i, block=i)):
            if previous is not None and not step.is_forced:
                driver.states[:] = previous
                values = driver.describe() @ weights
                assert values[step.legal.index(step.action)] == values.max()
                checked += 1
            previous = step.state
    assert checked > 200


def test_features_are_weighed_as_they_are_described():
    driver = Driver(*toy(), 3)
    driver.setup(seed=5)
    rows = driver.describe()
    assert (rows[:, :2] != 0).any(axis=0).all()
    for weights in np.random.default_rng(5).normal(size=(20, 4)):
        assert driver.weigh(weights) == pytest.approx(rows @ weights, rel=1e-12)


def test_unknown_policy_lists_the_known_ones():
    with pytest.raises(
        UserError, match=r"unknown policy 'balancd': did you mean 'balanced'\? known are random, balanced"
    ):
        resolve_policies(["balancd"], toy()[1], 4)


def test_weights_must_be_finite():
    game, data = toy()
    broken = replace(data, weights={"odd": np.array([1.0, np.nan, 0, 0])})
    with pytest.raises(UserError, match="policy 'odd': every weight must be a finite number"):
        Player(game, broken, ["odd"], 3, 1)


USER_FILE = """
from sim.rng import draw

def first(state, tables, actions, n, weights, memory):
    return 0

def every_second(state, tables, actions, n, weights, memory):
    memory[0] += 1
    return int(memory[0]) % 2 % n

def beyond(state, tables, actions, n, weights, memory):
    return n

def spy(state, tables, actions, n, weights, memory):
    other = (state.core.actor + 1) % state.core.n_seats
    return state.hand[other, 0] % n

def lucky(state, tables, actions, n, weights, memory):
    core = state.core
    index = draw(core.policy_keys[core.actor], core.policy_draws[core.actor], n)
    core.policy_draws[core.actor] += 1
    return index
"""


@pytest.fixture(scope="module")
def policy_file(tmp_path_factory):
    file = tmp_path_factory.mktemp("policies") / "mine.py"
    file.write_text(USER_FILE)
    return file


def choices(name):
    game, data = toy()
    steps = Player(game, data, [name], 3, 1).iterate(one_row(3))
    return [(step.seat, step.legal.index(step.action)) for step in steps if step.seat >= 0 and not step.is_forced]


def test_a_users_policy_plays(policy_file):
    assert {index for _, index in choices(f"{policy_file}:first")} == {0}


def test_memory_belongs_to_one_seat_and_one_game(policy_file):
    by_seat = {}
    for seat, index in choices(f"{policy_file}:every_second"):
        by_seat.setdefault(seat, []).append(index)
    assert all(seen == [(k + 1) % 2 for k in range(len(seen))] for seen in by_seat.values())
    assert set(by_seat) == {0, 1, 2}


def test_a_users_policy_draws_like_random(policy_file):
    assert choices(f"{policy_file}:lucky") == choices("random")


def test_a_users_policy_does_not_see_hidden_cards_unless_it_says_so(policy_file, tmp_path):
    """`spy` picks by another seat's first card: on the true state it would always answer the same in a block."""
    open_file = tmp_path / "open.py"
    open_file.write_text("sees_all = True\n" + USER_FILE)

    def answers(name):
        game, data = toy()
        player = Player(game, data, [name], 3, 1)
        found = set()
        for i in range(60):
            steps = player.iterate(one_row(i, block=0))
            next(steps)
            found.add(next(steps).action)
        return found

    assert len(answers(f"{policy_file}:spy")) == 3
    assert len(answers(f"{open_file}:spy")) == 1


def test_an_index_out_of_range_is_refused(policy_file):
    with pytest.raises(UserError, match=r"mine.py:beyond' chose index 3, no index of a legal action"):
        choices(f"{policy_file}:beyond")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("no/such.py:first", "there is no file no/such.py"),
        ("{}:frist", "unknown function in .*did you mean 'first'"),
        ("{}:", r"is named path/file.py:name"),
    ],
)
def test_a_users_policy_that_is_not_there(policy_file, name, message):
    game, data = toy()
    with pytest.raises(UserError, match=message):
        _ = Player(game, data, [name.format(policy_file)], 3, 1).warm()
