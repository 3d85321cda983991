"""`fairseat coverage`: the runs of a game's coverage file, and what is said of clauses that never fired."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from scripts.main import main

TOY = Path(__file__).parent / "toy"


def copy_of_toy(folder: Path, clauses: str, counted: str, runs: str) -> str:
    """A copy of the toy game with a coverage file."""
    shutil.copytree(TOY, folder / "game", ignore=shutil.ignore_patterns("__pycache__"))
    init = folder / "game" / "__init__.py"
    old = 'clauses=("T-1", "T-2", "chance:roll"), counted=("T-1", "T-2")'
    text = init.read_text(encoding="utf-8")
    assert old in text
    init.write_text(text.replace(old, f"clauses={clauses}, counted={counted}"), encoding="utf-8")
    (folder / "game" / "data").mkdir()
    (folder / "game" / "data" / "coverage.toml").write_text(runs, encoding="utf-8")
    return str(folder / "game")


def test_coverage_counts_games_in_which_a_clause_fired(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    runs = '[[run]]\nname = "mixed"\nn = 12\npolicies = ["balanced", "random"]\n[[run]]\nname = "hasty"\nn = 12\n'
    game = copy_of_toy(tmp_path, '("T-1", "T-2", "chance:roll")', '("T-1", "T-2")', runs)
    assert main(["coverage", game, "--json", "--quiet"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found) == {"game", "games", "fired", "silent", "changed"}  # as docs/json-output.md says
    assert found["games"] == {"mixed": 24, "hasty": 12}  # two tables of 12
    assert found["silent"] == []
    assert 0 < found["fired"]["T-2"]["mixed"] <= 24
    assert found["fired"]["T-1"] == found["fired"]["chance:roll"]  # clause T-1 is the roll


def test_coverage_fails_where_a_counted_clause_is_silent(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    runs = '[[run]]\nname = "some"\nn = 12\n'
    game = copy_of_toy(tmp_path, '("T-1", "T-2", "chance:roll", "T-9")', '("T-1", "T-9")', runs)
    assert main(["coverage", game, "--quiet"]) == 1
    assert "never fired: T-9." in capsys.readouterr().out


def test_a_coverage_file_with_a_misspelt_key(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = copy_of_toy(tmp_path, '("T-1", "T-2", "chance:roll")', '("T-1",)', '[[run]]\nname = "a"\nm = 12\n')
    assert main(["coverage", game]) == 2
    assert "unknown key 'm'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('policies = ["1=random,1=balanced"]', "participant 1 is named twice"),
        ('sets = ["rules.goal"]', "write PATH=VALUE"),
    ],
)
def test_a_coverage_file_with_a_faulty_text(
    line: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = copy_of_toy(tmp_path, '("T-1", "T-2", "chance:roll")', '("T-1",)', f'[[run]]\nname = "a"\nn = 12\n{line}\n')
    assert main(["coverage", game]) == 2
    assert said in capsys.readouterr().err
