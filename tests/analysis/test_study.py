"""A whole study against slow recomputation and against the truth the rows were made from."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path

import naive
import numpy as np
import pandas as pd
import pytest
from scipy import stats
from synthetic import PARTS, Truth, manifest, rows, write_run

from analysis import run as run_module
from analysis.measures import GAP_LAST, GAP_SECOND
from analysis.sensitivity import sensitivity
from analysis.study import Study, analyse
from analysis.ties import ANY, SHARED, TOP
from analysis.verdict import Answer
from sim.errors import UserError

TRUTH = Truth(
    n_blocks=40, place=(1.2, 1.0, 1.0, 0.9), character=(1.0, 1.5, 0.8, 0.7), ties=0.1, top_ties=0.1, shared_luck=0.2,
    unfinished=0.02, card_boost=0.3, seed=11,
)  # fmt: skip


@pytest.fixture(scope="module")
def frame() -> pd.DataFrame:
    return naive.seats(rows(TRUTH))


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Study:
    return analyse(write_run(tmp_path_factory.mktemp("run") / "a", TRUTH, shard_games=240), 0.01, 0.95)


def test_a_run_in_which_no_game_ended_is_refused(tmp_path: Path) -> None:
    run = write_run(tmp_path / "a", replace(TRUTH, unfinished=1.0))
    with pytest.raises(UserError, match="none of 960 games ended by the rules: run `fairseat check`"):
        analyse(run, 0.01, 0.95)


def test_shares_are_those_of_a_slow_count(study: Study, frame: pd.DataFrame) -> None:
    for place, row in enumerate(study.places.itertuples(), start=1):
        assert row.share == pytest.approx(frame[frame["place"] == place]["win_share"].mean())
        assert row.n == 960
    for code, row in enumerate(study.characters_won.itertuples()):
        assert row.share == pytest.approx(frame[frame["character"] == code]["win_share"].mean())
    for found, by in ((study.places, "place"), (study.characters_won, "character")):
        assert list(found["se"]) == pytest.approx(list(naive.share_errors(frame, by)))
    for row in study.cells.itertuples():
        code = study.characters.index(row.character)
        part = frame[(frame["character"] == code) & (frame["place"] == row.place)]
        mean, error = naive.clustered_mean(part, "win_share")
        assert row.share == pytest.approx(mean)
        assert row.se == pytest.approx(error)
        assert row.n == len(part) == 240


def test_every_count_sums_to_the_games(study: Study) -> None:
    games = study.games.iloc[0]
    assert games["n_games"] == 960 == games["n_finished"] + games["n_unfinished"]
    assert study.end_reasons["n"].sum() == 960
    assert study.cells["n"].sum() == 4 * 960
    credit = (study.places["share"] * study.places["n"]).sum()
    assert credit == pytest.approx(games["n_finished"])
    shares = study.places["share"], study.characters_won["share"], study.cells["share"], study.ties["share"]
    assert all(((share >= 0) & (share <= 1)).all() for share in shares)


def test_design_effect_is_variance_against_independent_games(study: Study, frame: pd.DataFrame) -> None:
    first = frame[frame["place"] == 1]["win_share"]
    row = study.places.iloc[0]
    assert row["design_effect"] == pytest.approx(row["se"] ** 2 / (first.var(ddof=1) / 960))
    assert row["n_effective"] == pytest.approx(960 / row["design_effect"])


def test_ties(study: Study, frame: pd.DataFrame) -> None:
    expected = naive.ties(frame, 4)
    got = study.ties.set_index(["kind", "ways"])["count"].to_dict()
    for kind in (SHARED, TOP):
        assert got.pop((kind, ANY)) == sum(got[kind, ways] for ways in (2, 3, 4))
    assert got == {({"win": SHARED, "top": TOP}[kind], ways): n for (kind, ways), n in expected.items()}
    assert got[SHARED, 2] > 0
    assert got[TOP, 2] > got[SHARED, 2]
    never = study.ties[study.ties["count"] == 0]
    assert len(never)
    assert (never["low"] == 0).all()
    q2 = stats.t.ppf(0.975, 39) ** 2
    games = 960 / study.places["design_effect"].max()
    assert list(never["high"]) == pytest.approx([q2 / (games + q2)] * len(never))


def test_ties_after_each_tie_break(tmp_path: Path, frame: pd.DataFrame) -> None:
    found = analyse(write_run(tmp_path / "a", TRUTH, tie_breaks=["passes", "owned"]), 0.01, 0.95).ties
    finished = frame[frame["is_finished"] == 1]
    top = finished[finished["score"] == finished.groupby("game")["score"].transform("max")]
    level = top[top["passes"] == top.groupby("game")["passes"].transform("max")]
    after = found.set_index(["kind", "ways"])["count"]["still equal after tie-break 1, turns passed"]
    sizes = level.groupby("game").size()
    assert after.to_dict() == {ways: (sizes == ways).sum() for ways in (2, 3, 4)} | {ANY: (sizes > 1).sum()}
    assert 0 < after[ANY] < found.set_index(["kind", "ways"])["count"][TOP, ANY]
    assert list(dict.fromkeys(found["kind"])) == [TOP, "still equal after tie-break 1, turns passed", SHARED]


def test_scores_and_gaps(study: Study, frame: pd.DataFrame) -> None:
    finished = frame[frame["is_finished"] == 1]
    measures = study.measures.set_index(["measure", "label"])
    score = measures.loc["score", "all seats"]
    mean, error = naive.clustered_mean(finished, "score")
    assert (score["mean"], score["se"]) == (pytest.approx(mean), pytest.approx(error))
    assert score["sd"] == pytest.approx(finished["score"].std(ddof=0))
    assert score["q50"] == np.quantile(finished["score"], 0.5, method="inverted_cdf")
    by_game = finished.groupby("game")["score"].agg(list).map(sorted)
    assert measures.loc[GAP_LAST, "all games"]["mean"] == pytest.approx(by_game.map(lambda s: s[-1] - s[0]).mean())
    assert measures.loc[GAP_SECOND, "all games"]["mean"] == pytest.approx(by_game.map(lambda s: s[-1] - s[-2]).mean())
    turns = measures.loc["turns", "all games"]
    assert turns["n"] == 960
    assert turns["mean"] == pytest.approx(frame[frame["seat"] == 0]["turns"].mean())


def test_parts_and_the_start_score_add_up_to_the_score(study: Study) -> None:
    parts = study.parts[study.parts["group"] == "all"]
    score = study.measures.query("measure == 'score' and group == 'all'")["mean"].iloc[0]
    assert list(parts["column"]) == list(PARTS)
    assert parts["mean"].sum() + 5 == pytest.approx(score)
    assert parts["share_of_score"].sum() == pytest.approx(1 - 5 / score)


def test_the_edge_of_winners(study: Study, frame: pd.DataFrame) -> None:
    edges = []
    for _, game in frame[frame["is_finished"] == 1].groupby("game"):
        won, lost = game["win_share"], 1 - game["win_share"]
        edges.append((game["passes"] * won).sum() / won.sum() - (game["passes"] * lost).sum() / lost.sum())
    got = study.counts.query("column == 'passes' and group == 'edge'").iloc[0]
    assert got["mean"] == pytest.approx(np.mean(edges))


def test_cards(study: Study, frame: pd.DataFrame) -> None:
    assert list(study.cards["code"]) == [0, 1, 40]
    for row in study.cards.itertuples():
        n, difference = naive.card_difference(frame, row.code)
        assert row.n == n
        assert row.difference == pytest.approx(difference)
    assert study.cards.iloc[0]["p_holm"] < 0.01
    assert study.cards.iloc[2]["p_holm"] > 0.01


def test_copies_of_a_card_are_one_card(tmp_path: Path, frame: pd.DataFrame) -> None:
    names = ["twin", "twin", *(f"card {bit}" for bit in range(2, 64))]
    study = analyse(write_run(tmp_path / "a", TRUTH, labels={"owned": names}), 0.01, 0.95)
    mask = frame["owned"].to_numpy()
    either = frame.assign(owned=(mask | mask >> 1) & 1)
    n, difference = naive.card_difference(either, 0)
    twin = study.cards.set_index("label").loc["twin"]
    assert (twin["n"], twin["difference"]) == (n, pytest.approx(difference))


def test_ids(study: Study, frame: pd.DataFrame) -> None:
    first = frame[frame["place"] == 1].groupby("event")["win_share"].agg(["mean", "size"])
    event = study.ids[study.ids["column"] == "event"]
    assert list(event["share"]) == pytest.approx(list(first["mean"]))
    assert list(event["n"]) == list(first["size"])


def test_ids_of_several_values(study: Study) -> None:
    columns = rows(TRUTH)
    for at, name in enumerate(("mood, at first", "mood, at last")):
        got = study.ids[study.ids["meaning"] == name]
        assert list(got["code"]) == [0, 1, 2]
        for row in got.itertuples():
            credit = columns["win_share"][columns["mood"][:, :, at] == row.code]
            assert (row.n, row.share) == (len(credit), pytest.approx(credit.mean()))


def test_old_runs_say_less_of_their_columns(tmp_path: Path) -> None:
    """Manifests from before columns had names and owners, and games tie-breaks."""
    new = manifest(TRUTH, 960)["columns"]
    old = [{key: c[key] for key in c if key not in ("names", "bits_per_character")} for c in new]
    found = analyse(write_run(tmp_path / "a", TRUTH, columns=old), 0.01, 0.95)
    assert set(found.ids["meaning"]) == {"event card of the first day", "mood 1", "mood 2"}
    assert set(found.cards["column"]) == {"owned", "habits"}
    assert not len(found.own)


def test_leads(study: Study, frame: pd.DataFrame) -> None:
    columns = rows(TRUTH)
    score, credit = columns["round_score"], columns["win_share"]
    finished = np.flatnonzero(columns["is_finished"])
    for at in range(3):
        leads = [credit[score[:, g, at] == score[:, g, at].max(), g].mean() for g in finished]
        assert study.leads["share"].iloc[at] == pytest.approx(np.mean(leads))


def test_batches_of_rows_change_nothing(study: Study, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_module, "_BATCH_CELLS", 1)  # the smallest batches: 1024 rows, cut inside shards and blocks
    other = analyse(write_run(tmp_path / "a", TRUTH, shard_games=960), 0.01, 0.95)
    for field in fields(Study):
        if isinstance(getattr(study, field.name), pd.DataFrame) and field.name != "health":
            pd.testing.assert_frame_equal(getattr(study, field.name), getattr(other, field.name), rtol=1e-9)


def test_the_truth_lies_within_five_errors(is_full_size: bool, tmp_path: Path) -> None:
    truth = replace(TRUTH, n_blocks=4000 if is_full_size else 400, seed=21)
    study = analyse(write_run(tmp_path / "a", truth), 0.01, 0.95)
    exact = truth.cell_credit()
    for got, expected in (
        (study.places, exact.mean(1)),
        (study.characters_won, exact.mean(0)),
        (study.cells, exact.ravel()),
    ):
        assert (np.abs(got["share"] - expected) < 5 * got["se"]).all()
    assert study.verdicts[0, "characters"].answer == Answer.UNBALANCED


def test_luck_that_stays_with_the_chair_costs_games(tmp_path: Path) -> None:
    fair = Truth(n_blocks=300, shared_luck=0.5, seed=5)
    stays = analyse(write_run(tmp_path / "a", fair), 0.01, 0.95).places["design_effect"]
    travels = analyse(write_run(tmp_path / "b", replace(fair, travels=True)), 0.01, 0.95).places["design_effect"]
    assert stays.min() > 2
    assert travels.max() < 1


def test_games_shared_by_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import synthetic

    def shared(truth: Truth) -> tuple[np.ndarray, ...]:
        credit, character, finished = original(truth)
        return np.full_like(credit, 0.25), character, finished

    original = synthetic.credits
    monkeypatch.setattr(synthetic, "credits", shared)
    study = analyse(write_run(tmp_path / "a", Truth(n_blocks=2000)), 0.02, 0.95)
    assert (study.places["share"] == 0.25).all()
    assert (study.places["high"] > study.places["low"]).all()
    assert study.verdicts[0, "places"].answer == Answer.BALANCED
    assert study.tests["p_value"].tolist() == [1.0, 1.0]
    assert study.ties.set_index(["kind", "ways"]).loc[(SHARED, 4), "share"] == 1


def test_a_character_that_never_wins_stays_finite(tmp_path: Path) -> None:
    study = analyse(write_run(tmp_path / "a", Truth(n_blocks=60, character=(1, 1, 1, 0))), 0.01, 0.95)
    last = study.characters_won.iloc[3]
    assert last["share"] == 0 == last["low"]
    assert 0 < last["high"] < 0.1
    assert study.verdicts[0, "characters"].answer == Answer.UNBALANCED
    assert np.isfinite(study.characters_won[["share", "se", "low", "high"]].to_numpy()).all()


def test_bare_ids_stand_in_no_table(tmp_path: Path) -> None:
    columns = [column | {"is_bare": column["name"] == "mood"} for column in manifest(TRUTH, 960)["columns"]]
    study = analyse(write_run(tmp_path / "a", TRUTH, columns=columns), 0.01, 0.95)
    assert set(study.ids["column"]) == {"event"}
    assert not any("mood" in line for line in study.absent)


def test_the_same_twice_differs_in_nothing(tmp_path: Path) -> None:
    study = analyse(write_run(tmp_path / "a", TRUTH, TRUTH), 0.01, 0.95)
    first, second = (study.places[study.places["table"] == table].drop(columns="table") for table in (0, 1))
    pd.testing.assert_frame_equal(first.reset_index(drop=True), second.reset_index(drop=True))
    assert not study.sensitivity["is_flipped"].any()
    assert not study.sensitivity["is_verdict_changed"].any()


def test_play_styles_that_turn_the_result(tmp_path: Path) -> None:
    one, two = Truth(n_blocks=200, place=(1.3, 1, 1, 1)), Truth(n_blocks=200, place=(0.7, 1, 1, 1), seed=2)
    study = analyse(write_run(tmp_path / "a", one, two), 0.01, 0.95)
    flipped = study.sensitivity.groupby("label")["is_flipped"].any()
    assert flipped["place 1"]
    assert study.policies_won["table"].tolist() == [0, 1]


def test_a_sign_counts_where_all_places_at_once_show_it() -> None:
    places = pd.DataFrame({"table": [0, 1], "label": "place 1", "n": 960, "share": [0.3, 0.22], "se": 0.014})
    places = places.assign(fair=0.25, difference=places["share"] - 0.25, low=[0.27, 0.19], high=[0.33, 0.249])
    frames = {"games": places, "characters_won": places.iloc[:0], "groups": places.iloc[:0]}
    for top, is_flipped in ((0.255, False), (0.248, True)):
        frames["places"] = places.assign(low_all=[0.26, 0.18], high_all=[0.34, top])
        assert (sensitivity(frames, {})["is_flipped"] == is_flipped).all()


def test_teams_win_in_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import synthetic

    def teams(truth: Truth) -> tuple[np.ndarray, ...]:
        credit, character, finished = original(truth)
        return (credit > 0).astype(float), character, finished

    original = synthetic.credits
    monkeypatch.setattr(synthetic, "credits", teams)
    study = analyse(write_run(tmp_path / "a", replace(TRUTH, unfinished=0, ties=0.6), wins="team"), 0.01, 0.95)
    winners = rows(replace(TRUTH, unfinished=0, ties=0.6))["winners"].mean()
    assert study.places["fair"].iloc[0] == pytest.approx(winners / 4)
    assert set(study.ties["kind"]) == {TOP}
    assert study.health.set_index("check").loc["credits add up", "is_ok"]
    assert any("teams" in line for line in study.absent)


def test_thin_cells_are_marked(tmp_path: Path) -> None:
    study = analyse(write_run(tmp_path / "a", Truth(n_blocks=4)), 0.01, 0.95)
    assert study.cells["is_thin"].all()
    assert not study.places["is_thin"].any()


def test_one_block_gives_shares_without_errors(tmp_path: Path) -> None:
    study = analyse(write_run(tmp_path / "a", Truth(n_blocks=1)), 0.01, 0.95)
    assert study.places["share"].sum() == pytest.approx(1)
    assert (study.places["low"] == 0).all()
    assert study.verdicts[0, "places"].answer == Answer.UNDECIDED


def test_input_that_is_not_a_run(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no run is here"):
        analyse(tmp_path, 0.01, 0.95)
    folder = write_run(tmp_path / "a", TRUTH)
    with pytest.raises(UserError, match="level 95: must be"):
        analyse(folder, 0.01, 95)
    with pytest.raises(UserError, match="margin 0: must be"):
        analyse(folder, 0, 0.95)
    shard = next(folder.glob("games-*.parquet"))
    shard.write_bytes(shard.read_bytes()[:-100])
    with pytest.raises(UserError, match=f"{shard.name} is missing or damaged"):
        analyse(folder, 0.01, 0.95)


def test_what_is_not_shown_is_said(tmp_path: Path) -> None:
    study = analyse(write_run(tmp_path / "a", TRUTH, seating="fixed"), 0.01, 0.95)
    assert any("cannot be told apart" in line for line in study.absent)
    assert not any("that no table shows" in line for line in study.absent)
