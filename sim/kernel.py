"""The one place where compile options live.

`_nrt` and the attribute `_cache` of a dispatcher are private interfaces of Numba; a test in tests/test_kernel.py fails
by name when one of them changes, or one of those that `sim/linking.py` and `sim/cache.py` use.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from numba import njit
from numba.core import config

from sim.cache import DigestCache
from sim.linking import as_entry, as_helper

#: Options of every kernel. `_nrt=False` forbids allocation at compile time and removes reference counting;
#: `error_model="numpy"` drops the test for division by zero.
OPTIONS: dict[str, Any] = {"error_model": "numpy", "_nrt": False}

#: Settings of Numba that change machine code (NUMBA_OPT=0 and the like), by their names in `numba.core.config`.
SETTINGS = ("OPT", "LOOP_VECTORIZE", "SLP_VECTORIZE", "BOUNDSCHECK", "DEBUGINFO_DEFAULT")

#: Options of a user's policy: as Python would, it stops at an index out of range and at a division by zero.
USER_OPTIONS: dict[str, Any] = {"error_model": "python", "_nrt": False, "boundscheck": True}


def is_jit_off() -> bool:
    """Whether kernels run as plain Python (NUMBA_DISABLE_JIT=1)."""
    return bool(config.DISABLE_JIT)


def is_bounds_checked() -> bool:
    """Whether kernels check array bounds (FAIRSEAT_BOUNDSCHECK=1): slow, for tests."""
    return os.environ.get("FAIRSEAT_BOUNDSCHECK", "") == "1"


def kernel(function: Callable[..., Any]) -> Any:
    """Compile `function` as a helper of other kernels."""
    return _helper(njit(boundscheck=is_bounds_checked(), **OPTIONS)(function))


def user_kernel(function: Callable[..., Any]) -> Any:
    """Compile a function of a user's policy file as a helper that stops at errors instead of going on."""
    return _helper(njit(**USER_OPTIONS)(function))


def small_kernel(function: Callable[..., Any]) -> Any:
    """Compile `function` as a small helper that is always inlined into its callers."""
    return _helper(njit(boundscheck=is_bounds_checked(), forceinline=True, **OPTIONS)(function))


def _helper(compiled: Any) -> Any:
    return compiled if is_jit_off() else as_helper(compiled)


def entry_kernel(function: Callable[..., Any], digest: str) -> Any:
    """Compile `function` as an entry point: it releases the GIL and is kept in the kernel cache.

    Parameters
    ----------
    function
        The Python function, possibly a closure over other kernels.
    digest
        Names everything that the machine code depends on (see `source_digest`). Every digest has a cache folder of
        its own, so two processes that compile different games at once cannot load each other's code.
    """
    compiled = njit(boundscheck=is_bounds_checked(), nogil=True, **OPTIONS)(function)
    if not is_jit_off():
        compiled._cache = DigestCache(compiled.py_func, digest)
        return as_entry(compiled)
    return compiled


def source_digest(files: Iterable[Path], *tags: str) -> str:
    """Digest of source files (in the order given), tags, options and the compiler's versions, as 24 hex digits."""
    digest = hashlib.sha256()
    versions = (numba.__version__, llvmlite.__version__, np.__version__)
    settings = [f"{name}={getattr(config, name)}" for name in SETTINGS]
    compiler = (
        *versions,
        repr((sorted(OPTIONS.items()), sorted(USER_OPTIONS.items()))),
        *settings,
        str(is_bounds_checked()),
    )
    for part in (*compiler, *tags):
        digest.update(part.encode() + b"\0")
    for file in files:
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:24]
