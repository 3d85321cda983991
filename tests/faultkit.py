"""Faults of the file system, made on purpose: counts what a piece of work asks of it, and refuses the k-th time.

Whatever goes through Python is hooked: `os`, `open`, and the bytes that buffered files write. What pyarrow reads by
itself is not.
"""

from __future__ import annotations

import builtins
import errno
import fcntl
import io
import os
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

WRITING = (errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EFBIG)
NAMING = (errno.EACCES, errno.EROFS, errno.ENOSPC, errno.EIO, errno.EPERM)
OPENING = (errno.EACCES, errno.EMFILE, errno.EROFS, errno.ENOSPC, errno.EIO, errno.ENFILE)
#: What may fail, and with what.
ERRORS = {
    "write": WRITING,
    "fsync": (errno.EIO, errno.ENOSPC, errno.EDQUOT),
    "close": (errno.EIO, errno.ENOSPC, errno.EDQUOT),
    "open": OPENING,
    "mkdir": NAMING,
    "replace": NAMING,
    "unlink": NAMING,
    "rmdir": NAMING,
    "truncate": WRITING,
    "lock": (errno.ENOLCK, errno.EIO, errno.EOPNOTSUPP),
}


@dataclass
class Faults:
    """Calls on files inside some folders, in order; the one numbered `at` fails, and if `lasts` all alike after it.

    Or, with `like`, all of a kind on files with a name.
    """

    folders: Sequence[Path]
    at: int = -1
    error: int = errno.EIO
    lasts: bool = False
    like: tuple[str, str] | None = None
    calls: list[tuple[str, str]] = field(default_factory=list)
    n_failed: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _names: dict[int, str] = field(default_factory=dict)

    def ask(self, kind: str, place: Any) -> None:
        """Count a call; raises if it shall fail."""
        name = self._names.get(place, "") if isinstance(place, int) else os.fspath(place)
        name = str(Path(os.fsdecode(name)).absolute()) if name else ""
        if not any(name == str(folder) or name.startswith(f"{folder}{os.sep}") for folder in self.folders):
            return
        with self._lock:
            number = len(self.calls)
            self.calls.append((kind, name))
        if self.like is not None:
            is_like = kind == self.like[0] and self.like[1] in name
        else:
            is_like = self.lasts and 0 <= self.at < number and kind == self.calls[self.at][0]
        if number == self.at or is_like:
            self.n_failed += 1
            raise OSError(self.error, os.strerror(self.error), name)

    def install(self, patch: Any) -> None:
        """Hook the calls by a pytest monkeypatch."""
        real = {name: getattr(os, name) for name in ("open", "close", "fsync", "write", "ftruncate")}
        ways = (("mkdir", "mkdir"), ("unlink", "unlink"), ("remove", "unlink"), ("rmdir", "rmdir"))
        for name, kind in (*ways, ("replace", "replace"), ("rename", "replace")):
            patch.setattr(os, name, self._before(kind, getattr(os, name)))
        for name, kind in (("fsync", "fsync"), ("write", "write"), ("ftruncate", "truncate")):
            patch.setattr(os, name, self._before(kind, real[name]))

        def os_open(path: Any, *arguments: Any, **options: Any) -> int:
            self.ask("open", path)
            handle = real["open"](path, *arguments, **options)
            self._names[handle] = os.fspath(path)
            return int(handle)

        def os_close(handle: int) -> None:
            try:
                self.ask("close", handle)
            finally:
                self._names.pop(handle, None)
                real["close"](handle)

        patch.setattr(os, "open", os_open)
        patch.setattr(os, "close", os_close)
        patch.setattr(fcntl, "flock", self._before("lock", fcntl.flock))
        opener = _opener(self, io.open)
        patch.setattr(io, "open", opener)
        patch.setattr(builtins, "open", opener)

    def _before(self, kind: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(place: Any, *arguments: Any, **options: Any) -> Any:
            self.ask(kind, place)
            return real(place, *arguments, **options)

        return call

    def name(self, handle: int, path: str) -> None:
        """Know the file of a handle."""
        self._names[handle] = path


def _opener(faults: Faults, real: Callable[..., Any]) -> Callable[..., Any]:
    """`open`, whose files for writing ask before each write and at their end."""

    class Raw(io.FileIO):
        def write(self, content: Any) -> int:
            try:
                faults.ask("write", self.fileno())
            except OSError:
                super().write(bytes(content)[: len(content) // 2])  # a disk takes what it can
                raise
            return super().write(content)

        def close(self) -> None:
            if self.closed:
                return
            handle = self.fileno()
            try:
                faults.ask("close", handle)
            finally:
                faults._names.pop(handle, None)
                super().close()

    def open_(file: Any, mode: str = "r", buffering: int = -1, *words: Any, **options: Any) -> Any:
        if not isinstance(file, int):
            faults.ask("open", file)
        if not set(mode) & set("wax+") or buffering == 0:
            return real(file, mode, buffering, *words, **options)
        raw = Raw(file, mode.replace("b", "").replace("t", ""))
        if not isinstance(file, int):
            faults.name(raw.fileno(), os.fspath(file))
        stream = io.BufferedRandom(raw) if "+" in mode else io.BufferedWriter(raw)
        return stream if "b" in mode else io.TextIOWrapper(stream, *words, **options)

    return open_
