"""Sentences of a search: bounds that leave the range, crossings that are only possible, digits."""

from __future__ import annotations

import math

import pytest

from analysis.fair_curve import Crossing
from analysis.fair_design import Key
from reports.fair_words import span_text, value_text

WHOLE, REAL = Key("rules.handicap.4", 0, 6, True), Key("rules.rate", 0.0, 1.0, False)


@pytest.mark.parametrize(
    ("one", "text"),
    [
        (Crossing(2.31, 2.12, 2.52, False, False, 1), "2.31 (2.12 to 2.52)"),
        (Crossing(2.3, 0.9, 4.1, False, False, 1), "2.3 (0.9 to 4.1)"),
        (Crossing(5.6, 4.0, 6.0, False, True, 1), "5.6 (4.0 or more)"),
        (Crossing(0.1, 0.0, 1.2, True, False, 1), "0.1 (1.2 or less)"),
        (Crossing(3.0, 0.0, 6.0, True, True, 1), "anywhere in the range, and beyond"),
        (Crossing(math.nan, 2.4, 3.6, False, False, 0), "perhaps 2.4 to 3.6"),
        (Crossing(math.nan, 5.99, 6.0, False, True, 0), "perhaps 5.990 or more"),
    ],
)
def test_crossings_in_words(one: Crossing, text: str) -> None:
    assert span_text(WHOLE, one) == text


def test_values_have_the_digits_that_make_sense() -> None:
    assert value_text(WHOLE, 3.0) == "3"
    assert value_text(REAL, 0.125) == "0.125"
    assert value_text(WHOLE, -0.0004, 0.1) == "0.00"
    assert value_text(WHOLE, math.nan) == "-"
