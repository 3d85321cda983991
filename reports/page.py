"""The page: a report model through the templates, one file that needs no other."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from reports.model import Report

#: Verdicts of more than so many sets of policies or numbers of players are folded: the glance above has them all.
FOLD_ABOVE = 3
#: Where the page can be entered, after the first screen.
SECTIONS = (
    ("h-full", "Verdicts in full"),
    ("h-notes", "Before you quote"),
    ("h-figures", "Figures"),
    ("h-health", "Run health"),
    ("h-tables", "Tables"),
    ("h-reproduce", "Same numbers again"),
    ("h-words", "Glossary"),
)
#: Tables that stand open; the others are folded.
OPEN = (
    "differs",
    "ratings",
    "matrix",
    "cycles",
    "places",
    "characters",
    "playtests",
    "styles",
    "ties",
    "scores",
    "teams",
    "flags",
    "told",
    "confirmation",
    "crossings",
    "values",
    "moves-places",
    "asked",
    "sweep-cells",
)
#: Win shares by group stand open too where they are few; no table stands open with more rows than the other number.
GROUPS, FEW_ROWS, MOST_ROWS = "by-", 16, 40


#: Blanks that no line may break at: `28.9 %`, `1 pp`, `p < 0.0001`.
_TIED = re.compile(r"(?<=\d) (?=%|pp\b)|(?<=\bp) (?=[<=] )|(?<=\bp [<=]) (?=\d)")


#: A name out of the data at the head of a text, such as `rules.handicap.4` or `stop_rule`: it stays as it is written.
_NAME = re.compile(r"[^\s,]+(,|$)|\w+[._]\w")


#: Where a name may be broken.
_BREAKS = re.compile(r"(?<=\w[._])(?=\w)")


def tied(text: str) -> str:
    """Text in which a number and its unit stay on one line."""
    return _TIED.sub("\u00a0", text)


def breakable(text: str) -> Any:
    """Text for HTML whose names may be broken after a dot or an underscore."""
    from markupsafe import Markup, escape

    return Markup("<wbr>").join(escape(part) for part in _BREAKS.split(text))


def with_code(text: str) -> Any:
    """Text for HTML with `code` in backticks marked up."""
    from markupsafe import Markup, escape

    pieces = tied(text).split("`")
    marked = [Markup("<code>{}</code>").format(p) if at % 2 else escape(p) for at, p in enumerate(pieces)]
    return Markup("").join(marked)


@cache
def _part(name: str) -> str:
    return (Path(__file__).parent / "templates" / name).read_text(encoding="utf-8")


def render(report: Report) -> str:
    """The HTML text of a report."""
    from jinja2 import Environment, StrictUndefined
    from markupsafe import Markup

    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    environment.filters["code"] = with_code
    environment.filters["tied"] = tied
    environment.filters["breakable"] = breakable
    environment.filters["capital"] = lambda text: text if _NAME.match(text) else text[:1].upper() + text[1:]
    template = environment.from_string(_part("report.html.j2"))
    # The charts, the style and the script are this package's own text, not data.
    svgs = {figure.id: Markup(figure.svg) for figure in report.figures}
    style, script = Markup(_part("style.css")), Markup(_part("sort.js"))
    is_open = [t.id for t in report.tables if len(t.rows) <= (FEW_ROWS if t.id.startswith(GROUPS) else MOST_ROWS)]
    shown = [name for name in is_open if name in OPEN or name.startswith(GROUPS)]
    return template.render(
        report=report,
        svgs=svgs,
        style=style,
        script=script,
        open_tables=shown,
        sections=SECTIONS,
        fold_above=FOLD_ABOVE,
        kinds=list(dict.fromkeys(line.kind for line in report.verdicts if line.is_brief)),
        verdicts=_grouped(report.verdicts, "of"),
        health=_grouped(report.health, "name"),
        health_of=list(dict.fromkeys(check.of for check in report.health)),
        failing=sum(not check.is_ok for check in report.health),
    )


def _grouped(items: Sequence[Any], field: str) -> list[tuple[str, list[Any]]]:
    """Items by a field, in order of appearance."""
    groups: dict[str, list[Any]] = {}
    for item in items:
        groups.setdefault(getattr(item, field), []).append(item)
    return list(groups.items())
