"""How long the analysis and the report of a run take, and how much memory: `python tests/bench/analysing.py RUN ...`.

Each run is read in a process of its own; the report goes into a temporary folder, the run stays as it is.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]


def measure(run_dir: Path) -> str:
    """Seconds of the analysis, of drawing and writing, and the peak memory, as a row of a table."""
    from analysis.study import analyse
    from reports.build import write_study

    start = time.perf_counter()
    study = analyse(run_dir, 0.01, 0.95)
    analysed = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        write_study(study, Path(folder), "fairseat study")
    done = time.perf_counter()
    games, tables = int(study.games["n_games"].sum()), len(study.games)
    name = f"{study.manifest['game']}, {study.manifest['n_seats']} players, {games:,} games in {tables} table(s)"
    return f"| {name} | {analysed - start:.1f} | {done - analysed:.1f} | {_peak():.0f} |"


def _peak() -> float:
    """Peak resident memory of this process in MB."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return int(next(line for line in lines if line.startswith("VmHWM")).split()[1]) / 1024


def main() -> None:
    """One row for each run."""
    if sys.argv[1] == "--one":
        print(measure(Path(sys.argv[2])))
        return
    print("| run | analysis, s | drawing and writing, s | peak memory, MB |\n|---|---|---|---|", flush=True)
    for folder in sys.argv[1:]:
        subprocess.run([sys.executable, __file__, "--one", folder], check=True, cwd=ROOT)


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    main()
