"""Child processes that run a module of this very fairseat: for what may hang, crash or needs another environment."""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path

#: Seconds between two looks at the parent.
LOOK_SECONDS = 0.5


def command(module: str, *arguments: str) -> list[str]:
    """Command line that runs a module; the working directory is no place to import from."""
    return [sys.executable, "-P", "-m", module, *arguments]


def environment(**settings: str) -> dict[str, str]:
    """Environment of this process with some settings changed, in which the child finds the same `sim`."""
    places = [str(Path(__file__).resolve().parents[1]), os.environ.get("PYTHONPATH", "")]
    return os.environ | {"PYTHONPATH": os.pathsep.join(place for place in places if place)} | settings


def end_with_parent() -> None:
    """From now on this process ends when its parent does: killed, or its terminal closed, it cannot say goodbye.

    A thread looks; kernels run without the interpreter's lock, so it looks during them, too.
    """
    threading.Thread(target=_watch, args=(os.getppid(),), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(LOOK_SECONDS)
    os._exit(1)
