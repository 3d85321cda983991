"""The page of a sweep: what its sentences, tables and charts say is in the frames; nothing is hidden or overdone."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import sweepkit
from sizes import SIZES
from synthetic import Truth

from analysis.ranking import Moves
from analysis.sweep import Sweep, analyse_sweep
from reports import style
from reports.draw_labels import common_prefix, label, labels
from reports.draw_maps import maps
from reports.draw_sweep import charts_of
from reports.model import Report, Table
from reports.rulebook import Asked
from reports.sweep import MOST_LINES, build_sweep, for_terminal, write_sweep
from reports.text import summary
from sim.cells import CellResult

ROOT = Path(__file__).resolve().parents[2]
COMMAND = "fairseat sweep toy --vary rules.handicap.4=0:4"
LIGHTEST = 1_500_000
BASE = replace(sweepkit.BASE, n_blocks=200)
ASKED = {"rulings.stop": Asked("decline", {"decline": "", "stay": "plays on"}, (("T-5", "He may stop."),), "literal")}


@pytest.fixture(scope="module")
def one(tmp_path_factory: pytest.TempPathFactory) -> tuple[Sweep, Path, Report]:
    """One setting at a time, with the page that tells of rulings."""
    folder = tmp_path_factory.mktemp("one")
    found = analyse_sweep(sweepkit.one_at_a_time(folder, BASE), "base", 0.01, 0.95)
    write_sweep(found, folder, COMMAND, ASKED)
    return found, folder, build_sweep(found, COMMAND, ASKED)


@pytest.fixture(scope="module")
def curve(tmp_path_factory: pytest.TempPathFactory) -> tuple[Sweep, Path, Report]:
    folder = tmp_path_factory.mktemp("curve")
    found = analyse_sweep(sweepkit.curve(folder, 5, BASE, 2), "h0", 0.01, 0.95)
    write_sweep(found, folder, COMMAND)
    return found, folder, build_sweep(found, COMMAND)


def _table(report: Report, name: str) -> Table:
    found = report.table(name)
    assert found is not None, name
    return found


def test_the_setting_that_moves_places_comes_first(one: tuple[Sweep, Path, Report]) -> None:
    found, _, report = one
    row = found.ranking[found.ranking["target"] == "places"].iloc[0]
    assert (row["path"], row["value"], row["label"], row["answer"]) == ("rulings.stop", "stay", "place 1", "moves")
    first = report.verdicts[0]
    assert (first.of, first.kind, first.answer, first.mark) == ("rulings.stop", "Places", "moves", "!")
    said = re.match(
        r"Place 1 moves most: \+([\d.]+) pp at stay against decline \(at least ([\d.]+) pp, at most", first.sentence
    )
    assert said is not None, first.sentence
    assert float(said[1]) == pytest.approx(100 * row["difference"], abs=0.06)
    assert float(said[2]) == pytest.approx(100 * row["low"], abs=0.06)
    assert report.answers[0].text.startswith(f"Places: rulings.stop (place 1 +{said[1]} pp)")


def test_what_does_not_matter_has_a_bound(one: tuple[Sweep, Path, Report]) -> None:
    found, _, report = one
    row = found.ranking.query("target == 'places' and path == 'rules.start'").iloc[0]
    assert row["answer"] in (str(Moves.WITHIN), str(Moves.SAME))
    line = next(v for v in report.verdicts if v.of == "rules.start" and v.kind == "Places")
    assert line.mark == "="
    assert re.search(r"at most [\d.]+ pp|every block is the same", line.sentence)
    assert "rules.start" in next(item.text for item in report.answers if item.name == "What does not?")


def test_cells_that_failed_are_named_with_the_reason(one: tuple[Sweep, Path, Report]) -> None:
    _, folder, report = one
    missing = next(item.text for item in report.answers if item.name == "What is missing?")
    assert missing == f"c4 (rules.handicap.4 = 9; failed: {sweepkit.FAILED})."
    row = next(row for row in _table(report, "sweep-cells").rows if row.cells[0].text == "c4")
    assert f"failed: {sweepkit.FAILED}" in [cell.text for cell in row.cells]
    check = next(check for check in report.health if check.name == "cells done")
    assert (check.figure, check.is_ok) == ("4 of 5", False)
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert sweepkit.FAILED in page
    assert not re.search(r"\bnan\b|\binf\b", page.replace('data-sort="nan"', ""))


def test_rulings_are_told_in_the_words_of_the_rulebook(one: tuple[Sweep, Path, Report]) -> None:
    found, _, report = one
    assert report.title.endswith("which rulings matter?")
    cells = [cell.text for cell in _table(report, "asked").rows[0].cells]
    assert cells == ["rulings.stop", "T-5: He may stop.", "decline; stay (plays on)", "decline", "literal"]
    assert build_sweep(found, COMMAND).table("asked") is None


def test_every_number_of_the_cells_is_in_the_table(curve: tuple[Sweep, Path, Report]) -> None:
    found, _, report = curve
    for name in ("sweep-cells", "sweep-cells-2"):
        table, at = _table(report, name), int(name == "sweep-cells-2")
        assert [row.cells[0].text for row in table.rows] == ["h0", "h1", "h2", "h3", "h4"]
        for row in table.rows:
            cell = row.cells[0].text
            part = found.frame[
                (found.frame["cell"] == cell) & (found.frame["at"] == at) & (found.frame["kind"] == "place")
            ]
            shown = [c.sort for c, head in zip(row.cells, table.head, strict=True) if re.fullmatch(r"place \d", head)]
            assert shown == list(part["estimate"]) or cell == "h3"
    text = _table(report, "sweep-cells").rows[0].cells[list(_table(report, "sweep-cells").head).index("place 1")].text
    assert re.fullmatch(r"\d\d\.\d ±\d\.\d %", text)


def test_a_curve_says_where_places_are_equal_and_what_a_step_does(curve: tuple[Sweep, Path, Report]) -> None:
    found, _, report = curve
    lines = [line for line in report.verdicts if line.kind == "Places"]
    assert lines[0].of == "equal places at some value, policies balanced"
    answers = found.balance[found.balance["at"] == 0].set_index("cell")["answer"]
    off = [cell[1:] for cell, answer in answers.items() if answer == "unbalanced"]
    assert ("farther from fair" in lines[0].sentence) == bool(off)
    step = next(line for line in lines if line.of == "rules.handicap.4, policies balanced")
    assert re.search(r"A step of 1 gives \+[\d.]+ pp \(\+[\d.]+ to \+[\d.]+\) on average\.", step.sentence)
    ids = [chart.name for chart in _charts(found)]
    assert ids[:2] == ["curve-1-places", "curve-1-characters"]
    assert "curve-1-places-2" in ids


def _charts(found: Sweep) -> list:  # type: ignore[type-arg]
    with style.look():
        return charts_of(found)


def test_pictures_are_written_and_captions_tell_single_from_simultaneous(curve: tuple[Sweep, Path, Report]) -> None:
    found, folder, _ = curve
    for chart in _charts(found):
        assert (folder / "figures" / f"{chart.name}.png").stat().st_size > 5_000
        assert "by itself" in chart.caption
        assert "hold for all" in chart.caption
        assert "Not played to the end: 3." in chart.caption
        assert len(chart.alt) > 40


def test_heat_maps_hatch_what_failed_and_frame_the_base(tmp_path: Path) -> None:
    found = analyse_sweep(sweepkit.grid(tmp_path, 3, 3, BASE), "c00", 0.01, 0.95)
    with style.look():
        charts = maps(found)
        assert charts[0].name == "map-imbalance"
        axes = charts[0].canvas.axes[0]
    hatched = [patch for patch in axes.patches if patch.get_hatch()]
    assert len(hatched) == 1
    assert (hatched[0].get_x(), hatched[0].get_y()) == (0.5, 1.5)  # handicap 1 across, start score 7 down
    framed = [patch for patch in axes.patches if patch.get_linewidth() == 1.6]
    assert [(patch.get_x(), patch.get_y()) for patch in framed] == [(-0.46, -0.46)]
    assert len(axes.texts) == 8  # a number in every cell that was played
    assert "Hatched: not played to the end." in charts[0].caption


def test_a_terminal_shows_what_moves(one: tuple[Sweep, Path, Report]) -> None:
    *_, report = one
    short = for_terminal(replace(report, verdicts=report.verdicts * 5))
    assert len(short.verdicts) <= MOST_LINES
    assert all(line.kind == "Places" or line.answer == "moves" for line in short.verdicts)
    assert short.notes[0] == f"{5 * len(report.verdicts) - len(short.verdicts)} more verdicts are in the report."
    printed = summary(for_terminal(report), "ascii")
    assert "[!] rulings.stop: places: MOVES. Place 1 moves most" in printed
    assert sweepkit.FAILED in " ".join(printed.split())


def test_labels_leave_room() -> None:
    assert label("rulings.stop") == "rulings.stop"
    assert label("rulings.contest_token_source") == "rulings.contest_\ntoken_source"
    long = "{ if = 'first', ops = ['gain 2', 'shift_die 1'], else = 'draw' }"
    assert all(len(line) <= 22 for line in label(long).split("\n"))
    alike = labels([long, long.replace("shift_die 1", "shift_die 2")], 20)
    assert [text[:3] for text in alike] == ["1: ", "2: "]
    assert len(set(alike)) == 2
    assert common_prefix(["rulings.a", "rulings.b"]) == "rulings."
    assert common_prefix(["rulings.a", "rules.b"]) == common_prefix(["players"]) == ""


WRITE = """
import sys
from pathlib import Path
import sweepkit
from analysis.sweep import analyse_sweep
from reports.sweep import write_sweep
from sim.cells import CellResult
base = Path(sys.argv[1])
runs = sorted(path for path in (base / "cells").iterdir())
settings = [{"rules.handicap.4": run.name[1:]} for run in runs]
cells = [CellResult(run.name, each, "done", "", run) for run, each in zip(runs, settings)]
write_sweep(analyse_sweep(cells, "h0", 0.01, 0.95), base, "fairseat sweep toy")
"""
PLACES = (
    {"PYTHONHASHSEED": "1", "TZ": "UTC", "LC_ALL": "C.UTF-8"},
    {"PYTHONHASHSEED": "2", "TZ": "Asia/Tokyo", "LC_ALL": "de_DE.UTF-8", "LANG": "tr_TR.UTF-8", "PYTHONUTF8": "1"},
)


def test_two_processes_write_the_same_bytes(tmp_path: Path) -> None:
    first, second = tmp_path / "a", tmp_path / "elsewhere" / "b"
    sweepkit.curve(first, 3, replace(sweepkit.BASE, n_blocks=30))
    shutil.copytree(first, second)
    written = []
    for base, place in zip((first, second), PLACES, strict=True):
        path = os.pathsep.join([str(ROOT), str(ROOT / "tests")])
        environment = {**os.environ, "PYTHONPATH": path, **place}
        subprocess.run([sys.executable, "-c", WRITE, str(base)], check=True, env=environment, cwd=base)
        files = [p for kind in ("html", "png", "csv") for p in base.rglob(f"*.{kind}")]
        written.append({str(p.relative_to(base)): p.read_bytes() for p in files})
    assert len(written[0]) > 10
    assert written[0].keys() == written[1].keys()
    assert [name for name in written[0] if written[0][name] != written[1][name]] == []


def test_many_cells_make_a_light_page(tmp_path: Path) -> None:
    """A grid of two keys with 40 values of one, and as many settings one at a time as its cells allow."""
    run = sweepkit.cell(tmp_path, "run", {}, Truth(n_blocks=30, seed=3, character=(1.0, 1.2, 1.0, 0.8))).run_dir
    n = SIZES.sweep_page_cells
    grid = [{"rules.handicap.4": str(i % 40), "rules.start": str(i // 40)} for i in range(n)]
    single = [{}, *({f"rulings.a_rather_long_name_{i}": "another_value"} for i in range(n - 1))]
    for name, settings in (("grid", grid), ("single", single)):
        cells = [CellResult(f"c{i:03}", each, "done", "", run) for i, each in enumerate(settings)]
        folder = tmp_path / name
        folder.mkdir()
        page, _ = write_sweep(analyse_sweep(cells, "c000", 0.01, 0.95), folder, COMMAND)
        assert 60_000 < page.stat().st_size < LIGHTEST
