"""The folder of a run: its lock, and whether a run may start or go on in it."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sim import store
from sim.errors import UserError
from sim.store import Shard

LOCK = "run.lock"


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
        who = _holder(file)
        raise UserError(f"{folder}: in use by another run{who}; wait for it or choose another --out") from None
    except OSError as error:
        raise UserError(f"{folder}: cannot be written ({error.strerror}); choose another --out") from None
    try:
        yield
    finally:
        with suppress(OSError):
            file.unlink()
        os.close(handle)


def _take_lock(file: Path) -> int:
    while True:
        handle = os.open(file, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if file.exists() and os.fstat(handle).st_ino == file.stat().st_ino:
                os.ftruncate(handle, 0)
                os.write(handle, f"{os.getpid()}\n".encode())
                return handle
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)  # its owner removed it between our two calls: take the new one


def _holder(file: Path) -> str:
    try:
        pid = file.read_text().strip()
    except OSError:
        return ""
    return f" (process {pid})" if pid else ""


def check(folder: Path, manifest: Mapping[str, Any], resume: bool, force: bool) -> list[Shard]:
    """Check the folder against the run, changing nothing, and return the shards to play."""
    shards = store.manifest_shards(manifest)
    has_run = _has_run(folder)
    todo = shards
    if has_run and resume:
        old = store.read_manifest(folder)
        _refuse_changes(folder, old, manifest)
        lines = store.listed_shards(folder, manifest["run_digest"])
        todo = [shard for shard in shards if not store.is_sound(folder, shard, lines.get(shard.name))]
    elif has_run and not force:
        raise UserError(f"{folder}: holds a run already; use --resume or --force, or choose another --out")
    _check_space(folder, sum(shard.n_rows for shard in todo), store.most_bytes(manifest))
    return todo


def begin(folder: Path, manifest: Mapping[str, Any], resume: bool) -> None:
    """Write the manifest of a run that was checked; without `resume`, what is there goes."""
    if _has_run(folder) and not resume:
        store.remove_run(folder)
    store.write_manifest(folder, manifest)


def _has_run(folder: Path) -> bool:
    return (folder / store.MANIFEST).exists() or any(folder.glob("games-*.parquet"))


def _refuse_changes(folder: Path, old: Mapping[str, Any], new: Mapping[str, Any]) -> None:
    for key in dict.fromkeys(("until", *new)):  # what is asked for first: sizes follow from it
        if key == "run_digest" or key in store.COUNTS:
            continue
        if old.get(key) != new.get(key):
            before, after = _first_difference(key, old.get(key), new.get(key))
            raise UserError(f"{folder}: cannot resume, {after[0]} differs: {before[1]!r} there, {after[1]!r} now")
    if old["n_games"] > new["n_games"]:
        raise UserError(f"{folder}: cannot resume, n_games differs: {old['n_games']} there, {new['n_games']} now")


def _first_difference(key: str, old: Any, new: Any) -> tuple[tuple[str, Any], tuple[str, Any]]:
    """Descend to the first entry that differs: its dotted name with either value."""
    if isinstance(old, dict) and isinstance(new, dict):
        for name in (*new, *old):
            if old.get(name) != new.get(name):
                return _first_difference(f"{key}.{name}", old.get(name), new.get(name))
    return (key, old), (key, new)


def _check_space(folder: Path, n_games: int, bytes_per_game: float) -> None:
    needed = int(n_games * bytes_per_game)
    free = shutil.disk_usage(folder).free
    if free < needed:
        mb = 1_000_000
        raise UserError(f"{folder}: about {needed // mb} MB needed for {n_games} games, {free // mb} MB free")
