"""Confidence sequences: against betting coin by coin, at every look of many studies, and what they cost in games."""

from __future__ import annotations

import math

import naive
import numpy as np
import pytest
from scipy import stats
from sizes import SIZES
from synthetic import Truth, credits

from analysis.intervals import share_interval
from analysis.sequence import AIMS, MAX_BET, ConfidenceSequence, Precision, confidence_sequence

#: Blocks of 24 games; ties, unequal places, luck that a block shares or that travels, and games that do not end.
CELLS = {
    "no ties": Truth(n_blocks=500, place=(1.3, 1, 1, 0.8), character=(1, 1.4, 0.9, 0.7)),
    "60 % ties, luck of the chair": Truth(n_blocks=500, ties=0.6, shared_luck=0.3),
    "one deal decides a block": Truth(n_blocks=500, shared_luck=0.95),
    "luck that travels, unfinished": Truth(
        n_blocks=500, place=(1.2, 1, 1, 1), shared_luck=0.3, travels=True, unfinished=0.1
    ),
    "two players": Truth(n_blocks=400, place=(1.2, 1), character=(1, 1), ties=0.2),
}
N_LOOKS = 20


def block_means(truth: Truth, seed: int) -> np.ndarray:
    """Mean credit by place of each block, shape (n_blocks, k)."""
    credit, _, _ = credits(Truth(**{**truth.__dict__, "seed": seed}))
    return credit.reshape(truth.k, truth.n_blocks, -1).mean(2).T


def target(truth: Truth) -> float:
    """Half-width that about three quarters of the blocks reach."""
    variance = block_means(truth, 1).var(0).max(keepdims=True)
    steps = np.geomspace(0.005, 0.3, 200)
    return float(next(h for h in steps if precision_of(truth, h).observations(variance)[0] < 0.75 * truth.n_blocks))


def precision_of(truth: Truth, half_width: float) -> Precision:
    return Precision(half_width, 95, truth.k, math.factorial(truth.k), truth.n_blocks // N_LOOKS)


@pytest.mark.parametrize(("half_width", "games"), [(0.01, 1), (0.05, 1), (0.01, 6), (0.05, 6), (0.1, 6)])
def test_bounds_are_where_betting_coin_by_coin_refutes(half_width: float, games: int) -> None:
    values = np.random.default_rng(games).binomial(games, (0.3, 0.9), (200, 2)) / games
    precision = Precision(half_width, 95, 2, games, look=30)
    low, high = confidence_sequence(values, precision)
    for look, n in enumerate((30, 60, 90, 120, 150, 180, 200)):
        for share in range(2):
            x, width = values[:n, share], high[look, share] - low[look, share]
            for sign, bound in ((1.0, low[look, share]), (-1.0, high[look, share])):
                if bound not in (0.0, 1.0):
                    assert coins(x, half_width, games, 30, bound, sign) >= 80 * (1 - 1e-9)  # 2 sides, 2 shares, 5 %
                if n == 200:  # late enough for the polynomial to be close
                    assert coins(x, half_width, games, 30, bound + 0.06 * sign * width, sign) < 80


def coins(x: np.ndarray, half_width: float, games: int, look: int, candidate: float, sign: float) -> float:
    """Coins of the best gambler, times his part of the error."""
    bets = [(part, naive.bets(x, times * half_width, games, look, MAX_BET)) for times, part in AIMS]
    return max(part * naive.capital(x, each, candidate, sign) for part, each in bets)


def test_capital_bound_is_tight_for_small_bets() -> None:
    """Single games at a fine target: the polynomial loses nothing that shows."""
    x = np.random.default_rng(3).binomial(1, 0.25, (3000, 1)).astype(float)
    precision = Precision(0.03, 95, 1, 1, look=100)
    low, high = (bound[-1, 0] for bound in confidence_sequence(x, precision))
    for sign, bound in ((1.0, low), (-1.0, high)):
        assert coins(x[:, 0], 0.03, 1, 100, bound, sign) == pytest.approx(40, rel=5e-3)


@pytest.mark.parametrize("times", [2, 4, 8])
def test_runs_that_end_too_early_have_intervals_too(times: int, figure) -> None:
    """Asked for a precision that `times` the half-width's games reach at most: what a sequence for those would have."""
    x = np.random.default_rng(4).binomial(24, 0.25, (6000, 1)) / 24
    late, right = (Precision(h, 95, 4, 24, look=60) for h in (0.004, 0.004 * times))
    n = int(right.observations(x.var(0))[0])
    widths = [-np.subtract(*confidence_sequence(x[:n], precision))[-1, 0] for precision in (late, right)]
    figure(f"width where a run ends at {times} times the half-width asked for", round(widths[0] / widths[1], 3))
    assert widths[0] < 1.5 * widths[1]


def test_pieces_of_any_size_give_the_same_bits() -> None:
    values = block_means(CELLS["no ties"], 5)
    precision = Precision(0.02, 95, 4, 24, look=37)
    whole = ConfidenceSequence(4, precision)
    whole.add(values)
    for step in (1, 7, 37, 1000):
        pieces = ConfidenceSequence(4, precision)
        for lo in range(0, len(values), step):
            pieces.add(values[lo : lo + step])
        assert all(map(np.array_equal, whole.bounds(), pieces.bounds()))
        assert np.array_equal(whole.variance, pieces.variance)
        assert pieces.n == len(values)


def test_looks_of_a_longer_run_are_those_of_the_shorter_one() -> None:
    values = block_means(CELLS["no ties"], 6)
    precision = Precision(0.02, 95, 4, 24, look=50)
    long, short = confidence_sequence(values, precision), confidence_sequence(values[:150], precision)
    assert all(np.array_equal(a[:3], b) for a, b in zip(long, short, strict=True))


def test_shares_that_never_or_always_win_stay_inside() -> None:
    values = np.tile([0.0, 1.0, 0.25], (400, 1))
    low, high = confidence_sequence(values, Precision(0.01, 95, 3, 24, look=20))
    assert ((low <= [0, 1, 0.25]) & (high >= [0, 1, 0.25])).all()
    assert np.array_equal(low[:, 0], np.zeros(20))
    assert np.array_equal(high[:, 1], np.ones(20))
    assert 0 < high[-1, 0] < 0.02
    assert 0.98 < low[-1, 1] < 1
    assert high[-1, 2] - low[-1, 2] < 0.03


def test_one_observation_says_little() -> None:
    low, high = confidence_sequence(np.array([[0.25, 0.75]]), Precision(0.01, 95, 2, 24, look=10))
    assert np.array_equal(low, [[0, 0]])
    assert np.array_equal(high, [[1, 1]])


@pytest.mark.parametrize("name", CELLS)
def test_truth_is_missed_at_any_look_in_at_most_5_percent(name: str, figure) -> None:
    truth = CELLS[name]
    n_studies, k = SIZES.sequence_studies, truth.k
    precision = precision_of(truth, target(truth))
    values = np.concatenate([block_means(truth, 60_000 + study) for study in range(n_studies)], axis=1)
    low, high = confidence_sequence(values, precision)
    exact = np.tile(truth.cell_credit().mean(1), n_studies)
    is_missed = ((low > exact) | (high < exact)).reshape(len(low), n_studies, k).any((0, 2))
    figure(f"confidence sequence, truth missed at any of {len(low)} looks, {name}", is_missed.mean())
    assert is_missed.sum() <= stats.binom.ppf(0.999, n_studies, 0.05)
    width = ((high - low) / 2).reshape(len(low), n_studies, k).max(2)
    stopped = (width <= precision.half_width).any(0)
    assert stopped.mean() > 0.9
    figure(f"confidence sequence, studies stopped by {truth.n_blocks} blocks, {name}", stopped.mean())


def test_fixed_size_intervals_that_are_looked_at_miss(figure) -> None:
    """Why the sequence is there: the usual interval, looked at 20 times, misses far more often than 5 %."""
    truth = CELLS["no ties"]
    exact, n_studies, step = truth.cell_credit().mean(1)[0], SIZES.sequence_studies, truth.n_blocks // N_LOOKS
    x = np.stack([block_means(truth, 60_000 + study)[:, 0] for study in range(n_studies)], axis=1)
    is_missed = np.zeros(n_studies, bool)
    for n in range(step, len(x) + 1, step):
        share, error = x[:n].mean(0), x[:n].std(0, ddof=1) / np.sqrt(n)
        low, high = share_interval(share, error, np.full(n_studies, 24.0 * n), n, 95)
        is_missed |= (low > exact) | (high < exact)
    figure("fixed-size 95 % interval of one place looked at 20 times, truth missed", is_missed.mean())
    assert is_missed.mean() > 0.15


@pytest.mark.parametrize("half_width", [0.002, 0.005, 0.01])
def test_cost_against_fixed_size_and_against_empirical_bernstein(half_width: float, figure) -> None:
    """Blocks of 24 independent games, four places: games until the precision, against the usual interval's."""
    variance = 0.25 * 0.75 / 24
    n = int(30 * variance / half_width**2)
    values = np.random.default_rng(11).binomial(24, 0.25, (n, 4)) / 24
    precision = Precision(half_width, 95, 4, 24, look=max(n // 300, 1))
    low, high = confidence_sequence(values, precision)
    reached = (np.argmax(((high - low) / 2 <= half_width).all(1)) + 1) * precision.look
    cost = np.sqrt(reached / (stats.norm.ppf(0.975) ** 2 * variance / half_width**2))
    together = np.sqrt(reached / (stats.norm.ppf(1 - 0.025 / 4) ** 2 * variance / half_width**2))
    bernstein = np.argmax(naive.bernstein_half_widths(values[:, 0], half_width, 24, precision.log_limit) <= half_width)
    figure(f"width against a fixed-size interval of one place, +-{100 * half_width:g} pp", round(float(cost), 3))
    figure(f"width against fixed-size intervals of all places, +-{100 * half_width:g} pp", round(float(together), 3))
    figure(f"games of empirical Bernstein / of betting, +-{100 * half_width:g} pp", round(bernstein / reached, 3))
    assert reached == pytest.approx(precision.observations(np.array([variance]))[0], rel=0.08)
    assert 1.3 < cost < 2.2
    assert bernstein > 1.05 * reached
