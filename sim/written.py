"""What people write in one line, on the command line and in a game's files: a policy table, a change of data."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from sim.errors import UserError


def parse_set(text: str) -> tuple[str, str]:
    """Path and value of a change, "PATH=VALUE"."""
    path, sign, value = (piece.strip() for piece in text.partition("="))
    if not sign or not path or not value:
        raise UserError("write PATH=VALUE, for example rules.handicap.1=2")
    return path, value


def parse_policy(text: str) -> str | dict[int, str]:
    """A policy table: "NAME" for everybody, or names by participant number from "1=NAME,2=NAME"."""
    if not re.match(r"\s*\d+\s*=", text, re.ASCII):
        return _whole_name(text.strip())
    names: dict[int, str] = {}
    for part in text.split(","):
        who, sign, name = (piece.strip() for piece in part.partition("="))
        if not sign or not name or not re.fullmatch(r"\d{1,9}", who, re.ASCII):
            raise UserError(f"{part.strip()!r} is not N=NAME with N the number of a participant")
        if int(who) in names:
            raise UserError(f"participant {int(who)} is named twice")
        names[int(who)] = _whole_name(name)
    return names


def _whole_name(name: str) -> str:
    """A policy's name, unless it is a file without the name of a function in it."""
    if not name.endswith(".py"):
        return name
    if not Path(name).is_file():
        raise UserError(f"there is no file {name}; write path/file.py:NAME")
    functions = ", ".join(_policies_in(Path(name)))
    raise UserError(f"write {name}:NAME" + (f" (it has {functions})" if functions else ""))


def _policies_in(file: Path) -> list[str]:
    """Functions of a file that take what a policy takes: the state and five or six more, or the game."""
    try:
        tree = ast.parse(file.read_bytes())
    except (SyntaxError, ValueError):
        return []
    takes = {part.name: [one.arg for one in part.args.args] for part in tree.body if isinstance(part, ast.FunctionDef)}
    return [name for name, arguments in takes.items() if len(arguments) in (6, 7) or arguments == ["game"]]
