"""The folder of many cells: what was asked, what is there, and whether cells may start or go on in it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sim import store
from sim.errors import UserError
from sim.folder import refuse_held

FORMAT = "fairseat-cells-1"
ASKED = "cells.json"
OUTCOMES = "outcomes.json"
CELLS = "cells"
#: What is written of cells that are over: it goes first when they are replaced.
PAGES = ("report.html", "sweep.toml", "tables/cells.csv", "tables/cells.parquet")


def read_asked(folder: Path) -> dict[str, Any]:
    """What was asked of the cells of a folder: "asked" as the caller gave it, and "cells"."""
    return read_file(folder / ASKED)


def read_file(file: Path) -> dict[str, Any]:
    """Content of one of the files; UserError if it is missing, cannot be read or has another format."""
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise UserError(f"{file.parent}: no cells are here (no {file.name})") from None
    except (OSError, ValueError, RecursionError) as error:
        raise UserError(f"{file}: cannot be read ({error}); play the cells anew with --force") from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise UserError(f"{file}: format {FORMAT!r} expected; play the cells anew with --force")
    return content


def check_cells(place: Path, wanted: Mapping[str, Any], resume: bool, force: bool) -> None:
    """Check the folder against what is asked; with `force` what is there goes."""
    refuse_held(place, "run", "search", "runs")
    has_cells = (place / ASKED).exists()
    if has_cells and resume:
        _refuse_changes(place, read_asked(place), wanted)
    elif has_cells and not force:
        raise UserError(f"{place}: holds cells already; use --resume or --force, or choose another --out")
    elif has_cells:
        _remove(place)


def _refuse_changes(place: Path, old: Mapping[str, Any], new: Mapping[str, Any]) -> None:
    change = first_change("", {"asked": old["asked"]}, {"asked": new["asked"]})
    if change is None:
        names = [[cell["name"] for cell in side["cells"]] for side in (old, new)]
        change = first_change("number of cells", *map(len, names)) or first_change("names of cells", *names)
    for before, after in zip(old["cells"], new["cells"], strict=False):
        change = change or first_change(f"cell {after['name']}", before, after)
    if change is not None:
        key, there, now = change
        raise UserError(f"{place}: cannot resume, {key} differs: {there!r} there, {now!r} now")


def first_change(key: str, old: Any, new: Any) -> tuple[str, Any, Any] | None:
    """First entry that differs: its name, where the dots lead down, with either value; None if none does."""
    if isinstance(old, dict) and isinstance(new, dict):
        for name in dict.fromkeys((*new, *old)):
            inner = f"{key}.{name}" if key and key != "asked" else name
            if (found := first_change(inner, old.get(name), new.get(name))) is not None:
                return found
        return None
    return None if old == new else (key, old, new)


def _remove(place: Path) -> None:
    """Remove the files of cells that are there and what is said about them, and nothing else."""
    for run_dir in (place / CELLS).glob("*/"):
        store.remove_run(run_dir)
        if not any(run_dir.iterdir()):
            run_dir.rmdir()
    for name in (*PAGES, OUTCOMES, ASKED):
        (place / name).unlink(missing_ok=True)
