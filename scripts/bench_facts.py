"""The machine and the versions that figures of `fairseat bench` belong to."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from importlib.metadata import version
from pathlib import Path
from typing import Any

#: Work that waits per core, above which figures are not to be trusted.
BUSY_LOAD = 0.25


def machine() -> dict[str, Any]:
    """Processor, cores that this process may use, load when asked, and whether that is too much."""
    load, n_cores = os.getloadavg()[0], len(os.sched_getaffinity(0))
    return {
        "cpu": _cpu(),
        "architecture": platform.machine(),
        "system": f"{platform.system()} {platform.release()}",
        "n_cores": n_cores,
        "load_1min": round(load, 2),
        "is_busy": load > BUSY_LOAD * n_cores,
    }


def versions() -> dict[str, str | None]:
    """Versions of fairseat, Python, the compiler's packages, and gcc (None where there is none)."""
    packages = {name: version(name) for name in ("fairseat", "numba", "llvmlite", "numpy")}
    return {**packages, "python": platform.python_version(), "gcc": gcc_version()}


def gcc_version() -> str | None:
    """Version of gcc; None where there is none."""
    gcc = shutil.which("gcc")
    if gcc is None:
        return None
    return subprocess.run([gcc, "-dumpfullversion"], capture_output=True, text=True, check=True).stdout.strip()


def _cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or "unknown"
