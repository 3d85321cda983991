"""All charts of a report, in page order."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from analysis.precision import count
from analysis.study import Study
from reports import style
from reports.model import Figure
from reports.words import main_table
from reports.words_facts import has_cards
from reports.words_groups import group_kinds, listed

#: Charts that every report has, or a word on why not; places and length are always there.
ASKED = {
    "characters": "win share by character",
    "cells": "character by place",
    "convergence": "how the headline settles",
    "styles": "play styles",
    "scores": "scores",
    "parts": "score by source",
    "gaps": "how close games are",
    "ties": "ties",
    "leads": "whether the leader wins",
    "cards": "cards that go with winning",
}
#: So many charts stand before those of groups.
N_FIRST = 3
#: Letters of a title on one line of a picture.
MAX_TITLE = 50


@dataclass(frozen=True)
class Chart:
    """A chart before it is saved."""

    name: str
    title: str
    caption: str
    alt: str
    canvas: Any


Drawer = Callable[[Study, int], Chart | None]


def draw_all(study: Study, folder: Path) -> tuple[Figure, ...]:
    """Draws every chart that the study has data for, and writes each as PNG into the folder."""
    folder.mkdir(exist_ok=True)
    table = main_table(study)
    with style.look():
        where = f"{study.manifest['game']}, {_played(study, table)}"
        return save_charts(charts_of(study, table), where, folder)


def charts_of(study: Study, table: int) -> list[Chart]:
    """Every chart that the study has data for, in page order; to be drawn and saved under `style.look`."""
    from reports import draw_cards, draw_effects, draw_games, draw_groups, draw_leads, draw_shares

    drawers: tuple[Drawer, ...] = (
        draw_shares.places,
        draw_shares.characters,
        draw_shares.cells,
        draw_groups.teams,
        draw_effects.effects,
        draw_shares.convergence,
        draw_shares.styles,
        draw_games.scores,
        draw_games.parts,
        draw_games.gaps,
        draw_games.ties,
        draw_games.length,
        draw_leads.leads,
        draw_cards.cards,
    )
    charts = [drawer(study, table) for drawer in drawers]
    charts[N_FIRST:N_FIRST] = draw_groups.groups(study, table)
    charts += [*draw_groups.times(study, table), *draw_cards.own(study, table)]
    return [chart for chart in charts if chart is not None]


def undrawn(study: Study, drawn: Sequence[str]) -> str:
    """A sentence on the charts that are not there, and why; `drawn` are the names of those that are."""
    is_team = study.manifest.get("wins") == "team"
    kinds = group_kinds(study)
    has_score = bool((study.measures["measure"] == "score").any())
    no_score = "" if has_score else "the game has no score"
    no_cards = "" if has_cards(study.manifest) else "the game has no cards"
    why = (
        (f"the game has no characters{f'; its {listed(kinds)} are compared' if kinds else ''}", "characters", "cells"),
        (no_score or "too few seats of a game have one", "scores", "gaps"),
        (no_score or "the rows do not tell where points come from", "parts"),
        (no_score or "the rows hold no scores by round", "leads"),
        ("teams win together" if is_team else "the rows do not tell of them", "ties"),
        (no_cards or "the rows hold none of a seat, or each was had in too few games", "cards"),
        ("one set of policies was played", "styles"),
        ("too few games", "convergence"),
    )
    told: dict[str, list[str]] = {}
    for reason, *names in why:
        told.setdefault(reason, []).extend(ASKED[name] for name in names if name not in drawn)
    lacking = [f"{listed(names)} ({reason})" for reason, names in told.items() if names]
    return f"Not drawn: {'; '.join(lacking)}." if lacking else ""


def save_charts(charts: Sequence[Chart], where: str, folder: Path) -> tuple[Figure, ...]:
    """Writes charts as PNG into a folder, `where` beside their titles, and returns them for the page."""
    figures = []
    for chart in charts:
        svg = style.save(chart.canvas, chart.name, _png_title(chart.title, f"({where})"), folder)
        png = f"{folder.name}/{chart.name}.png"
        figures.append(Figure(chart.name, chart.title, chart.caption, chart.alt, svg, png))
    return tuple(figures)


def _png_title(title: str, played: str) -> str:
    """Title of a picture that stands alone; on several lines where one would not hold it."""
    n_wide = sum(bool(style.WIDE.match(letter)) for letter in title)  # these take two columns
    if len(f"{title} {played}") + n_wide <= MAX_TITLE:
        return f"{title} {played}"
    return "\n".join([*textwrap.wrap(title, MAX_TITLE - n_wide), played])


def _played(study: Study, table: int) -> str:
    games = study.games[study.games["table"] == table]["n_games"].iloc[0]
    return f"{count(games)} games"


def shown(labels: pd.Series[Any] | list[str], study: Study) -> list[str]:
    """Labels as this machine's fonts can draw them: plain names instead of titles where no font has them."""
    names = study.manifest.get("character_titles") or study.manifest["characters"]
    plain = dict(zip(names, study.manifest["characters"], strict=True))
    texts = [str(label) for label in labels]
    if style.cjk_font() or not style.needs_cjk(texts):
        return texts
    for title, name in sorted(plain.items(), key=lambda pair: -len(pair[0])):
        texts = [text.replace(title, name) for text in texts]
    return [style.WIDE.sub("?", text) for text in texts]


def one_line(text: str, width: int = 30) -> str:
    """A label that is cut where it would take the chart's room."""
    return text if len(text) <= width else f"{text[: width - 4].rstrip()} ..."


def two_lines(text: str, width: int = 24) -> str:
    """A label that leaves room for the chart: at most two lines."""
    return "\n".join(textwrap.wrap(text, width, max_lines=2, placeholder=" ...", break_on_hyphens=False) or [text])
