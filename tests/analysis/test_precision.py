"""A number is shown only to the digits that its error allows."""

import pytest

from analysis.precision import decimals, percent, percent_interval, points, show


@pytest.mark.parametrize(
    ("error", "expected"),
    [(0.5, 1), (0.3, 1), (0.12, 2), (0.04, 2), (0.0123, 3), (3.0, 0), (25.0, 0), (1.2, 1), (0.99, 1)],
)
def test_decimals_follow_the_error(error: float, expected: int) -> None:
    assert decimals(error) == expected


def test_an_unknown_error_gives_no_more_than_asked() -> None:
    assert decimals(0.0, 3) == 3
    assert decimals(float("nan"), 2) == 2


def test_show() -> None:
    assert show(61.23456, 0.04) == "61.23"
    assert show(61.23456, 0.5) == "61.2"
    assert show(1234.5, 30.0) == "1234"
    assert show(float("nan"), 0.1) == "-"
    assert show(-0.0004, 0.02) == "0.00"
    assert (show(5.500000000000004, 3.0), show(-5.499999999999996, 3.0)) == ("6", "-6")


def test_percent_and_points() -> None:
    assert percent(0.26104, 0.001) == "26.10 %"
    assert percent(0.26104, 0.004) == "26.1 %"
    assert points(0.0123, 0.004) == "+1.2 pp"
    assert points(-0.0123, 0.004) == "-1.2 pp"
    assert points(0.0000001, 0.004) == "0.0 pp"


def test_interval_bounds_never_fall_together() -> None:
    assert percent_interval(0.261, 0.0022, 0.2567, 0.2653) == "26.1 % (25.7 to 26.5)"
    assert percent_interval(0.0, 0.0, 0.0, 0.0004) == "0.00 % (0.00 to 0.04)"


def test_points_of_an_unknown_error_claim_one_digit() -> None:
    assert points(0.20833333, float("nan")) == "+20.8 pp"
    assert points(-0.25, 0.0) == "-25.0 pp"
