"""`fairseat compare` as a user meets it: Pig's exact answer, equal sides, resumption, folders, bad input."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pandas as pd
import pig_exact
import pytest
from sizes import SIZES

from scripts.main import main
from sim import store
from sim.cells import FAILED, Cell, CellResult

ROOT = Path(__file__).resolve().parents[2]
PIG = "examples/pig"
TOY = "tests/toy"


@pytest.fixture(autouse=True)
def _at_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages without charts, where a test looks at none."""
    monkeypatch.setattr("reports.draw_compare.draw_comparison", lambda found, folder: ())


def _json(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main(["compare", *arguments, "--json", "--quiet"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def _row(found: dict[str, Any], label: str) -> dict[str, Any]:
    return next(row for row in found["changes"] if row["label"] == label and row["table"] == 0)


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A comparison of two heads starts in Pig."""
    folder = tmp_path_factory.mktemp("two") / "run"
    here = Path.cwd()
    os.chdir(ROOT)
    try:
        arguments = ["compare", PIG, "--players", "2", "--policy", "hold_20", "-n", str(SIZES.compare_truth), "--quiet"]
        assert (
            main([*arguments, "--a", "rules.goal=60", "--b", "rules.goal=60", *_head_start(), "--out", str(folder)])
            == 0
        )
    finally:
        os.chdir(here)
    return folder


def _head_start() -> list[str]:
    return ["--b", "rules.handicap.2=6"]


def _again(folder: Path) -> list[str]:
    """The command that made the comparison of `two`, into a folder."""
    arguments = [PIG, "--players", "2", "--policy", "hold_20", "-n", str(SIZES.compare_truth), "--out", str(folder)]
    return [*arguments, "--a", "rules.goal=60", "--b", "rules.goal=60", *_head_start()]


@pytest.mark.usefixtures("undrawn")
def test_the_change_is_pigs_exact_one(two: Path, capsys: pytest.CaptureFixture[str], figure: Any) -> None:
    found = _json(capsys, *_again(two), "--resume", "--level", "99.99")
    rules = pig_exact.Rules(goal=60)
    first = pig_exact.Player(20)
    before, after = pig_exact.duel(rules, first, first), pig_exact.duel(rules, first, pig_exact.Player(20, start=6))
    exact = {
        "place 1": after.wins - before.wins,
        "place 2": before.wins - after.wins,
        "turns": after.turns - before.turns,
    }
    for label, value in exact.items():
        row = _row(found, label)
        assert row["low"] < value < row["high"]
        assert abs(value) > 3 * row["se"]  # so many games that the interval says something
        assert row["is_paired"]
        assert row["gain"] > 1.2  # the same dice on both sides
    figure(
        "Pig, head start of 6: change of place 1 minus the exact one, in errors",
        round((_row(found, "place 1")["difference"] - exact["place 1"]) / _row(found, "place 1")["se"], 2),
    )
    assert found["headline"].startswith("+6 points for place 2 move place 1 by -")
    places = next(verdict for verdict in found["verdicts"] if verdict["about"] == "place")
    assert places["answer"] == "moved"
    assert sorted(places["moved"]) == ["place 1", "place 2"]


@pytest.mark.usefixtures("undrawn")
def test_it_is_the_same_as_two_runs_made_alone(two: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each side equals what `simulate` plays, and two folders compare as the command does."""
    common = [
        PIG,
        "--players",
        "2",
        "--policy",
        "hold_20",
        "-n",
        str(SIZES.compare_truth),
        "--quiet",
        "--set",
        "rules.goal=60",
    ]
    for name, more in (("a", []), ("b", ["--set", "rules.handicap.2=6"])):
        assert main(["simulate", *common, *more, "--out", str(tmp_path / name)]) == 0
    capsys.readouterr()
    together = _json(capsys, *_again(two), "--resume")
    alone = _json(capsys, str(tmp_path / "a"), str(tmp_path / "b"), "--out", str(tmp_path / "page"))
    pd.testing.assert_frame_equal(pd.DataFrame(together["changes"]), pd.DataFrame(alone["changes"]), rtol=1e-9)
    assert (
        together["differs"] == alone["differs"] == [{"what": "rules.handicap.2", "a": "0", "b": "6", "is_words": False}]
    )
    assert (tmp_path / "page" / "report.html").is_file()


@pytest.mark.usefixtures("undrawn")
def test_the_same_rules_in_another_file_differ_by_exactly_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = tmp_path / "mine.toml"
    rules.write_text(
        "# the same\n[rules]\nhandicap = [0,0, 0,0,0,\n  0]\nbust_face=1\nsides = +6\ngoal = 0x64 # hexadecimal\n"
    )
    found = _json(capsys, PIG, "--b", f"rules={rules}", "-n", "600", "--out", str(tmp_path / "run"))
    for row in found["changes"]:
        assert (row["difference"], row["se"], row["low"], row["high"], row["p_value"]) == (0, 0, 0, 0, 1)
        assert row["gain"] is None
        assert row["n_same"] == row["n_blocks"]
    assert found["is_same"]
    assert found["differs"] == []
    assert {verdict["answer"] for verdict in found["verdicts"]} == {"the same"}
    blocks = found["changes"][0]["n_blocks"]
    assert f"the same in every one of {blocks:,} blocks" in found["headline"]
    sides = [store.read_manifest(tmp_path / "run" / "cells" / name) for name in "ab"]
    assert sides[0]["run_digest"] == sides[1]["run_digest"]


@pytest.mark.usefixtures("undrawn")
def test_two_tables_by_default_and_one_where_a_side_names_its_policy(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    default = _json(capsys, PIG, "--b", "rules.goal=40", "-n", "300", "--out", str(tmp_path / "default"))
    assert [(pair["a"], pair["b"]) for pair in default["tables"]] == [("balanced",) * 2, ("random",) * 2]
    found = _json(capsys, PIG, "--b", "policy=hold_30", "-n", "300", "--out", str(tmp_path / "policy"))
    assert [(pair["a"], pair["b"]) for pair in found["tables"]] == [("balanced", "hold_30")]
    assert found["headline"].lower().count("policy hold_30 instead of balanced")
    other = _json(capsys, PIG, "--policy", "hold_10", "--a", "policy=1=hold_15,2=hold_30", "-n", "300",
                  "--players", "2", "--out", str(tmp_path / "mixed"))  # fmt: skip
    assert [(pair["a"], pair["b"]) for pair in other["tables"]] == [("1=hold_15, 2=hold_30", "hold_10")]
    kinds = {row["kind"]: row for row in other["changes"]}
    assert kinds["policy"]["b"] is None  # only side A has policies that meet
    assert kinds["policy"]["difference"] is None


@pytest.mark.usefixtures("undrawn")
def test_sides_without_common_chance_say_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = _json(capsys, PIG, "--a", "players=2", "--b", "players=3", "-n", "598", "--out", str(tmp_path / "run"))
    assert not any(row["is_paired"] for row in found["changes"])
    assert found["tables"][0]["reason"] == "numbers of players 2 and 3"
    page = (tmp_path / "run" / "report.html").read_text(encoding="utf-8")
    assert "independent samples" in page
    assert "B: 598 games rounded up to 600: whole blocks of 6 games" in page
    assert "Only B has place 3 (place)" in page.replace("places)", "place)")


def test_a_finished_side_is_kept_on_resume_and_the_end_is_the_same(
    two: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, part = tmp_path / "whole", tmp_path / "part"
    for folder in (whole, part):
        shutil.copytree(two, folder)
    shutil.rmtree(part / "cells" / "b")
    shutil.rmtree(part / "tables")
    kept = {file: file.stat().st_mtime_ns for file in sorted((part / "cells" / "a").glob("*.parquet"))}
    assert kept
    for folder in (whole, part):
        assert main(["compare", *_again(folder), "--resume", "--quiet"]) == 0
    assert kept == {file: file.stat().st_mtime_ns for file in kept}
    names = sorted(
        file.relative_to(whole)
        for file in whole.rglob("*")
        if file.is_file() and file.suffix in (".html", ".csv", ".png", ".parquet")
    )
    assert len(names) > 8
    for name in names:
        assert (whole / name).read_bytes() == (part / name).read_bytes(), name


@pytest.mark.usefixtures("undrawn")
def test_interrupted_and_resumed(two: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    command = [sys.executable, "-c", "from scripts.main import run; run()", "compare", *_again(folder), "--jobs", "1"]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        command, cwd=ROOT, env=environment, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    until = time.monotonic() + 120
    while not list(folder.glob("cells/a/*.parquet")) and process.poll() is None and time.monotonic() < until:
        time.sleep(0.002)
    process.send_signal(signal.SIGINT)
    out, error = process.communicate(timeout=120)
    if process.returncode != 0:  # a fast machine may be through already
        assert process.returncode == 130
        assert "--resume goes on" in error
        assert not out
    assert main(["compare", *_again(folder), "--resume", "--quiet"]) == 0
    for name in ("changes", "differs", "health"):
        assert (folder / "tables" / f"{name}.csv").read_bytes() == (two / "tables" / f"{name}.csv").read_bytes()


@pytest.mark.usefixtures("undrawn")
def test_a_changed_side_is_not_resumed(two: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(two, tmp_path / "run")
    arguments = [text.replace("handicap.2=6", "handicap.2=7") for text in _again(tmp_path / "run")]
    assert main(["compare", *arguments, "--resume"]) == 2
    assert "cannot resume, cell b.rules differs" in capsys.readouterr().err
    assert main(["compare", *arguments]) == 2
    assert "use --resume or --force" in capsys.readouterr().err


def test_what_is_printed_and_written(two: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(two, tmp_path / "run")
    assert main(["compare", *_again(tmp_path / "run"), "--resume", "--quiet"]) == 0
    out = capsys.readouterr().out
    lines = out.splitlines()
    assert lines[0].startswith("+6 points for place 2 move place 1 by -")
    assert "[!] Places: MOVED." in out
    assert f"Report:       {tmp_path / 'run' / 'report.html'}" in out
    repeat = next(line for line in lines if line.startswith("To repeat it: "))
    assert f"fairseat compare {PIG} --a rules.goal=60 --b rules.goal=60 --b rules.handicap.2=6" in repeat
    changes = pd.read_csv(tmp_path / "run" / "tables" / "changes.csv")
    assert list(changes["label"][:2]) == ["place 1", "place 2"]
    assert set(changes["table"]) == {"policies hold_20"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([PIG], "which sides?"),
        ([PIG, "--b", "rules.goal"], "--b 'rules.goal'"),
        ([PIG, "--b", "rules.gaol=50"], "side B: "),
        ([PIG, "--b", "ruels.goal=50"], "--b 'ruels.goal=50': unknown path 'ruels': did you mean 'rules'?"),
        ([PIG, "--b", "rules.goal=50", "--b", "rules.goal=60"], "rules.goal is set twice on this side"),
        ([PIG, "--b", "policy=hold_21"], "side B: unknown policy 'hold_21'"),
        ([PIG, "--b", "players=9"], "side B: --players 9"),
        ([PIG, "--b", "policy=hold_10", "--policy", "hold_15", "--policy", "random"], "a side names its policy"),
        ([PIG, "--b", "rules.goal=50", "--level", "30"], "--level '30'"),
        (["nowhere", "nowhere2"], "nowhere: no finished run is here"),
        ([PIG, PIG, "--b", "rules.goal=50"], "--b beside two folders"),
        ([TOY, "--b", "rules.goal=50", "-n", "0"], "--games '0'"),
    ],
)
def test_bad_input_is_one_line_before_any_game(
    arguments: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "run"
    assert main(["compare", *arguments, "--out", str(out)]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1
    assert not out.exists()


def test_runs_of_two_games_are_refused(two: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    toy = tmp_path / "toy"
    assert main(["simulate", TOY, "-n", "100", "--out", str(toy), "--quiet"]) == 0
    capsys.readouterr()
    assert main(["compare", str(two / "cells" / "a"), str(toy), "--out", str(tmp_path / "page")]) == 2
    assert "compare two runs of one game" in capsys.readouterr().err


def test_plan_only_plays_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [PIG, "--b", "players=3", "-n", "600", "--out", str(tmp_path / "run"), "--quiet"]
    assert main(["compare", *arguments, "--plan-only"]) == 0
    out = capsys.readouterr().out
    assert "Side A" in out
    assert "Side B" in out
    assert main(["compare", *arguments, "--plan-only", "--json"]) == 0
    plans = json.loads(capsys.readouterr().out)["plans"]
    assert [plan["players"] for plan in plans] == [2, 3]
    assert not (tmp_path / "run").exists()


@pytest.mark.usefixtures("undrawn")
def test_a_policy_of_ones_own_plays_and_a_bad_one_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "mine.py"
    head = "def first(state, tables, actions, n, weights, memory):\n    return "
    own.write_text(f"{head}0\n\n\n{head.replace('first', 'beyond')}n\n", encoding="utf-8")
    found = _json(capsys, PIG, "--b", f"policy={own}:first", "-n", "60", "--out", str(tmp_path / "good"))
    assert [(pair["a"], pair["b"]) for pair in found["tables"]] == [("balanced", "mine.py:first")]
    assert main(["compare", PIG, "--b", f"policy={own}:beyond", "-n", "60", "--out", str(tmp_path / "bad")]) == 2
    assert "mine.py" in capsys.readouterr().err
    assert not (tmp_path / "bad").exists()


def test_a_side_that_fails_ends_with_exit_code_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost(folder: Path, cells: Sequence[Cell], **_: Any) -> list[CellResult]:
        return [CellResult(cell.name, {}, FAILED, "no space left", folder / cell.name) for cell in cells]

    monkeypatch.setattr("sim.cells.play_cells", lost)
    assert main(["compare", PIG, "--b", "rules.goal=50", "-n", "60", "--out", str(tmp_path / "run"), "--quiet"]) == 1
    out, error = capsys.readouterr()
    assert not out
    assert "side a failed: no space left; side b failed: no space left" in error
