"""Why the kernels of a game, or of a user's policy, do not compile: Numba's report in one line, with what is right."""

from __future__ import annotations

import ast
import difflib
import dis
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from sim.errors import UserError
from sim.game import GameSpec
from sim.policies.user import split_name
from sim.registry import reference, sources

#: What Numba's reports mean, by what they hold, and what would be right; the first that fits counts.
HINTS = (
    (r"[Rr]eadonly|read-only", "`actions` and `weights` are for reading only"),
    (r"Untyped global name '(\w+)'.*<class 'function'>", "kernels call kernels only: put @kernel above def {0}"),
    (r"Cannot bind", "a function is called with other arguments than it takes"),
    (r"'Boolean' object has no attribute", "a record holds an array of bool: make it i1"),
    (r"<class 'dict'>|dictobject|DictType|dict\(|build_map", "compiled code has no dict: use fields and their arrays"),
    (
        r"Only accept returning of array|NRT|allocat|(list|set)\(|build_(list|set)",
        "compiled code makes no lists, arrays or texts: use numbers, and the fields that are there",
    ),
    (r"<class 'str'>|Literal\[str\]|unicode_type", "compiled code makes no texts, nor f-strings: use numbers"),
)

#: The same, for what a user's policy returns.
POLICY_HINTS = (
    (r"getitem>?\(array\(int32, 1d, C\), float", "a policy returns a whole number: write int(...)"),
    (
        r"getitem>?\(array\(int32, 1d, C\), (none|OptionalType)|Cannot unify .*none",
        "every way through a policy returns an index",
    ),
)

#: Starts of lines of a report that give no reason: the stages that failed, places, candidates.
NOISE = ("Failed in", "During", ">>>", "File", "^", "<source", "There are", "- ", "This error", "Overload")

#: A reason is cut here: the type of a record takes pages.
LONGEST = 160


@dataclass(frozen=True)
class Reason:
    """Why something does not compile, and the innermost line of its own files; no file and line 0 if not known."""

    text: str
    file: Path | None = None
    line: int = 0

    @property
    def place(self) -> str:
        """`rules.py, line 57`, or nothing."""
        return f"{self.file.name}, line {self.line}" if self.file else ""

    def __str__(self) -> str:
        return f"{self.place}: {self.text}" if self.file else self.text


def game_reason(error: BaseException, game: GameSpec) -> Reason:
    """Why a game does not compile."""
    plain = getattr(game.legal_actions, "py_func", game.legal_actions)
    if _may_return_nothing(plain):
        text = "`legal_actions` has a way through on which it returns nothing: return how many actions are legal"
        return Reason(text, Path(plain.__code__.co_filename), plain.__code__.co_firstlineno)
    return _reason(error, game, sources(game.folder), HINTS)


def game_error(error: Exception, game: GameSpec) -> UserError:
    """The error for a game that does not compile."""
    name = reference(game)
    return UserError(f"game {name}: does not compile: {game_reason(error, game)}; run `fairseat check {name}`")


def play_error(error: Exception, game: GameSpec, users: Sequence[str]) -> UserError:
    """The error for a loop over games that does not compile: of the policy, or else the game, that is to be mended."""
    for name in users:
        found = _reason(error, game, [split_name(name)[0]], (*POLICY_HINTS, *HINTS))
        if found.file:
            return _policy_error(name, found)
    if not users or game_reason(error, game).file:
        return game_error(error, game)
    return _policy_error(", ".join(users), found)


def _policy_error(names: str, reason: Reason) -> UserError:
    place = f" ({reason.file.name} line {reason.line})" if reason.file else ""
    return UserError(f"policy {names} does not compile with Numba{place}: {reason.text}")


def _reason(error: BaseException, game: GameSpec, files: Sequence[Path], hints: Sequence[tuple[str, str]]) -> Reason:
    report = str(error)
    if isinstance(error, KeyError):  # Numba's answer to a field that a record lacks
        return _at(_named(str(error.args[0]), files), _no_field(str(error.args[0]), game))
    head = _head(report)
    if field := re.match(r"Unknown attribute '(\w+)' of type Record", head):
        return _at(_innermost(report, files), _no_field(field[1], game))
    place = _innermost(report, files)
    if place is None and (name := re.search(r"NameError: name '(\w+)'", report)):
        place = _named(name[1], files)
    short = head if len(head) <= LONGEST else f"{head[:LONGEST]} ..."
    hint = _hint(head, hints) or _hint(report, hints)
    return _at(place, f"{hint} ({short})" if hint else f"{type(error).__name__}: {short}")


def _at(place: tuple[Path, int] | None, text: str) -> Reason:
    return Reason(text, *place) if place else Reason(text)


def _hint(text: str, hints: Sequence[tuple[str, str]]) -> str:
    found = ((re.search(pattern, text), said) for pattern, said in hints)
    return next((said.format(*match.groups()) for match, said in found if match), "")


def _head(report: str) -> str:
    """The first line that says why, with the call that failed."""
    lines = [line.strip() for line in report.splitlines() if line.strip()]
    first = next((line for line in lines if not line.startswith(NOISE)), "no reason given")
    called = next((line.removeprefix(">>> ") for line in lines if line.startswith(">>> ")), "")
    return f"{first} {called}" if first.endswith(":") else first


def _innermost(report: str, files: Sequence[Path]) -> tuple[Path, int] | None:
    """The first place in one of the files: Numba tells a chain of calls from its inner end."""
    own = {file.resolve(): file for file in files}
    for file, line, at_file, at_line in re.findall(r'File "([^"]+)", line (\d+)|\bat (\S.*?) \((\d+)\)', report):
        if found := own.get(Path(file or at_file).resolve()):
            return found, int(line or at_line)
    return None


def _named(name: str, files: Sequence[Path]) -> tuple[Path, int] | None:
    """Where a name, or an attribute of that name, first stands in the files."""
    for file in files:
        lines = [node.lineno for node in _nodes(file) if getattr(node, "attr", getattr(node, "id", "")) == name]
        if lines:
            return file, min(lines)
    return None


def _nodes(file: Path) -> Iterator[Any]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return (node for node in ast.walk(tree) if isinstance(node, ast.Attribute | ast.Name))


def _no_field(name: str, game: GameSpec) -> str:
    dtypes = (game.state, game.tables_dtype, game.scratch, game.outcome(game.most_seats))
    near = difflib.get_close_matches(name, [field for dtype in dtypes for field in _fields(dtype)], n=1)
    return f"there is no field {name!r}" + (f": did you mean {near[0]!r}?" if near else "")


def _fields(dtype: np.dtype[Any]) -> Iterator[str]:
    """Names of the fields of a record type and of the records in it."""
    for name in dtype.base.names or ():
        yield name
        yield from _fields(dtype.base[name])


def _may_return_nothing(plain: Any) -> bool:
    """Whether a function has a way through on which it returns nothing."""
    steps = list(dis.get_instructions(plain))
    return any(
        (step.opname == "RETURN_CONST" and step.argval is None)
        or (step.opname == "RETURN_VALUE" and before.opname == "LOAD_CONST" and before.argval is None)
        for before, step in pairwise(steps)
    )
