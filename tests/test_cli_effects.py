"""`--interaction`: from the command to the tables and the file of the study; what is refused before a game."""

from __future__ import annotations

import csv
import json
import tomllib
from pathlib import Path

import pytest

from scripts.main import main
from scripts.studyfile import Question, asked_by, command_of

ROOT = Path(__file__).resolve().parents[1]
TOY = "tests/toy"
ASKED = ("study", TOY, "--players", "2", "-n", "600", "--policy", "random", "--quiet")


@pytest.fixture(autouse=True)
def _at_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def kinds(folder: Path, name: str) -> set[str]:
    text = (folder / "tables" / f"{name}.csv").read_text(encoding="utf-8")
    return {row["kind"] for row in csv.DictReader(text.splitlines())}


def test_a_study_with_an_interaction(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "whole"
    assert main([*ASKED, "--interaction", "character:place", "--out", str(folder)]) == 0
    assert kinds(folder, "effects") == {"place", "character", "place x character"}
    study = tomllib.loads((folder / "study.toml").read_text(encoding="utf-8"))["study"]
    assert study["interactions"] == ["character:place"]
    assert study["command"].endswith("--interaction character:place")
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert 'id="table-effects"' in page
    again = tmp_path / "again"
    assert main(["study", "--from", str(folder / "study.toml"), "--out", str(again), "--quiet"]) == 0
    assert (again / "report.html").read_bytes() == (folder / "report.html").read_bytes()
    assert main(["report", str(folder)]) == 0
    assert kinds(folder, "effects") == {"place", "character"}
    assert kinds(folder, "effect_tests") == {"place", "character", "place x character"}
    capsys.readouterr()
    assert main(["analyze", str(folder), "--interaction", "place:character", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {row["kind"] for row in found["effects"]} == {"place", "character", "place x character"}
    assert found["effects_fit"][0]["n_used"] == 600


@pytest.mark.parametrize("text", ["place", "place:hero", "place:place", "", "place:character:policy"])
def test_what_is_unknown_is_refused_before_a_game(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "none"
    assert main([*ASKED, "--interaction", text, "--out", str(folder)]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"fairseat: unknown interaction {text!r}:")
    assert "known are place:character, place:policy, character:policy" in said
    assert said.count("\n") == 1
    assert not folder.exists()


def test_the_command_names_the_interactions_of_now() -> None:
    question = Question(0, 0.01, 0.95, interactions=("place:policy",))
    command = "fairseat study toy --interaction a:b --level 95 --interaction c:d"
    assert asked_by(command, question) == "fairseat study toy --level 95 --interaction place:policy"
    assert asked_by(command, Question(0, 0.01, 0.95)) == "fairseat study toy --level 95"


def test_a_run_without_its_file_is_named_by_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine").mkdir()
    monkeypatch.chdir(tmp_path / "mine")
    assert command_of(Path(), Question(0, 0.01, 0.95)) == "fairseat report mine"


def test_the_command_names_the_margin_and_level_of_now() -> None:
    command, question = "fairseat study toy --margin 1pp --level 95", Question(0, 0.025, 0.999)
    assert asked_by(command, question) == "fairseat study toy --margin 2.5pp --level 99.9"
    assert asked_by(f"{command} --until 2pp", question) == "fairseat study toy --margin 2.5pp --level 95 --until 2pp"


def test_empty_deals_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*ASKED, "--deals", "", "--out", str(tmp_path / "none")]) == 2
    assert capsys.readouterr().err == "fairseat: --deals '': give shared or fresh, or leave it out\n"
    assert not (tmp_path / "none").exists()
