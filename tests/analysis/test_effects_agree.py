"""Adjusted effects against statsmodels and against sums written out game by game."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import lineups
import numpy as np
import pandas as pd
import pytest
import teams
from lineups import Lineups
from scipy import optimize
from sizes import SIZES
from statsmodels.discrete.conditional_models import ConditionalLogit
from statsmodels.genmod.cov_struct import Independence
from statsmodels.genmod.families import Binomial
from statsmodels.genmod.generalized_estimating_equations import GEE

from analysis.effects import EffectSums
from analysis.fitting import Fit
from analysis.interactions import Pair
from analysis.memory import run_of
from analysis.run import Run, open_run
from analysis.seen import Seen

Array = np.ndarray[Any, Any]

#: Six characters at tables of four (5,000 games at full size), with blocks that share luck.
GAMES = Lineups(n_blocks=SIZES.effect_blocks, policy=(0.0, 0.4), seed=11)
TIED = Lineups(n_blocks=SIZES.effect_blocks, ties=0.25, unfinished=0.03, seed=12)
KINDS = ("place", "character", "policy")


def fit_of(run: Run, pairs: tuple[Pair, ...] = (), prior_sd: float = math.inf) -> Fit:
    sums = EffectSums(run)
    for _, rows in run.read(sums.columns):
        sums.add(Seen(run, rows))
    sums.fit(pairs, 0, prior_sd)
    return sums.fits[0]


def effects_of(fit: Fit, kind: str) -> tuple[Array, Array]:
    """Effects of a kind with the plain sandwich covariance."""
    term, at = fit.design.named(kind), fit.design.columns(kind)
    return term.coding @ fit.top.parameters[at], term.coding @ fit.block_covariance[at, at] @ term.coding.T


def centred(estimate: Array, covariance: Array, at: slice) -> tuple[Array, Array]:
    """Dummy estimates, the first level 0, as effects from their average."""
    n = at.stop - at.start + 1
    spread = np.vstack([np.zeros(n - 1), np.eye(n - 1)]) - np.full((n, n - 1), 1 / n)
    return spread @ estimate[at], spread @ covariance[at, at] @ spread.T


def slices(found: dict[str, Array], names: tuple[str, ...], first: int = 0) -> dict[str, slice]:
    ends = first + np.cumsum([0, *(found[name].max() for name in names)])
    return {name: slice(int(a), int(b)) for name, a, b in zip(names, ends[:-1], ends[1:], strict=True)}


def sandwich(x: Array, credit: Array, block: Array, estimate: Array) -> Array:
    """Covariance of a conditional logit by block, every game on its own."""
    scores, bread = np.zeros((block.max() + 1, x.shape[2])), np.zeros((x.shape[2],) * 2)
    for rows, won, of in zip(x, credit, block, strict=True):
        chance = np.exp(rows @ estimate)
        chance /= chance.sum()
        scores[of] += rows.T @ (won - won.sum() * chance)
        mean = rows.T @ chance
        bread += won.sum() * (rows.T @ (chance[:, None] * rows) - np.outer(mean, mean))
    n = len(np.unique(block))
    inverse = np.linalg.inv(bread)
    return inverse @ (n / (n - 1) * scores.T @ scores) @ inverse


def library(x: Array, won: Array) -> Array:
    """Dummy estimates of statsmodels' conditional logit, x of shape (n, k, p) and one winner a game.

    Its Newton steps begin at a rough guess: from zeros they would take minutes.
    """
    n, k, p = x.shape
    flat, games = x.reshape(n * k, p), np.repeat(np.arange(n), k)
    guess = optimize.minimize(lambda at: _loss(at, x, won), np.zeros(p), options={"gtol": 1e-2}).x
    model = ConditionalLogit(won.ravel(), flat, groups=games)
    return np.asarray(model.fit(start_params=guess.round(2), method="newton", maxiter=20, disp=False).params)


def _loss(estimate: Array, x: Array, credit: Array) -> float:
    utility = x @ estimate
    return float(np.log(np.exp(utility).sum(1)) @ credit.sum(1) - (credit * utility).sum())


def test_single_winners_are_those_of_a_library() -> None:
    found = lineups.games(GAMES)
    x = lineups.dummies(found, KINDS)
    estimate = library(x, found["credit"])
    fit = fit_of(run_of(lineups.frame_of(found)))
    covariance = sandwich(x, found["credit"], found["block"], estimate)
    for kind, at in slices(found, KINDS).items():
        effect, error = centred(estimate, covariance, at)
        mine, own = effects_of(fit, kind)
        assert mine == pytest.approx(effect, abs=1e-6)
        assert np.sqrt(np.diag(own)) == pytest.approx(np.sqrt(np.diag(error)), abs=1e-6)


def test_shared_wins_weigh_one_over_m() -> None:
    """Every game twice, a shared one once for each winner, says the same as one game with two halves."""
    found = lineups.games(TIED)
    kept = found["finished"]
    credit, x = found["credit"][kept], lineups.dummies(found, KINDS[:2])[kept]
    twice = np.repeat(x, 2, axis=0)
    won = np.zeros((len(twice), TIED.k))
    for game, row in enumerate(credit):
        winners = np.flatnonzero(row)
        won[2 * game, winners[0]] = won[2 * game + 1, winners[-1]] = 1.0
    estimate = library(twice, won)
    fit = fit_of(run_of(lineups.frame_of(found)))
    covariance = sandwich(x, credit, found["block"][kept], estimate)
    for kind, at in slices(found, KINDS[:2]).items():
        effect, error = centred(estimate, covariance, at)
        mine, own = effects_of(fit, kind)
        assert mine == pytest.approx(effect, abs=1e-6)
        assert np.sqrt(np.diag(own)) == pytest.approx(np.sqrt(np.diag(error)), abs=1e-6)


def test_the_ridge_is_a_normal_prior_on_centred_effects() -> None:
    found = lineups.games(Lineups(n_blocks=60, seed=3))
    x, credit = lineups.dummies(found, KINDS[:2]), found["credit"]
    at = slices(found, KINDS[:2])

    def loss(estimate: Array) -> float:
        effects = [centred(estimate, np.eye(len(estimate)), part)[0] for part in at.values()]
        return _loss(estimate, x, credit) + sum(float((part**2).sum()) for part in effects) / (2 * 0.4**2)

    best = optimize.minimize(loss, np.zeros(x.shape[2]), method="BFGS", options={"gtol": 1e-7}).x
    fit = fit_of(run_of(lineups.frame_of(found)), prior_sd=0.4)
    for kind, part in at.items():
        assert effects_of(fit, kind)[0] == pytest.approx(centred(best, np.eye(len(best)), part)[0], abs=1e-5)


def test_interactions_are_those_of_a_library() -> None:
    """Place x character as cells: what cells say beyond both margins are the interaction's effects."""
    truth = Lineups(n_blocks=SIZES.effect_blocks, character=(0.2, 0.0, 0.1, -0.3), home=0.5, seed=4)
    found = lineups.games(truth)
    cell = found["place"] * 4 + found["character"]
    x = lineups.dummies({"cell": cell}, ("cell",))
    utility = np.append(0.0, library(x, found["credit"]))
    fit = fit_of(run_of(lineups.frame_of(found)), (("place", "character"),))
    cells = utility.reshape(4, 4)
    beyond = cells - cells.mean(0) - cells.mean(1)[:, None] + cells.mean()
    assert effects_of(fit, "place x character")[0] == pytest.approx(beyond.ravel(), abs=1e-6)


@pytest.mark.parametrize("n_seats", [4, 5])
def test_teams_are_those_of_generalised_estimating_equations(n_seats: int, tmp_path: Path) -> None:
    """5,000 games; sides and places, heroes within their side, and statsmodels' robust covariance."""
    truth = teams.Teams(n_blocks=5000 // n_seats, n_seats=n_seats, n_heroes=12, strength=((3, 0.8),), seed=8)
    rows = teams.rows(truth)
    fit = fit_of(open_run(teams.write_run(tmp_path / "a", truth)))
    hero, place, won = (rows[name].T.ravel() for name in ("hero", "place", "win_share"))
    block = np.repeat(rows["block"], n_seats)
    x = np.concatenate(
        [np.ones((len(won), 1)), hero[:, None] == np.arange(1, 12), place[:, None] == np.arange(2, n_seats + 1)], axis=1
    ).astype(float)
    model = GEE(won, x, groups=block, family=Binomial(), cov_struct=Independence()).fit(ctol=1e-10, maxiter=100)
    estimate, scale = np.asarray(model.params), truth.n_blocks / (truth.n_blocks - 1)
    covariance = np.asarray(model.cov_params()) * scale
    effect, error = centred(estimate, covariance, slice(12, 11 + n_seats))
    mine, own = effects_of(fit, "place")
    assert mine == pytest.approx(effect, abs=1e-6)
    assert np.sqrt(np.diag(own)) == pytest.approx(np.sqrt(np.diag(error)), abs=1e-6)
    effect, error = within(estimate[:12], covariance[:12, :12], np.bincount(hero))
    mine, own = effects_of(fit, "champion")
    assert mine == pytest.approx(effect, abs=1e-6)
    assert np.sqrt(np.diag(own)) == pytest.approx(np.sqrt(np.diag(error)), abs=1e-6)


def within(estimate: Array, covariance: Array, seats: Array) -> tuple[Array, Array]:
    """Heroes against the average seat of their side, out of dummies against hero 0 (and the intercept, first)."""
    spread = np.eye(12)
    spread[0, 0] = 0
    side = np.arange(12) % teams.N_SIDES
    mean = np.where(side[:, None] == side[None], seats, 0.0)
    spread = spread - mean / mean.sum(1, keepdims=True) @ spread
    return spread @ estimate, spread @ covariance @ spread.T


def test_what_blocks_show_does_not_depend_on_the_model() -> None:
    """Two players and no characters: the effect is half the log of the odds, its error that of the share."""
    rng = np.random.default_rng(5)
    n = 3000
    block = np.repeat(np.arange(n // 2), 2)
    won = (rng.random(n) < 0.58).astype(float)
    frame = pd.DataFrame({"block": block, "place_1": 1, "place_2": 2, "win_share_1": won, "win_share_2": 1 - won})
    effect, covariance = effects_of(fit_of(run_of(frame)), "place")
    share = won.mean()
    assert effect[0] == pytest.approx(0.5 * math.log(share / (1 - share)), abs=1e-9)
    by_block = pd.Series(won - share).groupby(block).sum().to_numpy()
    error = math.sqrt(len(by_block) / (len(by_block) - 1) * float(by_block @ by_block)) / n
    assert math.sqrt(covariance[0, 0]) == pytest.approx(0.5 * error / (share * (1 - share)), rel=1e-9)
