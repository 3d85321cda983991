"""Tiers, recorded figures and the browser: what the tests of every folder share."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parents[1]
GAMES = ROOT / "tests" / "games"

#: "ci" (default): small sizes; "verify": every check at full size.
TIER = os.environ.get("FAIRSEAT_TIER", "ci")

LONG_FILE = 350
HEAD = "# Verification\n\nFigures of `make verify`, newest last. Seeds are fixed in the tests that are named.\n"

settings.register_profile("ci", deadline=None, derandomize=True, max_examples=50)
settings.register_profile("verify", deadline=None, derandomize=True, max_examples=1000)
settings.load_profile(TIER)

_figures: list[tuple[str, str, str]] = []
_started = time.monotonic()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave out what runs at full size only. Games take turns, file by file: workers compile different kernels then."""
    of_games = [item for item in items if item.path.parents[1] == GAMES]
    turns = iter(sorted(of_games, key=lambda item: (item.path.name, item.path)))
    items[:] = [next(turns) if item.path.parents[1] == GAMES else item for item in items]
    for item in items:
        if TIER != "verify" and item.get_closest_marker("verify"):
            item.add_marker(pytest.mark.skip(reason="full size only: make verify"))


@pytest.fixture(scope="session")
def is_full_size() -> bool:
    """Whether checks run at full size."""
    return TIER == "verify"


@pytest.fixture
def figure(record_property: Callable[[str, object], None]) -> Callable[[str, object], None]:
    """Record a measured figure: `figure("coverage of 95 % intervals", 0.9503)`; `make verify` writes it down."""

    def record(what: str, value: object) -> None:
        record_property(f"figure: {what}", str(value))

    return record


@pytest.fixture
def fresh_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty kernel cache for this process, which has told nothing so far."""
    from sim import cache

    monkeypatch.setenv("FAIRSEAT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(cache, "_state", cache.CacheState())
    return tmp_path / "cache"


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The policies of `userkit` as my.py in the working directory."""
    from userkit import FILE

    monkeypatch.chdir(tmp_path)
    file = tmp_path / "my.py"
    file.write_text(FILE)
    return file


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Callable[..., Path]]:
    """A file system of a given size, and a function that mounts it again read-only; needs root and mounts."""
    place = tmp_path / "disk"
    place.mkdir()

    def mount(*options: str) -> Path:
        command = ["mount", "-t", "tmpfs", "-o", ",".join(options), "tmpfs", str(place)]
        if shutil.which("mount") is None or subprocess.run(command, capture_output=True, check=False).returncode:
            pytest.skip("no file system can be mounted here")
        return place

    yield mount
    subprocess.run(["umount", str(place)], capture_output=True, check=False)


@pytest.fixture(scope="session")
def chromium() -> str:
    """Path of Chromium: $FAIRSEAT_BROWSER, or found by name."""
    named = os.environ.get("FAIRSEAT_BROWSER")
    names = [named] if named else ["chromium", "chromium-browser", "google-chrome"]
    found = next((path for name in names if (path := shutil.which(name))), None)
    return found or _lacking(f"no browser here: {', '.join(names)} not found (FAIRSEAT_BROWSER may name one)")


@pytest.fixture(scope="session")
def cjk() -> str:
    """Name of a font with Japanese and Chinese characters."""
    from reports.style import cjk_font

    return cjk_font() or _lacking("no font with Japanese and Chinese characters here: Debian has one in fonts-noto-cjk")


def _lacking(what: str) -> str:
    """Skips, or fails where FAIRSEAT_REQUIRE_BROWSER=1 demands that reports are looked at."""
    if os.environ.get("FAIRSEAT_REQUIRE_BROWSER") == "1":
        pytest.fail(f"{what}; FAIRSEAT_REQUIRE_BROWSER=1 demands one")
    pytest.skip(what)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Collect the figures that passing tests recorded."""
    if report.when == "call" and report.passed:
        for name, value in report.user_properties:
            if name.startswith("figure: "):
                _figures.append((report.nodeid.removeprefix("tests/"), name.removeprefix("figure: "), str(value)))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, exitstatus: int, config: pytest.Config) -> None:
    """Name long files, and append the figures to the file that FAIRSEAT_RECORD names."""
    if hasattr(config, "workerinput"):
        return
    for path in sorted(ROOT.glob("[!.]*/**/*.py")):
        n_lines = path.read_text(encoding="utf-8").count("\n")
        if n_lines > LONG_FILE:
            terminalreporter.write_line(f"long file: {path.relative_to(ROOT)} has {n_lines} lines")
    target = os.environ.get("FAIRSEAT_RECORD")
    if target and exitstatus == 0:
        file = ROOT / target
        before = file.read_text(encoding="utf-8") if file.exists() else HEAD
        file.write_text(before + _record(), encoding="utf-8")
        terminalreporter.write_line(f"figures appended to {target}")


def _record() -> str:
    command = ["git", "-C", str(ROOT), "rev-parse", "--short=12", "HEAD"]
    commit = subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip() or "unknown"
    minutes = (time.monotonic() - _started) / 60
    head = f"\n## Commit {commit}, tier {TIER}, {minutes:.1f} minutes\n\n| test | what | figure |\n|---|---|---|\n"
    return head + "".join(f"| `{test}` | {what} | {value} |\n" for test, what, value in sorted(_figures))
