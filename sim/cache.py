"""The kernel cache: machine code of entry kernels on disk, in one folder for each digest.

A file is used only when its checksum holds, when it was written for this processor and for the very functions and
constants that are in memory, and when nobody else could have put it there: machine code is unpickled and run. Whatever
goes wrong here means a compile, never a crash; `cache_state` tells why. Numba's private interfaces used here:
`FunctionCache` and `CompileResultCacheImpl`; a test in tests/test_kernel.py fails when one of them moves.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import pickle
import re
import time
import uuid
import weakref
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from numba.core.caching import CompileResultCacheImpl, FunctionCache
from numba.core.serialize import dumps

from sim.reach import Reach

MAX_CACHE_BYTES = 1 << 30
MAX_CACHE_AGE_DAYS = 30
#: A temporary file that is older was left by a process that was killed.
MAX_LITTER_AGE_DAYS = 1

#: Every process that uses a folder holds a shared lock on this file in it.
LOCK = "lock"

#: Its files are trusted: it may do anything anyway.
ROOT_USER = 0

_LOCK_SECONDS = 2.0
_FOLDER_NAME = re.compile(r"[0-9a-f]{24}")
_CODE_FILE = re.compile(r".+\.nbc")
_TEMPORARY = re.compile(r".+\.nbc\.tmp\.[0-9a-f]{16}")


@dataclass(frozen=True)
class CacheState:
    """What the cache did in this process.

    Attributes
    ----------
    folder
        The cache's folder; None where there is no place for one.
    problem
        Why compiled code is not kept or not found again, in one line; "" where all is well.
    n_loaded, n_compiled
        Kernels taken from the cache, and kernels compiled.
    """

    folder: Path | None = None
    problem: str = ""
    n_loaded: int = 0
    n_compiled: int = 0


_state = CacheState()


def cache_state() -> CacheState:
    """What the cache did in this process so far: the words of a command line are made of it."""
    return replace(_state, folder=cache_root())


def _tell(problem: str = "", n_loaded: int = 0, n_compiled: int = 0) -> None:
    global _state
    loaded, compiled = _state.n_loaded + n_loaded, _state.n_compiled + n_compiled
    _state = replace(_state, problem=problem or _state.problem, n_loaded=loaded, n_compiled=compiled)


def cache_root() -> Path | None:
    """Folder of the kernel cache: $FAIRSEAT_CACHE, or fairseat/kernels in the user's cache folder; None without one."""
    named = os.environ.get("FAIRSEAT_CACHE")
    if named:
        return Path(named).absolute()
    base = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if not base.is_absolute():  # the standard says to ignore it then
        if os.environ.get("HOME") == "":
            return None
        try:
            base = Path.home() / ".cache"
        except RuntimeError:  # no HOME, and the system does not know this user
            return None
    return base / "fairseat" / "kernels" if base.is_absolute() else None


def _is_private(status: os.stat_result) -> bool:
    """Whether a file or folder is the user's own (or root's), and nobody else may write to it."""
    return status.st_uid in (os.geteuid(), ROOT_USER) and not status.st_mode & 0o022


def _hold(folder: Path) -> int | None:
    """Take the shared lock of a folder: a file handle, or None where nothing can be locked (read-only, full)."""
    until = time.monotonic() + _LOCK_SECONDS
    while time.monotonic() < until:
        folder.mkdir(mode=0o700, exist_ok=True)
        try:
            handle = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        except FileNotFoundError:  # it is being pruned
            continue
        except OSError:
            return None
        try:
            fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
            if _is_same_file(handle, folder / LOCK):
                return handle
        except BlockingIOError:
            time.sleep(0.01)
        except OSError:  # a file system without locks
            os.close(handle)
            return None
        os.close(handle)
    return None


def _let_go(handle: int) -> None:
    with suppress(OSError):  # the lock is gone either way
        os.close(handle)


def _is_same_file(handle: int, path: Path) -> bool:
    with suppress(OSError):
        return os.path.samestat(os.fstat(handle), path.stat())
    return False


def prune_cache(
    root: Path, keep: str, max_bytes: int = MAX_CACHE_BYTES, max_age_days: float = MAX_CACHE_AGE_DAYS
) -> None:
    """Remove folders of code that are too old, then those unused longest until the total fits, and litter.

    Never the one named `keep`, never one that a process holds, and nothing that is not the cache's own: only folders
    that are named by a digest and hold nothing but files of code.
    """
    now = time.time()
    folders = sorted(found for folder in root.iterdir() if (found := _own_folder(folder)))
    total = sum(size for _, size, _ in folders)
    for used, size, folder in folders:
        if folder.name != keep and (used < now - max_age_days * 86400 or total > max_bytes) and _remove(folder):
            total -= size
        else:
            _sweep(folder, now - MAX_LITTER_AGE_DAYS * 86400)


def _own_folder(folder: Path) -> tuple[float, int, Path] | None:
    """(last use, bytes, path) of a folder of the cache; None for anything else."""
    if not _FOLDER_NAME.fullmatch(folder.name) or folder.is_symlink() or not folder.is_dir():
        return None
    try:
        files = list(folder.iterdir())
        if not all(_is_own_file(file) for file in files):
            return None
        return folder.stat().st_mtime, sum(file.lstat().st_size for file in files), folder
    except OSError:
        return None  # another process removed it meanwhile, or it is not ours to read


def _is_own_file(file: Path) -> bool:
    return file.name == LOCK or bool(_CODE_FILE.fullmatch(file.name) or _TEMPORARY.fullmatch(file.name))


def _remove(folder: Path) -> bool:
    """Remove a folder of the cache unless a process holds it; whether it is gone."""
    try:
        handle = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if not _is_same_file(handle, folder / LOCK):
            return False
        for file in folder.iterdir():
            if file.name != LOCK:
                file.unlink()
        (folder / LOCK).unlink()
        folder.rmdir()
    except OSError:  # in use, or not ours to remove
        return False
    finally:
        os.close(handle)
    return True


def _sweep(folder: Path, oldest: float) -> None:
    """Remove temporary files that a killed process left behind."""
    with suppress(OSError):
        for file in folder.iterdir():
            if _TEMPORARY.fullmatch(file.name) and file.lstat().st_mtime < oldest:
                file.unlink()


class _Locator:
    """What Numba asks of the place of its own cache; it names the source file in a warning."""

    def __init__(self, file: str) -> None:
        self._py_file = file

    def ensure_cache_path(self) -> None:
        """Nothing to do: `_CodeFiles.save` makes the folder."""


class _Impl(CompileResultCacheImpl):  # type: ignore[misc]
    """Without Numba's search for a cache folder, which would fail where the source tree cannot be written."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._lineno = function.__code__.co_firstlineno
        self._locator = _Locator(function.__code__.co_filename)


class _CodeFiles:
    """One file of machine code for each signature of a function, behind a checksum over its name and content.

    There is no index file: an index and its data are two writes, and a flipped bit in machine code would crash. No
    fsync either: after a power cut the checksum does not hold, and the code is compiled again.
    """

    def __init__(self, folder: Path, base: str) -> None:
        self.folder = folder
        self.base = base

    def path(self, key: Any) -> Path:
        """File of a key: signature, processor, digest and fingerprint."""
        return self.folder / f"{self.base}.{hashlib.sha256(repr(key).encode()).hexdigest()[:24]}.nbc"

    def load(self, key: Any) -> Any:
        """The stored object, or None where there is no whole file that only this user could write."""
        path = self.path(key)
        try:
            with path.open("rb") as file:
                content = file.read() if _is_private(os.fstat(file.fileno())) else b""
        except OSError:
            return None
        checksum, body = content[:32], content[32:]
        return pickle.loads(body) if _checksum(path, body) == checksum else None

    def save(self, key: Any, data: Any) -> None:
        """Store an object: whole or not at all."""
        body = dumps(data)
        path = self.path(key)
        temporary = path.with_name(f"{path.name}.tmp.{uuid.uuid4().hex[:16]}")
        try:
            _make_root(self.folder.parent)
            self.folder.mkdir(mode=0o700, exist_ok=True)
            with os.fdopen(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(_checksum(path, body) + body)
            temporary.replace(path)
        except BaseException:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)
            raise


def _checksum(path: Path, body: bytes) -> bytes:
    return hashlib.sha256(path.name.encode() + b"\0" + body).digest()


def _make_root(root: Path) -> None:
    root.mkdir(mode=0o700, parents=True, exist_ok=True)


class DigestCache(FunctionCache):  # type: ignore[misc]
    """Numba's function cache with an index key of our own, in a folder named by the digest.

    Numba's own cache returns stale code when a callee in another file changes, and never hits for closures over
    kernels.

    Parameters
    ----------
    function
        The entry's Python function; all that it reaches is part of the key.
    digest
        Name of the folder.
    """

    def __init__(self, function: Callable[..., Any], digest: str) -> None:
        self._digest = digest
        self._fingerprint = Reach(function).fingerprint
        self._name = repr(function)
        self._py_func = function
        self._impl = _Impl(function)
        root = cache_root()
        folder = (root or Path(os.devnull)) / digest
        self._cache_path = str(folder)
        self._cache_file = _CodeFiles(folder, re.sub(r"\W+", "-", function.__qualname__))
        self.enable()
        self._is_usable = root is not None
        if root is None:
            _tell("there is no home folder to keep compiled code in; FAIRSEAT_CACHE names another")
        else:
            self._take(folder)

    def _take(self, folder: Path) -> None:
        """Make the folder if need be, hold it, and see that nobody else can write to it."""
        try:
            _make_root(folder.parent)
            handle = _hold(folder)
            if handle is not None:
                self._release = weakref.finalize(self, _let_go, handle)
            if not _is_private(folder.stat()):
                self._stop(f"{folder} belongs to another user or can be written by others, so its code is not run")
            with suppress(OSError):
                os.utime(folder)  # the time of its last use
        except OSError as error:
            self._stop(f"{folder}: {error.strerror}")

    def _stop(self, problem: str) -> None:
        """From now on without the cache."""
        self._is_usable = False
        _tell(problem)

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        return sig, codegen.magic_tuple(), self._digest, self._fingerprint

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        if not self._is_usable:
            return None
        try:
            found = super().load_overload(sig, target_context)
        except Exception:  # any damage to a cache file, whatever its kind, means: compile again
            return None
        _tell(n_loaded=found is not None)
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        _tell(n_compiled=1)
        if not self._is_usable:
            return
        try:
            super().save_overload(sig, data)
        except OSError as error:  # full or read-only: this process goes on without a cache
            self._stop(f"{self._cache_path}: {error.strerror or error}")
        else:
            with suppress(OSError):
                prune_cache(Path(self._cache_path).parent, self._digest, MAX_CACHE_BYTES, MAX_CACHE_AGE_DAYS)
