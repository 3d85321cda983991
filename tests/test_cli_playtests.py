"""`--playtests`: from the command to the report, the file of the study, and what is refused before a game is played."""

from __future__ import annotations

import csv
import hashlib
import json
import re
import tomllib
from pathlib import Path

import pytest

from analysis.names import readable
from scripts.main import main
from scripts.studyfile import Question, asked_by

ROOT = Path(__file__).resolve().parents[1]
TOY = "tests/toy"
ASKED = ("study", TOY, "--players", "2", "-n", "600", "--policy", "random", "--quiet")


@pytest.fixture(autouse=True)
def _at_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


@pytest.fixture
def plays(tmp_path: Path) -> Path:
    """20 games of two, the first player wins 14."""
    file = tmp_path / "plays.csv"
    rows = [f"{at},1,Hare,{int(at < 14)}\n{at},2,tortoise,{int(at >= 14)}\n" for at in range(20)]
    file.write_text("game,place,character,won\n" + "".join(rows))
    return file


@pytest.fixture
def run(tmp_path: Path) -> Path:
    folder = tmp_path / "run"
    assert main(["simulate", TOY, *ASKED[2:], "--out", str(folder)]) == 0
    return folder


def documented(name: str) -> set[str]:
    page = (ROOT / "docs" / "json-output.md").read_text(encoding="utf-8")
    return set(re.findall(r"`(\w+)`", re.findall(rf"^\| `{name}` \| (.*) \|$", page, re.M)[-1]))


def test_a_study_with_playtests(tmp_path: Path, plays: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "whole"
    assert main([*ASKED, "--playtests", str(plays), "--out", str(folder)]) == 0
    shown = capsys.readouterr().out
    assert "Do playtests agree? 20 playtests cannot tell apart anything smaller than about ±" in shown
    assert "PLAYTESTS AGAINST SIMULATION" in shown
    assert "The playtests are games of people" in " ".join(shown.split())
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert "playtests, n = 20" in page
    assert "Hollow squares: 20 playtests of people (plays.csv)" in page
    assert 'id="table-playtests"' in page
    assert str(tmp_path) not in page
    assert hashlib.sha256(plays.read_bytes()).hexdigest()[:16] in page
    assert "--playtests plays.csv" in page
    study = tomllib.loads((folder / "study.toml").read_text(encoding="utf-8"))["study"]
    assert study["playtests"] == str(plays)
    assert study["command"].endswith("--playtests plays.csv")
    again = tmp_path / "again"
    assert main(["study", "--from", str(folder / "study.toml"), "--out", str(again), "--quiet"]) == 0
    assert (again / "report.html").read_bytes() == (folder / "report.html").read_bytes()
    rows = list(csv.DictReader((folder / "tables" / "playtests.csv").read_text(encoding="utf-8").splitlines()))
    first = next(row for row in rows if row["label"] == "place 1")
    assert (first["n"], first["wins"], first["share"]) == ("20", "14", "0.7")


def test_the_digest_is_that_of_the_file(run: Path, plays: Path, capsys: pytest.CaptureFixture[str]) -> None:
    digests = []
    for content in (plays.read_bytes(), b"\xef\xbb\xbf" + plays.read_bytes()):
        plays.write_bytes(content)
        capsys.readouterr()
        assert main(["analyze", str(run), "--playtests", str(plays), "--json"]) == 0
        digests.append(json.loads(capsys.readouterr().out)["played"]["digest"])
        assert digests[-1] == hashlib.sha256(content).hexdigest()[:16]
    assert digests[0] != digests[1]
    assert main(["analyze", str(run)]) == 0
    assert "laytests" not in capsys.readouterr().out


def test_json_holds_what_the_page_documents(run: Path, plays: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["analyze", str(run), "--playtests", str(plays), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["played"]["file"] == "plays.csv"
    assert said["played"]["games"] == 20
    assert {row["kind"] for row in said["playtests"]} == {"places", "characters", "cells"}
    for name in ("playtests", "playtest_fit"):
        assert said[name]
        assert all(set(row) == documented(name) for row in said[name]), name


def test_a_report_without_playtests_leaves_no_table_of_them(run: Path, plays: Path) -> None:
    assert main(["report", str(run), "--playtests", str(plays)]) == 0
    assert (run / "tables" / "playtests.csv").exists()
    assert main(["report", str(run)]) == 0
    assert not list((run / "tables").glob("playtest*"))
    assert (run / "tables" / "places.csv").exists()


def test_a_file_whose_name_the_locale_cannot_read(run: Path, plays: Path) -> None:
    """In a plain ASCII locale Python hands such a name on as escaped bytes, which no UTF-8 file can hold."""
    name = "実戦.csv".encode().decode("ascii", "surrogateescape")
    assert readable(name) == readable("実戦.csv") == "実戦.csv"
    assert asked_by("fairseat study toy", Question(0, 0.01, 0.95, playtests=name)).endswith("--playtests '実戦.csv'")


def test_one_playtest_is_one(run: Path, plays: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plays.write_text("".join(plays.read_text().splitlines(keepends=True)[:3]))
    assert main(["analyze", str(run), "--playtests", str(plays)]) == 0
    assert "Do playtests agree? 1 playtest cannot tell apart" in capsys.readouterr().out


def test_the_command_names_the_playtests_of_now() -> None:
    without, with_it = Question(0, 0.01, 0.95), Question(0, 0.01, 0.95, playtests="/x/c.csv")
    assert asked_by("fairseat study toy", without) == "fairseat study toy"
    other = "fairseat study toy --playtests 'a b.csv' --level 95"
    assert asked_by(other, with_it) == "fairseat study toy --level 95 --playtests c.csv"
    assert asked_by(other, without) == "fairseat study toy --level 95"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("place,won\n1,1\n3,0\n", "plays.csv: line 3, place '3': give the place in turn order, 1 to 2"),
        ("place,character,won\n1,hair,1\n2,hare,0\n", "unknown character 'hair': did you mean 'hare'?"),
        ("place,won,players\n1,1,3\n2,0,3\n", "plays.csv: no row has players = 2, as the run has; the file has 3"),
        ("", "plays.csv: the file is empty"),
    ],
)
def test_a_bad_file_stops_a_study_before_it_plays(
    text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "plays.csv"
    file.write_text(text)
    assert main([*ASKED, "--playtests", str(file), "--out", str(tmp_path / "run")]) == 2
    shown = capsys.readouterr()
    assert said in shown.err
    assert len(shown.err.splitlines()) == 1
    assert not (tmp_path / "run").exists()


def test_a_file_that_is_not_there(run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in (["report", str(run)], ["analyze", str(run)], [*ASKED, "--out", str(tmp_path / "new")]):
        assert main([*command, "--playtests", str(tmp_path / "none.csv")]) == 2
        assert "none.csv': no such file" in capsys.readouterr().err
    assert main(["report", str(run), "--playtests", ""]) == 2
    assert capsys.readouterr().err.startswith("fairseat: playtests '.': no such file")


def test_several_numbers_of_players(tmp_path: Path, plays: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each number has its own playtests; a number without any says nothing; `analyze` reads the folder of all."""
    folder, counts = tmp_path / "all", ["study", TOY, "--players", "2,3", *ASKED[4:]]
    assert main([*counts, "--playtests", str(plays), "--out", str(folder)]) == 2
    assert "plays.csv: column 'players' is missing" in capsys.readouterr().err
    text = plays.read_text().replace("won", "won,players").replace(",0\n", ",0,2\n").replace(",1\n", ",1,2\n")
    plays.write_text(text)
    assert main([*counts, "--playtests", str(plays), "--out", str(folder)]) == 0
    shown = capsys.readouterr().out
    assert "Do playtests agree? 2 players: 20 playtests" in " ".join(shown.split())
    assert "PLAYTESTS AGAINST SIMULATION" in shown
    assert "--playtests plays.csv" in shown
    for n, is_there in ((2, True), (3, False)):
        assert ("Do playtests agree?" in (folder / f"{n}-players" / "report.html").read_text("utf-8")) == is_there
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert main(["analyze", str(folder), "--playtests", str(plays)]) == 0
    printed = capsys.readouterr().out
    assert "is it balanced with 2 and 3 players?" in printed
    assert printed == shown.partition("Report:  ")[0]
    assert main(["analyze", str(folder), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert [len(each["places"]) for each in said["runs"]] == [2, 3]
    assert "plays.csv" in page


def test_the_examples_are_as_they_should_be() -> None:
    from analysis.playtest_file import for_run, read_sheet

    folder = ROOT / "examples" / "playtests"
    games = {"kaguya": (["president", "vice", "secretary", "treasurer"], 4, 30), "pig": (["player"], 3, 12)}
    assert {file.stem for file in folder.glob("*.csv")} == set(games)
    for name, (characters, n_seats, n_games) in games.items():
        about = {"n_seats": n_seats, "characters": characters, "wins": "single"}
        plays = for_run(read_sheet(folder / f"{name}.csv"), about)
        assert (plays.n_games, plays.notes) == (n_games, ())
        assert len(plays.seats) == n_games * n_seats
        assert plays.seats["won"].sum() == n_games
