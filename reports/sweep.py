"""Builds the report of a sweep: what the settings move, curves, heat maps, the cells and how to get them again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pandas as pd

from analysis.ranking import Moves
from analysis.sweep import Sweep
from reports import words_sweep as words
from reports import words_sweep_facts as facts
from reports.build import FIGURES, NO_FONT, PAGE, TABLES, write_csv
from reports.model import Report
from reports.rulebook import Asked
from reports.tables_sweep import tables
from reports.words_facts import of_data
from sim.errors import UserError
from sim.store import write_atomic

#: Verdicts that a terminal shows.
MOST_LINES = 16
#: Frames of a sweep that are written as CSV (the long table `cells` is the sweep's own).
FRAMES = ("states", "curves", "slopes", "effects", "ranking", "balance")


def build_sweep(sweep: Sweep, command: str, asked: Mapping[str, Asked] | None = None) -> Report:
    """The report without figures; see `write_sweep`."""
    manifest, is_rulings = sweep.manifest, bool(asked)
    names = [str(name) for name in manifest.get("characters") or ()]
    titles = [str(title) for title in manifest.get("character_titles") or names]
    latin = [(str(manifest.get("title")), str(manifest.get("game")))]
    latin += [(t, n) for t, n in zip(titles, names, strict=True) if t != n]
    return Report(
        title=words.title(sweep, is_rulings),
        subtitle=words.subtitle(sweep),
        assumed=of_data(manifest) if manifest else "nothing was played",
        answers=words.answers(sweep),
        verdicts=words.verdict_lines(sweep),
        notes=facts.notes(sweep, is_rulings),
        tables=tables(sweep, asked or {}),
        health=facts.checks(sweep),
        reproduce=facts.reproduce(sweep, command),
        glossary=facts.glossary(sweep),
        latin=tuple(sorted(latin, key=lambda pair: -len(pair[0]))),
    )


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
        The page, and the report as a terminal shows it (`reports.text.summary` prints it).
    """
    try:
        return _write(sweep, folder, build_sweep(sweep, command, asked))
    except OSError as error:
        place = error.filename or folder
        raise UserError(f"{place}: the report cannot be written: {error.strerror}; the games are kept") from None


def _write(sweep: Sweep, folder: Path, report: Report) -> tuple[Path, Report]:
    from reports import draw_sweep, style
    from reports.draw import save_charts
    from reports.page import render

    _write_tables(sweep, folder / TABLES)
    pictures = folder / FIGURES
    pictures.mkdir(exist_ok=True)
    with style.look():
        charts = draw_sweep.charts_of(sweep)
        figures = save_charts(charts, str(sweep.manifest.get("game", "")), pictures)
    titles = [str(label) for label in sweep.frame["label"].unique()] if len(sweep.frame) else []
    lacking = (NO_FONT,) if style.needs_cjk(titles) and not style.cjk_font() else ()
    missing = draw_sweep.undrawn(sweep)
    report = replace(report, figures=figures, undrawn=missing, notes=(*report.notes, *lacking))
    write_atomic(folder / PAGE, render(report))
    return folder / PAGE, for_terminal(report)


def for_terminal(report: Report) -> Report:
    """The report with the verdicts that a screen holds: those of places, and what moves; the rest is on the page."""
    first = [line for line in report.verdicts if line.kind == "Places" or line.answer == str(Moves.YES)]
    kept = tuple(first[:MOST_LINES])
    more = len(report.verdicts) - len(kept)
    note = (f"{more} more verdict{'s are' if more > 1 else ' is'} in the report.",) if more else ()
    return replace(report, verdicts=kept, notes=(*note, *report.notes))


def _write_tables(sweep: Sweep, folder: Path) -> None:
    """Every frame of the sweep as CSV."""
    folder.mkdir(exist_ok=True)
    for name in FRAMES:
        frame = getattr(sweep, name)
        if isinstance(frame, pd.DataFrame) and len(frame.columns):
            write_csv(frame, folder / f"{name}.csv")
