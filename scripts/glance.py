"""What the files of a game say without importing it: for `fairseat games` and for completion, which may not wait."""

from __future__ import annotations

import ast
import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Any

_GAMES = Path(__file__).resolve().parents[1] / "sim" / "games"


def shipped_games() -> list[str]:
    """Names of the games that ship with fairseat, sorted."""
    return sorted(file.parent.name for file in _GAMES.glob("*/__init__.py"))


def folder_of(game: str) -> Path:
    """Folder of a shipped game, or of a game named by its path; it need not exist."""
    return _GAMES / game if game in shipped_games() else Path(game)


def literals(folder: Path) -> dict[str, Any]:
    """The arguments of `GAME = GameSpec(...)` in a game's `__init__.py` that are literals there or in a file beside it.

    Empty where there is no such call; what is computed is left out.
    """
    tree = _parse(folder / "__init__.py")
    for statement in tree.body:
        if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Call) and _is_game(statement):
            pairs = ((word.arg, _value(word.value, tree, folder)) for word in statement.value.keywords)
            return {name: value for name, value in pairs if name and value is not None}
    return {}


def toml(folder: Path, name: str) -> dict[str, Any]:
    """Content of a file in a game's data folder; empty where there is none or it is no TOML."""
    with suppress(OSError, ValueError):
        return tomllib.loads((folder / "data" / name).read_text(encoding="utf-8-sig"))
    return {}


def _is_game(statement: ast.Assign) -> bool:
    return any(isinstance(target, ast.Name) and target.id == "GAME" for target in statement.targets)


def _parse(file: Path) -> ast.Module:
    with suppress(OSError, SyntaxError, ValueError):
        return ast.parse(file.read_bytes())
    return ast.Module([], [])


def _value(node: ast.expr, tree: ast.Module, folder: Path) -> Any:
    """A literal, or the literal that a name stands for, also when it is imported from a file beside; else None."""
    with suppress(ValueError):
        return ast.literal_eval(node)
    if not isinstance(node, ast.Name):
        return None
    for statement in tree.body:
        if isinstance(statement, ast.Assign) and any(getattr(t, "id", "") == node.id for t in statement.targets):
            return _value(statement.value, tree, folder)
        if isinstance(statement, ast.ImportFrom) and statement.module:
            for name in statement.names:
                if (name.asname or name.name) == node.id:
                    beside = folder / f"{statement.module.rpartition('.')[2]}.py"
                    return _value(ast.Name(name.name), _parse(beside), folder)
    return None
