"""Random streams: known answers, equality of kernel and twin, uniformity."""

from __future__ import annotations

import ast
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import njit
from scipy import stats
from sizes import SIZES

from sim import rng, rng_twin, verbs

#: First numbers of splitmix64 from seed 1234567, as published with the generator and in its ports.
SPLITMIX = (6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821)
SALT = 0x6661697273656174
U64 = st.integers(0, 2**64 - 1)


@njit
def call_mix(z):
    return rng.mix(z)


@njit
def call_fold(key, x):
    return rng.fold(key, x)


@njit
def call_draw(key, index, n):
    return rng.draw(key, index, n)


@njit
def call_shuffle(items, n, key):
    verbs.shuffle(items, n, key)


@njit
def count_positions(key, n_shuffles, n_items):
    """Counts[card, position] over many shuffles."""
    counts = np.zeros((n_items, n_items), np.int64)
    items = np.zeros(n_items, np.int64)
    for s in range(n_shuffles):
        for i in range(n_items):
            items[i] = i
        verbs.shuffle(items, n_items, rng.fold(key, s))
        for place in range(n_items):
            counts[items[place], place] += 1
    return counts


def test_mix_is_the_finalizer_of_splitmix64():
    outputs = [(1234567 + (i + 1) * rng_twin.GOLDEN) % 2**64 for i in range(5)]
    assert tuple(rng_twin.mix(z) for z in outputs) == SPLITMIX
    assert tuple(int(call_mix(np.uint64(z))) for z in outputs) == SPLITMIX


@pytest.mark.parametrize(
    ("z", "answer"),
    [(0, 0), (1, 0x5692161D100B05E5), (2**63, 0x25C26EA579CEA98A), (2**64 - 1, 0xB4D055FCF2CBBD7B)],
)
def test_mix_known_answers(z, answer):
    assert rng_twin.mix(z) == answer
    assert int(call_mix(np.uint64(z))) == answer


@pytest.mark.parametrize(
    ("key", "x", "answer"),
    [
        (0, 0, 0xA706DD2F4D197E6F),
        (SALT, 0, 0x752E4D6ACE2A4B37),
        (SALT, 1, 0x2BCF8ACD50C662B0),
        (1, 2**63, 0x0E2035DF9333384D),
        (2**64 - 1, 7, 0xA9A96B699DC41760),
    ],
)
def test_fold_known_answers(key, x, answer):
    assert rng_twin.fold(key, x) == answer
    assert int(call_fold(np.uint64(key), np.uint64(x))) == answer


def test_study_key_known_answers():
    assert rng.study_key(0, rng.DEAL) == 0x178443B46D15A161
    assert rng.study_key(0, rng.TABLE) == 0x672EEF33FBC2E962
    assert rng.study_key(1, rng.DEAL) == 0x8C16FCFDBF80AD55
    assert rng.study_key(2**64 - 1, rng.PLAN) == 0x3852F7D2F6772BD3


@pytest.mark.parametrize(
    ("key", "n", "answers"),
    [
        (1234567, 6, [2, 1, 3, 1, 5, 2, 3, 1, 2, 4, 2, 2]),
        (0, 52, [45, 22, 1, 50, 5, 17, 9, 40, 12, 49, 20, 39]),
        # draws 4 and 5 are rejected once: the range is three quarters of 2**32
        (SALT, 3 * 2**30, [269590502, 798118030, 2234942716, 3138859072, 773154344, 2664286817]),
    ],
)
def test_draw_known_answers(key, n, answers):
    assert [rng_twin.draw(key, i, n) for i in range(len(answers))] == answers
    assert [call_draw(np.uint64(key), i, n) for i in range(len(answers))] == answers


def test_draw_takes_the_upper_half_of_the_product():
    assert [rng_twin.draw(1234567, i, 6) for i in range(5)] == [(z >> 32) * 6 >> 32 for z in SPLITMIX]


@pytest.mark.parametrize(
    ("key", "answer"), [(1234567, [6, 9, 0, 7, 2, 5, 8, 4, 1, 3]), (0, None), (2**64 - 1, None), (SALT, None)]
)
def test_shuffle_known_answer_and_twin(key, answer):
    items = list(range(10))
    rng_twin.shuffle(key, items)
    assert answer is None or items == answer
    array = np.arange(10)
    call_shuffle(array, 10, np.uint64(key))
    assert array.tolist() == items


def test_shuffle_leaves_the_places_beyond_n_alone():
    items, array = [3, 1, 4], np.array([3, 1, 4, 1, 5], np.int8)
    rng_twin.shuffle(SALT, items)
    call_shuffle(array, 3, np.uint64(SALT))
    assert array.tolist() == [*items, 1, 5]


@given(U64, U64, st.integers(0, 2**32), st.integers(1, 2**32 - 1))
def test_kernels_equal_the_twin(key, x, index, n):
    assert int(call_mix(np.uint64(key))) == rng_twin.mix(key)
    assert int(call_fold(np.uint64(key), np.uint64(x))) == rng_twin.fold(key, x)
    assert call_draw(np.uint64(key), index, n) == rng_twin.draw(key, index, n)


@given(st.integers(0, 127))
def test_small_signed_fields_fold_like_plain_ints(x):
    assert int(call_fold(np.uint64(SALT), np.int8(x))) == rng_twin.fold(SALT, x)
    assert int(call_fold(np.uint64(SALT), np.int64(x))) == rng_twin.fold(SALT, x)


@pytest.mark.parametrize("seed", range(SIZES.shuffle_seeds))
def test_every_card_is_equally_often_in_every_position(seed):
    n = 12
    counts = count_positions(np.uint64(rng.study_key(seed, rng.DEAL)), SIZES.shuffles, n)
    expected = SIZES.shuffles / n
    # Rows and columns have fixed sums, which leaves (n-1)^2 degrees of freedom; the factor (n-1)/n is due to the
    # permutation structure: the covariance of a uniform permutation matrix.
    statistic = ((counts - expected) ** 2 / expected).sum() * (n - 1) / n
    assert stats.chi2.sf(statistic, (n - 1) ** 2) > 1e-6
    assert stats.chi2.cdf(statistic, (n - 1) ** 2) > 1e-6


def test_no_module_uses_numpys_or_pythons_generators():
    for file in (Path(rng.__file__).parent).rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr == "random":
                owner = node.value
                assert not (isinstance(owner, ast.Name) and owner.id in ("np", "numpy")), f"{file}:{node.lineno}"
            if isinstance(node, ast.Import):
                assert all(alias.name != "random" for alias in node.names), f"{file}:{node.lineno}"
            if isinstance(node, ast.ImportFrom):
                assert node.module not in ("random", "numpy.random"), f"{file}:{node.lineno}"
