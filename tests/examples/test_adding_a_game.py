"""docs/adding-a-game.md: its blocks are the files of Pig, its commands run, and they print what the page shows."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from pigkit import PIG_FOLDER, pig, play

from scripts.main import main
from sim.registry import find

PAGE = PIG_FOLDER.parents[1] / "docs" / "adding-a-game.md"
BLOCKS = re.findall(r"^```(\w+) ?(\S*)\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.M | re.S)


def files_of_the_page() -> dict[str, str]:
    """Pig's blocks put together by file, in the page's order, two blank lines between them."""
    parts: dict[str, list[str]] = {}
    for _, file, text in BLOCKS:
        if file and not file.startswith("tests/"):
            parts.setdefault(file, []).append(text.rstrip("\n"))
    return {file: "\n\n\n".join(texts) + "\n" for file, texts in parts.items()}


def test_every_block_has_a_known_kind() -> None:
    assert {(kind, bool(file)) for kind, file, _ in BLOCKS} == {
        ("python", True),
        ("toml", True),
        ("sh", False),
        ("text", False),
    }


def test_the_page_holds_every_file_of_the_example_line_by_line() -> None:
    page = files_of_the_page()
    files = [f for f in PIG_FOLDER.rglob("*") if f.suffix in (".py", ".toml")]
    assert {file.relative_to(PIG_FOLDER).as_posix() for file in files} == page.keys()
    for file in files:
        assert page[file.relative_to(PIG_FOLDER).as_posix()] == file.read_text(encoding="utf-8"), file.name


def test_what_the_page_shows_of_cards_stands_in_tested_files() -> None:
    shown = [(file, text) for _, file, text in BLOCKS if file.startswith("tests/")]
    assert {Path(file).parts[1] for file, _ in shown} == {"toy", "examples"}
    for file, text in shown:
        assert text in (PAGE.parents[1] / file).read_text(encoding="utf-8"), file


def test_the_page_tells_the_clauses_of_the_rules() -> None:
    rules = (PIG_FOLDER / "RULES.md").read_text(encoding="utf-8")
    told = dict(re.findall(r"^\| (P-\d) \| (.+?) \|$", PAGE.read_text(encoding="utf-8"), re.M))
    written = dict(re.findall(r"^\| (P-\d) \| (.+?) \| `", rules, re.M))
    assert told.keys() == written.keys() == set(pig()[0].counted)


@pytest.fixture
def from_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, filled as the page says; commands are given beside it."""
    for file, text in files_of_the_page().items():
        target = tmp_path / "pig" / file
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_game_of_the_page_plays_as_the_example(from_the_page: Path) -> None:
    game = find("./pig")
    tables = [{1: "hold_25"}]
    assert play(game, game.load(), 100, tables).tobytes() == play(*pig(), 100, tables).tobytes()


def test_the_commands_run_and_print_what_the_page_shows(
    from_the_page: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    n_commands, printed = 0, ""
    for kind, _, text in BLOCKS:
        if kind == "sh":
            printed = ""
            for line in text.splitlines():
                program, *arguments = shlex.split(line)
                assert program == "fairseat"
                is_mistake = "rules.handicap.2=100" in line
                assert main(arguments) == (2 if is_mistake else 0), line
                n_commands += 1
                printed += "".join(capsys.readouterr())
        elif kind == "text":
            for line in text.splitlines():
                assert line in printed
    assert n_commands >= 8
    assert len(list(from_the_page.glob("runs/pig-*/report.html"))) == 4
