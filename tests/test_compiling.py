"""What a compile will take and where it stands: functions found, steps in order, the estimate of a machine."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from sim import compiling
from sim.compiling import MACHINE_S, SLOWNESS, UNDERSTAND_S, Compile, compiles_told
from sim.kernel import entry_kernel, kernel
from sim.reach import Reach


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty kernel cache for this process."""
    monkeypatch.setenv("FAIRSEAT_CACHE", str(tmp_path))
    return tmp_path


@kernel
def low(x):  # type: ignore[no-untyped-def]
    return x + 1


@kernel
def middle(x):  # type: ignore[no-untyped-def]
    return low(x) * 2


def test_helpers_are_found_by_globals_closures_and_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    @kernel
    def inner(x):  # type: ignore[no-untyped-def]
        return middle(x)

    @kernel
    def unused(x):  # type: ignore[no-untyped-def]
        return x

    assert set(Reach(lambda x: inner(x) + math.pi).kernels) == {inner, middle, low}
    monkeypatch.setattr(compiling, "unused_helper", unused, raising=False)
    assert set(Reach(lambda x: compiling.unused_helper(x)).kernels) == {unused}  # type: ignore[attr-defined]
    assert set(Reach(lambda x: x).kernels) == set()


def test_a_cold_compile_is_told_step_by_step_and_a_warm_one_not(cache: Path) -> None:
    told: list[Compile] = []

    @kernel
    def first(x):  # type: ignore[no-untyped-def]
        return x + 2

    @kernel
    def second(x):  # type: ignore[no-untyped-def]
        return first(x) * first(x)

    def ask() -> int:
        return int(entry_kernel(lambda x: second(x) + first(x), "compiling-test")(3))

    with compiles_told(lambda work: told.append(replace(work))):
        assert ask() == 30
        n_told = len(told)
        assert ask() == 30
    assert len(told) == n_told
    assert ask() == 30  # outside nobody is told
    assert len(told) == n_told
    assert [work.step for work in told] == sorted((work.step for work in told), key="function machine code ready".find)
    assert {work.step for work in told} == {"function", "machine code", "ready"}
    assert [work.n_done for work in told] == sorted(work.n_done for work in told)
    assert {work.n_functions for work in told} == {2}
    assert {work.ideal_s for work in told} == {2 * (UNDERSTAND_S + MACHINE_S)}
    assert (told[-1].n_done, told[-1].share, told[-1].is_kept) == (2, 1.0, True)
    assert told[-2].share == pytest.approx(UNDERSTAND_S / (UNDERSTAND_S + MACHINE_S))


@pytest.mark.parametrize(("text", "slowness"), [("2.5\n", 2.5), ("x", 1.0), ("", 1.0), ("1e9", 20.0), ("-3", 0.05)])
def test_the_estimate_follows_the_machine(text: str, slowness: float, cache: Path) -> None:
    watcher = compiling._Watcher(lambda work: None)
    watcher("asked", SimpleNamespace(py_func=lambda x: middle(x)))
    assert watcher._begin().expected_s == watcher._begin().ideal_s  # nothing is remembered
    (cache / SLOWNESS).write_text(text)
    work = watcher._begin()
    assert work.expected_s == pytest.approx(slowness * work.ideal_s)
