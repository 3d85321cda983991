"""Response curves of a sweep: every metric by the value of a varied path, with bands that hold at once, and slopes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

import numpy as np
import pandas as pd

from analysis.contrasts import Contrasts, slope_weights
from analysis.equality import holm, p_values
from analysis.intervals import mean_interval, share_interval, t_quantile
from analysis.settings import Design, Path

Array = np.ndarray[Any, Any]
#: Contrasts of a metric (table, kind, label) between the cells of a design.
Find = Callable[[int, str, str], Contrasts]

_POINT = ["estimate", "se", "low", "high", "n_games", "n_blocks"]
_METRIC = ["at", "target", "kind", "label", "unit", "is_share"]


def curves(frame: pd.DataFrame, design: Design, find: Find, level: float) -> pd.DataFrame:
    """Every metric by the value of each path.

    Parameters
    ----------
    frame
        Rows of the long table that have numbers, with `at` (number of the policy table), `target` and `is_share`.
    find
        See `Find`; used where several cells are averaged.
    level
        In percent.

    Returns
    -------
    DataFrame
        at, target, kind, label, unit, is_share, path, value, x (NaN unless the path is numeric), n_cells, n_lost (cells
        that failed, or have no like at another value), estimate, se, low, high (each by itself), n_games, n_blocks,
        low_all, high_all (all points of this path and target at once).
    """
    names, rows = design.cells, []
    members = {path.name: [design.members(path, value) for value in path.values] for path in design.paths}

    @cache
    def find_cells(known: bytes) -> dict[str, list[Array]]:
        is_known = np.frombuffer(known, bool)
        return {path.name: design.compared(path, is_known) for path in design.paths}

    for key, part in frame.groupby(_METRIC, sort=False):
        metric = dict(zip(_METRIC, key, strict=True))
        by_cell = part.set_index("cell")[_POINT].reindex(names)
        is_here = by_cell["estimate"].notna().to_numpy()
        compared = find_cells(is_here.tobytes())
        for path in design.paths:
            for at, value in enumerate(path.values):
                every = members[path.name][at]
                here = compared[path.name][at]
                number = path.numbers[at] if path.numbers else np.nan
                facts = {"path": path.name, "value": value, "x": number, "n_cells": int(here.sum())}
                lost = {"n_lost": int(every.sum()) - int(here.sum())}
                point = _point(here, by_cell, partial(find, *_key(metric)), level)
                rows.append({**metric, **facts, **lost, **point})
    return _with_bands(pd.DataFrame(rows), level)


def _key(metric: Mapping[str, Any]) -> tuple[int, str, str]:
    return int(metric["at"]), str(metric["kind"]), str(metric["label"])


def _point(here: Array, by_cell: pd.DataFrame, find: Callable[[], Contrasts], level: float) -> dict[str, float]:
    """The estimate of the one cell, or the mean over several with an error that knows what they share."""
    some = by_cell[here]
    if not len(some):
        return dict.fromkeys(_POINT, np.nan)
    if len(some) == 1:
        return dict(zip(_POINT, some.iloc[0].astype(float), strict=True))
    found = find().of(here / len(some))
    estimate, se = float(found.estimate[0]), float(found.se[0])
    half = t_quantile(level, found.n_groups) * se
    n_games = float(some["n_games"].sum())
    return dict(zip(_POINT, (estimate, se, estimate - half, estimate + half, n_games, found.n_groups), strict=True))


def _with_bands(frame: pd.DataFrame, level: float) -> pd.DataFrame:
    """Adds bounds that hold for all points of a path and target at once (Bonferroni)."""
    known = frame["estimate"].notna()
    n = known.groupby([frame[name] for name in ("at", "target", "path")], sort=False).transform("sum")
    rows = zip(frame.to_dict("records"), n, known, strict=True)
    bounds = [_bounds(row, level, int(k)) if is_known else (np.nan, np.nan) for row, k, is_known in rows]
    frame["low_all"], frame["high_all"] = np.array(bounds).T
    share = frame["is_share"].to_numpy(bool)
    for low, high in (("low", "high"), ("low_all", "high_all")):
        frame[low] = np.where(share, frame[low].clip(lower=0), frame[low])
        frame[high] = np.where(share, frame[high].clip(upper=1), frame[high])
    return frame


def _bounds(row: Mapping[Any, Any], level: float, n: int) -> tuple[float, float]:
    estimate, se, n_blocks = np.array(row["estimate"]), np.array(row["se"]), int(row["n_blocks"])
    if row["is_share"] and row["n_cells"] == 1:
        low, high = share_interval(estimate, se, np.array(row["n_games"]), n_blocks, level, n)
    else:
        low, high = mean_interval(estimate, se, n_blocks, 100 - (100 - level) / n)
    return float(low), float(high)


def slopes(frame: pd.DataFrame, design: Design, find: Find, level: float) -> pd.DataFrame:
    """Least-squares slopes of the curves of numeric paths with three values or more, by common random numbers.

    Parameters
    ----------
    frame
        What `curves` returned.

    Returns
    -------
    DataFrame
        at, target, kind, label, unit, is_share, path, step (distance of neighbouring values where all are equal, else
        1), slope (change a step), se, low, high, p_value, p_holm (over the metrics of a path and target).
    """
    rows = []
    for path in design.paths:
        if path.numbers is None or len(path.numbers) < 3:
            continue
        for key, part in frame[frame["path"] == path.name].groupby(_METRIC, sort=False):
            known, metric = part[part["estimate"].notna()], dict(zip(_METRIC, key, strict=True))
            if len(known) > 2:
                contrasts = find(*_key(metric))
                rows.append({**metric, "path": path.name, **_slope(known, design, path, contrasts, level)})
    found = pd.DataFrame(rows)
    if len(found):
        by_path = found.groupby(["at", "target", "path"], sort=False)["p_value"]
        found["p_holm"] = by_path.transform(lambda p: holm(p.to_numpy()))
    return found


def _slope(known: pd.DataFrame, design: Design, path: Path, contrasts: Contrasts, level: float) -> dict[str, float]:
    is_known, step = np.isfinite(contrasts.ratio), _step(path.numbers or ())
    weights, here = np.zeros(len(is_known)), dict(zip(path.values, design.compared(path, is_known), strict=True))
    for weight, value in zip(slope_weights(known["x"]), known["value"], strict=True):
        weights += weight * here[value] / max(int(here[value].sum()), 1)
    found = contrasts.of(weights * step, bool(known["is_share"].iloc[0]))
    slope, se = float(found.estimate[0]), float(found.se[0])
    half = t_quantile(level, found.n_groups) * se
    p = float(p_values(np.array(slope), np.array(se), found.n_groups))
    return {"step": step, "slope": slope, "se": se, "low": slope - half, "high": slope + half, "p_value": p}


def _step(numbers: tuple[float, ...]) -> float:
    """The distance of neighbouring values if all are equal, else 1."""
    gaps = np.diff(numbers)
    return float(gaps[0]) if np.allclose(gaps, gaps[0]) else 1.0
