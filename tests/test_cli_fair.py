"""`fairseat fair` on the command line: the answer, its folder, resuming, and what is refused beforehand."""

from __future__ import annotations

import json
import shutil
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from toykit import folder_digest

from analysis.fair_design import Key
from analysis.fair_result import confirm_seed
from scripts.fair_keys import point_name
from scripts.main import main
from sim import store

ROOT = Path(__file__).resolve().parents[1]
PIG = "examples/pig"
ASKED = ["fair", PIG, "--vary", "rules.handicap.2=5:8", "--games", "3000", "--confirm-games", "6000", "-q"]


@pytest.fixture(autouse=True)
def _at_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def run(arguments: list[str]) -> tuple[int, str, str]:
    """Exit code, stdout and stderr."""
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main(arguments)
    return code, out.getvalue(), err.getvalue()


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Folder and stdout of a search under the usual two tables."""
    folder = tmp_path_factory.mktemp("fair") / "run"
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        code, out, err = run([*ASKED, "--out", str(folder)])
    assert code == 0, err
    return folder, out


def one_line(text: str) -> str:
    return " ".join(text.split())


def test_the_answer_stands_first(found: tuple[Path, str]) -> None:
    _, out = found
    text = one_line(out)
    assert "Pig: which rules.handicap.2 is fair?" in text
    assert "4 cells of 2 players with policies balanced and random: 24,000 games, and 6,000 fresh games" in text
    assert "What is fair? Place 2 is fair with rules.handicap.2 = " in text
    assert "fresh seed, 6,000 games" in text
    assert "They disagree: what is fair with balanced is not with random." in text
    assert "With random: no value is fair; least unequal rules.handicap.2 = 5, where " in text


def test_the_page_has_it_all(found: tuple[Path, str]) -> None:
    folder, _ = found
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert page.count("<figure") == 3
    assert 'href="confirm/report.html"' in page
    for text in ("Where each is fair", "Confirmation: fresh games at the answer", "rules digest", str(confirm_seed(1))):
        assert text in page
    assert {file.name for file in (folder / "figures").iterdir()} == {"curve.png", "curve-2.png", "confirmation.png"}


def test_tables_hold_every_number(found: tuple[Path, str]) -> None:
    folder, _ = found
    cells = pd.read_csv(folder / "tables" / "cells.csv")
    assert len(cells) == 4 * 2 * 2
    assert sorted(set(cells["rules.handicap.2"])) == [5, 6, 7, 8]
    assert (cells.groupby(["rules.handicap.2", "table"])["share"].sum() - 1).abs().max() < 1e-9
    assert set(pd.read_csv(folder / "tables" / "crossings.csv")["label"]) <= {"place 1", "place 2"}
    assert len(pd.read_csv(folder / "tables" / "confirm.csv")) == 4


def test_the_confirmation_is_a_study_of_fresh_games(found: tuple[Path, str]) -> None:
    folder, _ = found
    fresh, cell = (store.read_manifest(path) for path in (folder / "confirm", folder / "stage-1" / "cells" / "5"))
    assert (cell["seed"], fresh["seed"]) == (1, confirm_seed(1))
    assert fresh["n_games"] == 6_000
    best = int(pd.read_csv(folder / "tables" / "values.csv")["best"][0])
    text = (folder / "confirm" / "study.toml").read_text(encoding="utf-8")
    assert f"rules.handicap.2={best}" in text
    assert fresh["document"]["rules"]["handicap"][1] == best


def test_a_search_goes_on_where_it_stopped(found: tuple[Path, str], tmp_path: Path) -> None:
    folder = tmp_path / "again"
    shutil.copytree(found[0], folder)
    shutil.rmtree(folder / "confirm")
    next((folder / "stage-1" / "cells" / "7").glob("games-*.parquet")).unlink()
    code, _, err = run([*ASKED, "--out", str(folder)])
    assert code == 2
    assert "--resume" in err
    code, _, err = run([*ASKED, "--margin", "2pp", "--resume", "--out", str(folder)])
    assert code == 2
    assert "margin differs: 0.01 there, 0.02 now" in err
    code, out, err = run([*ASKED, "--resume", "--out", str(folder)])
    assert (code, err) == (0, "")
    assert folder_digest(folder / "confirm") == folder_digest(found[0] / "confirm")
    for name in ("report.html", "tables/cells.csv", "tables/confirm.csv"):
        assert (folder / name).read_bytes() == (found[0] / name).read_bytes()
    assert out.replace(str(folder), "") == found[1].replace(str(found[0]), "")


def test_none_in_the_range_is_fair(tmp_path: Path) -> None:
    command = ["fair", PIG, "--vary", "rules.handicap.2=0,2", "--policy", "balanced", "--games", "6000", "-q"]
    code, out, _ = run([*command, "--out", str(tmp_path / "run"), "--json"])
    said = json.loads(out)
    assert code == 0
    assert said["outcome"] == "none is fair"
    assert said["headline"].startswith("No value of rules.handicap.2 from 0 to 2 makes places fair within 1 pp.")
    assert said["best"] == {"rules.handicap.2": 2}
    assert said["confirm_seed"] is None
    assert not (tmp_path / "run" / "confirm").exists()


def test_a_key_that_moves_nothing_is_said_to(tmp_path: Path) -> None:
    command = ["fair", PIG, "--vary", "rules.handicap.5=0,6", "--policy", "balanced", "--games", "600", "-q"]
    code, _, err = run([*command, "--out", str(tmp_path / "run")])
    assert code == 2
    assert "rules.handicap.5 does not move places: from 0 to 6 every one of 600 games has the same winner" in err


def test_a_lost_cell_is_named_and_the_rest_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from sim import cells

    def lose(*arguments: Any, **options: Any) -> list[cells.CellResult]:
        results = play(*arguments, **options)
        old = results[1]
        results[1] = cells.CellResult(old.name, old.settings, cells.TIMED_OUT, "no game ended for 60 s", old.run_dir)
        return results

    play = cells.play_cells
    monkeypatch.setattr(cells, "play_cells", lose)
    command = [*ASKED, "--policy", "balanced", "--out", str(tmp_path / "run")]
    code, out, _ = run(command)
    assert code == 1
    assert "rules.handicap.2=6 timed out (no game ended for 60 s)" in one_line(out)
    assert "3 cells of 2 players" in one_line(out)


def test_an_interrupted_search_says_how_to_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from sim import cells
    from sim.run import Interrupted

    def stop(*arguments: Any, **options: Any) -> list[cells.CellResult]:
        raise Interrupted(1_200, 24_000)

    monkeypatch.setattr(cells, "play_cells", stop)
    code, _, err = run([*ASKED, "--out", str(tmp_path / "run")])
    assert code == 130
    assert "interrupted: 1,200 of 24,000 games of stage-1 are kept in" in err
    assert "the same command with --resume goes on" in err


def test_plan_only_plays_nothing(tmp_path: Path) -> None:
    vary = ["--vary", "rules.handicap.2=0:12", "--vary", "rules.handicap.3=0:12", "--players", "3"]
    command = ["fair", PIG, *vary, "--games", "1200", "--confirm-games", "600", "--policy", "balanced", "-q"]
    code, out, _ = run([*command, "--plan-only", "--json", "--out", str(tmp_path / "run")])
    said = json.loads(out)
    assert code == 0
    assert (said["cells"], said["games_per_cell"], said["games_per_more_cell"]) == (9, 300, 1200)
    assert said["games"] == 9 * 300 + said["more_cells"] * 1200 + 600
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ([], "--vary is missing: name what may change"),
        (["--vary", "rules.handicap=0:6"], "rules.handicap is [0, 0, 0, 0, 0, 0], no number; name one number"),
        (["--vary", "rules.handicap.2=6:6"], "the range is empty"),
        (["--vary", "rules.handicap.2=6:2"], "the range is empty"),
        (["--vary", "rules.handicap.2=0:1.5"], "rules.handicap.2 is 0, a whole number; 1.5 is none"),
        (["--vary", "rules.handicap.2=0:200"], "--vary rules.handicap.2=0:200"),
        (["--vary", "rules.handicap.9=0:6"], "must be a number from 1 to 6"),
        (["--vary", "rules.handycap.2=0:6"], "did you mean 'handicap'"),
        (["--vary", "players=2,3"], "players is no number of the rules"),
        (["--vary", "rules.handicap.2=a,b"], "'a' is no number"),
        (["--vary", "rules.handicap.2=0:6", "--vary", "rules.handicap.2=0:3"], "name each path once"),
        (["--vary", "rules.handicap.2=0:6", "--target", "plces"], "did you mean 'places'"),
        (["--vary", "rules.handicap.2=0:6", "--target", "place:3"], "places are numbered 1 to 2"),
        (["--vary", "rules.handicap.2=0:6", "--games", "20"], "--games 20: a cell needs 60"),
        (["--vary", "rules.handicap.2=0:6", "--confirm-games", "20"], "--confirm-games 20: 60 are needed"),
        (["--vary", "rules.handicap.2=0:6", "--confirm-games", "many"], "--confirm-games 'many'"),
        (["--vary", "rules.handicap.2=0:6", "--margin", "none"], "--margin 'none'"),
    ],
)
def test_bad_input_is_refused_before_a_game_is_played(options: list[str], says: str, tmp_path: Path) -> None:
    code, _, err = run(["fair", PIG, *options, "--out", str(tmp_path / "run")])
    assert code == 2
    assert says in err
    assert err.count("\n") == 1
    assert not (tmp_path / "run").exists()


def test_a_weight_takes_any_number(tmp_path: Path) -> None:
    """The number at which balanced holds: a policy's weight is no whole number, so its answer is rounded and played."""
    command = [
        "fair",
        PIG,
        "--vary",
        "policies.balanced.roll=9.5:29.5",
        "--policy",
        "1=balanced,2=hold_20",
        "-q",
        "--json",
    ]
    code, out, err = run([*command, "--games", "600", "--confirm-games", "600", "--out", str(tmp_path / "run")])
    said = json.loads(out)
    assert code == 0, err
    assert len({row["policies.balanced.roll"] for row in said["cells"]}) >= 7


@pytest.mark.parametrize(
    ("points", "names"),
    [
        ([(-2.0,), (2.0,)], ["at-2", "2"]),
        ([(0.12345671,), (0.12345672,)], ["0.12345671", "0.12345672"]),
        ([(-1e-7, 1e6), (1e-7, -1e6)], ["at-1e-07,1000000", "1e-07,-1000000"]),
    ],
)
def test_cells_have_names_of_their_own(points: list[tuple[float, ...]], names: list[str]) -> None:
    keys = [Key(f"policies.balanced.{at}", -1e9, 1e9, False) for at in range(len(points[0]))]
    assert [point_name(keys, point) for point in points] == names


def test_names_of_many_long_values_differ() -> None:
    keys = [Key(f"policies.balanced.{at}", -1.0, 1.0, False) for at in range(6)]
    long = [-1 / 3e5] * 5
    names = [point_name(keys, (*long, last)) for last in (-1 / 3e5, -1 / 7e5)]
    assert len(set(names)) == 2
    assert max(map(len, names)) == 100


def test_a_range_below_zero(tmp_path: Path) -> None:
    """Its cells are folders like any other."""
    command = ["fair", PIG, "--vary", "policies.balanced.roll=-2,14", "--policy", "1=balanced,2=hold_20", "-q"]
    code, _, err = run([*command, "-n", "600", "--confirm-games", "600", "--out", str(tmp_path / "run")])
    assert code == 0, err
    assert sorted(path.name for path in (tmp_path / "run" / "stage-1" / "cells").iterdir()) == ["14", "at-2"]


def test_ctrl_c_between_games_says_how_to_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While cells are read, say."""

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("scripts.fair.search", interrupted)
    code, _, err = run([*ASKED, "--out", str(tmp_path / "run")])
    said = f"interrupted: all games that were played are kept in {tmp_path / 'run'}; the same command with --resume"
    assert code == 130
    assert said in err
