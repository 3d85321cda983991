"""Numbers of players that need a change of the data: who asks for them, and where they then count."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from pigkit import copy_of_pig
from toykit import toy

from scripts.main import main
from sim.contract.crumb import Crumb
from sim.contract.room import Room
from sim.contract.task import Sizes, Task
from sim.errors import UserError
from sim.game import GameSpec
from sim.plan import make_plan
from sim.seats import every_seats, is_set, seats_text, seats_with

CHANGE = "rules.goal=50"


def crowded() -> GameSpec:
    """The toy, for five and six players if the goal is 50 steps."""
    return replace(toy()[0], more_seats={CHANGE: (5, 6)})


@pytest.fixture
def pig(tmp_path: Path) -> Path:
    """Pig for two and three players, and for four and five in a race to 50."""
    text = f'seats=(2, 3), more_seats={{"{CHANGE}": (4, 5)}}'
    return copy_of_pig(tmp_path / "pig", {"__init__.py": ("seats=(2, 3, 4, 5, 6)", text)})


@pytest.mark.parametrize(
    ("change", "is_there"),
    [
        ("rules.goal=50", True),
        ("rules.goal=60", False),
        ("rules.none=50", False),
        ("rulings.crowd=true", True),
        ("rulings.crowd=false", False),
        ("rulings.way=long", True),
        ("rulings.way='long'", True),
        ("cards.goal=50", False),
    ],
)
def test_whether_a_change_is_made(change: str, is_there: bool) -> None:
    document = {"rules": {"goal": 50}, "rulings": {"crowd": True, "way": "long"}}
    assert is_set(document, change) is is_there


def test_numbers_that_data_allow() -> None:
    game, (_, data) = crowded(), toy()
    assert every_seats(game) == (2, 3, 4, 5, 6)
    assert seats_with(game, data) == (2, 3, 4)
    assert seats_with(game, replace(data, document={"rules": {"goal": 50}})) == (2, 3, 4, 5, 6)
    assert seats_text(game) == "2, 3, 4, and 5, 6 with --set rules.goal=50"


def test_a_plan_is_made_for_every_number() -> None:
    assert make_plan(crowded(), 10, 6, ["random"]).n_seats == 6
    with pytest.raises(UserError, match=r"players 7: toy takes 2, 3, 4, and 5, 6 with --set rules\.goal=50"):
        make_plan(crowded(), 10, 7, ["random"])


@pytest.mark.parametrize("command", ["study", "simulate", "replay", "info"])
@pytest.mark.parametrize(("players", "sets"), [("5", ()), ("5", ("--set", "rules.goal=60")), ("6", ("--set", CHANGE))])
def test_a_number_without_its_change_is_refused(
    pig: Path, command: str, players: str, sets: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, str(pig), "--players", players, *sets]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == f"fairseat: --players {players}: pig takes 2, 3, and 4, 5 with --set rules.goal=50\n"


def test_a_number_with_its_change_is_taken(pig: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["study", str(pig), "--players", "2,5", "--set", CHANGE, "--plan-only", "--json"]) == 0
    assert [plan["players"] for plan in json.loads(capsys.readouterr().out)["plans"]] == [2, 5]


def test_a_rules_file_does_it_too(pig: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules = tmp_path / "rules.toml"
    rules.write_text("[rules]\ngoal = 50\n", encoding="utf-8")
    assert main(["info", str(pig), "--players", "4", "--rules", str(rules)]) == 0
    assert "Players: 2-3; 2 if none is named; 4-5 players with --set rules.goal=50\n" in capsys.readouterr().out


def test_check_covers_the_numbers_that_its_data_allow(pig: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(pig), "--no-play"]) == 0
    assert "for 2-3 players: no fault found" in capsys.readouterr().out
    assert main(["check", str(pig), "--set", CHANGE]) == 0
    assert "for 2-5 players: no fault found" in capsys.readouterr().out


@pytest.mark.parametrize(("sets", "played"), [((), (2, 3)), ((("rules.goal", "50"),), (2, 3, 4, 5))])
def test_the_contract_tests_play_them(pig: Path, sets: tuple[tuple[str, str], ...], played: tuple[int, ...]) -> None:
    room = Room(Task(str(pig), sets=sets), Sizes(), Crumb(pig.parent / "crumb"))
    assert room.seats == played
    assert room.batch_seats == sorted({2, max(played)})
