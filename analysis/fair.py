"""The value of a rule that makes places or characters equal: what the cells say, for each policy table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from analysis import fair_curve, fair_design, fair_surface
from analysis.fair_cells import Cells, p_moved
from analysis.fair_curve import Crossing
from analysis.fair_design import Key, Point
from analysis.fair_surface import Solution, Surface
from analysis.shares import Ask
from analysis.verdict import Answer, Verdict, decide

Array = np.ndarray[Any, Any]

#: A surface with a smaller p value than this does not fit; nothing is then said of values between the cells.
POOR_FIT = 0.01


@dataclass(frozen=True)
class Found:
    """What the cells of one policy table say.

    Attributes
    ----------
    cells
        Those that the answer rests on, by ascending value.
    aim
        Labels that shall be fair, as indices.
    p_moved
        p value of "the keys move nothing".
    best
        Value of each key that can be played and leaves least inequality.
    off, covariance
        How far each label is from fair there, and the covariance; from the same cells that chose it.
    verdict
        Places (or what is aimed at) there.
    is_none
        Whether no value of the range is fair within the margin: at each, some label is shown to be farther off.
    is_claim_wide
        Whether that holds between the cells too.
    crossings, courses
        One key: of each label, where it is fair, and how its share runs ("rises", "falls", "turns", "flat").
    least
        One key: value of least inequality (real), with its interval.
    moved
        One key: the label that it moves most.
    surface, solution
        Several keys.
    """

    cells: Cells
    aim: tuple[int, ...]
    p_moved: float
    best: Point
    off: Array
    covariance: Array
    verdict: Verdict
    is_none: bool
    is_claim_wide: bool = True
    crossings: tuple[tuple[Crossing, ...], ...] = ()
    courses: tuple[str, ...] = ()
    least: tuple[float, float, float] | None = None
    moved: int = 0
    surface: Surface | None = None
    solution: Solution | None = None
    everywhere: Cells | None = field(default=None, repr=False)


def find(cells: Cells, keys: Sequence[Key], aim: Sequence[int], ask: Ask, near: Cells | None = None) -> Found:
    """The fair value out of cells.

    Parameters
    ----------
    cells
        All cells of a single key, or those of the first stage over the whole ranges.
    keys, aim, ask
        What is looked for, labels that shall be fair, margin and level.
    near
        Several keys: cells of the box around the first answer.
    """
    if len(keys) == 1:
        return _find_one(cells, keys[0], tuple(aim), ask)
    return _find_several(cells, keys, tuple(aim), ask, near)


def verdict_at(off: Array, covariance: Array, cells: Cells, aim: Sequence[int], ask: Ask) -> Verdict:
    """Verdict on the labels of `aim` with these distances from fair; its indices are those of all labels."""
    keep = list(aim)
    fair = float(cells.fair.mean())
    error = np.sqrt(np.maximum(np.diag(covariance)[keep], 0))
    weight = cells.weight.mean(0)[keep]
    found = decide(fair + off[keep], error, weight, cells.n_blocks, cells.n_games, fair, ask.margin, ask.level)
    return Verdict(found.answer, keep[found.worst], tuple(keep[i] for i in found.off), found.more_games)


def _find_one(cells: Cells, key: Key, aim: tuple[int, ...], ask: Ask) -> Found:
    cells = cells.some(np.argsort(cells.x[:, 0], kind="stable").tolist())
    x, quantile = cells.x[:, 0], cells.quantile(ask.level)
    least = fair_curve.least_with_interval(cells, aim, ask.level)
    if key.all_values:
        best = float(x[int(np.argmin(fair_curve.worst(cells.off[:, list(aim)])))])
    else:
        best = fair_design.playable([key], [least[0]])[0]
    off, covariance = fair_curve.at_value(cells, best)
    labels = range(len(cells.labels))
    return Found(
        cells,
        aim,
        p_moved(cells, list(labels)),
        (best,),
        off,
        covariance,
        verdict_at(off, covariance, cells, aim, ask),
        _is_none_of(cells, key, aim, ask),
        crossings=tuple(fair_curve.crossings(x, *cells.of(label), quantile) for label in labels),
        courses=tuple(fair_curve.course(cells, label, ask.level) for label in labels),
        least=least,
        moved=_moved(cells),
    )


def _moved(cells: Cells) -> int:
    """The label that is moved most; of two that are moved alike, the one that rises."""
    by = np.round(np.ptp(cells.off, axis=0), 12)
    rises = cells.off[-1] > cells.off[0]
    return int(np.lexsort((-np.arange(len(by)), rises, by))[-1])


def _is_none_of(cells: Cells, key: Key, aim: tuple[int, ...], ask: Ask) -> bool:
    """Whether at every value some label is shown to be off. Each must be, so nothing is to be corrected for many."""
    values = key.all_values or tuple(value for (value,) in fair_design.asked([key]))
    if len(values) > fair_design.N_ASKED:
        values = tuple(value for (value,) in fair_design.asked([key]))
    at = (fair_curve.at_value(cells, value) for value in values)
    return all(verdict_at(*one, cells, aim, ask).answer == Answer.UNBALANCED for one in at)


def _find_several(
    cells: Cells, keys: Sequence[Key], aim: tuple[int, ...], ask: Ask, near: Cells | None = None
) -> Found:
    low, high = np.array([key.low for key in keys]), np.array([key.high for key in keys])
    quantile = cells.quantile(ask.level)
    wide = surface = fair_surface.fit(cells)
    used, solution = cells, fair_surface.solve(wide, aim, low, high, ask.level, quantile)
    if near is not None:
        close = fair_surface.fit(near)
        inside = fair_surface.solve(close, aim, low, high, ask.level, quantile)
        if fair_design.is_inside(inside.x, near.x.min(0), near.x.max(0)):  # else it is far from these cells
            surface, used, solution = close, near, inside
    best = _best_point(surface, used, keys, aim, solution)
    off, covariance = _at_point(surface, used, best)
    verdict = verdict_at(off, covariance, used, aim, ask)
    is_fitting = not wide.p_fit < POOR_FIT
    is_none = verdict.answer == Answer.UNBALANCED and _is_none_on(wide, cells, keys, aim, ask, is_fitting)
    return Found(
        used,
        aim,
        p_moved(cells, range(len(cells.labels))),
        best,
        off,
        covariance,
        verdict,
        is_none,
        is_fitting,
        surface=surface,
        solution=solution,
        everywhere=cells,
    )


def _best_point(surface: Surface, cells: Cells, keys: Sequence[Key], aim: tuple[int, ...], solution: Solution) -> Point:
    """The point that can be played where the surface is least unequal, among the neighbours of the solution."""
    if not all(key.all_values for key in keys):
        return fair_design.playable(keys, solution.x)
    lists = [_neighbours(key, value) for key, value in zip(keys, solution.x, strict=True)]
    points = np.array(np.meshgrid(*lists, indexing="ij")).reshape(len(keys), -1).T
    unequal = fair_curve.worst(surface.off(points)[:, list(aim)])
    return tuple(float(value) for value in points[int(np.argmin(np.round(unequal, 12)))])


def _neighbours(key: Key, value: float) -> list[float]:
    """Values of a key on either side of a number, two each."""
    listed = key.all_values
    return sorted(sorted(listed, key=lambda one: (abs(one - value), one))[:4])


def _at_point(surface: Surface, cells: Cells, point: Point) -> tuple[Array, Array]:
    """How far each label is off at a point: as its cell says, if it was played and the surface does not fit."""
    if surface.p_fit < POOR_FIT:
        same = np.flatnonzero((np.abs(cells.x - np.array(point)) < 1e-9).all(1))
        if len(same):
            return cells.at(int(same[0]))
    return surface.off(np.array(point))[0], surface.covariance_at(np.array(point))


def _is_none_on(
    surface: Surface, cells: Cells, keys: Sequence[Key], aim: tuple[int, ...], ask: Ask, is_fitting: bool
) -> bool:
    """As `_is_none_of`, by the surface over the whole ranges, or by the cells alone where it does not fit."""
    if is_fitting:
        at = ((surface.off(x)[0], surface.covariance_at(x)) for x in np.array(fair_design.asked(keys)))
    else:
        at = (cells.at(cell) for cell in range(cells.n))
    return all(verdict_at(*one, cells, aim, ask).answer == Answer.UNBALANCED for one in at)


def cell_frame(cells: Cells, keys: Sequence[Key], ask: Ask) -> pd.DataFrame:
    """A row for each cell and label: values of the keys, share, distance from fair with error and interval."""
    error, quantile = cells.errors(), cells.quantile(ask.level)
    n_labels = len(cells.labels)
    values = {key.path: np.repeat(cells.x[:, at], n_labels) for at, key in enumerate(keys)}
    off = cells.off.ravel()
    half = quantile * error.ravel()
    return pd.DataFrame(
        {
            **values,
            "label": list(cells.labels) * cells.n,
            "n_games": cells.n_games,
            "n_blocks": cells.n_blocks,
            "share": cells.shares.ravel(),
            "fair": np.repeat(cells.fair, n_labels),
            "difference": off,
            "se": error.ravel(),
            "low": off - half,
            "high": off + half,
        }
    )


def crossing_frame(found: Found) -> pd.DataFrame:
    """A row for each crossing of each label."""
    rows = [
        {"label": label, "course": course, **one.__dict__}
        for label, course, each in zip(found.cells.labels, found.courses, found.crossings, strict=True)
        for one in each
    ]
    columns = ["label", "course", "value", "low", "high", "leaves_low", "leaves_high", "n_signs"]
    return pd.DataFrame(rows, columns=columns)


def solution_frame(found: Found, keys: Sequence[Key]) -> pd.DataFrame:
    """A row for each key: value of least inequality with error and interval, and the value to play."""
    parts: dict[str, Any]
    if found.solution is not None:
        s = found.solution
        parts = {"value": s.x, "se": s.error, "low": s.low, "high": s.high, "at_edge": s.at_edge}
    else:
        assert found.least is not None  # one key has it
        value, low, high = found.least
        key = keys[0]
        parts = {"value": [value], "low": [low], "high": [high], "at_edge": [value <= key.low or value >= key.high]}
    return pd.DataFrame({"key": [key.path for key in keys], **parts, "best": list(found.best)})
