"""Games that a cap of their own rules stops: kept, flagged, won by nobody, and told with number, share and reason."""

from __future__ import annotations

import re
from pathlib import Path

import pandas as pd
import pytest
from pigkit import copy_of_pig

from analysis.study import Study, analyse
from scripts.main import main
from sim import store

#: Turns of each player after which a copy of Pig stops.
CAP = 8
CHANGES = {
    "__init__.py": ('end_reasons={1: "goal reached"}', f'end_reasons={{1: "goal reached", -2: "stopped after {CAP}"}}'),
    "rules.py": (
        "    begin_turn(state, (seat + 1) % core.n_seats)\n",
        f"    if seat == core.n_seats - 1 and state.turns[seat] == {CAP}:\n"
        "        core.is_over = 1\n"
        "        core.end_reason = -2\n"
        "        return\n"
        "    begin_turn(state, (seat + 1) % core.n_seats)\n",
    ),
}
TABLES = ("hold_20", "random")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study of two and three players, who play two styles: Pig itself names a winner in every row."""
    base = tmp_path_factory.mktemp("capped")
    pig = copy_of_pig(base / "pig", CHANGES)
    policies = [word for name in TABLES for word in ("--policy", name)]
    asked = ["study", str(pig), "--players", "2,3", "-n", "600", *policies, "--out", str(base / "out"), "--quiet"]
    assert main(asked) == 0
    return base / "out"


def rows_of(folder: Path, n: int) -> pd.DataFrame:
    names = [
        "table",
        "is_finished",
        "end_reason",
        "winners",
        "turns",
        *(f"win_share_{seat}" for seat in range(1, n + 1)),
    ]
    return store.read_columns(folder / f"{n}-players", names).to_pandas()


def study_of(folder: Path, n: int) -> Study:
    return analyse(folder / f"{n}-players", 0.01, 0.95)


@pytest.mark.parametrize("n", [2, 3])
def test_the_rows_are_kept_and_nobody_wins(folder: Path, n: int) -> None:
    rows = rows_of(folder, n)
    is_open = rows["is_finished"] == 0
    assert 0 < is_open.sum() < len(rows) == 1200
    assert set(rows[is_open]["end_reason"]) == {-2}
    assert set(rows[~is_open]["end_reason"]) == {1}
    assert set(rows[is_open]["turns"]) == {CAP * n}
    won = rows.filter(like="win_share").sum(axis=1)
    assert set(won[is_open]) == set(rows[is_open]["winners"]) == {0}
    assert set(won[~is_open]) == {1}


@pytest.mark.parametrize("n", [2, 3])
def test_they_count_in_every_denominator(folder: Path, n: int) -> None:
    rows, study = rows_of(folder, n), study_of(folder, n)
    for table in (0, 1):
        own = rows[rows["table"] == table]
        games = study.games.query("table == @table").iloc[0]
        assert (games["n_games"], games["n_finished"]) == (600, own["is_finished"].sum())
        assert games["n_unfinished"] == 600 - own["is_finished"].sum()
        places = study.places.query("table == @table")
        assert set(places["n"]) == {600}
        expected = [own[f"win_share_{seat}"].mean() for seat in range(1, n + 1)]  # seat 1 begins
        assert places["share"].tolist() == pytest.approx(expected)
        ends = study.end_reasons.query("table == @table").set_index("code")
        assert ends["is_finished"].to_dict() == {code: code > 0 for code in ends.index}
        assert ends.loc[-2, ["n", "share"]].tolist() == [games["n_unfinished"], games["n_unfinished"] / 600]


@pytest.mark.parametrize("n", [2, 3])
def test_run_health_fails_and_says_why(folder: Path, n: int) -> None:
    study = study_of(folder, n)
    found = study.health[study.health["check"] == "unfinished games"]
    assert not found["is_ok"].any()
    for figure, unfinished in zip(found["figure"], study.games["n_unfinished"], strict=True):
        assert figure == f"{100 * unfinished / 600:.3f} %: {unfinished} stopped after {CAP}"


@pytest.mark.parametrize("n", [2, 3])
def test_the_report_tells_them(folder: Path, n: int) -> None:
    page = (folder / f"{n}-players" / "report.html").read_text(encoding="utf-8").replace("\u00a0", " ")
    for name, unfinished in zip(TABLES, study_of(folder, n).games["n_unfinished"], strict=True):
        said = f"({100 * unfinished / 600:.3f} % of 600: {unfinished} stopped after {CAP})"
        assert f"{unfinished} unfinished games with policies {name} are kept {said}" in page
    assert f'<th scope="row">stopped after {CAP}</th>' in page


def test_the_page_over_several_numbers_of_players_tells_them(folder: Path) -> None:
    page = (folder / "report.html").read_text(encoding="utf-8").replace("\u00a0", " ")
    ends = page[page.index('id="table-ends"') :].split("</details>")[0]
    for n in (2, 3):
        for name, unfinished in zip(TABLES, study_of(folder, n).games["n_unfinished"], strict=True):
            assert f"{n} players: {unfinished} unfinished games with policies {name} are kept" in page
            assert f"{n} players: unfinished games ({name})" in page  # run health
            assert re.search(rf">stopped after {CAP}<.*>{n}<.*>{name}<.*>{unfinished}<.*>NO<", ends)
    assert ends.count("<tr>") == 1 + 2 * 2 * 2  # head; by end, number of players and style


def test_a_replay_says_why(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pig = folder.parent / "pig"
    index = int(rows_of(folder, 2).query("table == 1")["is_finished"].reset_index(drop=True).eq(0).idxmax())
    options = ["--players", "2", "--policy", "random", "--seed", "1", "--index", str(index)]
    assert main(["replay", str(pig), *options]) == 0
    told = capsys.readouterr().out
    assert f"The game is over (unfinished: stopped after {CAP}) after {2 * CAP} turns" in told
    assert "Nobody wins." in told
