"""kaguya's data: TOML -> the TABLES record that kernels read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from sim import tables
from sim.errors import UserError
from sim.game import GameData
from sim.games.kaguya import codes, layout
from sim.games.kaguya import tables_schema as schema
from sim.games.kaguya.feature_names import FEATURE_NAMES as FEATURES
from sim.games.kaguya.tables_checks import check_cards, check_rules
from sim.games.kaguya.tables_encode import Encoder

SHAPE = tables.DataShape(Path(__file__).parent / "data", schema.KINDS, schema.FIELDS, "standin")

#: First program number of each kind, and program numbers that one character or slot has (0: file order only).
_FIRST = {
    "conversion": (codes.CONVERSION_FIRST, 0), "action": (codes.ACTION_FIRST, 0), "event": (codes.EVENT_FIRST, 0),
    "initial_conversion": (codes.INITIAL_CONVERSION_FIRST, 1), "initial_action": (codes.INITIAL_ACTION_FIRST, 2),
    "ability": (codes.ABILITY_FIRST, 1), "slot": (codes.SLOT_FIRST, 1),
}  # fmt: skip


def load(
    cards: str | None = None,
    rules: Path | None = None,
    sets: Sequence[tuple[str, str]] = (),
    n_seats: int = 4,
) -> GameData:
    """Read, merge and check kaguya's data.

    Parameters
    ----------
    cards
        Name of a shipped pack (`standin`, the default; `bare`; `stress`) or a pack file.
    rules
        A file with `[rules]` and `[rulings]`.
    sets
        Single values as (path, text), e.g. ("rules.handicap.4", "2").
    n_seats
        Number of players: 4.

    Raises
    ------
    UserError
        Anything wrong in the data, in one line: file, card, field, value, and what would be right.
    """
    if n_seats != 4:
        raise UserError(f"kaguya is for exactly 4 players, not {n_seats}")
    data = tables.resolve(SHAPE, cards, rules, sets)
    constants = tables.validated(schema.Rules, data.rules, data, "rules")
    record = np.zeros(1, layout.TABLES)
    _write_rulings(record[0], data)
    check_rules(data, constants)
    for name, value in constants.model_dump().items():
        if name in (layout.TABLES.names or ()):
            record[0][name] = value
    entries = {
        kind: [tables.validated(schema.ENTRY_MODELS[kind], entry, data, f"cards.{entry['id']}") for entry in group]
        for kind, group in data.cards.items()
    }
    check_cards(data, constants, entries)
    _write_programs(record[0], data, entries)
    return tables.game_data(data, record, FEATURES, codes.PROVENANCES)


def designs(document: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Entries of a resolved document by `design` number of a program: kind by kind, in file order."""
    return [entry for kind in schema.KINDS for entry in document["cards"][kind]]


def labels(data: GameData) -> dict[str, Any]:
    """Names of cards and slots by the codes of the outcome columns."""
    entries = designs(data.document)
    design = data.tables[0]["programs"]["design"]
    names = [entries[row]["name"] if row >= 0 else "" for row in design]
    events = {str(card): names[card] for card in range(codes.EVENT_FIRST, codes.EVENT_FIRST + codes.N_EVENTS)}
    slots = {str(slot + 1): f"slot {slot + 1}: {names[codes.SLOT_FIRST + slot]}" for slot in range(4)}
    days = ("mon", "tue", "wed", "thu", "fri")
    return {
        "owned": names[: codes.EVENT_FIRST],
        "used": names[: codes.EVENT_FIRST],
        **{f"event_{day}": events for day in days},
        **{f"slot_{day}": slots for day in ("first", *days)},
    }


def _write_rulings(record: Any, data: tables.Resolved) -> None:
    for name in codes.RULINGS:
        try:
            record[name] = schema.rulings_code(name, data.rulings[name])
        except UserError as error:
            raise UserError(f"{data.label(f'rulings.{name}')}: {error}") from None


def _write_programs(record: Any, data: tables.Resolved, entries: Mapping[str, Sequence[schema.Entry]]) -> None:
    """Each entry into the program rows of its copies, of its character or of its slot."""
    record.programs["design"] = -1
    encoder = Encoder(record)
    taken = dict.fromkeys(range(codes.N_PROGRAMS), False)
    listed = [(kind, entry) for kind in schema.KINDS for entry in entries[kind]]
    for design, (kind, entry) in enumerate(listed):
        first, each = _FIRST[kind]
        start = first + each * _owner(entry) if each else first
        free = [row for row in range(start, codes.N_PROGRAMS) if not taken[row]]
        rows = free[: getattr(entry, "copies", 1)]
        taken.update(dict.fromkeys(rows, True))
        try:
            encoder.program(entry, design, rows)
        except UserError as error:
            raise UserError(f"{data.label(f'cards.{entry.id}')}: {entry.id}: {error}") from None


def _owner(entry: schema.Entry) -> int:
    """Place of the character or slot that an entry belongs to, from 0."""
    if isinstance(entry, schema.Slot):
        return entry.slot - 1
    return codes.CHARACTERS.index(entry.character)  # type: ignore[attr-defined]
