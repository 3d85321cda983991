"""RULES.md section 15.1 says truly where each clause is programmed and tested."""

from __future__ import annotations

import re

import pytest

from sim.games.rider.clauses import CLAUSES

from .rules_map import MAP

ANEW = "run `python -m tests.games.rider.rules_map`"

#: Which file holds the tests of which letter.
FILES = {
    "S": "setup", "T": "turn", "P": "turn", "J": "turn", "D": "turn", "A": "play", "X": "play", "E": "play",
    "G": "play", "F": "factions", "V": "victory", "H": "harm", "K": "death", "W": "reveal", "O": "reveal",
    "C": "zones", "L": "zones", "N": "zones", "Q": "zones", "B": "basic", "Y": "battle", "U": "equipment",
    "Z": "skills", "I": "skills",
}  # fmt: skip


def test_the_table_is_up_to_date() -> None:
    assert MAP.printed() == MAP.table(), ANEW


def test_every_clause_has_a_kernel_and_a_test() -> None:
    held, tested = MAP.held(), MAP.tested()
    assert len(MAP.ids) == len(set(MAP.ids)) == 138
    assert [clause for clause in MAP.ids if not (held[clause] and tested[clause])] == []


@pytest.mark.parametrize("letter", FILES)
def test_clauses_of_a_letter_are_named_in_their_file(letter: str) -> None:
    wanted = {clause for clause in MAP.ids if clause.startswith(f"R-{letter}")}
    assert wanted, letter
    names = [f"test_clauses_{FILES[letter]}.py", "test_clauses_factions.py"]
    found = {clause for name in names for clause, _ in MAP.named_in(name)}
    assert wanted - found == set()


@pytest.mark.parametrize("clause", MAP.also)
def test_functions_added_by_hand_exist_and_are_needed(clause: str) -> None:
    assert set(MAP.also[clause]) <= {name for name, _ in MAP.functions}
    assert clause in MAP.ids
    assert clause not in CLAUSES or MAP.also[clause]


def test_a_test_that_names_a_clause_names_one_that_is_there() -> None:
    named = {clause for clause, _ in MAP.named_in("test_*.py")}
    assert named - set(MAP.ids) == set()


def test_the_clauses_that_note_are_those_of_the_rules() -> None:
    noting = [clause for clause in CLAUSES if re.fullmatch(r"R-[A-Z]\d+", clause)]
    assert set(noting) <= set(MAP.ids)
    assert set(MAP.ids) - set(noting) == set(MAP.also)
