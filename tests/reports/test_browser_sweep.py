"""Pages of sweeps in a real browser: nothing cut, nothing over another, readable in light and dark, on a phone too."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import sweepkit
from conftest import PHONE, WIDE, Window

from analysis.sweep import analyse_sweep
from reports.rulebook import Asked
from reports.sweep import write_sweep
from sim.cells import CellResult

pytestmark = pytest.mark.browser
NAMES = ("curve", "one", "grid", "long", "nothing")
LONG = "{ if = 'first', ops = ['gain %d', 'shift_die 1', '会長が言う'], else = 'draw' }"
TITLES = ["president 会長", "vice-president 副会長", "secretary 書記", "treasurer 会計"]
OPEN_ALL = "document.querySelectorAll('details').forEach((one) => (one.open = true))"
SMALLEST, TEXT, LARGE_TEXT, MARK = 9.0, 4.5, 3.0, 3.0


@pytest.fixture(scope="module")
def sweeps(chromium: str, cjk: str, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Pages of sweeps out of rows with a known truth; made only where there is a browser to look at them."""
    base = tmp_path_factory.mktemp("sweeps")
    small = replace(sweepkit.BASE, n_blocks=60)
    asked = {"rulings.stop": Asked("decline", {"decline": "", "stay": "plays on"}, (("T-5", "He may stop."),), "why")}
    made = {
        "curve": (sweepkit.curve(base / "curve", 5, small, 2), "h0", None),
        "one": (sweepkit.one_at_a_time(base / "one", small), "base", asked),
        "grid": (sweepkit.grid(base / "grid", 4, 3, small), "c00", None),
    }
    run = made["one"][0][1].run_dir
    values = [f"policies.balanced.{'a_feature_with_a_long_name'}_{i}" for i in range(12)]
    many = [{}, *({path: LONG % i} for i, path in enumerate(values)), {values[0]: LONG % 1}]
    long = [CellResult(f"c{i:02}", each, "done", "", run) for i, each in enumerate(many)]
    lost = [CellResult("only", {"rules.handicap.4": "1"}, "failed", sweepkit.FAILED, base)]
    for name, (cells, first, told) in (made | {"long": (long, "c00", None), "nothing": (lost, "only", None)}).items():
        (base / name).mkdir(exist_ok=True)
        write_sweep(analyse_sweep(cells, first, 0.01, 0.95), base / name, "fairseat sweep toy", told)
    return {name: base / name / "report.html" for name in NAMES}


@pytest.mark.parametrize("name", NAMES)
def test_on_a_phone_all_can_be_read(name: str, sweeps: dict[str, Path], window: Window) -> None:
    seen = window.open(sweeps[name], PHONE)
    page = seen.page
    page.evaluate(OPEN_ALL)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]
    assert page.evaluate("looks.tooWide()") == []
    found = page.evaluate("looks.chartTexts()")
    assert found["cut"] == []
    assert found["overlapping"] == []
    assert name == "nothing" or found["smallest"] >= SMALLEST
    assert seen.said == []
    assert [url for url in seen.asked if not url.startswith("data:")] == [sweeps[name].as_uri()]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["curve", "one", "grid"])
def test_texts_and_marks_stand_out(name: str, scheme: str, sweeps: dict[str, Path], window: Window) -> None:
    page = window.open(sweeps[name], WIDE, scheme).page
    page.evaluate(OPEN_ALL)
    page.set_viewport_size({"width": WIDE[0], "height": page.evaluate("document.documentElement.scrollHeight")})
    texts = page.evaluate("looks.textContrast()")
    assert len(texts) > 150
    assert [text for text in texts if text["ratio"] < (LARGE_TEXT if text["isLarge"] else TEXT)] == []
    marks = [mark for mark in page.evaluate("looks.markContrast()") if not mark["figure"].startswith("figure-map")]
    assert [mark for mark in marks if mark["ratio"] < MARK] == []


def test_a_page_of_cells_that_failed_says_so(sweeps: dict[str, Path], window: Window) -> None:
    page = window.open(sweeps["nothing"]).page
    assert page.get_by_text("No cell was played to its end.").first.is_visible()
    assert page.get_by_text(sweepkit.FAILED).first.is_visible()
    assert page.locator("figure").count() == 0
