"""konoten's data: TOML -> the TABLES record that kernels read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np

from sim import tables
from sim.errors import UserError, unknown
from sim.game import GameData
from sim.games.konoten import codes, layout
from sim.games.konoten import tables_schema as schema
from sim.games.konoten.feature_names import FEATURE_NAMES
from sim.games.konoten.tables_checks import check_cards, check_piles, check_rules, read_node
from sim.games.konoten.tables_encode import Encoder
from sim.games.konoten.tables_worth import write_worth

SHAPE = tables.DataShape(Path(__file__).parent / "data", schema.KINDS, schema.FIELDS, "standin")
SEATS = (2, 3, 4)

#: Constants that kernels read from entries or from arrays of three.
_GROUPS = {"start_items": "start", "supply": "supply"}


def load(
    cards: str | None = None,
    rules: Path | None = None,
    sets: Sequence[tuple[str, str]] = (),
    n_seats: int = 4,
) -> GameData:
    """Read, merge and check konoten's data.

    Parameters
    ----------
    cards
        Name of a shipped pack (`standin`, the default) or a pack file.
    rules
        A file with `[rules]` and `[rulings]`.
    sets
        Single values as (path, text), e.g. ("rules.handicap.4", "2").
    n_seats
        Number of players: 2 to 4.

    Raises
    ------
    UserError
        Anything wrong in the data, in one line: file, card, field, value, and what would be right.
    """
    if n_seats not in SEATS:
        raise UserError(f"players = {n_seats}: konoten is for 2 to 4")
    data = tables.resolve(SHAPE, cards, rules, sets)
    constants = tables.validated(schema.Rules, data.rules, data, "rules")
    record = np.zeros(1, layout.TABLES)
    _write_rulings(record[0], data)
    check_rules(data, constants)
    _write_constants(record[0], constants)
    entries = {
        kind: [tables.validated(schema.ENTRY_MODELS[kind], entry, data, f"cards.{entry['id']}") for entry in group]
        for kind, group in data.cards.items()
    }
    check_cards(data, constants, entries)
    _write_cards(record[0], entries["development"])
    _write_places(record[0], data, constants, entries)
    _write_sheets(record[0], data, cast(Sequence[schema.Node], entries["node"]))
    write_worth(record[0])
    return tables.game_data(data, record, FEATURE_NAMES, codes.PROVENANCES)


def card_entries(document: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Entry of each development card by its code: normal cards first, in file order, copies repeated."""
    every = [entry for entry in document["cards"]["development"] for _ in range(entry.get("copies", 1))]
    return [*(e for e in every if e["kind"] != "vp"), *(e for e in every if e["kind"] == "vp")]


def labels(data: GameData) -> dict[str, Any]:
    """Names of cards, nodes and codes by the columns of the outcome."""
    cards = [f"{entry['name']} ({entry['id']})" for entry in card_entries(data.document)]
    nodes = [""] * (layout.N_CHARACTERS * layout.MAX_NODES)
    for entry in data.document["cards"]["node"]:
        place = codes.CHARACTERS.index(entry["character"]) * layout.MAX_NODES + entry["number"]
        nodes[place] = f"{entry['character']} {entry['number']}: {entry['name']}"
    levels = ("VP", "lenses", "cards in lenses", "result values", "shared")
    return {
        "cards_in_lenses": cards,
        **dict.fromkeys(("nodes_final", "nodes_grown", "nodes_used"), nodes),
        "tie_break_level": {str(code): name for code, name in enumerate(levels)},
        "warnings": ["limit of turns"],
        "task_round": {"0": "never", **{str(n): f"round {n}" for n in range(1, 5)}},
        "start_seat": {str(n): f"seat {n}" for n in range(1, 5)},
    }


def _write_rulings(record: Any, data: tables.Resolved) -> None:
    for name in codes.RULINGS:
        try:
            record[name] = schema.rulings_code(name, data.rulings[name])
        except UserError as error:
            raise UserError(f"{data.label(f'rulings.{name}')}: {error}") from None


def _write_constants(record: Any, constants: schema.Rules) -> None:
    for name, value in constants.model_dump().items():
        if name in (layout.TABLES.names or ()):
            record[name] = value
    for field, prefix in _GROUPS.items():
        record[field] = [getattr(constants, f"{prefix}_{kind}") for kind in codes.MATERIALS]


def _write_cards(record: Any, entries: Sequence[Any]) -> None:
    """Normal cards first, then VP cards; copies repeat a row."""
    every = [(design, entry) for design, entry in enumerate(entries) for _ in range(entry.copies)]
    cards = [item for is_vp in (False, True) for item in every if (item[1].kind == "vp") == is_vp]
    record.n_cards = len(cards)
    record.n_normal = sum(entry.kind != "vp" for _, entry in cards)
    for code, (design, entry) in enumerate(cards):
        row = record.cards[code]
        row.kind = codes.KINDS.index(entry.kind)
        row.qty, row.left, row.right = entry.qty, entry.left_slot, entry.right_slot
        row.material, row.result = entry.material, entry.result
        row.is_vp, row.design = int(entry.kind == "vp"), design


def _write_places(record: Any, data: tables.Resolved, constants: schema.Rules, entries: Mapping[str, Any]) -> None:
    """Base piles, facilities and tasks; numbers may be named after constants."""

    def number(value: int | str, path: str, inner: str, least: int = 0, most: int = 100) -> int:
        where = f"{data.label(path, inner.split('.')[0])}: {path.removeprefix('cards.')}.{inner}"
        if isinstance(value, str):
            known = [name for name, each in constants.model_dump().items() if isinstance(each, int)]
            if value not in known:
                raise UserError(f"{where}: {unknown('constant', value, known)}")
            where += f' = "{value}"'
            value = int(getattr(constants, value))
        if not least <= value <= most:
            raise UserError(f"{where} = {value}: write a number from {least} to {most}")
        return value

    for entry in entries["base"]:
        record.piles[entry.cost] = number(entry.copies, f"cards.{entry.id}", "copies", most=20)
    check_piles(data, record.piles)
    for entry in entries["facility"]:
        row = record.facilities[codes.FACILITIES.index(entry.id)]
        path = f"cards.{entry.id}"
        row.ap = number(entry.ap, path, "ap")
        row.limit = 0 if entry.worker_limit is None else number(entry.worker_limit, path, "worker_limit", least=1)
        row.special = codes.SPECIALS.index(entry.special or "")
        for field, names in (("pays", codes.TRACKS[:4]), ("yields", codes.TRACKS)):
            listed = getattr(entry, field)
            row[field] = [
                number(getattr(listed, name), path, f"{field}.{name}", most=20) if listed else 0 for name in names
            ]
    for entry in entries["task"]:
        row = record.tasks[codes.TASKS.index(entry.id.removeprefix("task_"))]
        condition = entry.condition
        is_lens = condition.hold is None
        row.what = codes.COUNT_LENSES if is_lens else codes.MATERIALS.index(condition.hold)
        row.n = number(condition.lenses_made if is_lens else condition.n, f"cards.{entry.id}", "condition", least=1)


def _write_sheets(record: Any, data: tables.Resolved, nodes: Sequence[schema.Node]) -> None:
    encoder = Encoder(record)
    for design, node in enumerate(nodes):
        before, effects = read_node(node, data.rulings)
        try:
            encoder.node(node, before, effects, design)
        except UserError as error:
            raise UserError(f"{data.label(f'cards.{node.id}')}: {node.id}.effects: {error}") from None
