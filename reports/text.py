"""The summary for the terminal: the numbers of the page as plain text."""

from __future__ import annotations

import sys
import textwrap
import unicodedata
from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from typing import Any

from reports.model import Report, Table
from reports.page import tied

WIDTH = 100
#: How the ids of tables of groups begin; their thin rows are not printed.
GROUPS = "by-"
#: So many of their columns are printed.
N_OF_GROUPS = 6
#: Tables printed, with the most rows from the top and from the end of each.
PRINTED = (
    ("confirmation", 24, 0),
    ("crossings", 24, 0),
    ("values", 12, 0),
    ("ratings", 16, 0),
    ("matrix", 16, 0),
    ("policies", 12, 0),
    ("places", 12, 0),
    ("characters", 12, 12),
    ("playtests", 24, 0),
    (GROUPS, 8, 8),
    ("teams", 24, 0),
    ("styles", 24, 0),
    ("ties", 24, 0),
    ("scores", 3, 0),
    ("parts", 12, 0),
    ("length", 2, 0),
    ("told", 6, 0),
    ("flags", 8, 0),
    ("moves-places", 12, 0),
    ("sweep-cells", 8, 4),
)
#: Columns left out in print, by their head.
_LEFT_OUT = {"5 %", "25 %", "75 %", "95 %", "effective games"}


def summary(report: Report, encoding: str | None = None) -> str:
    """The report in a few dozen lines.

    Parameters
    ----------
    report
        The report.
    encoding
        Encoding of the output, default that of stdout. What it cannot show is replaced: titles by plain names, the
        rest by "?".
    """
    encoding = encoding or sys.stdout.encoding or "ascii"
    report = _mapped(report, lambda text: _fit(text, report.latin, encoding))
    lines = [report.title, *_wrap(report.subtitle), *_wrap(f"Assumed: {report.assumed}")]
    lines += ["", "VERDICTS", *_verdicts(report), "", *_answers(report)]
    for name, first, last in PRINTED:
        for table in _named(report, name):
            lines += ["", *_table(table, first, last)]
    lines += ["", *_health(report), "", "NOTES", *(part for note in report.notes for part in _wrap(f"- {note}"))]
    return "\n".join(lines) + "\n"


def _named(report: Report, name: str) -> list[Table]:
    """The table of an id, or all tables of groups."""
    if name != GROUPS:
        return [table for table in report.tables if table.id == name]
    groups = [table for table in report.tables if table.id.startswith(GROUPS)]
    solid = [tuple(row for row in table.rows if not row.is_thin) for table in groups]
    return [replace(table, rows=rows) for table, rows in zip(groups, solid, strict=True) if rows]


def _wrap(text: str, indent: str = "") -> list[str]:
    """Lines of the common width; a number and its unit stay on one."""
    lines = textwrap.wrap(tied(text), WIDTH, initial_indent=indent, subsequent_indent="  ")
    return [line.replace("\u00a0", " ") for line in lines]


def _verdicts(report: Report) -> list[str]:
    return [
        part for v in report.verdicts for part in _wrap(f"[{v.mark}] {v.subject}: {v.answer.upper()}. {v.sentence}")
    ]


def _answers(report: Report) -> list[str]:
    lines = []
    for item in report.answers:
        first, *more = f"{item.name} {item.text}".split("\n")
        lines += _wrap(first)
        lines += [part for line in more for part in _wrap(line, "  ")]
    return lines


def _table(table: Table, first: int, last: int) -> list[str]:
    keep = [at for at, head in enumerate(table.head) if head not in _LEFT_OUT and not head.endswith("-way, times")]
    keep = keep[:N_OF_GROUPS] if table.id.startswith(GROUPS) else keep
    n_left_out = len(table.rows) - first - last
    shown = table.rows if n_left_out <= 0 else (*table.rows[:first], *table.rows[len(table.rows) - last :])
    rows = [[row.cells[at].text + ("*" if row.is_thin and not at else "") for at in keep] for row in shown]
    head = [table.head[at] for at in keep]
    widths = [max(_width(row[at]) for row in [head, *rows]) for at in range(len(head))]
    lines = [table.title.upper()]
    for row in [head, *rows]:
        name, *numbers = (_padded(text, width, at) for at, (text, width) in enumerate(zip(row, widths, strict=True)))
        lines.append("  ".join([name, *numbers]).rstrip())
    if n_left_out > 0:
        lines.insert(2 + first, f"... {n_left_out} more in the report")
    if any(row.is_thin for row in shown):
        lines.append("* too few games to judge")
    return lines


def _width(text: str) -> int:
    """Columns of a terminal that a text takes: Chinese and Japanese characters take two."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def _padded(text: str, width: int, column: int) -> str:
    space = " " * (width - _width(text))
    return space + text if column else text + space


def _health(report: Report) -> list[str]:
    bad = [check for check in report.health if not check.is_ok]
    lines = [f"RUN HEALTH: {len(report.health) - len(bad)} of {len(report.health)} checks pass"]
    names = [f"{check.name} ({check.of})" if check.of else check.name for check in report.health]
    width = max(map(len, names), default=0)
    for name, check in zip(names, report.health, strict=True):
        lines.append(f"[{'ok' if check.is_ok else 'FAIL'}]".ljust(7) + f"{name.ljust(width)}  {check.figure}")
    return lines


def _mapped(value: Any, change: Callable[[str], str]) -> Any:
    """A model with every text in it changed."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, tuple):
        return tuple(_mapped(part, change) for part in value)
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{f.name: _mapped(getattr(value, f.name), change) for f in fields(value)})
    return value


def _fit(text: str, latin: tuple[tuple[str, str], ...], encoding: str) -> str:
    for title, name in latin:
        if title in text and _is_beyond(title, encoding):
            text = text.replace(title, name)
    return text.encode(encoding, errors="replace").decode(encoding)


def _is_beyond(text: str, encoding: str) -> bool:
    return text.encode(encoding, errors="replace").decode(encoding) != text
