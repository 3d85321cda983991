"""Builds the report of a run: the frozen model, then the page, the PNG files and the CSV tables."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path

import pandas as pd

from analysis.precision import count
from analysis.study import Study, analyse
from reports.model import Check, Report
from reports.tables import tables
from reports.words import answers, glossary, main_table, notes, tables_text, verdict_lines
from reports.words_facts import of_data, reproduce
from sim.errors import UserError
from sim.store import write_atomic

PAGE = "report.html"
FIGURES = "figures"
TABLES = "tables"
NO_FONT = "No font with Chinese and Japanese characters was found: charts show plain names instead of titles."


def build_report(study: Study, command: str) -> Report:
    """The report without figures.

    Parameters
    ----------
    study
        Result of `analysis.study.analyse`.
    command
        The command line that gives the same run again.
    """
    manifest, table = study.manifest, main_table(study)
    games = study.games.iloc[0]
    played = f"{count(games['n_games'])} games of {manifest['n_seats']} players; policies {study.tables[table]}"
    more = f", and as many with {tables_text(list(study.tables[1:]))}" if len(study.tables) > 1 else ""
    sees_all = ", ".join(map(str, manifest.get("sees_all") or ()))
    seen = f" Sees what is hidden: {sees_all}." if sees_all else ""
    names = [str(name) for name in manifest["characters"]]
    titles = [str(title) for title in manifest.get("character_titles") or names]
    latin = [(str(manifest.get("title")), str(manifest["game"]))]
    latin += [(t, n) for t, n in zip(titles, names, strict=True) if t != n]
    return Report(
        title=f"{manifest.get('title', manifest['game'])}: is it balanced?",
        subtitle=f"{played}{more}; seed {manifest.get('seed', '-')}.{seen}",
        assumed=of_data(manifest),
        answers=answers(study),
        verdicts=verdict_lines(study),
        notes=notes(study),
        tables=tables(study),
        health=_health(study),
        reproduce=reproduce(study, command),
        glossary=glossary(study),
        latin=tuple(sorted(latin, key=lambda pair: -len(pair[0]))),
    )


def write_report(run_dir: Path, command: str, margin: float, level: float) -> Path:
    """Analyses a run and writes `report.html`, `figures/*.png` and `tables/*.csv` into its folder.

    Parameters
    ----------
    run_dir
        Folder of the run.
    command
        The command line to print in the report.
    margin, level
        See `analysis.study.analyse`.

    Returns
    -------
    Path
        The page.
    """
    return write_study(analyse(run_dir, margin, level), run_dir, command)


def write_study(study: Study, run_dir: Path, command: str) -> Path:
    """As `write_report`, for a study that is analysed already."""
    try:
        return _write_all(study, run_dir, command)
    except OSError as error:
        raise unwritten(error, run_dir) from None


def unwritten(error: OSError, folder: Path) -> UserError:
    """The error for a report that cannot be written."""
    place, why = error.filename or folder, error.strerror or error
    return UserError(f"{place}: the report cannot be written: {why}; the games are kept: `fairseat report {folder}`")


def _write_all(study: Study, run_dir: Path, command: str) -> Path:
    """Writes page, pictures and tables; returns the page."""
    from reports.draw import draw_all, undrawn
    from reports.page import render
    from reports.style import cjk_font, needs_cjk

    write_tables(study, run_dir / TABLES)
    report = build_report(study, command)
    figures = draw_all(study, run_dir / FIGURES)
    lacking = (NO_FONT,) if needs_cjk(study.characters) and not cjk_font() else ()
    page = run_dir / PAGE
    missing = undrawn(study, [figure.id for figure in figures])
    text = render(replace(report, figures=figures, undrawn=missing, notes=(*report.notes, *lacking)))
    write_atomic(page, text)
    return page


def write_tables(study: Study, folder: Path) -> None:
    """Writes every frame of a study as CSV, and removes those that an earlier report had and this one has not."""
    folder.mkdir(exist_ok=True)
    for field in fields(study):
        frame, file = getattr(study, field.name), folder / f"{field.name}.csv"
        if isinstance(frame, pd.DataFrame) and len(frame):
            write_csv(frame, file)
        elif isinstance(frame, pd.DataFrame):
            file.unlink(missing_ok=True)


def write_csv(frame: pd.DataFrame, file: Path) -> None:
    """Writes a frame as CSV: whole, or the file that was there stays."""
    write_atomic(file, frame.to_csv(index=False, float_format="%.10g", lineterminator="\n"))


def _health(study: Study) -> tuple[Check, ...]:
    several = len(study.games) > 1
    return tuple(
        Check(
            row["check"],
            row["figure"],
            row["meaning"],
            bool(row["is_ok"]),
            study.tables[int(row["table"])] if several else "",
        )
        for _, row in study.health.iterrows()
    )
