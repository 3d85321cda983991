"""Where a game's data come from: files, their places in words, and the merged tables."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from sim.errors import UserError, unknown

#: First step of the path of a value.
ROOTS = ("rules", "rulings", "cards", "policies")

Table = dict[str, Any]


@dataclass(frozen=True)
class DataShape:
    """Where a game's data lie and what they look like.

    Attributes
    ----------
    folder
        The game's data folder: `rules.toml`, `policies.toml`, `packs/*.toml`.
    kinds
        Names of the entry tables of a pack, in the order in which entries are listed; none in a game without cards.
    fields
        Keys that an entry may have, over all kinds; the schema says which belong to which kind.
    default_pack
        Pack that is used when none is named; "" in a game without packs.
    """

    folder: Path
    kinds: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    default_pack: str = ""


@dataclass(frozen=True)
class Source:
    """A file, or a value given on the command line (`text` is None then)."""

    name: str
    text: str | None = None

    def label(self, path: str, inner: str = "") -> str:
        """File name and line of the value at `path`: of the entry's key `inner`, else of its id or of the key."""
        line = self.line(path, inner)
        return f"{self.name} line {line}" if line else self.name

    def line(self, path: str, inner: str) -> int | None:
        """Line, from 1, that holds the value; None if it is not written as expected."""
        return None if self.text is None else _line(self.text, path, inner)


@lru_cache(maxsize=4096)  # checks name the place of every value, on each load of the same files
def _line(text: str, path: str, inner: str) -> int | None:
    root, _, key = path.partition(".")
    rows = text.splitlines()
    if root != "cards":
        return _first(rows, 0, rf"\s*{re.escape(key)}\s*=")
    at_start, inline = rf"\s*id\s*=\s*[\"']{re.escape(key)}[\"']", r"[^#]*[{,]"
    start = _first(rows, 0, rf"(?:{inline})?{at_start}")
    if start is None or not inner or not re.match(at_start, rows[start - 1]):  # an entry in one line
        return start
    end = _first(rows, start, r"\s*\[\[") or len(rows) + 1
    found = _first(rows[: end - 1], start, rf"\s*{re.escape(inner)}\s*=")
    return found or start


def _first(rows: Sequence[str], start: int, pattern: str) -> int | None:
    is_there = re.compile(pattern).match
    return next((i + 1 for i in range(start, len(rows)) if is_there(rows[i])), None)


@dataclass
class Resolved:
    """The merged data of a game as plain tables, with where each value came from.

    Attributes
    ----------
    pack, rules, rulings, cards, policies
        The parts; `cards` maps each entry kind to its list of entries in file order.
    origins
        Source of a value by its path, e.g. `rules.handicap` or `cards.act_six_token`.
    """

    pack: Table
    rules: Table
    rulings: Table
    cards: dict[str, list[Table]]
    policies: Table
    origins: dict[str, Source] = field(default_factory=dict)

    def document(self) -> Table:
        """The whole data as one plain table."""
        return {name: getattr(self, name) for name in ("pack", *ROOTS)}

    def entries(self) -> Iterator[Table]:
        """All card entries, kind by kind."""
        for entries in self.cards.values():
            yield from entries

    def label(self, path: str, inner: str = "") -> str:
        """Source of the value at `path` in words, with its line if it can be found."""
        source = self.origins.get(path)
        return source.label(path, inner) if source else path


def read_toml(path: Path) -> tuple[Table, Source]:
    """Content of a TOML file; UserError naming file and line if it cannot be read."""
    try:
        text = path.read_text(encoding="utf-8-sig")  # editors on Windows write a byte order mark
        return tomllib.loads(text), Source(path.name, text)
    except FileNotFoundError:
        raise UserError(f"{path}: there is no such file") from None
    except OSError as error:
        raise UserError(f"{path}: cannot be read ({error.strerror})") from None
    except UnicodeDecodeError as error:
        raise UserError(f"{path}: not UTF-8 text (byte {error.start}); save the file as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise UserError(f"{path}: not valid TOML: {error}") from None
    except RecursionError:
        raise UserError(f"{path}: lists or tables are nested too deeply") from None


def refuse_unknown(what: str, names: Iterable[str], known: Iterable[str], where: str) -> None:
    """Refuse a name that is none of the known ones; `where` starts the error."""
    listed = list(known)
    for name in names:
        if name not in listed:
            raise UserError(f"{where}: {unknown(what, name, listed)}")
