"""Fewer compiler passes: inside the compile of an entry kernel its helpers are linked, not optimized one by one.

Numba optimizes every function together with all that it calls, and emits machine code for it, at each level of the call
tree. Only the entry point is ever run, so this does it once, for the entry; its helpers become internal functions of
its module, which lets LLVM inline and prune them freely (a quarter faster games). A helper is understood once, not anew
for each constant and integer width that it is called with (a fifth off the compile of rider). Names of functions hold
the names of their argument types, and a record's lists all its fields: it is shortened. Numba's private interfaces
used: `JITCodeLibrary.finalize`, `_optimize_functions`, `_optimize_final_module`, `_final_module`, `_linking_libraries`,
`_finalize_dynamic_globals`, `JITCPUCodegen._library_class`, `_module_pass_manager` and `set_env`, `event.broadcast`,
`CPUDispatcher.compile`, `get_call_template` and `targetoptions`, `Record.__repr__` and `mangling_args`,
`arrayobj.fix_integer_index`, and that a mangled name begins with the module. tests/test_kernel.py fails when one of
them moves.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from numba.core import event
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher
from numba.core.types import Record, int8, int16, int32, int64, intp
from numba.core.types.misc import unliteral
from numba.np import arrayobj

# mypy: disable-error-code="misc"

_plain_repr = Record.__repr__


def _repr(record: Any) -> str:
    """Numba's description of a record type, worked out once: a state has hundreds of fields."""
    text: str | None = getattr(record, "_fairseat_repr", None)
    if text is None:
        text = record._fairseat_repr = _plain_repr(record)
    return text


def _mangling_args(record: Any) -> tuple[str, tuple[()]]:
    """A short name for a record type inside function names, instead of the list of its fields."""
    short: str | None = getattr(record, "_fairseat_name", None)
    if short is None:
        short = record._fairseat_name = "Record" + hashlib.sha256(_repr(record).encode()).hexdigest()[:20]
    return short, ()


Record.__repr__ = _repr  # type: ignore[method-assign]
Record.mangling_args = property(_mangling_args)  # type: ignore[method-assign, assignment]

#: Name of the entry kernel that is compiled now; Numba's compiler lock keeps this to one at a time.
_entry: list[str] = []

#: Steps of a compile that watchers are told of: an entry kernel is asked for, one more helper is understood, the
#: machine code of the whole begins, it is there (from the cache, if no other step came between).
ASKED, FUNCTION, MACHINE_CODE, READY = "asked", "function", "machine code", "ready"

_watchers: list[Callable[[str, Any], None]] = []


@contextmanager
def watched(watcher: Callable[[str, Any], None]) -> Iterator[None]:
    """Tell `watcher` each step of every compile of an entry kernel, with the dispatcher (None for machine code)."""
    _watchers.append(watcher)
    try:
        yield
    finally:
        _watchers.remove(watcher)


def _tell(step: str, dispatcher: Any) -> None:
    for watcher in _watchers:
        watcher(step, dispatcher)


class _Library(JITCodeLibrary):
    """A code library that waits for its entry kernel while one is being compiled, and is linked into it."""

    is_deferred = False

    def finalize(self) -> None:
        if not _entry:
            super().finalize()
        elif self.name == _entry[-1]:
            self._finalize_entry()
        else:
            self._raise_if_finalized()
            self._finalize_dynamic_globals()
            self._finalized = True
            self.is_deferred = True

    def _get_module_for_linking(self) -> Any:
        """For Numba's own linking, which follows no further calls, a deferred library brings its callees along."""
        module = super()._get_module_for_linking()
        if _entry or not self.is_deferred:
            return module
        whole = module.clone()
        for library in _all_libraries(self):
            whole.link_in(library._get_module_for_linking(), preserve=True)
        return whole

    def _optimize_functions(self, ll_module: Any) -> None:
        if not _entry:
            super()._optimize_functions(ll_module)

    def _finalize_entry(self) -> None:
        """Link in everything that is called, however deep; only the entry's own functions stay visible."""
        _tell(MACHINE_CODE, None)
        own = {function.name for function in self._final_module.functions if not function.is_declaration}
        self._linking_libraries = _all_libraries(self)
        self._entry_names = own
        super().finalize()

    def _optimize_final_module(self) -> None:
        own = getattr(self, "_entry_names", None)
        if own is None:
            super()._optimize_final_module()
            return
        for function in self._final_module.functions:
            if not function.is_declaration and function.name not in own:
                function.linkage = "internal"
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)


def _all_libraries(library: Any) -> list[Any]:
    """The libraries that a library links to, through any number of deferred ones."""
    found: dict[Any, None] = {}
    waiting = list(library._linking_libraries)
    while waiting:
        each = waiting.pop()
        if each not in found:
            found[each] = None
            if getattr(each, "is_deferred", False):
                waiting.extend(each._linking_libraries)
    return list(found)


def _set_env(codegen: Any, env_name: str, env: Any) -> None:
    """Numba's `set_env`, left out where the helper has no machine code of its own."""
    if codegen._engine.is_symbol_defined(env_name):
        _plain_set_env(codegen, env_name, env)


def _broadcast(event: Any) -> None:
    """No timing of the compiler's own parts: with hundreds of nested compiles it costs more than they do."""


def _fix_index(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    """An index as it is: the package's kernels do not count from the end, and to ask at every access costs a seventh.

    Kernels of a user keep Python's meaning of a negative index. In ours it is an error, found with bounds checks.
    """
    if not builder.function.name.startswith("_ZN3sim"):  # mangled name of a function of the package `sim`
        return _plain_fix_index(context, builder, kind, index, size)
    return context.cast(builder, index, kind, intp)


_plain_fix_index = arrayobj.fix_integer_index
_plain_set_env = JITCPUCodegen.set_env
_plain_broadcast = event.broadcast


@contextmanager
def _deferring(entry: str) -> Iterator[None]:
    plain = JITCPUCodegen._library_class
    with global_compiler_lock:
        JITCPUCodegen._library_class = _Library
        JITCPUCodegen.set_env = _set_env
        event.broadcast = _broadcast
        arrayobj.fix_integer_index = _fix_index
        _entry.append(entry)
        try:
            yield
        finally:
            _entry.pop()
            JITCPUCodegen._library_class = plain
            JITCPUCodegen.set_env = _plain_set_env
            event.broadcast = _plain_broadcast
            arrayobj.fix_integer_index = _plain_fix_index


class _Entry(CPUDispatcher):
    """A dispatcher whose compile defers the libraries of its helpers."""

    def compile(self, sig: Any) -> Any:
        with _deferring(self.py_func.__qualname__):
            _tell(ASKED, self)
            compiled = super().compile(sig)
            _tell(READY, self)
            return compiled


def _wide(kind: Any) -> Any:
    """A constant as its type, a small signed integer as int64: Numba's arithmetic widens both anyway."""
    kind = unliteral(kind)
    return int64 if kind in (int8, int16, int32) else kind


class _Helper(CPUDispatcher):
    """A dispatcher of a helper: called from Python it compiles anew what was only linked."""

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """One version for all constants and widths: else each field and each number makes another."""
        return super().get_call_template(tuple(_wide(arg) for arg in args), {k: _wide(v) for k, v in kws.items()})

    def compile(self, sig: Any) -> Any:
        self.targetoptions["no_cpython_wrapper"] = bool(_entry)
        self.targetoptions["no_cfunc_wrapper"] = True
        compiled = super().compile(sig)
        if _entry:
            _tell(FUNCTION, self)
        return compiled

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if any(getattr(result.library, "is_deferred", False) for result in self.overloads.values()):
            self.overloads.clear()
            self._reset_overloads()
        return super().__call__(*args, **kwargs)


def as_entry(dispatcher: Any) -> Any:
    """Make a fresh dispatcher an entry point."""
    dispatcher.__class__ = _Entry
    return dispatcher


def as_helper(dispatcher: Any) -> Any:
    """Make a fresh dispatcher a helper of entry points."""
    dispatcher.__class__ = _Helper
    return dispatcher
