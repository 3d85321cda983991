"""Finding games: shipped ones by name, others by folder."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from toykit import TOY_FOLDER, toy

from sim.errors import UserError
from sim.registry import find, reference, shipped_names, sources

ROOT = Path(__file__).parents[1]


def test_shipped_games_are_the_folders_of_sim_games():
    names = shipped_names()
    assert "kaguya" in names
    assert names == sorted(names)
    assert all((ROOT / "sim" / "games" / name / "__init__.py").is_file() for name in names)


def test_listing_games_imports_no_numba():
    code = "import sys; from sim.registry import shipped_names; shipped_names(); print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == "False"


def test_a_folder_is_found_by_its_path_and_again_by_its_reference():
    game = find(str(TOY_FOLDER))
    assert game.name == "toy"
    assert game is toy()[0]
    assert Path(reference(game)) == TOY_FOLDER
    assert find(reference(game)) is game


def test_a_folder_without_a_game_is_told_apart_from_an_unknown_name(tmp_path, monkeypatch):
    (tmp_path / "empty").mkdir()
    (tmp_path / "__init__.py").write_text("")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UserError, match=r"game 'empty': there is no file empty/__init__\.py; a game of"):
        find("empty")
    with pytest.raises(UserError, match="unknown game ''"):  # not the folder where the command was given
        find("")


def test_hidden_folders_are_no_part_of_a_game(tmp_path):
    shutil.copytree(TOY_FOLDER, tmp_path / "copy")
    before = find(str(tmp_path / "copy"))
    (tmp_path / "copy" / ".venv").mkdir()
    (tmp_path / "copy" / ".venv" / "large.py").write_text("not even Python")
    assert find(str(tmp_path / "copy")) is before
    assert [file.name for file in sources(tmp_path / "copy")] == ["__init__.py", "rules.py", "state.py", "view.py"]


def test_a_folder_that_failed_leaves_nothing_behind_and_loads_when_mended(tmp_path):
    shutil.copytree(TOY_FOLDER, tmp_path / "copy")
    file = tmp_path / "copy" / "view.py"
    text = file.read_text()
    finders = list(sys.meta_path)
    file.write_text("1 / 0")
    with pytest.raises(UserError, match="ZeroDivisionError"):
        find(str(tmp_path / "copy"))
    assert sys.meta_path == finders
    file.write_text(text)
    assert find(str(tmp_path / "copy")).name == "toy"


def test_an_error_in_a_folder_names_its_line_and_an_import_without_dot(tmp_path):
    shutil.copytree(TOY_FOLDER, tmp_path / "copy")
    file = tmp_path / "copy" / "rules.py"
    text = file.read_text()
    file.write_text("1 / 0")
    with pytest.raises(UserError, match=r"ZeroDivisionError: division by zero \(rules\.py, line 1\)$"):
        find(str(tmp_path / "copy"))
    assert "from .state import" in text
    file.write_text(text.replace("from .state import", "from state import"))
    with pytest.raises(UserError, match=r"rules\.py, line \d+\); .* with a dot: `from \.state import`"):
        find(str(tmp_path / "copy"))


def test_copies_of_a_game_keep_their_own_folders(tmp_path):
    shutil.copytree(TOY_FOLDER, tmp_path / "copy")
    copy = find(str(tmp_path / "copy"))
    assert toy()[0].folder == TOY_FOLDER
    assert copy.folder == tmp_path / "copy"


def test_a_changed_source_is_another_game(tmp_path):
    shutil.copytree(TOY_FOLDER, tmp_path / "copy")
    file = tmp_path / "copy" / "__init__.py"
    assert find(str(tmp_path / "copy")).title == "Toy race"
    file.write_text(file.read_text().replace("Toy race", "Other race"))
    assert find(str(tmp_path / "copy")).title == "Other race"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("kaguia", r"unknown game 'kaguia': did you mean 'kaguya'\? known are .*kaguya"),
        ("no/such/folder", "there is no file no/such/folder/__init__.py"),
        ("", "unknown game ''"),
    ],
)
def test_unknown_games(name, message):
    with pytest.raises(UserError, match=message):
        find(name)


def test_a_folder_here_is_a_near_match(tmp_path, monkeypatch):
    for name, text in (("lovely", "GAME = 1\n"), ("lovelz", "")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(text)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UserError, match=r"'lovelx': did you mean 'lovely'\? .*, or the path of a game folder"):
        find("lovelx")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("GAME = 1", "exports no GAME"),
        ("x = ", "SyntaxError"),
        ("import no_such_module_at_all", "ModuleNotFoundError: No module named 'no_such_module_at_all'"),
    ],
)
def test_folders_that_are_no_game(tmp_path, text, message):
    (tmp_path / "__init__.py").write_text(text)
    with pytest.raises(UserError, match=message):
        find(str(tmp_path))
    before = set(sys.modules)
    with pytest.raises(UserError, match=message):
        find(str(tmp_path))
    assert set(sys.modules) == before
