"""The one place where compile options live, and the kernel cache.

Numba's private interfaces (`_nrt`, `FunctionCache`, `CompileResultCacheImpl`) are used here and nowhere else; a test in
tests/test_kernel.py fails loudly when one of them changes.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import shutil
import time
import uuid
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import llvmlite
import numba
from numba import njit
from numba.core import config
from numba.core.caching import CompileResultCacheImpl, FunctionCache
from numba.core.serialize import dumps

from sim.linking import as_entry, as_helper

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
    return _helper(njit(boundscheck=is_bounds_checked(), **OPTIONS)(function))


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
        compiled._cache = _DigestCache(compiled.py_func, digest)
        return as_entry(compiled)
    return compiled


def source_digest(files: Iterable[Path], *tags: str) -> str:
    """Digest of source files (in the order given), tags, options and the compiler's versions, as 24 hex digits."""
    digest = hashlib.sha256()
    compiler = (numba.__version__, llvmlite.__version__, repr(sorted(OPTIONS.items())), str(is_bounds_checked()))
    for part in (*compiler, *tags):
        digest.update(part.encode() + b"\0")
    for file in files:
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:24]


def cache_root() -> Path:
    """Folder of the kernel cache: $FAIRSEAT_CACHE, or fairseat/kernels in the user's cache folder."""
    named = os.environ.get("FAIRSEAT_CACHE")
    if named:
        return Path(named)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "fairseat" / "kernels"


def prune_cache(
    root: Path, keep: str, max_bytes: int = MAX_CACHE_BYTES, max_age_days: float = MAX_CACHE_AGE_DAYS
) -> None:
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


class _Locator:
    """Stands in for Numba's search for a cache folder, which would fail where the source tree cannot be written."""

    def __init__(self, function: Callable[..., Any], file: str) -> None:
        self._py_file = file
        self._lineno = function.__code__.co_firstlineno

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> _Locator:
        return cls(function, file)

    def get_disambiguator(self) -> str:
        return str(self._lineno)

    def ensure_cache_path(self) -> None:
        """Nothing to do: `_CodeFiles.save` makes the folder."""


class _Impl(CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = (_Locator,)


class _CodeFiles:
    """One file of machine code for each signature of a function, behind a checksum.

    There is no index file: an index and its data are two writes, and a flipped bit in machine code would crash.
    """

    def __init__(self, folder: Path, base: str) -> None:
        self.folder = folder
        self.base = base

    def path(self, key: Any) -> Path:
        """File of a key: signature, target and digest."""
        return self.folder / f"{self.base}.{hashlib.sha256(repr(key).encode()).hexdigest()[:24]}.nbc"

    def load(self, key: Any) -> Any:
        """The stored object, or None where there is no whole file."""
        try:
            content = self.path(key).read_bytes()
        except OSError:
            return None
        checksum, body = content[:32], content[32:]
        return pickle.loads(body) if hashlib.sha256(body).digest() == checksum else None

    def save(self, key: Any, data: Any) -> None:
        """Store an object: whole or not at all."""
        body = dumps(data)
        target = self.path(key)
        temporary = target.with_name(f"{target.name}.tmp.{uuid.uuid4().hex[:16]}")
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            temporary.write_bytes(hashlib.sha256(body).digest() + body)
            temporary.replace(target)
        except OSError:
            temporary.unlink(missing_ok=True)
            raise


class _DigestCache(FunctionCache):  # type: ignore[misc]
    """Numba's function cache with an index key of our own, in a folder named by the digest.

    Numba's own cache returns stale code when a callee in another file changes, and never hits for closures over
    kernels. A folder that cannot be written, or a damaged file, means a compile, never a crash.
    """

    def __init__(self, function: Callable[..., Any], digest: str) -> None:
        self._digest = digest
        self._name = repr(function)
        self._py_func = function
        self._impl = _Impl(function)
        root = cache_root()
        folder = root / digest
        self._cache_path = str(folder)
        self._cache_file = _CodeFiles(folder, self._impl.filename_base)
        self.enable()
        self._is_usable = True
        try:
            folder.mkdir(parents=True, exist_ok=True)
            os.utime(folder)
            prune_cache(root, digest)
        except OSError:
            self._is_usable = False

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        return sig, codegen.magic_tuple(), self._digest

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        if not self._is_usable:
            return None
        try:
            return super().load_overload(sig, target_context)
        except Exception:  # any damage to a cache file, whatever its kind, means: compile again
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        if not self._is_usable:
            return
        try:
            super().save_overload(sig, data)
        except OSError:
            self._is_usable = False  # full or read-only: this process goes on without a cache
