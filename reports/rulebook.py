"""What the rulings of a game ask, read from its RULES.md (or else from the comments of its rules file)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

#: A row of the table of rulings: option, default, alternatives, clauses, why the default.
_ROW = re.compile(r"^\|\s*`?(\w+)`?\s*\|(.+)\|\s*$")
_CLAUSE = re.compile(r"^- \*\*([A-Z]+-\w+)\*\*\s+(.+)$")
#: The same in a table: `| **R-B3** | ... |`.
_CELL = re.compile(r"^\|\s*(?:\*\*)?([A-Z]+-[A-Z]*\d+)(?:\*\*)?\s*\|(.+)\|\s*$")
_VALUE = re.compile(r"`([^`]+)`\s*(?:\(([^)]*(?:\([^)]*\)[^)]*)*)\))?")
_COMMENT = re.compile(r"^(\w+)\s*=[^#]*#\s*(.+?)\s*$")
_RANGE = re.compile(r"([A-Z]+)-([A-Z]+)(\d+) to \1-\2(\d+)")


@dataclass(frozen=True)
class Asked:
    """What a ruling asks.

    Attributes
    ----------
    default
        The value that ships.
    values
        What each value means, by value; "" where its name says it.
    clauses
        The clauses that it reads, each as (number, sentence).
    why
        Why the default is what it is.
    """

    default: str
    values: dict[str, str] = field(default_factory=dict)
    clauses: tuple[tuple[str, str], ...] = ()
    why: str = ""


def rulings_of(folder: Path) -> dict[str, Asked]:
    """What each ruling of the game in a folder asks, by path (`rulings.NAME`); empty where nothing tells."""
    rules, text = folder / "data" / "rules.toml", folder / "RULES.md"
    found = _from_comments(rules.read_text(encoding="utf-8")) if rules.is_file() else {}
    if text.is_file():
        found |= _from_table(text.read_text(encoding="utf-8"), set(found))
    return {f"rulings.{name}": asked for name, asked in found.items()}


def _from_comments(text: str) -> dict[str, Asked]:
    """Rulings of a rules file with the values that its comments list."""
    part = text.partition("[rulings]")[2].partition("\n[")[0]
    found = {}
    for line in part.splitlines():
        if match := _COMMENT.match(line):
            default = line.partition("=")[2].partition("#")[0].strip().strip('"')
            names = [name.strip() for name in re.sub(r"\([^)]*\)", "", match[2]).split("|")]
            found[match[1]] = Asked(default, dict.fromkeys(names, ""))
    return found


def _from_table(text: str, names: set[str]) -> dict[str, Asked]:
    """Rows of the table of rulings, for rulings of these names."""
    clauses = _clauses(text)
    found = {}
    for line in text.splitlines():
        match = _ROW.match(line)
        cells = [cell.strip() for cell in match[2].split("|")] if match else []
        if match and len(cells) == 4 and match[1] in names:
            default, others, numbers, why = cells
            values = {value: meaning or "" for value, meaning in _VALUE.findall(f"{default}; {others}")}
            read = tuple((number, clauses[number]) for number in _numbers(numbers) if number in clauses)
            found[match[1]] = Asked(next(iter(values), default), values, read, why)
    return found


def _clauses(text: str) -> dict[str, str]:
    """Sentences by number: of a list (`- **K-S2** ...`), else of the first table that has the number."""
    found = {m[1]: _plain(m[2]) for m in map(_CLAUSE.match, text.splitlines()) if m}
    for match in filter(None, map(_CELL.match, text.splitlines())):
        cells = (cell.strip() for cell in match[2].split("|"))
        found.setdefault(match[1], _plain("; ".join(cell for cell in cells if cell)))
    return found


def _numbers(text: str) -> list[str]:
    """Numbers of clauses, `R-P1 to R-P4` written out."""

    def written(match: re.Match[str]) -> str:
        return " ".join(f"{match[1]}-{match[2]}{n}" for n in range(int(match[3]), int(match[4]) + 1))

    return re.findall(r"[A-Z]+-\w+", _RANGE.sub(written, text))


def _plain(text: str) -> str:
    """A clause without the tag that says where it comes from."""
    return re.sub(r"\s*\[[^\]]*\]\s*$", "", text).replace("**", "")
