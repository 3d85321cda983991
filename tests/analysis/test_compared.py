"""Heroes and sides: slow recounts, known truths, shrinkage, and alarms as rare as they should be."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import naive
import numpy as np
import pandas as pd
import pytest
import teams
from scipy import stats
from statsmodels.stats.multitest import multipletests
from teams import WOLF, Teams, write_run

from analysis import pooling
from analysis import run as run_module
from analysis.equality import benjamini_hochberg
from analysis.groups import GroupSums, group_frame
from analysis.shares import Ask
from analysis.study import Study, analyse
from analysis.verdict import Answer

STRONG = Teams(n_blocks=400, strength=((3, 1.0), (8, -3.0)), rare=(11,), wolves=0.05, seed=5)
FAIR = Teams(n_blocks=300, n_heroes=40, wolves=0.0, seed=6)


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Study:
    return analyse(write_run(tmp_path_factory.mktemp("teams") / "a", STRONG), 0.01, 0.95)


@pytest.fixture(scope="module")
def frame() -> pd.DataFrame:
    return naive.seats(teams.rows(STRONG))


def of_kind(study: Study, kind: str) -> pd.DataFrame:
    found = study.groups[study.groups["kind"] == kind]
    return found.set_index("label")


def test_shares_and_their_errors_are_those_of_a_slow_count(study: Study, frame: pd.DataFrame) -> None:
    for kind, column in (("champions", "hero"), ("sides", "side")):
        found = of_kind(study, kind)
        assert found["n"].sum() == len(frame)
        for row in found.itertuples():
            part = frame[frame[column] == row.code]
            assert (row.n, row.n_deals) == (len(part), part["block"].nunique())
            assert row.share == pytest.approx(part["win_share"].mean())
            residual = (part["win_share"] - row.share).groupby(part["block"]).sum()
            assert row.se == pytest.approx(np.sqrt(400 / 399 * (residual**2).sum()) / len(part))
            assert row.rate_wolf == pytest.approx(part["wolf"].mean())
        assert found["fair"].unique() == pytest.approx(frame["win_share"].mean())


def test_options_are_counted_and_what_was_taken_of_them(study: Study) -> None:
    columns = teams.rows(STRONG)
    for row in of_kind(study, "champions").itertuples():
        offered = (columns["choice"] == row.code).any(2)
        assert row.n_offered == offered.sum()
        assert row.taken == pytest.approx(row.n / offered.sum())
        assert row.share_offered == pytest.approx(columns["win_share"][offered].mean())


def test_the_strong_and_the_weak_are_found_and_nobody_else(study: Study) -> None:
    heroes = of_kind(study, "champions")
    clear = heroes[heroes["p_holm"] < 0.01]
    assert {"h03", "h08"} <= set(clear.index)
    assert heroes["pooled"].idxmax() == "h03"
    assert heroes["pooled"].idxmin() == "h08"
    same_side = {f"h{at:02d}" for at in range(20) if at % 4 in (3, 0)}  # they win and lose with them
    assert set(clear.index) <= same_side
    assert study.verdicts[0, "champions"].answer == Answer.UNBALANCED
    labels = list(study.groups.query("kind == 'champions'")["label"])
    assert {labels[at] for at in study.verdicts[0, "champions"].off} >= {"h03", "h08"}


def test_equal_ones_give_nothing(tmp_path: Path) -> None:
    study = analyse(write_run(tmp_path / "a", FAIR), 0.01, 0.95)
    for kind in ("champions", "sides"):
        found, test = of_kind(study, kind), study.group_tests.set_index("kind").loc[kind]
        assert (found["p_holm"] > 0.05).all()
        assert test["p_value"] > 0.01
        assert test["true"] <= test["seen"]
    heroes = of_kind(study, "champions")
    assert heroes["pooled"].abs().max() < heroes["difference"].abs().max() / 2
    assert study.group_tests["p_value"].notna().all()


def test_few_games_are_pulled_in_and_lead_nothing(study: Study) -> None:
    heroes = of_kind(study, "champions")
    rare = heroes.loc["h11"]
    assert 0 < rare["n"] < heroes["n"].drop("h11").min() / 3
    kept = heroes["pooled"] / heroes["difference"]
    assert kept.loc["h11"] == kept.min() < 0.8 * kept.drop("h11").min()
    few = analyse_few()
    thin = few[few["is_thin"]]
    assert len(thin)
    assert thin[["p_value", "p_holm", "q_bh", "rank", "luck_low"]].isna().all().all()
    solid = few[~few["is_thin"]]
    assert sorted(solid["rank"]) == list(range(1, len(solid) + 1))


def analyse_few() -> pd.DataFrame:
    """Eight common groups and one of 5 deals that always won."""
    rng = np.random.default_rng(3)
    number = np.tile([4.0] * 8 + [0.0], (60, 1))
    number[:5, 8] = 4
    credit = rng.binomial(number.astype(int), 0.4).astype(float)
    credit[:5, 8] = 4
    sums = GroupSums()
    sums.add(credit, number, credit)
    return group_frame(sums, list("abcdefghi"), list(range(9)), Ask(0.01, 95))[0]


def test_pooling_is_the_posterior_of_the_normal_model() -> None:
    rng = np.random.default_rng(1)
    s2 = np.full(4000, 0.03**2)
    true = rng.normal(0, 0.04, 4000)
    seen = true + rng.normal(0, 0.03, 4000)
    tau = np.sqrt(pooling.true_variance(seen, s2))
    assert tau == pytest.approx(0.04, rel=0.05)
    centre, low, high = pooling.shrunk(seen, s2, tau, 95)
    assert ((low < true) & (true < high)).mean() == pytest.approx(0.95, abs=0.012)
    assert ((centre - true) ** 2).mean() < 0.7 * ((seen - true) ** 2).mean()
    slope = float((centre * true).sum() / (centre * centre).sum())
    assert slope == pytest.approx(1, abs=0.05)


def test_equal_variances_give_the_closed_form() -> None:
    d, s2 = np.array([-0.1, 0.0, 0.02, 0.08]), np.full(4, 0.02**2)
    assert pooling.true_variance(d, s2) == pytest.approx(d.var(ddof=1) - 0.02**2)  # excess over the error variance
    assert pooling.true_variance(d / 10, s2) == 0


def test_q_values_are_those_of_statsmodels() -> None:
    p = np.array([0.001, np.nan, 0.04, 0.03, 0.9, 0.02])
    expected = multipletests(p[[0, 2, 3, 4, 5]], method="fdr_bh")[1]
    assert benjamini_hochberg(p)[[0, 2, 3, 4, 5]] == pytest.approx(expected)
    assert np.isnan(benjamini_hochberg(p)[1])


def null_studies(n_studies: int, n_heroes: int, n_blocks: int) -> list[tuple[pd.DataFrame, pooling.Spread]]:
    """Studies of equal heroes, whose blocks share deals, luck and sides."""
    found = []
    for seed in range(n_studies):
        columns = teams.rows(Teams(n_blocks, n_heroes=n_heroes, shared_luck=0.7, wolves=0.1, seed=1000 + seed))
        hero, won = columns["hero"].T, columns["win_share"].T
        credit, number = np.zeros((n_blocks, n_heroes)), np.zeros((n_blocks, n_heroes))
        where = (columns["block"][:, None], hero)
        np.add.at(credit, where, won)
        np.add.at(number, where, 1.0)
        sums = GroupSums()
        sums.add(credit, number, credit)
        found.append(group_frame(sums, [str(at) for at in range(n_heroes)], list(range(n_heroes)), Ask(0.01, 95)))
    return found


@pytest.mark.parametrize(("n_heroes", "n_blocks"), [(20, 200), (130, 400)])
def test_alarms_are_as_rare_as_they_should_be(is_full_size: bool, n_heroes: int, n_blocks: int) -> None:
    n = 400 if is_full_size else 60
    found = null_studies(n, n_heroes, n_blocks)
    solid = [frame[~frame["is_thin"]] for frame, _ in found]

    def is_near(n_alarms: int, chance: float) -> bool:
        return bool(stats.binomtest(n_alarms, n, chance).pvalue > 0.001)

    assert is_near(sum(spread.p_value < 0.05 for _, spread in found), 0.05)
    any_holm = sum(bool((frame["p_holm"] < 0.05).any()) for frame in solid)
    assert stats.binomtest(any_holm, n, 0.05, alternative="greater").pvalue > 0.001
    single = [float((frame["p_value"] < 0.05).mean()) for frame in solid]
    outside = [float(((f["difference"] < f["luck_low"]) | (f["difference"] > f["luck_high"])).mean()) for f in solid]
    for rates in (single, outside):
        assert np.mean(rates) == pytest.approx(0.05, abs=4 * float(np.std(rates)) / n**0.5)
    seen, luck = (np.mean([getattr(spread, name) for _, spread in found]) for name in ("seen", "by_luck"))
    assert seen == pytest.approx(luck, rel=0.06)


def test_which_side_wins_where_it_is_there(study: Study, frame: pd.DataFrame) -> None:
    found = study.teams.set_index("label")
    games = frame.drop_duplicates("game").set_index("game")["winner_side"]
    for at in range(1, 5):
        row, there = found.loc[f"Side {'ABCD'[at - 1]}"], frame[frame["side"] == at]
        won = games.loc[there["game"].unique()] == at
        assert (row["n"], row["share"]) == (len(won), pytest.approx(won.mean()))
        assert row["share_of_all"] == pytest.approx((games == at).mean())
        assert row["seats_there"] == pytest.approx(len(there) / len(won))
    wolf = found.loc["a wolf"]
    assert wolf["is_outsider"]
    assert not wolf["is_thin"]
    assert wolf["share_of_all"] == pytest.approx((games == WOLF).mean())
    assert found["share_of_all"].sum() == pytest.approx(1)


def test_flags_and_times(study: Study, frame: pd.DataFrame) -> None:
    (flag,) = study.flags.itertuples()
    assert flag.share == pytest.approx(frame["wolf"].mean())
    assert flag.share_of_games == pytest.approx(frame.groupby("game")["wolf"].any().mean())
    with_it, without = (frame[frame["wolf"] == is_set]["win_share"].mean() for is_set in (True, False))
    assert (flag.share_with, flag.share_without) == (pytest.approx(with_it), pytest.approx(without))
    for is_set, share, error in ((True, with_it, flag.se_with), (False, without, flag.se_without)):
        part = frame[frame["wolf"] == is_set]
        residual = (part["win_share"] - share).groupby(part["block"]).sum()
        assert error == pytest.approx(np.sqrt(400 / 399 * (residual**2).sum()) / len(part))
    times = study.times.set_index("label")
    assert list(times.index) == ["1", "2", "3", "4", "5", "6", "7 to 9", "never"]
    assert times.loc["never", "n"] == (frame["shown"] == -1).sum()
    assert times.loc["7 to 9", "n"] == frame["shown"].between(7, 9).sum()
    assert times.loc["3", "share"] == pytest.approx(frame[frame["shown"] == 3]["win_share"].mean())
    assert times["part"].sum() == pytest.approx(1)


def test_means_leave_out_what_never_happened(study: Study, frame: pd.DataFrame) -> None:
    counts = study.counts.set_index(["column", "label"])
    assert counts.loc[("shown", "all seats"), "mean"] == pytest.approx(frame[frame["shown"] >= 0]["shown"].mean())
    games = frame.drop_duplicates("game")
    assert counts.loc[("first_fall", "all games"), "mean"] == pytest.approx(
        games[games["first_fall"] >= 0]["first_fall"].mean()
    )
    rounds = study.measures.set_index("measure").loc["rounds begun"]
    assert rounds["mean"] == pytest.approx(games["rounds"].mean())
    assert rounds["sd"] == pytest.approx(games["rounds"].std(ddof=0))


def test_places_by_shared_credit(study: Study, frame: pd.DataFrame) -> None:
    for place, row in enumerate(study.credits.itertuples(), start=1):
        assert row.share == pytest.approx(frame[frame["place"] == place]["split"].mean())
        assert row.fair == pytest.approx(0.2)
        mean, error = naive.clustered_mean(frame[frame["place"] == place], "split")
        assert (row.share, row.se) == (pytest.approx(mean), pytest.approx(error))
        assert row.low < row.share < row.high
        assert (row.low + row.high) / 2 == pytest.approx(row.share)


def test_rows_in_small_pieces_change_nothing(study: Study, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Groups come as they are seen: a rare one may first show in a later piece."""
    monkeypatch.setattr(run_module, "BATCH_ROWS", 50)
    monkeypatch.setattr(run_module, "_BATCH_CELLS", 1)
    other = analyse(write_run(tmp_path / "a", STRONG), 0.01, 0.95)
    for name in ("groups", "group_tests", "teams", "flags", "times", "credits"):
        pd.testing.assert_frame_equal(getattr(study, name), getattr(other, name), rtol=1e-9)


def test_values_of_one_label_are_one(study: Study, tmp_path: Path) -> None:
    twins = {str(at): f"h{at - at % 2:02d}" for at in range(20)}
    labels = {"hero": twins, "choice": twins}
    found = of_kind(analyse(write_run(tmp_path / "a", STRONG, labels=labels), 0.01, 0.95), "champions")
    apart = of_kind(study, "champions")
    assert len(found) == 10
    assert found.loc["h02", "n"] == apart.loc["h02", "n"] + apart.loc["h03", "n"]


def test_under_two_policies_the_sign_is_compared(tmp_path: Path) -> None:
    one = Teams(n_blocks=300, strength=((3, 1.5),), seed=1)
    two = replace(one, strength=((3, -1.5),), seed=2)
    study = analyse(write_run(tmp_path / "a", one, two), 0.01, 0.95)
    flipped = study.sensitivity.query("kind == 'champions'").groupby("label")["is_flipped"].any()
    assert flipped["h03"]
    assert flipped.sum() <= 2
