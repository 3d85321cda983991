"""RULES.md sections 14.8 and 15 say truly how large things are, and where each clause is programmed and tested."""

from __future__ import annotations

import ast

import pytest

from sim.games.kaguya.clauses import CLAUSES

from .rules_map import MAP

ANEW = "run `python -m tests.games.kaguya.rules_map`"

#: Which file holds the tests of which letter.
FILES = {
    "S": "setup", "P": "preparation", "T": "turn", "M": "main", "F": "free", "W": "ponkotsu", "B": "bonus",
    "X": "effects", "E": "event", "C": "cleanup", "N": "end",
}  # fmt: skip


def test_the_table_is_up_to_date() -> None:
    assert MAP.printed() == MAP.table(), ANEW


def test_every_clause_has_a_kernel_and_a_test() -> None:
    assert MAP.ids == [clause for clause in CLAUSES if clause.startswith("K-")]
    held, tested = MAP.held(), MAP.tested()
    assert [clause for clause in MAP.ids if not (held[clause] and tested[clause])] == []


@pytest.mark.parametrize("start", MAP.lines)
def test_the_sizes_are_up_to_date(start: str) -> None:
    assert MAP.printed_lines(start) == [MAP.lines[start]()], ANEW


@pytest.mark.parametrize("clause", MAP.also)
def test_functions_added_by_hand_exist(clause: str) -> None:
    assert set(MAP.also[clause]) <= {name for name, _ in MAP.functions}


def test_a_range_of_notes_is_read() -> None:
    (function,) = ast.parse("def f():\n for k in range(c.K_N1, c.K_N4): note(k)\n note(c.K_N5)").body
    assert isinstance(function, ast.FunctionDef)
    assert MAP.noted(function) == {"K-N1", "K-N2", "K-N3", "K-N5"}


@pytest.mark.parametrize(("letter", "name"), FILES.items(), ids=FILES.values())
def test_clauses_of_a_letter_are_named_in_their_file(letter: str, name: str) -> None:
    wanted = {clause for clause in CLAUSES if clause.startswith(f"K-{letter}")}
    assert wanted, letter
    assert wanted - {clause for clause, _ in MAP.named_in(f"test_clauses_{name}.py")} == set()


def test_no_test_names_a_clause_that_is_none() -> None:
    assert {clause for clause, _ in MAP.named_in("test_*.py")} - set(CLAUSES) == set()
    assert {clause[2] for clause in CLAUSES if clause.startswith("K-")} == set(FILES)
