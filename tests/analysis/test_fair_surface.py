"""Several keys: exact surfaces, their zeros, what cannot be told apart, and how often intervals hold the truth."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from fairkit import Truth, exact_cells
from sizes import SIZES

from analysis.fair_design import Key, composite
from analysis.fair_surface import fit, solve, terms

KEYS = tuple(Key(f"rules.handicap.{place}", 0, 8, True) for place in (2, 3, 4))
LATE = Truth((0.2, 0.05, -0.05, -0.2), ((0.0, 0.0, 0.0), (0.06, 0.0, 0.0), (0.0, 0.06, 0.0), (0.0, 0.0, 0.06)))
#: All places are equal where 0.06 x makes up for the start.
FAIR = np.array([0.15, 0.25, 0.4]) / 0.06
LOW, HIGH = np.zeros(3), np.full(3, 8.0)


def design(low: float = 0.0, high: float = 8.0) -> np.ndarray:
    return np.array(composite(KEYS, [low] * 3, [high] * 3))


def quadratic(x: np.ndarray) -> np.ndarray:
    a, b, c = x.T
    first = 0.01 * (a - 3) + 0.001 * (b - 5) ** 2 + 0.002 * (c - 4) * (a - 3)
    second = -0.01 * (b - 5) + 0.004 * (c - 4)
    return np.stack([first, second, 0.02 * (c - 4), -first - second - 0.02 * (c - 4)], axis=1)


def test_a_quadratic_is_found_exactly() -> None:
    x = design()
    surface = fit(exact_cells(x, quadratic(x), error=1e-4))
    assert surface.degree == 2
    spots = np.random.default_rng(1).uniform(0, 8, (20, 3))
    assert surface.off(spots) == pytest.approx(quadratic(spots), abs=1e-12)
    assert surface.p_fit > 0.99


def test_slopes_are_those_of_the_surface() -> None:
    x = design()
    surface = fit(exact_cells(x, quadratic(x), error=1e-4))
    spot, step = np.array([2.0, 3.0, 7.0]), 1e-5
    for key in range(3):
        ahead, behind = (spot + sign * step * np.eye(3)[key] for sign in (1, -1))
        slope = (surface.off(ahead) - surface.off(behind))[0] / (2 * step)
        assert surface.gradient(spot)[key] == pytest.approx(slope, abs=1e-8)


def test_errors_of_a_linear_surface_are_those_of_least_squares() -> None:
    """Independent cells of error s: covariance s^2 (X'X)^-1, as any textbook has it."""
    x = np.array([[0.0], [1.0], [2.0], [5.0]])
    surface = fit(exact_cells([0, 1, 2, 5], np.stack([x[:, 0], -x[:, 0]], axis=1) * 0.01, error=0.002))
    row = terms(surface.scaled(np.array([3.0])), surface.degree)
    grid = terms(surface.scaled(x), surface.degree)
    expected = 0.002**2 * (row @ np.linalg.inv(grid.T @ grid) @ row.T)[0, 0]
    assert surface.covariance_at(np.array([3.0]))[0, 0] == pytest.approx(expected)


def test_the_zero_of_all_places_is_found() -> None:
    x = design()
    found = solve(fit(exact_cells(x, quadratic(x), error=1e-4)), range(4), LOW, HIGH, 95.0, 1.96)
    assert found.x == pytest.approx([3, 5, 4], abs=1e-4)
    assert not found.is_open
    assert found.p_left == 1.0
    assert np.abs(found.left).max() < 1e-6


def test_a_zero_beyond_the_range_ends_at_its_edge() -> None:
    x = design(0, 2)
    found = solve(fit(exact_cells(x, LATE.off(x), error=1e-4)), range(4), LOW, np.full(3, 2.0), 95.0, 1.96)
    assert found.x[2] == pytest.approx(2)
    assert found.at_edge[2]
    assert math.isnan(found.low[2])
    assert found.p_left < 1e-6


def test_keys_that_do_the_same_leave_the_answer_open() -> None:
    keys = KEYS[:2]
    x = np.array(composite(keys, [0, 0], [8, 8]))
    off = 0.01 * (x.sum(1) - 6)
    found = solve(fit(exact_cells(x, np.stack([off, -off], axis=1), error=1e-4)), (0, 1), LOW[:2], HIGH[:2], 95.0, 1.96)
    assert found.is_open
    assert np.isnan(found.error).all()
    assert found.x.sum() == pytest.approx(6, abs=1e-3)


def test_one_key_too_few_leaves_something() -> None:
    keys = KEYS[1:]
    half = Truth(LATE.start, tuple(row[1:] for row in LATE.slope))
    x = np.array(composite(keys, [0, 0], [8, 8]))
    cells = half.cells(x, 1_000, np.random.default_rng(2))
    found = solve(fit(cells), range(4), LOW[1:], HIGH[1:], 95.0, cells.quantile(95.0))
    assert found.p_left < 0.001


def test_a_surface_that_does_not_fit_is_found_out() -> None:
    x = design()
    wild = np.stack([0.1 * np.sin(1.3 * x[:, 0]), -0.1 * np.sin(1.3 * x[:, 0]), 0 * x[:, 0], 0 * x[:, 0]], axis=1)
    wild[x[:, 1] == 4] += [0.02, -0.02, 0, 0]
    wild[0] += [0.05, -0.05, 0, 0]
    assert fit(exact_cells(x, wild, error=1e-3)).p_fit < 1e-6


def test_intervals_of_three_keys_hold_the_truth(figure: Callable[[str, object], None]) -> None:
    n, x = SIZES.fair_surfaces, np.array(composite(KEYS, [1, 2, 5], [4, 6, 8]))
    rng, held, misfits = np.random.default_rng(21), np.zeros(3), 0
    for _ in range(n):
        cells = LATE.cells(x, 300, rng)
        surface = fit(cells)
        found = solve(surface, range(4), LOW - 20, HIGH + 20, 95.0, cells.quantile(95.0))
        held += (found.low <= FAIR) & (found.high >= FAIR)
        misfits += surface.p_fit < 0.05
    for key, share in zip(KEYS, held / n, strict=True):
        figure(f"coverage of 95 % intervals of {key.path}, {n} searches over three keys", share)
    figure("surfaces that are said not to fit at 5 %", misfits / n)
    off_by = 3 * math.sqrt(0.05 * 0.95 / n)
    assert (np.abs(held / n - 0.95) < max(off_by, 0.015)).all()
    assert misfits / n < 0.05 + off_by
