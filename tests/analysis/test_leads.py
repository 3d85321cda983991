"""Who leads on the way: against a count game by game, and games whose course one can follow."""

from __future__ import annotations

from pathlib import Path

import naive
import numpy as np
import pandas as pd
import pytest
import synthetic
from synthetic import Truth, as_run, rows, write_run

from analysis.leads import BEHIND, CHANGES, LeadSums
from analysis.run import Rows
from analysis.seen import Seen
from analysis.shares import Ask
from analysis.study import Study, analyse

TRUTH = Truth(n_blocks=30, place=(1.4, 1, 1, 0.8), ties=0.3, shared_luck=0.3, unfinished=0.02, seed=12)
ASK = Ask(0.01, 95.0)


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Study:
    return analyse(write_run(tmp_path_factory.mktemp("leads") / "a", TRUTH), 0.01, 0.95)


@pytest.fixture(scope="module")
def games() -> pd.DataFrame:
    return naive.leads(rows(TRUTH))


@pytest.mark.parametrize("what", ["share", "decided", "changed", "last", "margin"])
def test_rounds_are_those_of_a_slow_count(study: Study, games: pd.DataFrame, what: str) -> None:
    for row in study.leads.to_dict("records"):
        part = games[(games["round"] == row["round"]) & games[what].notna()].astype({what: float})
        if not len(part):
            assert (what, row["round"]) == ("changed", 1)
            assert np.isnan(row[what])
            continue
        mean, error = naive.clustered_mean(part, what)
        assert row[what] == pytest.approx(mean)
        assert row["se" if what == "share" else f"{what}_se"] == pytest.approx(error)
        assert row["n"] == games["game"].nunique()


def test_changes_and_deficits_are_those_of_a_slow_count(study: Study, games: pd.DataFrame) -> None:
    first = games[games["round"] == 1]
    for name, column in ((CHANGES, "n_changes"), (BEHIND, "behind")):
        row = study.measures.set_index("measure").loc[name]
        mean, error = naive.clustered_mean(first.astype({column: float}), column)
        assert (row["mean"], row["se"]) == (pytest.approx(mean), pytest.approx(error))
        assert row["q50"] == np.quantile(first[column], 0.5, method="inverted_cdf")
        counts = study.histograms[study.histograms["measure"] == name].set_index("value")["count"]
        assert counts.to_dict() == first[column].value_counts().to_dict()


def test_ranks_are_those_of_a_slow_count(study: Study) -> None:
    columns = rows(TRUTH)
    is_finished = columns["is_finished"] == 1
    assert study.lead_ranks.groupby("round")["n"].sum().tolist() == [4 * is_finished.sum()] * 3
    for row in study.lead_ranks.itertuples():
        score = pd.DataFrame(columns["round_score"][:, is_finished, row.round - 1])
        has_rank = score.rank(axis=0, method="min", ascending=False).to_numpy() == row.rank
        assert row.n == has_rank.sum()
        assert row.share == pytest.approx(columns["win_share"][:, is_finished][has_rank].mean())


def test_the_gain_of_leaders_is_numpys_correlation(study: Study) -> None:
    columns = rows(TRUTH)
    is_finished = columns["is_finished"] == 1
    rounds, final = (columns[name][:, is_finished].astype(float) for name in ("round_score", "score"))
    centred = rounds - rounds.mean(0)
    gains = (final - final.mean(0))[:, :, None] - centred
    for at, row in enumerate(study.leads.itertuples()):
        expected = np.corrcoef(centred[:, :, at].ravel(), gains[:, :, at].ravel())[0, 1]
        assert row.runaway == pytest.approx(expected)


def sums_of(round_score: list[list[list[int]]], final: list[list[int]]) -> LeadSums:
    """Games by seat, round: three rounds each; the highest final scores win. A block a game."""
    score, end = np.array(round_score).swapaxes(0, 1), np.array(final).T
    top = end == end.max(0)
    run = as_run(Truth(place=(1.0,) * len(end), character=(1.0,) * len(end)))
    columns = {
        "win_share": top / top.sum(0), "place": 1 + np.arange(len(end))[:, None] + 0 * end, "character": 0 * end,
        "policy": 0 * end, "is_finished": np.ones(end.shape[1]), "round_score": score, "score": end,
    }  # fmt: skip
    sums = LeadSums(run)
    sums.add(Seen(run, Rows(columns, np.arange(end.shape[1]))))
    return sums


def test_a_game_led_from_the_start_a_comeback_and_a_shared_lead() -> None:
    led = [[5, 9, 12], [1, 2, 3], [2, 3, 4]]
    back = [[1, 2, 10], [6, 9, 9], [0, 1, 2]]  # the first seat comes back from 7 behind, in the last round
    level = [[4, 6, 8], [4, 7, 8], [0, 1, 9]]  # the lead is shared, passes to one of the two, then to the third
    sums = sums_of([led, back, level], [[15, 4, 5], [12, 10, 3], [8, 8, 11]])
    frame = sums.frame(ASK).set_index("round")
    assert frame["decided"].tolist() == pytest.approx([1 / 3, 1 / 3, 1])
    assert frame["changed"].tolist()[1:] == pytest.approx([0, 2 / 3])
    assert frame["share"].tolist() == pytest.approx([1 / 3, 1 / 3, 1])
    assert frame["last"].tolist() == pytest.approx([1 / 3, 1 / 3, 0])
    assert frame["margin"].tolist() == pytest.approx([(3 + 5 + 0) / 3, (6 + 7 + 1) / 3, (8 + 1 + 1) / 3])
    changes, behind = sums.measures
    assert changes.mean.estimate[0] == pytest.approx(2 / 3)
    assert behind.mean.estimate[0] == pytest.approx((0 + 7 + 6) / 3)


def test_the_end_may_pass_the_lead_on() -> None:
    sums = sums_of([[[3, 5, 7], [1, 2, 3]]], [[7, 9]])
    assert sums.measures[0].mean.estimate[0] == 1
    assert sums.frame(ASK)["decided"].tolist() == [0, 0, 0]


def test_leaders_who_gain_nothing_more_gain_nothing() -> None:
    """Random walks: what comes does not depend on who leads."""
    rng = np.random.default_rng(3)
    steps = rng.normal(size=(3, 4000, 4)).cumsum(2).round(3)
    games = (1000 * steps[:, :, :3]).astype(int).swapaxes(0, 1).tolist()
    frame = sums_of(games, (1000 * steps[:, :, 3]).astype(int).T.tolist()).frame(ASK)
    assert (frame["runaway"].abs() < 4 * frame["runaway_se"]).all()
    assert (frame["runaway_se"] < 0.02).all()


def test_games_without_scores_by_round_say_so(tmp_path: Path) -> None:
    columns = [c for c in synthetic.manifest(TRUTH, 720)["columns"] if c["name"] != "round_score"]
    found = analyse(write_run(tmp_path / "a", TRUTH, columns=columns), 0.01, 0.95)
    assert not len(found.leads)
    assert not len(found.lead_ranks)
    assert not found.measures["measure"].isin([CHANGES, BEHIND]).any()
    assert any("no scores by round" in line for line in found.absent)
