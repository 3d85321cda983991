"""`fairseat tournament` from the command line: files, JSON, what is refused before any game, interruption."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from toykit import folder_digest

from scripts.main import main

ROOT = Path(__file__).resolve().parents[1]
PIG = str(ROOT / "examples" / "pig")
ASKED = ("tournament", "examples/pig", "-n", "400", "--quiet")
HOLDS = ("--policy", "hold_10", "--policy", "hold_20", "--policy", "random")
FRAMES = ("pairs", "matrix", "ratings", "differences", "cycles", "fit", "kinds", "kind_tests", "health")


@pytest.fixture
def _at_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def refused(arguments, capsys):
    """The one line that a refused command says."""
    assert main(list(map(str, arguments))) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("fairseat: ")
    assert said.err.count("\n") == 1
    return said.err


@pytest.mark.usefixtures("_at_root")
def test_page_tables_and_summary(tmp_path, capsys):
    folder = tmp_path / "run"
    assert main([*ASKED, *HOLDS, "--out", str(folder)]) == 0
    said = capsys.readouterr().out
    assert "Pig: which style is strongest?" in said
    assert "fairseat tournament examples/pig --games 400 --players 2 --seed 1 --policy hold_10" in said
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert page.count("<figure") == 2
    for name in ("matchups", "ratings"):
        assert (folder / "figures" / f"{name}.png").stat().st_size > 5_000
    assert sorted(file.stem for file in (folder / "tables").glob("*.csv")) == sorted(FRAMES)
    rows = list(csv.DictReader((folder / "tables" / "matrix.csv").read_text().splitlines()))
    assert [row["policy"] for row in rows] == ["hold_10", "hold_20", "random"]
    assert rows[0]["hold_10"] == ""
    assert float(rows[0]["random"]) + float(rows[2]["hold_10"]) == 1
    assert str(tmp_path) not in page


@pytest.mark.usefixtures("_at_root")
def test_json_and_jobs_change_nothing(tmp_path, capsys):
    found = []
    for jobs in ("1", "2"):
        folder = tmp_path / jobs
        assert main([*ASKED, *HOLDS, "--players", "3", "--jobs", jobs, "--json", "--out", str(folder)]) == 0
        facts = json.loads(capsys.readouterr().out)
        assert facts.pop("run") == str(folder)
        assert facts.pop("report") == str(folder / "report.html")
        found.append((facts, folder_digest(folder), (folder / "report.html").read_bytes()))
    assert found[0] == found[1]
    facts = found[0][0]
    assert facts["policies"] == ["hold_10", "hold_20", "random"]
    assert facts["matrix"]["hold_10"]["hold_10"] is None
    assert [row["first"] for row in facts["pairs"]] == ["hold_10", "hold_10", "hold_20"]
    assert all(row["is_ok"] for row in facts["health"])
    assert facts["pairs"][0]["n_games"] == 432  # two tables of 200, each rounded up to cycles of 3 blocks of 6


@pytest.mark.usefixtures("_at_root")
def test_every_style_takes_part_and_doubles_stay_away(tmp_path, capsys):
    folder = tmp_path / "run"
    assert main(["tournament", "examples/pig", "-n", "60", "--json", "--out", str(folder)]) == 0
    said = capsys.readouterr()
    policies = json.loads(said.out)["policies"]
    assert policies == ["balanced", "hold_10", "hold_15", "hold_25", "hold_30", "random"]
    assert "hold_20 plays exactly as balanced does: it stays away" in said.err


@pytest.mark.usefixtures("_at_root")
def test_a_changed_style_is_a_style_of_its_own(tmp_path, capsys):
    changed = ("--set", "policies.hold_20.roll=20.5")
    both = ("--policy", "balanced", "--policy", "hold_20")
    assert main([*ASKED, *both, *changed, "--out", str(tmp_path / "run"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["policies"] == ["balanced", "hold_20"]
    same = [*ASKED, *both, "--out", tmp_path / "other"]
    assert "--policy hold_20: plays exactly as balanced does" in refused(same, capsys)


@pytest.mark.usefixtures("_at_root")
@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--policy", "hold_10"), "a tournament needs two styles, --policy names 1"),
        (("--policy", "hold_10", "--policy", "hold_10"), "--policy hold_10: takes part twice"),
        (("--policy", "hold_10", "--policy", "hold_155"), "unknown policy 'hold_155': did you mean 'hold_15'"),
        (("--policy", "1=hold_10,2=random", "--policy", "random"), "name one style, and repeat --policy"),
        (("--policy", "hold_10,random"), "name one style, and repeat --policy for each"),
        (("--games", "0"), "give a whole number"),
        (("--players", "9"), "--players 9: pig takes"),
        (("--level", "100"), "give a percentage above 50"),
        (("--set", "policies.hold_99.roll=1"), "hold_99"),
        (("--backend", "lokey"), "unknown backend 'lokey'"),
        (("--policy", "nowhere.py:mine", "--policy", "random"), "there is no file nowhere.py"),
    ],
)
def test_bad_input_is_one_line_before_any_game(options, said, tmp_path, capsys):
    folder = tmp_path / "run"
    assert said in refused([*ASKED, *options, "--out", folder], capsys)
    assert not list(folder.glob("*.parquet"))


@pytest.mark.usefixtures("_at_root")
def test_plan_only_plays_nothing(tmp_path, capsys):
    folder = tmp_path / "run"
    asked = [*ASKED, *HOLDS, "--players", "4", "--plan-only", "--out", str(folder)]
    assert main([*asked, "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert (facts["pairs"], facts["games_per_pair"], facts["games"]) == (3, 576, 1728)
    assert facts["minutes"] > 0
    assert facts["bytes"] > 1728
    assert main(asked) == 0
    assert "3 pairs of 3 styles, 576 games each: 1,728 games in all." in capsys.readouterr().out
    assert not folder.exists()


@pytest.mark.usefixtures("_at_root")
def test_a_run_goes_on_and_another_is_refused(tmp_path, capsys):
    folder = tmp_path / "run"
    asked = [*ASKED, *HOLDS, "--out", str(folder)]
    assert main(asked) == 0
    page, digest = (folder / "report.html").read_bytes(), folder_digest(folder)
    next(folder.glob("games-*.parquet")).unlink()
    assert main([*asked, "--resume"]) == 0
    assert folder_digest(folder) == digest
    assert (folder / "report.html").read_bytes() == page
    capsys.readouterr()
    assert "--resume" in refused(asked, capsys)
    assert "seed" in refused([*asked, "--resume", "--seed", "2"], capsys)
    assert "polic" in refused([*ASKED, *HOLDS[2:], "--out", folder, "--resume"], capsys)
    assert main([*asked, "--force", "--seed", "2"]) == 0


def test_policies_of_a_file_take_part(mine, capsys):
    """Also their faults: one line, exit code 2, nothing written."""
    mine.write_text("def never(state, tables, actions, n, weights, memory):\n    return 0\n")
    asked = ["tournament", PIG, "-n", "60", "--quiet", "--policy", "my.py:never", "--policy", "random"]
    assert main([*asked, "--json", "--out", "run"]) == 0
    assert json.loads(capsys.readouterr().out)["policies"] == ["my.py:never", "random"]
    again = [*asked, "--policy", str(mine.resolve()) + ":never", "--out", "other"]
    assert "never: plays exactly as my.py:never does" in refused(again, capsys)
    mine.write_text("def never(state, tables, actions, n, weights, memory):\n    return n\n")
    assert "chose index" in refused([*asked, "--out", "third"], capsys)
    assert not list(Path("third").glob("*.parquet"))
