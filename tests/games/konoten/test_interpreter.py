"""Kernels run as plain Python play the games of the compiled ones: no arithmetic depends on the compiler."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from sizes import size

SCRIPT = """
import random, sys, warnings
warnings.simplefilter("error")
from sim.driver import Driver
from sim.games.konoten import GAME
sets = [("rulings.worker_source", "lobby_or_lens"), ("rules.supply_creativity", "3"), ("rules.supply_tokens", "2")]
driver = Driver(GAME, GAME.load("standin", None, sets, 4), 4)
for number in range(int(sys.argv[1])):
    driver.n_seats = 2 + number % 3
    rng = random.Random(number)
    legal = driver.setup(3, number, tuple(rng.sample(range(6), driver.n_seats)))
    while legal:
        legal = driver.apply(legal[rng.randrange(len(legal))])
    core = driver.states[0]["core"]
    print(driver.outcome().tobytes().hex(), core["notes"].tobytes().hex())
"""


def play(is_jit_off: bool, n_games: int) -> str:
    tests = Path(__file__).parents[2]
    path = os.pathsep.join((str(tests), str(tests.parent)))
    env = {**os.environ, "NUMBA_DISABLE_JIT": str(int(is_jit_off)), "PYTHONPATH": path}
    command = [sys.executable, "-c", SCRIPT, str(n_games)]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_interpreter_and_machine_code_play_the_same_games() -> None:
    """A warning of an integer overflow in the interpreter is an error there."""
    n = size(60, 6)
    slow = play(True, n)
    assert len(slow.splitlines()) == n
    assert slow == play(False, n)
