"""Ratings: closed forms, a library's estimates and errors, ties, undefeated and separate policies."""

from __future__ import annotations

import math

import numpy as np
import pytest
import statsmodels.api as sm
from scipy.optimize import minimize

from analysis.equality import contrasts
from analysis.ratings import ELO, Meetings, rate

WHO = np.array([(0, 1), (0, 2), (1, 2), (0, 3), (1, 3), (2, 3)])


def drawn(ratings, n_blocks=1500, seats=(1, 1), seed=5, games=4):
    """Wins of independent games by block under the model; `seats` of both sides."""
    rng = np.random.default_rng(seed)
    every = np.array([seats] * len(WHO))
    p = 1 / (1 + seats[1] / seats[0] * np.exp(ratings[WHO[:, 1]] - ratings[WHO[:, 0]]))
    first = rng.binomial(games, p, (n_blocks, len(WHO)))
    return Meetings(4, WHO, every, np.stack([first, games - first], axis=2).astype(float))


def expected(ratings, who=WHO, seats=None, games=100.0, n_blocks=6):
    """Exactly the wins that the model expects, the same in every block but for a swing that adds up to nothing."""
    seats = np.ones((len(who), 2), int) if seats is None else seats
    p = 1 / (1 + seats[:, 1] / seats[:, 0] * np.exp(ratings[who[:, 1]] - ratings[who[:, 0]]))
    swing = 3 * np.where(np.arange(n_blocks) % 2, 1, -1)[:, None] * np.ones(len(who))
    first = games * p + swing
    return Meetings(len(ratings), who, seats, np.stack([first, games - first], axis=2))


def test_two_policies_have_the_closed_form():
    won = np.array([[[3.0, 1.0]], [[2.0, 2.0]], [[3.5, 0.5]], [[2.5, 1.5]]])
    found = rate(Meetings(2, np.array([(0, 1)]), np.array([(1, 1)]), won), prior_sd=math.inf)
    p = 11 / 16
    assert found.rating[0] - found.rating[1] == pytest.approx(400 * math.log10(p / (1 - p)), abs=1e-7)
    assert found.rating.sum() == pytest.approx(0, abs=1e-9)
    # the error of a log-odds by the delta method, from how the four blocks differ
    residual = won[:, 0, 0] - 4 * p
    delta = math.sqrt(4 / 3 * (residual**2).sum()) / (16 * p * (1 - p)) * ELO
    error = math.sqrt(found.covariance[0, 0] - 2 * found.covariance[0, 1] + found.covariance[1, 1])
    assert error >= delta  # imagined blocks are added to four like blocks
    assert math.isnan(found.fit.p_value)


def test_a_hundred_points_are_64_percent():
    found = rate(expected(np.array([100.0, 0.0]) / ELO, np.array([(0, 1)])), prior_sd=math.inf)
    assert found.rating[0] - found.rating[1] == pytest.approx(100)
    assert found.expected[0] == pytest.approx(1 / (1 + 10 ** (-0.25)))


@pytest.mark.parametrize("seats", [(1, 1), (2, 1), (1, 3)])
def test_what_the_model_expects_gives_its_ratings_back(seats):
    truth = np.array([0.9, 0.2, -0.3, -0.8])
    found = rate(expected(truth, seats=np.array([seats] * len(WHO))), prior_sd=math.inf)
    assert found.rating - found.rating[0] == pytest.approx(ELO * (truth - truth[0]), abs=1e-6)
    told = np.zeros(4)
    for (i, j), share in zip(WHO, found.expected, strict=True):
        told[[i, j]] += share * (1 - share)
    assert told @ found.rating == pytest.approx(0, abs=1e-6)
    assert np.abs(found.misfit).max() < 1e-9
    assert found.fit.p_value == 1.0


@pytest.mark.parametrize("seats", [(1, 1), (2, 1)])
def test_estimates_and_errors_agree_with_a_library(seats):
    """Binomial regression on differences of indicators with the log of the seats as offset, errors clustered."""
    meetings = drawn(np.array([0.8, 0.1, -0.2, -0.7]), seats=seats)
    found = rate(meetings, prior_sd=math.inf)
    n_blocks = len(meetings.won)
    wins = meetings.won.reshape(-1, 2)
    x = np.tile(meetings.sides[:, 1:], (n_blocks, 1))
    offset = np.full(len(x), math.log(seats[0] / seats[1]))
    model = sm.GLM(wins, x, family=sm.families.Binomial(), offset=offset)
    block = np.repeat(np.arange(n_blocks), len(WHO))
    fit = model.fit(cov_type="cluster", cov_kwds={"groups": block, "use_correction": False}, tol=1e-12)
    against_first = found.rating[1:] - found.rating[0]
    assert against_first == pytest.approx(ELO * fit.params, rel=1e-6)
    cov = found.covariance
    error = np.sqrt(np.diag(cov)[1:] + cov[0, 0] - 2 * cov[1:, 0])
    assert error == pytest.approx(ELO * fit.bse, rel=0.005)
    assert (error >= ELO * fit.bse).all()


def test_errors_know_that_the_weights_of_zero_are_estimated():
    """Ratings far apart: their spread over many tournaments is what one tournament says of it."""
    truth, n = np.array([1.0, 0.5, 0.0, -2.0]), 300
    every = [rate(drawn(truth, n_blocks=100, seed=seed, games=10)) for seed in range(n)]
    spread = np.std([found.rating for found in every], axis=0, ddof=1)
    told = np.sqrt(np.mean([np.diag(found.covariance) for found in every], axis=0))
    assert spread / told == pytest.approx(np.ones(4), abs=4 / math.sqrt(2 * n))  # 1.23 of the last with fixed weights
    gaps = np.array([found.rating - found.rating[-1] for found in every])  # no zero is in them
    assert gaps[:, :3].mean(0) == pytest.approx(ELO * (truth - truth[-1])[:3], rel=0.02)


def test_the_ridge_is_the_stated_prior():
    """Against a maximiser of scipy's: log-likelihood plus normal prior of SD 3 of every contrast."""
    meetings = drawn(np.array([2.5, 0.1, -0.2, -0.7]), n_blocks=5)
    found = rate(meetings)
    first, second = meetings.total.T

    def loss(at):
        ratings = contrasts(4).T @ at
        p = meetings.chance(ratings)
        return -(first @ np.log(p) + second @ np.log(1 - p)) + (at**2).sum() / 18

    best = minimize(loss, np.zeros(3), method="BFGS", options={"gtol": 1e-9})
    assert np.diff(found.rating) == pytest.approx(ELO * np.diff(contrasts(4).T @ best.x), abs=1e-3)


def test_all_tied_games_give_equal_ratings():
    won = np.full((40, len(WHO), 2), 0.5)
    found = rate(Meetings(4, WHO, np.ones((6, 2), int), won))
    assert (found.rating == 0).all()
    assert (found.group == 0).all()


def test_names_and_their_order_change_nothing_else():
    meetings = drawn(np.array([0.8, 0.1, -0.2, -0.7]))
    order = np.array([2, 0, 3, 1])  # policy i becomes number order[i]
    found = rate(meetings)
    other = rate(Meetings(4, order[meetings.who], meetings.seats, meetings.won))
    assert other.rating[order] == pytest.approx(found.rating, abs=1e-8)
    assert other.covariance[np.ix_(order, order)] == pytest.approx(found.covariance, abs=1e-8)
    turned = rate(Meetings(4, meetings.who[:, ::-1], meetings.seats[:, ::-1], meetings.won[:, :, ::-1]))
    assert turned.rating == pytest.approx(found.rating, abs=1e-8)
    assert turned.fit.p_value == pytest.approx(found.fit.p_value, abs=1e-8)


def test_undefeated_and_never_winning_policies_stay_finite():
    meetings = drawn(np.array([0.5, 0.0, 0.0, -0.5]), n_blocks=200)
    won = meetings.won.copy()
    for at, (first, second) in enumerate(WHO):
        if first == 0 or second == 3:
            won[:, at] = (4, 0)
    found = rate(Meetings(4, WHO, meetings.seats, won))
    assert np.isfinite(found.rating).all()
    assert np.isfinite(found.covariance).all()
    assert list(found.group) == [found.group[0], 0, 0, found.group[3]]
    assert len(set(found.group)) == 3
    assert found.rating[0] > 400
    assert found.rating[3] < -400
    assert found.rating[1] + found.rating[2] == pytest.approx(0, abs=60)
    assert math.sqrt(found.covariance[1, 1]) < 20 < 150 < math.sqrt(found.covariance[0, 0])
    assert list(found.is_thin) == [True, False, False, True]
    inner = rate(Meetings(2, np.array([(0, 1)]), np.array([(1, 1)]), won[:, 2:3]))
    assert found.rating[1] - found.rating[2] == pytest.approx(inner.rating[0] - inner.rating[1], abs=0.5)


def test_policies_that_never_met_stay_finite_and_apart():
    who = np.array([(0, 1), (2, 3)])
    won = np.tile(np.array([[3.0, 1.0], [2.0, 2.0]]), (50, 1, 1))
    won[::2] += np.array([[-1, 1], [1, -1]])
    found = rate(Meetings(4, who, np.ones((2, 2), int), won))
    assert np.isfinite(found.rating).all()
    assert np.isfinite(found.covariance).all()
    p = won[:, 0, 0].sum() / won[:, 0].sum()
    assert found.rating[0] - found.rating[1] == pytest.approx(400 * math.log10(p / (1 - p)), abs=2)
    gap = found.covariance[0, 0] + found.covariance[2, 2] - 2 * found.covariance[0, 2]
    assert math.sqrt(gap) > 400  # nothing is known of it but the prior
