"""JSON output: every command prints the fields that docs/json-output.md names, and nothing else on stdout."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from scripts.main import main

ROOT = Path(__file__).resolve().parents[1]
TOY = "tests/toy"


@pytest.fixture(autouse=True)
def _at_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def json_of(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> Any:
    """The one JSON document that a command prints."""
    capsys.readouterr()
    assert main([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def section(head: str) -> str:
    """A section of docs/json-output.md, up to the next heading."""
    page = (ROOT / "docs" / "json-output.md").read_text(encoding="utf-8")
    return re.split(r"\n##+ ", page.partition(f"# {head}\n")[2])[0]


def documented(head: str) -> set[str]:
    """Names in the first column of the table under a heading."""
    rows = re.findall(r"^\| (`[^|]*`) \|", section(head), re.M)
    return {name for row in rows for name in re.findall(r"`(\w+)`", row)}


def test_json_of_every_step_has_the_documented_fields(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run, whole = str(tmp_path / "run"), str(tmp_path / "whole")
    asked = [TOY, "-n", "60", "--policy", "random"]
    fair = ["fair", "examples/pig", "--vary", "rules.handicap.2=4,9", "--policy", "balanced", "-n", "600"]
    fair += ["--confirm-games", "60", "-q"]
    steps = {
        "simulate": ["simulate", *asked, "--out", run],
        "analyze": ["analyze", run],
        "report": ["report", run],
        "study": ["study", *asked, "--out", whole],
        "study --plan-only": ["study", *asked, "--plan-only"],
        "study --plan-only --until": ["study", *asked, "--plan-only", "--until", "2pp"],
        "tournament": ["tournament", *asked, "--policy", "hasty", "--out", str(tmp_path / "tournament")],
        "tournament --plan-only": ["tournament", *asked, "--policy", "hasty", "--plan-only"],
        "fair": [*fair, "--out", str(tmp_path / "fair")],
        "fair --plan-only": [*fair, "--plan-only"],
        "info": ["info", TOY],
        "check": ["check", TOY, "--no-play"],
    }
    found = {head: json_of(arguments, capsys) for head, arguments in steps.items()}
    for head, document in found.items():
        assert isinstance(document, dict)
        assert set(document) == documented(head.removesuffix(" --until")), head
    assert found["simulate"] == {"game": "toy", "run": run, "games": 60, "games_played": 60, "games_kept": 0} | {
        "is_precise": None
    }
    assert Path(found["report"]["report"]).is_file()
    assert found["study"]["places"] == found["analyze"]["places"]
    fields = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", section("Rows of an analysis"), re.M))
    assert {name for name, value in found["analyze"].items() if isinstance(value, list)} == {"tables", *fields}
    for name, listed in fields.items():
        assert all(set(row) == set(re.findall(r"`(\w+)`", listed)) for row in found["study"][name]), name
    games = json_of(["games"], capsys)
    assert isinstance(games, list)
    assert all(set(game) == documented("games") for game in games)


def test_json_of_a_mistake_is_one_line_on_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["study", "kaguja", "--json"]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert len(shown.err.splitlines()) == 1


def test_what_a_game_and_a_policy_print_is_no_part_of_the_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, policy = tmp_path / "talks", tmp_path / "talks.py"
    shutil.copytree(ROOT / TOY, game)
    spec = game / "__init__.py"
    spec.write_text("print('a game loads')\n" + spec.read_text(encoding="utf-8"), encoding="utf-8")
    policy.write_text(
        "print('a policy loads')\n\n\ndef first(state, tables, actions, n, weights, memory):\n    return 0\n"
    )
    capsys.readouterr()
    assert main(["study", str(game), "-n", "600", "--plan-only", "--policy", f"{policy}:first", "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["tables"] == [f"{policy}:first"]
    assert "a game loads" in err
    assert "a policy loads" in err


def test_json_lines_of_a_replay(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", TOY, "--seed", "4", "--index", "3", "--json"]) == 0
    records = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [records[0]["kind"], records[1]["kind"], records[-1]["kind"]] == ["header", "action", "outcome"]
    assert (records[0]["seed"], records[0]["index"]) == (4, 3)
    assert set(records[0]) == documented("header")
    assert all(set(record) - {"notes_lost"} == documented("action") for record in records[1:-1])


def test_json_of_a_comparison_has_the_documented_fields(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["compare", TOY, "--b", "rules.handicap.1=1", "-n", "60", "--policy", "random", "--quiet"]
    found = json_of([*arguments, "--out", str(tmp_path / "run")], capsys)
    assert set(found) == documented("compare")
    fields = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", section("Rows of a comparison"), re.M))
    assert {name for name, value in found.items() if isinstance(value, list)} == set(fields)
    for name, listed in fields.items():
        assert all(set(row) == set(re.findall(r"`(\w+)`", listed)) for row in found[name]), name
