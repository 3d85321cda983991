"""Real commands in processes of their own, to be killed: who is left of them, and what their folder holds."""

from __future__ import annotations

import hashlib
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]

#: Seconds that the processes of a command get to follow it.
ORPHAN_SECONDS = 60.0


def start(arguments: list[str], cwd: Path, said: Path) -> subprocess.Popen[bytes]:
    """A `fairseat` command with its own process group; what it says goes to a file."""
    command = [sys.executable, "-c", "from scripts.main import run; run()", *arguments]
    with said.open("wb") as stream:
        return subprocess.Popen(
            command, cwd=cwd, stdout=subprocess.DEVNULL, stderr=stream, stdin=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": str(ROOT)}, start_new_session=True,
        )  # fmt: skip


def everything(folder: Path) -> dict[str, str]:
    """sha256 of every file in a folder."""
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    return {str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


def members(group: int) -> list[int]:
    """Living processes of a process group."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                state, _, its_group = (entry / "stat").read_text().rpartition(")")[2].split()[:3]
            except OSError:
                continue
            if int(its_group) == group and state not in "ZX":
                found.append(int(entry.name))
    return found


def workers(group: int) -> list[int]:
    """Worker processes among them, and not who tracks their resources."""
    found = []
    for pid in members(group):
        with suppress(OSError):
            if b"popen_loky_posix" in Path(f"/proc/{pid}/cmdline").read_bytes():
                found.append(pid)
    return found


def seconds_of_orphans(group: int) -> float:
    """Seconds until no process of a group is left; those that stay are killed and make it infinite."""
    began = time.monotonic()
    while members(group):
        if time.monotonic() > began + ORPHAN_SECONDS:
            os.killpg(group, signal.SIGKILL)
            return float("inf")
        time.sleep(0.05)
    return time.monotonic() - began


def phase(folder: Path) -> str:
    """How far a command had come, by its files."""
    if not (folder / "manifest.json").exists():
        return "before"
    if (folder / "report.html").exists():
        return "after"
    return "report" if (folder / "study.toml").exists() else "games"


@dataclass(frozen=True)
class Work:
    """A command that is to be killed, its uninterrupted folder, and the seconds that it took."""

    arguments: list[str]
    files: dict[str, str]
    seconds: float
