"""The folder of a run: its lock, and whether a run may start or go on in it."""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sim import store
from sim.errors import UserError
from sim.store import Shard

LOCK = "run.lock"
#: Stands after the process id in the lock of one who only reads.
READS = " reads"
#: What a folder may hold: the file that tells so, and words.
HELD = {
    "run": (store.MANIFEST, "a run"),
    "study": ("study.toml", "a study"),
    "tournament": (store.TOURNAMENT, "a tournament"),
    "cells": ("cells.json", "the cells of a sweep or a comparison"),
    "search": ("stage-1/cells.json", "a search for fair values"),
    "runs": (f"[0-9]*-players/{store.MANIFEST}", "runs for several numbers of players"),
}
#: Letters of a value that a refusal shows.
MOST_SHOWN = 120


def refuse_held(folder: Path, *kinds: str) -> None:
    """Refuse a folder that holds any of these kinds of `HELD`: their page, pictures and tables would be lost."""
    for kind in kinds:
        sign, words = HELD[kind]
        if next(folder.glob(sign), None) is not None:
            raise UserError(f"{folder}: holds {words}; choose another --out")


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the lock of a run folder, made if need be. The lock of a process that died is free.

    Raises
    ------
    UserError
        Another run holds the lock, or the folder cannot be written.
    """
    file = folder / LOCK
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle = _take_lock(file)
    except BlockingIOError:
        raise UserError(f"{folder}: in use by {_holder(file)}; wait for it or choose another --out") from None
    except OSError as error:
        what = "locked" if error.errno in (errno.ENOLCK, errno.EOPNOTSUPP) else "written"
        raise UserError(f"{folder}: cannot be {what} ({error.strerror or error}); choose another --out") from None
    try:
        yield
    finally:
        with suppress(OSError):
            file.unlink()
        with suppress(OSError):
            os.close(handle)


@contextmanager
def reading(folder: Path) -> Iterator[None]:
    """Keep runs out of the folder of a run while its games are read; several may read.

    Raises
    ------
    UserError
        A run is going on there.
    """
    file = folder / LOCK
    try:
        handle = _take_lock(file, fcntl.LOCK_SH, READS) if (folder / store.MANIFEST).is_file() else None
    except BlockingIOError:
        raise UserError(f"{folder}: in use by {_holder(file)}; wait for it to end, or interrupt it") from None
    except OSError:  # a folder that cannot be written, or that knows no locks: nobody is kept out
        handle = None
    try:
        yield
    finally:
        if handle is not None:
            with suppress(OSError):  # the last one removes it
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if _is_that(handle, file):
                    file.unlink()
            with suppress(OSError):
                os.close(handle)


def _take_lock(file: Path, kind: int = fcntl.LOCK_EX, word: str = "") -> int:
    while True:
        handle = os.open(file, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            fcntl.flock(handle, kind | fcntl.LOCK_NB)
            if _is_that(handle, file):
                os.ftruncate(handle, 0)
                os.write(handle, f"{os.getpid()}{word}\n".encode())
                return handle
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)  # its owner removed it between our two calls: take the new one


def _is_that(handle: int, file: Path) -> bool:
    with suppress(FileNotFoundError):
        return os.path.samestat(os.fstat(handle), file.stat())
    return False


def _holder(file: Path) -> str:
    """Who has the lock, in words."""
    try:
        pid, _, word = file.read_text(errors="replace").strip().partition(" ")
    except OSError:
        pid = word = ""
    who = "another command that reads its games" if word else "another run"
    return f"{who} (process {pid})" if pid else who


def check(folder: Path, manifest: Mapping[str, Any], resume: bool, force: bool) -> list[Shard]:
    """Check the folder against the run, changing nothing, and return the shards to play."""
    shards = store.manifest_shards(manifest)
    has_manifest, files = os.path.lexists(folder / store.MANIFEST), store.shard_files(folder)
    todo = shards
    if (has_manifest or files) and resume:
        if has_manifest:
            _refuse_changes(folder, store.read_manifest(folder), manifest)
        lines = store.listed_shards(folder, manifest["run_digest"])
        if not has_manifest and not lines:
            raise UserError(f"{folder}: holds games of which {store.MANIFEST} is lost; use --force to play anew")
        todo = [shard for shard in shards if not store.is_sound(folder, shard, lines.get(shard.name))]
    elif (has_manifest or files) and not force:
        raise UserError(f"{folder}: holds a run already; use --resume or --force, or choose another --out")
    _refuse_folders(files)
    n_games = sum(shard.n_rows for shard in todo)
    check_space(folder, int(n_games * store.most_bytes(manifest)), f"{n_games} games")
    return todo


def _refuse_folders(files: Sequence[Path]) -> None:
    """What bears the name of a shard is replaced or removed; a whole folder is not."""
    for file in files:
        if file.is_dir() and not file.is_symlink():
            raise UserError(f"{file}: is a folder where a file of games belongs; remove it, then use --resume")


def begin(folder: Path, manifest: Mapping[str, Any], resume: bool) -> None:
    """Write the manifest of a run that was checked; without `resume`, the games that are there go.

    In this order: whenever it ends, the folder holds either run, and lines of the other one do not count.
    """
    store.write_manifest(folder, manifest)
    if not resume:
        store.remove_shards(folder)


def _refuse_changes(folder: Path, old: Mapping[str, Any], new: Mapping[str, Any]) -> None:
    keys = sorted(dict.fromkeys(("until", *new, *old)), key=lambda key: key.endswith("_digest"))
    for key in keys:  # what is asked for first: sizes follow from it; digests say least
        if key not in (*store.COUNTS, "run_digest") and old.get(key) != new.get(key):
            name, before, after = _first_difference(key, old.get(key), new.get(key))
            raise UserError(f"{folder}: cannot resume, {name} differs: {_short(before)} there, {_short(after)} now")
    if old["n_games"] > new["n_games"]:
        raise UserError(f"{folder}: cannot resume, n_games differs: {old['n_games']} there, {new['n_games']} now")


def _first_difference(key: str, old: Any, new: Any) -> tuple[str, Any, Any]:
    """Descend to the first entry that differs: its dotted name, and either value."""
    if isinstance(old, dict) and isinstance(new, dict):
        for name in (*new, *old):
            if old.get(name) != new.get(name):
                return _first_difference(f"{key}.{name}", old.get(name), new.get(name))
    return key, old, new


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= MOST_SHOWN else f"{text[: MOST_SHOWN - 4]} ..."


def check_space(folder: Path, needed: int, games: str) -> None:
    """Refuse to play more games than the disk of a folder has room for."""
    free = shutil.disk_usage(folder).free
    if free < needed:
        mb = 1_000_000
        raise UserError(f"{folder}: about {needed // mb} MB needed for {games}, {free // mb} MB free")
