"""Pages of comparisons in a browser: they fit a phone, can be read in both schemes and aloud, and ask for nothing."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from conftest import PHONE, SMALL_PHONE, WIDE, Window
from synthetic import Truth, write_run
from test_browser import LARGE_TEXT, MARK, OPEN_ALL, SMALLEST, TEXT

from analysis.comparison import compare_runs
from analysis.run import open_run
from reports.compare import write_comparison

pytestmark = pytest.mark.browser

TRUTH = Truth(n_blocks=150, place=(1.2, 1.0, 1.0, 0.9), character=(1.0, 1.3, 0.9, 0.8), shared_luck=0.7, ties=0.05)
OTHERS = {
    "moved": (replace(TRUTH, place=(1.0, 1.0, 1.0, 1.4)), replace(TRUTH, place=(1.6, 1.0, 1.0, 0.8))),
    "same": (TRUTH,),
    "apart": (replace(TRUTH, seed=9),),
}


@pytest.fixture(scope="module")
def compared(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Pages by name: places that move both ways, twice the same, other seeds."""
    base = tmp_path_factory.mktemp("compared")
    found = {}
    for name, truths in OTHERS.items():
        a = write_run(base / name / "a", *[TRUTH] * len(truths))
        b = write_run(base / name / "b", *truths)
        comparison = compare_runs(open_run(a), open_run(b), 0.01, 0.95)
        found[name], _ = write_comparison(comparison, base / name, "fairseat compare toy --b rules.handicap.4=2")
    return found


@pytest.mark.parametrize("name", OTHERS)
def test_it_asks_for_nothing(name: str, compared: dict[str, Path], window: Window) -> None:
    seen = window.open(compared[name], offline=False)
    seen.page.evaluate(OPEN_ALL)
    seen.page.wait_for_load_state("networkidle")
    assert seen.said == []
    assert [url for url in seen.asked if not url.startswith("data:")] == [compared[name].as_uri()]


@pytest.mark.parametrize("size", [PHONE, SMALL_PHONE], ids=lambda size: f"{size[0]}px")
@pytest.mark.parametrize("name", OTHERS)
def test_it_fits_a_phone(name: str, size: tuple[int, int], compared: dict[str, Path], window: Window) -> None:
    page = window.open(compared[name], size).page
    page.evaluate(OPEN_ALL)
    wide, seen = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert (wide, seen) == (size[0], size[0])
    assert page.evaluate("looks.tooWide()") == []
    if size == PHONE:
        verdicts = page.locator(".scroll:has(.glance)")
        assert verdicts.evaluate("(one) => one.scrollWidth <= one.clientWidth")
        found = page.evaluate("looks.chartTexts()")
        assert found["smallest"] >= SMALLEST
        assert found["cut"] == found["overlapping"] == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", OTHERS)
def test_texts_and_marks_stand_out(name: str, scheme: str, compared: dict[str, Path], window: Window) -> None:
    page = window.open(compared[name], WIDE, scheme).page
    page.evaluate(OPEN_ALL)
    page.set_viewport_size({"width": WIDE[0], "height": page.evaluate("document.documentElement.scrollHeight")})
    texts = page.evaluate("looks.textContrast()")
    assert len(texts) > 100
    assert [text for text in texts if text["ratio"] < (LARGE_TEXT if text["isLarge"] else TEXT)] == []
    marks = page.evaluate("looks.markContrast()")
    figures = set(page.eval_on_selector_all("figure", "all => all.map((figure) => figure.id)"))
    assert {mark["figure"] for mark in marks} == figures
    assert [mark for mark in marks if mark["ratio"] < MARK] == []


@pytest.mark.parametrize("name", OTHERS)
def test_it_can_be_read_aloud(name: str, compared: dict[str, Path], window: Window) -> None:
    page = window.open(compared[name]).page
    levels: list[int] = page.eval_on_selector_all("h1, h2, h3, h4", "all => all.map((h) => Number(h.tagName[1]))")
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    page.evaluate(OPEN_ALL)
    told = page.eval_on_selector_all(
        "figure svg",
        "all => all.map((svg) => document.getElementById(svg.getAttribute('aria-describedby')).textContent)",
    )
    assert len(told) > 3
    assert all(len(text) > 20 for text in told)
    captions = page.eval_on_selector_all("table", "all => all.map((table) => table.caption?.textContent ?? '')")
    assert captions
    assert all(captions)


@pytest.mark.parametrize("name", OTHERS)
def test_the_first_screen_answers(name: str, compared: dict[str, Path], window: Window) -> None:
    page = window.open(compared[name]).page
    for text in ("Assumed:", "Verdicts", "What does it change?", "How sure is that?"):
        box = page.get_by_text(text).first.bounding_box()
        assert box is not None, text
        assert box["y"] + box["height"] <= WIDE[1], text
