"""Compile options, Numba's private interfaces, and the digest of sources."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import numba
import numpy as np
import pytest
from cachekit import play
from numba.core import config, event, serialize
from numba.core.caching import CompileResultCacheImpl, FunctionCache
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen
from numba.core.errors import TypingError
from numba.core.options import DefaultOptions
from numba.core.registry import CPUDispatcher
from numba.core.types import Record
from numba.np import arrayobj
from toykit import TOY_FOLDER

from sim import kernel as kernel_module
from sim.kernel import SETTINGS, entry_kernel, kernel, source_digest

ROOT = Path(__file__).parents[1]


def add_one(x):
    return x + 1


@cache
def interfaces():
    """(name, owner) of what sim/kernel.py, linking.py and cache.py use of Numba beyond its manual."""
    compiled = numba.njit(add_one)
    compiled(1)
    (result,) = compiled.overloads.values()
    library, kept = result.library, FunctionCache(add_one)
    owners = {
        DefaultOptions: ["_nrt", "forceinline"],
        FunctionCache: ["load_overload", "save_overload", "_load_overload", "_save_overload", "_index_key", "enable"],
        CompileResultCacheImpl: ["reduce", "rebuild", "check_cachable", "locator"],
        kept: ["_name", "_py_func", "_impl", "_cache_path", "_cache_file"],
        kept._cache_file: ["load", "save"],
        kept._impl: ["_lineno", "_locator"],
        kept._impl.locator: ["_py_file", "ensure_cache_path"],
        serialize: ["dumps"],
        event: ["broadcast"],
        config: [*SETTINGS, "DISABLE_JIT"],
        JITCodeLibrary: [
            "finalize", "_optimize_functions", "_optimize_final_module", "_finalize_dynamic_globals",
            "_get_module_for_linking", "_raise_if_finalized",
        ],
        JITCPUCodegen: ["_library_class", "set_env", "_module_pass_manager", "magic_tuple"],
        library: ["_final_module", "_linking_libraries", "_codegen", "_finalized", "codegen", "name"],
        library._codegen: ["_engine"],
        library._codegen._engine: ["is_symbol_defined"],
        Record: ["mangling_args"],
        arrayobj: ["fix_integer_index"],
        CPUDispatcher: ["compile", "get_call_template", "_reset_overloads"],
        compiled: ["_cache", "stats", "targetoptions", "overloads", "py_func"],
    }  # fmt: skip
    return [(name, owner) for owner, names in owners.items() for name in names]


def test_private_interfaces_of_numba_are_there():
    """When Numba changes one of these, the modules named above must be looked at before the pinned version moves."""
    assert numba.__version__.split(".")[:2] == ["0", "68"]
    gone = [
        f"{name} of {getattr(owner, '__name__', type(owner).__name__)}"
        for name, owner in interfaces()
        if not hasattr(owner, name)
    ]
    assert gone == []
    assert FunctionCache._impl_class is CompileResultCacheImpl
    assert issubclass(JITCPUCodegen._library_class, JITCodeLibrary)
    assert isinstance(Record.mangling_args, property)


@pytest.mark.parametrize("number", range(len(interfaces())), ids=[name for name, _ in interfaces()])
def test_a_private_interface_that_moved_is_named(number, monkeypatch):
    name, owner = interfaces()[number]
    for place in [owner, *(owner if isinstance(owner, type) else type(owner)).__mro__]:
        if name in getattr(place, "__dict__", ()) and place is not object:
            monkeypatch.delattr(place, name)
    with pytest.raises(AssertionError, match=rf"{name} of "):
        test_private_interfaces_of_numba_are_there()


def test_no_private_interface_is_used_without_being_listed():
    own = {
        "_codegen", "_digest", "_entry_names", "_fairseat_name", "_fairseat_repr", "_finalize_entry", "_fingerprint",
        "_is_usable", "_release", "_stop", "_take",
    }  # fmt: skip
    found = set()
    for module in ("kernel", "linking", "cache"):
        tree = ast.parse((ROOT / "sim" / f"{module}.py").read_text(encoding="utf-8"))
        found |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    private = {name for name in found if name.startswith("_") and not name.startswith("__")}
    assert private - own <= {name for name, _ in interfaces()}


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
    assert source_digest([tmp_path / "b.py"], "tag") == source_digest([tmp_path / "b.py"], "tag")


@pytest.mark.parametrize("library", ["numba", "llvmlite", "np"])
def test_digest_sees_versions(library, monkeypatch):
    before = source_digest([])
    monkeypatch.setattr(getattr(kernel_module, library), "__version__", "0.0")
    assert source_digest([]) != before


@pytest.mark.parametrize("setting", SETTINGS)
def test_digest_sees_settings_of_numba(setting, monkeypatch):
    before = source_digest([])
    monkeypatch.setattr(config, setting, 2)
    assert source_digest([]) != before


def test_digest_sees_compile_options(monkeypatch):
    before = source_digest([])
    monkeypatch.setitem(kernel_module.OPTIONS, "fastmath", True)
    assert source_digest([]) != before


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


LAST = """
import numpy as np
from sim.kernel import entry_kernel, kernel
names = {"__name__": MODULE, "kernel": kernel}
exec("@kernel\\ndef f(a, i):\\n    return a[i]\\n", names)
f = names["f"]
print(entry_kernel(lambda a, i: f(a, i), "d")(np.arange(10, 14)[1:3], -1))
"""


@pytest.mark.parametrize(
    ("module", "bounds", "printed"), [("mine.rules", "0", "12"), ("sim.made_up", "0", "10"), ("sim.made_up", "1", "")]
)
def test_the_package_does_not_count_from_the_end_but_users_may(module, bounds, printed):
    """Place -1 of a window is its last one for a user, and the place before it (an error when checked) for ours."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "FAIRSEAT_CACHE": "/dev/null/none"}
    environment["FAIRSEAT_BOUNDSCHECK"] = bounds
    command = [sys.executable, "-c", LAST.replace("MODULE", repr(module))]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.stdout.strip() == printed
    assert ("IndexError" in done.stderr) == (bounds == "1")


@pytest.mark.bounds
def test_bounds_checked_build_plays_the_same_games(tmp_path):
    plain = play(TOY_FOLDER, tmp_path / "plain")
    checked = play(TOY_FOLDER, tmp_path / "bounds", FAIRSEAT_BOUNDSCHECK="1")
    assert checked.total == plain.total
    assert checked.digest != plain.digest
