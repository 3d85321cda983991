"""Policies out of a user's file, named `path/file.py:name`.

The file holds `def name(state, tables, actions, n, weights, memory)`, which returns an index in 0..n-1. It may draw
from `state.core.policy_keys[state.core.actor]` and keep numbers in `memory` (float64, zero at the start of a game). It
plays on a copy of the state in which everything that its seat cannot see is resampled, unless the file says
`sees_all = True`. The file is part of the kernel digest, and so are the kernels and constants that it imports.
"""

from __future__ import annotations

import hashlib
import importlib.util
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from sim.errors import UserError, unknown
from sim.kernel import kernel

#: What a policy's function takes.
ARGUMENTS = ("state", "tables", "actions", "n", "weights", "memory")


def split_name(name: str) -> tuple[Path, str]:
    """File and function of `path/file.py:name`."""
    path, _, function = name.rpartition(":")
    if not path.endswith(".py") or not function:
        raise UserError(f"policy {name!r}: a policy of your own is named path/file.py:name")
    if not Path(path).is_file():
        raise UserError(f"policy {name!r}: there is no file {path}")
    return Path(path), function


class _FromSource(SourceFileLoader):
    """Never from `__pycache__`, which tells a changed file by its size and second only, and leaves nothing there."""

    def path_stats(self, path: Any) -> Any:
        """No size and no time: nothing to compare."""
        raise OSError(path)


def _load_module(file: Path) -> ModuleType:
    """Import the file under a name made from its content: cached machine code names the module."""
    name = f"fairseat_policy_{hashlib.sha256(file.read_bytes()).hexdigest()[:16]}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, file, loader=_FromSource(name, str(file.resolve())))
    assert spec is not None  # a .py file always has a spec
    assert spec.loader is not None  # ... with a loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise UserError(f"policy file {file}: {type(error).__name__}: {error}") from error
    return module


def _is_own(value: Any, module: ModuleType) -> bool:
    plain = getattr(value, "py_func", value)
    return isinstance(plain, FunctionType) and plain.__module__ == module.__name__


def reason(error: Exception) -> str:
    """Why Numba could not compile, in one line: its reports start with the stages that failed, and end with advice."""
    lines = [line.strip() for line in str(error).splitlines()]
    telling = [line for line in lines if line and not line.startswith(("Failed in", "During", ">>>", "File", "^"))]
    first = telling[0] if telling else "no reason given"
    called = next((line.removeprefix(">>> ") for line in lines if line.startswith(">>> ")), "")
    return f"{type(error).__name__}: {first}" + (f" {called}" if first.endswith(":") else "")


def load_policy(name: str) -> tuple[Any, bool]:
    """The compiled `choose` of a user's policy and whether it sees all.

    Raises
    ------
    UserError
        No such file or function, or the file does not run.
    """
    file, function = split_name(name)
    module = _load_module(file)
    found = getattr(module, function, None)
    plain = getattr(found, "py_func", found)
    if not isinstance(plain, FunctionType):
        known = [key for key, value in vars(module).items() if _is_own(value, module)]
        raise unknown(f"function in {file}", function, known)
    if plain.__code__.co_argcount != len(ARGUMENTS):
        raise UserError(f"policy {name!r}: write def {function}({', '.join(ARGUMENTS)})")
    compiled = found if hasattr(found, "py_func") else kernel(plain)
    return compiled, bool(getattr(module, "sees_all", False))
