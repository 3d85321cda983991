"""Builds the report of a sweep: what the settings move, curves, heat maps, the cells and how to get them again."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from analysis.sweep import Sweep
from reports.model import Report
from reports.rulebook import Asked


def build_sweep(sweep: Sweep, command: str, asked: Mapping[str, Asked] | None = None) -> Report:
    """The report without figures; see `write_sweep`."""
    raise NotImplementedError


def write_sweep(
    sweep: Sweep, folder: Path, command: str, asked: Mapping[str, Asked] | None = None
) -> tuple[Path, Report]:
    """Writes `report.html`, `figures/*.png` and `tables/*.csv` of a sweep into its folder.

    Parameters
    ----------
    sweep
        Result of `analysis.sweep.analyse_sweep`.
    folder
        Folder of the sweep.
    command
        The command line that gives the same sweep again.
    asked
        What each ruling asks, by path (`reports.rulebook.rulings_of(game.folder)`), for the page of `fairseat rulings`.

    Returns
    -------
    tuple
        The page and the report on it (`reports.text.summary` prints it).
    """
    raise NotImplementedError
