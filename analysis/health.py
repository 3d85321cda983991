"""Run health: checks of the run itself, each with its figure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from scipy import stats

from analysis.blocks import Ratios, ratios
from analysis.intervals import share_interval
from analysis.shares import Ask, ShareSums
from analysis.verdict import MIN_BLOCKS

Array = np.ndarray[Any, Any]

#: A sound run fails a check of chance (halves, batches) once in a thousand.
ALARM = 0.001
MAX_UNFINISHED = 0.001
#: Of blocks with few games, where chance alone moves the estimate.
MAX_DESIGN_EFFECT = 3.0
#: Fewer full batches do not tell how the error falls.
MIN_BATCHES = 48


def place_ratios(n_blocks: int, total: Array, cross: Array) -> Ratios:
    """Win shares by place from sums of (games, credit by place)."""
    k = len(total) - 1
    above, below = np.eye(k + 1)[1:], np.zeros((k, k + 1))
    below[:, 0] = 1
    return ratios(n_blocks, total, cross, above, below)


def convergence(sums: ShareSums, ask: Ask) -> pd.DataFrame:
    """Win share by place over the first games of the plan, at the end of each batch of blocks, with its interval."""
    counts, totals, crosses = (np.cumsum(part, axis=0) for part in sums.batches.sums())
    frames = []
    for n_blocks, total, cross in zip(counts, totals, crosses, strict=True):
        found = place_ratios(int(n_blocks), total, cross)
        low, high = share_interval(found.estimate, found.error, found.weight, int(n_blocks), ask.level)
        columns = {"share": found.estimate, "se": found.error, "low": low, "high": high}
        frames.append(pd.DataFrame({"n": int(total[0]), "place": np.arange(1, sums.k + 1), **columns}))
    return pd.concat(frames, ignore_index=True)


def unfinished_text(ends: pd.DataFrame) -> str:
    """How unfinished games ended, each with its number: `12 stopped after 200 rounds`; "" where there are none."""
    of_open = ends[~ends["is_finished"].astype(bool)]
    return ", ".join(f"{n:,} {label}" for label, n in zip(of_open["label"], of_open["n"], strict=True))


def health(
    sums: ShareSums, facts: dict[str, float], unfinished: str = "", more: Sequence[tuple[str, str, bool, str]] = ()
) -> pd.DataFrame:
    """The checks of one policy table.

    Parameters
    ----------
    facts
        n_games, n_expected, n_unfinished, credit, winners, n_blocks, n_shards (of the whole run), design_effect;
        worst_seating (largest relative departure of a participant's, or character's, number of games in a chair from
        balance).
    unfinished
        How unfinished games ended (`unfinished_text`).
    more
        Further checks, which stand before that of the plan.
    """
    n = facts["n_games"]
    part = facts["n_unfinished"] / n
    said = f"{100 * part:.3f} %" + (f": {unfinished}" if unfinished else "")
    rows = [
        (
            "games complete",
            f"{n:,.0f} of {facts['n_expected']:,.0f}",
            n == facts["n_expected"],
            "rows read / planned",
        ),
        ("enough blocks", f"{facts['n_blocks']:,.0f}", facts["n_blocks"] >= MIN_BLOCKS, "errors need blocks: >= 30"),
        (
            "shards verified",
            f"{facts['n_shards']:,.0f}",
            True,
            "files with the listed size and checksum; others are refused",
        ),
        *_chance_checks(sums),
        ("unfinished games", said, part < MAX_UNFINISHED, "below 0.1 % of games; they count, and nobody wins them"),
        _credit_check(facts),
        *more,
        (
            "plan balanced",
            "nobody changes chairs"
            if abs(facts["worst_seating"] - (sums.k - 1)) < 1e-9
            else f"{100 * facts['worst_seating']:.2f} % off",
            facts["worst_seating"] < 1e-9,
            "everyone sits equally often in each chair",
        ),
        (
            "design effect",
            "too few blocks" if np.isnan(facts["design_effect"]) else f"{facts['design_effect']:.2f}",
            not facts["design_effect"] > max(MAX_DESIGN_EFFECT, n / max(facts["n_blocks"], 1)),
            "variance against as many independent games; the errors count it; at most the games of a block",
        ),
    ]
    return pd.DataFrame(rows, columns=["check", "figure", "is_ok", "meaning"])


def _credit_check(facts: dict[str, float]) -> tuple[str, str, bool, str]:
    is_same = abs(facts["credit"] - facts["winners"]) < 1e-6 * max(facts["winners"], 1)
    credit = f"{facts['credit']:,.1f}".removesuffix(".0")
    figure = f"{credit} of {facts['winners']:,.0f}"
    return ("credits add up", figure, is_same, "win credits / wins to give out")


def _chance_checks(sums: ShareSums) -> list[tuple[str, str, bool, str]]:
    counts, totals, _ = sums.batches.sums()
    moments = sums.moments
    k = sums.k
    whole = place_ratios(moments.n_blocks, moments.total[: k + 1], moments.cross[: k + 1, : k + 1])
    block_cov = whole.covariance * moments.n_blocks
    batches = _agreement(counts, totals, whole.estimate, block_cov)
    half = int(np.searchsorted(np.cumsum(counts), counts.sum() / 2)) + 1
    two = [slice(0, half), slice(half, None)]
    halves = _agreement(
        np.array([counts[s].sum() for s in two]), np.array([totals[s].sum(0) for s in two]), whole.estimate, block_cov
    )
    slope = _slope(counts, totals)
    low, high = slope_bounds(*_slope_size(counts, totals, block_cov))
    return [
        ("halves agree", _p_text(halves), not halves < ALARM, "first and second half, chi-square, p >= 0.001"),
        ("batches agree", _p_text(batches), not batches < ALARM, f"{len(counts)} batches, chi-square, p >= 0.001"),
        (
            "error falls as 1/sqrt(n)",
            "too few batches" if np.isnan(slope) else f"exponent {slope:.2f}",
            not (slope < low or slope > high),
            "slope of log error over log games: -0.5"
            + ("" if np.isnan(slope) else f", {low:.2f} to {high:.2f} in 999 of 1,000 sound runs"),
        ),
    ]


def _p_text(p: float) -> str:
    return "too few blocks" if np.isnan(p) else f"p = {p:.2g}" if p < 0.01 else f"p = {p:.2f}"


def _agreement(counts: Array, totals: Array, estimate: Array, block_cov: Array) -> float:
    """p value that parts of the run have the same shares by place, given the covariance of one block."""
    used = counts > 0
    if used.sum() < 2 or not np.isfinite(block_cov).all():
        return float("nan")
    shares = totals[used, 1:] / totals[used, :1] - estimate
    values, vectors = np.linalg.eigh(block_cov)
    solid = values > max(values.max(), 0) * 1e-9
    if not solid.any():
        return 1.0 if np.abs(shares).max() < 1e-12 else 0.0
    scaled = (shares @ vectors[:, solid]) ** 2 / values[solid] * counts[used][:, None]
    return float(stats.chi2.sf(scaled.sum(), (used.sum() - 1) * solid.sum()))


def _full(counts: Array, totals: Array) -> Array:
    """Totals of the batches with the full number of blocks."""
    full: Array = totals[counts == counts[0]]
    return full


def _slope(counts: Array, totals: Array) -> float:
    """Slope of log SD of batch shares over log batch size, batches merged by 1, 2, 4, 8; -0.5 for independent blocks.

    The SD of m means has a relative error of about 1 / sqrt(2 m), which weighs the four points. NaN with fewer than
    MIN_BATCHES full batches.
    """
    totals = _full(counts, totals)
    if len(totals) < MIN_BATCHES:
        return float("nan")
    size, spread, weight = [], [], []
    for merged in (1, 2, 4, 8):
        n = len(totals) // merged
        part = totals[: n * merged].reshape(n, merged, -1).sum(1)
        deviation = float(np.sqrt((part[:, 1:] / part[:, :1]).var(0, ddof=1).mean()))
        if deviation < 1e-12:
            return float("nan")
        size.append(np.log(merged))
        spread.append(np.log(deviation))
        weight.append(n - 1)
    return float(np.polyfit(size, spread, 1, w=np.sqrt(weight))[0])


def _slope_size(counts: Array, totals: Array, block_cov: Array) -> tuple[int, float]:
    """Number of full batches, and in how many directions shares vary (2 for three equal places)."""
    trace = float(np.trace(block_cov))
    directions = trace**2 / float((block_cov**2).sum()) if trace > 0 else 1.0
    return len(_full(counts, totals)), directions


def slope_bounds(n_batches: int, directions: float) -> tuple[float, float]:
    """Bounds that the slope of a sound run leaves once in a thousand runs.

    Of normal batches the slope has an SD of 0.85 c with c = 1 / sqrt(batches x directions), and its far quantiles lie
    at -(3.3 + 10.5 c) and 3.3 - 6.5 c of these (80,000 runs simulated of each of 1, 2, 3 and 11 directions and 48 to
    127 batches). NaN with fewer than MIN_BATCHES.
    """
    if n_batches < MIN_BATCHES or not directions > 0:
        return float("nan"), float("nan")
    c = 1 / np.sqrt(n_batches * directions)
    return -0.5 - 0.85 * c * (3.3 + 10.5 * c), -0.5 + 0.85 * c * (3.3 - 6.5 * c)
