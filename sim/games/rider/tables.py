"""rider's data: TOML -> the TABLES record that kernels read."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np

from sim import tables
from sim.errors import UserError, unknown
from sim.game import GameData
from sim.games.rider import codes, layout
from sim.games.rider import tables_schema as schema
from sim.games.rider.feature_names import FEATURE_NAMES
from sim.games.rider.tables_checks import (
    check_box,
    check_deck,
    check_names,
    check_numbers,
    check_players,
    check_roster,
    notes_on_roster,
)
from sim.games.rider.tables_encode import deck_of, write_deck, write_skills, write_warriors
from sim.games.rider.tables_skills import Read, read_skill
from sim.games.rider.tables_worth import write_worth

SHAPE = tables.DataShape(Path(__file__).parent / "data", schema.KINDS, schema.FIELDS, "standin")


def load(
    cards: str | None = None,
    rules: Path | None = None,
    sets: Sequence[tuple[str, str]] = (),
    n_seats: int = 5,
) -> GameData:
    """Read, merge and check rider's data.

    Parameters
    ----------
    cards
        Name of a shipped pack (`standin`, the default) or a pack file.
    rules
        A file with `[rules]` and `[rulings]`.
    sets
        Single values as (path, text), e.g. ("rules.handicap.4", "2").
    n_seats
        Number of players: 2 to 10, to 12 with `rulings.allow_over_10`.

    Raises
    ------
    UserError
        Anything wrong in the data, in one line: file, entry, field, value, and what would be right.
    """
    data = tables.resolve(SHAPE, cards, rules, sets)
    constants = tables.validated(schema.Rules, data.rules, data, "rules")
    record = np.zeros(1, layout.TABLES)
    _write_rulings(record[0], data)
    check_box(data, constants)
    check_numbers(data, constants)
    check_players(data, constants, n_seats, bool(record[0]["allow_over_10"]))
    _write_constants(record[0], constants)
    entries = {
        kind: [tables.validated(schema.ENTRY_MODELS[kind], entry, data, f"cards.{entry['id']}") for entry in group]
        for kind, group in data.cards.items()
    }
    check_roster(data, constants, entries, n_seats)
    check_deck(data, constants, cast(Sequence[schema.Card], entries["card"]))
    check_names(data, cast(Sequence[schema.Card], [*entries["card"], *entries["ex"]]))
    reads = [_read(data, skill) for skill in cast(Sequence[schema.Skill], entries["skill"])]
    try:
        _write_entries(record[0], data, {**entries, "read": reads})
    except UserError as error:
        raise UserError(f"{_source(data, str(error))}: {error}") from None
    notes = notes_on_roster(entries)
    return tables.game_data(data, record, FEATURE_NAMES, codes.PROVENANCES, notes)


def _write_entries(record: Any, data: tables.Resolved, entries: Mapping[str, Any]) -> None:
    write_skills(record, entries["skill"], entries["read"])
    factions = [faction.id for faction in entries["faction"]]
    write_warriors(record, entries["warrior"], factions, [skill.id for skill in entries["skill"]])
    write_deck(record, deck_of(entries["card"], entries["ex"], data.rulings))
    write_worth(record)


def _source(data: tables.Resolved, message: str) -> str:
    """File and line of the entry that a message begins with, else the pack; nothing is said twice."""
    entry, _, field = message.partition(":")[0].partition(" ")[0].partition(".")
    is_known = any(entry == known["id"] for known in data.entries())
    return data.label(f"cards.{entry}", field) if is_known else data.label("pack")


def _read(data: tables.Resolved, skill: schema.Skill) -> Read:
    try:
        return read_skill(skill)
    except UserError as error:
        field = str(error).partition(":")[0].partition(".")[0].partition(" ")[0]
        raise UserError(f"{data.label(f'cards.{skill.id}', field)}: {skill.id}.{error}") from None


def _write_rulings(record: Any, data: tables.Resolved) -> None:
    for name, values in codes.RULINGS.items():
        value = data.rulings[name]
        where = data.label(f"rulings.{name}")
        if isinstance(values[0], bool):
            if not isinstance(value, bool):
                shown = json.dumps(value, ensure_ascii=False, default=str)
                raise UserError(f"{where}: {name} = {shown}: known are true, false, without quotes")
            record[name] = value
        elif value in values:
            record[name] = values.index(value)
        else:
            raise UserError(f"{where}: {unknown(f'value of ruling {name}', str(value), [str(v) for v in values])}")


def _write_constants(record: Any, constants: schema.Rules) -> None:
    for name in layout.CONSTANTS:
        record[name] = getattr(constants, name)
    record.half_num, record.half_den = constants.half_share
    record["handicap"] = constants.handicap


# ---- names of codes ----


def card_ids(document: Mapping[str, Any]) -> list[str]:
    """Id of each game card by its code: an EX card where one takes its place."""
    cards = [schema.Card.model_validate(entry) for entry in document["cards"]["card"]]
    ex = [schema.Ex.model_validate(entry) for entry in document["cards"]["ex"]]
    return [card.id for card in deck_of(cards, ex, document["rulings"])]


def warrior_cards(document: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The row of each warrior card by its code; a row has as many cards as copies."""
    return [entry for entry in document["cards"]["warrior"] for _ in range(entry.get("copies", 1))]


def warrior_ids(document: Mapping[str, Any]) -> list[str]:
    """Id of each warrior card by its code; further copies are ID_2, ID_3, ..."""
    return [
        entry["id"] if copy == 0 else f"{entry['id']}_{copy + 1}"
        for entry in document["cards"]["warrior"]
        for copy in range(entry.get("copies", 1))
    ]


def skill_ids(document: Mapping[str, Any]) -> list[str]:
    """Id of each skill by its code."""
    return [entry["id"] for entry in document["cards"]["skill"]]


def skill_names(document: Mapping[str, Any]) -> list[str]:
    """Id and name of each skill by its code; where it has no name, whose it is."""
    names = []
    for skill in document["cards"]["skill"]:
        owners = [entry["name"] for entry in document["cards"]["warrior"] if skill["id"] in entry["skills"]]
        name = skill.get("name") or f"of {', '.join(dict.fromkeys(owners)) or 'nobody'}"
        names.append(f"{skill['id']} {name}")
    return names


def labels(data: GameData) -> dict[str, Any]:
    """Names of warriors, groups, factions, skills and kinds by the columns of the outcome.

    Copies of a warrior have one name, and so have all villains: what they have in common is asked for.
    """
    entries = data.document["cards"]["warrior"]
    warriors = {
        "-1": "none",
        **{str(w): f"{of['id']} {of['name']}" for w, of in enumerate(warrior_cards(data.document))},
    }
    groups = {entry["group"]: str(entry["name"]) for entry in entries}
    is_told_apart = len(set(groups.values())) == len(groups)
    names = {str(k): groups[group] if is_told_apart else group for k, group in enumerate(groups)}
    factions = {"0": "undetermined"}
    factions |= {str(k + 1): entry["name"] for k, entry in enumerate(data.document["cards"]["faction"])}
    villains = {str(100 + p): "villain" for p in range(1, layout.MAX_PLAYERS + 1)}
    alone = {str(300 + p): "undetermined survivor" for p in range(1, layout.MAX_PLAYERS + 1)}
    return {
        **dict.fromkeys(("warrior_start", "warrior_end", "offer"), warriors),
        "group": names,
        "faction_printed": factions,
        "faction_end": {**factions, **villains},
        "winner_faction": {**factions, "0": "nobody", **villains, **alone},
        "reveal_how": {"0": "never", "1": "preparation", "2": "skill"},
        "first_seat": {str(p): f"seat {p}" for p in range(1, layout.MAX_PLAYERS + 1)},
        "killer_seat": {"-1": "none", **{str(p): f"seat {p}" for p in range(1, layout.MAX_PLAYERS + 1)}},
        "warnings": ["more players than HP cards", "stack", "villain cards", "both piles empty", "decisions"],
        "skills_used": skill_names(data.document),
        "kinds_worn": [kind.replace("_", " ") for kind in codes.KINDS],
    }
