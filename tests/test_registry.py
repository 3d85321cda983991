"""Finding games: shipped ones by name, others by folder."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from toykit import TOY_FOLDER, toy

from sim.errors import UserError
from sim.registry import find, reference, shipped_names

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
