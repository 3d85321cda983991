"""A real browser, and the pages that it looks at: small studies of the games that ship, and one over several counts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from scripts.main import main

ROOT = Path(__file__).resolve().parents[2]
LOOKS = (Path(__file__).parent / "looks.js").read_text(encoding="utf-8")
WIDE, PHONE, SMALL_PHONE = (1280, 800), (390, 844), (320, 640)
OPTIONS = (
    *("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
)
#: What is studied under a name: game, players, games. The last makes a page over its counts, and one for each.
STUDIES = {
    "kaguya": ("kaguya", "4", 480),
    "rider": ("rider", "5", 200),
    "pig": (str(ROOT / "examples" / "pig"), "3", 600),
    "konoten": ("konoten", "2,3", 300),
}
PAGES = {
    **{name: f"{name}/report.html" for name in STUDIES if name != "konoten"},
    "konoten": "konoten/3-players/report.html",
    "counts": "konoten/report.html",
}


@dataclass
class Seen:
    """An open page, and what it said and asked for while it was open."""

    page: Page
    context: BrowserContext
    said: list[str]
    asked: list[str]


class Window:
    """Opens pages in a browser; each in a context of its own."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.contexts: list[BrowserContext] = []

    def open(
        self,
        path: Path,
        size: tuple[int, int] = WIDE,
        scheme: str = "light",
        scripts: bool = True,
        offline: bool = True,
    ) -> Seen:
        """A page, without a network."""
        view = {"width": size[0], "height": size[1]}
        context = self.browser.new_context(viewport=view, color_scheme=scheme, java_script_enabled=scripts)  # type: ignore[arg-type]
        self.contexts.append(context)
        context.set_offline(offline)
        context.set_default_timeout(120_000)  # a busy machine is no fault of the page
        page = context.new_page()
        seen = Seen(page, context, [], [])
        page.on("console", lambda message: seen.said.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: seen.said.append(f"error: {error}"))
        page.on("request", lambda request: seen.asked.append(request.url))
        page.goto(path.as_uri())
        if scripts:
            page.evaluate(LOOKS)
        return seen

    def close(self) -> None:
        for context in self.contexts:
            context.close()
        self.contexts.clear()


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """Chromium without a window."""
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium, args=list(OPTIONS))
        yield opened
        opened.close()


@pytest.fixture
def window(browser: Browser) -> Iterator[Window]:
    """Opens pages; they are closed after the test."""
    one = Window(browser)
    yield one
    one.close()


@pytest.fixture(scope="session")
def pages(chromium: str, cjk: str, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Reports of small studies by name; made only where there is a browser to look at them."""
    base = tmp_path_factory.mktemp("pages")
    for name, (game, players, n_games) in STUDIES.items():
        asked = ["study", game, "--players", players, "-n", str(n_games), "--policy", "balanced", "--policy", "random"]
        assert main([*asked, "--out", str(base / name), "--quiet"]) == 0
    return {name: base / path for name, path in PAGES.items()}
