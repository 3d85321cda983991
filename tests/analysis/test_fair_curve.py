"""One key: crossings against a scan of the curve, least inequality, and how often intervals hold the truth."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from fairkit import Truth, exact_cells
from hypothesis import given
from hypothesis import strategies as st
from sizes import SIZES

from analysis.fair_cells import is_same, p_moved
from analysis.fair_curve import at_value, course, crossings, least, least_with_interval, worst
from analysis.intervals import t_quantile

X = np.arange(7.0)
#: Place 4 is behind and gains by the key; place 1 is ahead.
LATE = Truth((0.2, 0.05, -0.05, -0.2), ((0.0,), (0.0,), (0.0,), (0.06,)))


def random_covariance(rng: np.random.Generator, n: int) -> np.ndarray:
    root = rng.normal(size=(n, n))
    return root @ root.T / n


def test_a_straight_curve_crosses_where_arithmetic_says() -> None:
    off = 0.01 * (X - 2.25)
    (one,) = crossings(X, off, np.zeros((7, 7)), 1.96)
    assert one.value == pytest.approx(2.25)
    assert one.low == one.high == pytest.approx(2.25)
    assert (one.leaves_low, one.leaves_high, one.n_signs) == (False, False, 1)


def test_equal_errors_that_go_together_shift_the_curve() -> None:
    """A common error s of all cells moves a line of slope b by s / b: the interval is value +- q s / b."""
    (one,) = crossings(X, 0.01 * (X - 3.3), np.full((7, 7), 0.004**2), 2.0)
    assert (one.low, one.high) == (pytest.approx(3.3 - 0.8), pytest.approx(3.3 + 0.8))


def test_two_independent_cells_give_fiellers_interval() -> None:
    """Closed form: roots of (f0 + u d)^2 = q^2 s^2 ((1 - u)^2 + u^2)."""
    f0, f1, s, q = -0.02, 0.03, 0.005, 1.96
    d, v = f1 - f0, (q * s) ** 2
    a, b, c = d * d - 2 * v, 2 * f0 * d + 2 * v, f0 * f0 - v
    root = math.sqrt(b * b - 4 * a * c)
    (one,) = crossings(np.array([0.0, 1.0]), np.array([f0, f1]), np.eye(2) * s**2, q)
    assert (one.low, one.high) == (pytest.approx((-b - root) / (2 * a)), pytest.approx((-b + root) / (2 * a)))


@given(st.integers(0, 10_000))
def test_intervals_are_where_a_scan_finds_the_fair_line_within_the_band(seed: int) -> None:
    rng = np.random.default_rng(seed)
    x = np.cumsum(rng.uniform(0.2, 2.0, 6))
    off, covariance = rng.normal(size=6), random_covariance(rng, 6) * rng.choice([0.01, 0.3])
    quantile = 1.96
    found = crossings(x, off, covariance, quantile)
    fine = np.linspace(x[0], x[-1], 4_001)
    weights = np.array([np.interp(fine, x, row) for row in np.eye(6)]).T
    inside = np.abs(weights @ off) <= quantile * np.sqrt(np.einsum("ij,jk,ik->i", weights, covariance, weights))
    told = np.any([(fine >= one.low) & (fine <= one.high) for one in found], axis=0) if found else np.zeros(4_001, bool)
    edges = [bound for one in found for bound in (one.low, one.high)]
    near_edge = np.any([np.abs(fine - edge) < 2 * (fine[1] - fine[0]) for edge in edges], axis=0) if edges else ~inside
    assert (told == inside)[~near_edge].all()
    assert not inside.any() or found


def test_several_crossings_are_told_apart() -> None:
    off = np.array([-0.03, -0.01, 0.02, 0.03, 0.02, -0.01, -0.03])
    found = crossings(X, off, np.eye(7) * 1e-6, 2.0)
    assert [round(one.value, 3) for one in found] == [1.333, 4.667]


def test_a_curve_that_may_touch_has_an_interval_and_no_value() -> None:
    (one,) = crossings(X, np.array([0.04, 0.03, 0.01, 0.002, 0.01, 0.03, 0.04]), np.eye(7) * 0.002**2, 2.0)
    assert math.isnan(one.value)
    assert one.n_signs == 0
    assert 2 < one.low < 3 < one.high < 4


def test_an_interval_that_leaves_the_range_says_so() -> None:
    (one,) = crossings(X, 0.01 * (X - 5.8), np.full((7, 7), 0.004**2), 2.0)
    assert (one.leaves_low, one.leaves_high) == (False, True)
    assert one.high == 6
    assert crossings(X, 0.01 * (X + 3), np.full((7, 7), 0.004**2), 2.0) == ()


@given(st.integers(0, 10_000), st.integers(2, 5))
def test_least_inequality_is_what_a_scan_finds(seed: int, k: int) -> None:
    rng = np.random.default_rng(seed)
    off = rng.normal(size=(5, k))
    x = np.cumsum(rng.uniform(0.5, 1.5, 5))
    fine = np.union1d(np.linspace(x[0], x[-1], 5_001), x)
    scanned = worst(np.stack([np.interp(fine, x, column) for column in off.T], axis=1))
    at = least(x, off)
    found = worst(np.stack([np.interp([at], x, column) for column in off.T], axis=1))[0]
    assert found <= scanned.min() + 1e-12
    assert found >= scanned.min() - 0.01 * np.abs(off).max()


def test_courses() -> None:
    rising, bent, flat = 0.01 * X, 0.01 * (3 - np.abs(X - 3)), 0 * X
    cells = exact_cells(X, np.stack([rising, -rising, bent, flat], axis=1), error=0.001)
    assert [course(cells, label, 95.0) for label in range(4)] == ["rises", "falls", "turns", "flat"]


def test_a_key_that_moves_nothing_is_known() -> None:
    rng = np.random.default_rng(3)
    still = Truth((0.1, 0.0, -0.1), ((0.0,), (0.0,), (0.0,)))
    cells = still.cells(X[:, None], 200, rng)
    assert is_same(cells)
    assert p_moved(cells, range(3)) == 1.0
    assert p_moved(LATE.cells(X[:, None], 200, rng), range(4)) < 1e-6


def test_between_cells_the_covariance_is_that_of_the_line() -> None:
    cells = LATE.cells(X[:, None], 100, np.random.default_rng(5))
    off, covariance = at_value(cells, 2.25)
    assert off == pytest.approx(0.75 * cells.off[2] + 0.25 * cells.off[3])
    c = cells.covariance
    mixed = 0.75**2 * c[2, 1, 2, 1] + 2 * 0.75 * 0.25 * c[2, 1, 3, 1] + 0.25**2 * c[3, 1, 3, 1]
    assert covariance[1, 1] == pytest.approx(mixed)


def test_intervals_of_crossings_hold_the_truth(figure: Callable[[str, object], None]) -> None:
    """A crossing in 94 to 96 % of studies (at full size), with two cells or seven and with a curve that is bent."""
    n = SIZES.fair_studies
    bent = Truth(LATE.start, LATE.slope, ((0.0,), (0.0,), (0.0,), (0.006,)))
    for name, truth, x in (("7 cells", LATE, X), ("bent", bent, X), ("3 cells", LATE, np.array([3.0, 4.5, 6.0]))):
        (true,) = crossings(x, truth.off(x[:, None])[:, 3], np.zeros((len(x), len(x))), 0.0)
        rng, held = np.random.default_rng(11), 0
        for _ in range(n):
            cells = truth.cells(x[:, None], 120, rng)
            found = crossings(x, *cells.of(3), t_quantile(95.0, cells.n_sums))
            held += any(one.low <= true.value <= one.high for one in found)
        figure(f"coverage of 95 % intervals of a crossing, {name}, {n} searches", held / n)
        off_by = 3 * math.sqrt(0.05 * 0.95 / n)
        assert abs(held / n - 0.95) < max(off_by, 0.01)


def test_intervals_of_least_inequality_hold_the_truth(figure: Callable[[str, object], None]) -> None:
    """They come from draws around the estimates; near a corner of the curve they may be too careful, not too narrow."""
    n = SIZES.fair_draws
    true = least(X, LATE.off(X[:, None]))
    rng, held = np.random.default_rng(12), 0
    for _ in range(n):
        _, low, high = least_with_interval(LATE.cells(X[:, None], 120, rng), range(4), 95.0)
        held += low <= true <= high
    figure(f"coverage of 95 % intervals of least inequality, {n} searches", held / n)
    assert held / n > 0.95 - 3 * math.sqrt(0.05 * 0.95 / n) - 0.01
