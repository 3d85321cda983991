"""Pruning the kernel cache: by age and size, never what is in use, never what is not the cache's own."""

from __future__ import annotations

import fcntl
import os
import shutil
import time

import pytest
from cachekit import ONE, TWO, add_one, call, code_files, litter

from sim import cache as cache_module
from sim.cache import cache_state, prune_cache
from sim.kernel import entry_kernel


def make_folder(root, name, days, size=1):
    folder = root / name
    folder.mkdir(parents=True)
    (folder / "play.nbc").write_bytes(b"0" * size)
    age(folder, days)
    return folder


def age(path, days):
    then = time.time() - days * 86400
    os.utime(path, (then, then))


def names(root):
    return sorted(path.name for path in root.iterdir())


def test_prune_removes_old_folders_then_those_unused_longest(tmp_path):
    for letter, days, size in (("a", 40, 1), ("b", 3, 100), ("c", 2, 100), ("d", 50, 100), ("e", 1, 100)):
        make_folder(tmp_path, letter * 24, days, size)
    prune_cache(tmp_path, "d" * 24, max_bytes=300, max_age_days=30)
    assert names(tmp_path) == ["c" * 24, "d" * 24, "e" * 24]


def test_a_folder_in_use_is_not_pruned(fresh_cache):
    """By this process: it is in use as long as its kernel is."""
    compiled = entry_kernel(add_one, ONE)
    assert compiled(1) == 2
    age(fresh_cache / ONE, 100)
    prune_cache(fresh_cache, TWO, max_bytes=0)
    assert names(fresh_cache) == [ONE]
    compiled._cache._release()  # what the end of the kernel does
    prune_cache(fresh_cache, TWO, max_bytes=0)
    assert names(fresh_cache) == []


def test_use_makes_a_folder_young(fresh_cache):
    assert call(ONE) == (2, 0)
    age(fresh_cache / ONE, 100)
    assert call(ONE) == (2, 1)
    assert time.time() - (fresh_cache / ONE).stat().st_mtime < 60


def test_a_compile_prunes(fresh_cache, monkeypatch):
    make_folder(fresh_cache, "a" * 24, 31)
    make_folder(fresh_cache, "b" * 24, 29)
    assert call(ONE) == (2, 0)
    assert names(fresh_cache) == [ONE, "b" * 24]
    monkeypatch.setattr(cache_module, "MAX_CACHE_BYTES", 1)
    assert call(TWO) == (2, 0)
    assert TWO in names(fresh_cache)
    assert "b" * 24 not in names(fresh_cache)


def test_what_is_not_the_caches_own_is_never_pruned(tmp_path):
    """A cache folder named by mistake may hold anything."""
    root = tmp_path / "root"
    outside = make_folder(tmp_path, "outside", 100)
    foreign = [make_folder(root, name, 100) for name in ("photos", "A" * 24, "a" * 23, "a" * 25, ".hidden")]
    mixed, nested = make_folder(root, "b" * 24, 100), make_folder(root, "c" * 24, 100)
    (mixed / "letter.txt").write_text("dear")
    (nested / "more").mkdir()
    (root / ("d" * 24)).symlink_to(outside)
    (root / ("e" * 24)).write_text("a file, no folder")
    (root / "slowness").write_text("1.0")
    for folder in (mixed, nested):
        age(folder, 100)
    before = sorted(str(path) for path in tmp_path.rglob("*"))
    prune_cache(root, ONE, max_bytes=0, max_age_days=0)
    assert sorted(str(path) for path in tmp_path.rglob("*")) == before
    assert all(folder.is_dir() for folder in foreign)


def test_litter_is_swept_after_a_day(tmp_path):
    folder = make_folder(tmp_path, ONE, 0)
    for days, name in ((2, "old"), (0.5, "new")):
        file = folder / f"play.nbc.tmp.{name.encode().hex().ljust(16, '0')}"
        file.write_bytes(b"half")
        age(file, days)
    prune_cache(tmp_path, ONE)
    assert [file.name for file in litter(tmp_path)] == [f"play.nbc.tmp.{b'new'.hex().ljust(16, '0')}"]


def test_a_folder_that_is_being_removed_is_made_again(fresh_cache, monkeypatch):
    """Between opening its lock and taking it, a pruning process may have removed the folder."""
    plain, calls = fcntl.flock, []

    def flock(handle, operation):
        calls.append(operation)
        if len(calls) == 1:
            shutil.rmtree(fresh_cache / ONE)
        return plain(handle, operation)

    monkeypatch.setattr(fcntl, "flock", flock)
    assert call() == (2, 0)
    monkeypatch.undo()
    assert len(calls) >= 2
    assert len(code_files(fresh_cache)) == 1


@pytest.mark.parametrize("error", [OSError(95, "Operation not supported"), OSError(37, "No locks available")])
def test_a_file_system_without_locks_keeps_code_and_prunes_nothing(fresh_cache, monkeypatch, error):
    def flock(handle, operation):
        raise error

    monkeypatch.setattr(fcntl, "flock", flock)
    assert call() == (2, 0)
    assert call() == (2, 1)
    make_folder(fresh_cache, "a" * 24, 100)
    prune_cache(fresh_cache, ONE)
    assert "a" * 24 in names(fresh_cache)
    assert cache_state().problem == ""
