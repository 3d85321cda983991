"""Rows in memory: the same estimates as from the files of the run, input that stays as it is, one-line errors."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import pytest
import synthetic
import teams
from synthetic import Truth

from analysis import notebook
from analysis.study import Study, analyse
from scripts.request import Request, prepare
from sim.errors import UserError
from sim.run import simulate

ROOT = Path(__file__).resolve().parents[2]
TRUTH = Truth(n_blocks=60, place=(1.2, 1, 1, 1), ties=0.1, top_ties=0.1, unfinished=0.002, card_boost=0.3)
OF_FILES = "shards verified"


def rows_of(run_dir: Path) -> tuple[pd.DataFrame, dict[str, Any]]:
    about = json.loads((run_dir / "manifest.json").read_text(encoding="utf-8"))
    return pd.read_parquet(sorted(run_dir.glob("games-*.parquet"))), about


def assert_same(files: Study, memory: Study) -> None:
    """Every frame, verdict and sentence; only checks of files are no matter of rows in memory."""
    for field in fields(Study):
        one, two = getattr(files, field.name), getattr(memory, field.name)
        if field.name == "health":
            assert OF_FILES in set(one["check"])
            one = one[one["check"] != OF_FILES].reset_index(drop=True)
        if isinstance(one, pd.DataFrame):
            pd.testing.assert_frame_equal(one, two, rtol=1e-9, atol=1e-12, obj=field.name)
        elif field.name != "manifest":
            assert one == two, field.name


@pytest.fixture(scope="module")
def run_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return synthetic.write_run(tmp_path_factory.mktemp("rows") / "run", TRUTH, Truth(n_blocks=60, seed=2))


@pytest.fixture
def frame(run_dir: Path) -> pd.DataFrame:
    return rows_of(run_dir)[0]


def test_all_estimates_of_rows_that_were_made_up(run_dir: Path) -> None:
    assert_same(analyse(run_dir, 0.01, 0.95), notebook.analyse_rows(*rows_of(run_dir)))


def test_all_estimates_of_teams(tmp_path: Path) -> None:
    folder = teams.write_run(tmp_path / "run", teams.Teams(n_blocks=120, n_heroes=12))
    assert_same(analyse(folder, 0.02, 0.9), notebook.analyse_rows(*rows_of(folder), margin=0.02, level=0.9))


@pytest.mark.parametrize(("game", "n_seats"), [("kaguya", 4), ("konoten", 3), ("rider", 5), ("examples/pig", 3)])
def test_all_estimates_of_the_games(game: str, n_seats: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    setup = prepare(Request(game, players=n_seats, policies=("balanced", "random")), 600)
    simulate(tmp_path / "run", setup.game, setup.data, setup.plan, jobs=1)
    assert_same(analyse(tmp_path / "run", 0.01, 0.95), notebook.analyse_rows(*rows_of(tmp_path / "run")))


def test_the_order_of_rows_and_the_reader_do_not_matter(run_dir: Path) -> None:
    frame, about = rows_of(run_dir)
    shuffled = frame.sample(frac=1, random_state=1).reset_index(drop=True)
    same = duckdb.sql(f"select * from '{run_dir}/games-*.parquet' order by seating, game").df()
    one = notebook.win_shares(frame, "cell", about)
    for other in (shuffled, same):
        pd.testing.assert_frame_equal(one, notebook.win_shares(other, "cell", about), rtol=1e-9)


def test_single_frames_are_those_of_the_whole(run_dir: Path) -> None:
    frame, about = rows_of(run_dir)
    whole = analyse(run_dir, 0.03, 0.9)
    asked: dict[str, pd.DataFrame] = {
        "places": notebook.win_shares(frame, "place", about, level=0.9),
        "characters_won": notebook.win_shares(frame, "character", about, level=0.9),
        "cells": notebook.win_shares(frame, "cell", about, level=0.9),
        "tests": notebook.equality(frame, about),
        "differences": notebook.differences(frame, about, level=0.9),
        "ties": notebook.ties(frame, about, level=0.9),
        "leads": notebook.leads(frame, about, level=0.9),
        "effects": notebook.effects(frame, about=about, level=0.9),
    }
    for name, found in asked.items():
        pd.testing.assert_frame_equal(found, getattr(whole, name), rtol=1e-9, obj=name)
    policies = notebook.win_shares(frame, "policy", about, level=0.9)
    pd.testing.assert_frame_equal(policies[policies["n"] > 0].reset_index(drop=True), whole.policies_won, rtol=1e-9)
    scores = notebook.scores(frame, about, level=0.9)
    parts = scores[scores["column"] != "score"].reset_index(drop=True)
    pd.testing.assert_frame_equal(parts, whole.parts.drop(columns="share_of_score"), rtol=1e-9)
    found = notebook.verdicts(frame, about, margin=0.03, level=0.9)
    for row in found.itertuples():
        verdict = whole.verdicts[int(row.table), str(row.about)]
        assert row.answer == verdict.answer
        shown = whole.places if row.about == "places" else whole.characters_won
        labels = list(shown[shown["table"] == row.table]["label"])
        assert row.worst == labels[verdict.worst]
        assert row.off == ", ".join(labels[at] for at in verdict.off)
        assert verdict.more_games == (None if np.isnan(row.more_games) else row.more_games)


def test_playtests_in_a_frame(run_dir: Path) -> None:
    frame, about = rows_of(run_dir)
    seats = [(game, place, int(place == 1 + game % 4)) for game in range(20) for place in range(1, 5)]
    plays = pd.DataFrame(seats, columns=["game", "place", "won"])
    found = notebook.playtests(frame, plays, about)
    shares = notebook.win_shares(frame, about=about)
    assert found["simulated"].tolist() == pytest.approx(shares["share"].tolist())
    assert found["wins"].tolist() == [5] * 8
    assert found["n"].tolist() == [20] * 8


def test_nothing_changes_its_input(run_dir: Path) -> None:
    frame, about = rows_of(run_dir)
    frame = frame.sample(frac=1, random_state=1)
    before, told = frame.copy(deep=True), json.dumps(about)
    for name in (
        "analyse_rows",
        "win_shares",
        "equality",
        "differences",
        "verdicts",
        "ties",
        "scores",
        "leads",
        "effects",
    ):
        getattr(notebook, name)(frame, about=about)
    pd.testing.assert_frame_equal(frame, before)
    assert json.dumps(about) == told


def test_bare_rows_give_shares_of_independent_games() -> None:
    """By hand: 6 games of two; place 1 won games 1, 2, 5, half of 3, so 3.5 of 6; fox won 1, 5, 6 and half of 3."""
    log = pd.DataFrame(
        {
            "win_share_1": [1, 0, 0.5, 0, 1, 0],
            "win_share_2": [0, 1, 0.5, 1, 0, 1],
            "place_1": [1, 2, 1, 2, 1, 2],
            "place_2": [2, 1, 2, 1, 2, 1],
            "character_1": ["fox", "fox", "owl", "owl", "fox", "owl"],
            "character_2": ["owl", "owl", "fox", "fox", "owl", "fox"],
        }
    )
    places = notebook.win_shares(log)
    assert places["share"].tolist() == [5.5 / 6, 0.5 / 6]
    assert places["n"].tolist() == [6, 6]
    fox, owl = notebook.win_shares(log, by="character")["share"]
    assert (fox, owl) == (4.5 / 6, 1.5 / 6)
    found = notebook.analyse_rows(log)
    assert found.games["n_blocks"].tolist() == [6]
    assert any("no blocks" in line for line in found.absent)
    assert any("no score" in line for line in found.absent)
    assert any("turns or decisions" in line for line in found.absent)
    assert not {"shards verified", "games complete", "plan balanced"} & set(found.health["check"])


def test_columns_that_nothing_describes_are_named(frame: pd.DataFrame) -> None:
    kept = frame[frame["table"] == 0]
    found = notebook.analyse_rows(kept, {"characters": synthetic.manifest(TRUTH, 10)["characters"]})
    said = " ".join(found.absent)
    left = said.partition("left out: ")[2].partition(";")[0].split(", ")
    assert left == ["takeovers", "event", *synthetic.PARTS, "passes", "owned", "round_score", "mood", "habits"]
    assert "score" in set(found.measures["measure"])


def test_part_of_the_columns_of_a_run(run_dir: Path) -> None:
    frame, about = rows_of(run_dir)
    few = frame[[name for name in frame if not name.startswith(("score", "pts", "round_score", "turns", "rank"))]]
    found = notebook.analyse_rows(few, about)
    whole = analyse(run_dir, 0.01, 0.95)
    pd.testing.assert_frame_equal(found.places, whole.places, rtol=1e-9)
    assert set(found.measures["measure"]) == {"decisions"}
    assert any("The game has no score" in line for line in found.absent)


def _set(name: str, value: Any) -> Callable[[pd.DataFrame], pd.DataFrame]:
    return lambda frame: frame.assign(**{name: value})


def _at(name: str, row: int, value: Any) -> Callable[[pd.DataFrame], pd.DataFrame]:
    return lambda frame: frame.assign(**{name: [value if at == row else v for at, v in enumerate(frame[name])]})


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda f: f.drop(columns="win_share_3"), "column 'win_share_3' is missing: the win credit"),
        (lambda f: f.drop(columns="place_1"), "column 'place_1' is missing: the place in turn order"),
        (lambda f: f.drop(columns="character_2"), "column 'character_2' is missing, though 'character_1' is there"),
        (lambda f: f[:0], "the frame has no rows"),
        (_set("win_share_1", "yes"), "column 'win_share_1' is of dtype str: it must hold numbers, like dtype float64"),
        (_at("win_share_2", 3, np.nan), "column 'win_share_2', row 3: no value; it must hold numbers"),
        (_set("win_share_1", 1.5), "column 'win_share_1', row 0: 1.5: a win credit lies in 0..1"),
        (_at("place_1", 5, 2), "columns 'place_1' to 'place_4', row 5: 2, 2, 3, 4: must be 1 to 4, each once"),
        (_set("block", 0.5), "column 'block', row 0: 0.5 is no whole number"),
        (_set("block", np.inf), "column 'block', row 0: inf is no whole number"),
        (_at("is_finished", 7, 300), "column 'is_finished', row 7: 300 is no whole number of dtype int8"),
        (_set("character_1", 9), "column 'character_1', row 0: code 9 has no name; there are 4 characters"),
        (_set("table", 5), "column 'table': 5 has no name"),
        (lambda f: pd.concat([f, f[["block"]]], axis=1), "column 'block' is there twice"),
        (lambda f: f.to_dict(), "rows are a dict: give a pandas DataFrame"),
    ],
)
def test_a_wrong_column_is_named(run_dir: Path, change: Callable[[pd.DataFrame], pd.DataFrame], said: str) -> None:
    frame, about = rows_of(run_dir)
    with pytest.raises(UserError) as error:
        notebook.win_shares(change(frame), about=about)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_names_that_are_not_known(frame: pd.DataFrame) -> None:
    names = ["president", "vice", "secretary", "treasurer"]
    seats = frame[[f"character_{seat}" for seat in range(1, 5)]]
    misspelt = frame.assign(**seats.replace(dict(enumerate(["presidnt", *names[1:]]))))
    with pytest.raises(UserError, match=r"unknown character 'presidnt': did you mean 'president'"):
        notebook.win_shares(misspelt, about={"characters": names})
    with pytest.raises(UserError, match="unknown kind of win shares 'seat'"):
        notebook.win_shares(frame, by="seat")
    with pytest.raises(UserError, match="level 95: must be a share"):
        notebook.win_shares(frame, level=95)
    with pytest.raises(UserError, match="about wins = 'teams'"):
        notebook.win_shares(frame, about={"wins": "teams"})


def test_two_full_winners_are_teams_or_a_mistake() -> None:
    log = pd.DataFrame({"win_share_1": [1], "win_share_2": [1], "place_1": [1], "place_2": [2]})
    with pytest.raises(UserError, match="row 0: they add up to 2, and a finished game gives out 1; where teams win"):
        notebook.win_shares(log)
    assert notebook.win_shares(log, about={"wins": "team"})["share"].tolist() == [1, 1]


def test_the_page_runs_as_it_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """docs/notebook.md, on a run of the game that it names."""
    page = (ROOT / "docs" / "notebook.md").read_text(encoding="utf-8")
    setup = prepare(Request(str(ROOT / "examples" / "pig"), policies=("balanced", "random")), 600)
    simulate(tmp_path / "runs" / "pig", setup.game, setup.data, setup.plan, jobs=1)
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert len(blocks) == 4
    names: dict[str, Any] = {}
    for block in blocks:
        exec(compile(block, "docs/notebook.md", "exec"), names)
    assert "fox" in capsys.readouterr().out
    told = set(re.findall(r"^\| `(\w+)\(", page, re.M))
    public = {name for name, value in vars(notebook).items() if getattr(value, "__module__", "") == notebook.__name__}
    assert told == {name for name in public if name[0].islower() and not name.startswith("_")}
