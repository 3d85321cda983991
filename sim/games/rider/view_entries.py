"""Entries of a pack in words: what is printed on a warrior card and on a game card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sim.game import GameData

_GENDERS = {"m": "male", "f": "female"}
_RANKS = {1: "A", 11: "J", 12: "Q", 13: "K"}


def entry_text(data: GameData, kind: str, entry: Mapping[str, Any]) -> str:
    """Faction, numbers, forms and skills of a warrior; kind, suit, rank and range of a card; "" for a faction."""
    if kind == "warrior":
        return _warrior(data, entry)
    return _card(entry) if kind in ("card", "ex") else ""


def _warrior(data: GameData, entry: Mapping[str, Any]) -> str:
    factions = {faction["id"]: str(faction["name"]) for faction in data.document["cards"]["faction"]}
    parts = [f"{factions[entry['faction']]}, {_GENDERS[entry['gender']]}{_form(entry)}"]
    numbers = [f"HP {entry['hp']}", f"hand limit {entry['hand_limit']}", f"draws {entry['draw']}"]
    numbers += [f"supply {entry['supply']}"] if entry.get("supply") else []
    parts.append(", ".join(numbers))
    icons = [word for word in ("change", "up") if entry.get(f"icon_{word}")]
    parts += [f"may {' and '.join(icons)}"] if icons else []
    parts.append(f"skills {', '.join(entry['skills'])}" if entry["skills"] else "no skill")
    return "; ".join(parts)


def _form(entry: Mapping[str, Any]) -> str:
    if not entry.get("form"):
        return ""
    price = f" for {entry.get('rage_price', 0)} rage" if entry.get("form_source") == "up" else ""
    return f", form {entry['form']} of {entry['group']} (by {entry.get('form_source', 'none')}{price})"


def _card(entry: Mapping[str, Any]) -> str:
    ranged = f", range {entry['range']}" if entry.get("range") else ""
    return f"{entry['kind'].replace('_', ' ')} {entry['suit']}{_RANKS.get(entry['rank'], entry['rank'])}{ranged}"
