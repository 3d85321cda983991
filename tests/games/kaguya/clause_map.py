"""Section 15 of RULES.md: the kernel functions that hold each clause, and the tests that name it. And sizes of 14.8.

A function holds a clause if it notes it (`c.K_P4`); `ALSO` adds functions that do its work without a note. A test
names a clause in its docstring. `python -m tests.games.kaguya.clause_map` writes both into RULES.md anew.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from sim.core import CORE
from sim.games.kaguya import GAME
from sim.games.kaguya import state as st
from sim.games.kaguya.clauses import CLAUSES

ROOT = Path(__file__).resolve().parents[3]
KERNELS = ROOT / "sim" / "games" / "kaguya"
TESTS = Path(__file__).parent
RULES_MD = KERNELS / "RULES.md"
HEAD = "| clause | kernel functions | tests |\n|---|---|---|\n"
CLAUSE = re.compile(r"K-[A-Z]\d+")
SIZES = re.compile(r"^- Record sizes: .*\n", re.MULTILINE)

#: Functions (file::function) that do a clause's work although the note stands elsewhere, or is not needed.
ALSO: Mapping[str, tuple[str, ...]] = {
    "K-S4": ("day.py::_set_up_seat",),
    "K-S5": ("chance.py::deal_decks",),
    "K-S6": ("chance.py::deal_events",),
    "K-S7": ("day.py::_set_up_seat",),
    "K-S8": ("day.py::lay_cards", "day.py::ask_slot"),
    "K-S9": ("day.py::_set_up_seat",),
    "K-P4": ("chance.py::roll_today",),
    "K-P5": ("chance.py::roll_preparation",),
    "K-P9": ("chance.py::reshuffle",),
    "K-T3": ("turn.py::_open_turn",),
    "K-T5": ("legal.py::legal_actions",),
    "K-T7": ("legal.py::has_main",),
    "K-T8": ("turn.py::_is_phase_over",),
    "K-M1": ("legal.py::beating_faces",),
    "K-M2": ("legal.py::beating_faces", "turn.py::run_reservation"),
    "K-M4": ("turn.py::_fetch",),
    "K-M6": ("legal.py::usable_faces", "legal.py::_list_sets"),
    "K-M8": ("effects.py::run_program",),
    "K-M9": ("legal.py::can_run",),
    "K-M10": ("legal.py::_list_places",),
    "K-F1": ("legal.py::_list_free", "pieces.py::own_card"),
    "K-F4": ("legal.py::_list_free",),
    "K-F5": ("legal.py::can_use_ability",),
    "K-F7": ("pieces.py::own_card", "evening.py::_finish"),
    "K-W1": ("placement.py::_slots_match", "placement.py::turn_ponkotsu"),
    "K-W5": ("chance.py::roll_ponkotsu",),
    "K-B3": ("effects.py::_check_bonus", "effects.py::_has_room", "stack.py::collect"),
    "K-B5": ("pieces.py::first_served", "targets.py::next_target"),
    "K-B6": ("ops_people.py::bag_tokens",),
    "K-X2": ("stack.py::ask", "ops_dice.py::lose_die"),
    "K-X4": ("conditions.py::is_payable", "effects.py::_pay_cost"),
    "K-X6": ("ops_dice.py::reachable",),
    "K-X16": ("placement.py::turn_one",),
    "K-E4": ("evening.py::_give_rights", "evening.py::_give_tail_first"),
    "K-E5": ("evening.py::_order_throwers", "evening.py::_ask_throw"),
    "K-E12": ("day.py::ask_slot",),
    "K-N5": ("score.py::_beats", "score.py::_rank"),
    "K-N6": ("score.py::_beats",),
}


def functions(path: Path) -> Iterator[ast.FunctionDef]:
    """The functions of a module."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            yield node


def noted(function: ast.FunctionDef) -> set[str]:
    """Clauses that a kernel notes: by their constants, singly or as `range(c.K_S1, c.K_S8)`."""
    found: set[str] = set()
    borders: set[ast.expr] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range":
            names = [_clause(argument) for argument in node.args]
            if len(names) == 2 and all(names):
                borders |= set(node.args)
                found |= set(CLAUSES[CLAUSES.index(names[0]) : CLAUSES.index(names[1])])
        elif isinstance(node, ast.Attribute) and node not in borders and _clause(node):
            found.add(_clause(node))
    return found


def _clause(node: ast.expr) -> str:
    """The clause that `c.K_P4` stands for, "" for anything else."""
    name = node.attr.replace("_", "-") if isinstance(node, ast.Attribute) else ""
    return name if CLAUSE.fullmatch(name) else ""


def kernels() -> dict[str, list[str]]:
    """file::function by clause, those that note it first."""
    held: dict[str, list[str]] = {clause: [] for clause in CLAUSES if CLAUSE.fullmatch(clause)}
    for path in sorted(KERNELS.glob("*.py")):
        for function in functions(path) if path.name != "clauses.py" else ():
            for clause in noted(function):
                held[clause].append(f"{path.name}::{function.name}")
    return {clause: list(dict.fromkeys([*names, *ALSO.get(clause, ())])) for clause, names in held.items()}


def tests() -> dict[str, list[str]]:
    """file::test by clause, of the tests whose docstrings name it."""
    named: dict[str, list[str]] = {clause: [] for clause in CLAUSES if CLAUSE.fullmatch(clause)}
    for path in sorted(TESTS.glob("test_*.py")):
        for function in functions(path):
            text = ast.get_docstring(function) or ""
            if function.name.startswith("test_"):
                for clause in dict.fromkeys(CLAUSE.findall(text)):
                    named[clause].append(f"{path.name}::{function.name}")
    return named


def table() -> str:
    """The table of section 15."""
    held, named = kernels(), tests()
    return HEAD + "".join(f"| {clause} | {_cell(held[clause])} | {_cell(named[clause])} |\n" for clause in held)


def _cell(names: list[str]) -> str:
    """Names of one cell, each file once: `a.py::f`, `g` · `b.py::h`."""
    by_file: dict[str, list[str]] = {}
    for name in names:
        file, _, function = name.partition("::")
        by_file.setdefault(file, []).append(function)
    return " · ".join(f"`{file}::" + "`, `".join(parts) + "`" for file, parts in by_file.items())


def printed() -> str:
    """The table that RULES.md prints now."""
    rest = RULES_MD.read_text(encoding="utf-8").partition(HEAD)[2]
    rows = [line for line in rest.split("\n\n")[0].splitlines() if line.startswith("| K-")]
    return HEAD + "".join(f"{row}\n" for row in rows)


def sizes() -> str:
    """The line of section 14.8 that says how large things are."""
    return (
        f"- Record sizes: the state has {GAME.state.itemsize:,} bytes ({st.SEAT.itemsize} a seat, {st.MAX_FRAMES} "
        f"frames of {st.FRAME.itemsize}, {CORE.itemsize:,} the core that every game has), the data "
        f"{GAME.tables_dtype.itemsize:,}. Decision points other than D2 list at most {st.MAX_OPTIONS} options.\n"
    )


def main() -> None:
    """Write table and sizes into RULES.md in place of those that stand there."""
    text = RULES_MD.read_text(encoding="utf-8").replace(printed(), table())
    RULES_MD.write_text(SIZES.sub(lambda _: sizes(), text), encoding="utf-8")


if __name__ == "__main__":
    main()
