"""Files that are whole or absent, whatever stops the process that writes them."""

from __future__ import annotations

import errno
import hashlib
import os
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

#: Ends the name of a file that is being written: NAME, a token of 12 hex digits, and this.
TEMPORARY = ".tmp"
_TEMPORARY = re.compile(r".+\.[0-9a-f]{12}\.tmp")


def sync_folder(folder: Path) -> None:
    """Flush the names in a folder to disk, where its file system can do so."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):
            raise
    finally:
        os.close(handle)


def file_digest(file: Path) -> str:
    """sha256 of a file in hex."""
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


@contextmanager
def whole(temporary: Path) -> Iterator[None]:
    """A temporary file that is written whole, or is gone."""
    try:
        yield
    except BaseException:
        with suppress(OSError):  # the error that came first is the one to tell
            temporary.unlink(missing_ok=True)
        raise


def write_atomic(file: Path, content: str | bytes) -> None:
    """Replace a file: readers see the old or the new one, whole."""
    temporary = file.with_name(f"{file.name}.{secrets.token_hex(6)}{TEMPORARY}")
    with whole(temporary):
        with temporary.open("wb") as stream:
            stream.write(content.encode() if isinstance(content, str) else content)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.replace(file)
    sync_folder(file.parent)


def remove_temporaries(folder: Path) -> None:
    """Remove what a killed process left in a folder and in those right inside it; call it under the run's lock."""
    for file in (*folder.glob(f"*{TEMPORARY}"), *folder.glob(f"*/*{TEMPORARY}")):
        if _TEMPORARY.fullmatch(file.name):
            file.unlink(missing_ok=True)
