"""How often what a sweep says is false: settings that do nothing, picked effects, bands, and cells judged at once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from sizes import SIZES

from analysis.balance import balance
from analysis.contrasts import Contrasts
from analysis.curves import curves
from analysis.ranking import Moves, rank
from analysis.settings import Design

Array = np.ndarray[Any, Any]
N_BLOCKS, N_PLACES, N_VALUES = 400, 4, 3
#: A sound procedure leaves its bounds by this chance in this test.
CHANCE = 1e-4


def _effects(rng: np.random.Generator, true: Array, error: float) -> pd.DataFrame:
    """Effects of settings (settings, values, places) with errors as strangers see them: a t test of each."""
    n = true.size
    se = error * np.sqrt(rng.chisquare(N_BLOCKS - 1, n) / (N_BLOCKS - 1))
    luck = rng.normal(0, error, true.shape)
    luck -= luck.mean(2, keepdims=True)  # win shares of all places make 1
    luck *= np.sqrt(N_PLACES / (N_PLACES - 1))
    difference = (true + luck).ravel()
    setting, value, place = (index.ravel() for index in np.indices(true.shape))
    facts = {"at": 0, "target": "places", "kind": "place", "unit": "", "is_share": True, "is_paired": True}
    p = 2 * stats.t.sf(np.abs(difference / se), N_BLOCKS - 1)
    return pd.DataFrame(
        {
            **{name: [item] * n for name, item in facts.items()},
            "path": [f"rulings.r{i}" for i in setting],
            "value": [f"v{i}" for i in value],
            "label": [f"place {i + 1}" for i in place],
            "difference": difference,
            "se": se,
            "p_value": p,
            "n_blocks": N_BLOCKS,
        }
    )


def _at_most(n_errors: int, n: int, rate: float = 0.05) -> bool:
    return n_errors <= stats.binom.ppf(1 - CHANCE, n, rate)


def test_settings_that_do_nothing_are_seldom_said_to_move() -> None:
    rng = np.random.default_rng(11)
    n = SIZES.sweep_studies
    alarms = sum(
        bool(rank(_effects(rng, np.zeros((6, N_VALUES, N_PLACES)), 0.004), 95.0, 0.01)["is_sure"].any())
        for _ in range(n)
    )
    assert _at_most(alarms, n)
    assert alarms > 0 or n < 1_000


def test_bounds_of_the_largest_effect_know_that_it_was_picked() -> None:
    """The raw largest effect overshoots; its bounds hold the true largest, and within margin is true."""
    rng = np.random.default_rng(12)
    n, above, below, within, picked = SIZES.sweep_studies, 0, 0, 0, 0.0
    for _ in range(n):
        size = rng.choice([0.0, 0.004, 0.02])
        true = rng.normal(0, size, (1, N_VALUES, N_PLACES))
        largest = float(np.abs(true).max())
        row = rank(_effects(rng, true, 0.004), 95.0, 0.01).iloc[0]
        above += row["low"] > largest
        below += row["high"] < largest
        within += row["answer"] == str(Moves.WITHIN) and largest >= 0.01
        picked += abs(row["difference"]) - largest
    assert _at_most(above, n)
    assert _at_most(below, n)
    assert _at_most(within, n)
    assert picked / n > 0.001  # what an uncorrected largest effect would overstate, on average


def test_settings_are_not_ranked_by_raw_maxima() -> None:
    """One setting moves places by 2 pp, well known; another by 1.5 pp at one of twelve values, badly known."""
    rng = np.random.default_rng(16)
    n, first, raw = 120, 0, 0
    for _ in range(n):
        true = np.zeros((1, 12, N_PLACES))
        true[0, 0] = 0.015, -0.015, 0, 0
        sharp = _effects(rng, np.array([[[0.02, -0.02, 0, 0]]]), 0.001).assign(path="rulings.sharp")
        blurred = _effects(rng, true, 0.006).assign(path="rulings.blurred")
        found = rank(pd.concat([blurred, sharp], ignore_index=True), 95.0, 0.001)
        first += found["path"].iloc[0] == "rulings.sharp"
        raw += found.loc[found["difference"].abs().idxmax(), "path"] == "rulings.sharp"
    assert first / n > 0.98
    assert raw / n < 0.8  # what the largest estimates would say


def test_what_is_not_shown_is_ranked_by_how_far_it_may_move_at_most() -> None:
    effects = pd.concat([_effects(np.random.default_rng(17), np.zeros((1, 1, N_PLACES)), 0.002)] * 2, ignore_index=True)
    effects["path"] = np.repeat(["rulings.tight", "rulings.wide"], N_PLACES)
    effects["difference"] = np.repeat([0.0011, 0.001], N_PLACES)
    effects["se"], effects["p_value"] = np.repeat([0.001, 0.004], N_PLACES), np.repeat([0.27, 0.8], N_PLACES)
    found = rank(effects, 95.0, 0.01)
    assert list(found["path"]) == ["rulings.wide", "rulings.tight"]
    assert (np.diff(found["high"]) < 0).all()


def test_bands_of_curves_hold_for_all_points_at_once() -> None:
    """Shares of four places at seven values on the same chance, from whole blocks."""
    rng = np.random.default_rng(13)
    values = [str(value) for value in range(7)]
    design = Design.of(pd.DataFrame({"rules.x": values}, index=[f"c{value}" for value in values]), "c0")
    true = np.array([[0.25 + 0.01 * (place - 1.5) * (value - 3) / 3 for place in range(4)] for value in range(7)])
    n, outside, single = SIZES.sweep_studies, 0, 0
    for _ in range(n):
        luck = rng.normal(0, 0.12, (N_BLOCKS, 1, 4)) + rng.normal(0, 0.06, (N_BLOCKS, 7, 4))
        blocks = true + luck - luck.mean(2, keepdims=True)
        share, se = blocks.mean(0), blocks.std(0, ddof=1) / np.sqrt(N_BLOCKS)
        facts = {"at": 0, "target": "places", "kind": "place", "unit": "", "is_share": True, "n_blocks": N_BLOCKS}
        rows = [
            {
                **facts,
                "cell": f"c{v}",
                "label": f"place {p + 1}",
                "estimate": share[v, p],
                "se": se[v, p],
                "n_games": 9600,
            }
            | {"low": share[v, p] - 1.966 * se[v, p], "high": share[v, p] + 1.966 * se[v, p]}
            for p in range(4)
            for v in range(7)
        ]
        found = curves(pd.DataFrame(rows), design, _no_contrasts, 95.0)
        truth = true.T.ravel()
        outside += bool(((found["low_all"] > truth) | (found["high_all"] < truth)).any())
        single += bool(((found["low"] > truth) | (found["high"] < truth)).any())
    assert _at_most(outside, n)
    assert single > 3 * max(outside, 1)  # single intervals do not


def _no_contrasts(at: int, kind: str, label: str) -> Contrasts:
    raise AssertionError("one cell a value needs no means")


def test_of_many_cells_few_unequal_ones_are_said_to_be_balanced() -> None:
    """Places 1.2 pp off fair in 20 cells, margin 1 pp: any cell called balanced is a false one."""
    rng = np.random.default_rng(14)
    n, false, n_cells = SIZES.sweep_studies, 0, 20
    for _ in range(n):
        error = 0.002
        share = np.array([0.262, 0.238, 0.25, 0.25]) + rng.normal(0, error, (n_cells, 4))
        found = balance(_places(share, error), 95.0, 0.01)
        false += bool((found["answer"] == "balanced").any())
    assert _at_most(false, n)


def _places(share: Array, error: float) -> pd.DataFrame:
    cells, places = (index.ravel() for index in np.indices(share.shape))
    frame = pd.DataFrame({"cell": [f"c{i}" for i in cells], "label": [f"place {i + 1}" for i in places]})
    return frame.assign(at=0, estimate=share.ravel(), se=error, n_games=0.1875 / error**2, n_blocks=N_BLOCKS)


def test_imbalance_is_free_of_luck() -> None:
    rng = np.random.default_rng(15)
    error = 0.003
    equal = balance(_places(0.25 + rng.normal(0, error, (4000, 4)), error), 95.0, 0.01)
    squares = float((equal["imbalance"] ** 2).mean())
    assert squares < 0.6 * error**2  # cut at 0; with luck it would be error**2
    apart = np.array([0.28, 0.26, 0.24, 0.22])
    found = balance(_places(apart + rng.normal(0, error, (4000, 4)), error), 95.0, 0.01)
    assert float((found["imbalance"] ** 2).mean()) == pytest.approx(float(((apart - 0.25) ** 2).mean()), rel=0.02)
    assert (found["answer"] == "unbalanced").mean() > 0.95
