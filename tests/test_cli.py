"""The command line as a user meets it: exit codes, one-line errors, narrow terminals, progress, repeatable studies."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest

from scripts import options
from scripts.app import app
from scripts.console import Progress, table
from scripts.main import main
from sim import store
from sim.errors import UserError

ROOT = Path(__file__).resolve().parents[1]
TOY = "tests/toy"
COMMANDS = [command.callback.__name__ for command in app.registered_commands if command.callback]


def fairseat(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own, at the root of the project."""
    command = [sys.executable, "-c", "from scripts.main import run; run()", *arguments]
    known = {"PYTHONPATH": str(ROOT), "NO_COLOR": "1"}
    return subprocess.run(
        command, capture_output=True, cwd=ROOT, env=os.environ | known | environment, encoding="utf-8", errors="replace"
    )


@pytest.fixture(autouse=True)
def _at_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def test_commands() -> None:
    assert {"study", "simulate", "analyze", "report", "replay", "info", "games", "check", "coverage", "bench"} <= set(
        COMMANDS
    )


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "--help"]) == 0
    assert f"Usage: fairseat {command}" in capsys.readouterr().out


def test_the_installed_command_answers() -> None:
    done = subprocess.run(
        [Path(sys.executable).parent / "fairseat", "--help"], capture_output=True, text=True, check=True
    )
    assert all(f"  {command} " in done.stdout for command in COMMANDS)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["stdy", "kaguya"], r"unknown command 'stdy': did you mean 'study'\? known are .*replay"),
        (
            ["study", TOY, "--polcy", "x"],
            r"unknown option '--polcy': did you mean '--policy'\? known are --games, .*--help",
        ),
        (["study"], r"which game\?"),
        (["replay"], r"missing argument 'GAME': see `fairseat replay --help`"),
        (["study", "kaguja"], r"unknown game 'kaguja': did you mean 'kaguya'\? known are .*kaguya"),
        (["study", "no/such"], r"no/such.*folder"),
        (["study", TOY, "-n", "0"], r"--games '0': give a whole number from 1 to"),
        (["study", TOY, "-n", "-5"], r"--games '-5'"),
        (["study", TOY, "-n", "20000000000"], r"--games '20000000000'"),
        (["study", TOY, "-n", "1.5"], r"--games '1.5'"),
        (
            ["study", TOY, "--policy", "balancd"],
            r"unknown policy 'balancd': did you mean 'balanced'\? known are random, ",
        ),
        (["study", TOY, "--policy", "9=random"], r"participant 9"),
        (["study", TOY, "--policy", "1=random,x"], r"--policy .*'x' is not N=NAME"),
        (["study", TOY, "--characters", "hare,fox"], r"unknown character 'fox'.*known are hare, tortoise"),
        (["study", TOY, "--players", "7"], r"toy takes 2, 3, 4"),
        (["study", TOY, "--seating", "fix"], r"unknown seating 'fix': did you mean 'fixed'\?"),
        (
            ["study", TOY, "--deals", "frsh"],
            r"unknown kind of deals 'frsh': did you mean 'fresh'\? known are shared, fresh",
        ),
        (["study", TOY, "--margin", "60pp"], r"--margin '60pp'"),
        (["study", TOY, "--level", "100"], r"--level '100'"),
        (["study", TOY, "--seed", "-1"], r"--seed -1: give a whole number"),
        (["study", TOY, "--seed", "x"], r"--seed 'x': give a whole number"),
        (["completion", "tcsh"], r"unknown shell 'tcsh': did you mean 'zsh'\? known are bash, zsh, fish"),
        (["study", TOY, "--jobs", "-1"], r"--jobs -1"),
        (["study", TOY, "--backend", "ray"], r"unknown backend 'ray'. .*known are threading, loky"),
        (["study", TOY, "--set", "rules.goal"], r"--set 'rules.goal': write PATH=VALUE"),
        (["study", "--from", "nowhere.toml"], r"nowhere.toml: there is no such file"),
        (["replay", TOY, "--index", "-1"], r"--index -1: games count from 0"),
        (["replay", TOY, "--table", "2"], r"--table 2: there are 1 policy tables"),
        (["analyze", "nowhere"], r"nowhere: .*manifest"),
        (["coverage", TOY], r"coverage.toml: there is no such file"),
        (["check", "kaguya", "--cards", "nowhere.toml"], r"nowhere.toml: there is no such file"),
        (
            ["check", "kaguya", "--set", "rules.start_scor=6"],
            r"unknown rule 'start_scor': did you mean 'start_score'\?",
        ),
    ],
)
def test_mistakes_are_one_line_and_exit_2(
    arguments: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if arguments[0] == "study" and "--from" not in arguments:
        arguments = [*arguments, "--out", str(tmp_path / "run")]
    assert main(arguments) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert len(shown.err.splitlines()) == 1
    assert shown.err.startswith("fairseat: ")
    assert not shown.err.endswith(".\n")
    assert re.search(said, shown.err), shown.err
    assert not (tmp_path / "run" / "manifest.json").exists()


def test_a_mistake_in_a_process_has_no_traceback() -> None:
    done = fairseat("study", "kaguja")
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("text", "number"),
    [("200000", 200_000), ("200_000", 200_000), ("200k", 200_000), ("2M", 2_000_000), ("1.5M", 1_500_000), (" 7 ", 7)],
)
def test_numbers_of_games(text: str, number: int) -> None:
    assert options.parse_games(text) == number


@pytest.mark.parametrize("text", ["", "k", "-1", "0", "1e6", "0.5", "10000000001", "2,000", "nan"])
def test_numbers_of_games_that_are_none(text: str) -> None:
    with pytest.raises(UserError, match="--games"):
        options.parse_games(text)


@pytest.mark.parametrize(("text", "share"), [("1pp", 0.01), ("1%", 0.01), ("0.01", 0.01), ("2.5 pp", 0.025)])
def test_margins(text: str, share: float) -> None:
    assert options.parse_margin(text) == pytest.approx(share, rel=1e-12)


@pytest.mark.parametrize("text", ["1", "0", "0pp", "50pp", "pp", "one"])
def test_margins_that_are_none(text: str) -> None:
    with pytest.raises(UserError, match="--margin"):
        options.parse_margin(text)


@pytest.mark.parametrize(("text", "share"), [("95", 0.95), ("95%", 0.95), ("0.95", 0.95), ("99.9", 0.999)])
def test_levels(text: str, share: float) -> None:
    assert options.parse_level(text) == pytest.approx(share, rel=1e-12)


def test_policy_tables() -> None:
    assert options.parse_policy("balanced") == "balanced"
    assert options.parse_policy("1=a, 3=b") == {1: "a", 3: "b"}
    assert options.parse_policy("my/own.py:best") == "my/own.py:best"


def test_text_tables_line_up() -> None:
    assert table(["name", "n"], [["a", "1"], ["long name", "10,000"]]).splitlines() == [
        "name            n",
        "---------  ------",
        "a               1",
        "long name  10,000",
    ]


def simulate(out: Path, *more: str) -> int:
    return main(["simulate", TOY, "-n", "60", "--out", str(out), "--quiet", *more])


def test_a_run_is_never_overwritten_by_chance(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate(tmp_path / "run") == 0
    rows = (tmp_path / "run" / "manifest.json").read_bytes()
    capsys.readouterr()
    assert simulate(tmp_path / "run", "--seed", "2") == 2
    assert "--force" in capsys.readouterr().err
    assert (tmp_path / "run" / "manifest.json").read_bytes() == rows
    assert simulate(tmp_path / "run", "--resume") == 0
    assert simulate(tmp_path / "run", "--seed", "2", "--force") == 0
    assert (tmp_path / "run" / "manifest.json").read_bytes() != rows


def rows_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.rglob("*.parquet")}


def test_the_file_of_a_study_says_the_whole_question(tmp_path: Path) -> None:
    options_ = ["--policy", "hasty", "--policy", "1=random", "--characters", "hare,tortoise", "--seed", "9"]
    assert simulate(tmp_path / "run", *options_) == 0
    study = tomllib.loads((tmp_path / "run" / "study.toml").read_text(encoding="utf-8"))["study"]
    assert study["policies"] == ["hasty", "1=random, 2=balanced, 3=balanced"]
    assert study["characters"] == ["hare", "tortoise"]
    assert (study["games"], study["seed"], study["players"]) == (60, 9, 3)
    assert (study["seating"], study["deals"]) == ("balanced", "shared")
    assert str(tmp_path) not in (tmp_path / "run" / "study.toml").read_text(encoding="utf-8")


def test_a_study_runs_again_from_its_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, again = tmp_path / "first", tmp_path / "again"
    asked = ["--policy", "1=random", "--seed", "5", "--cards", "bare", "--set", "rules.start_score=7", "-n", "240"]
    assert main(["study", "kaguya", *asked, "--out", str(first), "--quiet"]) == 0
    assert main(["study", "--from", str(first / "study.toml"), "--out", str(again), "--quiet"]) == 0
    capsys.readouterr()
    assert rows_of(first)
    assert rows_of(first) == rows_of(again)
    for name in ("study.toml", "manifest.json", "report.html"):
        assert (first / name).read_bytes() == (again / name).read_bytes(), name


def test_a_study_says_where_its_report_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["study", TOY, "-n", "600", "--out", str(tmp_path / "run"), "--quiet"]) == 0
    shown = capsys.readouterr().out
    assert str(tmp_path / "run" / "report.html") in shown
    assert (tmp_path / "run" / "report.html").is_file()


def test_a_study_of_paths_says_where_they_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "a"
    assert main(["study", TOY, "-n", "300", "--policy", "equal", "--out", str(out), "--quiet"]) == 0
    monkeypatch.chdir(tmp_path)
    assert main(["study", "--from", str(out / "study.toml"), "--out", "b"]) == 2
    said = capsys.readouterr().err
    assert f"[study] names '{TOY}', which is not here: paths start from the folder where" in said
    assert not (tmp_path / "b").exists()


def test_the_default_folder_follows_from_the_question(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    game = str(ROOT / TOY)
    base = ["simulate", game, "-n", "60", "--quiet"]
    assert main(base) == 0
    assert main(base) == 2  # the same question finds its own run
    assert main([*base, "--seed", "2"]) == 0
    names = sorted(path.name for path in (tmp_path / "runs").iterdir())
    assert len(names) == 2
    assert all(re.fullmatch(r"toy-[0-9a-f]{8}", name) for name in names)


def test_the_plan_alone_plays_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "run"
    assert main(["study", TOY, "-n", "100", "--plan-only", "--json", "--out", str(out)]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert not out.exists()
    # 3 players: 3! = 6 seatings a block; 2 characters for 3 seats: a cycle of 2 blocks; 100 -> 108 games a table
    assert (facts["games_per_block"], facts["games_per_table"], facts["blocks_per_table"]) == (6, 108, 18)
    assert (facts["tables"], facts["games"]) == (["balanced", "random"], 216)
    assert facts["minutes"] > 0
    assert facts["bytes"] > 0


def test_the_plan_names_the_bytes_that_a_run_then_takes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = [TOY, "-n", "30k", "--policy", "random", "--quiet"]
    assert main(["study", *asked, "--plan-only", "--json"]) == 0
    planned = json.loads(capsys.readouterr().out)["bytes"]
    assert main(["simulate", *asked, "--out", str(tmp_path / "run")]) == 0
    taken = sum(file.stat().st_size for file in (tmp_path / "run").glob("*.parquet"))
    assert planned == pytest.approx(taken, rel=0.1)
    manifest = store.read_manifest(tmp_path / "run")
    assert taken < store.most_bytes(manifest) * manifest["n_games"]


def test_plain_progress_is_sparse_monotone_and_ends_at_100(capsys: pytest.CaptureFixture[str]) -> None:
    with Progress("games", is_quiet=False) as progress:
        for done in range(0, 1_000_001, 1000):
            progress(done, 1_000_000)
    shown = capsys.readouterr().err
    percents = [int(found) for found in re.findall(r"(\d+) %", shown)]
    assert percents == sorted(set(percents))
    assert percents[-1] == 100
    assert len(shown.encode()) <= 2048


def test_quiet_progress_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with Progress("games", is_quiet=True) as progress:
        progress(1, 1)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    "arguments",
    [("games",), ("info", "kaguya"), ("info", "kaguya", "--json"), ("replay", "kaguya", "--policy", "1=random")],
)
def test_narrow_output_does_not_end_a_command(arguments: tuple[str, ...]) -> None:
    done = fairseat(*arguments, PYTHONIOENCODING="cp1252")
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_narrow_json_loses_nothing() -> None:
    narrow = json.loads(fairseat("info", "kaguya", "--json", PYTHONIOENCODING="cp1252").stdout)
    wide = json.loads(fairseat("info", "kaguya", "--json", PYTHONIOENCODING="utf-8").stdout)
    assert narrow == wide
    assert "かぐや" in wide["title"]


@pytest.mark.parametrize("arguments", [("games",), ("info", "kaguya")])  # a little and a lot of output
def test_a_reader_that_stops_early_hears_no_complaint(arguments: tuple[str, ...]) -> None:
    command = [sys.executable, "-c", "from scripts.main import run; run()", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        shown = process.stderr.read()
    assert process.returncode == 1
    assert shown == b""


def test_an_interrupted_run_says_how_to_go_on(tmp_path: Path) -> None:
    out = tmp_path / "run"
    command = [
        sys.executable,
        "-c",
        "from scripts.main import run; run()",
        "simulate",
        TOY,
        "-n",
        "50M",
        "--out",
        str(out),
    ]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, text=True) as process:
        assert process.stderr is not None
        assert any("games: 0 %" in line for line in process.stderr)  # lines of a compile may come first
        while not (out / "manifest.json").is_file():
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        shown = process.stderr.read()
    assert process.returncode == 130
    assert "--resume" in shown
    assert "Traceback" not in shown
    assert (out / "manifest.json").is_file()


def test_info_names_what_can_be_set(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["info", "kaguya"]) == 0
    shown = capsys.readouterr().out
    for text in ("president 会長", "start_score = 5", "contest_ties = share", "share | tail_first", "random: "):
        assert text in shown
    for text in (
        "  vice       vice-president 副会長",
        "fixed: Monday to Friday",
        "kaguya/RULES.md",
        "seed = the rulebook",
    ):
        assert text in shown


def test_check_says_what_was_checked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "kaguya", "--cards", "bare"]) == 0
    shown = capsys.readouterr().out
    assert "kaguya, pack bare, for 4 players: no fault found." in shown
    assert "19 rulings" in shown
