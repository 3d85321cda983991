"""Rows in memory as a run: a data frame is checked column by column and brought into the layout of the row files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa

from analysis.run import Run, manifest_columns
from sim.errors import UserError, unknown
from sim.game import COMMON_COLUMNS, ENGINE_COLUMNS, Column, Role
from sim.store import flat_names

Array = np.ndarray[Any, Any]

#: Columns that a frame must have; `place_1` is the place in turn order of seat 1, `win_share_1` its win credit.
REQUIRED = {"win_share": "win credit in 0..1", "place": "place in turn order, 1 = first to play"}
#: Columns that a frame may lack and that nothing can stand in for.
OPTIONAL = ("turns", "decisions", "rank")
#: What the credits of a game may miss of 1: people write 0.33 for a third.
ROUNDING = 0.02
SCORE = Column("score", "f8", Role.SCORE, "points", "final score", True)
#: Checks of run health that need files, and those that need the plan.
OF_FILES, OF_PLAN = ("shards verified",), ("games complete", "plan balanced")


def run_of(frame: pd.DataFrame, about: Mapping[str, Any] | None = None) -> Run:
    """The run whose rows a frame holds; the frame itself stays as it is.

    Parameters
    ----------
    frame
        One row a game, with the stored columns of a run: `win_share_1`, `place_1`, ... for every seat. What may be
        missing: `character_K` and `policy_K` (codes or names), `score_K`, `block` (without it every game counts as a
        deal of its own), `table`, `is_finished`, `end_reason`, `turns`, `decisions`, and any other column.
    about
        The manifest of the run, or those of its fields that are known, such as `characters` (names by code), `game`,
        `wins` ("single" or "team") and `columns` (the game's own, as a manifest lists them).

    Raises
    ------
    UserError
        Names the column, what is wrong there and what would be right.
    """
    about = dict(about or {})
    n_seats = _n_seats(frame, about)
    own = [c for c in manifest_columns(about | {"columns": about.get("columns") or ()}) if c.name not in _standing()]
    if "columns" not in about and f"{SCORE.name}_1" in frame:
        own.append(SCORE)
    read = _Reader(frame, n_seats)
    names = {who: _Names(read, who, about) for who in ("character", "policy")}
    kept = [*ENGINE_COLUMNS, *COMMON_COLUMNS, *(c for c in own if read.has(c))]
    kept = [c for c in kept if c.name not in OPTIONAL or read.has(c)]
    kept = [c for c in kept if not c.winner_of or any(other.name == c.winner_of for other in kept)]
    stored: dict[str, Array] = {}
    for column in kept:
        stored |= names[column.name].codes() if column.name in names else read.stored(column)
    _refuse_odd_games(stored, n_seats, str(about.get("wins", "single")))
    table = _in_order(pa.table(stored))
    facts = _manifest(table, n_seats, about, names, kept) | {"frame_notes": read.notes(kept, "columns" in about)}
    unchecked = (*OF_FILES, *(() if "n_games" in about else OF_PLAN))
    return Run(Path("rows in memory"), facts, tuple(kept), (), table, unchecked)


def _standing() -> set[str]:
    return {column.name for column in (*ENGINE_COLUMNS, *COMMON_COLUMNS)}


def _n_seats(frame: pd.DataFrame, about: Mapping[str, Any]) -> int:
    """Number of seats: as the manifest says, else as many as have a win share."""
    if not isinstance(frame, pd.DataFrame):
        raise UserError(f"rows are a {type(frame).__name__}: give a pandas DataFrame with one row a game")
    if not len(frame):
        raise UserError("the frame has no rows: give one row a game")
    if twice := list(frame.columns[frame.columns.duplicated()]):
        raise UserError(f"column {twice[0]!r} is there twice: name each column once")
    found = 0
    while f"win_share_{found + 1}" in frame:
        found += 1
    n_seats = int(about.get("n_seats", max(found, 2)))
    for seat in range(1, n_seats + 1):
        for name, meaning in REQUIRED.items():
            if (lacking := f"{name}_{seat}") not in frame:
                raise UserError(f"column {lacking!r} is missing: the {meaning} of seat {seat}, a number for each game")
    return n_seats


class _Reader:
    """Columns of a frame as numbers, and what stands in for those that a frame may lack."""

    def __init__(self, frame: pd.DataFrame, n_seats: int) -> None:
        self.frame, self.n_seats = frame, n_seats

    def names(self, column: Column) -> list[str]:
        return [name for name, *_ in flat_names([column], self.n_seats)]

    def has(self, column: Column) -> bool:
        """Whether the whole column is there; UserError where a part of it is."""
        there = [name in self.frame for name in self.names(column)]
        if any(there) and not all(there):
            lacking = self.names(column)[there.index(False)]
            raise UserError(f"column {lacking!r} is missing, though {self.names(column)[there.index(True)]!r} is there")
        return all(there)

    def stored(self, column: Column) -> dict[str, Array]:
        """Values by stored name in the column's dtype."""
        if self.has(column):
            return {name: self.numbers(name, column.dtype) for name in self.names(column)}
        return {name: self._usual(column.name).astype(column.dtype) for name in self.names(column)}

    def _usual(self, name: str) -> Array:
        n = len(self.frame)
        if name in ("game", "block"):
            return np.arange(n)
        if name == "is_finished":
            return np.ones(n) if "end_reason" not in self.frame else self.numbers("end_reason", "i8") >= 0
        if name == "end_reason":
            return np.where(self._usual_or("is_finished") != 0, 0, -1)
        if name == "winners":
            return sum((self.numbers(f"win_share_{s}", "f8") > 0 for s in range(1, self.n_seats + 1)), np.zeros(n, int))
        return np.zeros(n)

    def _usual_or(self, name: str) -> Array:
        return self.numbers(name, "i8") if name in self.frame else self._usual(name)

    def numbers(self, name: str, dtype: str) -> Array:
        """A stored column in a dtype; UserError where it holds anything else."""
        series = self.frame[name]
        kind = np.dtype(dtype)
        wanted = "whole numbers" if kind.kind in "iu" else "numbers"
        if not (pd.api.types.is_numeric_dtype(series) or pd.api.types.is_bool_dtype(series)):
            raise UserError(f"column {name!r} is of dtype {series.dtype}: it must hold {wanted}, like dtype {kind}")
        if bool(series.isna().any()):
            at = int(series.isna().to_numpy().argmax())
            raise UserError(f"column {name!r}, row {at}: no value; it must hold {wanted}")
        values = series.to_numpy()
        with np.errstate(invalid="ignore"):
            exact: Array = values.astype(kind)
        if kind.kind in "iu" and bool((exact != values).any()):
            at = int((exact != values).argmax())
            raise UserError(f"column {name!r}, row {at}: {values[at]} is no whole number of dtype {kind}")
        return exact

    def notes(self, kept: Iterable[Column], is_described: bool) -> list[str]:
        """What is not as in the rows of a run, a sentence each."""
        lines = []
        if "block" not in self.frame:
            lines.append("The rows name no blocks: every game counts as a deal of its own.")
        known = {name for column in kept for name in self.names(column)}
        left = [re.sub(r"_\d+(_k\d+)?$|_k\d+$", "", str(name)) for name in self.frame.columns if name not in known]
        if left:
            why = "" if is_described else "; `about` may list them under `columns`"
            lines.append(f"Columns that nothing describes are left out: {', '.join(dict.fromkeys(left))}{why}.")
        return lines


class _Names:
    """Characters or policies of the seats: codes with their names, out of codes or names."""

    def __init__(self, read: _Reader, who: str, about: Mapping[str, Any]) -> None:
        self.read, self.who = read, who
        self.field = "characters" if who == "character" else "policies"
        self.columns = [f"{who}_{seat}" for seat in range(1, read.n_seats + 1)]
        column = next(c for c in ENGINE_COLUMNS if c.name == who)
        self.is_there, self.dtype = read.has(column), column.dtype
        self.is_text = self.is_there and not pd.api.types.is_numeric_dtype(read.frame[self.columns[0]])
        self.names = [str(name) for name in about.get(self.field) or self._found()]
        self.titles = [str(title) for title in about.get("character_titles") or ()] if who == "character" else []

    def _found(self) -> list[str]:
        if not self.is_there:
            return ["player"] if self.who == "character" else ["unknown"]
        if self.is_text:
            return sorted({str(name) for column in self.columns for name in self.read.frame[column].dropna().unique()})
        most = max(int(self.read.numbers(column, "i8").max()) for column in self.columns)
        return [f"{self.who} {code}" for code in range(most + 1)]

    def codes(self) -> dict[str, Array]:
        """Codes by stored name."""
        if not self.is_there:
            return {name: np.zeros(len(self.read.frame), self.dtype) for name in self.columns}
        return {name: self._of_names(name) if self.is_text else self._of_codes(name) for name in self.columns}

    def _of_codes(self, name: str) -> Array:
        codes = self.read.numbers(name, self.dtype)
        if bool(((codes < 0) | (codes >= len(self.names))).any()):
            at = int(((codes < 0) | (codes >= len(self.names))).argmax())
            raise UserError(
                f"column {name!r}, row {at}: code {codes[at]} has no name; there are {len(self.names)} {self.field}, "
                f"codes 0 to {len(self.names) - 1}: {', '.join(self.names)}"
            )
        return codes

    def _of_names(self, name: str) -> Array:
        code = {text: at for texts in (self.titles, self.names) for at, text in enumerate(texts)}
        series = self.read.frame[name]
        if bool(series.isna().any()):
            raise UserError(f"column {name!r}, row {int(series.isna().to_numpy().argmax())}: no {self.who} is named")
        texts, inverse = np.unique(series.to_numpy().astype(str), return_inverse=True)
        if new := [str(text) for text in texts if text not in code]:
            raise UserError(f"column {name!r}: {unknown(self.who, new[0], self.names)}")
        return np.array([code[str(text)] for text in texts], self.dtype)[inverse]


def _refuse_odd_games(stored: Mapping[str, Array], n_seats: int, wins: str) -> None:
    """Credits in 0..1 that add up to 1 where winners share, and every place once in each game."""
    if wins not in ("single", "team"):
        raise UserError(f"about wins = {wins!r}: must be 'single' (winners share 1) or 'team' (each wins in full)")
    credit = np.stack([stored[f"win_share_{seat}"] for seat in range(1, n_seats + 1)])
    place = np.stack([stored[f"place_{seat}"] for seat in range(1, n_seats + 1)])
    for seat in range(n_seats):
        off = (credit[seat] < 0) | (credit[seat] > 1)
        if off.any():
            at = int(off.argmax())
            raise UserError(f"column 'win_share_{seat + 1}', row {at}: {credit[seat, at]:g}: a win credit lies in 0..1")
    wrong = (np.sort(place, axis=0) != np.arange(1, n_seats + 1)[:, None]).any(0)
    if wrong.any():
        at = int(wrong.argmax())
        said = ", ".join(str(p) for p in place[:, at])
        raise UserError(f"columns 'place_1' to 'place_{n_seats}', row {at}: {said}: must be 1 to {n_seats}, each once")
    off = (np.abs(credit.sum(0) - 1) > ROUNDING) & (stored["is_finished"] != 0)
    if wins == "single" and off.any():
        at = int(off.argmax())
        raise UserError(
            f"columns 'win_share_1' to 'win_share_{n_seats}', row {at}: they add up to {credit[:, at].sum():g}, and a "
            "finished game gives out 1; where teams win in full, say so: about={'wins': 'team'}"
        )


def _in_order(table: pa.Table) -> pa.Table:
    """Rows by policy table and block, as they were inside a block."""
    of_table, block = table["table"].to_numpy(), table["block"].to_numpy()
    order = np.lexsort((block, of_table))
    return table if (order == np.arange(len(order))).all() else table.take(pa.array(order))


def _manifest(
    table: pa.Table, n_seats: int, about: dict[str, Any], names: Mapping[str, _Names], kept: list[Column]
) -> dict[str, Any]:
    """All fields of a manifest that the analysis reads; those of `about` stand as they are."""
    of_table, block = table["table"].to_numpy(), table["block"].to_numpy()
    n_tables, first = int(of_table.max()) + 1, of_table == of_table.min()
    sizes = np.unique(block[first], return_counts=True)[1]
    known: dict[str, Any] = {
        "game": "rows in memory",
        "n_games": int(np.bincount(of_table).max()),
        "n_blocks": len(sizes),
        "block_size": int(sizes.max()),
        "tables": [f"table {at}" for at in range(n_tables)] if n_tables > 1 else ["the rows' policies"],
        "wins": "single",
    } | about
    if len(known["tables"]) < n_tables:
        raise UserError(f"column 'table': {n_tables - 1} has no name; about['tables'] names {len(known['tables'])}")
    found = {column.name for column in kept}
    breaks = [str(name) for name in about.get("tie_breaks") or ()]
    lacking = next((at for at, name in enumerate(breaks) if name not in found), len(breaks))
    columns = [
        {"name": c.name, "role": str(c.role), "meaning": c.meaning, "is_told_in_full": c.is_told_in_full} for c in kept
    ]
    own = {"n_seats": n_seats, "characters": names["character"].names, "policies": names["policy"].names}
    return known | own | {"tie_breaks": breaks[:lacking], "columns": about.get("columns") or columns}
