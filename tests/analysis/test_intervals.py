"""Intervals against statsmodels, scipy and closed forms."""

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from analysis.intervals import mean_interval, quantile_interval, share_interval, t_quantile, wilson, wilson_games


@pytest.mark.parametrize(("wins", "n"), [(0, 5), (5, 5), (1, 20), (260, 1000), (999_999, 1_000_000)])
def test_wilson_is_that_of_statsmodels(wins: int, n: int) -> None:
    got = wilson(np.array([wins / n]), np.array([n]), stats.norm.ppf(0.975))
    expected = proportion_confint(wins, n, alpha=0.05, method="wilson")
    np.testing.assert_allclose([got[0][0], got[1][0]], expected, atol=1e-12)


def test_blocks_of_one_game_need_no_correction() -> None:
    credit = np.repeat([1.0, 0.0], [37, 63])
    error = credit.std(ddof=1) / np.sqrt(100)
    games = wilson_games(np.array([0.37]), np.array([error]), np.array([100]), 100)
    assert games[0] == pytest.approx(100, rel=1e-12)


@pytest.mark.parametrize("share", [0.0, 1.0, 0.25])
def test_no_variation_still_gives_width(share: float) -> None:
    low, high = share_interval(np.array([share]), np.array([0.0]), np.array([120.0]), 5, 95)
    assert 0 <= low[0] <= share <= high[0] <= 1
    assert high[0] - low[0] > 0.2  # five blocks tell little


def test_one_block_tells_nothing() -> None:
    low, high = share_interval(np.array([0.3]), np.array([np.nan]), np.array([24.0]), 1, 95)
    assert (low[0], high[0]) == (0, 1)
    assert np.isnan(mean_interval(np.array([3.0]), np.array([np.nan]), 1, 95)).all()


def test_simultaneous_bounds_are_wider() -> None:
    one = share_interval(np.array([0.25]), np.array([0.01]), np.array([1000.0]), 50, 95)
    all_four = share_interval(np.array([0.25]), np.array([0.01]), np.array([1000.0]), 50, 95, 4)
    assert all_four[0] < one[0]
    assert all_four[1] > one[1]


def test_mean_interval_is_the_t_interval() -> None:
    values = np.random.default_rng(5).normal(60, 10, 40)
    error = values.std(ddof=1) / np.sqrt(40)
    expected = stats.t.interval(0.95, 39, values.mean(), error)
    np.testing.assert_allclose(mean_interval(values.mean(), error, 40, 95), expected)
    assert t_quantile(95, 40) == pytest.approx(stats.t.ppf(0.975, 39))


def test_quantiles_of_a_histogram() -> None:
    values = np.random.default_rng(6).poisson(60, 5000)
    counts = np.bincount(values)
    for p in (0.05, 0.25, 0.5, 0.75, 0.95):
        at, low, high = quantile_interval(counts, p, 5000, 95)
        assert at == np.quantile(values, p, method="inverted_cdf")
        ranks = stats.binom.ppf([0.025, 0.975], 5000, p).astype(int)
        order = np.sort(values)
        assert abs(low - order[ranks[0]]) <= 1
        assert abs(high - order[ranks[1]]) <= 1


def test_quantiles_of_a_single_value() -> None:
    counts = np.array([0, 0, 0, 7])
    assert quantile_interval(counts, 0.5, 7, 95) == (3, 3, 3)
