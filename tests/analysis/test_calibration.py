"""Intervals hold what they promise: many studies of games with a known truth."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats
from synthetic import Truth, as_run, seen

from analysis.health import health
from analysis.intervals import share_interval
from analysis.shares import ShareSums

CELLS = {
    "no ties": Truth(n_blocks=40, place=(1.3, 1, 1, 0.8), character=(1, 1.4, 0.9, 0.7)),
    "30 % ties": Truth(n_blocks=40, place=(1.3, 1, 1, 0.8), ties=0.3),
    "60 % ties, luck of the chair": Truth(n_blocks=40, ties=0.6, shared_luck=0.3),
    "luck that travels": Truth(n_blocks=40, place=(1.1, 1, 1, 1), shared_luck=0.3, travels=True),
}


def sums_of(truth: Truth) -> ShareSums:
    run = as_run(truth)
    sums = ShareSums(run)
    sums.add(seen(truth, run))
    return sums


@pytest.mark.parametrize("name", CELLS)
def test_coverage_of_95_percent_intervals(name: str, is_full_size: bool, figure) -> None:
    truth = CELLS[name]
    exact = truth.cell_credit().mean(1)
    n_studies = 4000 if is_full_size else 250
    inside = np.zeros(4)
    for study in range(n_studies):
        ratios = sums_of(Truth(**{**truth.__dict__, "seed": 50_000 + study})).place_ratios()
        low, high = share_interval(ratios.estimate[:4], ratios.error[:4], ratios.weight[:4], ratios.n_blocks, 95)
        inside += (low <= exact) & (exact <= high)
    coverage = inside.sum() / (4 * n_studies)
    figure(f"coverage of 95 % intervals of places, {name}", round(coverage, 4))
    if is_full_size:
        assert 0.94 <= coverage <= 0.96
    else:  # the four places of a study are not independent: bounds as for one
        low, high = stats.binom.ppf([0.0005, 0.9995], n_studies, 0.95) / n_studies
        assert low <= coverage <= high


def test_sound_runs_pass_the_checks_of_chance(is_full_size: bool, figure) -> None:
    n_studies = 1000 if is_full_size else 60
    facts = dict.fromkeys(("n_games", "n_expected", "credit", "winners"), 24.0 * 64)
    facts |= {"n_unfinished": 0.0, "worst_seating": 0.0, "design_effect": 1.0, "n_blocks": 64.0, "n_shards": 1.0}
    failed = 0
    for study in range(n_studies):
        frame = health(sums_of(Truth(n_blocks=64, shared_luck=0.2, seed=70_000 + study)), facts)
        failed += not frame["is_ok"].all()
    figure("sound runs that fail a check of run health", failed / n_studies)
    assert failed <= stats.binom.ppf(0.9999, n_studies, 0.01)


def test_a_run_that_changes_half_way_fails() -> None:
    run = as_run(Truth(n_blocks=200))
    sums = ShareSums(run)
    sums.add(seen(Truth(n_blocks=100, place=(2.5, 1, 1, 1), seed=1), run))
    sums.add(seen(Truth(n_blocks=100, place=(0.4, 1, 1, 1), seed=2), run))
    facts = dict.fromkeys(("n_games", "n_expected", "credit", "winners"), 4800.0)
    facts |= {"n_unfinished": 5.0, "worst_seating": 0.1, "design_effect": 400.0, "n_blocks": 20.0, "n_shards": 1.0}
    frame = health(sums, {**facts, "credit": 4799.0, "n_expected": 4824.0}).set_index("check")
    assert not frame.drop(index="shards verified")["is_ok"].any()
