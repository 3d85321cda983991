"""Policies out of a user's file, named `path/file.py:name`; docs/writing-a-policy.md tells how to write one.

The file holds `def name(state, tables, actions, n, weights, memory)`, which returns an index in 0..n-1, or
`def name(game)`, which returns such a function. A seventh argument, `spare`, is one more state to try actions on. The
functions of the file are compiled so that an index out of range and a division by zero stop them. They play on a copy
of the state in which everything that their seat cannot know is resampled, unless the file says `sees_all = True`. The
file is part of the kernel digest, and so are the kernels and constants that it imports.
"""

from __future__ import annotations

import dis
import hashlib
import linecache
import sys
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from sim.errors import UserError, unknown
from sim.kernel import is_jit_off, user_kernel

#: What a policy's function takes, with or without the last.
ARGUMENTS = ("state", "tables", "actions", "n", "weights", "memory", "spare")


@dataclass(frozen=True)
class UserPolicy:
    """A user's policy: its kernel, whether it plays on the true state, and whether it takes a spare state."""

    choose: Any
    sees_all: bool
    takes_spare: bool


def split_name(name: str) -> tuple[Path, str]:
    """File and function of `path/file.py:name`."""
    path, _, function = name.rpartition(":")
    if not path.endswith(".py") or not function:
        raise UserError(f"policy {name!r}: a policy of your own is named path/file.py:name")
    if not Path(path).is_file():
        raise UserError(f"policy {name!r}: there is no file {path}")
    return Path(path), function


def located(name: str) -> str:
    """A policy's name that holds in every working directory: a user's file by its full path."""
    if ".py:" not in name:
        return name
    file, function = split_name(name)
    return f"{file.resolve()}:{function}"


def fingerprint(name: str) -> str:
    """A user's policy by file name, function and content: the same wherever the file lies."""
    file, function = split_name(name)
    return f"{file.name}:{function}:{hashlib.sha256(file.read_bytes()).hexdigest()}"


def _load_module(file: Path) -> ModuleType:
    """Run the file as a module named by its content: cached machine code names the module.

    What was read is what runs: Python's own bytecode files tell a changed source by size and second only.
    """
    content = file.read_bytes()
    name = f"fairseat_policy_{hashlib.sha256(content).hexdigest()[:16]}"
    if name in sys.modules:
        return sys.modules[name]
    module = ModuleType(name)
    module.__file__ = str(file)
    sys.modules[name] = module
    linecache.checkcache(str(file))
    try:
        exec(compile(content, str(file), "exec"), module.__dict__)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        line = _line_in(error, file)
        raise UserError(f"policy file {file}{line}: {type(error).__name__}: {error}") from error
    try:
        _refuse_recursion(module, file)
    except UserError:
        del sys.modules[name]
        raise
    if not is_jit_off():
        _compile_functions(module)
    return module


def _globals(plain: Any) -> list[str]:
    """Names of the globals that a function reads."""
    return [step.argval for step in dis.get_instructions(plain) if step.opname == "LOAD_GLOBAL"]


def _refuse_recursion(module: ModuleType, file: Path) -> None:
    """Kept machine code of a function that calls itself, however indirectly, would crash the process."""
    own = {key: _plain(value) for key, value in vars(module).items() if _is_own(value, module)}
    calls = {key: [name for name in _globals(plain) if name in own] for key, plain in own.items()}
    for key in own:
        reached, waiting = set(), list(calls[key])
        while waiting:
            name = waiting.pop()
            if name not in reached:
                reached.add(name)
                waiting += calls[name]
        if key in reached:
            raise UserError(f"policy file {file}: {key} calls itself, which compiled policies cannot: write a loop")


def loaded_files() -> set[Path]:
    """Files of the users' policies in memory: they count by content, and so from wherever they were first loaded."""
    names = [name for name in sys.modules if name.startswith("fairseat_policy_")]
    return {Path(str(sys.modules[name].__file__)).resolve() for name in names}


def _line_in(error: BaseException, file: Path) -> str:
    """` line N` of the file where an error came from, or nothing."""
    numbers = []
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(file):
            numbers.append(trace.tb_lineno)
        trace = trace.tb_next
    return f" line {numbers[-1]}" if numbers else ""


def _plain(value: Any) -> Any:
    return getattr(value, "py_func", value)


def _is_own(value: Any, module: ModuleType) -> bool:
    plain = _plain(value)
    return isinstance(plain, FunctionType) and plain.__module__ == module.__name__


def _is_maker(plain: FunctionType) -> bool:
    return plain.__code__.co_varnames[: plain.__code__.co_argcount] == ("game",)


def _whole(x):  # type: ignore[no-untyped-def]
    """`int` as Python has it: machine code would make any number of NaN and infinity."""
    if x != x or x == float("inf") or x == float("-inf"):
        raise ValueError("NaN or infinity is no whole number")
    return int(x)


def _compile_functions(module: ModuleType) -> None:
    """Put compiled, checked functions in place of the file's own, so that they may call each other."""
    made: dict[FunctionType, Any] = {}
    for key, value in list(vars(module).items()):
        if _is_own(value, module) and not _is_maker(_plain(value)):
            plain = _plain(value)
            setattr(module, key, made.setdefault(plain, user_kernel(plain)))
    vars(module).setdefault("int", user_kernel(_whole))


def _make(maker: FunctionType, game: Any, name: str) -> Any:
    """What `def name(game)` returns, compiled together with the functions made beside it."""
    try:
        inner = maker(game)
    except Exception as error:
        line = _line_in(error, Path(maker.__code__.co_filename))
        raise UserError(f"policy {name!r}{line}: {type(error).__name__}: {error}") from error
    plain = _plain(inner)
    if not isinstance(plain, FunctionType):
        raise UserError(f"policy {name!r}: def {maker.__name__}(game) must return a function, not {inner!r}")
    if is_jit_off():
        return inner
    if plain.__name__ in plain.__code__.co_freevars:
        raise UserError(f"policy {name!r}: {plain.__name__} calls itself, which compiled policies cannot: write a loop")
    for cell in plain.__closure__ or ():
        if isinstance(cell.cell_contents, FunctionType) and cell.cell_contents.__module__ == maker.__module__:
            cell.cell_contents = user_kernel(cell.cell_contents)
    return user_kernel(plain)


def load_policy(name: str, game: Any) -> UserPolicy:
    """A user's policy for a game (GameSpec).

    Raises
    ------
    UserError
        No such file or function, or the file does not run.
    """
    file, function = split_name(name)
    module = _load_module(file)
    found = getattr(module, function, None)
    if found is None or not _is_own(found, module):
        known = [key for key, value in vars(module).items() if _is_own(value, module)]
        raise unknown(f"function in {file}", function, known)
    choose = _make(found, game, name) if _is_maker(_plain(found)) else found
    n_arguments = _plain(choose).__code__.co_argcount
    if n_arguments not in (len(ARGUMENTS) - 1, len(ARGUMENTS)):
        raise UserError(
            f"policy {name!r}: write def {function}({', '.join(ARGUMENTS[:-1])}), with one more argument, "
            f"{ARGUMENTS[-1]}, if it tries actions; or def {function}(game) that returns such a function"
        )
    return UserPolicy(choose, bool(getattr(module, "sees_all", False)), n_arguments == len(ARGUMENTS))
