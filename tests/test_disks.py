"""Real disks that are full, read-only or out of names, limits of the system, and a folder that goes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from contextlib import suppress

import pytest
from killkit import ROOT, everything
from toykit import TOY_FOLDER, no_litter, toy_plan
from toykit import run_toy as run

from scripts.main import main
from sim.errors import UserError


def play(folder, **options):
    return run(folder, toy_plan(600, seed=5), shard_games=60, chunk_games=60, **options)


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """The files of a run that nothing befell."""
    folder = tmp_path_factory.mktemp("whole") / "run"
    play(folder)
    return everything(folder)


def at(games, action):
    """Progress that does something once, when so many games are played."""
    done_already = []

    def progress(done, total):
        if done >= games and not done_already:
            done_already.append(done)
            action()

    return progress


def test_a_disk_that_is_full(files, tmp_path, small_disk):
    disk = small_disk("size=2m")

    def fill():
        with suppress(OSError), (disk / "ballast").open("wb", buffering=0) as stream:
            while stream.write(bytes(4096)):
                pass

    with pytest.raises(UserError, match=r"No space left on device; (\d+) of 600 games are kept: make room, and the"):
        play(disk / "run", progress=at(240, fill))
    assert no_litter(disk / "run")
    (disk / "ballast").unlink()
    assert play(disk / "run", resume=True).n_kept >= 180
    assert everything(disk / "run") == files


def test_a_disk_without_free_names(files, tmp_path, small_disk):
    disk = small_disk("nr_inodes=8")
    with pytest.raises(UserError, match=r"No space left on device; (\d+) of 600 games are kept: make room"):
        play(disk / "run")
    assert no_litter(disk / "run")
    shutil.copytree(disk / "run", tmp_path / "run")
    assert play(tmp_path / "run", resume=True).n_kept >= 120
    assert everything(tmp_path / "run") == files


def test_a_disk_that_is_read_only(files, tmp_path, small_disk, capsys):
    """A run there can be read, but not go on."""
    disk = small_disk("size=4m")
    play(disk / "run")
    shutil.copytree(disk / "run", disk / "cut")
    (disk / "cut" / "games-00-00003.parquet").unlink()
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
    with pytest.raises(UserError, match=r"cannot be written \(Read-only file system\); choose another --out"):
        play(disk / "cut", resume=True)
    assert main(["analyze", str(disk / "run")]) == 0
    assert main(["report", str(disk / "run")]) == 2
    assert "the report cannot be written: Read-only file system" in capsys.readouterr().err
    subprocess.run(["mount", "-o", "remount,rw", str(disk)], check=True)
    play(disk / "cut", resume=True)
    assert everything(disk / "cut") == everything(disk / "run") == files


def test_a_folder_that_goes_while_a_run_is_played(files, tmp_path):
    with pytest.raises(UserError, match=r"No such file or directory; 0 of 600 games are kept: mend that, and the same"):
        play(tmp_path / "run", progress=at(240, lambda: shutil.rmtree(tmp_path / "run")))
    play(tmp_path / "run", resume=True)
    assert everything(tmp_path / "run") == files


def test_shards_that_go_while_a_run_is_played(files, tmp_path):
    first = tmp_path / "run" / "games-00-00000.parquet"
    with pytest.raises(UserError, match=r"games-00-00000.parquet went while the run was played; go on with --resume"):
        play(tmp_path / "run", progress=at(240, first.unlink))
    assert play(tmp_path / "run", resume=True).n_played == 60
    assert everything(tmp_path / "run") == files


LIMITED = """
import resource, sys
name, limit = sys.argv[1], int(sys.argv[2])
resource.setrlimit(getattr(resource, name), (limit, limit))
sys.argv[1:] = sys.argv[3:]
from scripts.main import run
run()
"""


@pytest.mark.parametrize(
    ("name", "limit", "told"),
    [("RLIMIT_FSIZE", 3000, "File too large"), ("RLIMIT_NOFILE", 8, "Too many open files")],
)
def test_limits_of_the_system(tmp_path, name, limit, told):
    arguments = ["simulate", str(TOY_FOLDER), "-n", "6000", "-q", "--policy", "random", "--out", str(tmp_path / "run")]
    command = [sys.executable, "-c", LIMITED, name, str(limit), *arguments]
    done = subprocess.run(
        command, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
    assert told in done.stderr
    assert done.stderr.startswith("fairseat: ")
