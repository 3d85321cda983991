"""The one place where compile options live, and the kernel cache.

Numba's private interfaces (`_nrt`, `FunctionCache`, `IndexDataCacheFile`) are used here and nowhere else; a test in
tests/test_kernel.py fails loudly when one of them changes.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import llvmlite
import numba
from numba import njit
from numba.core import config
from numba.core.caching import FunctionCache, IndexDataCacheFile

#: Options of every kernel. `_nrt=False` forbids allocation at compile time and removes reference counting;
#: `error_model="numpy"` drops the test for division by zero.
OPTIONS: dict[str, Any] = {"error_model": "numpy", "_nrt": False}

MAX_CACHE_BYTES = 1 << 30
MAX_CACHE_AGE_DAYS = 30


def is_jit_off() -> bool:
    """Whether kernels run as plain Python (NUMBA_DISABLE_JIT=1)."""
    return bool(config.DISABLE_JIT)


def is_bounds_checked() -> bool:
    """Whether kernels check array bounds (FAIRSEAT_BOUNDSCHECK=1): slow, for tests."""
    return os.environ.get("FAIRSEAT_BOUNDSCHECK", "") == "1"


def kernel(function: Callable[..., Any]) -> Any:
    """Compile `function` as a helper of other kernels."""
    return njit(boundscheck=is_bounds_checked(), **OPTIONS)(function)


def small_kernel(function: Callable[..., Any]) -> Any:
    """Compile `function` as a small helper that is always inlined into its callers."""
    return njit(boundscheck=is_bounds_checked(), forceinline=True, **OPTIONS)(function)


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
        compiled._cache = _DigestCache(compiled.py_func, digest)
    return compiled


def source_digest(files: Iterable[Path], *tags: str) -> str:
    """Digest of source files, tags, compile options and the compiler's versions, as 24 hex digits."""
    digest = hashlib.sha256()
    for part in (numba.__version__, llvmlite.__version__, repr(sorted(OPTIONS.items())), str(is_bounds_checked()), *tags):
        digest.update(part.encode() + b"\0")
    for file in sorted(files):
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:24]


def cache_root() -> Path:
    """Folder of the kernel cache: $FAIRSEAT_CACHE, or fairseat/kernels in the user's cache folder."""
    named = os.environ.get("FAIRSEAT_CACHE")
    if named:
        return Path(named)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "fairseat" / "kernels"


def prune_cache(root: Path, keep: str, max_bytes: int = MAX_CACHE_BYTES, max_age_days: float = MAX_CACHE_AGE_DAYS) -> None:
    """Remove cache folders that are too old, then the oldest ones until the total fits; never the one named `keep`."""
    folders = []
    for folder in root.iterdir():
        try:
            size = sum(file.stat().st_size for file in folder.iterdir())
            folders.append((folder.stat().st_mtime, size, folder))
        except OSError:
            continue  # another process removed it meanwhile
    total = sum(size for _, size, _ in folders)
    oldest_allowed = time.time() - max_age_days * 86400
    for used, size, folder in sorted(folders):
        if folder.name != keep and (used < oldest_allowed or total > max_bytes):
            shutil.rmtree(folder, ignore_errors=True)
            total -= size


class _DigestCache(FunctionCache):  # type: ignore[misc]
    """Numba's disk cache with an index key of our own, in a folder named by the digest.

    Numba's own cache returns stale code when a callee in another file changes, and never hits for closures over
    kernels. A folder that cannot be written, or a damaged file, means a compile, never a crash.
    """

    def __init__(self, function: Callable[..., Any], digest: str) -> None:
        self._digest = digest
        super().__init__(function)
        root = cache_root()
        self._cache_path = str(root / digest)
        self._is_usable = True
        try:
            Path(self._cache_path).mkdir(parents=True, exist_ok=True)
            os.utime(self._cache_path)
            prune_cache(root, digest)
        except OSError:
            self._is_usable = False
        self._cache_file = IndexDataCacheFile(
            cache_path=self._cache_path, filename_base=self._impl.filename_base, source_stamp=digest
        )

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        return sig, codegen.magic_tuple(), self._digest

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        if not self._is_usable:
            return None
        try:
            return super().load_overload(sig, target_context)
        except Exception:  # any damage to a cache file, whatever its kind, means: compile again
            self._forget()
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        if not self._is_usable:
            return
        try:
            super().save_overload(sig, data)
        except OSError:
            self._is_usable = False  # full or read-only: this process goes on without a cache

    def _forget(self) -> None:
        for file in Path(self._cache_path).glob("*.nb?"):
            try:
                file.unlink()
            except OSError:
                self._is_usable = False
