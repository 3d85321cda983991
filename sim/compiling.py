"""What a compile will take, and where it stands: for whoever shows its progress. Nothing here makes machine code."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from sim.cache import cache_root, cache_state
from sim.linking import ASKED, FUNCTION, READY, watched
from sim.reach import Reach

#: Seconds for one function, measured on one core of 2025: until Numba understands it, and in the machine code of all.
UNDERSTAND_S, MACHINE_S = 0.06, 0.024

#: File in the kernel cache: how many times more work the last compile was on this machine than the figures above say.
#: Processor time counts, so that a busy machine does not spoil the next estimate.
SLOWNESS = "slowness"


@dataclass
class Compile:
    """One compile of an entry kernel.

    Attributes
    ----------
    n_functions, n_done
        Functions that it needs and that are not understood yet when it starts; how many of them are by now.
    ideal_s, expected_s
        Seconds by the figures of this module, and what this machine will take, about, with a core to itself.
    step
        FUNCTION, MACHINE_CODE or READY of sim.linking.
    seconds
        Since it started.
    problem
        Why the kernel cache does not keep the result, in one line, or "" if it does; known when it is ready.
    """

    n_functions: int
    ideal_s: float
    expected_s: float
    n_done: int = 0
    step: str = FUNCTION
    seconds: float = 0.0
    problem: str = ""

    @property
    def is_kept(self) -> bool:
        """Whether a later process finds the result in the kernel cache."""
        return not self.problem

    @property
    def share(self) -> float:
        """Share of the work that is done: what is understood; the machine code is one piece, done when it is ready."""
        return 1.0 if self.step == READY else UNDERSTAND_S * self.n_done / self.ideal_s


@contextmanager
def compiles_told(on_step: Callable[[Compile], None]) -> Iterator[None]:
    """While this lasts, `on_step` is called at every step of a compile; a kernel from the cache makes no call."""
    with watched(_Watcher(on_step)):
        yield


class _Watcher:
    """Follows one compile at a time: Numba's compiler lock lets no two run."""

    def __init__(self, on_step: Callable[[Compile], None]) -> None:
        self._on_step = on_step
        self._compile: Compile | None = None
        self._entry: Any = None
        self._left: set[Any] = set()
        self._started = self._worked = 0.0

    def __call__(self, step: str, dispatcher: Any) -> None:
        if step == ASKED:
            self._entry, self._compile = dispatcher, None
            self._started, self._worked = time.perf_counter(), time.thread_time()
        elif step != READY:
            self._compile = self._compile or self._begin(dispatcher)
            self._left.discard(dispatcher)
            self._go_on(self._compile, step)
        elif self._compile is not None:
            self._compile.problem = cache_state().problem
            self._go_on(self._compile, step)
            _remember(self._compile, time.thread_time() - self._worked)

    def _begin(self, done: Any = None) -> Compile:
        """The cache had no kernel: say what the compile needs; `done` is the helper that is understood already."""
        helpers = Reach(self._entry.py_func).kernels
        self._left = {helper for helper in helpers if helper is done or not helper.overloads}
        ideal = UNDERSTAND_S * len(self._left) + MACHINE_S * len(helpers)
        return Compile(len(self._left), ideal, ideal * _slowness())

    def _go_on(self, work: Compile, step: str) -> None:
        work.n_done = work.n_functions - len(self._left)
        work.step, work.seconds = step, time.perf_counter() - self._started
        self._on_step(work)


def _slowness() -> float:
    root = cache_root()
    with suppress(OSError, ValueError):
        return min(max(float((root / SLOWNESS).read_text(encoding="ascii")), 0.05), 20.0) if root else 1.0
    return 1.0


def _remember(work: Compile, worked_s: float) -> None:
    """Keep how slow this machine is; a tiny compile says little of it."""
    root = cache_root()
    if worked_s > 1 and work.is_kept and root is not None:
        with suppress(OSError):
            (root / SLOWNESS).write_text(f"{worked_s / work.ideal_s:.3f}\n", encoding="ascii")
