"""A game outside the package, by the path of its folder: versions side by side, odd paths, edits, worker processes."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import numpy as np
import pytest
from pig_exact import Player, Rules, duel
from pigkit import PIG_FOLDER, change, copy_of_pig, holds, pig, play, player_of
from sizes import SIZES
from toykit import folder_digest

from scripts.main import main
from sim.errors import UserError
from sim.plan import make_plan
from sim.registry import find, reference
from sim.run import simulate

#: Versions of Pig: what their folder changes, and the rules that the change should amount to.
VERSIONS = {
    "as it is": ({}, Rules()),
    "code: the highest face busts": (
        {"rules.py": ("face != tables.bust_face", "face != tables.sides")},
        Rules(bust_face=6),
    ),
    "data: a race to 60": ({"data/rules.toml": ("goal = 100", "goal = 60 ")}, Rules(goal=60)),
}


def first_wins(rows: np.ndarray) -> np.ndarray:
    """Win credit of the first player, game by game."""
    return rows["seats"]["win_share"][:, 0]


def test_versions_side_by_side_play_their_own_rules(tmp_path, figure):
    """All are loaded before any is played, and the first is played again at the end."""
    folders = [copy_of_pig(tmp_path / str(i) / "pig", changes) for i, (changes, _) in enumerate(VERSIONS.values())]
    games = [find(str(folder)) for folder in folders]
    n, played = SIZES.pig_truth // 4, []
    for game, (name, (_, rules)) in zip(games, VERSIONS.items(), strict=True):
        won = first_wins(play(game, game.load(), n, [holds(20, 25)], seating="fixed", seed=41))
        exact = duel(rules, Player(20), Player(25)).wins
        away = (won.mean() - exact) / np.sqrt(exact * (1 - exact) / n)
        figure(f"{name}: standard errors from exact {exact:.4f}", round(away, 2))
        assert abs(away) <= 4, name
        played.append(won)
    again = first_wins(play(games[0], games[0].load(), n, [holds(20, 25)], seating="fixed", seed=41))
    assert np.array_equal(again, played[0])
    assert len({won.tobytes() for won in played}) == len(VERSIONS)


def test_the_folder_is_not_put_on_the_path_and_gets_no_files(tmp_path):
    before, modules = list(sys.path), set(sys.modules)
    folder = copy_of_pig(tmp_path / "pig", {"state.py": ("SEATS = 6  # most players", "SEATS = 6  # at most")})
    files = sorted(file.name for file in folder.rglob("*"))
    game = find(str(folder))
    assert sys.path == before
    assert sorted(file.name for file in folder.rglob("*")) == files
    package = game.load.__module__, game.view.__class__.__module__
    assert package[1].startswith("fairseat_game_")
    assert not {"rules", "state", "policy", "outcome", "view", "pig"} & (set(sys.modules) - modules)


@pytest.mark.parametrize("path", ["my-pig 2", "my-pig 2/", "./my-pig 2", "link", ".", "absolute", "sub/../my-pig 2"])
def test_any_way_to_write_the_path(tmp_path, monkeypatch, capsys, path):
    """Same games, and results in runs/<name of the game>-... below the folder where the command is given."""
    folder = copy_of_pig(tmp_path / "my-pig 2")
    (tmp_path / "link").symlink_to(folder)
    (tmp_path / "sub").mkdir()
    monkeypatch.chdir(folder if path == "." else tmp_path)
    named = str(folder) if path == "absolute" else path
    game = find(named)
    assert reference(game) == str(folder)
    expected = play(*pig(), 10, ["balanced"], seed=5)
    assert play(game, game.load(), 10, ["balanced"], seed=5).tobytes() == expected.tobytes()
    assert main(["simulate", named, "-n", "10", "--quiet"]) == 0
    (run,) = Path("runs").iterdir()
    assert run.name.startswith("pig-")
    assert capsys.readouterr().out.strip() == str(run)


def test_a_game_name_with_odd_characters_makes_one_plain_folder(tmp_path, monkeypatch):
    copy_of_pig(tmp_path / "pig", {"__init__.py": ('name="pig"', 'name="../my pig"')})
    monkeypatch.chdir(tmp_path)
    assert main(["simulate", "./pig", "-n", "2", "--quiet"]) == 0
    (run,) = Path("runs").iterdir()
    assert run.name.startswith("my_pig-")


@pytest.mark.parametrize("has_init", [True, False])
def test_folders_inside_the_folder(tmp_path, has_init):
    folder = copy_of_pig(tmp_path / "pig", {"__init__.py": ("from .policy import", "from .play.policy import")})
    change(folder / "data.py", "from .policy import", "from .play.policy import")
    (folder / "play").mkdir()
    (folder / "policy.py").rename(folder / "play" / "policy.py")
    change(folder / "play" / "policy.py", "from .rules import ROLL", "from ..rules import ROLL")
    if has_init:
        (folder / "play" / "__init__.py").write_text("")
    game = find(str(folder))
    assert (
        play(game, game.load(), 10, ["balanced"], seed=5).tobytes() == play(*pig(), 10, ["balanced"], seed=5).tobytes()
    )
    change(folder / "data.py", "from .play.policy", "from .play.nothing")
    with pytest.raises(UserError, match=r"ModuleNotFoundError: No module named '\S+\.play\.nothing'"):
        find(str(folder))


def test_an_edit_between_two_finds_counts_even_within_one_second(tmp_path):
    """Python itself tells a changed source by size and second; a quick edit of equal length must not be missed."""
    folder = copy_of_pig(tmp_path / "pig")
    file = folder / "rules.py"
    then = file.stat()
    before = find(str(folder))
    change(file, "return 1 if state.turn_total == 0 else 2", "return 2 if state.turn_total == 0 else 2")
    os.utime(file, ns=(then.st_atime_ns, then.st_mtime_ns))
    assert file.stat().st_size == then.st_size
    after = find(str(folder))
    assert after is not before
    rows = play(after, after.load(), 2000, ["random"], seed=5)
    assert (rows["seats"]["rolls"] < rows["seats"]["turns_begun"]).any()  # now one may hold without a roll
    rows = play(*pig(), 2000, ["random"], seed=5)
    assert (rows["seats"]["rolls"] >= rows["seats"]["turns_begun"]).all()


def test_a_game_that_was_edited_after_it_was_loaded_is_refused(tmp_path):
    """Its machine code would be kept under the digest of sources that it was not made from."""
    folder = copy_of_pig(tmp_path / "pig")
    game = find(str(folder))
    change(folder / "rules.py", "ROLL, HOLD = 0, 1", "ROLL, HOLD = 0, 1  # changed")
    with pytest.raises(
        UserError, match=rf"pig: edited while it is in use \(sources {game.loaded_digest} .*, \w{{16}} "
    ):
        play(game, game.load(), 2, ["balanced"])
    again = find(str(folder))
    assert again.loaded_digest != game.loaded_digest
    play(again, again.load(), 2, ["balanced"])


def test_edited_data_are_read_anew(tmp_path):
    folder = copy_of_pig(tmp_path / "pig")
    game = find(str(folder))
    assert game.load().tables["goal"] == 100
    change(folder / "data" / "rules.toml", "goal = 100", "goal = 70 ")
    assert find(str(folder)) is game
    assert game.load().tables["goal"] == 70


def test_threads_and_processes_write_the_same_bytes(tmp_path):
    """The worker processes find the game by its path, here one with a blank."""
    game = find(str(copy_of_pig(tmp_path / "my-pig 2")))
    plan = make_plan(game, 2400, 3, ["balanced", holds(10, 20, 30)], seed=6)
    for name, backend, jobs in (("one", "threading", 1), ("threads", "threading", 2), ("processes", "loky", 2)):
        simulate(tmp_path / name, game, game.load(), plan, jobs=jobs, backend=backend, shard_games=600)
    assert folder_digest(tmp_path / "threads") == folder_digest(tmp_path / "one")
    assert folder_digest(tmp_path / "processes") == folder_digest(tmp_path / "one")


def test_a_worker_process_refuses_another_version_and_names_both(tmp_path):
    """The folder is edited when the run has begun: the worker finds other sources than the run was planned for."""
    folder = copy_of_pig(tmp_path / "pig")
    game = find(str(folder))
    plan = make_plan(game, 20, 2, ["balanced"], seed=6)
    digest = player_of(game, game.load(), plan).digest

    def edit(n_done: int, n_total: int) -> None:
        if "edited" not in (folder / "rules.py").read_text():
            change(folder / "rules.py", "ROLL, HOLD = 0, 1", "ROLL, HOLD = 0, 1  # edited")

    with pytest.raises(UserError, match=rf"here has digest (?!{digest})\w{{24}}, the run has {digest}"):
        simulate(tmp_path / "run", game, game.load(), plan, jobs=2, backend="loky", progress=edit)


def test_no_file_of_the_example_is_long():
    lines = [file.read_text(encoding="utf-8").count("\n") for file in PIG_FOLDER.rglob("*.py")]
    assert len(lines) > 5
    assert sum(lines) < 200
