"""The kernel cache in one process: a folder by digest, damage means a compile, nobody else's code."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest
from cachekit import ONE, ROOT, TWO, add_one, call, code_files, litter
from numba.core.codegen import JITCPUCodegen

from sim import cache as cache_module
from sim.cache import CacheState, cache_root, cache_state
from sim.kernel import entry_kernel


def test_entry_is_stored_in_a_folder_of_its_digest(fresh_cache):
    assert call(ONE) == (2, 0)
    assert [file.parent.name for file in code_files(fresh_cache)] == [ONE]
    assert call(ONE) == (2, 1)
    assert call(TWO) == (2, 0)
    assert cache_state() == CacheState(fresh_cache, "", 1, 2)


def test_signatures_have_files_of_their_own(fresh_cache):
    compiled = entry_kernel(add_one, ONE)
    assert (compiled(1), compiled(1.5)) == (2, 2.5)
    assert len(code_files(fresh_cache)) == 2
    again = entry_kernel(add_one, ONE)
    assert (again(1.5), again(1)) == (2.5, 2)
    assert sum(again.stats.cache_hits.values()) == 2


def test_record_types_that_differ_in_one_field_have_files_of_their_own(fresh_cache):
    def first(states):
        return states[0].a[-1]

    for dtype in ([("a", "i2", (3,))], [("a", "i2", (4,))], [("a", "i4", (3,))], [("a", "u2", (3,))]):
        states = np.zeros(1, np.dtype((np.record, dtype)))
        states["a"][0, -1] = 7
        assert call(ONE, first, states) == (7, 0)
    assert len(code_files(fresh_cache)) == 4


def test_one_digest_for_two_functions_mixes_nothing_up(fresh_cache):
    """What a kernel reaches is part of its key, whatever the digest that it was given."""

    def make(step):
        return lambda x: x + step

    assert call(ONE, make(1)) == (2, 0)
    assert call(ONE, make(2)) == (3, 0)
    assert call(ONE, make(1)) == (2, 1)
    assert call(ONE, make(2)) == (3, 1)


def flip(file):
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 0xFF
    file.write_bytes(bytes(content))


@pytest.mark.parametrize(
    "damage",
    [
        lambda file: file.write_bytes(b""),
        lambda file: file.write_bytes(file.read_bytes()[: file.stat().st_size // 2]),
        lambda file: file.write_bytes(file.read_bytes()[:20]),
        lambda file: file.write_bytes(b"\x00" * 4096),
        lambda file: file.write_bytes(file.read_bytes() + b"\x00"),
        flip,
        lambda file: file.unlink(),
        lambda file: (file.unlink(), file.mkdir()),
        lambda file: (file.unlink(), file.symlink_to("nowhere")),
    ],
    ids=["empty", "half", "short", "zeros", "longer", "one byte flipped", "missing", "a folder", "a dead link"],
)
def test_a_damaged_file_means_a_compile(fresh_cache, damage):
    assert call() == (2, 0)
    (file,) = code_files(fresh_cache)
    damage(file)
    assert call() == (2, 0)
    assert call() == (2, 0 if file.is_dir() else 1)  # it was repaired
    assert litter(fresh_cache) == []


def test_every_byte_of_a_file_is_checked(fresh_cache):
    """A file under the name of another one is refused too: the checksum covers the name."""
    compiled = entry_kernel(add_one, ONE)
    assert (compiled(1), compiled(1.5)) == (2, 2.5)
    files, folder = compiled._cache._cache_file, fresh_cache / ONE
    whole, other = code_files(fresh_cache)
    content = whole.read_bytes()
    key = next(k for k in _keys(compiled) if files.path(k) == whole)
    assert files.load(key) is not None
    for place in [*range(0, len(content), len(content) // 50), len(content) - 1]:
        changed = bytearray(content)
        changed[place] ^= 1
        whole.write_bytes(bytes(changed))
        assert files.load(key) is None
    shutil.copy(other, whole)
    assert files.load(key) is None
    assert len(list(folder.iterdir())) == 3  # two files and the lock


def _keys(compiled):
    return [compiled._cache._index_key(r.signature.args, r.library.codegen) for r in compiled.overloads.values()]


def test_a_cache_that_cannot_be_made_means_no_cache(fresh_cache, monkeypatch):
    blocker = fresh_cache.parent / "file"
    blocker.write_text("")
    monkeypatch.setenv("FAIRSEAT_CACHE", str(blocker / "cache"))
    assert call() == (2, 0)
    assert cache_state() == CacheState(blocker / "cache", f"{blocker / 'cache' / ONE}: Not a directory", 0, 1)


def test_a_cache_that_vanishes_is_made_again(fresh_cache):
    compiled = entry_kernel(add_one, ONE)
    shutil.rmtree(fresh_cache)
    assert compiled(1) == 2
    assert len(code_files(fresh_cache)) == 1


@pytest.mark.parametrize("broken", [(os, "open"), (os, "fdopen"), (Path, "replace"), (Path, "mkdir")])
def test_a_full_disk_means_no_cache(fresh_cache, broken):
    """No room for a file, its content, its name or its folder."""

    def fail(*args, **options):
        raise OSError(28, "No space left on device")

    compiled = entry_kernel(add_one, ONE)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(*broken, fail)
        assert compiled(1) == 2
    assert cache_state() == CacheState(fresh_cache, f"{fresh_cache / ONE}: No space left on device", 0, 1)
    assert litter(fresh_cache) + code_files(fresh_cache) == []
    assert call() == (2, 0)


def test_an_interruption_while_saving_leaves_no_litter(fresh_cache, monkeypatch):
    def interrupt(self, target):
        raise KeyboardInterrupt

    compiled = entry_kernel(add_one, ONE)
    monkeypatch.setattr(Path, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        compiled(1)
    assert litter(fresh_cache) == []


def test_folders_and_files_are_the_users_own(fresh_cache):
    old = os.umask(0)
    try:
        assert call() == (2, 0)
    finally:
        os.umask(old)
    (file,) = code_files(fresh_cache)
    assert [path.stat().st_mode & 0o777 for path in (fresh_cache, file.parent, file)] == [0o700, 0o700, 0o600]
    assert call() == (2, 1)


@pytest.mark.parametrize("mode", [0o770, 0o707, 0o777, 0o1777])
def test_a_folder_that_others_can_write_to_is_not_used(fresh_cache, mode):
    """Loading a file of the cache runs it."""
    assert call() == (2, 0)
    (fresh_cache / ONE).chmod(mode)
    assert call() == (2, 0)
    problem = f"{fresh_cache / ONE} belongs to another user or can be written by others, so its code is not run"
    assert cache_state() == CacheState(fresh_cache, problem, 0, 2)
    (fresh_cache / ONE).chmod(0o755)
    assert call() == (2, 1)


def test_a_file_that_others_can_write_to_is_not_loaded(fresh_cache):
    assert call() == (2, 0)
    (file,) = code_files(fresh_cache)
    file.chmod(0o666)
    assert call() == (2, 0)
    assert call() == (2, 1)  # a file of the user's own took its place
    assert code_files(fresh_cache)[0].stat().st_mode & 0o777 == 0o600


def test_code_of_another_user_is_not_loaded(fresh_cache, monkeypatch):
    assert call() == (2, 0)
    owner = (fresh_cache / ONE).stat().st_uid
    monkeypatch.setattr(os, "geteuid", lambda: owner + 1)
    monkeypatch.setattr(cache_module, "ROOT_USER", owner + 2)
    assert call() == (2, 0)
    assert "belongs to another user" in cache_state().problem
    monkeypatch.setattr(cache_module, "ROOT_USER", owner)  # what root prepared for everybody is trusted
    assert call() == (2, 1)


def test_code_for_another_processor_is_not_loaded(fresh_cache, monkeypatch):
    assert call() == (2, 0)
    triple, name, features = numba.njit(add_one).targetctx.codegen().magic_tuple()
    for other in ((triple, name, features + ",+made-up"), (triple, "made-up", features), ("made-up", name, features)):
        monkeypatch.setattr(JITCPUCodegen, "magic_tuple", lambda self, other=other: other)
        assert call() == (2, 0)
    monkeypatch.undo()
    monkeypatch.setenv("FAIRSEAT_CACHE", str(fresh_cache))
    assert len(code_files(fresh_cache)) == 4
    assert call() == (2, 1)


def test_a_process_for_another_processor_compiles_its_own(tmp_path):
    """The same with a real one: Numba compiles for the plainest processor of this kind."""
    code = "from sim.kernel import entry_kernel; from sim.cache import cache_state\n"
    code += f"print(entry_kernel(lambda x: x + 1, '{ONE}')(1), cache_state().n_loaded)"
    environment = {**os.environ, "FAIRSEAT_CACHE": str(tmp_path), "PYTHONPATH": str(ROOT)}
    found = []
    for plain in (False, True, False, True):
        options = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""} if plain else {}
        command = [sys.executable, "-W", "error", "-c", code]
        done = subprocess.run(command, env=environment | options, capture_output=True, text=True, check=True)
        found.append(done.stdout.split())
    assert found == [["2", "0"], ["2", "0"], ["2", "1"], ["2", "1"]]
    assert len(code_files(tmp_path)) == 2


def test_cache_root_follows_the_environment(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FAIRSEAT_CACHE", "/y")
    assert cache_root() == Path("/y")
    monkeypatch.setenv("FAIRSEAT_CACHE", "y")
    assert cache_root() == tmp_path / "y"
    monkeypatch.setenv("FAIRSEAT_CACHE", "")
    monkeypatch.setenv("XDG_CACHE_HOME", "/x")
    assert cache_root() == Path("/x/fairseat/kernels")
    monkeypatch.setenv("HOME", "/h")
    for no_place in ("", "relative"):
        monkeypatch.setenv("XDG_CACHE_HOME", no_place)
        assert cache_root() == Path("/h/.cache/fairseat/kernels")
    for no_home in ("", "relative"):
        monkeypatch.setenv("HOME", no_home)
        assert cache_root() is None


def test_without_a_home_folder_every_process_compiles_and_says_why(fresh_cache, monkeypatch):
    def no_home():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("FAIRSEAT_CACHE")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", no_home)
    assert call() == (2, 0)
    problem = "there is no home folder to keep compiled code in; FAIRSEAT_CACHE names another"
    assert cache_state() == CacheState(None, problem, 0, 1)


def test_what_numba_cannot_keep_is_compiled_each_time(fresh_cache):
    """A large array as a global is an address for Numba."""
    big = np.arange(200_000)

    def pick(i):
        return big[i]

    for _ in range(2):
        with pytest.warns(numba.NumbaWarning, match="Cannot cache compiled function"):
            assert call(ONE, pick, 7) == (7, 0)
