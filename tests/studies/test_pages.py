"""The worked studies of docs/: their commands, figures and links are there, and at full size their headlines too."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from analysis.study import analyse
from scripts import plans
from scripts.main import main
from scripts.request import Request, prepare
from sim.run import simulate

from . import make, plays, tables
from .figures import WIDTH
from .tell import LEVEL, MARGIN, Told, UntrueError, claim

PAGES = list(plays.COMMANDS)
COMMANDS = [(page, name) for page in PAGES for name in plays.COMMANDS[page]]
#: Bytes of all figures of docs/, and of one.
ALL_FIGURES, ONE_FIGURE = 1_200_000, 100_000


@pytest.fixture(autouse=True)
def _at_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(plays.ROOT)


def text_of(page: str) -> str:
    return make.target(page).read_text(encoding="utf-8")


def slug(title: str) -> str:
    """The anchor of a heading."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def anchors(path: Path) -> set[str]:
    heads = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {slug(head) for head in heads}


@pytest.mark.parametrize(("page", "name"), COMMANDS)
def test_commands_plan_what_the_page_says(
    page: str, name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the time it takes: for that, games would have to be compiled and played."""
    monkeypatch.setattr(plans, "warm", lambda *_: None)
    monkeypatch.setattr("sim.measure.play_for", lambda *_: (1, 1.0, 1))
    asked = plays.words(page, name)
    assert main([*asked, "--plan-only", "--quiet", "--json"]) == 0
    planned = json.loads(capsys.readouterr().out)
    policies = [asked[at + 1] for at, word in enumerate(asked) if word == "--policy"]
    several = planned.get("plans", [planned])
    assert all(plan["tables"] == policies for plan in several)
    if name == "study":
        assert any(f"| games | {plan['games_per_table']:,} with" in text_of(page) for plan in several)


@pytest.mark.parametrize("page", PAGES)
def test_every_command_of_a_page_is_one_that_was_run(page: str) -> None:
    shown = re.findall(r"^fairseat .+$", text_of(page), re.MULTILINE)
    assert sorted(shown) == sorted(plays.typed(page, name) for name in plays.COMMANDS[page])


@pytest.mark.parametrize("page", PAGES)
def test_links_and_figures_lead_somewhere(page: str) -> None:
    for target in re.findall(r"\]\(([^)]+)\)", text_of(page)):
        name, _, anchor = target.partition("#")
        path = make.DOCS / name if name else make.target(page)
        assert path.exists(), target
        assert not anchor or anchor in anchors(path), target


@pytest.mark.parametrize("page", PAGES)
def test_figures_are_those_of_the_page_and_small(page: str) -> None:
    from PIL import Image

    shown = re.findall(rf"!\[[^\]]+\]\(figures/{page}/([^)]+)\)", text_of(page))
    files = sorted((make.DOCS / "figures" / page).iterdir())
    assert sorted(shown) == [file.name for file in files]
    for file in files:
        assert file.stat().st_size < ONE_FIGURE, file.name
        with Image.open(file) as picture:
            assert 400 < picture.width <= WIDTH


def test_figures_are_of_pages_and_small_together() -> None:
    folder = make.DOCS / "figures"
    assert sorted(path.name for path in folder.iterdir()) == sorted([*PAGES, "sweeps"])
    told = (make.DOCS / "reading-a-sweep.md").read_text(encoding="utf-8")
    assert all(f"figures/sweeps/{path.name}" in told for path in (folder / "sweeps").iterdir())
    assert sum(path.stat().st_size for path in folder.rglob("*.png")) < ALL_FIGURES


@pytest.mark.parametrize("page", PAGES)
def test_changes_that_a_page_proposes_can_be_made(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    proposed = [text.strip('"') for text in re.findall(r"`--set (.+?)`", text_of(page))]
    assert proposed
    for change in proposed:
        assert main(["check", page, "--set", change]) == 0, change
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("page", PAGES)
def test_pages_are_found_from_where_readers_are(page: str) -> None:
    assert f"docs/study-{page}.md" in (plays.ROOT / "README.md").read_text(encoding="utf-8")
    assert f"(study-{page}.md)" in (make.DOCS / "reading-a-report.md").read_text(encoding="utf-8")


def test_a_sentence_that_is_no_longer_true_stops_the_page() -> None:
    claim(2 > 1, "two is more")
    with pytest.raises(UntrueError, match="write the page anew: one is more"):
        claim(1 > 2, "one is more")


@pytest.mark.verify
@pytest.mark.parametrize("page", PAGES)
def test_headline_of_the_page_comes_again_from_its_seed(page: str, tmp_path: Path) -> None:
    """The first set of policies at full size, alone: its rows do not depend on what else was played."""
    asked = plays.words(page, "study")
    counts = plays.option(page, "study", "--players").split(",") if "--players" in asked else []
    parts = {f"{n} players": _first_policy(page, int(n), tmp_path / n) for n in counts}
    if parts:
        assert tables.numbers_table(parts, "places") in text_of(page)
    else:
        assert tables.shares_table(_first_policy(page, None, tmp_path / "run"), "places") in text_of(page)


def _first_policy(page: str, players: int | None, folder: Path) -> Told:
    n_games = 1000 * int(plays.option(page, "study", "-n").removesuffix("k"))
    setup = prepare(Request(page, players=players, policies=(plays.option(page, "study", "--policy"),)), n_games)
    simulate(folder, setup.game, setup.data, setup.plan)
    return Told(page, "study", folder, analyse(folder, MARGIN, LEVEL))
