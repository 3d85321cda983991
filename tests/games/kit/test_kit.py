"""What the kit finds and what it does not: its own small checks can fail."""

from __future__ import annotations

import math
from types import ModuleType

import numpy as np
import pytest
from scipy import stats

from .agreement import differences, sets_of, variants
from .bad_data import card_of, lines_of, named_line, unsaid
from .chance import places_of_cards, shuffle_p_value
from .means import Mean, Sums, half_digit
from .styles import alike
from .transcripts import first_difference
from .vocabulary import named_constants, places


def test_errors_come_from_block_means() -> None:
    """The textbook's figures: standard error of the mean of 50 block means, spread of 200 values."""
    rng = np.random.default_rng(5)
    blocks = rng.normal(3.0, 2.0, (50, 4)) + rng.normal(0.0, 1.0, (50, 1))
    sums = Sums()
    sums.add(blocks[:20])
    sums.add(blocks[20:])
    assert sums.mean().value == pytest.approx(blocks.mean(), rel=1e-12)
    assert sums.mean().error == pytest.approx(stats.sem(blocks.mean(axis=1)), rel=1e-9)
    assert sums.mean().spread == pytest.approx(blocks.std(), rel=1e-9)


def test_a_mean_is_near_within_four_errors_of_both_samples() -> None:
    """4 * sqrt(0.03**2 + 0.04**2) = 0.2, and 0.05 for a printed tenth."""
    mean = Mean(5.0, 0.03)
    assert mean.is_near(5.249, 0.04, half_digit("5.2"))
    assert mean.is_near(4.751, 0.04, half_digit("5.2"))
    assert not mean.is_near(5.251, 0.04, half_digit("5.2"))
    assert not mean.is_near(math.nan, 0.04, half_digit("5.2"))


def test_fair_shuffles_are_told_from_unfair_ones() -> None:
    rng = np.random.default_rng(5)
    fair = rng.permuted(np.tile(np.arange(6), (6000, 1)), axis=1)
    unfair = fair.copy()
    unfair[:300] = np.arange(6)
    counts = places_of_cards(fair, range(6))
    assert counts.sum(axis=0).tolist() == counts.sum(axis=1).tolist() == [6000] * 6
    assert shuffle_p_value(counts) > 1e-6
    assert shuffle_p_value(places_of_cards(unfair, range(6))) < 1e-6


def test_p_values_of_fair_shuffles_are_uniform() -> None:
    rng = np.random.default_rng(5)
    p = [
        shuffle_p_value(places_of_cards(rng.permuted(np.tile(np.arange(5), (400, 1)), axis=1), range(5)))
        for _ in range(400)
    ]
    assert stats.kstest(p, "uniform").pvalue > 1e-3


def test_every_difference_has_a_line() -> None:
    kernel = {"a": [1, {"b": 2}], "c": 3, "d": 4}
    assert differences(kernel, {"a": [1, {"b": 2}], "c": 3, "d": 4}) == []
    found = differences(kernel, {"a": [1, {"b": 5}], "c": [3], "e": 4}, "state")
    assert found == [
        "state.a[1].b: kernel 2, reference 5",
        "state.c: kernel 3, reference [3]",
        "state.d is missing in the reference",
        "state.e is missing in the kernel",
    ]


def test_variants_change_one_thing_each() -> None:
    assert variants({"ties": ("share", "none"), "late": (False, True)}, [{"dice": 3}]) == [
        ("as shipped", {}, {}), ("ties = none", {}, {"ties": "none"}), ("late = True", {}, {"late": True}),
        ("constants 0", {"dice": 3}, {}),
    ]  # fmt: skip
    assert sets_of({"dice": [3]}, {"late": True}) == [("rules.dice", "[3]"), ("rulings.late", "true")]


def test_a_changed_line_of_a_transcript_is_named() -> None:
    assert first_difference("a\nb\n", "a\nb\n") == ""
    assert first_difference("a\nc\n", "a\nb\n") == "line 2: 'c', was 'b'"
    assert first_difference("a\n", "a\nb\n") == "1 lines, were 2"


def test_lines_and_parts_of_a_refusal() -> None:
    pack = '[[card]]\nid = "x"\nn = 1\n[[card]]\nid = "y"\nn = 2\n'
    assert (lines_of(pack, "x"), lines_of(pack, "y")) == (range(2, 4), range(5, 7))
    assert named_line("mine.toml line 5: y.n = 2") == 5
    assert (card_of(["y.n = 2"]), card_of(["y is blank"])) == ("y", "y")
    assert unsaid(["y.n", "integer"], "mine.toml line 5: y.n = 2") == ["integer"]


def test_constants_by_the_words_of_their_names() -> None:
    module = ModuleType("codes")
    module.OP_FLIP_DIE, module.OP_DRAW, module.OPS = 0, 1, ("flip_die", "draw")  # type: ignore[attr-defined]
    assert named_constants(module, "OP_") == places(("flip_die", "draw")) == {"flip die": 0, "draw": 1}


def test_styles_that_differ_in_few_columns_are_alike() -> None:
    rows = np.zeros(4, [("a", "f8"), ("b", "f8"), ("c", "f8")])
    other, third = rows.copy(), rows.copy()
    other["a"] = other["b"] = third["a"] = third["b"] = third["c"] = 1
    assert alike({"x": rows, "y": other, "z": third}, "abc") == [("x", "y"), ("y", "z")]
