"""What users and machines break: every fault is one clear line or is healed, and nothing of a run is lost."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from scripts.main import main

ROOT = Path(__file__).resolve().parents[1]
TOY = "tests/toy"
SHARD = "games-00-00000.parquet"
PACK = '[pack]\nname = "mine"\nbase = "standin"\n'


@pytest.fixture(autouse=True)
def _at_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """The one line of a command that ends with exit code 2 and prints nothing else."""
    capsys.readouterr()
    assert main(arguments) == 2
    shown = capsys.readouterr()
    assert (shown.out, len(shown.err.splitlines())) == ("", 1)
    return shown.err


# ---- options ----


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["-n", "٣"], "--games"),
        (["-n", "1__0"], "--games"),
        (["--jobs", "100000000"], "at most 1024"),
        (["--policy", "1=random,1=balanced"], "participant 1 is named twice"),
        (["--policy", "٣=random"], "unknown policy"),
        (["--out", ""], "--out '': name a folder"),
        (["--out", "  "], "name a folder"),
    ],
)
def test_options(arguments: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = [] if "--out" in arguments else ["--out", str(tmp_path / "run")]
    assert said in refused(["simulate", TOY, "--quiet", *run, *arguments], capsys)


@pytest.mark.parametrize("index", ["-1", "10000000000", "99999999999999999999"])
def test_games_that_no_study_has(index: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "games count from 0 to 9,999,999,999" in refused(["replay", TOY, "--index", index], capsys)


@pytest.mark.parametrize("seconds", ["-1", "0", "nan", "1e9"])
def test_seconds_of_a_measurement(seconds: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "--seconds" in refused(["bench", TOY, "--seconds", seconds], capsys)


# ---- policies of the user's ----

POLICIES = {
    "crash": ("1 / 0\n", "ZeroDivisionError: division by zero"),
    "leave": ("import sys\nsys.exit(3)\n", "SystemExit: 3"),
    "syntax": ("def best(:\n", "SyntaxError"),
    "zero": ("\0", "null bytes"),
    "number": ("best = 3\n", "unknown function in .*number.py 'best'"),
    "kind": ("class best: pass\n", "unknown function in .*kind.py 'best'"),
    "builtin": ("best = len\n", "unknown function in .*builtin.py 'best'"),
    "short": ("def best(state, tables):\n    return 0\n", r"write def best\(state, tables, actions, n,"),
    "field": ("def best(state, tables, actions, n, weights, memory):\n    return state.nosuch\n", "nosuch"),
    "text": ("def best(state, tables, actions, n, weights, memory):\n    return 'a'\n", "does not compile"),
    "silent": ("def best(state, tables, actions, n, weights, memory):\n    pass\n", "every way through a policy"),
    "beyond": ("def best(state, tables, actions, n, weights, memory):\n    return n\n", "index 3"),
}  # fmt: skip


@pytest.mark.parametrize("name", list(POLICIES))
def test_policy_files(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, said = POLICIES[name]
    file = tmp_path / f"{name}.py"
    file.write_text(text)
    shown = refused(
        ["simulate", TOY, "-n", "6", "-q", "--policy", f"{file}:best", "--out", str(tmp_path / "r")], capsys
    )
    assert re.search(said, shown), shown
    assert not list(tmp_path.glob("r/games-*"))


def test_a_policy_that_does_not_compile_leaves_a_run_as_it_was(tmp_path: Path) -> None:
    out = tmp_path / "run"
    base = ["simulate", TOY, "-n", "6", "-q", "--out", str(out)]
    assert main(base) == 0
    before = {file.name: file.read_bytes() for file in out.iterdir()}
    file = tmp_path / "text.py"
    file.write_text(POLICIES["text"][0])
    assert main([*base, "--force", "--policy", f"{file}:best"]) == 2
    assert {file.name: file.read_bytes() for file in out.iterdir()} == before


# ---- data files ----


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (PACK + '[[action]]\nid = "act_six_token"\n[[action]]\nid = "act_six_token"\n', "'act_six_token' stands twice"),
        (PACK + '[[action]]\nid = "act_six_token"\ndo = ' + "[" * 3000 + "]" * 3000, "nested too deeply"),
        (PACK + '[policies.x]\nabout = "a"\nweights = { points = ' + "9" * 400 + " }\n", "a weight is a finite number"),
        (PACK + '[policies.x]\nfamily = "random"\nweights = { points = 1 }\n', "weighs nothing; leave out points"),
        ('[pack]\nname = "a\\nb\\u001b[31m"\nbase = "standin"\n', "write one line of text"),
        ("", "[pack] name is missing"),
        (PACK + '[[action]]\ntext = "x"\n', "[[action]] id is missing"),
    ],
)
def test_packs(content: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(content, encoding="utf-8")
    shown = refused(["check", "kaguya", "--cards", str(file)], capsys)
    assert said in shown
    assert "mine.toml" in shown


@pytest.mark.parametrize("prefix", [b"\xef\xbb\xbf", b""])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_packs_of_other_editors(prefix: bytes, end: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "かぐや 1.toml"
    file.write_bytes(prefix + PACK.replace("mine", "かぐや").replace("\n", end).encode())
    assert main(["check", "kaguya", "--cards", str(file)]) == 0
    assert "pack かぐや" in capsys.readouterr().out


@pytest.mark.parametrize("path", ["rules.handicap.0", "rules.handicap.5", "rules.handicap.١", "rules.handicap.x"])
def test_places_of_a_list(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "must be a number from 1 to 4" in refused(["check", "kaguya", "--set", f"{path}=1"], capsys)


# ---- the file of a study ----


@pytest.fixture(scope="module")
def run_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("run") / "whole"
    command = ["simulate", str(ROOT / TOY), "-n", "60", "--policy", "random", "-q", "--out", str(folder)]
    assert main(command) == 0
    return folder


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("games = 60", "games = 99999999999999999999999", "games = 99999999999999999999999: give a number from 1"),
        ("games = 60", "games = 0", "games = 0: give a number from 1"),
        ("games = 60", "games = true", "games = True is of the wrong kind"),
        ("margin = 0.01", "margin = 0.5", "margin = 0.5: give a share"),
        ("margin = 0.01", "margin = nan", "margin = nan: give a share"),
        ("level = 0.95", "level = 95", "level = 95: give a share"),
        ("seed = 1", "seed = -1", "--seed -1"),
        ('policies = [\n    "random",\n]', "policies = []", "policies is empty"),
    ],
)
def test_edited_studies(
    old: str, new: str, said: str, run_dir: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (run_dir / "study.toml").read_text(encoding="utf-8")
    assert old in text
    file = tmp_path / "study.toml"
    file.write_text(text.replace(old, new), encoding="utf-8")
    assert said in refused(["study", "--from", str(file), "--quiet", "--out", str(tmp_path / "out")], capsys)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("beside", [["--seed", "1"], ["-n", "60"], ["--margin", "2pp"], ["--set", "rules.x=1"], [TOY]])
def test_nothing_is_asked_beside_the_file(
    beside: list[str], run_dir: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["study", *beside, "--from", str(run_dir / "study.toml"), "--quiet", "--out", str(tmp_path / "out")]
    assert "beside --from: the file holds the whole question" in refused(command, capsys)


@pytest.mark.parametrize("content", [b"[stu", b"\xff", b"study = 'x'\n", b"x = 1\n", b"[study]\ncommand = 3\n"])
def test_a_broken_file_of_a_study_beside_its_rows(
    content: bytes, run_dir: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = shutil.copytree(run_dir, tmp_path / "run")
    (folder / "study.toml").write_bytes(content)
    assert "study.toml" in refused(["analyze", str(folder)], capsys)


# ---- a run's own files ----


def _edit(change: Callable[[dict[str, object]], object]) -> Callable[[Path], None]:
    def edit(folder: Path) -> None:
        file = folder / "manifest.json"
        manifest = json.loads(file.read_text(encoding="utf-8"))
        change(manifest)
        file.write_text(json.dumps(manifest), encoding="utf-8")

    return edit


MANIFESTS = {
    "cut": lambda folder: (folder / "manifest.json").write_bytes((folder / "manifest.json").read_bytes()[:200]),
    "empty": lambda folder: (folder / "manifest.json").write_bytes(b""),
    "deep": lambda folder: (folder / "manifest.json").write_bytes(b"[" * 100_000),
    "binary": lambda folder: (folder / "manifest.json").write_bytes(b"\xff\xfe\0"),
    "other games": _edit(lambda manifest: manifest.update(n_games=120)),
    "negative games": _edit(lambda manifest: manifest.update(n_games=-6, n_blocks=-1)),
    "games as text": _edit(lambda manifest: manifest.update(n_games="60")),
    "no games": _edit(lambda manifest: manifest.pop("n_games")),
    "no characters": _edit(lambda manifest: manifest.update(characters=[])),
    "no digest": _edit(lambda manifest: manifest.pop("run_digest")),
    "empty shards": _edit(lambda manifest: manifest.update(shard_games=0)),
    "a column without a name": _edit(lambda manifest: manifest["columns"][0].pop("name")),  # type: ignore[index]
}


@pytest.mark.parametrize("damage", list(MANIFESTS))
def test_a_manifest_that_is_not_as_it_was_written(
    damage: str, run_dir: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = shutil.copytree(run_dir, tmp_path / "run")
    MANIFESTS[damage](folder)
    again = ["simulate", TOY, "-n", "60", "--policy", "random", "-q", "--out", str(folder)]
    for command in (["analyze", str(folder)], ["report", str(folder)], [*again, "--resume"]):
        assert "anew with --force" in refused(command, capsys)
    assert main([*again, "--force"]) == 0
    assert (folder / "manifest.json").read_bytes() == (run_dir / "manifest.json").read_bytes()


@pytest.mark.parametrize("content", ["cut", "binary", "missing", "other"])
def test_a_damaged_list_of_shards_is_healed_by_resume(content: str, run_dir: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(run_dir, tmp_path / "run")
    file = folder / "shards.jsonl"
    whole = file.read_bytes()
    file.write_bytes(
        {"cut": whole[:20], "binary": b"\xff\xfe", "missing": b"", "other": b'[1]\n3\n{"shard": 1}'}[content]
    )
    if content == "missing":
        file.unlink()
    assert main(["analyze", str(folder)]) == 2
    again = ["simulate", TOY, "-n", "60", "--policy", "random", "-q", "--out", str(folder)]
    assert main([*again, "--resume"]) == 0
    assert main(["analyze", str(folder)]) == 0
    assert (folder / SHARD).read_bytes() == (run_dir / SHARD).read_bytes()
    assert file.read_bytes().endswith(whole)


def test_a_folder_in_place_of_a_shard(run_dir: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = shutil.copytree(run_dir, tmp_path / "run")
    (folder / SHARD).unlink()
    (folder / SHARD).mkdir()
    shown = refused(["simulate", TOY, "-n", "60", "--policy", "random", "-q", "--resume", "--out", str(folder)], capsys)
    assert "is a folder where a file of games belongs" in shown


def test_a_report_that_cannot_be_written(run_dir: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = shutil.copytree(run_dir, tmp_path / "run")
    (folder / "tables").write_text("a file in its place")
    assert "tables" in refused(["report", str(folder)], capsys)


# ---- interruptions and streams ----


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize("command", ["study", "analyze", "report"])
def test_ctrl_c_after_the_games_were_played(
    command: str, run_dir: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import analysis.study
    import reports.build

    folder = shutil.copytree(run_dir, tmp_path / "run")
    asked = {"study": [TOY, "-n", "60", "--policy", "random", "-q", "--resume", "--out", str(folder)]}
    capsys.readouterr()
    with monkeypatch.context() as patch:
        patch.setattr(analysis.study, "analyse", _interrupt)
        patch.setattr(reports.build, "analyse", _interrupt)
        assert main([command, *asked.get(command, [str(folder)])]) == 130
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("fairseat: interrupted")
    assert len(shown.err.splitlines()) == 1
    assert ("--resume" in shown.err) == (command == "study")
    assert main([command, *asked.get(command, [str(folder)])]) == 0


@pytest.mark.parametrize("closed", ["stdout", "stderr"])
def test_a_closed_stream_ends_no_command(closed: str, tmp_path: Path) -> None:
    descriptor = {"stdout": 1, "stderr": 2}[closed]
    again = "[sys.executable, '-c', *sys.argv[1:]]"
    code = f"import os, sys; os.close({descriptor}); os.execv(sys.executable, {again})"
    start = "from scripts.main import run; run()"
    command = [sys.executable, "-c", code, start, "replay", TOY, "--seed", "3"]
    done = subprocess.run(command, capture_output=True, env=os.environ | {"PYTHONPATH": str(ROOT)}, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_report_is_replaced_whole_or_not_at_all(
    run_dir: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = shutil.copytree(run_dir, tmp_path / "run")
    assert main(["report", str(folder)]) == 0
    before = (folder / "report.html").read_bytes()

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert "No space left" in refused(["report", str(folder), "--margin", "3pp"], capsys)
    assert (folder / "report.html").read_bytes() == before
    assert not list(folder.glob("*.tmp"))
