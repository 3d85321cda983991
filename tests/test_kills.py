"""Real runs of the real command, killed at moments spread over the whole run, and resumed: equal to the last byte."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest
from killkit import Work, everything, phase, seconds_of_orphans, start, workers
from sizes import IS_FULL, SIZES

PIG = str(Path(__file__).parents[1] / "examples" / "pig")
#: What is killed: command, backend, and how. A worker is one of the command's processes.
WAYS = [
    ("study", "threading", "KILL"),
    ("simulate", "loky", "KILL"),
    ("study", "threading", "INT"),
    ("simulate", "threading", "KILL"),
    ("simulate", "threading", "TERM"),
    ("simulate", "loky", "worker"),
    ("simulate", "threading", "HUP"),
    ("simulate", "loky", "INT"),
]
#: Where Python itself has not started yet, a signal does what it does to any process.
EARLY = "KeyboardInterrupt"


@pytest.fixture(scope="module")
def works(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], Work]:
    """Each command, played once without interruption."""
    place = tmp_path_factory.mktemp("whole")
    found: dict[tuple[str, str], Work] = {}
    for command, backend in dict.fromkeys(way[:2] for way in WAYS):
        n_games = str(SIZES.killed_games)
        asked = [command, PIG, "-n", n_games, "-q", "--policy", "balanced", "--jobs", "2", "--backend", backend]
        began = time.monotonic()
        process = start([*asked, "--out", f"{command}-{backend}"], place, place / "said")
        assert process.wait(300) == 0, (place / "said").read_text()
        found[command, backend] = Work(asked, everything(place / f"{command}-{backend}"), time.monotonic() - began)
    assert found["simulate", "loky"].files == found["simulate", "threading"].files
    return found


def hit(process, how: str, seconds: float) -> bool:
    """Wait, then hit a process; whether it was still running."""
    while how == "worker" and process.poll() is None and len(workers(process.pid)) < 2:
        time.sleep(0.02)
    with suppress(subprocess.TimeoutExpired):
        process.wait(seconds)
    if process.poll() is not None:
        return False
    if how == "worker":
        found = workers(process.pid)
        if not found:
            return False
        os.kill(found[-1], signal.SIGKILL)
    elif how == "INT":  # Ctrl-C reaches every process of the terminal
        os.killpg(process.pid, signal.SIGINT)
    else:
        process.send_signal(getattr(signal, f"SIG{how}"))
    return True


def check_end(code: int, how: str, said: str) -> None:
    """How the command ended: killed, or with the exit code and the one line of an interruption."""
    lines = [line for line in said.splitlines() if line]
    if how == "worker":
        assert code == 0, said
        assert set(lines) <= {"a worker process was killed; its games are played again"}
    elif how == "KILL":
        assert code in (-signal.SIGKILL, 0), said
    elif code == 130:
        assert lines[-1].startswith("fairseat: interrupted"), said
        assert len(lines) <= 2, said
    else:
        is_early = code == -getattr(signal, f"SIG{how}") and (not said or EARLY in said)
        assert is_early or (code == 0 and not said), (code, said)


def test_killed_at_any_moment_a_run_ends_alike_when_resumed(works, tmp_path, figure):
    chance, phases, slowest = random.Random(7), Counter(), 0.0
    n_hit = n_missed = 0
    while n_hit < SIZES.killed_runs:
        command, backend, how = WAYS[n_hit % len(WAYS)]
        work, folder = works[command, backend], tmp_path / f"run-{n_hit}-{n_missed}"
        part = (n_hit + chance.random()) / SIZES.killed_runs if IS_FULL else chance.random()
        asked = [*work.arguments, "--out", folder.name]
        process = start(asked, tmp_path, tmp_path / "said")
        is_hit = hit(process, how, part * work.seconds * (0.2 if how == "worker" else 1))
        code = process.wait(120)
        slowest = max(slowest, seconds_of_orphans(process.pid))
        if not is_hit:  # it was faster than the one before: no moment of it, take another
            n_missed += 1
            assert n_missed <= 3 + SIZES.killed_runs
            continue
        check_end(code, how, (tmp_path / "said").read_text())
        n_hit += 1
        phases[phase(folder)] += 1
        again = start([*asked, "--resume"], tmp_path, tmp_path / "said")
        assert again.wait(300) == 0, (tmp_path / "said").read_text()
        assert everything(folder) == work.files, (command, backend, how, part)
    assert slowest < 60
    figure("moments at which a running command was killed", n_hit)
    figure("moments missed, since the command had ended", n_missed)
    figure("phases hit", ", ".join(f"{name} {count}" for name, count in sorted(phases.items())))
    figure("seconds until the last process of a killed command was gone, at most", round(slowest, 1))
    if IS_FULL:
        assert min(phases[name] for name in ("before", "games", "report")) > 0
