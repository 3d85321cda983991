"""Child processes that run a module of this very fairseat: for what may hang, crash or needs another environment."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def command(module: str, *arguments: str) -> list[str]:
    """Command line that runs a module; the working directory is no place to import from."""
    return [sys.executable, "-P", "-m", module, *arguments]


def environment(**settings: str) -> dict[str, str]:
    """Environment of this process with some settings changed, in which the child finds the same `sim`."""
    places = [str(Path(__file__).resolve().parents[1]), os.environ.get("PYTHONPATH", "")]
    return os.environ | {"PYTHONPATH": os.pathsep.join(place for place in places if place)} | settings
