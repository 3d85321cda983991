"""Every check of the contract finds a game that breaks it, and says so in one clear message."""

from __future__ import annotations

import re
import shutil
import tomllib
from pathlib import Path
from typing import Any

import pytest
from sizes import SIZES

from sim.contract.catalogue import CHECKS
from sim.contract.result import Result
from sim.contract.run import check_game
from sim.contract.task import Sizes, Task

PIG = Path(__file__).parents[2] / "examples" / "pig"
BREAKS = tomllib.loads((Path(__file__).parent / "breaks.toml").read_text(encoding="utf-8"))["break"]

#: How a message names a game, so that a replay can show it.
GAME = r"game \d+ \(2 players, policy \w+"

#: Every copy is for two players, so that it compiles for one number of them.
SMALLER = (
    {"file": "__init__.py", "old": "seats=(2, 3, 4, 5, 6)", "new": "seats=(2,)"},
    {"file": "__init__.py", "old": "max_decisions=10_000", "new": "max_decisions=600"},
)

#: Enough to find what is broken: no more games than the contract tests of the games of the house play in the same tier.
SMALL = Sizes(
    games=SIZES.contract_games,
    walks=SIZES.contract_walks,
    points=150,
    worlds=2,
    tried=60,
    told=2,
    blocks=12,
    interpreted=min(3, SIZES.contract_interpreted),
    verb_seconds=6,
)


def broken_copy(folder: Path, edits: list[dict[str, str]]) -> Path:
    """A copy of Pig with the edits of a break."""
    copy = folder / "pig"
    shutil.copytree(PIG, copy, ignore=shutil.ignore_patterns("__pycache__"))
    for edit in (*SMALLER, *edits):
        change(copy / edit["file"], edit.get("old", ""), edit.get("new"))
    coverage = copy / "data" / "coverage.toml"
    if coverage.exists():  # the run with six players does not fit a copy for two
        runs = coverage.read_text(encoding="utf-8")
        coverage.write_text(runs.split('[[run]]\nname = "six"')[0], encoding="utf-8")
    return copy


def change(file: Path, old: str, new: str | None) -> None:
    """Replace a text that must be there, add one at the end, or delete the file."""
    if new is None:
        file.unlink()
        return
    text = file.read_text(encoding="utf-8")
    assert old in text, f"{file.name} has no {old!r} to break"
    file.write_text(text.replace(old, new) if old else text + new, encoding="utf-8")


def results_of(game: Path | str, sizes: Sizes = SMALL) -> list[Result]:
    """What the checks say of a game."""
    return [news for news in check_game(Task(str(game)), sizes) if isinstance(news, Result)]


def parameters() -> list[Any]:
    """Breaks as test parameters; a second compiled game that fails the same check runs at full size only."""
    seen: set[str] = set()
    before_compiling = {"folder", "fields", "columns", "clauses", "functions", "load"}
    found = []
    for broken in BREAKS:
        is_more = broken["check"] in seen - before_compiling
        seen.add(broken["check"])
        marks = [pytest.mark.verify] if is_more else []
        found.append(pytest.param(broken, id=broken["name"].replace(" ", "-"), marks=marks))
    return found


@pytest.mark.parametrize("broken", parameters())
def test_a_broken_game_is_found_and_told(broken: dict[str, Any], tmp_path: Path) -> None:
    results = results_of(broken_copy(tmp_path, broken["edit"]))
    failed = [result for result in results if result.status == "failed"]
    assert [result.id for result in failed] == [broken["check"]], failed
    message = failed[0].message
    for words in (*broken["says"], *([GAME] if broken.get("names_game") else [])):
        assert re.search(words, message), message
    assert "Traceback" not in message
    assert "\n" not in message
    assert [result.id for result in results] == [check.id for check in CHECKS]


def test_every_check_is_shown_to_fail() -> None:
    assert {broken["check"] for broken in BREAKS} == {check.id for check in CHECKS}
