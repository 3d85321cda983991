"""Wrong data through the command itself: exit code 2 and one line that names file and field; nothing is compiled."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.main import main
from sim import playout

from ..kit.bad_data import refused
from .test_bad_data import ROWS, STANDIN, with_row

#: Text of the pack, and what the line must say.
PACKS = {
    "unequal forms": (with_row("w008", 'faction = "ember"', 'faction = "storm"'), ["w008.faction", "group ember_g"]),
    "an up form without a base": (
        with_row("w008", 'group = "ember_g"', 'group = "ember_x"'), ["w008.form_source = up", "no base"],
    ),
    "an unknown trigger": (with_row("s04", '"dmg_taken"', '"dmg_taekn"'), ["s04.trigger", "'dmg_taken'"]),
    "an unknown effect": (with_row("s04", '["draw"', '["darw"'), ["s04.do.1", "'draw'"]),
    "an effect where it cannot act": (with_row("s06", '["hit"]', '["prevent"]'), ["s06.do.1", "not dodged"]),
    "suits that are off": (with_row("c001", 'suit = "S"', 'suit = "H"'), ["suit = S: 38 cards", "39"]),
    "ranks that are off": (with_row("c001", "rank = 7", "rank = 8"), ["rank = 7: 11 cards", "12"]),
    "a total that is off": (
        "\n".join(line for line in ROWS if '"c001"' not in line), ["[[card]] = 155 cards", "game_cards = 156"],
    ),
    "a roster that is too small": (
        "\n".join(line for line in ROWS if '"w005"' not in line), ["[[warrior]] copies = 64", "roster_cards = 65"],
    ),
}  # fmt: skip
RULES = {
    "a share above 1": ("half_share = [3, 2]", ["half_share = [3, 2]", "at most 1"]),
    "a box that does not add up": ("components_total = 312", ["components_total = 312", "311"]),
    "a deck of another size": ("game_cards = 155", ["game_cards"]),
}
#: Every command that reads a game's data, and asks for nothing else.
COMMANDS = ("study", "simulate", "replay", "info", "check")


@pytest.fixture(autouse=True)
def _nothing_is_compiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def player(*arguments: object) -> None:
        raise AssertionError("the data are refused before a kernel is made")

    monkeypatch.setattr(playout.Player, "__init__", player)
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("command", ["study", "simulate", "replay", "info"])
def test_eleven_and_twelve_need_the_option(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """R-S2: 2 to 10 players, 11 and 12 with `allow_over_10`; never 13."""
    takes = "rider takes 2, 3, 4, 5, 6, 7, 8, 9, 10, and 11, 12 with --set rulings.allow_over_10=true"
    option = ("--set", "rulings.allow_over_10=true")
    for players, sets in (("11", ()), ("12", ("--set", "rulings.allow_over_10=false")), ("13", option), ("1", option)):
        said = refused(capsys, command, "rider", "--players", players, *sets)
        assert said == f"fairseat: --players {players}: {takes}"


def test_with_the_option_they_are_numbers_like_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By `--set`, by a file of rules, and by a pack; `check` then covers all of them."""
    pack, rules = tmp_path / "mine.toml", tmp_path / "rules.toml"
    rules.write_text("[rulings]\nallow_over_10 = true\n", encoding="utf-8")
    pack.write_text(STANDIN + "\n[rulings]\nallow_over_10 = true\n", encoding="utf-8")
    for more in (("--set", "rulings.allow_over_10=true"), ("--rules", str(rules)), ("--cards", str(pack))):
        for players in ("10", "11", "12"):
            assert main(["info", "rider", "--players", players, *more]) == 0
        capsys.readouterr()
        assert main(["check", "rider", *more]) == 0
        assert "for 2-12 players: no fault found" in capsys.readouterr().out
    assert main(["check", "rider", "--no-play"]) == 0
    assert "for 2-10 players: no fault found" in capsys.readouterr().out


@pytest.mark.parametrize("kind", PACKS)
def test_wrong_packs(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, parts = PACKS[kind]
    Path("mine.toml").write_text(text, encoding="utf-8")
    line = refused(capsys, "study", "rider", "--cards", "mine.toml", "--quiet")
    assert [part for part in ["mine.toml", *parts] if part not in line] == []
    assert list(tmp_path.iterdir()) == [tmp_path / "mine.toml"]  # no run was begun


@pytest.mark.parametrize("kind", RULES)
def test_wrong_rules(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    text, parts = RULES[kind]
    Path("house.toml").write_text(f"[rules]\n{text}\n", encoding="utf-8")
    line = refused(capsys, "study", "rider", "--rules", "house.toml", "--quiet")
    assert [part for part in parts if part not in line] == []
    assert "house.toml line 2" in line or kind == "a deck of another size"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_that_reads_data(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    text, parts = PACKS["an unknown effect"]
    Path("mine.toml").write_text(text, encoding="utf-8")
    line = refused(capsys, command, "rider", "--cards", "mine.toml")
    assert [part for part in ["mine.toml line ", *parts] if part not in line] == []


@pytest.mark.parametrize("command", ["study", "simulate", "replay"])
@pytest.mark.parametrize("players", ["1", "13", "0", "-2", "99"])
def test_numbers_of_players(command: str, players: str, capsys: pytest.CaptureFixture[str]) -> None:
    line = refused(capsys, command, "rider", "--players", players)
    assert "--players" in line
    assert players in line
    assert "10" in line


def test_a_process_of_its_own_ends_with_2(tmp_path: Path) -> None:
    assert "w008" in STANDIN
    Path("mine.toml").write_text(PACKS["unequal forms"][0], encoding="utf-8")
    command = [sys.executable, "-c", "from scripts.main import run; run()", "study", "rider", "--cards", "mine.toml"]
    root = str(Path(__file__).parents[3])
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | {"PYTHONPATH": root}, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert "mine.toml line " in done.stderr
