"""Every clause of RULES.md is named by at least one test that sets up its situation."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from sim.games.kaguya.clauses import CLAUSES

HERE = Path(__file__).parent
KINDS = {
    "S": "setup", "P": "preparation", "T": "turn", "M": "main", "F": "free", "W": "ponkotsu", "B": "bonus",
    "X": "effects", "E": "event", "C": "cleanup", "N": "end",
}  # fmt: skip


def named(pattern: str) -> set[str]:
    """Clauses named in the docstrings of the tests of some files."""
    found: set[str] = set()
    for path in sorted(HERE.glob(pattern)):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found |= set(re.findall(r"K-[A-Z]\d+", ast.get_docstring(node) or ""))
    return found


@pytest.mark.parametrize(("letter", "name"), KINDS.items(), ids=KINDS.values())
def test_clauses_of_a_letter_are_named_in_their_file(letter: str, name: str) -> None:
    wanted = {clause for clause in CLAUSES if clause.startswith(f"K-{letter}")}
    assert wanted, letter
    assert wanted - named(f"test_clauses_{name}.py") == set()


def test_no_test_names_a_clause_that_is_none() -> None:
    assert named("test_*.py") - set(CLAUSES) == set()
    assert {clause[2] for clause in CLAUSES if clause.startswith("K-")} == set(KINDS)
