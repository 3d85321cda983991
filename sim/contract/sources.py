"""Checks of a game's source: all chance comes from the streams of sim.rng, and kernels do not print."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from sim import registry
from sim.contract.result import Fault
from sim.contract.room import Room

#: Modules that differ from run to run.
MODULES = {"random", "secrets", "time", "datetime", "uuid"}
NAMES = {"np.random", "numpy.random", "os.urandom"}


def streams(room: Room) -> str:
    """No module of the game uses another source of chance."""
    files = registry.sources(room.game.folder)
    for file in files:
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for line, name in _foreign(tree):
            raise Fault(
                f"{file.relative_to(room.game.folder)}, line {line}: {name} gives other numbers in every run; draw "
                "with sim.rng.draw(key, index, n), with a key folded from core.deal_key or core.table_key"
            )
    return f"{len(files)} files"


def _foreign(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] in MODULES or alias.name in NAMES:
                    yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            whole = {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
            for name in sorted(whole):
                if name.split(".")[0] in MODULES or name in NAMES:
                    yield node.lineno, name
        elif isinstance(node, ast.Attribute) and (name := ast.unparse(node)) in NAMES:
            yield node.lineno, name


def prints(room: Room) -> str:
    """No kernel of the game prints."""
    n = 0
    for file in registry.sources(room.game.folder):
        for function in _kernels(ast.parse(file.read_text(encoding="utf-8"))):
            n += 1
            for node in ast.walk(function):
                if isinstance(node, ast.Call) and ast.unparse(node.func) == "print":
                    raise Fault(
                        f"{file.relative_to(room.game.folder)}, line {node.lineno}: kernels cannot print: call note() "
                        f"and look with `fairseat replay {room.task.game} --json`"
                    )
    return f"{n} kernels"


def _kernels(tree: ast.AST) -> Iterator[ast.FunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and any("kernel" in ast.unparse(each) for each in node.decorator_list):
            yield node
