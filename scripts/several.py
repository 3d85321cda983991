"""Studies of several numbers of players: one folder for each, and a page over all of them in the one above."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from scripts import studyfile
from scripts.playtests import analysed
from scripts.studyfile import Question
from sim.errors import UserError

if TYPE_CHECKING:
    from analysis.study import Study
    from reports.model import Report

SUFFIX = "-players"

#: File in the folder of a sweep.
CELLS = "cells.json"
#: Folder in that of a search for fair values, with its first cells.
SEARCH = "stage-1"


def folder_of(n_seats: int) -> str:
    """Name of the folder for a number of players."""
    return f"{n_seats}{SUFFIX}"


def runs_in(base: Path) -> list[Path]:
    """Folders of runs for several numbers of players, fewest first; none where `base` is a run itself."""
    from sim.store import MANIFEST

    if (base / MANIFEST).exists():
        return []
    if (base / CELLS).exists():
        raise UserError(f"{base}: holds many cells; name one in {base / 'cells'}, or give their command with --resume")
    if (base / SEARCH / CELLS).exists():
        raise UserError(f"{base}: holds a search for fair values; name one of its runs, like {base / 'confirm'}")
    found = [path for path in base.glob(f"*{SUFFIX}") if path.name[: -len(SUFFIX)].isdigit() and path.is_dir()]
    for run_dir in found:
        if not (run_dir / MANIFEST).exists():
            raise UserError(f"{run_dir}: no run is here (no {MANIFEST}); finish the study with --resume, or remove it")
    return sorted(found, key=lambda path: int(path.name[: -len(SUFFIX)]))


@contextmanager
def reading(runs: Sequence[Path]) -> Iterator[None]:
    """Keep the games of runs as they are while they are read."""
    from sim import folder

    with ExitStack() as stack:
        for run_dir in runs:
            stack.enter_context(folder.reading(run_dir))
        yield


def refuse_used(runs: Sequence[Path]) -> None:
    """Finds a folder that holds a run already before any other is played."""
    from sim.store import MANIFEST

    for run_dir in runs:
        if (run_dir / MANIFEST).exists():
            raise UserError(f"{run_dir}: holds a run already; use --resume or --force, or choose another --out")


def analyse_each(runs: Sequence[Path], question: Question) -> list[Study]:
    """The study of each run."""
    return [analysed(run_dir, question, is_one_of_several=True) for run_dir in runs]


def write(runs: Sequence[Path], question: Question) -> tuple[list[Study], Path, Report]:
    """Analyses each run, writes the report of each and the page over all of them; returns the page last."""
    from reports.build import write_study
    from reports.counts import write_counts

    found = []
    for run_dir in runs:
        found.append(analysed(run_dir, question, is_one_of_several=True))
        write_study(found[-1], run_dir, studyfile.command_of(run_dir, question))
    text = command(runs, found, question)
    path, page = write_counts(found, runs[0].parent, [run_dir.name for run_dir in runs], text)
    return found, path, page


def command(runs: Sequence[Path], found: Sequence[Study], question: Question) -> str:
    """The command that plays all of them again."""
    words = shlex.split(studyfile.command_of(runs[0], question))
    if "--players" in words:
        words[words.index("--players") + 1] = ",".join(str(study.manifest["n_seats"]) for study in found)
    return shlex.join(words)
