"""Shares against the fair line: test and interval are one formula, also where nothing varies and for cells."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats
from synthetic import Truth, as_run
from synthetic import rows as rows_of

from analysis.blocks import Ratios
from analysis.equality import holm
from analysis.intervals import share_interval
from analysis.run import Rows
from analysis.seen import Seen
from analysis.shares import Ask, ShareSums, cell_frame, p_against_fair


def of_single_games(*shares: float, n: int = 400) -> Ratios:
    share = np.array(shares)
    return Ratios(share, np.diag(share * (1 - share) / (n - 1)), np.full(len(share), float(n)), n)


def test_p_values_of_single_games_are_those_of_the_score_test() -> None:
    shares = of_single_games(0.2, 0.25, 0.31)
    z = (shares.estimate - 0.25) / np.sqrt(0.25 * 0.75 / 399)
    expected = 2 * stats.t.sf(np.abs(z), 399)
    assert p_against_fair(shares, 0.25, shares.error) == pytest.approx(expected)


@pytest.mark.parametrize("never", [0.0, 1.0])
def test_who_never_or_always_won_has_a_p_value_that_agrees_with_the_interval(never: float) -> None:
    for n in (30, 400):
        shares = of_single_games(never, n=n)
        low, high = share_interval(shares.estimate, shares.error, shares.weight, n, 95)
        p = p_against_fair(shares, 0.25, shares.error)
        assert not low[0] <= 0.25 <= high[0]
        assert stats.binomtest(round(never * n), n, 0.25).pvalue < p[0] < 0.05


def test_one_block_has_no_p_value() -> None:
    shares = Ratios(np.array([0.0, 0.5]), np.full((2, 2), np.nan), np.array([24.0, 24.0]), 1)
    assert np.isnan(p_against_fair(shares, 0.25, shares.error)).all()


def test_low_cells_are_no_surer_than_high_ones() -> None:
    """The p value of a cell has the error of a fair one: own errors call low cells off too often."""
    truth = Truth(n_blocks=30, shared_luck=0.4, seed=5)
    run, ask = as_run(truth), Ask(0.01, 95.0)
    sums = ShareSums(run)
    sums.add(Seen(run, Rows(rows_of(truth), np.arange(0, 30 * 24, 24))))
    frame = cell_frame(sums, run, 0.25, ask)
    share, error = frame["share"].to_numpy(), frame["se"].to_numpy()
    t = (share - 0.25) / (error * np.sqrt(0.25 * 0.75 / (share * (1 - share))))
    assert frame["p_value"].to_numpy() == pytest.approx(2 * stats.t.sf(np.abs(t), 29))
    assert frame["p_holm"].to_numpy() == pytest.approx(holm(frame["p_value"].to_numpy()))
    own = 2 * stats.t.sf(np.abs(share - 0.25) / error, 29)
    assert (frame["p_value"].to_numpy()[share < 0.25] > own[share < 0.25]).all()
