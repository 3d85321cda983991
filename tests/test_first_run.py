"""The first minutes of a newcomer: first screen, compiles, completion, early Ctrl-C, JSON, what is imported."""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from scripts import glance
from scripts.main import main
from sim import registry

ROOT = Path(__file__).resolve().parents[1]
TOY = "tests/toy"
START = "from scripts.main import run; run()"
BASH = shutil.which("bash")

#: What `--help`, the first screen, the list of games and completion need not wait for (typer itself takes pydantic).
SLOW_MODULES = (
    "numba",
    "llvmlite",
    "numpy",
    "pandas",
    "scipy",
    "matplotlib",
    "pyarrow",
    "statsmodels",
    "joblib",
    "rich",
)


@pytest.fixture(autouse=True)
def _at_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def fairseat(*arguments: str, code: str = START, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own, at the root of the project."""
    known = {"PYTHONPATH": str(ROOT), "NO_COLOR": "1"}
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True, cwd=ROOT, env=os.environ | known | environment, text=True, check=False,
    )  # fmt: skip


def test_the_first_screen_names_commands_that_work(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    shown = capsys.readouterr().out
    for command in re.findall(r"fairseat (\w+) kaguya", shown):
        assert main([command, "--help"]) == 0
    assert {"study", "replay", "info"} <= set(re.findall(r"fairseat (\w+) kaguya", shown))
    assert all(name in shown for name in registry.shipped_names())


@pytest.mark.parametrize(
    ("arguments", "environment"),
    [
        ((), {}),
        (("--help",), {}),
        (("--version",), {}),
        (("study", "--help"), {}),
        (("games",), {}),
        (("completion", "bash"), {}),
        ((), {"_FAIRSEAT_COMPLETE": "complete_bash", "COMP_WORDS": "fairseat study kaguya --set r", "COMP_CWORD": "4"}),
    ],
)
def test_quick_answers_import_nothing_slow(arguments: tuple[str, ...], environment: dict[str, str]) -> None:
    code = f"import atexit, sys; atexit.register(lambda: print(*sys.modules, file=sys.stderr)); {START}"
    done = fairseat(*arguments, code=code, **environment)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()
    modules = {name.partition(".")[0] for name in done.stderr.split()}
    assert "typer" in modules  # the list of modules is there
    assert not modules & set(SLOW_MODULES)


@pytest.mark.parametrize("name", [*registry.shipped_names(), TOY, "examples/pig"])
def test_a_glance_says_what_the_game_says(name: str) -> None:
    game = registry.find(name)
    seen = glance.literals(glance.folder_of(name))
    assert {"name", "title", "seats"} <= seen.keys()
    for key, value in seen.items():
        assert value == getattr(game, key), key


def test_a_glance_at_what_is_no_game(tmp_path: Path) -> None:
    assert glance.literals(tmp_path) == {}
    (tmp_path / "__init__.py").write_text(
        "GAME = GameSpec(name=N, title=str(1), seats=(2,), characters=C)\nfrom .c import C"
    )
    assert glance.literals(tmp_path) == {"seats": (2,)}
    (tmp_path / "__init__.py").write_text("def (")
    assert glance.literals(tmp_path) == {}


# ---- compiles ----


def test_a_cold_start_says_what_is_compiled_and_a_warm_one_nothing(tmp_path: Path) -> None:
    cache = {"FAIRSEAT_CACHE": str(tmp_path)}
    cold, warm = (fairseat("replay", TOY, "--seed", "3", **cache) for _ in range(2))
    first, *_, last = cold.stderr.splitlines()
    said = re.fullmatch(r"compiling toy \(policies: weighted\): (\d+) functions, about \d+ s of work, once", first)
    assert said, cold.stderr
    assert f"compiling: {said[1]} functions read in" in cold.stderr
    assert re.fullmatch(r"compiled in \d+\.\d s; same policies and players: instant", last)
    assert len(cold.stderr.encode()) < 1024
    assert (warm.stderr, warm.stdout) == ("", cold.stdout)


def test_a_quiet_cold_start_says_nothing(tmp_path: Path) -> None:
    out = str(tmp_path / "run")
    done = fairseat("simulate", TOY, "-n", "6", "-q", "--out", out, FAIRSEAT_CACHE=str(tmp_path / "cache"))
    assert (done.returncode, done.stderr) == (0, "")


def test_a_cache_that_cannot_be_written_promises_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = fairseat("replay", TOY, FAIRSEAT_CACHE=str(tmp_path / "file"))
    assert done.returncode == 0
    found = re.fullmatch(
        r"compiled in .* s; (.*)/[0-9a-f]{24}: File exists: the next run .*", done.stderr.splitlines()[-1]
    )
    assert found
    assert found[1] == str(tmp_path / "file")


# ---- completion ----


def completed(words: list[str], folder: Path) -> list[str]:
    """What bash offers for the last word, by the script that the command prints."""
    assert BASH is not None
    command = folder / "fairseat"
    command.write_text(f"#!/bin/sh\nexec {sys.executable} -c '{START}' \"$@\"\n")
    command.chmod(0o755)
    script = fairseat("completion", "bash").stdout
    listed = " ".join(f"'{word}'" for word in ["fairseat", *words])
    ask = f"COMP_WORDS=({listed}); COMP_CWORD={len(words)}; compopt() {{ :; }}; _fairseat_completion fairseat\n"
    show = 'printf "%s\\n" "${COMPREPLY[@]}"'
    path = f"{folder}:{os.environ['PATH']}"
    done = subprocess.run(
        [BASH, "--norc", "-c", f"{script}\n{ask}{show}"],
        env=os.environ | {"PATH": path, "PYTHONPATH": str(ROOT)}, cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stderr == ""
    return done.stdout.split()


@pytest.mark.skipif(BASH is None, reason="there is no bash")
@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["stu"], ["study"]),
        (["study", "kag"], ["kaguya"]),
        (["study", "tests/to"], [TOY]),
        (["study", "kaguya", "--see"], ["--seed"]),
        (["study", "kaguya", "--policy", "bal"], ["balanced"]),
        (["study", "--seed", "3", "kaguya", "-n", "10", "--policy", "rando"], ["random"]),
        (["study", "kaguya", "--cards", "b"], ["bare"]),
        (["study", "kaguya", "--set", "rules.start_s"], ["rules.start_score="]),
        (["study", "kaguya", "--set", "rulings.contest_ti"], ["rulings.contest_ties="]),
        (["study", "kaguya", "--set", "policies.balanced.bag_f"], ["policies.balanced.bag_first="]),
        (["info", "kaguya", "--set", "nothing"], []),
        (["study", "kaguya", "--characters", "vice,pres"], ["vice,president"]),
        (["study", "kaguya", "--seating", "f"], ["fixed"]),
        (["study", "rider", "--players", "5,1"], ["5,10", "5,11", "5,12"]),
        (["completion", "z"], ["zsh"]),
        (["sweep", "kaguya", "--vary", "rules.start_s"], ["rules.start_score="]),
        (["sweep", "kaguya", "--vary", "policy"], ["policy="]),
        (["sweep", "kaguya", "--vary", "player"], ["players="]),
        (["sweep", "kaguya", "--design", "o"], ["one-at-a-time"]),
        (["sweep", "kaguya", "--cell-t"], ["--cell-timeout"]),
        (["ruling"], ["rulings"]),
    ],
)
def test_bash_completes(words: list[str], offered: list[str], tmp_path: Path) -> None:
    assert completed(words, tmp_path) == offered


@pytest.mark.parametrize(
    ("shell", "mark"), [("bash", "compopt -o nospace"), ("zsh", "#compdef"), ("fish", "complete --")]
)
def test_scripts_of_the_shells(shell: str, mark: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    shown = capsys.readouterr().out
    assert mark in shown
    assert "_FAIRSEAT_COMPLETE=complete_" + shell in shown


# ---- Ctrl-C ----

#: Imports as slow as on a cold disk, told on stdout.
SLOW_START = (
    "import builtins, sys, time\n"
    "plain = builtins.__import__\n"
    "def slow(name, *rest):\n"
    "    if name == 'typer':\n"
    "        print('now', flush=True); time.sleep(20)\n"
    "    return plain(name, *rest)\n"
    "builtins.__import__ = slow\n"
)


def test_ctrl_c_while_modules_are_imported() -> None:
    command = [sys.executable, "-c", SLOW_START + START.replace("; ", "\n"), "games"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "now\n"
        process.send_signal(signal.SIGINT)
        _, shown = process.communicate()
    assert (process.returncode, shown) == (130, "fairseat: interrupted\n")


def test_ctrl_c_in_a_callback_that_can_raise_nothing() -> None:
    """As when it comes while a weak reference dies: the exception is lost there, and must come back."""
    code = (
        "import scripts.main as m, signal, time, weakref\n"
        "class Thing: pass\n"
        "def work(arguments):\n"
        "    thing = Thing()\n"
        "    kept = weakref.ref(thing, lambda _: signal.raise_signal(signal.SIGINT))\n"
        "    del thing\n"
        "    time.sleep(20)\n"
        "    return 0\n"
        "m.main = work\n"
        "m.run()\n"
    )
    started = time.monotonic()
    done = fairseat(code=code)
    assert (done.returncode, done.stderr) == (130, "fairseat: interrupted\n")
    assert time.monotonic() - started < 15


def test_ctrl_c_at_any_moment_of_a_report(tmp_path: Path) -> None:
    out = str(tmp_path / "run")
    assert main(["simulate", TOY, "-n", "600", "-q", "--out", out]) == 0
    started = time.monotonic()
    assert fairseat("report", out).returncode == 0
    whole = time.monotonic() - started
    moments = random.Random(3)
    for command in ("report", "analyze") * 3:
        process = subprocess.Popen(
            [sys.executable, "-c", f"import sys; print('up', flush=True); {START}", command, out],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT, text=True,
        )  # fmt: skip
        assert process.stdout is not None
        assert process.stdout.readline() == "up\n"
        time.sleep(moments.uniform(0.05, whole * 0.8))
        process.send_signal(signal.SIGINT)
        said, shown = process.communicate()
        if process.returncode == 0:  # it was done already
            assert said
        else:
            assert (process.returncode, shown) == (130, "fairseat: interrupted\n")
