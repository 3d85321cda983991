"""What a kernel reaches: a fingerprint that changes with code and frozen values, and with nothing else."""

from __future__ import annotations

import enum
import subprocess
import sys
import types
from pathlib import Path

import numba
import numpy as np
import pytest
from toykit import TOY_FOLDER

from sim.kernel import kernel
from sim.kernel_sources import source_files
from sim.reach import Reach
from sim.registry import find

SOURCE = """
N = 3
@kernel
def low(x):
    return x + N
@kernel
def high(x, k=1):
    return low(x) * k
"""


def module(text=SOURCE, **values):
    """A module made of text; nothing of it is on disk."""
    made = types.ModuleType("made")
    vars(made).update(kernel=kernel, np=np, numba=numba, **values)
    exec(text, vars(made))
    return made


def fingerprint(made):
    return Reach(made.high).fingerprint


def test_equal_code_and_values_have_equal_fingerprints():
    assert fingerprint(module()) == fingerprint(module())
    assert len(Reach(module().high).functions) == 2


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("N = 3", "N = 4"),
        ("N = 3", "N = 3.0"),
        ("N = 3", "N = True"),
        ("x + N", "x - N"),
        ("x + N", "x + N + 1"),
        ("k=1", "k=2"),
        ("* k", "* (lambda: 2)() * k"),
        ("@kernel\ndef low", "@numba.njit(fastmath=True)\ndef low"),
    ],
)
def test_code_or_a_constant_changes_the_fingerprint(old, new):
    assert old in SOURCE
    assert fingerprint(module(SOURCE.replace(old, new))) != fingerprint(module())


class Colour(enum.IntEnum):
    RED = 1
    BLUE = 2


class Hue(enum.IntEnum):
    RED = 2
    BLUE = 1


def holder(value):
    made = types.ModuleType("holder")
    made.value = value
    return made


@pytest.mark.parametrize(
    ("use", "one", "other"),
    [
        ("N[0]", (1, 2), (1, 3)),
        ("N[0]", (1, (2, 3)), (1, (2, 4))),
        ("N[0]", np.array([1, 2]), np.array([1, 3])),
        ("N[0]", np.array([1, 2]), np.array([1, 2], np.int32)),
        ("N[0]", np.arange(100_000), np.arange(100_000) + (np.arange(100_000) == 50_000)),
        ("N", np.int8(1), np.int16(1)),
        ("N", np.float64(0.0), np.float64(-0.0)),
        ("N.RED", Colour, Hue),
        ("N", Colour.RED, Hue.BLUE),
        ("N.value", holder(1), holder(2)),
        ("N.value.value", holder(holder(1)), holder(holder(2))),
        ("N", np.dtype([("a", "i1")]), np.dtype([("a", "i2")])),
        ("N", numba.types.int8, numba.types.int16),
        ("N", "a", "b"),
        ("N(x)", abs, bool),
    ],
)
def test_every_kind_of_frozen_value_counts(use, one, other):
    text = SOURCE.replace("N = 3\n", "").replace("x + N", f"x + {use}")
    assert fingerprint(module(text, N=one)) == fingerprint(module(text, N=one))
    assert fingerprint(module(text, N=one)) != fingerprint(module(text, N=other))


def test_a_closure_counts():
    def make(n):
        return kernel(lambda x: x + n)

    assert Reach(make(1)).fingerprint == Reach(make(1)).fingerprint
    assert Reach(make(1)).fingerprint != Reach(make(2)).fingerprint


def test_modules_that_hold_each_other_end():
    one, other = holder(1), holder(2)
    one.value, other.value = other, one
    text = SOURCE.replace("N = 3\n", "").replace("x + N", "x + N.value.value.n")
    one.n = 1
    first = fingerprint(module(text, N=one))
    one.n = 2
    assert fingerprint(module(text, N=one)) != first


def test_a_compile_changes_no_fingerprint():
    made = module()
    before = fingerprint(made)
    assert made.high(1) == 4
    assert fingerprint(made) == before


def test_the_fingerprint_is_the_same_in_every_process():
    """The order of sets and the addresses of objects differ between processes."""
    code = "import sys; from sim.registry import find; from sim.reach import Reach; g = find(sys.argv[1])\n"
    code += "def f(x):\n    return x in {'a', 'b', 'c', 'd'} and g\n"
    code += "print(Reach(g.setup, g.apply, g.features, f).fingerprint)"
    command = [sys.executable, "-c", code, str(TOY_FOLDER)]
    environment = {"PYTHONPATH": str(Path(__file__).parents[1])}
    found = {
        subprocess.run(command, env={**environment, "PYTHONHASHSEED": seed}, capture_output=True, check=True).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1
    assert len(found.pop().strip()) == 24


def test_files_of_the_toy_are_found():
    game = find(str(TOY_FOLDER))
    names = [file.name for file in Reach(game.setup, game.apply, game.determinize).files()]
    assert names == ["core.py", "rng.py", "rules.py", "verbs.py"]
    assert len(source_files(game, ())) == len(set(source_files(game, ())))
