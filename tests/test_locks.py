"""One run in a folder at a time, and none while somebody reads its games."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from killkit import ROOT
from toykit import TOY_FOLDER, no_litter, toy_plan
from toykit import run_toy as run

from scripts.main import main
from sim import folder as run_folder
from sim.errors import UserError

WHO = f"\\(process {os.getpid()}\\)"


@pytest.fixture
def run_dir(tmp_path):
    """A finished run."""
    run(tmp_path / "run", toy_plan(60))
    return tmp_path / "run"


@pytest.mark.parametrize("command", ["analyze", "report"])
def test_games_of_a_run_that_is_being_played_are_not_read(run_dir, capsys, command):
    with run_folder.locked(run_dir):
        assert main([command, str(run_dir)]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    who = f"in use by another run (process {os.getpid()}); wait for it to end, or interrupt it"
    assert shown.err == f"fairseat: {run_dir}: {who}\n"
    assert main([command, str(run_dir)]) == 0
    assert not (run_dir / "run.lock").exists()


def test_no_run_begins_while_games_are_read(run_dir):
    with run_folder.reading(run_dir), run_folder.reading(run_dir):  # several may read
        with pytest.raises(UserError, match=f"in use by another command that reads its games {WHO}; wait for it or"):
            run(run_dir, toy_plan(60), force=True)
        assert (run_dir / "run.lock").exists()
    assert no_litter(run_dir)
    run(run_dir, toy_plan(60), force=True)


def test_the_last_reader_removes_the_lock(run_dir):
    with run_folder.reading(run_dir):
        with run_folder.reading(run_dir):
            pass
        with pytest.raises(UserError, match="in use by another command"):
            run(run_dir, toy_plan(60), resume=True)
    assert no_litter(run_dir)


def test_a_reader_that_was_killed_holds_nothing(run_dir):
    code = "import sys; from pathlib import Path; from sim.folder import reading\n"
    code += "c = reading(Path(sys.argv[1])); c.__enter__(); print(flush=True); sys.stdin.read()"
    command = [sys.executable, "-c", code, str(run_dir)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(ROOT)}
    ) as reader:
        reader.stdout.readline()
        with pytest.raises(UserError, match=rf"reads its games \(process {reader.pid}\)"):
            run(run_dir, toy_plan(60), resume=True)
        reader.kill()
    run(run_dir, toy_plan(60), resume=True)
    assert no_litter(run_dir)


def test_a_folder_that_is_no_run_gets_no_lock(tmp_path):
    with run_folder.reading(tmp_path), run_folder.reading(tmp_path / "nothing"):
        pass
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("error", "what"),
    [(OSError(30, "Read-only file system"), "written"), (OSError(37, "No locks available"), "locked")],
)
def test_games_that_cannot_be_locked_can_be_read(run_dir, monkeypatch, error, what):
    """On a medium that cannot be written nobody plays."""

    def refuse(*_):
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(run_folder, "_take_lock", refuse)
        assert main(["analyze", str(run_dir)]) == 0
        with pytest.raises(UserError, match=f"cannot be {what} \\({error.strerror}\\); choose another --out"):
            run(run_dir, toy_plan(60), resume=True)


def test_a_study_of_several_numbers_of_players_into_a_folder_in_use(tmp_path, capsys):
    command = ["study", str(TOY_FOLDER), "-n", "60", "-q", "--policy", "random", "--players", "2,3"]
    with run_folder.locked(tmp_path / "out" / "3-players"):
        assert main([*command, "--out", str(tmp_path / "out")]) == 2
    assert "3-players: in use by another run" in capsys.readouterr().err
    assert main([*command, "--out", str(tmp_path / "out"), "--resume"]) == 0
    capsys.readouterr()
    with run_folder.locked(tmp_path / "out" / "2-players"):
        assert main(["report", str(tmp_path / "out")]) == 2
    assert "2-players: in use by another run" in capsys.readouterr().err
    assert not list((tmp_path / "out").rglob("run.lock"))
