"""Tests of equality against statsmodels, scipy and closed forms."""

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.multitest import multipletests

from analysis.blocks import Moments, Ratios, RatioSums, steadied
from analysis.equality import benjamini_hochberg, equality, holm, p_values, pair_differences, pearson


def place_moments(credit: np.ndarray, games: int = 1) -> Moments:
    """Moments of blocks of `games` games with the given summed credits, shape (n_blocks, k)."""
    moments = Moments(1 + credit.shape[1])
    moments.add(np.column_stack([np.full(len(credit), games), credit]))
    return moments


def place_ratios(credit: np.ndarray, games: int = 1):
    k = credit.shape[1]
    below = np.zeros((k, k + 1))
    below[:, 0] = 1
    return place_moments(credit, games).ratios(np.eye(k + 1)[1:], below)


def test_equality_is_the_tail_of_a_sum_of_squares() -> None:
    """Normal draws with the covariance of the block means: how often their spread is as large as that seen."""
    rng = np.random.default_rng(1)
    credit = rng.dirichlet([2.4, 2.4, 2.3, 2.4], 400) * 24
    got = equality(place_ratios(credit, 24))
    spread = np.cov(credit.T / 24) / len(credit)
    draws = rng.multivariate_normal(np.zeros(4), spread, 400_000)
    seen = float(((credit.mean(0) - credit.mean()) ** 2).sum()) / 24**2
    expected = (((draws - draws.mean(1, keepdims=True)) ** 2).sum(1) >= seen).mean()
    assert 0.005 < expected < 0.2
    assert got.p_value == pytest.approx(expected, rel=0.05)
    assert (got.df1, got.df2) == (pytest.approx(3, abs=0.1), pytest.approx(3 * 399, rel=0.04))


def test_of_two_equality_is_the_paired_t_test() -> None:
    credit = np.random.default_rng(2).dirichlet([3, 2.6], 40) * 2
    expected = stats.ttest_rel(credit[:, 0], credit[:, 1])
    assert equality(place_ratios(credit, 2)).p_value == pytest.approx(expected.pvalue, rel=1e-6)


def test_paired_difference_of_blocks_of_one_game() -> None:
    wins = np.eye(4)[np.repeat([0, 1, 2, 3], [400, 250, 200, 150])]
    pairs, difference, error = pair_differences(place_ratios(wins))
    at = [tuple(pair) for pair in pairs].index((0, 1))
    n, p, q = 1000, 0.4, 0.25
    assert difference[at] == pytest.approx(p - q)
    assert error[at] ** 2 == pytest.approx((p + q - (p - q) ** 2) / (n - 1))


def test_paired_difference_of_blocks_is_the_paired_t_test() -> None:
    credit = np.random.default_rng(2).dirichlet([3, 2, 2, 2], 50) * 24
    _, difference, error = pair_differences(place_ratios(credit, 24))
    got = p_values(difference, error, 50)
    expected = stats.ttest_rel(credit[:, 0], credit[:, 1])
    assert got[0] == pytest.approx(expected.pvalue, rel=1e-9)


def test_ratio_error_is_that_of_a_jackknife() -> None:
    rng = np.random.default_rng(3)
    x = rng.integers(1, 40, 200).astype(float)
    y = x * rng.beta(2, 6, 200)
    sums = RatioSums(1)
    for part in np.split(np.arange(200), [7, 90]):
        sums.add(y[part, None], x[part, None])
    left_out = (y.sum() - y) / (x.sum() - x)
    jackknife = np.sqrt(199 / 200 * ((left_out - left_out.mean()) ** 2).sum())
    assert sums.estimate[0] == pytest.approx(y.sum() / x.sum())
    assert sums.error[0] == pytest.approx(jackknife, rel=0.02)


def test_holm_is_that_of_statsmodels() -> None:
    p = np.array([0.04, 0.001, 0.5, 0.013, 0.02])
    np.testing.assert_allclose(holm(p), multipletests(p, method="holm")[1])
    np.testing.assert_allclose(holm(np.array([0.04, np.nan, 0.01])), [0.04, np.nan, 0.02])


def test_benjamini_hochberg_is_that_of_statsmodels() -> None:
    p = np.random.default_rng(4).random(40) ** 3
    np.testing.assert_allclose(benjamini_hochberg(p), multipletests(p, method="fdr_bh")[1])


def test_numbers_of_wins_are_tested_as_scipy_does() -> None:
    got = pearson(np.array([30.0, 22, 28, 20]))
    expected = stats.chisquare([30, 22, 28, 20])
    assert (got.statistic, got.p_value) == (pytest.approx(expected.statistic), pytest.approx(expected.pvalue))
    assert np.isnan(pearson(np.zeros(4)).p_value)


def test_imagined_blocks_are_four_blocks_of_independent_games() -> None:
    """Two equal players who each win one game of nearly every block: errors of blocks 0.0141, of games 0.25 a game."""
    share, part, n = 0.53, 0.06, 200
    pair = np.array([[1.0, -1], [-1, 1]])
    estimate, weight = np.array([share, 1 - share]), np.full(2, 2.0 * n)
    blocks = Ratios(estimate, pair * part * (1 - part) / 4 / n, weight, n)
    games = Ratios(estimate, pair * share * (1 - share) / (2 * n), weight, 2 * n)
    a_block, imagined = part * (1 - part) / 4, share * (1 - share) / 2
    expected = (a_block + 4 / (n + 4) * (imagined - a_block)) / n
    np.testing.assert_allclose(steadied(blocks, games).covariance, pair * expected)
    np.testing.assert_allclose(steadied(games, blocks).covariance, games.covariance)  # never smaller
    assert steadied(blocks, blocks) is blocks


def test_games_shared_by_all_are_no_difference() -> None:
    got = equality(place_ratios(np.full((50, 4), 0.25)))
    assert got.p_value == 1


def test_thirds_raise_nothing() -> None:
    got = equality(place_ratios(np.full((10_000, 3), 1 / 3) * 6, 6))
    assert got.p_value == 1


def test_a_few_wins_in_a_row_are_no_certainty() -> None:
    wins = np.tile([1.0, 0, 0, 0], (6, 1))
    got = equality(place_ratios(wins))
    assert 1e-6 < got.p_value < 0.5
    many = equality(place_ratios(np.tile([1.0, 0, 0, 0], (200, 1))))
    assert many.p_value < 1e-6


def test_too_few_blocks_give_no_p_value() -> None:
    assert np.isnan(equality(place_ratios(np.eye(4)[:3])).p_value)


def test_false_alarms_with_ties_are_as_stated(is_full_size: bool, figure) -> None:
    rng = np.random.default_rng(20_001)
    n_studies, n = (4000, 300) if is_full_size else (500, 300)
    p = []
    for _ in range(n_studies):
        first = rng.integers(0, 4, n)
        second = (first + rng.integers(1, 4, n)) % 4
        is_tied = rng.random(n) < 0.3
        credit = np.eye(4)[first] * np.where(is_tied, 0.5, 1.0)[:, None] + np.eye(4)[second] * 0.5 * is_tied[:, None]
        p.append(equality(place_ratios(credit)).p_value)
    alarms = int((np.array(p) < 0.05).sum())
    figure("false alarms of the equality test at 5 %, 30 % ties", alarms / n_studies)
    low, high = stats.binom.ppf([0.0005, 0.9995], n_studies, 0.05)
    assert low <= alarms <= high
