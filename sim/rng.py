"""Random streams. Every random number of the product comes from here.

All numbers are pure functions of (key, index): nothing is carried along but counters, so game i is the same game for
any number of workers. The algorithm is frozen; tests/test_rng.py holds known answers, and `sim.rng_twin` is the same
in plain Python.

    mix(z)            the finalizer of splitmix64 (Steele, Lea and Flood 2014)
    fold(key, x)      mix((key ^ mix(x + GOLDEN)) + GOLDEN): a key made from a key and a number
    draw(key, i, n)   z = mix(key + (i + 1) * GOLDEN); the upper 32 bits of z times n, upper half taken (Lemire 2019);
                      a draw that would be biased is rejected and z = mix(z + GOLDEN) tried next
    shuffle           Fisher-Yates from the last place down: for i = n-1 .. 1 swap place i with draw(key, n-1-i, i+1)

Keys: study = fold(SALT, seed), then fold(study, purpose) and fold of the parts named in the table.

    purpose  value  key parts                          for
    DEAL     1      deal, then the game's sub-keys     decks, events
    TABLE    2      deal, then the game's sub-keys     luck at the table: dice, reshuffles
    POLICY   3      game, participant                  a policy's own choices and broken ties
    SEARCH   4      game, participant                  resampled worlds of policies that look ahead
    PLAN     5      block                              who takes part, where the plan deals characters

`deal` is the number that the plan gives a deal (`sim.plan`): the block's where its games share their deal, the game's
where each has its own.
"""

from __future__ import annotations

import numpy as np
from numba import uint64

from sim import rng_twin
from sim.kernel import is_jit_off, small_kernel

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
SALT = rng_twin.SALT

DEAL = 1
TABLE = 2
POLICY = 3
SEARCH = 4
PLAN = 5


def _mix(z):  # type: ignore[no-untyped-def]
    z = uint64(z)
    z = (z ^ (z >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> uint64(27))) * uint64(0x94D049BB133111EB)
    return z ^ (z >> uint64(31))


def _fold(key, x):  # type: ignore[no-untyped-def]
    return mix((uint64(key) ^ mix(uint64(x) + GOLDEN)) + GOLDEN)


def _draw(key, index, n):  # type: ignore[no-untyped-def]
    z = mix(uint64(key) + (uint64(index) + uint64(1)) * GOLDEN)
    wide = uint64(n)
    m = (z >> uint64(32)) * wide
    low = m & uint64(0xFFFFFFFF)
    if low < wide:
        threshold = (uint64(0x100000000) - wide) % wide
        while low < threshold:
            z = mix(z + GOLDEN)
            m = (z >> uint64(32)) * wide
            low = m & uint64(0xFFFFFFFF)
    return np.int64(m >> uint64(32))


if is_jit_off():
    mix, fold, draw = rng_twin.mix, rng_twin.fold, rng_twin.draw
else:
    mix = small_kernel(_mix)
    fold = small_kernel(_fold)
    draw = small_kernel(_draw)


def study_key(seed: int, purpose: int) -> int:
    """Key of one purpose in a study, as a Python int below 2**64."""
    return rng_twin.fold(rng_twin.fold(SALT, seed), purpose)
