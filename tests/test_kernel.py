"""Compile options and the kernel cache: own folder by digest, damage means a recompile, never stale code."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numba
import numpy as np
import pytest
from numba.core.caching import CompileResultCacheImpl, FunctionCache
from numba.core.errors import TypingError
from sizes import SIZES
from toykit import TOY_FOLDER

from sim import kernel as kernel_module
from sim.kernel import cache_root, entry_kernel, kernel, prune_cache, source_digest

ROOT = Path(__file__).parents[1]

#: Plays 60 games of the toy in a folder and prints the sum of steps and whether the kernel came from the cache.
PLAY = """
import sys
import numpy as np
from sim.plan import make_plan
from sim.playout import Player
from sim.registry import find
game = find(sys.argv[1])
plan = make_plan(game, 60, 3, ["random"], seed=1)
player = Player(game, game.load(), plan.policies, 3, 1)
rows = player.play(plan.rows(0, 0, 60))
hits = sum(player._compiled.stats.cache_hits.values())
print(int(rows["seats"]["score"].astype(np.int64).sum()), hits, player.digest)
"""


def play(folder, cache, **options):
    """(sum of steps, cache hits, digest) of a fresh process."""
    environment = {**os.environ, "FAIRSEAT_CACHE": str(cache), "PYTHONPATH": str(ROOT), **options}
    command = [sys.executable, "-W", "error", "-c", PLAY, str(folder)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    total, hits, digest = done.stdout.split()
    return int(total), int(hits), digest


def code_files(cache):
    """All files of machine code in a cache."""
    return sorted(Path(cache).rglob("*.nbc"))


@pytest.fixture
def fresh_cache(tmp_path, monkeypatch):
    """An empty kernel cache for this process."""
    monkeypatch.setenv("FAIRSEAT_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture(scope="module")
def warm_cache(tmp_path_factory):
    """A cache that holds the toy, and what a cold process computed."""
    cache = tmp_path_factory.mktemp("warm")
    return cache, play(TOY_FOLDER, cache)


def add_one(x):
    return x + 1


def test_private_interfaces_of_numba_are_there():
    """When Numba changes one of these, sim/kernel.py must be looked at before the pinned version moves."""
    assert numba.__version__.split(".")[:2] == ["0", "68"]
    assert FunctionCache._impl_class is CompileResultCacheImpl
    for name in ("load_overload", "save_overload", "_load_overload", "_save_overload", "_index_key", "enable"):
        assert callable(getattr(FunctionCache, name)), name
    for name in ("reduce", "rebuild", "check_cachable", "get_filename_base", "_locator_classes"):
        assert hasattr(CompileResultCacheImpl, name), name
    compiled = numba.njit(add_one)
    assert hasattr(compiled, "_cache")
    assert hasattr(compiled, "stats")


def test_private_interfaces_of_the_linking_are_there():
    """The same for sim/linking.py."""
    from numba.core import event
    from numba.core.codegen import JITCodeLibrary, JITCPUCodegen
    from numba.core.registry import CPUDispatcher
    from numba.core.types import Record

    for name in ("finalize", "_optimize_functions", "_optimize_final_module", "_finalize_dynamic_globals"):
        assert callable(getattr(JITCodeLibrary, name)), name
    for name in ("set_env", "_module_pass_manager"):
        assert callable(getattr(JITCPUCodegen, name)), name
    assert issubclass(JITCPUCodegen._library_class, JITCodeLibrary)
    assert callable(event.broadcast)
    assert callable(CPUDispatcher.compile)
    assert isinstance(Record.mangling_args, property)
    compiled = numba.njit(add_one)
    assert isinstance(compiled.targetoptions, dict)
    compiled(1)
    (result,) = compiled.overloads.values()
    for name in ("_final_module", "_linking_libraries", "_codegen", "_reload_init", "_finalized"):
        assert hasattr(result.library, name), name


def test_a_helper_called_from_python_finds_what_an_entry_only_linked(tmp_path, monkeypatch):
    monkeypatch.setenv("FAIRSEAT_CACHE", str(tmp_path))

    @kernel
    def low(x):
        return x + 1

    @kernel
    def middle(x):
        return low(x) * 2

    @kernel
    def high(x):
        return middle(x) + 3

    assert entry_kernel(lambda x: middle(x) - 1, "linking-test")(4) == 9
    assert high(4) == 13
    assert middle(4) == 10
    assert entry_kernel(lambda x: high(x) - 1, "linking-test-2")(4) == 12
    assert numba.njit(lambda x: middle(x) + high(x))(4) == 23


def test_the_option_against_allocation_works():
    @kernel
    def allocates(n):
        return np.zeros(n).sum()

    with pytest.raises(TypingError):
        allocates(3)


def test_division_by_zero_does_not_raise_in_kernels():
    @kernel
    def divide(a, b):
        return a / b

    assert divide(1.0, 0.0) == np.inf


def test_entry_is_stored_in_a_folder_of_its_digest(fresh_cache):
    compiled = entry_kernel(add_one, "d1")
    assert compiled(1) == 2
    assert [file.parent.name for file in code_files(fresh_cache)] == ["d1"]
    again = entry_kernel(add_one, "d1")
    assert again(1) == 2
    assert sum(again.stats.cache_hits.values()) == 1
    other = entry_kernel(add_one, "d2")
    assert other(1) == 2
    assert sum(other.stats.cache_hits.values()) == 0


def test_signatures_have_files_of_their_own(fresh_cache):
    compiled = entry_kernel(add_one, "d1")
    assert (compiled(1), compiled(1.5)) == (2, 2.5)
    assert len(code_files(fresh_cache)) == 2
    again = entry_kernel(add_one, "d1")
    assert (again(1.5), again(1)) == (2.5, 2)
    assert sum(again.stats.cache_hits.values()) == 2


def flip(file):
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 0xFF
    file.write_bytes(bytes(content))


@pytest.mark.parametrize(
    "damage",
    [
        lambda file: file.write_bytes(b""),
        lambda file: file.write_bytes(file.read_bytes()[: file.stat().st_size // 2]),
        lambda file: file.write_bytes(b"\x00" * 4096),
        flip,
        lambda file: file.unlink(),
        lambda file: (file.unlink(), file.mkdir()),
    ],
    ids=["empty", "truncated", "zeros", "one byte flipped", "missing", "a folder"],
)
def test_a_damaged_file_means_a_recompile(fresh_cache, damage):
    assert entry_kernel(add_one, "d1")(1) == 2
    (file,) = code_files(fresh_cache)
    damage(file)
    again = entry_kernel(add_one, "d1")
    assert again(1) == 2
    assert sum(again.stats.cache_hits.values()) == 0


def test_a_repaired_file_is_used_again(fresh_cache):
    assert entry_kernel(add_one, "d1")(1) == 2
    flip(code_files(fresh_cache)[0])
    assert entry_kernel(add_one, "d1")(1) == 2
    third = entry_kernel(add_one, "d1")
    assert third(1) == 2
    assert sum(third.stats.cache_hits.values()) == 1


def test_a_cache_that_cannot_be_made_means_no_cache(tmp_path, monkeypatch):
    blocker = tmp_path / "file"
    blocker.write_text("")
    monkeypatch.setenv("FAIRSEAT_CACHE", str(blocker / "cache"))
    assert entry_kernel(add_one, "d1")(1) == 2


def test_a_cache_that_vanishes_is_made_again(fresh_cache):
    compiled = entry_kernel(add_one, "d1")
    shutil.rmtree(fresh_cache)
    assert compiled(1) == 2
    assert len(code_files(fresh_cache)) == 1


def test_no_temporary_file_stays(fresh_cache, monkeypatch):
    def fail(self, target):
        raise OSError("disk full")

    monkeypatch.setattr(Path, "replace", fail)
    assert entry_kernel(add_one, "d1")(1) == 2
    assert [file for file in fresh_cache.rglob("*") if file.is_file()] == []


def test_cache_root_follows_the_environment(monkeypatch):
    monkeypatch.delenv("FAIRSEAT_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", "/x")
    assert cache_root() == Path("/x/fairseat/kernels")
    monkeypatch.setenv("FAIRSEAT_CACHE", "/y")
    assert cache_root() == Path("/y")


def test_prune_removes_old_folders_then_the_oldest(tmp_path):
    now = time.time()
    for name, days, size in (("old", 40, 1), ("a", 3, 100), ("b", 2, 100), ("keep", 50, 100), ("c", 1, 100)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "x.nbc").write_bytes(b"0" * size)
        os.utime(tmp_path / name, (now - days * 86400, now - days * 86400))
    prune_cache(tmp_path, "keep", max_bytes=300, max_age_days=30)
    assert sorted(folder.name for folder in tmp_path.iterdir()) == ["b", "c", "keep"]


def test_digest_sees_content_names_tags_and_versions(tmp_path, monkeypatch):
    file = tmp_path / "a.py"
    file.write_text("x = 1")
    first = source_digest([file], "tag")
    assert source_digest([file], "tag") == first
    assert source_digest([file], "gat") != first
    assert source_digest([file], "ta", "g") != first
    file.write_text("x = 2")
    assert source_digest([file], "tag") != first
    file.write_text("x = 1")
    assert source_digest([file.rename(tmp_path / "b.py")], "tag") != first
    monkeypatch.setenv("FAIRSEAT_BOUNDSCHECK", "1")
    assert source_digest([tmp_path / "b.py"], "tag") != first
    monkeypatch.setenv("FAIRSEAT_BOUNDSCHECK", "0")
    monkeypatch.setattr(kernel_module.numba, "__version__", "0.0")
    assert source_digest([tmp_path / "b.py"], "tag") != first


def test_second_process_starts_warm_with_the_same_result(warm_cache):
    cache, cold = warm_cache
    assert cold[1] == 0
    assert play(TOY_FOLDER, cache) == (cold[0], 1, cold[2])


def test_a_changed_callee_in_another_file_changes_the_result(warm_cache, tmp_path):
    cache, (total, _, digest) = warm_cache
    copy = tmp_path / "toy"
    shutil.copytree(TOY_FOLDER, copy)
    same = play(copy, cache)
    assert same == (total, 1, digest)
    rules = copy / "rules.py"
    text = rules.read_text()
    assert "roll + (core.characters" in text
    rules.write_text(text.replace("roll + (core.characters", "2 * roll + (core.characters"))
    changed = play(copy, cache)
    assert changed[0] != total
    assert changed[1] == 0
    assert changed[2] != digest
    rules.write_text(text)
    assert play(copy, cache) == (total, 1, digest)


def test_eight_cold_processes_on_two_games_get_their_own_results(warm_cache, tmp_path):
    total = warm_cache[1][0]
    copy = tmp_path / "toy"
    shutil.copytree(TOY_FOLDER, copy)
    text = (copy / "rules.py").read_text()
    (copy / "rules.py").write_text(text.replace("1 + draw(fold", "3 + draw(fold"))
    other = play(copy, tmp_path / "alone")[0]
    assert other != total
    for round_number in range(SIZES.cold_rounds):
        cache = tmp_path / f"cold{round_number}"
        environment = {**os.environ, "FAIRSEAT_CACHE": str(cache), "PYTHONPATH": str(ROOT)}
        folders = [TOY_FOLDER, copy] * 4
        running = [
            subprocess.Popen([sys.executable, "-c", PLAY, str(folder)], env=environment, stdout=subprocess.PIPE)
            for folder in folders
        ]
        totals = [int(process.communicate()[0].split()[0]) for process in running]
        assert totals == [total, other] * 4
        assert [process.returncode for process in running] == [0] * 8


def test_bounds_are_checked_only_when_asked_for():
    code = "import numpy as np; from sim.kernel import kernel, entry_kernel\n@kernel\ndef f(a, i):\n    return a[i]\n"
    code += "print(entry_kernel(lambda a, i: f(a, i), 'd')(np.zeros(3), 5) is not None)"
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "FAIRSEAT_CACHE": "/dev/null/none"}
    for flag, is_raised in (("0", False), ("1", True)):
        environment["FAIRSEAT_BOUNDSCHECK"] = flag
        command = [sys.executable, "-c", code]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert ("IndexError" in done.stderr) == is_raised
        assert (done.returncode != 0) == is_raised


@pytest.mark.bounds
def test_bounds_checked_build_plays_the_same_games(warm_cache, tmp_path):
    total = warm_cache[1][0]
    assert play(TOY_FOLDER, tmp_path / "bounds", FAIRSEAT_BOUNDSCHECK="1")[0] == total
