"""What the worked studies play: each page has its commands, as a reader types them."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
#: Seconds that each command took, and the load of the machine when it began.
TIMES = Path("runs/studies.json")

#: Commands by page and by what the page calls them; the first of a page is the study itself.
COMMANDS = {
    "kaguya": {
        "study": "study kaguya -n 200k --policy balanced --policy random --policy contester --policy engine "
        "--interaction place:character --out runs/study-kaguya",
        "head-start": "study kaguya -n 200k --policy balanced --policy contester --policy engine "
        "--set rules.handicap.2=4 --set rules.handicap.3=2 --out runs/study-kaguya-2",
    },
    "konoten": {
        "study": "study konoten --players 2,3,4 -n 200k --policy balanced --policy random --policy architect "
        "--out runs/study-konoten",
        "until": "study konoten --players 3 -n 500k --until 0.5pp --policy balanced --policy random "
        "--out runs/study-konoten-2",
    },
    "rider": {
        "study": "study rider --players 5,8 -n 100k --policy balanced --policy random --policy striker "
        "--policy warden --out runs/study-rider",
    },
}


def typed(page: str, name: str) -> str:
    """The command as the page prints it."""
    return f"fairseat {COMMANDS[page][name]}"


def words(page: str, name: str) -> list[str]:
    """The command without `fairseat`."""
    return shlex.split(COMMANDS[page][name])


def option(page: str, name: str, option: str) -> str:
    """What stands behind an option of a command."""
    given = words(page, name)
    return given[given.index(option) + 1]


def folder(page: str, name: str) -> Path:
    """Where a command writes, seen from the root of the project."""
    return Path(option(page, name, "--out"))


def interactions(page: str, name: str) -> tuple[str, ...]:
    """Pairs of kinds whose interaction a command asks for."""
    given = words(page, name)
    return (option(page, name, "--interaction"),) if "--interaction" in given else ()


def play(page: str, name: str) -> None:
    """Run a command of a page at the root of the project, and keep the time that it took."""
    command = [sys.executable, "-c", "from scripts.main import run; run()", *words(page, name), "--force"]
    load, start = os.getloadavg()[0], time.monotonic()
    subprocess.run(command, check=True, cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)})
    kept = times() | {f"{page} {name}": {"seconds": time.monotonic() - start, "load": load}}
    (ROOT / TIMES).write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


def times() -> dict[str, Any]:
    """Seconds and load by page and name."""
    file = ROOT / TIMES
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
