"""`fairseat check`: its lines, its exit code, its JSON, and the page that explains the checks."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from scripts.check import _tell_failed
from scripts.main import main
from sim.contract.catalogue import CHECKS
from sim.contract.result import Result

from .test_breaks import BREAKS, broken_copy

ROOT = Path(__file__).parents[2]
TOY = str(ROOT / "tests" / "toy")
PAGE = ROOT / "docs" / "checking-a-game.md"


def broken(name: str, folder: Path) -> str:
    """Folder of a broken copy of Pig."""
    return str(broken_copy(folder, next(entry["edit"] for entry in BREAKS if entry["name"] == name)))


def test_a_sound_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", TOY, "-n", "24"]) == 0
    shown = capsys.readouterr()
    lines = shown.out.splitlines()
    assert [line.split()[1] for line in lines[: len(CHECKS)]] == [check.id for check in CHECKS]
    assert {line.split()[0] for line in lines[: len(CHECKS)]} == {"ok", "skipped"}
    assert "toy, for 2-4 players: no fault found." in shown.out
    assert "24 games of 4 policies" in shown.out
    assert "nothing is dealt anew" not in shown.out


def test_a_broken_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = broken("counted is no clause", tmp_path)
    assert main(["check", game]) == 2
    shown = capsys.readouterr()
    failed = [line for line in shown.out.splitlines() if line.startswith("FAILED")]
    assert len(failed) == 1
    assert re.match(r"FAILED +clauses +.*GAME\.counted names 'P-9'", failed[0])
    assert f"{game}: 1 of {len(CHECKS)} checks failed: clauses." in shown.out
    assert "no fault found" not in shown.out


def test_quiet_shows_what_failed_only(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", broken("no meaning", tmp_path), "--quiet"]) == 2
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines() if not line.startswith(" ")] == [
        "FAILED",
        str(tmp_path / "pig") + ":",
    ]


def test_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", broken("syntax error", tmp_path), "--json"]) == 2
    found = json.loads(capsys.readouterr().out)
    assert [check["id"] for check in found["checks"]] == [check.id for check in CHECKS]
    assert [check["id"] for check in found["checks"] if check["status"] == "failed"] == ["folder"]
    assert {"id", "title", "status", "message"} == found["checks"][0].keys()


def test_data_alone(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["--no-play"], ["--set", "rules.start_score=6"], ["--cards", "bare"]):
        assert main(["check", "kaguya", *arguments]) == 0
        shown = capsys.readouterr().out
        assert "no fault found" in shown
        assert not re.search("^ok ", shown, re.MULTILINE)
        assert main(["check", "kaguya", *arguments, "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["checks"] == []


def test_named_data_are_played_when_asked(capsys: pytest.CaptureFixture[str]) -> None:
    pig = str(ROOT / "examples" / "pig")
    assert main(["check", pig, "--set", "rules.goal=30", "--play", "-n", "12"]) == 0
    shown = capsys.readouterr().out
    assert re.search(r"^ok +interpreter", shown, re.MULTILINE)
    assert re.search(r"^ok +honesty .*; nothing is dealt anew: if something is face down", shown, re.MULTILINE)


def test_a_game_that_is_not_there_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "kaguja"]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "did you mean 'kaguya'?" in shown.err


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (
            "index 9 is outside an array: game 12 (2 players, policy hold_20, before action 56)",
            "fairseat replay 'my game' --players 2 --policy hold_20 --seed 1 --index 12",
        ),
        ("`apply` does not return within 6 seconds: game 12 (2 players, policy hold_20, before action 56)", ""),
        ("3 of 4 games (2 players, policy random) did not end", ""),
    ],
)
def test_a_game_that_is_named_can_be_seen(message: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    result = Result("verbs", "verbs run", "failed", message)
    _tell_failed("my game", [result], [result])
    shown = capsys.readouterr().out
    assert said in shown
    assert ("replay" in shown) == bool(said)


def page_rows() -> str:
    """The table of the page, written from the catalogue."""
    rows = "".join(f"| `{check.id}` | {check.demands} | {check.mend} |\n" for check in CHECKS)
    return f"| check | what it demands | when it fails |\n|---|---|---|\n{rows}"


def test_the_page_lists_the_checks() -> None:
    """On a difference: put `page_rows()` in the place of the page's table."""
    assert page_rows() in PAGE.read_text(encoding="utf-8")
