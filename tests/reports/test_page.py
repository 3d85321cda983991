"""The page: one file that needs no other, the same bytes for the same run, readable for everyone."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from synthetic import Truth, write_run

from analysis.study import analyse
from reports import draw_games, style
from reports.build import write_report
from reports.page import tied

COMMAND = "fairseat study toy -n 950 --seed 11"
ONE = Truth(
    n_blocks=40,
    place=(1.2, 1, 1, 0.9),
    character=(1, 1.5, 0.8, 0.7),
    ties=0.1,
    card_boost=0.3,
    unfinished=0.01,
    seed=11,
)
TWO = Truth(n_blocks=40, place=(0.8, 1, 1, 1.1), top_ties=0.2, seed=12)
NAMES = ["president", "vice", "secretary", "treasurer"]
TITLES = ["社長", "副社長", "書記", "会計"]
FIGURES = {
    "places",
    "characters",
    "cells",
    "convergence",
    "styles",
    "scores",
    "parts",
    "gaps",
    "ties",
    "length",
    "leads",
}
FIGURES |= {"cards", "own-1"}


@pytest.fixture(scope="module")
def run_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = write_run(tmp_path_factory.mktemp("report") / "run", ONE, TWO, character_titles=TITLES)
    assert write_report(folder, COMMAND, 0.01, 0.95) == folder / "report.html"
    return folder


@pytest.fixture(scope="module")
def html(run_dir: Path) -> str:
    return (run_dir / "report.html").read_text(encoding="utf-8")


class Page(HTMLParser):
    """Ids, references, heads and tags of a page, and whether its tags nest."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.references: list[str] = []
        self.loads: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.append((tag, given))
        self.ids += [given["id"]] if given.get("id") else []
        for name in ("aria-labelledby", "aria-describedby"):
            self.references += (given.get(name) or "").split()
        self.loads += [given[name] or "" for name in ("src", "href", "xlink:href") if name in given]
        if tag not in ("meta", "link", "br", "input", "img", "hr"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if self.open and self.open[-1] == tag:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_nests_and_its_ids_are_unique(html: str) -> None:
    page = Page(html)
    assert page.open == []
    assert len(page.ids) == len(set(page.ids))
    assert set(page.references) <= set(page.ids)


def test_the_page_loads_nothing(html: str) -> None:
    assert all(load.startswith(("#", "data:")) for load in Page(html).loads)
    assert not re.search(r"url\((?!#)", html)
    assert "@import" not in html
    inside = re.findall(r"url\(#([^)]+)\)", html)
    assert set(inside) <= set(Page(html).ids)


def test_the_page_is_light(html: str) -> None:
    assert len(html.encode()) < 1_500_000


def test_no_path_host_or_clock(html: str, run_dir: Path) -> None:
    import datetime
    import socket

    assert str(run_dir.parent) not in html
    assert "/tmp" not in html
    assert socket.gethostname() not in html
    assert datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d") not in html


def test_same_run_same_bytes(run_dir: Path, tmp_path: Path) -> None:
    other = write_run(tmp_path / "elsewhere", ONE, TWO, character_titles=TITLES)
    write_report(other, COMMAND, 0.01, 0.95)
    names = [
        "report.html",
        *(str(p.relative_to(other)) for kind in ("figures", "tables") for p in (other / kind).iterdir()),
    ]
    assert len(names) > 25
    for name in names:
        assert (other / name).read_bytes() == (run_dir / name).read_bytes(), name


def test_every_figure_has_its_file(run_dir: Path, html: str) -> None:
    from PIL import Image

    assert {path.stem for path in (run_dir / "figures").iterdir()} == FIGURES
    for name in FIGURES:
        assert f'id="figure-{name}"' in html
        with Image.open(run_dir / "figures" / f"{name}.png") as image:
            assert image.width >= 1000
            assert len(image.convert("L").getcolors() or []) > 20  # something is drawn
            assert [round(float(dpi)) for dpi in image.info["dpi"]] == [200, 200]


def test_what_is_assumed_then_verdicts_answers_and_figures(html: str) -> None:
    questions = ["Who is ahead?", "By how much?", "How sure is that?", "What is assumed?", "What to do next?"]
    parts = ["full", "notes", "figures", "health", "tables", "reproduce", "words"]
    order = ["Assumed:", 'id="h-verdicts"', *questions, *(f'id="h-{part}"' for part in parts)]
    order = [html.index(text) for text in order]
    assert order == sorted(order)
    assert "90 % of the card data (45 of 50 entries of pack standin) is assumed" in html


def test_all_that_reproduces_is_there(html: str, run_dir: Path) -> None:
    run_digest = json.loads((run_dir / "manifest.json").read_text(encoding="utf-8"))["run_digest"]
    box = html[html.index('id="h-reproduce"') : html.index('id="h-words"')]
    for fact in (COMMAND, run_digest, "a" * 16, "b" * 16, "c" * 16, "d" * 16, "numba 0.68.1", "standin",
                 "balanced; random", "40 of 24 games", "45 of 50"):  # fmt: skip
        assert fact in box
    assert "unfinished games" in box


def test_tables_can_be_read_aloud(html: str) -> None:
    page = Page(html)
    tables = html.count("<table")
    assert html.count("<caption") == tables > 10
    heads = [given for tag, given in page.tags if tag == "th"]
    assert all(given.get("scope") in ("col", "row") for given in heads)
    charts = [given for tag, given in page.tags if tag == "svg"]
    assert len(charts) == len(FIGURES)
    assert all(given["role"] == "img" and given["aria-labelledby"] for given in charts)


def test_names_are_text_not_html(tmp_path: Path) -> None:
    names = ["<script>alert(1)</script>", "a & b", '"quoted"', "<b>"]
    folder = write_run(tmp_path / "run", ONE, character_titles=names, title="<img src=x>")
    write_report(folder, "fairseat study '<i>'", 0.01, 0.95)
    html = (folder / "report.html").read_text(encoding="utf-8")
    assert html.count("<script>") == 1
    assert "<img" not in html
    assert "<i>" not in html
    assert "&lt;script&gt;alert(1)" in html
    assert Page(html).open == []


def test_dark_mode_recolours_every_colour_of_the_charts(html: str) -> None:
    charts = re.findall(r"<svg.*?</svg>", html, flags=re.S)
    css = html[: html.index("</style>")]
    dark = css[css.index("prefers-color-scheme: dark") :]
    for name, chart in zip(FIGURES, charts, strict=True):
        used = set(re.findall(r"var\((--\w+)\)", chart))
        assert used, name
        assert all(f"{variable}:" in dark for variable in used)


def test_without_a_font_charts_show_plain_names(run_dir: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(style, "cjk_font", lambda: None)
    titles = [f"{name} {title}" for name, title in zip(NAMES, TITLES, strict=True)]
    folder = write_run(tmp_path / "run", ONE, TWO, character_titles=titles)
    write_report(folder, COMMAND, 0.01, 0.95)  # a missing glyph would warn, and warnings are errors
    html = (folder / "report.html").read_text(encoding="utf-8")
    charts = re.findall(r"<svg.*?</svg>", html, flags=re.S)
    assert not any(style.needs_cjk([chart]) for chart in charts)
    assert sum(f"{NAMES[2]}</text>" in chart for chart in charts) == 5  # shares, cells, styles, scores, habits
    assert "No font with Chinese and Japanese characters" in html


def test_two_histograms_in_one_chart_both_fit(run_dir: Path) -> None:
    """The one drawn first must not set the limit for the other."""
    study = analyse(run_dir, 0.01, 0.95)
    chart = draw_games.gaps(study, 0)
    assert chart is not None
    (axes,) = chart.canvas.axes
    highest = max(float(patch.get_data().values.max()) for patch in axes.patches)
    assert axes.get_ylim()[1] > highest


def test_a_number_and_its_unit_stay_on_one_line() -> None:
    assert tied("wins 28.9 % (27.9 to 30.0), 3.9 pp above; p < 0.0001, p = 0.02 of 3 people") == (
        "wins 28.9\u00a0% (27.9 to 30.0), 3.9\u00a0pp above; p\u00a0<\u00a00.0001, p\u00a0=\u00a00.02 of 3 people"
    )
