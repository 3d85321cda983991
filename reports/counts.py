"""One page over several numbers of players: what the reports of each say, side by side."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import fields, replace
from pathlib import Path

import pandas as pd

from analysis.precision import count
from analysis.study import Study
from reports.build import FIGURES, PAGE, TABLES, build_report, unwritten, write_csv
from reports.model import Cell, Check, Item, Report, Row, Table
from reports.words_groups import listed
from reports.words_playtests import QUESTION
from sim.store import remove_temporaries, write_atomic

#: Tables of the single reports that are worth a look side by side.
SHOWN = (
    "places",
    "characters",
    "playtests",
    "teams",
    "styles",
    "ties",
    "scores",
    "parts",
    "told",
    "flags",
    "counts",
    "length",
    "leads",
    "ends",
)
#: So many of them stand before those of groups, whose ids begin so.
N_FIRST, GROUPS = 3, "by-"
#: The answers of each report that stand on the page.
ANSWERS = ("Who is ahead?", "By how much?", "How do games go?")
OF_ALL = ("How sure is that?", QUESTION, "What is assumed?")


def build_counts(studies: Sequence[Study], command: str, folders: Sequence[str]) -> Report:
    """The report over several numbers of players, without figures.

    Parameters
    ----------
    studies
        One study for each number of players, of the same game and question.
    command
        The command line that gives all of them again.
    folders
        Their folders, seen from the page's.
    """
    reports = [build_report(study, command) for study in studies]
    numbers = [int(study.manifest["n_seats"]) for study in studies]
    names = [f"{number} players" for number in numbers]
    manifest = studies[0].manifest
    played = [f"{count(s.games['n_games'].iloc[0])} games of {name}" for s, name in zip(studies, names, strict=True)]
    pairs = list(zip(names, reports, strict=True))
    groups = dict.fromkeys(t.id for each in reports for t in each.tables if t.id.startswith(GROUPS))
    shown = (*SHOWN[:N_FIRST], *groups, *SHOWN[N_FIRST:])
    asked = f"is it balanced with {listed(list(map(str, numbers)))} players?"
    styles = listed(list(studies[0].tables))
    return replace(
        reports[0],
        title=f"{manifest.get('title', manifest['game'])}: {asked}",
        subtitle=f"{listed(played)}, each with policies {styles}; seed {manifest.get('seed')}.",
        answers=_answers(pairs),
        verdicts=tuple(
            replace(
                line,
                subject=f"{name}, {line.subject[:1].lower()}{line.subject[1:]}",
                of=f"{name}, {line.of}" if line.of else name,
            )
            for name, each in pairs
            for line in each.verdicts
        ),
        notes=_notes(reports, names),
        tables=tuple(table for table in (_side_by_side(reports, numbers, name) for name in shown) if table.rows),
        health=tuple(check for name, each in pairs for check in _health(name, each)),
        links=tuple(Item(f"All on {name}", f"{folder}/{PAGE}") for name, folder in zip(names, folders, strict=True)),
        reproduce=_reproduce(reports),
    )


def _reproduce(reports: Sequence[Report]) -> tuple[Item, ...]:
    """Every item once, with all texts that it has."""
    texts: dict[str, dict[str, None]] = {}
    for report in reports:
        for item in report.reproduce:
            texts.setdefault(item.name, {})[item.text] = None
    return tuple(Item(name, "; ".join(each)) for name, each in texts.items())


def _answers(pairs: Sequence[tuple[str, Report]]) -> tuple[Item, ...]:
    """What each report answers, then how sure that is and what is assumed; what all say alike stands once."""
    found = [
        Item(f"With {name}:", "\n".join(item.text for item in each.answers if item.name in ANSWERS))
        for name, each in pairs
    ]
    for asked in OF_ALL:
        said = {name: item.text for name, each in pairs for item in each.answers if item.name == asked}
        if not said:
            continue
        alike = len(said) == len(pairs) and len(set(said.values())) == 1
        lines = [text if alike else f"{name}: {text}" for name, text in said.items()]
        found.append(Item(asked, "\n".join(dict.fromkeys(lines))))
    return tuple(found)


def _notes(reports: Sequence[Report], names: Sequence[str]) -> tuple[str, ...]:
    """What holds for all of them once, the rest with its number of players."""
    found: dict[str, list[str]] = {}
    for report, name in zip(reports, names, strict=True):
        for note in report.notes:
            found.setdefault(note, []).append(name)
    return tuple(note if len(of) == len(names) else f"{listed(of)}: {note}" for note, of in found.items())


def _side_by_side(reports: Sequence[Report], numbers: Sequence[int], name: str) -> Table:
    """A table of every report in one: rows about the same thing below each other, by number of players."""
    tables = [(number, table) for number, each in zip(numbers, reports, strict=True) if (table := each.table(name))]
    if not tables:
        return Table(name, "", "", (), ())
    widest = sorted(tables, key=lambda pair: -len(pair[1].head))
    heads = list(dict.fromkeys(head for _, table in widest for head in table.head[1:]))
    rows: dict[str, list[Row]] = {}
    for number, table in tables:
        for row in table.rows:
            cells = dict(zip(table.head[1:], row.cells[1:], strict=True))
            line = (row.cells[0], Cell(str(number), number), *(cells.get(head, Cell("-", math.nan)) for head in heads))
            rows.setdefault(row.cells[0].text, []).append(Row(line, row.is_thin))
    _, first = tables[0]
    merged = tuple(row for each in rows.values() for row in each)
    return Table(name, first.title, first.caption, (first.head[0], "players", *heads), merged)


def _health(name: str, report: Report) -> tuple[Check, ...]:
    """One line where all is well, else that and the checks that fail."""
    bad = [check for check in report.health if not check.is_ok]
    said = f"{len(report.health) - len(bad)} of {len(report.health)} checks pass"
    total = Check(name, said, "the run's own report lists them", not bad)
    named = (f"{check.name} ({check.of})" if check.of else check.name for check in bad)
    return (total, *(replace(check, name=f"{name}: {full}", of="") for check, full in zip(bad, named, strict=True)))


def write_counts(studies: Sequence[Study], folder: Path, folders: Sequence[str], command: str) -> tuple[Path, Report]:
    """Writes `report.html`, `figures/*.png` and `tables/*.csv` (with a column `players`) over several studies.

    Returns
    -------
    tuple
        The page and the report on it.
    """
    try:
        return folder / PAGE, _write_all(studies, folder, folders, command)
    except OSError as error:
        raise unwritten(error, folder) from None


def _write_all(studies: Sequence[Study], folder: Path, folders: Sequence[str], command: str) -> Report:
    from reports.draw_counts import draw_counts
    from reports.page import render

    remove_temporaries(folder)
    _write_tables(studies, folder / TABLES)
    report = replace(build_counts(studies, command, folders), figures=draw_counts(studies, folder / FIGURES))
    write_atomic(folder / PAGE, render(report))
    return report


def _write_tables(studies: Sequence[Study], folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    for field in fields(Study):
        frames = []
        for study in studies:
            frame = getattr(study, field.name)
            if isinstance(frame, pd.DataFrame) and len(frame):
                frames.append(frame.assign(players=int(study.manifest["n_seats"])))
        if frames:
            every = pd.concat(frames, ignore_index=True)
            every = every[["players", *(name for name in every.columns if name != "players")]]
            write_csv(every, folder / f"{field.name}.csv")
