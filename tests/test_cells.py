"""Many runs in a process of their own: what fails loses itself only, nothing is lost or played twice."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import cellkit
import pytest
from cellkit import ROOT, all_files, cell, children_of, ill, is_alive, pig, run_files

from scripts.request import prepare
from sim import cell_pace, cell_process
from sim import folder as run_folder
from sim.cell_child import shard_games
from sim.cell_pace import Pace, Patience
from sim.cells import CellsProgress, play_cells, results_in
from sim.errors import UserError
from sim.folder import locked
from sim.run import Interrupted, simulate


@pytest.fixture(autouse=True)
def kit(monkeypatch):
    """Children find `cellkit`."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(Path(__file__).parent), str(ROOT)]))


def plain_run(folder: Path, goal: int, n_games: int = 3_000, **more) -> dict[str, bytes]:
    """The files of a cell, as `simulate` makes them."""
    setup = prepare(pig(goal, **more), n_games)
    simulate(folder, setup.game, setup.data, setup.plan, shard_games=shard_games(setup.plan.n_games))
    return run_files(folder)


@pytest.mark.parametrize(("jobs", "backend"), [(3, "threading"), (2, "loky")])
def test_cells_are_plain_runs(tmp_path, jobs, backend):
    cells, before = [cell("a", 20), cell("b", 30, n_games=5_000, players=3)], children_of(os.getpid())
    results = play_cells(tmp_path / "all", cells, jobs=jobs, backend=backend)
    assert [(one.name, one.status, one.reason) for one in results] == [("a", "done", ""), ("b", "done", "")]
    assert [one.run_dir for one in results] == [tmp_path / "all" / "cells" / name for name in "ab"]
    found = all_files(tmp_path / "all", cells)
    assert found["a"] == plain_run(tmp_path / "a", 20)
    assert found["b"] == plain_run(tmp_path / "b", 30, 5_000, players=3)
    assert len(found["b"]) == 1 + 6  # shards of 1,000 games, rounded to blocks of 6
    assert set(children_of(os.getpid())) <= set(before) or backend == "loky"


def test_shards_are_many_and_depend_on_games_only():
    assert [shard_games(n) for n in (1, 1_000, 20_000, 32_000, 64_000, 10**6, 10**8)] == [
        *(1_000, 1_000, 1_000, 1_000, 2_000, 20_000, 20_000),
    ]


def test_what_fails_is_named_and_the_rest_completes(tmp_path):
    healed = tmp_path / "healed"
    ways = ("user", "bug", "memory", "exits", "crashes", "hangs")
    cells = [cell("first", 20), *(ill(way, way, healed) for way in ways), cell("last", 25)]
    line = 1 + Path(cellkit.__file__).read_text().split("\n").index("    raise error")
    seen: list[CellsProgress] = []
    results = play_cells(tmp_path / "all", cells, jobs=2, timeout=8.0, progress=seen.append)
    assert {one.name: (one.status, one.reason) for one in results} == {
        "first": ("done", ""),
        "user": ("failed", "cards lack a card"),
        "bug": ("failed", f"ZeroDivisionError: by zero (cellkit.py, line {line})"),
        "memory": ("failed", "not enough memory"),
        "exits": ("failed", "its process ended with exit code 7: the last words"),
        "crashes": ("failed", "its process crashed with SIGSEGV"),
        "hangs": ("timed out", "not done after 8 s of play"),
        "last": ("done", ""),
    }
    assert results_in(tmp_path / "all") == results
    assert (seen[-1].n_over, seen[-1].n_failed, seen[-1].n_settled) == (8, 6, 24_000)
    assert all(one.n_games == 24_000 and one.n_cells == 8 for one in seen)
    assert [one.n_settled for one in seen] == sorted(one.n_settled for one in seen)
    assert [one.n_over for one in seen] == sorted(one.n_over for one in seen)

    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "all" / "cells" / "first").glob("games-*")}
    half = len(list((tmp_path / "all" / "cells" / "hangs").glob("games-*")))
    assert half == 1  # of three shards, one was whole when the cell was given up
    healed.touch()
    whole = run_files(tmp_path / "all" / "cells" / "last")
    first, second, _ = sorted((tmp_path / "all" / "cells" / "last").glob("games-*"))
    first.write_bytes(first.read_bytes()[:-7])
    second.unlink()
    results = play_cells(tmp_path / "all", cells, jobs=2, resume=True)
    assert {one.status for one in results} == {"done"}
    assert run_files(tmp_path / "all" / "cells" / "last") == whole
    assert before == {path: path.stat().st_mtime_ns for path in before}
    plain = plain_run(tmp_path / "plain", 30)
    assert all(files == plain for name, files in all_files(tmp_path / "all", cells).items() if name in ways)


def test_without_a_scheduler_no_further_cell_is_tried(tmp_path, monkeypatch):
    """Each would wait for it in vain; what is done is kept, and said."""
    asked = []

    def reach(backend):
        asked.append(backend.name)
        if len(asked) > 1:
            raise UserError("no dask scheduler answers there")

    monkeypatch.setattr("sim.backends.Backend.refuse_unreachable", reach)
    cells = [cell("first", 20), ill("ill", "user", tmp_path / "healed"), cell("last", 25)]
    with pytest.raises(UserError, match="no dask scheduler answers there"):
        play_cells(tmp_path / "all", cells)
    assert [(one.name, one.status) for one in results_in(tmp_path / "all")] == [("first", "done"), ("ill", "failed")]
    assert len(asked) == 2
    assert not (tmp_path / "all" / "cells" / "last").exists()


def test_a_folder_with_cells_is_kept_unless_it_is_told(tmp_path):
    cells, asked = [cell("a", 20), cell("b", 25)], {"sweep": {"games": 3_000, "seed": 1}}
    play_cells(tmp_path, cells, asked=asked)
    before = all_files(tmp_path, cells)

    def refused(wanted, facts=asked, **options) -> str:
        with pytest.raises(UserError) as error:
            play_cells(tmp_path, wanted, asked=facts, **options)
        assert all_files(tmp_path, cells) == before
        return str(error.value).removeprefix(f"{tmp_path}: ")

    assert refused(cells) == "holds cells already; use --resume or --force, or choose another --out"
    other = {"sweep": {"games": 4_000, "seed": 1}}
    assert refused(cells, other, resume=True) == "cannot resume, sweep.games differs: 3000 there, 4000 now"
    assert refused(cells[:1], resume=True) == "cannot resume, number of cells differs: 2 there, 1 now"
    changed = [cells[0], cell("b", 26)]
    said = "cannot resume, cell b.settings.rules.goal differs: '25' there, '26' now"
    assert refused(changed, resume=True) == said
    (tmp_path / "note.txt").write_text("mine")
    play_cells(tmp_path, changed[1:], force=True)
    assert sorted(path.name for path in (tmp_path / "cells").iterdir()) == ["b"]
    assert (tmp_path / "note.txt").read_text() == "mine"
    (tmp_path / "cells.json").write_text("{}")
    with pytest.raises(UserError, match=r"cells\.json: format 'fairseat-cells-1' expected"):
        play_cells(tmp_path, cells, resume=True)


def test_too_little_space_for_all_cells_is_said_before_the_first(tmp_path, monkeypatch):
    """Each would fit: all together do not."""
    usage = run_folder.shutil.disk_usage(tmp_path)._replace(free=2_500_000)
    monkeypatch.setattr(run_folder.shutil, "disk_usage", lambda path: usage)
    plain = cell("a", 20), cell("b", 25), cell("c", 30)
    cells = [replace(one, job=replace(one.job, n_bytes=1_000_000)) for one in plain]
    with pytest.raises(UserError, match="about 3 MB needed for 9000 games of 3 cells, 2 MB free"):
        play_cells(tmp_path / "all", cells)
    assert list((tmp_path / "all").iterdir()) == []


def test_a_folder_of_a_run_is_refused(tmp_path):
    plain_run(tmp_path / "run", 20)
    with pytest.raises(UserError, match="holds a run; choose another --out"):
        play_cells(tmp_path / "run", [cell("a", 20)], force=True)


#: Plays three cells; the second holds until it is killed or interrupted, as long as there is no file `healed`.
PLAY = """
import sys
from pathlib import Path
from cellkit import cell, ill
from sim.cells import play_cells
from sim.run import Interrupted
def show(stand):
    print(stand.name, stand.n_settled, flush=True)
folder, healed = map(Path, sys.argv[1:])
cells = [cell("a", 20), ill("b", "hangs", healed), cell("c", 25)]
try:
    results = play_cells(folder, cells, jobs=2, resume=True, progress=show)
    print([one.status for one in results], flush=True)
except Interrupted as stop:
    print("interrupted", stop.n_done, stop.n_total, flush=True)
"""


def start(tmp_path: Path) -> subprocess.Popen[str]:
    """A process that plays cells, when it is in the middle of the second one."""
    command = [sys.executable, "-c", PLAY, str(tmp_path / "all"), str(tmp_path / "healed")]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while not process.stdout.readline().startswith("b"):
        assert process.poll() is None, process.stderr.read()
    until = time.monotonic() + 30
    while not list((tmp_path / "all" / "cells" / "b").glob("games-*.parquet")):
        assert time.monotonic() < until
        time.sleep(0.02)
    return process


def check_whole(tmp_path: Path) -> None:
    """Resume, and compare with plain runs."""
    (tmp_path / "healed").touch()
    command = [sys.executable, "-c", PLAY, str(tmp_path / "all"), str(tmp_path / "healed")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout.splitlines()[-1] == "['done', 'done', 'done']", done.stdout
    for name, goal in (("a", 20), ("b", 30), ("c", 25)):
        assert run_files(tmp_path / "all" / "cells" / name) == plain_run(tmp_path / name, goal)


def wait_for_end(pids: list[int], seconds: float) -> None:
    until = time.monotonic() + seconds
    while any(map(is_alive, pids)) and time.monotonic() < until:
        time.sleep(0.02)
    assert not any(map(is_alive, pids))


def test_a_killed_parent_takes_its_child_along_and_loses_nothing(tmp_path):
    process = start(tmp_path)
    children = children_of(process.pid)
    assert len(children) == 1
    process.kill()
    process.communicate()
    # at once: the child of the killed one may still live, and is waited for
    check_whole(tmp_path)
    wait_for_end(children, 10)


def test_a_killed_child_loses_its_cell_only(tmp_path):
    process = start(tmp_path)
    (child,) = children_of(process.pid)
    os.kill(child, signal.SIGKILL)
    out, _ = process.communicate(timeout=120)
    assert out.splitlines()[-1] == "['done', 'failed', 'done']"
    outcomes = json.loads((tmp_path / "all" / "outcomes.json").read_text())
    assert outcomes["cells"][1]["reason"] == "its process was killed by SIGKILL (out of memory, or by hand)"


def test_an_interruption_keeps_what_is_whole(tmp_path):
    process = start(tmp_path)
    children = children_of(process.pid)
    process.send_signal(signal.SIGINT)
    out, error = process.communicate(timeout=60)
    word, n_done, n_total = out.split("\n")[-2].split()
    assert (word, n_total, error) == ("interrupted", "9000", "")
    assert 3_000 <= int(n_done) <= 5_000
    wait_for_end(children, 1)
    check_whole(tmp_path)


def test_two_at_once_are_refused(tmp_path):
    with locked(tmp_path), pytest.raises(UserError, match=rf"in use by another run \(process {os.getpid()}\)"):
        play_cells(tmp_path, [cell("a", 20)], force=True)


def test_rules_and_players_are_data_so_cells_compile_once(tmp_path, monkeypatch):
    (tmp_path / "cache").write_text("no folder, so no cell can find the machine code of another there")
    monkeypatch.setenv("FAIRSEAT_CACHE", str(tmp_path / "cache"))
    steps = []
    cells = [cell(f"c{goal}", goal, n_games=300) for goal in (20, 30, 40)]
    cells += [cell("p3", 20, n_games=300, players=3), cell("p4", 20, n_games=300, players=4)]
    results = play_cells(tmp_path / "all", cells, on_compile=lambda work: steps.append(work.step))
    assert {one.status for one in results} == {"done"}
    assert steps.count("ready") == 1


def test_names_are_names_of_folders(tmp_path):
    for names in (["../a"], ["a", "a"], [""]):
        with pytest.raises(ValueError, match=r"no name of a folder|two cells have one name"):
            play_cells(tmp_path, [cell(name, 20) for name in names])


class Clock:
    """A clock that stands still until it is told."""

    def __init__(self, monkeypatch) -> None:
        self.now = 100.0
        monkeypatch.setattr(cell_pace.time, "monotonic", lambda: self.now)


def test_the_time_left_counts_games_not_cells(monkeypatch):
    clock = Clock(monkeypatch)
    pace = Pace(1_000 + 9_000)
    assert pace.seconds_left() is None
    pace.hear(0, True)
    clock.now += 0.5
    pace.hear(100, False)
    assert pace.seconds_left() is None  # half a second says too little
    clock.now += 1.5
    pace.hear(400, False)
    assert pace.seconds_left() == pytest.approx(9_600 * 2.0 / 400)
    clock.now += 3.0
    pace.hear(1_000, False)
    pace.end(1_000)
    clock.now += 1.0  # between cells
    pace.hear(0, True)
    assert pace.seconds_left() == pytest.approx(9_000 * 6.0 / 1_000)
    pace.pause()  # a compile
    clock.now += 500
    pace.hear(0, False)
    assert pace.seconds_left() == pytest.approx(9_000 * 6.0 / 1_000)
    clock.now += 500
    pace.lose(9_000)
    assert pace.seconds_left() == 0


def test_kept_games_are_no_pace(monkeypatch):
    clock = Clock(monkeypatch)
    pace = Pace(2_000)
    pace.hear(1_000, True)
    pace.end(1_000)
    clock.now += 5
    pace.hear(500, True)
    clock.now += 2
    pace.hear(750, False)
    assert pace.seconds_left() == pytest.approx(250 * 2 / 250)


def test_patience(monkeypatch):
    clock = Clock(monkeypatch)

    def waits(timeout: str | float | None, *steps: float, is_prompt: bool = True) -> str:
        patience = Patience(timeout, is_prompt)
        patience.begin()
        for at, seconds in enumerate(steps):
            clock.now += seconds
            if at < len(steps) - 1:
                assert patience.is_over() == ""
                patience.hear()
        return patience.is_over()

    assert waits("auto", 899, 1, 59) == ""
    assert waits("auto", 901) == "its first game had not begun after 900 s"
    assert waits("auto", 300, 1, 61) == "no game ended for 60 s"
    assert waits("auto", 300, 599, is_prompt=False) == ""
    assert waits("auto", 300, 601, is_prompt=False) == "no game ended for 600 s"
    assert waits("auto", 300, 20, 199) == ""
    assert waits("auto", 300, 20, 201) == "no game ended for 200 s"
    assert waits(5.0, 300, 2, 2.9) == ""
    assert waits(5.0, 300, 2, 3.1) == "not done after 5 s of play"
    assert waits(5.0, 901) == "its first game had not begun after 900 s"
    assert waits(None, 901, 1e6) == ""


def test_words_of_an_end():
    assert cell_process.Ended(3, "").words() == "its process ended with exit code 3"
    assert cell_process.Ended(-11, "oh").words() == "its process crashed with SIGSEGV: oh"
    assert Interrupted(1, 2).n_total == 2
