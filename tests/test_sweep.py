"""`fairseat sweep` and `fairseat rulings` from the command line."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pandas as pd
import pytest
from cellkit import PIG, ROOT, children_of, is_alive, run_files
from sizes import SIZES

from scripts.main import main
from sim.cell_child import shard_games


def command(*arguments: str | Path) -> list[str]:
    return [sys.executable, "-c", "from scripts.main import run; run()", *map(str, arguments)]


def fairseat(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own."""
    environment = os.environ | {"PYTHONPATH": str(ROOT), "NO_COLOR": "1"}
    return subprocess.run(command(*arguments), capture_output=True, text=True, env=environment, timeout=300)


def rows_of(folder: Path) -> dict[str, dict[str, bytes]]:
    return {path.name: run_files(path) for path in (folder / "cells").iterdir()}


def games_of(folder: Path) -> pd.DataFrame:
    """Rows of a run in plan order."""
    return pd.concat(map(pd.read_parquet, sorted(folder.glob("games-*"))), ignore_index=True)


@pytest.fixture(scope="module")
def swept(tmp_path_factory) -> tuple[Path, subprocess.CompletedProcess[str]]:
    """A sweep of Pig: a grid of goals and players."""
    out = tmp_path_factory.mktemp("sweep") / "out"
    varied = ("--vary", "rules.goal=20:40:10", "--vary", "players=2,3")
    done = fairseat("sweep", PIG, *varied, "-n", "1200", "--set", "rules.goal=30", "--seed", "5", "--out", out)
    return out, done


def test_a_sweep_plays_what_simulate_plays(swept, tmp_path):
    out, done = swept
    assert done.returncode == 0, done.stderr
    assert {path.name for path in out.iterdir()} >= {
        "report.html",
        "sweep.toml",
        "cells.json",
        "outcomes.json",
        "tables",
    }
    names = sorted(path.name for path in (out / "cells").iterdir())
    assert names == ["base", "c1", "c2", "c4", "c5", "c6"]  # c3, goal 30 for two players, is the base
    simulated = fairseat(
        *("simulate", PIG, "-n", "1200", "--set", "rules.goal=20", "--players", "3", "--seed", "5", "--quiet"),
        *("--out", tmp_path / "plain"),
    )
    assert simulated.returncode == 0
    pd.testing.assert_frame_equal(games_of(tmp_path / "plain"), games_of(out / "cells" / "c2"))
    assert len(list((out / "cells" / "c2").glob("games-*"))) == -(-1200 // shard_games(1200))


def test_the_long_table(swept):
    out, _ = swept
    cells = pd.read_parquet(out / "tables" / "cells.parquet")
    by_text = pd.read_csv(out / "tables" / "cells.csv")
    assert list(cells.columns) == list(by_text.columns)
    assert list(cells.columns[:6]) == ["cell", "rules.goal", "players", "table", "n_seats", "status"]
    first = cells[(cells["kind"] == "place") & (cells["label"] == "place 1")].set_index("cell")
    assert set(first.index) == {"base", "c1", "c2", "c4", "c5", "c6"}
    rows = games_of(out / "cells" / "c1")
    share = sum((rows[f"win_share_{seat}"] * (rows[f"place_{seat}"] == 1)).sum() for seat in (1, 2)) / len(rows)
    assert first.loc["c1", "estimate"] == pytest.approx(share, abs=1e-12)
    base = games_of(out / "cells" / "base")
    usual = sum((base[f"win_share_{seat}"] * (base[f"place_{seat}"] == 1)).sum() for seat in (1, 2)) / len(base)
    assert first.loc["c1", "difference"] == pytest.approx(share - usual, abs=1e-12)
    assert dict(first["rules.goal"]) | {"c1": "20", "c4": "30", "base": "30"} == dict(first["rules.goal"])
    assert list(first.loc[["base", "c1", "c2"], "players"].astype(str)) == ["2", "2", "3"]
    assert first.loc["c1", "is_paired"]
    assert not first.loc["c2", "is_paired"]


def test_duckdb_answers_as_the_page_on_sweeping_says(swept):
    import duckdb

    out, _ = swept
    page = (ROOT / "docs" / "sweeping.md").read_text(encoding="utf-8")
    table, games = (part.partition("```")[0] for part in page.split("```sql\n")[1:])
    table = table.replace("rules.handicap.4", "rules.goal").replace("place 4", "place 2")
    found = duckdb.sql(table.replace("runs/kaguya-sweep-1a2b3c4d", str(out))).df()
    cells = pd.read_parquet(out / "tables" / "cells.parquet").query("kind == 'place' and label == 'place 2'")
    assert sorted(found["estimate"]) == sorted(cells["estimate"])
    found = duckdb.sql(games.replace("runs/kaguya-sweep-1a2b3c4d", str(out))).df().set_index("cell")
    assert list(found.index) == ["base", "c1", "c2", "c4", "c5", "c6"]
    assert set(found["games"]) == {1_200}
    assert found.loc["c1", "turns"] == pytest.approx(games_of(out / "cells" / "c1")["turns"].mean())


def test_progress_in_a_pipe_is_short_and_ends_at_all(swept):
    _, done = swept
    assert len(done.stderr.encode()) <= 2_000
    told = [line for line in done.stderr.splitlines() if line.startswith("sweep: ")]
    percents = [int(line.split()[1]) for line in told]
    assert percents == sorted(set(percents))
    assert percents[-1] == 100
    assert "6 of 6 cells" in told[-1]


def test_a_sweep_repeats_itself_and_resumes(swept, tmp_path):
    out, _ = swept
    again = tmp_path / "again"
    shutil.copytree(out, again)
    shutil.rmtree(again / "cells" / "c4")
    before = {path: path.stat().st_mtime_ns for path in (again / "cells").glob("*/games-*")}
    resumed = fairseat("sweep", "--from", out / "sweep.toml", "--out", again, "--resume", "--quiet", "--json")
    assert (resumed.returncode, resumed.stderr) == (0, "")
    assert rows_of(again) == rows_of(out)
    assert before == {path: path.stat().st_mtime_ns for path in before}
    assert (again / "sweep.toml").read_text() == (out / "sweep.toml").read_text()
    facts = json.loads(resumed.stdout)
    page = (ROOT / "docs" / "json-output.md").read_text(encoding="utf-8")
    section = page.partition("## sweep, rulings\n")[2].partition("\n## ")[0]
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    assert set(re.findall(r"`(\w+)`", " ".join(rows))) == set(facts)
    assert facts["paths"] == ["rules.goal", "players"]
    assert [one["status"] for one in facts["cells"]] == ["done"] * 6
    assert facts["cells"][0]["name"] == facts["base"] == "base"
    for arguments, said in (
        ((), "holds cells already; use --resume or --force, or choose another --out"),
        (("-n", "1400"), "--games beside --from: the file holds the whole question; change it there"),
    ):
        refused = fairseat("sweep", "--from", out / "sweep.toml", "--out", again, *arguments)
        assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
        assert said in refused.stderr


def test_a_changed_sweep_is_not_resumed(swept, capsys):
    out, _ = swept
    for command_name in ("analyze", "report"):
        assert main([command_name, str(out)]) == 2
        told = capsys.readouterr().err
        assert (
            told == f"fairseat: {out}: holds many cells; name one in {out}/cells, or give their command with --resume\n"
        )
    refused = fairseat("sweep", PIG, "--vary", "rules.goal=20:40:10", "-n", "1400", "--out", out, "--resume")
    assert refused.returncode == 2
    assert refused.stderr == f"fairseat: {out}: cannot resume, sweep.games differs: 1200 there, 1400 now\n"


def test_bad_values_are_found_before_any_game(tmp_path, capsys):
    out = tmp_path / "out"
    for arguments, said in (
        (["--vary", "rules.goal=60:0:-20"], "cell rules.goal=0: --vary rules.goal=0: goal = 0: should be greater than"),
        (["--vary", "rules.goal=1,,2"], "--vary rules.goal: a value is missing"),
        (["--vary", "rules.gaol=1"], "unknown rule 'gaol': did you mean 'goal'?"),
        (["--vary", "rules.goal=1:5", "--design", "gird"], "--design: unknown design 'gird': did you mean 'grid'?"),
        (["--vary", "rules.goal=1:5", "--cell-timeout", "x"], "--cell-timeout 'x': give seconds above 0"),
        (["--vary", "mine.toml"], "a sweep in a file is played with `fairseat sweep --from mine.toml`"),
        ([], "nothing to vary"),
    ):
        assert main(["sweep", PIG, *arguments, "--out", str(out)]) == 2
        told = capsys.readouterr().err
        assert said in told
        assert told.count("\n") == 1
        assert not out.exists()
    assert main(["sweep", "--vary", "rules.goal=1:5"]) == 2
    assert "which game?" in capsys.readouterr().err


def test_plan_only_plays_nothing_and_counts(tmp_path, capsys):
    out = tmp_path / "out"
    asked = ["sweep", PIG, "--vary", "rules.goal=20:40", "--vary", "players=2,3", "-n", "6k", "--out", str(out)]
    assert main([*asked, "--plan-only", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert (facts["cells"], facts["games"]) == (43, 43 * 6_000)  # the goal of 100 is none of the 21
    named = (ROOT / "docs" / "json-output.md").read_text(encoding="utf-8").partition("## sweep, rulings\n")[2]
    named = named.partition("With `--plan-only`: ")[2].partition("\n")[0]
    assert set(re.findall(r"`(\w+)`", named)) - {"settings", "reason"} == set(facts)
    assert facts["minutes"] > 0
    assert facts["bytes"] > 0
    assert not out.exists()


def stuck_pig(tmp_path: Path) -> Path:
    """Pig with a die whose 77 sides never come to rest."""
    folder = tmp_path / "stuck_pig"
    shutil.copytree(PIG, folder)
    rules = folder / "rules.py"
    before = "    if action == ROLL:\n"
    assert before in rules.read_text()
    rest = "    while tables.sides == 77:\n        state.turn_total ^= 1\n"
    rules.write_text(rules.read_text().replace(before, rest + before))
    return folder


def test_one_cell_of_twenty_that_never_ends_loses_itself_only(tmp_path):
    out = tmp_path / "out"
    asked = (stuck_pig(tmp_path), "--set", "rules.sides=70", "--vary", "rules.sides=71:89", "-n", "400")
    done = fairseat("sweep", *asked, "--cell-timeout", "8", "--out", out)
    assert done.returncode == 1, done.stderr
    outcomes = json.loads((out / "outcomes.json").read_text())["cells"]
    assert len(outcomes) == 20
    lost = [one for one in outcomes if one["status"] != "done"]
    assert lost == [{"name": "c07", "status": "timed out", "reason": "not done after 8 s of play"}]
    assert "1 of 20 cells are not done" in done.stderr
    assert "rules.sides=77: timed out: not done after 8 s of play" in done.stderr
    assert len(done.stderr.encode()) <= 2_000
    cells = pd.read_csv(out / "tables" / "cells.csv")
    assert set(cells.loc[cells["status"] == "done", "cell"]) == {one["name"] for one in outcomes} - {"c07"}
    row = cells[cells["cell"] == "c07"]
    assert (list(row["status"]), list(row["rules.sides"])) == (["timed out"], [77])
    assert row["estimate"].isna().all()


def test_ctrl_c_keeps_finished_cells_and_says_how_to_go_on(tmp_path):
    out = tmp_path / "out"
    asked = ("sweep", PIG, "--vary", "rules.goal=50:1000:50", "-n", "20k", "--out", out)
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command(*asked), text=True, env=environment, **pipes) as process:
        until = time.monotonic() + 120
        while not list(out.glob("cells/c01/games-*")):
            assert time.monotonic() < until
            time.sleep(0.01)
        children = children_of(process.pid)
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=60)
    assert process.returncode == 130
    last = told.splitlines()[-1]
    assert last.startswith("fairseat: interrupted: ")
    assert last.endswith(f"games are kept in {out}; the same command with --resume goes on")
    assert not any(map(is_alive, children))
    assert not (out / "report.html").exists()


def test_rulings_of_a_game(tmp_path, monkeypatch, capsys):
    import reports.sweep

    out, drawn = tmp_path / "out", []

    def draw(found, folder, command, asked):
        drawn.append((found, command, asked))
        return folder / "report.html", None

    monkeypatch.setattr(reports.sweep, "write_sweep", draw)  # its own tests draw it
    assert main(["rulings", "kaguya", "-n", str(SIZES.sweep_rulings), "--out", str(out), "--quiet", "--json"]) == 0
    ((found, text, asked),) = drawn
    assert text.startswith("fairseat rulings kaguya --games ")
    facts = json.loads(capsys.readouterr().out)
    settings = [one["settings"] for one in facts["cells"]]
    assert settings[0] == {}
    assert len(settings) == 1 + 22  # 19 rulings, three of which have two other values
    assert all(len(one) == 1 for one in settings[1:])
    paths = {path for one in settings for path in one}
    assert len(paths) == 19
    assert set(found.ranking["path"]) <= paths
    assert asked
    assert "contest_ties" in "".join(asked)


def test_many_cells(tmp_path, figure):
    """A sweep of many cells; what a cell costs besides its games is a figure of the verification."""
    from cellkit import cell

    from sim.cells import play_cells

    cells = [cell(f"c{goal:03d}", goal, n_games=2_000) for goal in range(20, 20 + SIZES.sweep_cells)]
    seen = []
    started = time.perf_counter()
    results = play_cells(tmp_path / "all", cells, jobs=2, progress=seen.append)
    took = time.perf_counter() - started
    assert {one.status for one in results} == {"done"}
    assert [one.n_settled for one in seen] == sorted(one.n_settled for one in seen)
    assert seen[-1].n_settled == seen[-1].n_games == 2_000 * len(cells)
    figure(f"seconds of {len(cells)} cells of 2,000 games of Pig", f"{took:.1f}")
