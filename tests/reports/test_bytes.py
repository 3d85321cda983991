"""Reports weigh little, and are the same bytes in any process, place and language."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import synthetic
import teams

from analysis.study import analyse
from reports.build import write_study
from reports.counts import write_counts

ROOT = Path(__file__).resolve().parents[2]
LIGHTEST = 1_500_000
WRITE = """
import sys
from pathlib import Path
from analysis.study import analyse
from reports.build import write_study
from reports.counts import write_counts
base = Path(sys.argv[1])
runs = sorted(path for path in base.iterdir() if path.is_dir())
studies = {run.name: analyse(run, 0.01, 0.95) for run in runs}
for run in runs:
    write_study(studies[run.name], run, "fairseat study toy")
write_counts([studies["3-players"], studies["5-players"]], base, ["3-players", "5-players"], "fairseat study toy")
"""
#: Processes that differ in all that may leak into a file: order of sets, time zone, language, working directory.
PLACES = (
    {"PYTHONHASHSEED": "1", "TZ": "UTC", "LC_ALL": "C.UTF-8", "LANG": "C.UTF-8"},
    {"PYTHONHASHSEED": "2", "TZ": "Asia/Tokyo", "LC_ALL": "de_DE.UTF-8", "LANG": "tr_TR.UTF-8", "PYTHONUTF8": "1"},
)


def _write_in(base: Path, place: dict[str, str]) -> dict[str, bytes]:
    """Writes all reports in a process of its own; returns every file that the reports consist of."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **place}
    subprocess.run([sys.executable, "-c", WRITE, str(base)], check=True, env=environment, cwd=base)
    found = [path for kind in ("html", "png", "csv") for path in base.rglob(f"*.{kind}")]
    return {str(path.relative_to(base)): path.read_bytes() for path in found}


def test_two_processes_write_the_same_bytes(tmp_path: Path) -> None:
    base = tmp_path / "first"
    one = synthetic.Truth(n_blocks=30, ties=0.1, top_ties=0.1, card_boost=0.2, unfinished=0.01)
    titles = ["社長", "副社長", "書記", "会計"]
    synthetic.write_run(base / "a", one, synthetic.Truth(n_blocks=30, seed=2), character_titles=titles)
    for k in (3, 5):
        truth = teams.Teams(n_blocks=80, n_seats=k, n_heroes=16, wolves=0.1)
        teams.write_run(base / f"{k}-players", truth, teams.Teams(n_blocks=80, n_seats=k, n_heroes=16, seed=2))
    shutil.copytree(base, tmp_path / "elsewhere" / "second")
    first = _write_in(base, PLACES[0])
    second = _write_in(tmp_path / "elsewhere" / "second", PLACES[1])
    assert len(first) > 90
    assert sum(name.endswith("report.html") for name in first) == 4
    assert first.keys() == second.keys()
    assert [name for name in first if first[name] != second[name]] == []


def test_the_heaviest_pages_are_light(tmp_path: Path) -> None:
    """Ten seats, 130 heroes, three sets of policies; and a page over two to ten players."""
    studies, folders = [], []
    for k in range(2, 11):
        n_blocks = 300 if k == 10 else 60
        truths = [teams.Teams(n_blocks, n_seats=k, n_heroes=130, strength=((3, 2.0),), seed=s) for s in (1, 2, 3)]
        run = teams.write_run(tmp_path / f"{k}-players", *truths[: 3 if k == 10 else 1])
        folders.append(run.name)
        studies.append(analyse(run, 0.01, 0.95))
    heaviest = write_study(studies[-1], tmp_path / folders[-1], "fairseat study toy")
    assert 300_000 < heaviest.stat().st_size < LIGHTEST
    page, _ = write_counts(studies, tmp_path, folders, "fairseat study toy")
    assert 300_000 < page.stat().st_size < LIGHTEST
