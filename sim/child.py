"""Child processes that run a module of this very fairseat: for what may hang, crash or needs another environment."""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path

#: Seconds between two looks at the parent.
LOOK_SECONDS = 0.5

#: Environment variable that tells a child who its parent is.
PARENT = "FAIRSEAT_PARENT"


def command(module: str, *arguments: str) -> list[str]:
    """Command line that runs a module; the working directory is no place to import from."""
    return [sys.executable, "-P", "-m", module, *arguments]


def environment(**settings: str) -> dict[str, str]:
    """Environment of this process with some settings changed, in which the child finds the same `sim`."""
    places = [str(Path(__file__).resolve().parents[1]), os.environ.get("PYTHONPATH", "")]
    known = {"PYTHONPATH": os.pathsep.join(place for place in places if place), PARENT: str(os.getpid())}
    return os.environ | known | settings


def end_with_parent(parent: int | None = None) -> None:
    """From now on this process ends when its parent does: killed, or its terminal closed, it cannot say goodbye.

    A thread looks; kernels run without the interpreter's lock, so it looks during them, too.

    Parameters
    ----------
    parent
        The parent as it told itself, so that one that died while this process started is missed; by default the one
        that `environment` names.
    """
    known = int(os.environ.get(PARENT, os.getppid())) if parent is None else parent
    threading.Thread(target=_watch, args=(known,), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(LOOK_SECONDS)
    os._exit(1)
