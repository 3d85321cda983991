"""RULES.md sections 14.3 and 15.1 say truly how large things are, and where each clause is programmed and tested."""

from __future__ import annotations

import ast
import re

import pytest

from sim.games.konoten import GAME, codes, layout
from sim.games.konoten import state as st
from sim.games.konoten.tables import load

from .rules_map import MAP, longest_turn

ANEW = "run `python -m tests.games.konoten.rules_map`"

#: Which file holds the tests of which letter.
FILES = {
    "S": "setup", "R": "rounds", "A": "actions", "B": "building", "L": "activation", "M": "materials", "G": "growth",
    "T": "tasks", "C": "characters*", "E": "end",
}  # fmt: skip


def test_the_table_is_up_to_date() -> None:
    assert MAP.printed() == MAP.table(), ANEW


def test_every_clause_has_a_kernel_and_a_test() -> None:
    held, tested = MAP.held(), MAP.tested()
    assert [clause for clause in MAP.ids if not (held[clause] and tested[clause])] == []


def test_ids_are_those_of_rules_md() -> None:
    """All clauses of section 2, and all rows of 8.2."""
    text = MAP.text.partition("## 2. Clauses")[2].partition("## 3. ")[0]
    listed = re.findall(r"^- \*\*(N-[A-Z]\d+)\*\*", text, flags=re.M)
    rows = MAP.text.partition("### 8.2")[2].partition("### 8.3")[0]
    rows = "\n".join(line.split("|")[1] for line in rows.splitlines() if line.startswith("|"))
    assert set(listed) | set(re.findall(r"N-C\d+", rows)) == set(MAP.ids)


@pytest.mark.parametrize(("letter", "name"), FILES.items(), ids=FILES.values())
def test_clauses_of_a_letter_are_named_in_their_file(letter: str, name: str) -> None:
    wanted = {clause for clause in MAP.ids if clause.startswith(f"N-{letter}")}
    assert wanted, letter
    assert wanted - {clause for clause, _ in MAP.named_in(f"test_clauses_{name}.py")} == set()


@pytest.mark.parametrize("clause", MAP.also)
def test_functions_added_by_hand_exist(clause: str) -> None:
    assert set(MAP.also[clause]) <= {name for name, _ in MAP.functions}


def test_a_range_of_notes_is_read() -> None:
    (function,) = ast.parse(
        "def f():\n for k in range(c.N_B5, c.N_B8): note(k)\n note(c.N_L5)\n note(c.N_L5_LENS)"
    ).body
    assert isinstance(function, ast.FunctionDef)
    assert MAP.noted(function) == {"N-B5", "N-B6", "N-B7", "N-L5"}


# ---- sizes ----


@pytest.mark.parametrize("start", MAP.lines)
def test_the_sizes_are_up_to_date(start: str) -> None:
    assert MAP.printed_lines(start) == [MAP.lines[start]()], ANEW


def test_max_legal_is_an_upper_bound() -> None:
    """No list that data within the loader's limits can cause is longer; each number is a limit of its own."""
    rules = load("standin", None, [("rules.display_normal", "12"), ("rules.display_vp", "4")], 4)
    assert rules.tables[0].display_normal + rules.tables[0].display_vp == longest_turn()[0] == st.MAX_DISPLAY
    assert sum(longest_turn()) <= GAME.max_legal
    assert GAME.max_legal >= 1 + 2 * layout.MAX_CARDS
    assert GAME.max_legal >= st.MAX_LENSES * st.MAX_LENSES
    other_points = (
        1 + layout.MAX_NODES,  # N-D1, N-D7 to N-D9
        layout.MAX_BASE_COST + 1,  # N-D4
        2 + st.MAX_LENSES,  # N-D5, N-D17
        17 * 18 // 2,  # N-D6: 16 spaces
        2 + len(codes.FACILITIES) + st.MAX_LENSES,  # N-D10
        1 + layout.MAX_PAIRS,  # N-D11
        st.MAX_DISPLAY,  # N-D12
        12,  # N-D13
        6,  # N-D15
        1 + 3 * (st.MAX_PLAYERS - 1),  # N-D16
    )
    assert max(other_points) <= st.MAX_OPTIONS
