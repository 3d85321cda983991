"""Whether what a style is worth depends on the place, or the character, from which it is played."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from scipy import stats

from analysis.equality import holm, p_values, quadratic_form
from analysis.intervals import mean_interval
from analysis.meetings import KindSums, MeetingSums

Array = np.ndarray[Any, Any]


def by_kind(sums: MeetingSums, level: float) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Win shares by style and place, and by style and character, and whether they go beyond both alone.

    Returns
    -------
    tuple
        Cells: kind, label, policy, n (seats), share (wins a seat), se, beyond (share beyond what style and place add
        up to), beyond_se, low, high (of `beyond`), p_value, p_holm (within the kind). Tests: kind, question, statistic,
        df1, df2, p_value.
    """
    cells, tests = zip(*(_cells(kind, sums.schedule.policies, level) for kind in sums.kinds), strict=True)
    return pd.concat(cells, ignore_index=True), pd.DataFrame(tests)


def _cells(kind: KindSums, policies: Sequence[str], level: float) -> tuple[pd.DataFrame, dict[str, Any]]:
    shape = (kind.n_policies, len(kind.labels))
    used = kind.seats.reshape(-1, *shape).sum((0, 1)) > 0  # characters that took part
    won, seats = (part.reshape(-1, *shape)[:, :, used] for part in (kind.won / kind.unit, kind.seats))
    labels, n_blocks = [label for label, is_in in zip(kind.labels, used, strict=True) if is_in], len(won)
    n = seats.sum(0)
    with np.errstate(divide="ignore", invalid="ignore"):
        share = won.sum(0) / n
        pull = ((won - share * seats) / n).reshape(n_blocks, -1)
    scale = n_blocks / (n_blocks - 1) if n_blocks > 1 else np.nan
    covariance = scale * pull.T @ pull
    form = np.kron(_centre(len(share)), _centre(len(labels)))
    beyond, of_beyond = form @ share.ravel(), form @ covariance @ form.T
    error = np.sqrt(np.maximum(np.diag(of_beyond), 0))
    low, high = mean_interval(beyond, error, n_blocks, level)
    p = p_values(beyond, error, n_blocks)
    frame = pd.DataFrame({"kind": kind.name, "label": np.tile(labels, len(share))})
    frame["policy"] = np.repeat(list(policies), len(labels))
    columns = {"n": n.ravel().astype(np.int64), "share": share.ravel(), "se": np.sqrt(np.diag(covariance))}
    columns |= {"beyond": beyond, "beyond_se": error, "low": low, "high": high, "p_value": p, "p_holm": holm(p)}
    return frame.assign(**columns), {"kind": kind.name} | _test(beyond, of_beyond, n_blocks, kind.name)


def _centre(n: int) -> Array:
    return np.asarray(np.eye(n) - 1 / n)


def _test(beyond: Array, covariance: Array, n_blocks: int, kind: str) -> dict[str, Any]:
    row: dict[str, Any] = {"question": f"every style gains alike from each {kind}"}
    if np.abs(beyond).max() < 1e-12:
        return row | {"statistic": 0.0, "df1": 0.0, "df2": 0.0, "p_value": 1.0}
    if n_blocks <= len(beyond) or np.trace(covariance) < 1e-15:
        return row | {"statistic": math.nan, "df1": 0.0, "df2": 0.0, "p_value": math.nan}
    statistic, df1, df2 = quadratic_form(beyond, covariance, n_blocks)
    return row | {"statistic": statistic, "df1": df1, "df2": df2, "p_value": float(stats.f.sf(statistic, df1, df2))}
