"""Metrics against the study of the same run, and paired differences against a slow count of block means."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import naive
import numpy as np
import pandas as pd
import pytest
from scipy import stats
from synthetic import Truth, rows, write_run

from analysis.metrics import Metric, block_sums, estimates, metrics_of
from analysis.paired import cannot_pair, paired
from analysis.run import Run, open_run
from analysis.study import analyse
from analysis.ties import SHARED

TRUTH = Truth(
    n_blocks=40, place=(1.2, 1.0, 1.0, 0.9), character=(1.0, 1.5, 0.8, 0.7), ties=0.1, top_ties=0.1, shared_luck=0.7,
    unfinished=0.02, seed=11,
)  # fmt: skip
#: The same chance, with other places.
CHANGED = replace(TRUTH, place=(1.0, 1.0, 1.0, 1.0))


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> tuple[Run, Run]:
    """A run and a changed one, in shards of other sizes."""
    folder = tmp_path_factory.mktemp("runs")
    a, b = write_run(folder / "a", TRUTH, shard_games=240), write_run(folder / "b", CHANGED, shard_games=144)
    return open_run(a), open_run(b)


def test_estimates_are_those_of_the_study(runs: tuple[Run, Run]) -> None:
    study, found = analyse(runs[0].folder, 0.01, 0.95), estimates(runs[0])
    for kind, frame in (("place", study.places), ("character", study.characters_won)):
        part = found[found["kind"] == kind]
        assert list(part["label"]) == list(frame["label"])
        for mine, theirs in (("estimate", "share"), ("se", "se"), ("low", "low"), ("high", "high"), ("n_games", "n")):
            np.testing.assert_allclose(part[mine], frame[theirs], rtol=1e-12)
    means = study.measures[study.measures["group"] != "character"]
    of_scores = means[means["measure"] == "score"]
    for kind, frame in (
        ("score", of_scores[of_scores["group"] == "all"]),
        ("score by place", of_scores[of_scores["group"] == "place"]),
        ("length", means[means["measure"].isin(["turns", "decisions"])]),
    ):
        part = found[found["kind"] == kind]
        assert list(part["label"]) == list(frame["measure" if kind == "length" else "label"])
        for mine, theirs in (("estimate", "mean"), ("se", "se"), ("low", "low"), ("high", "high"), ("n_games", "n")):
            np.testing.assert_allclose(part[mine], frame[theirs], rtol=1e-12)
    tie = study.ties.query("kind == @SHARED and ways == 0").iloc[0]
    row = found[found["kind"] == "ties"].iloc[0]
    for mine, theirs in (("estimate", "share"), ("se", "se"), ("low", "low"), ("high", "high")):
        assert row[mine] == pytest.approx(tie[theirs], rel=1e-12)
    unfinished = found[found["kind"] == "unfinished"].iloc[0]
    assert unfinished["estimate"] == study.games["n_unfinished"].iloc[0] / 960
    assert set(found["n_blocks"]) == {40}


def test_what_never_happened_is_bounded_as_the_study_does(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "a", replace(TRUTH, ties=0.0))
    tie = analyse(folder, 0.01, 0.95).ties.query("kind == @SHARED and ways == 0").iloc[0]
    row = estimates(open_run(folder)).query("kind == 'ties'").iloc[0]
    assert row["estimate"] == tie["share"] == row["low"] == 0
    assert row["high"] == pytest.approx(tie["high"], rel=1e-12)
    assert row["high"] > 0


def test_block_sums_are_in_plan_order_and_sum_to_the_run(runs: tuple[Run, Run]) -> None:
    metrics = metrics_of(runs[0])
    sums = np.concatenate(list(block_sums(runs[0], 0, metrics)))
    assert sums.shape == (40, len(metrics), 2)
    seats = naive.seats(rows(TRUTH))
    blocks = seats[seats["place"] == 2].groupby("block")["win_share"].agg(["sum", "count"])
    np.testing.assert_allclose(sums[:, [m.label for m in metrics].index("place 2")], blocks)
    unknown = np.concatenate(list(block_sums(runs[0], 0, [Metric("place", "place 9", "", True)])))
    assert not unknown.any()


def _block_means(truth: Truth, kind: str, label: str) -> np.ndarray:
    """Mean of a metric in each block, where every block has as many games."""
    seats = naive.seats(rows(truth))
    if kind == "place":
        seats, value = seats[seats["place"] == int(label[-1])], "win_share"
    elif kind == "character":
        seats, value = (
            seats[seats["character"] == ["President", "Vice", "Secretary", "Treasurer"].index(label)],
            "win_share",
        )
    elif kind == "ties":
        seats = seats.assign(tie=(seats["winners"] > 1) & (seats["is_finished"] == 1))
        value = "tie"
    else:
        value = label
    return seats.groupby("block")[value].mean().to_numpy()


@pytest.mark.parametrize(
    ("kind", "label"), [("place", "place 1"), ("character", "Vice"), ("ties", SHARED), ("length", "turns")]
)
def test_a_paired_difference_is_the_t_interval_of_block_differences(
    runs: tuple[Run, Run], kind: str, label: str
) -> None:
    row = paired(*runs).query("kind == @kind and label == @label").iloc[0]
    a, b = (_block_means(truth, kind, label) for truth in (TRUTH, CHANGED))
    change = b - a
    assert row["difference"] == pytest.approx(change.mean(), abs=1e-12)
    assert row["n_same"] == (np.abs(change) < 1e-12).sum()
    if kind == "length":  # the same draws on both sides
        assert row["se"] > 0 == row["difference"]
        return
    # Of 40 blocks some change alike; the imagined ones beside the others make the error a little larger.
    plain = change.std(ddof=1) / np.sqrt(40)
    usual = pd.Series(change.round(12)).value_counts().iloc[0]
    block = (row["a_se"] ** 2 + row["b_se"] ** 2) / 40
    error = np.sqrt(plain**2 + 4 * usual / 40 * (plain**2 + block) / (41 - usual))
    assert row["se"] == pytest.approx(error, rel=1e-9)
    assert (row["low"], row["high"]) == pytest.approx(stats.t.interval(0.95, 39, row["difference"], error))
    assert row["p_value"] == pytest.approx(2 * stats.t.sf(abs(row["difference"] / error), 39))
    assert row["gain"] == pytest.approx((row["a_se"] ** 2 + row["b_se"] ** 2) / error**2)


def test_identical_runs_differ_by_exactly_nothing(runs: tuple[Run, Run]) -> None:
    found = paired(runs[0], runs[0])
    assert (found[["difference", "se", "low", "high"]] == 0).all(axis=None)
    assert (found["p_value"] == 1).all()
    assert found["gain"].isna().all()
    assert (found["n_same"] == 40).all()
    assert found["is_paired"].all()


def test_other_seeds_are_independent_samples(runs: tuple[Run, Run], tmp_path: Path) -> None:
    other = open_run(write_run(tmp_path / "other", replace(CHANGED, seed=12, n_blocks=50)))
    assert cannot_pair(runs[0], other) == "seeds 11 and 12"
    found = paired(runs[0], other)
    row = found.iloc[0]
    a, b = (_block_means(truth, "place", "place 1") for truth in (TRUTH, replace(CHANGED, seed=12, n_blocks=50)))
    welch = stats.ttest_ind(b, a, equal_var=False)
    assert not found["is_paired"].any()
    assert found["gain"].isna().all()
    assert row["difference"] == pytest.approx(b.mean() - a.mean())
    assert row["se"] == pytest.approx(np.hypot(row["a_se"], row["b_se"]))
    assert row["p_value"] == pytest.approx(welch.pvalue, rel=0.02)  # errors of shares hold imagined blocks


def test_why_blocks_are_no_pairs(runs: tuple[Run, Run], tmp_path: Path) -> None:
    more = open_run(write_run(tmp_path / "more", replace(TRUTH, n_blocks=60)))
    fresh = open_run(write_run(tmp_path / "fresh", TRUTH, deals="fresh"))
    three = open_run(write_run(tmp_path / "three", replace(TRUTH, place=(1.0,) * 3, character=(1.0,) * 3)))
    assert cannot_pair(*runs) == ""
    assert cannot_pair(runs[0], more) == "numbers of blocks 40 and 60"
    assert cannot_pair(runs[0], fresh) == "deals shared and fresh"
    assert cannot_pair(three, runs[0]) == "numbers of players 3 and 4"
    found = paired(runs[0], three)
    lacking = found[found["label"] == "place 4"].iloc[0]
    assert lacking[["b", "difference", "se", "low", "p_value"]].isna().all()
    assert lacking["a"] > 0


def test_tables_of_one_run_are_paired_too(tmp_path: Path) -> None:
    both = open_run(write_run(tmp_path / "both", TRUTH, CHANGED))
    found = paired(both, both, (0, 1))
    apart = paired(open_run(write_run(tmp_path / "a", TRUTH)), open_run(write_run(tmp_path / "b", CHANGED)))
    pd.testing.assert_frame_equal(found, apart)
