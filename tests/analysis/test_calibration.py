"""Intervals, tests, verdicts and checks hold what they promise: many studies of games with a known truth.

Small in CI; at full size every cell of docs/calibration.md, each with 4,000 studies.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import calibrate
import numpy as np
import pytest
from calibration_kit import COVERAGE, STUDIES, Bounds, Line, Tally
from calibration_page import BEGIN, rewritten, tables
from synthetic import Truth, as_run, seen

from analysis.health import health, slope_bounds
from analysis.shares import ShareSums

JOBS = {job.name: job for job in calibrate.jobs()}
PAGE = Path(__file__).parents[2] / "docs" / "calibration.md"
#: Cells that CI computes too, with so many studies.
SMALL = {
    "4 players, 40 blocks of 24, 0% ties, own luck": 60,
    "4 players, 40 blocks of 24, 60% ties, luck of the chair": 60,
    "4 players, 40 blocks of 24, 60% ties, luck that travels": 60,
    "4 unequal players, 40 blocks of 24, 30% ties, luck of the chair": 60,
    "2 players, 200 blocks of 2, luck of the chair": 200,
    "2 players, 200 single games, 60% ties": 200,
    "4 unequal players, 200 single games": 200,
    "12 players, 40 blocks of 12, own luck": 60,
    "verdicts: 2 players, 20,000 single games, one share on the border": 400,
    "verdicts: 4 players, 100,000 single games, one share on the border": 400,
    "verdicts: 2 players, fair": 400,
    "verdicts: 4 players, fair": 400,
    "verdicts: 3 players, 35.5 %": 400,
    "means: 200 blocks of 2": 100,
    "cards: 4 players, 40 blocks of 24, luck that travels": 40,
    "groups: 40 groups, 0 of them off, 200 blocks of 5": 80,
    "groups: 40 groups, 8 of them off, 200 blocks of 5": 80,
    "sequences: 4 players, blocks of 24, own luck": 100,
    "twice: Pig, one seed, two runs": 400,
}


@pytest.mark.parametrize("name", JOBS)
def test_cells(name: str, is_full_size: bool, figure) -> None:
    if not is_full_size and name not in SMALL:
        pytest.skip("full size only: make verify")
    lines = JOBS[name].run(STUDIES if is_full_size else SMALL[name])
    for line in lines:
        figure(f"{line.cell}: {line.what}", round(line.figure, 4))
    assert lines
    page = PAGE.read_text(encoding="utf-8")
    failed = [line for line in lines if not line.is_ok]
    assert [line for line in failed if f"FAILED: {line.what}" not in page or line.cell not in page] == []


def test_the_page_has_every_cell() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert [name for name in JOBS if f"| {name} |" not in page] == []


def test_failures_stay_in_the_table() -> None:
    good = Line("shares", "a cell", "intervals", 0.951, 0.003, COVERAGE, STUDIES)
    text = tables([good, replace(good, cell="another", figure=0.93)])
    assert "2 figures with bounds, 1 of them FAILED" in text
    assert "- FAILED: intervals: 93.00 (94.00 to 96.00); another." in text
    assert "| another | intervals | 93.00 | 0.30 | 94.00 to 96.00 | 4,000 | **FAILED** |" in text
    assert "| a cell | intervals | 95.10 | 0.30 | 94.00 to 96.00 | 4,000 | ok |" in text
    assert rewritten(f"head\n{BEGIN}\nold\n<!-- end -->\ntail", "new\n") == f"head\n{BEGIN}\nnew\n<!-- end -->\ntail"


def test_bounds_of_few_studies_are_wide_and_still_find_what_is_wrong() -> None:
    few = COVERAGE.for_studies(200)
    assert 0.86 < few.low < 0.90
    assert few.high == 1
    assert not Line("", "", "", 0.80, 0.03, COVERAGE, 200).is_ok
    assert COVERAGE.for_studies(STUDIES) == COVERAGE
    assert Bounds(0, 0).for_studies(10) == Bounds(0, 0)


def test_values_of_one_study_count_as_one() -> None:
    tally = Tally("part", "cell")
    for inside in ([True, True], [False, False], [True, False], [True, True]):
        tally.add("what", inside, COVERAGE)
    (line,) = tally.lines()
    assert (line.figure, line.n) == (pytest.approx(0.625), 4)
    assert line.error == pytest.approx(np.std([1, 0, 0.5, 1], ddof=1) / 2)


def sums_of(*truths: Truth) -> ShareSums:
    """Sums over the blocks of one truth after the other."""
    run = as_run(replace(truths[0], n_blocks=sum(truth.n_blocks for truth in truths)))
    sums = ShareSums(run)
    for truth in truths:
        sums.add(seen(truth, run))
    return sums


FACTS = {
    **dict.fromkeys(("n_games", "n_expected", "credit", "winners"), 4800.0),
    "n_unfinished": 0.0,
    "worst_seating": 0.0,
    "design_effect": 1.0,
    "n_blocks": 200.0,
    "n_shards": 1.0,
}


def test_a_run_that_changes_half_way_fails() -> None:
    sums = sums_of(Truth(n_blocks=100, place=(2.5, 1, 1, 1), seed=1), Truth(n_blocks=100, place=(0.4, 1, 1, 1), seed=2))
    facts = FACTS | {"n_unfinished": 5.0, "worst_seating": 0.1, "design_effect": 400.0, "n_blocks": 20.0}
    frame = health(sums, {**facts, "credit": 4799.0, "n_expected": 4824.0}).set_index("check")
    assert not frame.drop(index="shards verified")["is_ok"].any()
    off = {
        name: health(sums, {**facts, "worst_seating": off}).set_index("check").loc["plan balanced"]
        for name, off in (("few", 0.25), ("fixed", 3.0))
    }
    assert [*off["few"][["figure", "is_ok"]], *off["fixed"][["figure", "is_ok"]]] == [
        "25.00 % off",
        False,
        "nobody changes chairs",
        False,
    ]


@pytest.mark.parametrize("k", [2, 4])
def test_luck_that_lasts_over_blocks_fails_the_fall_of_the_error(k: int) -> None:
    """The place that is ahead changes with every 96 blocks (8 batches), so batches that lie together are alike."""
    rng, parts = np.random.default_rng(7), []
    for at in range(8):
        place = tuple(float(weight) for weight in rng.uniform(0.3, 3.0, k))
        parts.append(Truth(n_blocks=96, place=place, character=(1.0,) * k, seed=at))
    frame = health(sums_of(*parts), FACTS).set_index("check")
    assert not frame.loc["error falls as 1/sqrt(n)", "is_ok"]


def test_bounds_of_the_slope_are_those_of_normal_batches(is_full_size: bool, figure) -> None:
    """Quantiles of the slope itself, simulated: one place alone, and three directions."""
    from analysis.health import _slope

    rng, n = np.random.default_rng(8), 20_000 if is_full_size else 600
    for directions in (1, 3):
        low, high = slope_bounds(64, directions)
        credit = np.repeat(0.5 + 0.01 * rng.standard_normal((n, 64, 1)), 2, axis=2)
        if directions == 3:
            credit = 0.25 + 0.01 * rng.standard_normal((n, 64, 3))
        slopes = np.array([_slope(np.ones(64), np.column_stack([np.ones(64), one])) for one in credit])
        outside = ((slopes < low) | (slopes > high)).mean()
        figure(f"slopes of sound batches outside the bounds, {directions} directions", outside)
        assert outside <= (0.002 if is_full_size else 0.01)
        assert abs(slopes.mean() + 0.5) < 0.05
    assert np.isnan(slope_bounds(47, 1)).all()
