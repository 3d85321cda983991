"""Calibration: many studies of games with a known truth, and how often intervals, tests and verdicts are right.

`python tests/analysis/calibrate.py` prints the table of docs/calibration.md; `--write FILE` rewrites that page.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

for _threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(_threads, "1")  # cells run side by side

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(Path(__file__).parent)]

from calibration_kit import STUDIES, Job, Line  # noqa: E402


def jobs() -> list[Job]:
    """All cells."""
    import calibration_shares

    return [*calibration_shares.jobs()]


def run_job(at: int, n_studies: int) -> list[Line]:
    """The lines of one job, by its number; in a process of its own."""
    return jobs()[at].run(n_studies)


def measure(n_studies: int, workers: int, only: str = "") -> list[Line]:
    """All lines, in the order of the jobs."""
    every = jobs()
    asked = [at for at, job in enumerate(every) if only in job.name]
    found: dict[int, list[Line]] = {}
    with ProcessPoolExecutor(workers) as pool:
        first = sorted(asked, key=lambda at: -every[at].weight)
        started = {at: pool.submit(run_job, at, n_studies) for at in first}
        for at in first:
            found[at] = started[at].result()
            print(f"{time.strftime('%H:%M:%S')} {every[at].name}", file=sys.stderr, flush=True)
    return [line for at in asked for line in found[at]]


def main(arguments: list[str] | None = None) -> None:
    """Measure, print, rewrite the page."""
    import calibration_page

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--studies", type=int, default=STUDIES, help="studies of a cell (default 4,000)")
    parser.add_argument("--workers", type=int, default=2, help="processes (default 2)")
    parser.add_argument("--only", default="", help="only cells whose name has this text")
    parser.add_argument("--write", type=Path, help="page to rewrite")
    asked = parser.parse_args(arguments)
    lines = measure(asked.studies, asked.workers, asked.only)
    text = calibration_page.tables(lines, asked.studies)
    if asked.write:
        page = asked.write.read_text(encoding="utf-8")
        asked.write.write_text(calibration_page.rewritten(page, text), encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
