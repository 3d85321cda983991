"""Code in a process of its own, where nothing is loaded, set or compiled yet."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parents[2]


def run_fresh(code: str, *arguments: str, **environment: str) -> str:
    """What the code prints; it imports `games`, `sizes` and so on as a test does, and must end well."""
    path = os.pathsep.join((str(TESTS), str(TESTS.parent)))
    env = {**os.environ, "PYTHONPATH": path, **environment}
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout
