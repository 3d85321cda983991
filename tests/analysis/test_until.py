"""The analysis of runs that stop when precise: places by their confidence sequence, everything else as it was."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import naive
import numpy as np
import pandas as pd
import pytest
import synthetic
from scipy import stats
from sizes import SIZES
from synthetic import Truth, credits, write_run
from test_sequence import CELLS, block_means, coins, precision_of, target

from analysis.equality import holm
from analysis.intervals import share_interval
from analysis.sequence import Precision, confidence_sequence
from analysis.shares import Ask
from analysis.study import Study, analyse
from analysis.until import FAIR_MISSED, PlaceSequence, Watch
from analysis.verdict import Answer, decide_at_look

ONE = Truth(n_blocks=240, place=(1.4, 1, 1, 0.8), character=(1, 1.5, 0.8, 0.7), ties=0.1, unfinished=0.02, seed=3)
OTHER = replace(ONE, place=(1.0, 1, 1, 1), shared_luck=0.3, seed=4)
LOOK = 20 * 24


def asked(half_width: float = 0.02, look_games: int = LOOK, most: int = 10**6) -> dict[str, Any]:
    """Manifest entries of a run that was to be so precise."""
    return {"until": {"half_width": half_width, "level": 95.0, "look_games": look_games}, "n_games_most": most}


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The same rows as a run that was to stop, and as one of a fixed size."""
    base = tmp_path_factory.mktemp("until")
    stops = write_run(base / "stops", ONE, OTHER, shard_games=LOOK, **asked())
    return stops, write_run(base / "fixed", ONE, OTHER, shard_games=LOOK)


@pytest.fixture(scope="module")
def study(folders: tuple[Path, Path]) -> Study:
    return analyse(folders[0], 0.01, 0.95)


def means(truth: Truth) -> np.ndarray:
    """Mean credit by place of each block, from a frame with one row a seat."""
    frame = naive.seats(synthetic.rows(truth))
    return frame.pivot_table("win_share", "block", "place").to_numpy()


def test_places_have_the_bounds_of_the_sequence(study: Study) -> None:
    precision = Precision(0.02, 95, 8, 24, 20)
    for table, truth in enumerate((ONE, OTHER)):
        low, high = confidence_sequence(means(truth), precision)
        places = study.places[study.places["table"] == table]
        for name, bound in (("low", low), ("high", high), ("low_all", low), ("high_all", high)):
            np.testing.assert_allclose(places[name], bound[-1], rtol=1e-9)
        assert (places["low"] < places["share"]).all()
        assert (places["share"] < places["high"]).all()
        until = study.until.iloc[table]
        reached = (high[-1] - low[-1]).max() / 2
        assert until["reached"] == pytest.approx(reached)
        assert bool(until["is_precise"]) == (reached <= 0.02)
        assert (until["n_games"], until["look_games"], until["half_width"]) == (240 * 24, LOOK, 0.02)
        curve = study.convergence[study.convergence["table"] == table]
        assert list(dict.fromkeys(curve["n"])) == [LOOK * at for at in range(1, 13)]
        np.testing.assert_allclose(curve["low"].to_numpy().reshape(12, 4), low, rtol=1e-9)
        np.testing.assert_allclose(curve["high"].to_numpy().reshape(12, 4), high, rtol=1e-9)


def test_p_values_of_places_are_those_of_the_capital(study: Study) -> None:
    """Against coins: never smaller than what the richer of the two bettors at the fair line proves."""
    places = study.places[study.places["table"] == 0]
    fair = float(places["fair"].iloc[0])
    for at, (_, row) in enumerate(places.iterrows()):
        x = means(ONE)[:, at]
        most = max(coins(x, 0.02, 24, 20, fair, sign) for sign in (1.0, -1.0))
        assert row["p_value"] >= min(2 / most, 1) * (1 - 1e-9)
        assert row["p_value"] == pytest.approx(min(2 / most, 1), rel=0.1)
    assert np.array_equal(places["p_holm"], holm(places["p_value"].to_numpy()))


def test_everything_else_is_as_in_a_run_of_a_fixed_size(study: Study, folders: tuple[Path, Path]) -> None:
    fixed = analyse(folders[1], 0.01, 0.95)
    for name in ("characters_won", "cells", "tests", "differences", "ties", "measures", "games", "histograms"):
        pd.testing.assert_frame_equal(getattr(study, name), getattr(fixed, name))
    assert not len(fixed.until)
    same = ["label", "n", "share", "se", "n_effective", "design_effect", "fair", "difference", "difference_se"]
    pd.testing.assert_frame_equal(study.places[same], fixed.places[same])
    wider = (study.places["high"] - study.places["low"]) / (fixed.places["high_all"] - fixed.places["low_all"])
    assert ((wider > 1.1) & (wider < 2.5)).all()  # two tables together; bets at their limit
    line = study.health[study.health["check"] == "precise enough"]
    assert len(line) == 2
    assert len(study.health) == len(fixed.health) + 2


def test_another_level_gives_other_bounds_of_the_same_bets(folders: tuple[Path, Path], study: Study) -> None:
    found = analyse(folders[0], 0.01, 0.8)
    low, high = confidence_sequence(means(ONE), replace(Precision(0.02, 95, 8, 24, 20), level=80))
    np.testing.assert_allclose(found.places["low"][:4], low[-1], rtol=1e-9)
    np.testing.assert_allclose(found.places["high"][:4], high[-1], rtol=1e-9)
    pd.testing.assert_frame_equal(found.until, study.until)  # what was asked for was asked for at its own level


def test_the_watch_and_the_analysis_agree_to_the_bit(study: Study, folders: tuple[Path, Path]) -> None:
    """Shard by shard, and piece by piece of any size."""
    from analysis.run import open_run

    run = open_run(folders[0])
    watch = Watch(run.folder, run.manifest)
    by_table = [run.shards[:12], run.shards[12:]]
    for files in zip(*by_table, strict=True):
        watch.add(files)
    for table, sequence in enumerate(watch._tables):
        low, high, _ = sequence.bounds(sequence.now(), 95)
        places = study.places[study.places["table"] == table]
        assert np.array_equal(low, places["low"])
        assert np.array_equal(high, places["high"])
    assert watch.is_precise() == bool(study.until["is_precise"].all())


def test_games_needed_are_about_right(folders: tuple[Path, Path], study: Study) -> None:
    """What 240 blocks say it takes, against when 2,400 blocks get there."""
    needed = float(study.until["n_needed"].iloc[0])
    low, high = confidence_sequence(means(replace(ONE, n_blocks=2400)), Precision(0.02, 95, 8, 24, 20))
    reached = (np.argmax(((high - low) / 2 <= 0.02).all(1)) + 1) * LOOK
    assert needed == pytest.approx(reached, rel=0.2)


@pytest.mark.parametrize(
    ("low", "high", "answer", "off"),
    [
        ([0.245, 0.243], [0.257, 0.255], Answer.BALANCED, ()),
        ([0.262, 0.22], [0.27, 0.23], Answer.UNBALANCED, (0, 1)),
        ([0.251, 0.22], [0.28, 0.239], Answer.UNBALANCED, (1,)),
        ([0.239, 0.245], [0.251, 0.257], Answer.UNDECIDED, ()),
    ],
)
def test_verdicts_rest_on_the_bounds(low: list[float], high: list[float], answer: Answer, off: tuple[int, ...]) -> None:
    bounds = np.array(low), np.array(high)
    found = decide_at_look((bounds[0] + bounds[1]) / 2, *bounds, (0.25, 0.25), 100, 2400, 0.01)
    assert (found.answer, found.off) == (answer, off)
    few = decide_at_look((bounds[0] + bounds[1]) / 2, *bounds, (0.25, 0.25), 20, 480, 0.01)
    assert (few.answer, few.more_games) == (Answer.UNDECIDED, 240)


def test_an_open_verdict_says_how_narrow_the_intervals_must_get() -> None:
    """Farthest 0.5 pp off at a margin of 1 pp: +-0.5 pp decides, so four times the games of +-1 pp."""
    share = np.array([0.255, 0.248])
    found = decide_at_look(share, share - 0.01, share + 0.01, (0.25, 0.25), 100, 2400, 0.01)
    assert found.more_games == pytest.approx(3 * 2400, rel=0.02)
    blurred = decide_at_look(share, share - 0.01, share + 0.01, (0.24, 0.26), 100, 2400, 0.01)
    assert blurred.more_games == pytest.approx(15 * 2400, rel=0.03)  # both intervals together; rounded up


def test_a_fair_line_that_is_estimated_widens_the_margin() -> None:
    share, half = np.array([0.5, 0.48]), 0.006
    sharp = decide_at_look(share, share - half, share + half, (0.49, 0.49), 100, 2400, 0.017)
    blurred = decide_at_look(share, share - half, share + half, (0.487, 0.493), 100, 2400, 0.017)
    assert (sharp.answer, blurred.answer) == (Answer.BALANCED, Answer.UNDECIDED)


def test_teams_have_a_fair_line_with_bounds() -> None:
    """Two of four win together: the mean of all seats is one more share of the sequence."""
    run = synthetic.as_run(ONE, wins="team", tie_breaks=[], **asked())
    sequence = PlaceSequence(run)
    credit, _, _ = credits(ONE)
    credit = (credit + np.roll(credit, 1, axis=0) > 0).astype(float)
    columns = {"win_share": credit, "place": np.broadcast_to(np.arange(1, 5)[:, None], credit.shape)}
    sequence.add(synthetic.Rows(columns, np.arange(0, credit.shape[1], 24)))
    look = sequence.now()
    low, high, fair = sequence.bounds(look, 95)
    assert len(low) == len(high) == 4
    assert fair[0] < credit.mean() < fair[1]
    assert look.mean[-1] == pytest.approx(credit.mean())
    assert sequence.precision.n_shares == 5
    assert (low < credit.reshape(4, -1).mean(1)).all()


def test_p_values_of_teams_allow_for_the_fair_line() -> None:
    """The largest over a grid of all fair lines that the games leave open, and the chance that it is none of them."""
    sequence = PlaceSequence(synthetic.as_run(ONE, wins="team", tie_breaks=[], **asked()))
    credit, _, _ = credits(ONE)
    credit = (credit + np.roll(credit, 1, axis=0) > 0).astype(float)
    credit[0] = 1
    columns = {"win_share": credit, "place": np.broadcast_to(np.arange(1, 5)[:, None], credit.shape)}
    sequence.add(synthetic.Rows(columns, np.arange(0, credit.shape[1], 24)))
    look = sequence.now()
    p_value, missed = sequence._p_values(look), FAIR_MISSED / 5
    lines = np.linspace(*sequence.bounds(look, 99.99)[2], 40)
    refuted = np.array([look.log_capital(np.full(5, line), np.full(5, line))[:4] for line in lines])
    assert (p_value >= np.minimum(2 * np.exp(-refuted.min(0)) + missed, 1) * (1 - 1e-9)).all()
    assert missed <= p_value[0] < 0.01


@pytest.mark.parametrize("name", ["no ties", "60 % ties, luck of the chair"])
def test_coverage_where_a_run_stops(name: str, figure) -> None:
    """At the look that stops it: the sequence, and the fixed-size interval that characters and others still have."""
    truth = CELLS[name]
    n_studies, k, exact = SIZES.sequence_studies, truth.k, truth.cell_credit().mean(1)
    precision = precision_of(truth, target(truth))
    values = np.concatenate([block_means(truth, 60_000 + study) for study in range(n_studies)], axis=1)
    low, high = (bound.reshape(-1, n_studies, k) for bound in confidence_sequence(values, precision))
    is_there = ((high - low) / 2 <= precision.half_width).all(2)
    stopped = np.flatnonzero(is_there.any(0))
    at = np.argmax(is_there, axis=0)[stopped]
    assert len(stopped) > 0.9 * n_studies
    is_inside = ((low <= exact) & (exact <= high)).all(2)[at, stopped]
    is_inside_fixed = []
    for study, look in zip(stopped, at, strict=True):
        x = values[: (look + 1) * precision.look, k * study]
        error = x.std(ddof=1) / np.sqrt(len(x))
        one = share_interval(x.mean(), error, np.array(24.0 * len(x)), len(x), 95)
        is_inside_fixed.append(one[0] <= exact[0] <= one[1])
    fixed = np.mean(is_inside_fixed)
    figure(f"coverage of all places where a run stops, {name}", round(is_inside.mean(), 4))
    figure(f"coverage of the fixed-size interval of one place where a run stops, {name}", round(fixed, 4))
    assert is_inside.sum() >= stats.binom.ppf(0.001, len(stopped), 0.95)
    assert fixed * len(stopped) >= stats.binom.ppf(0.001, len(stopped), 0.94)


def test_group_keeps_the_rest_of_the_row(folders: tuple[Path, Path]) -> None:
    from analysis.run import open_run
    from analysis.shares import ShareSums, share_groups

    run = open_run(folders[0])
    sequence, sums = PlaceSequence(run), ShareSums(run)
    for table, rows in run.read(analysis_columns()):
        if table == 0:
            sequence.add(rows)
            sums.add(synthetic.Seen(run, rows))
    group = share_groups(sums, run, 240 * 24, Ask(0.01, 95.0))["places"]
    found = sequence.group(group, Ask(0.01, 95.0))
    assert list(found.frame.columns) == list(group.frame.columns)
    assert found.test is group.test
    assert found.verdict.answer == Answer.UNBALANCED


def analysis_columns() -> tuple[str, ...]:
    from analysis.seen import BASE_COLUMNS

    return BASE_COLUMNS
