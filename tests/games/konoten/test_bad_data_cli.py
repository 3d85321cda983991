"""Wrong data through the command itself: exit code 2 and one line that names file and field; nothing is compiled."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sim import playout
from sim.games.konoten.tables import SHAPE

from ..kit.bad_data import refused

STANDIN = (SHAPE.folder / "packs" / "standin.toml").read_text(encoding="utf-8")

#: Text of the pack, what replaces its first occurrence, what the line must say.
PACKS = {
    "a cycle": ("number = 2\nfrom = [0]", "number = 2\nfrom = [3]",
                ["white_2.from = [3]", "cannot be reached from the start node", "white_3 and white_6"]),
    "a node that leads to itself": ("number = 9\nfrom = [7, 8]", "number = 9\nfrom = [9]",
                                    ["white_9.from = [9]", "lead to itself"]),
    "an unreachable node": ("number = 9\nfrom = [7, 8]", "number = 9\nfrom = []", ["white_9.from = []"]),
    "an unknown node": ("number = 9\nfrom = [7, 8]", "number = 9\nfrom = [11]", ["white_9.from = [11]", "'11'"]),
    "a left slot that is none": ("left_slot = 1\n", "left_slot = 4\n", ["dev_1.left_slot = 4"]),
    "a right slot that is none": ("right_slot = 3\n", "right_slot = 0\n", ["dev_1.right_slot = 0"]),
    "slots that are not opposite": ("left_slot = 1\nright_slot = 3", "left_slot = 1\nright_slot = 1",
                                    ["dev_1", "right_slot = 3"]),
    "a VP card on the left": ('kind = "vp"\nqty = 11\nleft_slot = 0', 'kind = "vp"\nqty = 11\nleft_slot = 3',
                              ["dev_39", "right only"]),
    "a VP card with a material value": ("material = 0\nresult = 6", "material = 2\nresult = 6", ["dev_39"]),
    "too many normal cards": ("result = 1\n", "result = 1\ncopies = 3\n",
                              ["[[development]] copies = 40", "dev_normal = 38"]),
    "too many VP cards": ('kind = "vp"\n', 'kind = "vp"\ncopies = 2\n', ["[[development]] copies = 10", "dev_vp = 9"]),
    "too many base cards": ('copies = "base_cost_0"', "copies = 20", ["[[base]] copies = 29 in all"]),
}  # fmt: skip
RULES = {
    "too few normal cards": ("dev_normal = 39", ["dev_normal = 39", "copies = 38"]),
    "wrong number of tokens": ("tokens_per_player = 13", ["tokens_per_player = 13", "write 12"]),
    "five players at most": ("players_max = 5", ["players_max = 5", "4"]),
    "one player at least": ("players_min = 1", ["players_min = 1", "2"]),
}
#: Every command that reads a game's data, and asks for nothing else.
COMMANDS = ("study", "simulate", "replay", "info", "check")


@pytest.fixture(autouse=True)
def _nothing_is_compiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def player(*arguments: object) -> None:
        raise AssertionError("the data are refused before a kernel is made")

    monkeypatch.setattr(playout.Player, "__init__", player)
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("kind", PACKS)
def test_wrong_packs(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old, new, parts = PACKS[kind]
    assert old in STANDIN
    Path("mine.toml").write_text(STANDIN.replace(old, new, 1), encoding="utf-8")
    line = refused(capsys, "study", "konoten", "--cards", "mine.toml", "--quiet")
    assert [part for part in ["mine.toml", *parts] if part not in line] == []
    assert list(tmp_path.iterdir()) == [tmp_path / "mine.toml"]  # no run was begun


@pytest.mark.parametrize("kind", RULES)
def test_wrong_rules(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    text, parts = RULES[kind]
    Path("house.toml").write_text(f"[rules]\n{text}\n", encoding="utf-8")
    line = refused(capsys, "study", "konoten", "--rules", "house.toml", "--quiet")
    assert [part for part in ["house.toml line 2", *parts] if part not in line] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_that_reads_data(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    old, new, parts = PACKS["a cycle"]
    Path("mine.toml").write_text(STANDIN.replace(old, new, 1), encoding="utf-8")
    line = refused(capsys, command, "konoten", "--cards", "mine.toml")
    assert [part for part in ["mine.toml line ", *parts] if part not in line] == []


@pytest.mark.parametrize("command", ["study", "simulate", "replay"])
@pytest.mark.parametrize("players", ["1", "5", "0", "-2", "99"])
def test_numbers_of_players(command: str, players: str, capsys: pytest.CaptureFixture[str]) -> None:
    line = refused(capsys, command, "konoten", "--players", players)
    assert "--players" in line
    assert players in line
    assert "2, 3, 4" in line or "2 to 4" in line


def test_a_process_of_its_own_ends_with_2(tmp_path: Path) -> None:
    old, new, _ = PACKS["a VP card on the left"]
    Path("mine.toml").write_text(STANDIN.replace(old, new, 1), encoding="utf-8")
    command = [sys.executable, "-c", "from scripts.main import run; run()", "study", "konoten", "--cards", "mine.toml"]
    root = str(Path(__file__).parents[3])
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | {"PYTHONPATH": root}, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert "mine.toml line " in done.stderr
