"""What machine code is made of: the functions that a kernel reaches, and the values of the globals it freezes.

Source files alone do not tell. A constant may come from a data file or from a module that lies elsewhere, and a file
may have been edited since it was imported; what the interpreter holds in its memory is what Numba compiles.
"""

from __future__ import annotations

import hashlib
import sysconfig
from collections.abc import Callable, Iterator
from enum import Enum
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np
from numba import types

#: Attributes of code that say what it does; neither the file nor the line where it stands.
_CODE = (
    "co_qualname", "co_code", "co_exceptiontable", "co_names", "co_varnames", "co_freevars", "co_cellvars",
    "co_argcount", "co_posonlyargcount", "co_kwonlyargcount", "co_flags",
)  # fmt: skip

#: Options of a dispatcher that Numba sets while it compiles.
_PASSING = ("no_cpython_wrapper", "no_cfunc_wrapper")

_PLAIN = (bool, int, float, complex, str, bytes, type(None), type(...))

#: Libraries whose versions stand in every digest: their modules are not walked.
_LIBRARIES = ("builtins", "llvmlite", "math", "numba", "numpy")

#: Where the standard library and installed packages lie: their plain functions are not walked, their kernels are.
_INSTALLED = tuple(sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib"))


class Reach:
    """Everything that some functions reach by their globals and closures.

    Numba freezes globals that are numbers, texts, tuples, arrays and enum members, and follows kernels, modules and
    their attributes. Not seen: what `numba.extending.overload` attaches to a function.

    Attributes
    ----------
    functions
        The plain functions behind the kernels, each once, in the order in which they were found.
    kernels
        The compiled ones among them, as Numba's dispatchers.
    fingerprint
        Digest of their code, options and frozen values, 24 hex digits; the same wherever their files lie.
    """

    def __init__(self, *functions: Callable[..., Any]) -> None:
        self.functions: list[FunctionType] = []
        self.kernels: list[Any] = []
        self._numbers: dict[int, int] = {}
        self._options: list[dict[str, Any]] = []
        self._open: list[ModuleType] = []
        digest = hashlib.sha256()
        for function in functions:
            digest.update(self._text(function, ()).encode() + b"\0")
        for number, plain in enumerate(self.functions):  # grows while it is walked
            digest.update("\n".join(self._parts(plain, self._options[number])).encode() + b"\0")
        self.fingerprint = digest.hexdigest()[:24]

    def files(self) -> list[Path]:
        """Source files of the functions, by name and path; code without a file has none."""
        found = {Path(function.__code__.co_filename) for function in self.functions}
        return sorted((file for file in found if file.is_file()), key=lambda file: (file.name, str(file)))

    def _parts(self, function: FunctionType, options: dict[str, Any]) -> Iterator[str]:
        code = function.__code__
        names = _names(code)
        yield _code_text(code)
        yield self._text(tuple((key, options[key]) for key in sorted(options) if key not in _PASSING), names)
        yield self._text((function.__defaults__, tuple((function.__kwdefaults__ or {}).items())), names)
        for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
            yield f"{name}={self._text(cell.cell_contents, names)}"
        for name in names:
            if name in function.__globals__:
                yield f"{name}={self._text(function.__globals__[name], names)}"

    def _text(self, value: Any, names: tuple[str, ...]) -> str:
        """A value in words that are equal only for equal values; `names` are the attributes that the code asks for."""
        if isinstance(value, _PLAIN):
            return repr(value)
        if isinstance(value, ModuleType):
            return self._module(value, names)
        if isinstance(value, tuple):
            return f"{type(value).__qualname__}({[self._text(item, names) for item in value]})"
        if isinstance(value, (set, frozenset)):
            return f"set({sorted(self._text(item, names) for item in value)})"
        if isinstance(value, (np.ndarray, np.generic)):
            return f"array({value.dtype!r}, {value.shape}, {hashlib.sha256(value.tobytes()).hexdigest()})"
        return self._object(value, names)

    def _object(self, value: Any, names: tuple[str, ...]) -> str:
        """The same for functions, kernels, types and whatever else a global may be."""
        plain = getattr(value, "py_func", getattr(value, "_defn", value))  # of a kernel, of an intrinsic
        if isinstance(plain, FunctionType):
            return f"function({self._number(plain, value)})"
        if isinstance(value, (np.dtype, types.Type)):
            return repr(value)
        if isinstance(value, Enum):
            return f"{type(value).__qualname__}.{value.name}={value.value!r}"
        if isinstance(value, type) and issubclass(value, Enum):
            return f"enum({[self._text(member, names) for member in value]})"
        name = getattr(value, "__qualname__", getattr(value, "__name__", ""))
        return f"{type(value).__module__}.{type(value).__qualname__}({getattr(value, '__module__', '')}.{name})"

    def _module(self, module: ModuleType, names: tuple[str, ...]) -> str:
        """The attributes that the code may ask of a module; the libraries below have versions in every digest."""
        if module.__name__.partition(".")[0] in _LIBRARIES:
            return f"module({module.__name__})"
        if module in self._open:  # modules may hold each other
            return "module"
        self._open.append(module)
        found = [(name, self._text(getattr(module, name), names)) for name in names if hasattr(module, name)]
        self._open.pop()
        return f"module({found})"

    def _number(self, function: FunctionType, kernel: Any) -> str:
        """A function's place in the walk; of a library's own function its name says enough."""
        if kernel is function and function.__code__.co_filename.startswith(_INSTALLED):
            return f"{function.__module__}.{function.__qualname__}"
        if id(function) not in self._numbers:
            self._numbers[id(function)] = len(self.functions)
            self.functions.append(function)
            if hasattr(kernel, "py_func"):
                self.kernels.append(kernel)
            self._options.append(getattr(kernel, "targetoptions", {}))
        return str(self._numbers[id(function)])


def _code_text(code: CodeType) -> str:
    parts = [repr(getattr(code, name)) for name in _CODE]
    for constant in code.co_consts:
        parts.append(_code_text(constant) if isinstance(constant, CodeType) else _constant(constant))
    return "\n".join(parts)


def _constant(value: Any) -> str:
    """A constant of code; the order of a set differs from process to process."""
    if isinstance(value, frozenset):
        return f"set({sorted(map(_constant, value))})"
    return f"({[_constant(item) for item in value]})" if isinstance(value, tuple) else repr(value)


def _names(code: CodeType) -> tuple[str, ...]:
    """Names of globals and attributes in code and in the code inside it."""
    inner = [_names(constant) for constant in code.co_consts if isinstance(constant, CodeType)]
    return tuple(dict.fromkeys([*code.co_names, *(name for names in inner for name in names)]))
