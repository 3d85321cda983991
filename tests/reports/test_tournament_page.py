"""The page of a tournament: its words agree with its numbers, and it can be read on a phone, also with 12 styles."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from conftest import PHONE, WIDE, Window
from test_browser import MARK, OPEN_ALL, SMALLEST, TEXT
from tourneykit import made

from analysis.tournament import Tournament, tournament_from
from reports.tables_tournament import share_text
from reports.text import summary
from reports.tournament import build_tournament, write_tournament
from reports.words_tournament import seen_from, verdict_lines

COMMAND = "fairseat tournament toy"
ROCK = np.array([[0.5, 0.7, 0.3, 1], [0.3, 0.5, 0.6, 1], [0.7, 0.4, 0.5, 1], [0, 0, 0, 0.5]])
MANY = ("balanced", "policies/mine/of_a_long_name.py:clever", *(f"style_{at}" for at in range(9)), "random")


def told(strength: object, styles: tuple[str, ...], n_games: int, **kinds: object) -> Tournament:
    sums = made(strength, styles, n_games, 3, **kinds)  # type: ignore[arg-type]
    sums.run.manifest.update({"title": "Toy race", "versions": {"fairseat": "0"}, "document": {"rules": {}}})  # type: ignore[attr-defined]
    return tournament_from(sums)


@pytest.fixture(scope="module")
def ring() -> Tournament:
    """Three styles in a ring, and one that never wins."""
    return told(ROCK, ("rock", "paper", "scissors", "well"), 1200, n_seats=4)


def test_verdicts_say_what_the_numbers_say(ring: Tournament) -> None:
    lines = {line.kind: line for line in verdict_lines(ring)}
    assert lines["Rings"].answer == "1 found"
    links = re.findall(r"(\w+) beats (\w+) \(([\d.]+) %\)", lines["Rings"].sentence)
    assert [link[:2] for link in links] == [("rock", "paper"), ("paper", "scissors"), ("scissors", "rock")]
    cells = ring.matrix.set_index("policy")
    for one, other, share in links:
        assert float(share) == pytest.approx(100 * cells.loc[one, other], abs=0.6)
    assert lines["One scale"].answer == "does not hold"
    assert lines["Gaps"].answer == "not all known"
    assert "well" in lines["Gaps"].sentence
    assert lines["Pairs"].answer == "all decided"


def test_a_pair_is_seen_from_both_sides(ring: Tournament) -> None:
    one, other = seen_from(ring.pairs, "rock", "paper"), seen_from(ring.pairs, "paper", "rock")
    for name in ("share", "expected"):
        assert one[name] + other[name] == pytest.approx(1)
    assert (one["low"] + other["high"], one["low_all"] + other["high_all"]) == pytest.approx((1, 1))
    assert one["misfit"] == -other["misfit"]
    assert one["score"] == -other["score"]


def test_equal_styles_are_told_as_open() -> None:
    found = told({"a": 1.0, "b": 1.0, "c": 1.0}, ("a", "b", "c"), 600, n_seats=3)
    lines = {line.kind: line for line in verdict_lines(found)}
    assert set(lines) == {"Strongest", "Pairs", "One scale", "Rings"}
    assert [lines[kind].answer for kind in lines] == ["open", "some open", "holds", "none"]


@pytest.mark.parametrize(
    ("share", "places", "text"),
    [(0.5, 0, "50"), (1.0, 0, "100"), (0.9999, 0, ">99"), (0.9999, 1, ">99.9"), (0.0, 1, "0.0"), (0.0001, 1, "<0.1")],
)
def test_what_is_not_all_is_not_shown_as_all(share: float, places: int, text: str) -> None:
    assert share_text(share, places) == text


def test_print_and_page_have_the_same_numbers(ring: Tournament, tmp_path: Path) -> None:
    page = write_tournament(ring, tmp_path, COMMAND).read_text(encoding="utf-8")
    text = summary(build_tournament(ring, COMMAND), "utf-8")
    report = build_tournament(ring, COMMAND)
    for line in report.verdicts:
        assert re.sub(r"\s", " ", line.sentence)[:60] in re.sub(r"\s+", " ", text)
    for table in report.tables:
        assert f'id="table-{table.id}"' in page
    assert "MATCHUPS" in text
    assert text.count("RATINGS") == 1


def test_a_pair_that_nobody_ever_won(tmp_path: Path) -> None:
    """All its games unfinished: no share, no dash where a number should be, no crash."""
    styles = ("a", "b", "c")
    sums = made({"a": 1.0, "b": 2.0, "c": 1.5}, styles, 400, 3, n_seats=3)
    of_pair = sums.schedule.meetings[:, 0] == 0
    for part, where in ((sums.won, (slice(None), of_pair)), (sums.squares, of_pair), (sums.games, (0, slice(1, None)))):
        part[where] = 0
    sums.length[:, 0] = sums.score[:, 0] = 0
    sums.run.manifest.update({"title": "Toy race"})  # type: ignore[attr-defined]
    found = tournament_from(sums)
    pair = found.pairs.iloc[0]
    assert np.isnan(pair["share"])
    assert (pair["low"], pair["high"], pair["answer"]) == (0, 1, "open")
    assert np.isfinite(found.ratings["rating"]).all()
    page = write_tournament(found, tmp_path, COMMAND).read_text(encoding="utf-8")
    assert not re.search(r"\bnan\b", re.sub(r"<[^>]*>", " ", page))
    assert "a and b (-)" in page
    assert {line.kind: line.answer for line in verdict_lines(found)}["Pairs"] == "some open"


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_twelve_styles_on_a_phone(scheme: str, window: Window, cjk: str, tmp_path: Path) -> None:
    strength = dict(zip(MANY, np.exp(np.linspace(-0.8, 0.8, 12)), strict=True)) | {"random": 1e-4}
    path = write_tournament(told(strength, MANY, 96, n_seats=4), tmp_path, COMMAND)
    page = window.open(path, PHONE, scheme).page
    found = page.evaluate("looks.chartTexts()")
    assert found["smallest"] >= SMALLEST
    assert found["cut"] == []
    assert found["overlapping"] == []
    page.evaluate(OPEN_ALL)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]
    assert page.evaluate("looks.tooWide()") == []
    page.set_viewport_size({"width": WIDE[0], "height": page.evaluate("document.documentElement.scrollHeight")})
    texts = page.evaluate("looks.textContrast()")
    assert [text for text in texts if text["ratio"] < TEXT and not text["isLarge"]] == []
    marks = [mark for mark in page.evaluate("looks.markContrast()") if mark["figure"] != "figure-matchups"]
    assert marks  # cells are tints under numbers
    assert [mark for mark in marks if mark["ratio"] < MARK] == []
