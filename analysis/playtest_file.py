"""Results of real games as people write them down: one row a seat, checked line by line against a run."""

from __future__ import annotations

import csv
import hashlib
import io
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from analysis.names import readable
from sim.errors import UserError, unknown

#: Columns that a file must have, may have, and may have without any use.
NEEDED, USED, UNUSED = ("place", "won"), ("character", "game", "players"), ("policy", "score")
SEPARATORS = (",", ";", "\t")
WORDS = {"yes": 1.0, "true": 1.0, "no": 0.0, "false": 0.0}
#: What the credits of a game may miss of 1: people write 0.33 for a third.
ROUNDING = 0.02
HOW_WON = "give 1 for a win, 0 for none, or a credit between them, such as 0.5 for a win that two share"
HOW_TEAM = "give 1 or 0: in this game all members of a team win in full"


@dataclass(frozen=True)
class Sheet:
    """A file of playtests as it is written.

    Attributes
    ----------
    name, digest
        Name of the file; first 16 hex digits of the sha256 of its bytes.
    cells
        One text a row and column; the index is the line in the file.
    """

    name: str
    digest: str
    cells: pd.DataFrame

    def where(self, line: Any) -> str:
        return f"{self.name}: line {line}"

    def numbers_of_players(self) -> set[int]:
        """The numbers in the column `players`; empty where there is no such column."""
        if "players" not in self.cells:
            return set()
        return {_players(self, line, text) for line, text in self.cells["players"].items()}


@dataclass(frozen=True)
class Playtests:
    """Seats of real games, checked against a run.

    Attributes
    ----------
    name, digest
        See `Sheet`.
    seats
        One row a seat: game (number from 0; without ids every row is a game of its own), place (from 1), character
        (code in the run, -1 where none is compared), won (credit in 0..1).
    has_games
        Whether the file says which seats belong to one game.
    notes
        What was left out or looks odd, a sentence each.
    """

    name: str
    digest: str
    seats: pd.DataFrame
    has_games: bool
    notes: tuple[str, ...]

    @property
    def n_games(self) -> int:
        """Number of games; without ids, of seats."""
        return int(self.seats["game"].nunique())


def read_sheet(file: Path) -> Sheet:
    """The cells of a CSV file; UserError names file and line.

    Comma, semicolon or tab separate; UTF-8 with or without a mark at the start; blank lines are skipped.
    """
    if not file.is_file():
        raise UserError(
            f"playtests {str(file)!r}: no such file; give a CSV file with the columns place, character, won"
        )
    content = file.read_bytes()
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise UserError(f"{file.name}: line {line} is no UTF-8 text; save the file as CSV in UTF-8") from None
    lines = list(_lines(file.name, text))
    if not lines:
        raise UserError(f"{file.name}: the file is empty; its first line names the columns: place,character,won")
    (_, head), *rows = lines
    names = [name.strip().casefold() for name in head]
    while names and not names[-1]:
        names.pop()
    _refuse_head(file.name, names)
    cells = [_cells(file.name, line, row, len(names)) for line, row in rows]
    frame = pd.DataFrame(cells, columns=names, index=[line for line, _ in rows], dtype=str)
    if frame.empty:
        raise UserError(f"{file.name}: there are no rows below the names of the columns; give one for each seat")
    return Sheet(readable(file.name), hashlib.sha256(content).hexdigest()[:16], frame)


def _lines(name: str, text: str) -> Iterable[tuple[int, list[str]]]:
    """Rows that are not blank, with the number of the line on which each ends."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    known = {*NEEDED, *USED, *UNUSED}

    def n_known(separator: str) -> int:
        return len({word.strip(' "').casefold() for word in first.split(separator)} & known)

    reader = csv.reader(io.StringIO(text, newline=""), delimiter=max(SEPARATORS, key=n_known), strict=True)
    while True:
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise UserError(f"{name}: line {reader.line_num}: {error}; close every quote, or write none") from None
        if any(cell.strip() for cell in row):
            yield reader.line_num, row


def _refuse_head(name: str, names: list[str]) -> None:
    for column in NEEDED:
        if column not in names:
            listed = ", ".join(names)
            raise UserError(
                f"{name}: column {column!r} is missing; the first line must name place, character, won (and may name "
                f"game, players), and names {listed}"
            )
    if twice := [column for at, column in enumerate(names) if column in names[:at]]:
        raise UserError(f"{name}: column {twice[0]!r} is there twice; name each column once")


def _cells(name: str, line: int, row: list[str], n: int) -> list[str]:
    if len(row) < n or any(cell.strip() for cell in row[n:]):
        raise UserError(f"{name}: line {line} has {len(row)} cells, and the first line names {n} columns")
    return [cell.strip() for cell in row[:n]]


def sheet_of(frame: pd.DataFrame, name: str = "playtests") -> Sheet:
    """A data frame with the columns of such a file as a sheet; "lines" are its index."""
    if not isinstance(frame, pd.DataFrame) or frame.empty:
        raise UserError(f"{name}: give a data frame with one row for each seat")
    cells = pd.DataFrame({str(column).casefold(): frame[column].astype(str).str.strip().fillna("") for column in frame})
    _refuse_head(name, [str(column) for column in cells.columns])
    return Sheet(name, hashlib.sha256(cells.to_csv().encode()).hexdigest()[:16], cells)


def for_run(sheet: Sheet, manifest: Mapping[str, Any]) -> Playtests:
    """The seats that can be compared with a run.

    Raises
    ------
    UserError
        Names the file, the line, the column, the value and what would be right; or says that no row is left.
    """
    notes = _unused(sheet, manifest)
    cells, more = _of_players(sheet, int(manifest["n_seats"]))
    notes += more
    is_team = manifest.get("wins", "single") == "team"
    seats = pd.DataFrame(
        {
            "line": cells.index,
            "id": list(cells["game"]) if "game" in cells else [str(line) for line in cells.index],
            "place": [_place(sheet, at, text, int(manifest["n_seats"])) for at, text in cells["place"].items()],
            "character": _characters(sheet, cells, manifest),
            "won": [_won(sheet, at, text, is_team) for at, text in cells["won"].items()],
        }
    )
    seats, more = _in_play(seats, manifest)
    notes += more
    has_games = "game" in cells
    check = _check_games if has_games else _check_seats
    notes += check(sheet, seats, int(manifest["n_seats"]), is_team)
    if has_games:
        _refuse_twins(sheet, seats, manifest)
    if not is_team and bool((seats["won"] == 1).all()):
        raise UserError(f"{sheet.name}: every row has won = 1; give the seats that did not win too, with won = 0")
    seats.insert(0, "game", pd.factorize(seats["id"])[0])
    return Playtests(sheet.name, sheet.digest, seats[["game", "place", "character", "won"]], has_games, tuple(notes))


def _unused(sheet: Sheet, manifest: Mapping[str, Any]) -> list[str]:
    """What the comparison makes no use of."""
    several = len(manifest["characters"]) > 1
    unused = [str(name) for name in sheet.cells if name not in (*NEEDED, *USED)]
    notes = [f"Columns that the comparison makes no use of: {', '.join(unused)}."] if unused else []
    if "character" in sheet.cells and not several:
        notes.append("The game has no characters to compare: the column character is not used.")
    if "character" not in sheet.cells and several:
        notes.append("The file names no characters: only places are compared.")
    return notes


def _players(sheet: Sheet, line: Any, text: str) -> int:
    number = _whole(text)
    if number is None or number < 1:
        raise UserError(f"{sheet.where(line)}, players {text!r}: give the number of players of that game, such as 4")
    return number


def _of_players(sheet: Sheet, n_seats: int) -> tuple[pd.DataFrame, list[str]]:
    """Rows of games with as many players as the run has."""
    cells = sheet.cells
    if "players" not in cells:
        return cells, []
    numbers = pd.Series([_players(sheet, line, text) for line, text in cells["players"].items()], cells.index)
    kept = numbers == n_seats
    if not kept.any():
        known = ", ".join(map(str, sorted(set(numbers))))
        raise UserError(f"{sheet.name}: no row has players = {n_seats}, as the run has; the file has {known}")
    left = numbers[~kept].value_counts().sort_index()
    told = f"players, left out as the run has {n_seats}"
    return cells[kept], [f"Rows of games with {number} {told}: {n}." for number, n in left.items()]


def _whole(text: str) -> int | None:
    """A whole number, also as tables write it (`3.0`); None where it is none."""
    match = re.fullmatch(r"(-?\d{1,9})([.,]0*)?", text, re.ASCII)
    return int(match[1]) if match else None


def _place(sheet: Sheet, line: Any, text: str, n_seats: int) -> int:
    number = _whole(text)
    if number is None or not 1 <= number <= n_seats:
        raise UserError(f"{sheet.where(line)}, place {text!r}: give the place in turn order, 1 to {n_seats}")
    return number


def _won(sheet: Sheet, line: Any, text: str, is_team: bool) -> float:
    value = WORDS.get(text.casefold(), _credit(text))
    if not 0 <= value <= 1:
        raise UserError(f"{sheet.where(line)}, won {text!r}: {HOW_TEAM if is_team else HOW_WON}")
    if is_team and 0 < value < 1:
        raise UserError(f"{sheet.where(line)}, won {text!r}: {HOW_TEAM}")
    return value


def _credit(text: str) -> float:
    """A number, with a decimal point or comma, or a fraction like 1/3; NaN where it is none."""
    if match := re.fullmatch(r"(\d{1,3})/([1-9]\d{0,2})", text, re.ASCII):
        return int(match[1]) / int(match[2])
    if re.fullmatch(r"\d*[.,]?\d+|\d+[.,]", text, re.ASCII):
        return float(text.replace(",", "."))
    return float("nan")


def _plain(text: str) -> str:
    """A name without what writing may change: width, case, blanks."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def _codes(manifest: Mapping[str, Any]) -> dict[str, int]:
    """Codes of the characters by plain name, title, and word of a title that no other title has."""
    names = [str(name) for name in manifest["characters"]]
    titles = [str(title) for title in manifest.get("character_titles") or names]
    words: dict[str, set[int]] = {}
    for code, title in enumerate(titles):
        for word in _plain(title).split():
            words.setdefault(word, set()).add(code)
    codes = {word: min(of) for word, of in words.items() if len(of) == 1}
    for texts in (titles, names):
        codes |= {_plain(text): code for code, text in enumerate(texts)}
    return codes


def _characters(sheet: Sheet, cells: pd.DataFrame, manifest: Mapping[str, Any]) -> list[int]:
    """Code of each row's character; -1 where none is compared."""
    if "character" not in cells or len(manifest["characters"]) < 2:
        return [-1] * len(cells)
    codes = _codes(manifest)
    for line, text in cells["character"].items():
        if not text:
            raise UserError(f"{sheet.where(line)}, character is empty: name who sat there, or leave the column out")
        if _plain(text) not in codes:
            raise UserError(
                f"{sheet.where(line)}, column character: {unknown('character', text, manifest['characters'])}"
            )
    return [codes[_plain(text)] for text in cells["character"]]


def _in_play(seats: pd.DataFrame, manifest: Mapping[str, Any]) -> tuple[pd.DataFrame, list[str]]:
    """Without the games in which somebody sat whom the run did not play: their games are others."""
    names = [str(name) for name in manifest["characters"]]
    played = set(map(str, manifest.get("characters_in_play") or names))
    foreign = {code for code, name in enumerate(names) if name not in played}
    games = set(seats["id"][seats["character"].isin(foreign)])
    if not games:
        return seats, []
    kept = ~seats["id"].isin(games)
    who = ", ".join(names[code] for code in sorted(foreign & set(seats["character"])))
    if not kept.any():
        raise UserError(f"every playtest has a character that the run did not play ({who}); study these characters")
    n = int((~kept).sum())
    return seats[kept], [f"Rows left out, as their games had characters that the run did not play ({who}): {n}."]


def _check_games(sheet: Sheet, seats: pd.DataFrame, n_seats: int, is_team: bool) -> list[str]:
    """Every place at most once in a game, and credits that add up; says which games lack seats."""
    open_games = []
    for key, game in seats.groupby("id", sort=False):
        name, where = str(key), sheet.where(game["line"].iloc[0])
        if not name:
            raise UserError(f"{where}, game is empty: name the game of every row, or leave the column out")
        if twice := list(game["place"][game["place"].duplicated()]):
            raise UserError(
                f"{where}, game {name!r}: place {twice[0]} is there twice; each place of a game has one row"
            )
        given, is_whole = float(game["won"].sum()), len(game) == n_seats
        if not is_team and (given > 1 + ROUNDING or (is_whole and given < 1 - ROUNDING)):
            how = "1 for the winner, or 1/2, 1/3, ... for each of those who share a win"
            raise UserError(
                f"{where}, game {name!r}: the credits in won add up to {given:g}, and a game gives 1: {how}"
            )
        if not is_whole:
            open_games.append(f"{name} ({len(game)} of {n_seats} seats)")
    if not open_games:
        return []
    told = ", ".join(open_games[:4]) + (", ..." if len(open_games) > 4 else "")
    return [f"{len(open_games)} of {seats['id'].nunique()} games lack seats: {told}; what is there is counted."]


def _refuse_twins(sheet: Sheet, seats: pd.DataFrame, manifest: Mapping[str, Any]) -> None:
    """A game with one character twice is none that the run plays, where the run plays each at most once."""
    played = [str(name) for name in manifest.get("characters_in_play") or manifest["characters"]]
    if len(played) < int(manifest["n_seats"]) or len(set(played)) < len(played):
        return
    twice = seats[(seats["character"] >= 0) & seats.duplicated(["id", "character"])]
    if len(twice):
        line, name, code = twice[["line", "id", "character"]].iloc[0]
        who = manifest["characters"][code]
        raise UserError(f"{sheet.where(line)}, game {name!r}: {who} sits there twice; each character plays once")


def _check_seats(sheet: Sheet, seats: pd.DataFrame, n_seats: int, is_team: bool) -> list[str]:
    """Without ids only sums can be odd."""
    rows = np.bincount(seats["place"], minlength=n_seats + 1)[1:]
    start = "The file has no column game:"
    if rows.min() == rows.max():
        notes = [f"{start} rows are taken for seats of whole games."]
    else:
        notes = [f"{start} every row counts as a seat of a game of its own, so errors are rough."]
        notes.append(f"Places have unequal numbers of rows: {', '.join(map(str, rows))} from place 1 on.")
    if rows.min() == rows.max() and not is_team and abs(float(seats["won"].sum()) - rows[0]) > ROUNDING * rows[0]:
        notes.append(f"The wins add up to {seats['won'].sum():g}, while place 1 has {rows[0]} rows: look for a slip.")
    return notes
