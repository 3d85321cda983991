"""Reports in a real browser: they ask for nothing, sort, fit a phone, and can be read in both schemes and aloud."""

from __future__ import annotations

import re
import shutil
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse

import pytest
from conftest import PAGES, PHONE, SMALL_PHONE, WIDE, Window

from reports.draw import ASKED

pytestmark = pytest.mark.browser

NAMES = tuple(PAGES)
SCHEMES = ("light", "dark")
LIGHTEST = 1_500_000
TEXT, LARGE_TEXT, MARK = 4.5, 3.0, 3.0
#: Of the letters of charts on a phone, in CSS pixels.
SMALLEST = 9.0
#: Words that every collation orders alike.
PLAIN = re.compile(r"[A-Za-z0-9 ]+")
OPEN_ALL = "document.querySelectorAll('details').forEach((part) => (part.open = true))"
EVERY_TABLE = """[...document.querySelectorAll('table.sortable')].map(
    (table) => [table.closest('details').id, looks.sorted(table)])"""
#: How the element with the focus is outlined.
OUTLINE = """(({outlineStyle, outlineWidth}) => [outlineStyle, parseFloat(outlineWidth)])(
    getComputedStyle(document.activeElement))"""


@pytest.mark.parametrize("name", NAMES)
def test_alone_in_a_folder_it_says_nothing_and_asks_for_nothing(
    name: str, pages: dict[str, Path], window: Window, tmp_path: Path
) -> None:
    moved = tmp_path / "elsewhere.html"
    shutil.copy(pages[name], moved)
    assert moved.stat().st_size < LIGHTEST
    for offline in (True, False):
        seen = window.open(moved, offline=offline)
        seen.page.mouse.wheel(0, 20_000)
        seen.page.evaluate(OPEN_ALL)
        seen.page.wait_for_load_state("networkidle")
        assert seen.said == []
        assert [url for url in seen.asked if not url.startswith("data:")] == [moved.as_uri()]


def test_links_lead_somewhere(pages: dict[str, Path], window: Window) -> None:
    for name in NAMES:
        page = window.open(pages[name]).page
        links: list[list[str]] = page.eval_on_selector_all(
            "a[href]", "all => all.map((a) => [a.getAttribute('href'), a.href])"
        )
        assert len(links) > 8
        for written, whole in links:
            if written.startswith("#"):
                assert page.locator(f"[id='{written[1:]}']").count() == 1, written
            else:
                assert Path(unquote(urlparse(whole).path)).is_file(), written


@pytest.mark.parametrize("name", [name for name in NAMES if name != "counts"])
def test_the_first_screen_answers(name: str, pages: dict[str, Path], window: Window) -> None:
    """Question, verdicts, answers, how sure and what is assumed are seen without scrolling."""
    page = window.open(pages[name]).page
    said = ("is it balanced?", "Assumed:", "Verdicts", "Who is ahead?", "How sure is that?", "What is assumed?")
    for text in said:
        box = page.get_by_text(text).first.bounding_box()
        assert box is not None, text
        assert box["y"] + box["height"] <= WIDE[1], text
    for verdict in page.locator(".glance td strong").all():
        box = verdict.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= WIDE[1] / 2


def test_every_figure_is_there_or_told_why_not(pages: dict[str, Path], window: Window) -> None:
    drawn = {}
    for name in ("kaguya", "konoten", "rider", "pig"):
        page = window.open(pages[name]).page
        there = page.eval_on_selector_all("figure", "all => all.map((figure) => figure.id.replace('figure-', ''))")
        told = " ".join(page.locator(".undrawn").all_inner_texts())
        for figure, words in ASKED.items():
            assert (figure in there) != (re.search(rf"[ ,]{words}[ ,]", told) is not None), (name, figure)
        assert {"places", "length"} <= set(there)
        drawn[name] = set(ASKED) & set(there)
    assert drawn["kaguya"] >= set(ASKED) - {"cards"}
    assert drawn["konoten"] >= set(ASKED) - {"cards"}
    assert drawn["rider"] >= {"convergence", "styles"}
    assert drawn["pig"] == {"convergence", "styles", "scores", "gaps", "ties", "leads"}


def _key(cell: list[Any]) -> Any:
    """What a cell sorts by: its number, or its words with the numbers in them as numbers."""
    text, sort, _ = cell
    if sort is not None:
        return float(sort)
    return [
        (0, int(part), "") if part.isdigit() else (1, 0, part) for part in re.findall(r"\d+|[^\d\W]+", text.casefold())
    ]


@pytest.mark.parametrize("name", NAMES)
def test_every_column_sorts_both_ways(name: str, pages: dict[str, Path], window: Window) -> None:
    page = window.open(pages[name]).page
    n_thin = n_words = n_numbers = 0
    for table, columns in page.evaluate(EVERY_TABLE):
        for column, pressed in enumerate(columns):
            rows = [press["rows"] for press in pressed]
            is_number = rows[0][0][1] is not None
            assert [press["sort"] for press in pressed] == (
                ["descending", "ascending"] if is_number else ["ascending", "descending"]
            )
            assert all(press["others"] == 0 for press in pressed)
            for press in pressed:
                cells = press["rows"]
                lasts = [2 * thin + (sort == "nan") for _, sort, thin in cells]
                assert lasts == sorted(lasts), (table, column)  # few games and no number: last, whichever way
                n_thin += sum(thin for _, _, thin in cells)
                for last in set(lasts):
                    keys = [
                        _key(cell) for cell, one in zip(cells, lasts, strict=True) if one == last and cell[1] != "nan"
                    ]
                    if is_number or all(PLAIN.fullmatch(text) for text, _, _ in cells):
                        assert keys == sorted(keys, reverse=press["sort"] == "descending"), (table, column, cells)
            n_numbers += is_number
            n_words += not is_number
    assert n_numbers > 20
    assert n_words > 5
    assert n_thin or name != "rider"


def test_heads_are_pressed_by_mouse_and_keys(pages: dict[str, Path], window: Window) -> None:
    page = window.open(pages["kaguya"]).page
    table = page.get_by_role("region", name="Win share by character").get_by_role("table")
    shares = table.get_by_role("button", name=re.compile("^win share"))
    head = table.locator("th[aria-sort]")

    def order() -> list[float]:
        return [float(text.split(" %")[0]) for text in table.locator("tbody tr td:nth-child(2)").all_inner_texts()]

    before = order()
    shares.click()
    assert order() == sorted(before, reverse=True)
    assert head.get_attribute("aria-sort") == "descending"
    page.keyboard.press("Enter")
    assert order() == sorted(before)
    assert head.get_attribute("aria-sort") == "ascending"
    page.keyboard.press("Space")
    assert order() == sorted(before, reverse=True)
    page.keyboard.press("Shift+Tab")  # to the head of names
    page.keyboard.press("Enter")
    names = [text.split(" ")[0] for text in table.locator("tbody th").all_inner_texts()]
    assert names == sorted(names)
    assert head.count() == 1
    assert head.inner_text() == "character"


@pytest.mark.parametrize("size", [PHONE, SMALL_PHONE], ids=lambda size: f"{size[0]}px")
@pytest.mark.parametrize("name", NAMES)
def test_on_a_phone_nothing_scrolls_sideways(
    name: str, size: tuple[int, int], pages: dict[str, Path], window: Window
) -> None:
    page = window.open(pages[name], size).page
    page.evaluate(OPEN_ALL)
    wide, seen = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert (wide, seen) == (size[0], size[0])
    assert page.evaluate("looks.tooWide()") == []
    inside = page.eval_on_selector_all(
        ".scroll", "all => all.filter((one) => one.scrollWidth > one.clientWidth).length"
    )
    assert inside > 0  # wide tables scroll within their own frame
    if size == PHONE:
        verdicts = page.locator(".scroll:has(.glance)")
        assert verdicts.evaluate("(one) => one.scrollWidth <= one.clientWidth")


@pytest.mark.parametrize("name", NAMES)
def test_letters_of_charts_fit(name: str, pages: dict[str, Path], window: Window) -> None:
    page = window.open(pages[name], PHONE).page
    found = page.evaluate("looks.chartTexts()")
    assert found["smallest"] >= SMALLEST
    assert found["cut"] == []
    assert found["overlapping"] == []


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("name", NAMES)
def test_texts_and_marks_stand_out(name: str, scheme: str, pages: dict[str, Path], window: Window) -> None:
    page = window.open(pages[name], WIDE, scheme).page
    page.evaluate(OPEN_ALL)
    page.set_viewport_size({"width": WIDE[0], "height": page.evaluate("document.documentElement.scrollHeight")})
    texts = page.evaluate("looks.textContrast()")
    assert len(texts) > 300
    faint = [text for text in texts if text["ratio"] < (LARGE_TEXT if text["isLarge"] else TEXT)]
    assert faint == []
    marks = page.evaluate("looks.markContrast()")
    figures = set(page.eval_on_selector_all("figure", "all => all.map((figure) => figure.id)"))
    assert {mark["figure"] for mark in marks} == figures - {"figure-cells"}  # whose cells are tints under numbers
    assert [mark for mark in marks if mark["ratio"] < MARK] == []
    is_dark = page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(20, 24, 30)"
    assert is_dark == (scheme == "dark")


def test_the_keyboard_reaches_all_and_shows_where_it_is(pages: dict[str, Path], window: Window) -> None:
    page = window.open(pages["kaguya"]).page
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to the answers")
    box = skip.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    n_buttons = page.get_by_role("button").count()
    reached = set()
    for _ in range(40):
        page.keyboard.press("Tab")
        kind, width = page.evaluate(OUTLINE)
        assert kind == "solid"
        assert width >= 2
        assert page.evaluate("document.querySelector('main').contains(document.activeElement)")
        reached.add(page.evaluate("document.activeElement.tagName"))
    assert {"DIV", "A"} <= reached
    assert n_buttons > 30


@pytest.mark.parametrize("name", NAMES)
def test_it_can_be_read_aloud(name: str, pages: dict[str, Path], window: Window) -> None:
    page = window.open(pages[name]).page
    levels: list[int] = page.eval_on_selector_all("h1, h2, h3, h4", "all => all.map((h) => Number(h.tagName[1]))")
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    assert page.locator("html").get_attribute("lang") == "en"
    for landmark in ("banner", "main"):
        assert page.get_by_role(landmark).count() == 1  # type: ignore[arg-type]
    page.evaluate(OPEN_ALL)
    titles = page.locator("figure h3").all_inner_texts()
    assert len(titles) == page.locator("figure svg").count() > 0
    for title in titles:
        assert page.get_by_role("img", name=title, exact=True).count() == 1, title
    told = page.eval_on_selector_all(
        "figure svg",
        "all => all.map((svg) => document.getElementById(svg.getAttribute('aria-describedby')).textContent)",
    )
    assert all(len(text) > 20 for text in told)
    captions = page.eval_on_selector_all("table", "all => all.map((table) => table.caption?.textContent ?? '')")
    assert len(captions) == page.get_by_role("table").count()
    assert all(captions)
    heads = page.eval_on_selector_all("th", "all => all.map((th) => [th.scope, th.textContent.trim()])")
    assert all(scope in ("col", "row") and text for scope, text in heads)
    assert page.locator("[tabindex]:not([tabindex='0']):not(main)").count() == 0


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
@pytest.mark.parametrize("name", ["kaguya", "counts"])
def test_on_paper_all_is_open_and_light(name: str, scripts: bool, pages: dict[str, Path], window: Window) -> None:
    page = window.open(pages[name], scheme="dark", scripts=scripts).page
    folded = page.locator("details:not([open]) table, details:not([open]) li")
    assert folded.count() > 0
    assert not any(one.is_visible() for one in folded.all()[:3])
    page.emulate_media(media="print", color_scheme="dark")
    for part in folded.all()[:3]:
        box = part.bounding_box()
        assert box is not None
        assert box["height"] > 10
    ink, paper = page.evaluate(
        "(({color, backgroundColor}) => [color, backgroundColor])(getComputedStyle(document.body))"
    )
    assert (ink, paper) == ("rgb(0, 0, 0)", "rgb(255, 255, 255)")
    assert page.evaluate("getComputedStyle(document.querySelector('figure svg text')).fill") == "rgb(0, 0, 0)"
    assert len(page.pdf()) > 50_000


@pytest.mark.parametrize("name", ["rider", "counts"])
def test_without_scripts_only_sorting_is_gone(name: str, pages: dict[str, Path], window: Window) -> None:
    seen = window.open(pages[name], scripts=False)
    assert seen.said == []
    assert not seen.page.get_by_text("Press a head to sort.").is_visible()
    assert seen.page.get_by_role("button").count() == 0
    assert seen.page.locator("figure svg").first.is_visible()
    assert seen.page.get_by_role("table").count() > 3
    folded = seen.page.locator("details:not([open]) > summary")
    before = folded.count()
    folded.first.click()
    assert folded.count() == before - 1


def test_nothing_moves(pages: dict[str, Path], window: Window) -> None:
    page = window.open(pages["kaguya"]).page
    page.get_by_role("button").first.click()
    assert page.evaluate("document.getAnimations().length") == 0


def test_every_character_has_a_shape(pages: dict[str, Path], window: Window) -> None:
    """No box stands for a letter that the fonts lack."""
    for name in NAMES:
        page = window.open(pages[name]).page
        letters = "".join(sorted({letter for letter in page.locator("body").inner_text() if not letter.isspace()}))
        assert page.evaluate("(letters) => looks.boxes(letters)", letters) == []
        assert page.evaluate("looks.boxes('\\u{10FFFE}')") == ["\U0010fffe"]  # a box is seen where there is one
        if name != "pig":
            assert re.search(r"[\u3040-\u9fff]", letters)
