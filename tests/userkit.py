"""Policies of a user, good and bad, for the tests of the command line; the fixture `mine` writes them to a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.main import main

ROOT = Path(__file__).resolve().parents[1]
TOY = str(ROOT / "tests" / "toy")

#: A comment at the end of a line marks the line that an error must name.
FILE = """
import numpy as np

from sim.rng import draw, fold

TABLE = {1: 2}


def read_outside(state, tables, actions, n, weights, memory):
    k = 100 + n
    return state.hand[0, k]  # read_outside


def write_outside(state, tables, actions, n, weights, memory):
    memory[n + 20] = 1  # write_outside
    return 0


def helper(memory, n):
    memory[n + 20] = 1  # call_outside


def call_outside(state, tables, actions, n, weights, memory):
    helper(memory, n)
    return 0


def divide(state, tables, actions, n, weights, memory):
    zero = n - n
    return n // zero  # divide


def late(state, tables, actions, n, weights, memory):
    if state.core.n_decisions > 4:
        raise ValueError("too late")  # late
    return 0


def nan(state, tables, actions, n, weights, memory):
    return int(np.nan)  # nan


def beyond(state, tables, actions, n, weights, memory):
    return n


def negative(state, tables, actions, n, weights, memory):
    return -1


def greedy_hands(state, tables, actions, n, weights, memory):
    tables.goal = 3
    return 0


def makes_array(state, tables, actions, n, weights, memory):
    z = np.zeros(n)  # makes_array
    return int(z[0])


def makes_list(state, tables, actions, n, weights, memory):
    z = [1, 2, n]
    return z[0] - 1


def reads_dict(state, tables, actions, n, weights, memory):
    return TABLE[1]  # reads_dict


def writes_actions(state, tables, actions, n, weights, memory):
    actions[0] = 3  # writes_actions
    return 0


def half(state, tables, actions, n, weights, memory):
    return 0.5


def sometimes(state, tables, actions, n, weights, memory):
    if n > 2:
        return 1


def misspelt(state, tables, actions, n, weights, memory):
    return state.handz[0, 0]  # misspelt


def spin(state, tables, actions, n, weights, memory):
    i = 0
    while state.core.n_decisions > 6:
        i = (i + n) % 7
    return 0


def wild(game):
    apply = game.apply

    def choose(state, tables, actions, n, weights, memory, spare):
        spare[0] = state
        apply(spare[0], tables, 2000000000)
        return 0

    return choose


def slow(state, tables, actions, n, weights, memory):
    total = 0
    for i in range(50000):
        total += draw(state.core.policy_keys[state.core.actor], i, n)
    return total % n


def first(state, tables, actions, n, weights, memory):
    return 0


def last(state, tables, actions, n, weights, memory):
    return n - 1


def vandal(state, tables, actions, n, weights, memory):
    state.steps[:] = 99
    state.core.is_over = 1
    return 0


def fortune_teller(state, tables, actions, n, weights, memory):
    core = state.core
    return int(draw(fold(core.table_key, core.participants[core.actor]), 0, 6) >= 3)


def mind_reader(state, tables, actions, n, weights, memory):
    core = state.core
    return draw(core.policy_keys[(core.actor + 1) % core.n_seats], 0, n)


def highest_card(game):
    apply = game.apply

    def walked(state, seat):
        return state.steps[seat]

    def choose(state, tables, actions, n, weights, memory, spare):
        seat = state.core.actor
        best, most = 0, -1
        for i in range(1, n):
            spare[0] = state
            apply(spare[0], tables, actions[i])
            steps = walked(spare[0], seat)
            if steps > most:
                best, most = i, steps
        return best

    return choose


def no_maker(game):
    return 3


def broken_maker(game):
    return game.nothing
"""


def line_of(mark: str) -> int:
    """Line of FILE with a mark."""
    return next(number for number, line in enumerate(FILE.splitlines(), 1) if line.endswith(f"# {mark}"))


def refused(policy: str, capsys: pytest.CaptureFixture[str], command: str = "simulate") -> str:
    """The one line of a command that ends with exit code 2 and leaves no run behind."""
    capsys.readouterr()
    arguments = ["--seed", "1"] if command == "replay" else ["-n", "600", "--out", "run"]
    assert main([command, TOY, "-q", "--policy", policy, *arguments]) == 2
    shown = capsys.readouterr()
    assert (shown.out, len(shown.err.splitlines())) == ("", 1)
    assert not list(Path().glob("run/*"))
    return shown.err
