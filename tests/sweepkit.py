"""Sweeps out of rows with a known truth: cells as `sim.cells` leaves them, without playing a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from synthetic import Truth, write_run

from sim.cells import CellResult

BASE = Truth(n_blocks=60, place=(1.1, 1.0, 1.0, 0.9), ties=0.05, unfinished=0.01, shared_luck=0.5, seed=3)
FAILED = "rules.handicap.4: 9 is more than the game allows"


def cell(
    folder: Path, name: str, settings: Mapping[str, str], *truths: Truth, handicap: int = 0, status: str = "done"
) -> CellResult:
    """A cell with a policy table for each truth; a cell that is not done has no run."""
    run = folder / "cells" / name
    if status == "done":
        rules = {"handicap": [0, 0, 0, handicap], "start": 5}
        write_run(run, *truths, document={"rules": rules, "rulings": {"stop": "decline"}})
    return CellResult(name, dict(settings), status, "" if status == "done" else FAILED, run)


def curve(folder: Path, n_values: int = 5, base: Truth = BASE, n_tables: int = 1) -> list[CellResult]:
    """A handicap of place 4 from 0 on; one value times out."""
    cells = []
    for value in range(n_values):
        truths = [
            replace(base, place=(*base.place[:3], base.place[3] + 0.1 * value), seed=base.seed + at)
            for at in range(n_tables)
        ]
        status = "timed out" if value == 3 else "done"
        cells.append(
            cell(folder, f"h{value}", {"rules.handicap.4": str(value)}, *truths, handicap=value, status=status)
        )
    return cells


def one_at_a_time(folder: Path, base: Truth = BASE) -> list[CellResult]:
    """A ruling that moves place 1, one that moves nothing, one whose games are the base's, one that failed."""
    moved = replace(base, place=(base.place[0] + 0.4, *base.place[1:]))
    still = replace(base, card_boost=0.3)  # other cards, the same winners
    return [
        cell(folder, "base", {}, base),
        cell(folder, "c1", {"rulings.stop": "stay"}, moved, handicap=1),
        cell(folder, "c2", {"rulings.stop": "forced"}, base, handicap=2),
        cell(folder, "c3", {"rules.start": "6"}, still, handicap=3),
        cell(folder, "c4", {"rules.handicap.4": "9"}, status="failed"),
    ]


def grid(folder: Path, n_rows: int = 3, n_columns: int = 3, base: Truth = BASE) -> list[CellResult]:
    """A handicap of place 4 and a start score that moves place 1; one cell failed."""
    cells = []
    for row in range(n_rows):
        for column in range(n_columns):
            place = (base.place[0] + 0.1 * column, *base.place[1:3], base.place[3] + 0.1 * row)
            settings = {"rules.handicap.4": str(row), "rules.start": str(5 + column)}
            status = "failed" if (row, column) == (1, 2) else "done"
            cells.append(
                cell(folder, f"c{row}{column}", settings, replace(base, place=place), handicap=row, status=status)
            )
    return cells
