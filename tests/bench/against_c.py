"""Kernels against C: compiling the C side now, checking that both did the same, and timing them in turn."""

from __future__ import annotations

import ctypes
import hashlib
import shutil
import statistics
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

HERE = Path(__file__).parent
FLAGS = ("-O3", "-march=native")
NO_GCC = "no gcc on this machine: kernels are not compared with C"
REPEATS = 15

_C_NAMES = {
    f"{sign}{size}": f"{word}{8 * size}_t" for sign, word in (("i", "int"), ("u", "uint")) for size in (1, 2, 4, 8)
}
_C_NAMES["f8"] = "double"

#: Does the work once and returns what came out of it: an array, or numbers.
Run = Callable[[], Any]


class Differs(Exception):  # noqa: N818 - not an error of the program that runs, but its finding
    """The two sides did not do the same."""


def has_gcc() -> bool:
    """Whether there is a C compiler to compare with."""
    return shutil.which("gcc") is not None


def compiled(source: Path, folder: Path) -> ctypes.CDLL:
    """A C file as a library; headers are looked for beside it, in `folder` and here."""
    library = folder / f"{source.stem}.so"
    include = [f"-I{source.parent}", f"-I{folder}", f"-I{HERE}"]
    flags = [*FLAGS, "-std=c11", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC"]
    subprocess.run(["gcc", *flags, *include, "-o", str(library), str(source)], check=True)
    return ctypes.CDLL(str(library))


def header(records: dict[str, np.dtype[Any]]) -> str:
    """Records as packed C structs, by name; one that holds another comes after it."""
    names: dict[Any, str] = {}
    text = ""
    for name, record in records.items():
        text += f"typedef {_body(record, names)} {name};\n"
        names[record] = name
    return text


def _body(record: np.dtype[Any], names: dict[Any, str]) -> str:
    fields = []
    for field in record.names or ():
        base, shape = record[field].base, "".join(f"[{n}]" for n in record[field].shape)
        kind = _C_NAMES[base.str[1:]] if base.names is None else names.get(base) or _body(base, names)
        fields.append(f"{kind} {field}{shape};")
    return f"struct __attribute__((packed)) {{ {' '.join(fields)} }}"


def compare(kernels: Run, c: Run, units: int) -> dict[str, Any]:
    """Speed of the kernels against C: median and range of the ratios of neighbours, CPU time.

    Raises
    ------
    Differs
        They did not return the same.
    """
    ours, theirs = checksum(kernels()), checksum(c())
    if ours != theirs:
        raise Differs(f"kernels and C did not do the same: checksums {ours} and {theirs}")
    pairs = [(_seconds(kernels), _seconds(c)) for _ in range(REPEATS)]
    ratios = sorted(theirs / ours for ours, theirs in pairs)
    return {
        "kernels_ns": 1e9 * statistics.median(ours for ours, _ in pairs) / units,
        "c_ns": 1e9 * statistics.median(theirs for _, theirs in pairs) / units,
        "speed_against_c": statistics.median(ratios),
        "speed_against_c_low": ratios[0],
        "speed_against_c_high": ratios[-1],
        "n_repeats": REPEATS,
        "checksum": ours,
    }


def checksum(result: Any) -> str:
    """16 hex digits of all bytes of an array, or of the text of anything else."""
    content = result.tobytes() if isinstance(result, np.ndarray) else repr(result).encode()
    return hashlib.sha256(content).hexdigest()[:16]


def _seconds(run: Run) -> float:
    started = time.thread_time()
    run()
    return time.thread_time() - started
