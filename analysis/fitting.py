"""Maximum of a concave log-likelihood under a ridge, and the covariance of what is found there by block."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from analysis.blocks import Ratios, steadied
from analysis.design import Design

Array = np.ndarray[Any, Any]

#: Standard deviation of effects, in log-odds, before any game is seen: a factor of 400 between strong and weak is then
#: nothing unusual, and it moves an effect out of 200 games of 4 players by less than a thirtieth of its error.
PRIOR_SD = 3.0
#: The same of the intercept, which is no effect.
INTERCEPT_SD = 30.0
MAX_STEPS = 60
#: Converged where a step is no longer than this, in log-odds.
TOLERANCE = 1e-9


@dataclass(frozen=True)
class Slope:
    """A log-likelihood at one value of the parameters, by seat type.

    Attributes
    ----------
    value
        The log-likelihood.
    score
        Its derivative by the utility of each seat type, shape (n types,).
    curvature
        Minus its second derivative, shape (n types, n types), dense or sparse.
    """

    value: float
    score: Array
    curvature: Any


@dataclass(frozen=True)
class Maximum:
    """Where a log-likelihood with its ridge is highest.

    Attributes
    ----------
    parameters
        Shape (n_parameters,).
    log_likelihood
        Without the ridge.
    information, schedule
        Minus the second derivative of the log-likelihood, without the ridge: there, and where all effects are 0, which
        says what the schedule can tell at all. Shape (n_parameters, n_parameters).
    meetings
        Minus the second derivative by utility of seat types where all effects are 0: 0 between types that never meet.
    """

    design: Design
    parameters: Array
    log_likelihood: float
    information: Array
    schedule: Array
    meetings: Any
    n_steps: int
    is_converged: bool


@dataclass(frozen=True)
class Fit:
    """A maximum with its covariances, each of shape (n_parameters, n_parameters).

    Attributes
    ----------
    model_covariance
        Inverse of information and ridge: the covariance if games were independent, and all as the model says.
    covariance
        Sandwich by block, with the imagined blocks of `analysis.blocks.steadied`. The ridge counts as information of
        its own variance, so what no game tells of stays as uncertain as before. NaN with one block.
    block_covariance
        The plain sandwich, times blocks / (blocks - 1): what blocks themselves show.
    """

    top: Maximum
    model_covariance: Array
    covariance: Array
    block_covariance: Array
    n_blocks: int
    prior_sd: float

    @property
    def design(self) -> Design:
        return self.top.design


def ridge(design: Design, prior_sd: float) -> Array:
    """Diagonal of the penalty: one over the prior variance of each parameter; 0 for an infinite one."""
    found = np.full(design.n_parameters, prior_sd**-2.0)
    if design.has_intercept:
        found[0] = 0.0 if np.isinf(prior_sd) else INTERCEPT_SD**-2.0
    return found


def maximise(slope_at: Callable[[Array], Slope], design: Design, prior_sd: float) -> Maximum:
    """Newton's method with halved steps where a whole one leads down.

    Parameters
    ----------
    slope_at
        The log-likelihood at utilities of seat types, shape (n types,).
    """
    x, weight = design.matrix, ridge(design, prior_sd)
    at = np.zeros(design.n_parameters)
    first = here = slope_at(x @ at)
    n_steps, is_converged = 0, False
    while n_steps < MAX_STEPS:
        step = _inverse(_second(x, here) + np.diag(weight)) @ (x.T @ here.score - weight * at)
        is_converged = bool(np.abs(step).max(initial=0.0) < TOLERANCE)
        if is_converged:
            break
        at, here = _step(slope_at, design, weight, at, here, step)
        n_steps += 1
    return Maximum(design, at, here.value, _second(x, here), _second(x, first), first.curvature, n_steps, is_converged)


def _step(
    slope_at: Callable[[Array], Slope], design: Design, weight: Array, at: Array, here: Slope, step: Array
) -> tuple[Array, Slope]:
    """The step, or the first half, quarter, ... of it that leads up."""
    value = here.value - 0.5 * float(weight @ at**2)
    for halving in range(30):
        there = at + step / 2**halving
        tried = slope_at(design.matrix @ there)
        if tried.value - 0.5 * float(weight @ there**2) >= value - 1e-12 * abs(value):
            break
    return there, tried


def _second(x: Array, slope: Slope) -> Array:
    return np.asarray(x.T @ (slope.curvature @ x))


def finish(top: Maximum, meat: Array, n_blocks: int, prior_sd: float) -> Fit:
    """The fit with its covariance; `meat` is the sum over blocks of the outer product of a block's score."""
    weight = np.diag(ridge(top.design, prior_sd))
    bread = _inverse(top.information + weight)
    scale = n_blocks / (n_blocks - 1) if n_blocks > 1 else np.nan
    blocks = bread @ (scale * meat) @ bread
    own, independent = (Ratios(top.parameters, part, top.parameters, n_blocks) for part in (blocks, bread))
    covariance = steadied(own, independent).covariance + bread @ weight @ bread
    return Fit(top, bread, covariance, blocks, n_blocks, prior_sd)


def _inverse(matrix: Array) -> Array:
    """Inverse of a symmetric matrix; where there is no ridge, directions of which nothing is known are left out."""
    try:
        root = np.linalg.inv(np.linalg.cholesky(matrix))
        if not len(matrix) or np.abs(root).max() ** 2 * np.diag(matrix).max() < 1e12:
            return np.asarray(root.T @ root)
    except np.linalg.LinAlgError:
        pass
    return np.linalg.pinv(matrix, rcond=1e-12, hermitian=True)
