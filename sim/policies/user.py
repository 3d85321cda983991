"""Policies out of a user's file, named `path/file.py:name`.

The file holds `def name(state, tables, actions, n, weights, memory)`, which returns an index in 0..n-1. It may draw
from `state.core.policy_keys[state.core.actor]` and keep numbers in `memory` (float64, zero at the start of a game). It
plays on a copy of the state in which everything that its seat cannot see is resampled, unless the file says
`sees_all = True`. The file is part of the kernel digest; what it imports outside fairseat is not.
"""

from __future__ import annotations

import hashlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from sim.errors import UserError, unknown
from sim.kernel import kernel


def split_name(name: str) -> tuple[Path, str]:
    """File and function of `path/file.py:name`."""
    path, _, function = name.rpartition(":")
    if not path.endswith(".py") or not function:
        raise UserError(f"policy {name!r}: a policy of your own is named path/file.py:name")
    if not Path(path).is_file():
        raise UserError(f"policy {name!r}: there is no file {path}")
    return Path(path), function


def _load_module(file: Path) -> ModuleType:
    """Import the file under a name made from its content: cached machine code names the module."""
    name = f"fairseat_policy_{hashlib.sha256(file.read_bytes()).hexdigest()[:16]}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None  # a .py file always has a spec
    assert spec.loader is not None  # ... with a loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise UserError(f"policy file {file}: {type(error).__name__}: {error}") from error
    return module


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
    if not callable(found):
        known = [key for key, value in vars(module).items() if callable(value) and not key.startswith("_")]
        raise unknown(f"function in {file}", function, known)
    compiled = found if hasattr(found, "py_func") else kernel(found)
    return compiled, bool(getattr(module, "sees_all", False))
