"""`--until` on the command line: stopping, repeating, resuming, saying so, and refusing what is no precision."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from toykit import folder_digest

from reports.words_until import _rounded_down
from scripts.console import Progress
from scripts.main import main
from scripts.options import parse_until
from sim import store
from sim.errors import UserError

ROOT = Path(__file__).resolve().parents[1]
TOY = "tests/toy"
STUDY = ["study", TOY, "--policy", "balanced", "--policy", "random", "--players", "3", "--until", "3pp"]


@pytest.fixture(autouse=True)
def _at_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


@pytest.fixture(scope="module")
def stopped(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, str]:
    """Folder, stdout and stderr of a study that stopped by itself."""
    folder = tmp_path_factory.mktemp("until") / "run"
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        out, err = run_captured([*STUDY, "--out", str(folder)])
    return folder, out, err


def run_captured(arguments: list[str]) -> tuple[str, str]:
    from contextlib import redirect_stderr, redirect_stdout
    from io import StringIO

    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        assert main(arguments) == 0
    return out.getvalue(), err.getvalue()


def one_line(text: str) -> str:
    return " ".join(text.split())


def test_a_study_stops_and_says_so(stopped: tuple[Path, str, str]) -> None:
    folder, out, err = stopped
    manifest = store.read_manifest(folder)
    n = manifest["n_games"]
    assert n < manifest["n_games_most"] == 200_000
    assert manifest["until"]["half_width"] == 0.03
    assert f"stopped after {n:,} games of each policy table: every win share by place is within +-" in err
    said = one_line(out)
    assert f"The run stopped by itself after {n:,} games with each set of policies" in said
    assert "every win share by place is known to +-3 pp (95 %, all places and sets of policies at once)" in said
    assert "holds at whatever look the run stopped. All others" in said
    assert len(re.findall(r"\[ok\] +precise enough \(\w+\) +\+-[\d.]+ pp of \+-3 pp, reached at look \d+", out)) == 2
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert "hold at every look at once, so the run could stop at any" in page
    assert "confidence sequence" in page
    assert "at most 200,000, stopped when precise" in page
    assert "--until 3pp" in page
    assert (folder / "tables" / "until.csv").is_file()


def test_its_file_repeats_it(stopped: tuple[Path, str, str], tmp_path: Path) -> None:
    folder, _, _ = stopped
    text = (folder / "study.toml").read_text(encoding="utf-8")
    assert "until = 0.03" in text
    assert re.search(r'command = "fairseat study .*--until 3pp"', text)
    assert main(["study", "--from", str(folder / "study.toml"), "--out", str(tmp_path / "again"), "--quiet"]) == 0
    assert folder_digest(tmp_path / "again") == folder_digest(folder)
    assert (tmp_path / "again" / "study.toml").read_text(encoding="utf-8") == text
    assert (tmp_path / "again" / "report.html").read_bytes() == (folder / "report.html").read_bytes()


def test_resume_plays_nothing_more(stopped: tuple[Path, str, str], tmp_path: Path) -> None:
    folder, _, _ = stopped
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    facts = json.loads(run_captured(["simulate", *STUDY[1:], "--out", str(copy), "--resume", "--json", "--quiet"])[0])
    n = 2 * store.read_manifest(folder)["n_games"]
    assert (facts["games"], facts["games_played"], facts["games_kept"], facts["is_precise"]) == (n, 0, n, True)
    assert folder_digest(copy) == folder_digest(folder)


def test_another_precision_is_refused(stopped: tuple[Path, str, str], capsys: pytest.CaptureFixture[str]) -> None:
    folder, _, _ = stopped
    assert main([*STUDY[:-1], "2pp", "--out", str(folder), "--resume"]) == 2
    assert "cannot resume, until.half_width differs: 0.03 there, 0.02 now" in capsys.readouterr().err
    assert main([*STUDY[:-2], "--out", str(folder), "--resume"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "cannot resume, until differs" in line


def test_too_few_games_are_told(tmp_path: Path, stopped: tuple[Path, str, str]) -> None:
    out, err = run_captured([*STUDY, "-n", "300", "--out", str(tmp_path / "run")])
    said = one_line(out)
    assert "not precise enough after 300 games of each policy table" in err
    assert "The run is not as precise as asked for: 300 games with each set of policies give +-" in said
    assert "[FAIL] precise enough (random)" in said
    needed = int(re.search(r"About ([\d,]+) games would; --resume with more --games goes on", said)[1].replace(",", ""))
    assert needed == pytest.approx(store.read_manifest(stopped[0])["n_games"], rel=0.4)
    assert main([*STUDY, "-n", "200k", "--out", str(tmp_path / "run"), "--resume", "--quiet"]) == 0
    assert folder_digest(tmp_path / "run") == folder_digest(stopped[0])


def test_each_number_of_players_stops_for_itself(tmp_path: Path) -> None:
    arguments = ["study", TOY, "--policy", "random", "--players", "2,3", "--until", "4pp", "--out", str(tmp_path)]
    out, _ = run_captured([*arguments, "--quiet"])
    n = [store.read_manifest(tmp_path / f"{k}-players")["n_games"] for k in (2, 3)]
    assert all(games < 200_000 for games in n)
    assert n[0] != n[1]
    assert "--until 4pp" in out


@pytest.mark.parametrize("value", ["0", "0pp", "-1pp", "50pp", "0.5", "2px", "", "nan", "1e-3"])
@pytest.mark.parametrize("command", ["study", "simulate"])
def test_what_is_no_precision(command: str, value: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, TOY, f"--until={value}"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(
        f"fairseat: --until {value!r}: give 0 to 50 percentage points, like 1pp, or a share, like 0.01"
    )


def test_what_is_one() -> None:
    assert parse_until(None) is None
    assert parse_until("0.2pp") == parse_until("0.002") == parse_until("0.2 %") == 0.002
    with pytest.raises(UserError):
        parse_until("two")


@pytest.mark.parametrize("value", ["0.7", "0", "true", '"1pp"'])
def test_a_file_with_no_precision(
    value: str, tmp_path: Path, stopped: tuple[Path, str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "study.toml"
    file.write_text((stopped[0] / "study.toml").read_text(encoding="utf-8").replace("until = 0.03", f"until = {value}"))
    assert main(["study", "--from", str(file)]) == 2
    assert "[study] until = " in capsys.readouterr().err
    assert main(["study", "--from", str(stopped[0] / "study.toml"), "--until", "1pp"]) == 2
    assert "--until beside --from" in capsys.readouterr().err


def test_the_plan_says_what_it_takes_as_an_estimate(stopped: tuple[Path, str, str]) -> None:
    said = one_line(run_captured([*STUDY, "--plan-only"])[0])
    told = re.search(r"it stops when precise to \+-3 pp, after about ([\d,]+) games for each \(an estimate,", said)
    assert int(told[1].replace(",", "")) == pytest.approx(store.read_manifest(stopped[0])["n_games"], rel=0.6)
    assert "may be played" not in said
    few = [*STUDY, "--plan-only"]
    few[few.index("--until") + 1] = "0.1pp"
    assert "These are more than may be played: it may end less precise" in one_line(run_captured(few)[0])
    plain = one_line(run_captured([*STUDY[:-2], "--plan-only"])[0])
    assert "estimate" not in plain


def test_a_finer_question_is_answered_with_a_precision(tmp_path: Path) -> None:
    """An open verdict on places names the --until that would settle it."""
    arguments = ["study", TOY, "--policy", "balanced", "--players", "2", "--until", "6pp", "--margin", "2pp"]
    out, _ = run_captured([*arguments, "--out", str(tmp_path), "--quiet"])
    said = one_line(out)
    assert "NOT ENOUGH GAMES" in said
    assert re.search(r"--until [\d.]+pp, about [\d,]+ games, would settle it, if the estimates are true", said)


@pytest.mark.parametrize("is_terminal", [False, True])
def test_progress_ends_at_the_games_that_count(
    is_terminal: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: is_terminal)
    with Progress("games", is_quiet=False) as progress:
        for done, total in ((0, 5000), (1000, 5000), (700, 700)):
            progress(done, total)
    if not is_terminal:
        assert capsys.readouterr().err.splitlines()[-1] == "games: 100 % of 700 games"
    else:
        assert (progress._bar.tasks[0].completed, progress._bar.tasks[0].total) == (700, 700)


@pytest.mark.parametrize(
    ("points", "text"),
    [(1.5, "1.5"), (1.99, "1.9"), (2.0, "2"), (2.9, "2"), (0.47, "0.4"), (0.123, "0.12"), (12.7, "12")],
)
def test_a_precision_is_named_by_a_round_number_below(points: float, text: str) -> None:
    assert _rounded_down(points) == text
