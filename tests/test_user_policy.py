"""A user's policy that works: its looks ahead are honest, its code is kept, and it runs in the interpreter too."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from toykit import folder_digest, one_row, run_toy, toy, toy_plan
from userkit import FILE, ROOT, TOY, refused

import sim.trial
from scripts.main import main
from sim.errors import UserError
from sim.playout import Player

# ---- honesty ----


def first_choices(policy: str) -> set[int]:
    """First action in games of one deal."""
    player = Player(*toy(), [policy], 3, 1)
    found = set()
    for i in range(40):
        steps = player.iterate(one_row(i, block=0))
        next(steps)
        found.add(next(steps).action)
    return found


@pytest.mark.parametrize("name", ["fortune_teller", "mind_reader"])
def test_chance_to_come_is_hidden_unless_the_file_sees_all(name, mine):
    """The next roll is fixed by the block; the neighbour's stream by game, participant and seed."""
    assert len(first_choices(f"my.py:{name}")) > 1
    Path("open.py").write_text("sees_all = True\n" + FILE)
    if name == "fortune_teller":
        assert len(first_choices(f"open.py:{name}")) == 1


def test_a_policy_cannot_change_the_game(mine):
    """Blind or sighted, it plays on a copy."""
    Path("open.py").write_text("sees_all = True\n" + FILE)
    plan = toy_plan(60, "my.py:first", "my.py:vandal", "open.py:vandal")
    player = Player(*toy(), plan.policies, 3, plan.seed)
    first, blind, sighted = (player.play(plan.rows(table, 0, 60)) for table in range(3))
    for rows in (blind, sighted):
        assert rows["seats"]["score"].tobytes() == first["seats"]["score"].tobytes()


def test_study_and_report_name_policies_that_see_all(mine, capsys):
    Path("open.py").write_text("sees_all = True\n" + FILE)
    arguments = ["study", TOY, "-q", "-n", "120", "--policy", "my.py:first", "--policy", "1=open.py:first"]
    assert main([*arguments, "--out", "run"]) == 0
    head = " ".join(capsys.readouterr().out.split("VERDICTS")[0].split())
    assert "seed 1. Sees what is hidden: open.py:first." in head
    page = Path("run/report.html").read_text(encoding="utf-8")
    assert "open.py:first plays on the true state" in page
    assert "my.py:first plays on the true state" not in page


# ---- the spare state ----


def test_looking_ahead_plays_the_highest_card(mine):
    before, checked = None, 0
    for step in Player(*toy(), ["my.py:highest_card"], 3, 1).iterate(one_row(3)):
        if before is not None and not step.is_forced:
            hand = before["hand"][0, step.seat]
            assert hand[step.action - 1] == hand.max() > 0
            checked += 1
        before = step.state
    assert checked >= 3


# ---- the kernel cache ----


def digest(policy: str) -> str:
    return Player(*toy(), [policy], 3, 1).digest


def test_a_file_counts_by_content_wherever_it_lies(mine, tmp_path):
    here = digest("my.py:first")
    (tmp_path / "else where").mkdir()
    moved = shutil.copy(mine, tmp_path / "else where" / "my.py")
    assert digest(f"{moved}:first") == here
    assert digest("my.py:last") != here
    mine.write_text(FILE + "# one more line\n")
    assert digest("my.py:first") != here


def test_a_file_changed_within_a_second_is_played_as_it_is_now(mine):
    """Equal size and time: Python's own bytecode files could not tell."""
    times = mine.stat()
    text = "def best(state, tables, actions, n, weights, memory):\n    return {}\n"
    for index in (0, 1):
        mine.write_text(text.format(index))
        os.utime(mine, ns=(times.st_atime_ns, times.st_mtime_ns))
        steps = list(Player(*toy(), ["my.py:best"], 3, 1).iterate(one_row(3)))
        assert {step.action for step in steps[1:] if not step.is_forced} == {index}


def test_files_of_one_name_that_change_places(mine, tmp_path):
    """Equal sets of files must not share machine code unless each name means the same file."""
    text = "def best(state, tables, actions, n, weights, memory):\n    return {}\n"
    for folders in (("a-b", "a"), ("p", "q")):
        for index, folder in enumerate(folders):
            Path(folder).mkdir()
            Path(folder, "my.py").write_text(text.format(index))
        policies = [f"{folder}/my.py:best" for folder in folders]
        for index in (0, 1):
            row = one_row(3)
            row["policies"] = index
            steps = list(Player(*toy(), policies, 3, 1).iterate(row))
            assert {step.action for step in steps[1:] if not step.is_forced} == {index}


def test_two_files_of_one_name_are_refused_where_a_report_could_not_tell_them_apart(mine, tmp_path, capsys):
    (tmp_path / "b").mkdir()
    other = shutil.copy(mine, tmp_path / "b" / "my.py")
    shown = refused(f"1={mine}:first,2={other}:first", capsys)
    assert "have one name in the report: rename one of the files" in shown


def test_a_second_process_starts_warm(mine):
    environment = os.environ | {"FAIRSEAT_CACHE": "cache", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-P", "-c", "from scripts.main import run; run()", "simulate", TOY, "-n", "60"]
    said = []
    for out in ("one", "two"):
        arguments = ["--policy", "my.py:first", "--policy", "1=my.py:last", "--out", out]
        done = subprocess.run([*command, *arguments], env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        said.append(done.stderr)
    assert "compiled in" in said[0]
    assert "compil" not in said[1]
    assert len(list(Path("cache").glob("*/*.nbc"))) == 1  # the trial used the run's own code
    assert folder_digest(Path("one")) == folder_digest(Path("two"))
    assert not list(Path().glob("__pycache__"))


def test_worker_processes_find_a_relative_path_from_elsewhere(mine, tmp_path, monkeypatch):
    plan = toy_plan(120, "my.py:first", {1: "my.py:last"})
    run_toy(tmp_path / "threads", plan, shard_games=60)
    run_toy(tmp_path / "processes", plan, shard_games=60, backend="loky", jobs=2)
    other = tmp_path / "other"
    other.mkdir()
    monkeypatch.chdir(other)
    shutil.copy(mine, other / "my.py")
    mine.unlink()  # workers of the pool still stand in the first folder
    run_toy(tmp_path / "again", plan, shard_games=60, backend="loky", jobs=2)
    assert folder_digest(tmp_path / "threads") == folder_digest(tmp_path / "processes")
    assert folder_digest(tmp_path / "threads") == folder_digest(tmp_path / "again")


def test_a_study_file_repeats_a_study_with_policies_of_ones_own(mine, capsys):
    arguments = ["study", TOY, "-q", "-n", "60", "--policy", "1=my.py:first,2=my.py:last", "--policy", "my.py:first"]
    assert main([*arguments, "--out", "one"]) == 0
    assert main(["study", "--from", "one/study.toml", "-q", "--out", "two"]) == 0
    assert folder_digest(Path("one")) == folder_digest(Path("two"))


# ---- in the interpreter ----


def test_print_works_in_the_interpreter(mine):
    mine.write_text(
        "def best(state, tables, actions, n, weights, memory):\n    print('asked', n, memory[0])\n    return 0\n"
    )
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-P", "-c", "from scripts.main import run; run()", "replay", TOY]
    done = subprocess.run(
        [*command, "--policy", "my.py:best"], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "asked 3 0.0" in done.stdout


def test_a_policy_that_draws_from_elsewhere_is_refused(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("chance.py").write_text(
        "import random\n\n\ndef any_action(state, tables, actions, n, weights, memory):\n"
        "    return random.randrange(n)\n"
    )
    assert main(["simulate", TOY, "-n", "600", "--policy", "chance.py:any_action", "--out", "run"]) == 2
    assert re.search(
        r"policy chance\.py:any_action: game \d+ of seed 1 came out differently .*sim\.rng\.draw",
        capsys.readouterr().err,
    )


@pytest.mark.parametrize("command", [["bench", TOY], ["study", TOY, "--plan-only", "-n", "600"]])
def test_other_commands_that_play_try_a_users_policy_first(mine, command, monkeypatch, capsys):
    def refuse(game, data, plan):
        raise UserError(f"{plan.policies[0]} was tried")

    monkeypatch.setattr(sim.trial, "try_policies", refuse)
    assert main([*command, "--policy", f"{mine}:divide"]) == 2
    assert capsys.readouterr().err.endswith(f"fairseat: {mine}:divide was tried\n")
