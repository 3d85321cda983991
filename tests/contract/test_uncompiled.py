"""A game by path that does not compile: one line with file, line of the innermost call, and what would be right."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scripts.main import main
from sim import registry
from sim.errors import UserError
from sim.playout import Player
from sim.uncompiled import game_reason

from .test_breaks import broken_copy

ROLLED = "        state.rolls[seat] += 1\n"
LEGAL = "    return 1 if state.turn_total == 0 else 2  # P-2: a turn begins with a roll\n"

#: What replaces what in which file, and the reason given; `{}` is the line on which the mark `# here` stands.
GAMES = {
    "field": ("rules.py", ROLLED, "        state.rols[seat] += 1  # here\n", "no field 'rols': did you mean 'rolls'"),
    "core": ("rules.py", "core.is_over = 1", "core.is_ovr = 1  # here", "no field 'is_ovr': did you mean 'is_over'"),
    "row": ("outcome.py", "person.rolls = ", "person.rols = 0  # here\n        person.rolls = ", "no field 'rols'"),
    "list": ("rules.py", ROLLED, "        state.rolls[seat] += len([face])  # here\n", "makes no lists, arrays"),
    "dict": ("rules.py", ROLLED, "        state.rolls[seat] += {1: face}[1]  # here\n", "has no dict"),
    "text": ("rules.py", ROLLED, "        state.rolls[seat] += len(f'{face}')  # here\n", "no texts, nor f-strings"),
    "inner": ("rules.py", "+= points\n", "+= len(f'{points}')  # here\n", "no texts, nor f-strings"),
    "plain": (
        "rules.py", "@kernel\ndef begin_turn", "def begin_turn", "put @kernel above def begin_turn",
    ),
    "name": ("rules.py", ROLLED, "        state.rolls[seat] += fase  # here\n", "name 'fase' is not defined"),
    "nothing": ("rules.py", LEGAL, "", "`legal_actions` has a way through on which it returns nothing"),
    "half": ("rules.py", LEGAL, "    if state.turn_total == 0:\n        return 1\n", "`legal_actions` has a way"),
}  # fmt: skip


def game_with(folder: Path, file: str, old: str, new: str) -> Path:
    """A copy of Pig with one text replaced."""
    return broken_copy(folder, [{"file": file, "old": old, "new": new}])


@pytest.mark.parametrize("name", list(GAMES))
def test_the_reason_is_one_line(name: str, tmp_path: Path) -> None:
    file, old, new, said = GAMES[name]
    game = registry.find(str(game_with(tmp_path, file, old, new)))
    with pytest.raises(UserError) as caught:
        Player(game, game.load(None, None, (), 2), ["random"], 2, 1).warm()
    message = str(caught.value)
    assert message.startswith(f"game {tmp_path / 'pig'}: does not compile: {file}, line ")
    assert said in message
    assert message.endswith(f"run `fairseat check {tmp_path / 'pig'}`")
    assert "\n" not in message
    lines = (tmp_path / "pig" / file).read_text(encoding="utf-8").splitlines()
    if "# here" in new:
        assert f"{file}, line {1 + next(i for i, line in enumerate(lines) if '# here' in line)}: " in message


def test_an_array_of_bool_is_told(tmp_path: Path) -> None:
    game = registry.find(
        str(game_with(tmp_path, "state.py", '("turn_total", "i4"),', '("marks", "?", (3,)), ("turn_total", "i4"),'))
    )
    with pytest.raises(UserError, match="does not compile: a record holds an array of bool: make it i1"):
        Player(game, game.load(None, None, (), 2), ["random"], 2, 1).warm()


def test_a_report_without_a_line_of_the_game() -> None:
    game = registry.find(str(Path(__file__).parents[2] / "examples" / "pig"))
    found = game_reason(ValueError("no way\nDuring: typing of call at /elsewhere/loop.py (3)"), game)
    assert (str(found), found.place) == ("ValueError: no way", "")


@pytest.mark.parametrize("command", ["simulate", "replay", "coverage"])
def test_commands_say_it_in_one_line(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = game_with(tmp_path, *GAMES["list"][:3])
    out = ["-n", "60", "--out", str(tmp_path / "run")] if command == "simulate" else []
    assert main([command, str(game), "--quiet", *out] if command != "replay" else [command, str(game)]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert re.match(r"fairseat: game .*: does not compile: rules\.py, line \d+: ", lines[-1])
    assert not any("Traceback" in line for line in lines)
