"""RULES.md section 15 says truly where each clause is programmed and tested."""

from __future__ import annotations

import ast

import pytest

from sim.games.kaguya.clauses import CLAUSES

from . import clause_map


def test_the_table_is_up_to_date() -> None:
    assert clause_map.printed() == clause_map.table(), "run `python -m tests.games.kaguya.clause_map`"


def test_every_clause_has_a_kernel_and_a_test() -> None:
    held, named = clause_map.kernels(), clause_map.tests()
    assert list(held) == list(named) == [clause for clause in CLAUSES if clause.startswith("K-")]
    assert [clause for clause in held if not (held[clause] and named[clause])] == []


def test_the_sizes_are_up_to_date() -> None:
    text = clause_map.RULES_MD.read_text(encoding="utf-8")
    assert clause_map.SIZES.findall(text) == [clause_map.sizes()], "run `python -m tests.games.kaguya.clause_map`"


@pytest.mark.parametrize("clause", clause_map.ALSO)
def test_functions_added_by_hand_exist(clause: str) -> None:
    for name in clause_map.ALSO[clause]:
        file, _, function = name.partition("::")
        assert function in [found.name for found in clause_map.functions(clause_map.KERNELS / file)], name


def test_a_range_of_notes_is_read() -> None:
    (function,) = ast.parse("def f():\n for k in range(c.K_N1, c.K_N4): note(k)\n note(c.K_N5)").body
    assert isinstance(function, ast.FunctionDef)
    assert clause_map.noted(function) == {"K-N1", "K-N2", "K-N3", "K-N5"}
