"""Calibration: many studies of games with a known truth, and how often intervals, tests and verdicts are right.

`python tests/analysis/calibrate.py` prints the table of docs/calibration.md; `--write FILE` rewrites that page.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict
from pathlib import Path

for _threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(_threads, "1")  # cells run side by side

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(Path(__file__).parent)]

from calibration_kit import STUDIES, Bounds, Job, Line  # noqa: E402


def jobs() -> list[Job]:
    """All cells."""
    import calibration_more
    import calibration_shares
    import calibration_verdicts

    return [*calibration_shares.jobs(), *calibration_verdicts.jobs(), *calibration_more.jobs()]


def run_job(at: int, n_studies: int) -> list[Line]:
    """The lines of one job, by its number; in a process of its own."""
    return jobs()[at].run(n_studies)


def measure(n_studies: int, workers: int, only: str, kept: Path) -> None:
    """Computes the jobs asked for that the file has not yet, and keeps each as soon as it is there."""
    every, done = jobs(), read(kept)
    asked = [at for at, job in enumerate(every) if only in job.name and job.name not in done]
    with ProcessPoolExecutor(workers) as pool:
        first = sorted(asked, key=lambda at: -every[at].weight)
        started = {pool.submit(run_job, at, n_studies): every[at].name for at in first}
        for future in as_completed(started):
            done[started[future]] = future.result()
            plain = {name: [asdict(line) for line in lines] for name, lines in done.items()}
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_text(json.dumps(plain, indent=1) + "\n", encoding="utf-8")
            print(f"{time.strftime('%H:%M:%S')} {started[future]}", file=sys.stderr, flush=True)


def read(kept: Path) -> dict[str, list[Line]]:
    """Lines by job; empty where there is no file."""
    plain = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
    return {name: [Line(**{**line, "bounds": Bounds(**line["bounds"])}) for line in plain[name]] for name in plain}


def main(arguments: list[str] | None = None) -> None:
    """Measure, print, rewrite the page."""
    import calibration_page

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--studies", type=int, default=STUDIES, help="studies of a cell (default 4,000)")
    parser.add_argument("--workers", type=int, default=2, help="processes (default 2)")
    parser.add_argument("--only", default="", help="only cells whose name has this text")
    parser.add_argument("--keep", type=Path, default=ROOT / "runs" / "calibration.json", help="file of what was found")
    parser.add_argument("--fresh", action="store_true", help="compute again what the file has")
    parser.add_argument("--write", type=Path, help="page to rewrite")
    asked = parser.parse_args(arguments)
    if asked.fresh:
        asked.keep.unlink(missing_ok=True)
    measure(asked.studies, asked.workers, asked.only, asked.keep)
    found = read(asked.keep)
    text = calibration_page.tables([line for job in jobs() for line in found.get(job.name, [])])
    if asked.write:
        page = asked.write.read_text(encoding="utf-8")
        asked.write.write_text(calibration_page.rewritten(page, text), encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
