"""`fairseat study --players 2,3`: several numbers of players in one command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scripts.main import main
from scripts.options import parse_counts, parse_level
from scripts.several import runs_in
from sim import store
from sim.errors import UserError

ROOT = Path(__file__).resolve().parents[1]
TOY = "tests/toy"


@pytest.fixture(autouse=True)
def _at_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def test_numbers() -> None:
    assert parse_counts(None) == (None,)
    assert parse_counts("3") == (3,)
    assert parse_counts(" 4, 2") == (4, 2)


@pytest.mark.parametrize("text", ["", "two", "2,", "2,,3", "2-4", "2.5", "2,x", "2;3", "9" * 20])
def test_what_is_no_number(text: str) -> None:
    with pytest.raises(UserError, match="give a whole number, or several like 2,3,4"):
        parse_counts(text)


def test_each_number_once() -> None:
    with pytest.raises(UserError, match="'2,3,2': name each number once"):
        parse_counts("2,3,2")


def test_a_number_that_the_game_does_not_take_stops_all(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["study", TOY, "--players", "2,7", "--out", str(tmp_path / "a")]) == 2
    assert "--players 7: toy takes 2, 3, 4" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_holds_a_run_stops_all(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = [TOY, "-n", "60", "--policy", "random", "--quiet"]
    assert main(["simulate", *asked, "--players", "3", "--out", str(tmp_path / "a" / "3-players")]) == 0
    assert main(["study", *asked, "--players", "2,3", "--out", str(tmp_path / "a")]) == 2
    assert "3-players: holds a run already; use --resume or --force" in capsys.readouterr().err
    assert [path.name for path in (tmp_path / "a").iterdir()] == ["3-players"]


def test_a_level_that_would_be_shown_as_100_is_refused() -> None:
    assert parse_level("99.999") == pytest.approx(0.99999)
    for text in ("99.9999999", "100", "50"):
        with pytest.raises(UserError, match="above 50 and below 100"):
            parse_level(text)


def test_a_study_of_two_numbers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["study", TOY, "--players", "2,3", "-n", "60", "--policy", "random", "--out", str(tmp_path / "a")]
    assert main([*asked, "--quiet"]) == 0
    shown = capsys.readouterr().out
    assert "is it balanced with 2 and 3 players?" in shown
    assert "fairseat study tests/toy --games 60 --players 2,3 --seed 1 --policy random" in shown
    for n in (2, 3):
        folder = tmp_path / "a" / f"{n}-players"
        assert (folder / "report.html").is_file()
        assert store.read_manifest(folder)["n_seats"] == n
        assert f"--players {n} " in (folder / "study.toml").read_text(encoding="utf-8")
    alone = tmp_path / "alone"
    assert main(["study", TOY, "--players", "3", "-n", "60", "--policy", "random", "--out", str(alone), "-q"]) == 0
    one, other = (store.read_manifest(f) for f in (alone, tmp_path / "a" / "3-players"))
    assert one["run_digest"] == other["run_digest"]
    capsys.readouterr()
    assert main([*asked, "--quiet", "--json", "--resume"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["report"] == str(tmp_path / "a" / "report.html")
    assert [len(run["places"]) for run in said["runs"]] == [2, 3]
    assert [run["run"] for run in said["runs"]] == [str(tmp_path / "a" / f"{n}-players") for n in (2, 3)]
    page = tmp_path / "a" / "report.html"
    before = page.read_bytes()
    page.unlink()
    assert main(["report", str(tmp_path / "a")]) == 0
    assert capsys.readouterr().out == f"{page}\n"
    assert page.read_bytes() == before


def test_folders_of_runs(tmp_path: Path) -> None:
    for name in ("10-players", "2-players", "some-players", "4-players"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "manifest.json").touch()
    (tmp_path / "4-players" / "manifest.json").unlink()
    with pytest.raises(UserError, match=r"4-players: no run is here .*; finish the study with --resume, or remove it"):
        runs_in(tmp_path)
    (tmp_path / "4-players").rmdir()
    assert [path.name for path in runs_in(tmp_path)] == ["2-players", "10-players"]
    (tmp_path / "manifest.json").touch()
    assert runs_in(tmp_path) == []


def test_plans_of_two_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["study", TOY, "--players", "2,3", "-n", "60", "--policy", "random", "--plan-only", "--quiet"]
    assert main([*asked, "--json"]) == 0
    assert [plan["players"] for plan in json.loads(capsys.readouterr().out)["plans"]] == [2, 3]
    assert main(asked) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("2 players\n60 games")
    assert "\n3 players\n" in shown
