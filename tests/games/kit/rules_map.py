"""The table of RULES.md that says where each clause is programmed and tested, and lines that say how large things are.

A function holds a clause if it notes it (`c.K_P4`), or where a game says so. A test names a clause in its docstring.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from sim.game import GameSpec

HEAD = "| clause | kernel functions | tests |\n|---|---|---|\n"


def functions(path: Path) -> Iterator[ast.FunctionDef]:
    """The functions of a module."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            yield node


def cell(names: list[str]) -> str:
    """Names of one cell, each file once: `a.py::f`, `g` · `b.py::h`."""
    by_file: dict[str, list[str]] = {}
    for name in names:
        file, _, function = name.partition("::")
        by_file.setdefault(file, []).append(function)
    return " · ".join(f"`{file}::" + "`, `".join(parts) + "`" for file, parts in by_file.items())


@dataclass(frozen=True)
class RulesMap:
    """What a game's table is made of.

    Attributes
    ----------
    ids
        The clauses of the table in its order, such as K-S1; all have one first letter.
    tests
        Folder of the game's tests.
    also
        Functions (file::function) that do a clause's work although the note stands elsewhere, or is not needed.
    entries
        What holds a clause before the functions that note it: entries of a pack, and those who read them.
    skipped
        How modules of the game's folder begin that hold no rules.
    lines
        Lines of RULES.md that tell measured things: how each begins, and what makes the whole line.
    """

    game: GameSpec
    ids: list[str]
    tests: Path
    also: Mapping[str, tuple[str, ...]]
    entries: Callable[[], Mapping[str, list[str]]] = dict
    skipped: tuple[str, ...] = ("clauses",)
    lines: Mapping[str, Callable[[], str]] = field(default_factory=dict)

    @property
    def file(self) -> Path:
        return self.game.folder / "RULES.md"

    @property
    def text(self) -> str:
        return self.file.read_text(encoding="utf-8")

    @cached_property
    def functions(self) -> list[tuple[str, ast.FunctionDef]]:
        """file::function of every module with rules, with its code."""
        paths = [path for path in sorted(self.game.folder.glob("*.py")) if not path.name.startswith(self.skipped)]
        return [(f"{path.name}::{function.name}", function) for path in paths for function in functions(path)]

    def noted(self, function: ast.FunctionDef) -> set[str]:
        """Clauses that a kernel notes: by their constants, singly or as `range(c.K_S1, c.K_S8)`."""
        clauses = self.game.clauses
        found: set[str] = set()
        borders: set[ast.expr] = set()
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range":
                names = [self._clause(argument) for argument in node.args]
                if len(names) == 2 and all(names):
                    borders |= set(node.args)
                    found |= set(clauses[clauses.index(names[0]) : clauses.index(names[1])])
            elif isinstance(node, ast.Attribute) and node not in borders and self._clause(node):
                found.add(self._clause(node))
        return found

    def _clause(self, node: ast.expr) -> str:
        """The clause that `c.K_P4` stands for, "" for anything else."""
        name = node.attr.replace("_", "-", 1) if isinstance(node, ast.Attribute) else ""
        return name if name in self.ids else ""

    def held(self) -> dict[str, list[str]]:
        """file::function by clause, those that note it first."""
        entries = self.entries()
        held = {clause: list(entries.get(clause, ())) for clause in self.ids}
        for name, function in self.functions:
            for clause in self.noted(function):
                held[clause].append(name)
        return {clause: list(dict.fromkeys([*held[clause], *self.also.get(clause, ())])) for clause in self.ids}

    def named_in(self, pattern: str) -> Iterator[tuple[str, str]]:
        """(clause, file::test) of all clauses that the docstrings of tests name, in files that match a pattern."""
        letter = self.ids[0].partition("-")[0]
        for path in sorted(self.tests.glob(pattern)):
            for function in functions(path):
                if function.name.startswith("test_"):
                    for clause in dict.fromkeys(re.findall(rf"{letter}-[A-Z]\d+", ast.get_docstring(function) or "")):
                        yield clause, f"{path.name}::{function.name}"

    def tested(self) -> dict[str, list[str]]:
        """file::test by clause."""
        tested: dict[str, list[str]] = {clause: [] for clause in self.ids}
        for clause, test in self.named_in("test_*.py"):
            if clause in tested:
                tested[clause].append(test)
        return tested

    def table(self) -> str:
        """The table as it should be."""
        held, tested = self.held(), self.tested()
        return HEAD + "".join(f"| {clause} | {cell(held[clause])} | {cell(tested[clause])} |\n" for clause in self.ids)

    def printed(self) -> str:
        """The table that RULES.md prints now."""
        rest, start = self.text.partition(HEAD)[2], "| " + self.ids[0].partition("-")[0]
        rows = [line for line in rest.split("\n\n")[0].splitlines() if line.startswith(start)]
        return HEAD + "".join(f"{row}\n" for row in rows)

    def printed_lines(self, start: str) -> list[str]:
        """Lines of RULES.md that begin so."""
        return [line for line in self.text.splitlines() if line.startswith(start)]

    def rewrite(self) -> None:
        """Write table and lines into RULES.md in place of those that stand there."""
        text = self.text.replace(self.printed(), self.table())
        for start, make in self.lines.items():
            for line in self.printed_lines(start):
                text = text.replace(line, make())
        self.file.write_text(text, encoding="utf-8")
