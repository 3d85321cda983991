"""The page: a report model through the templates, one file that needs no other."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from reports.model import Report

#: Tables that stand open; the others are folded.
OPEN = ("places", "characters", "styles", "ties", "scores", "teams", "flags", "told")
#: Win shares by group stand open too where they are few; no table stands open with more rows than the other number.
GROUPS, FEW_ROWS, MOST_ROWS = "by-", 16, 40


#: Blanks that no line may break at: `28.9 %`, `1 pp`, `p < 0.0001`.
_TIED = re.compile(r"(?<=\d) (?=%|pp\b)|(?<=\bp) (?=[<=] )|(?<=\bp [<=]) (?=\d)")


def tied(text: str) -> str:
    """Text in which a number and its unit stay on one line."""
    return _TIED.sub("\u00a0", text)


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
    template = environment.from_string(_part("report.html.j2"))
    # The charts, the style and the script are this package's own text, not data.
    svgs = {figure.id: Markup(figure.svg) for figure in report.figures}
    style, script = Markup(_part("style.css")), Markup(_part("sort.js"))
    is_open = [t.id for t in report.tables if len(t.rows) <= (FEW_ROWS if t.id.startswith(GROUPS) else MOST_ROWS)]
    shown = [name for name in is_open if name in OPEN or name.startswith(GROUPS)]
    return template.render(report=report, svgs=svgs, style=style, script=script, open_tables=shown)
