"""Which settings move what, and by how much: the largest effect of each with an interval that knows it was picked.

A setting has several effects on a target (one for each of its values and each place, say), and a reader looks at the
largest. Its lower bound is therefore corrected for all of them (Bonferroni); an upper bound needs no correction, for
what bounds every effect one by one bounds the largest too (intersection and union). Many settings are tested at once
by Holm. Settings are ranked by their bounds, not by their largest estimates.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import numpy as np
import pandas as pd
from scipy import stats

from analysis.equality import holm
from analysis.intervals import t_quantile
from analysis.verdict import MIN_BLOCKS, POWER

Array = np.ndarray[Any, Any]


#: Beyond this multiple of the games no number is named.
MAX_FACTOR = 100.0


class Moves(StrEnum):
    """What the games say of a setting and a target."""

    YES = "moves"
    WITHIN = "within margin"
    SAME = "same games"
    NONE = "not shown"
    OPEN = "not enough games"


KEYS = ["at", "target", "path"]


def rank(effects: pd.DataFrame, level: float, margin: float) -> pd.DataFrame:
    """The largest effect of every setting on every target, ranked by its bounds.

    Settings that are shown to move the target come first, by how far they do so at least; then the others, by how far
    they may at most. The largest effect itself ranks nothing: of many effects with large errors it is large by chance.

    Parameters
    ----------
    effects
        One row an effect: at, target, kind, unit, is_share, path, value, label, difference, se, p_value, n_blocks.
        Differences without an estimate are left out of account.
    level
        In percent.
    margin
        What still counts as no change, of shares only.

    Returns
    -------
    DataFrame
        at, target, kind, unit, is_share, path, n_effects, n_labels; value and label of the largest effect with its
        difference and se; size (root mean square of the effects without what luck adds); low and high: bounds of how
        far the setting moves the target, in absolute terms, each true at `level` by itself; low_all: the lower bound
        with all settings of the target at once; p_value (that the setting moves nothing), p_holm (over the settings),
        is_sure, answer; factor: how many times the games would decide what is open.
    """
    known = effects[effects["difference"].notna()]
    rows = [_largest(part, level, margin) for _, part in known.groupby(KEYS, sort=False)]
    if not rows:
        return pd.DataFrame()
    frame = pd.DataFrame(rows)
    frame["n_all"] = frame.groupby(["at", "target"], sort=False)["n_effects"].transform("sum")
    each = zip(frame.pop("difference_of"), frame.pop("se_of"), frame.pop("blocks_of"), frame.pop("n_all"), strict=True)
    frame["low_all"] = [_low(d, se, blocks, level, int(n)) for d, se, blocks, n in each]
    frame["p_holm"] = np.nan
    for _, part in frame.groupby(["at", "target"], sort=False):
        frame.loc[part.index, "p_holm"] = holm(part["p_value"].to_numpy())
    alpha = 1 - level / 100
    frame["answer"] = [str(_answer(row, alpha)) for _, row in frame.iterrows()]
    frame["is_sure"] = frame["p_holm"] < alpha
    order = frame.assign(quiet=~frame["is_sure"], far=-np.where(frame["is_sure"], frame["low"], frame["high"]))
    firsts = {key: at for at, key in enumerate(dict.fromkeys(zip(frame["at"], frame["target"], strict=True)))}
    order["first"] = [firsts[key] for key in zip(frame["at"], frame["target"], strict=True)]
    order = order.sort_values(["first", "quiet", "far"], kind="stable")
    left_out = ["is_within", "quiet", "far", "first"]
    return order.drop(columns=left_out).reset_index(drop=True)


def _largest(part: pd.DataFrame, level: float, margin: float) -> dict[str, Any]:
    d, se = part["difference"].to_numpy(float), part["se"].to_numpy(float)
    blocks = part["n_blocks"].to_numpy()
    at = int(np.argmax(np.abs(d)))
    row = part.iloc[at]
    high = _high(d, se, blocks, 2 * level - 100)  # one-sided, as equivalence asks
    p = part["p_value"].to_numpy(float)
    known = p[np.isfinite(p)]
    return {
        **{name: row[name] for name in (*KEYS, "kind", "unit", "is_share", "value", "label")},
        "n_effects": len(part),
        "n_labels": int(part["label"].nunique()),
        "difference": float(d[at]),
        "se": float(se[at]),
        "n_blocks": int(blocks.min()),
        "is_paired": bool(part["is_paired"].all()),
        "size": float(np.sqrt(max(0.0, float(np.mean(d**2 - np.nan_to_num(se) ** 2))))),
        "low": _low(d, se, blocks, level, len(part)),
        "high": high,
        "p_value": min(1.0, len(known) * float(known.min())) if len(known) else np.nan,
        "factor": _factor(d, se, blocks, level, margin) if row["is_share"] else np.nan,
        "is_within": bool(high < margin and blocks.min() >= MIN_BLOCKS),
        "is_same": bool((d == 0).all() and (se == 0).all()),
        "difference_of": d,
        "se_of": se,
        "blocks_of": blocks,
    }


def _low(d: Array, se: Array, blocks: Array, level: float, n: int) -> float:
    """Lower bound of the largest absolute effect, all of n effects at once; 0 without errors."""
    q = np.array([t_quantile(100 - (100 - level) / n, int(b)) for b in blocks])
    bounds = np.abs(d) - q * se
    return max(0.0, float(np.nanmax(bounds))) if np.isfinite(bounds).any() else 0.0


def _high(d: Array, se: Array, blocks: Array, level: float) -> float:
    """Upper bound of the largest absolute effect: the largest bound of a single one; infinite without errors."""
    q = np.array([t_quantile(level, int(b)) if level > 0 else 0.0 for b in blocks])
    bounds = np.abs(d) + q * se
    return float(bounds.max()) if np.isfinite(bounds).all() else float("inf")


def _factor(d: Array, se: Array, blocks: Array, level: float, margin: float) -> float:
    """How many times the games would show all effects to be within the margin, or the largest to be none, if the
    estimates were true; NaN where no sensible number would."""
    n, q = len(d), [t_quantile(each, int(blocks.min())) for each in (2 * level - 100, 100 - (100 - level) / len(d))]
    power = float(stats.norm.ppf(0.5 + POWER / 2)) if n > 1 else float(stats.norm.ppf(POWER))
    gap = margin - np.abs(d)
    with np.errstate(divide="ignore", invalid="ignore"):
        inside = float(np.max(((q[0] + power) * se / gap) ** 2)) if (gap > 0).all() else np.inf
        outside = float(np.min(((q[1] + stats.norm.ppf(POWER)) * se / d) ** 2))
    factor = min(inside, outside) if outside == outside else inside
    return factor if 1 < factor < MAX_FACTOR else np.nan


def _answer(row: Any, alpha: float) -> Moves:
    if row["is_same"]:
        return Moves.SAME
    if row["is_share"] and row["is_within"]:
        return Moves.WITHIN
    if row["p_holm"] < alpha:
        return Moves.YES
    return Moves.OPEN if row["is_share"] else Moves.NONE
