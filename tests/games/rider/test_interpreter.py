"""Kernels run as plain Python play the games of the compiled ones: no arithmetic depends on the compiler."""

from __future__ import annotations

from sizes import size

from ..kit.fresh import run_fresh

SCRIPT = """
import random, sys, warnings
warnings.simplefilter("error")
from sim.driver import Driver
from sim.games.rider import GAME
driver = Driver(GAME, GAME.load("words", None, [("rulings.deal_forms", "all_cards"), ("rules.rage_cap", "9")], 5), 12)
for number in range(int(sys.argv[1])):
    driver.n_seats = (2, 3, 5)[number % 3]
    rng = random.Random(number)
    legal = driver.setup(3, number)
    while legal:
        legal = driver.apply(legal[rng.randrange(len(legal))])
    core = driver.states[0]["core"]
    driver.n_seats = 12
    print(driver.outcome().tobytes().hex(), core["notes"].tobytes().hex())
"""


def play(is_jit_off: bool, n_games: int) -> str:
    return run_fresh(SCRIPT, str(n_games), NUMBA_DISABLE_JIT=str(int(is_jit_off)))


def test_interpreter_and_machine_code_play_the_same_games() -> None:
    """A warning of an integer overflow in the interpreter is an error there."""
    n = size(30, 3)
    slow = play(True, n)
    assert len(slow.splitlines()) == n
    assert slow == play(False, n)
