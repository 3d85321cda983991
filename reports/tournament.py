"""Builds the report of a tournament: the frozen model, then the page, the PNG files and the CSV tables."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path

import pandas as pd

from analysis.precision import count
from analysis.tournament import Tournament
from reports.build import FIGURES, PAGE, TABLES, write_csv
from reports.model import Check, Report
from reports.tables_tournament import tables
from reports.words_facts import of_data
from reports.words_tournament import answers, glossary, notes, pairs_text, reproduce, verdict_lines
from sim.errors import UserError
from sim.store import write_atomic


def build_tournament(found: Tournament, command: str) -> Report:
    """The report without figures.

    Parameters
    ----------
    found
        Result of `analysis.tournament.analyse_tournament`.
    command
        The command line that gives the same run again.
    """
    manifest = found.manifest
    games = f"{count(found.pairs['n_games'].iloc[0])} games of {manifest['n_seats']} players for each pair"
    sizes = f"{len(found.policies)} styles, {pairs_text(found)}"
    latin = [(str(manifest.get("title")), str(manifest["game"]))]
    titles = manifest.get("character_titles") or manifest["characters"]
    latin += [(str(t), str(n)) for t, n in zip(titles, manifest["characters"], strict=True) if t != n]
    return Report(
        title=f"{manifest.get('title', manifest['game'])}: which style is strongest?",
        subtitle=f"{sizes}, {games}; seed {manifest.get('seed', '-')}.",
        assumed=of_data(manifest),
        answers=answers(found),
        verdicts=verdict_lines(found),
        notes=notes(found),
        tables=tables(found),
        health=tuple(
            Check(r["check"], r["figure"], r["meaning"], bool(r["is_ok"])) for _, r in found.health.iterrows()
        ),
        reproduce=reproduce(found, command),
        glossary=glossary(found),
        latin=tuple(sorted(latin, key=lambda pair: -len(pair[0]))),
    )


def write_tournament(found: Tournament, run_dir: Path, command: str) -> Path:
    """Writes `report.html`, `figures/*.png` and `tables/*.csv` into the folder of a run; returns the page."""
    try:
        return _write_all(found, run_dir, command)
    except OSError as error:
        place = error.filename or run_dir
        raise UserError(f"{place}: the report cannot be written: {error.strerror}; the games are kept") from None


def _write_all(found: Tournament, run_dir: Path, command: str) -> Path:
    from reports import style
    from reports.draw import save_charts
    from reports.draw_tournament import charts_of
    from reports.page import render

    for folder in (TABLES, FIGURES):
        (run_dir / folder).mkdir(exist_ok=True)
    for field in fields(found):
        frame = getattr(found, field.name)
        if isinstance(frame, pd.DataFrame):
            file = run_dir / TABLES / f"{field.name}.csv"
            write_csv(frame, file)
    with style.look():
        where = f"{found.manifest['game']}, {count(found.pairs['n_games'].sum())} games"
        figures = save_charts(charts_of(found), where, run_dir / FIGURES)
    page = run_dir / PAGE
    write_atomic(page, render(replace(build_tournament(found, command), figures=figures)))
    return page
