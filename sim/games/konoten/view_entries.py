"""What is printed on each entry of a pack, for the list that `fairseat info` shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sim.game import GameData
from sim.games.konoten.tables_checks import read_node
from sim.games.konoten.tables_schema import Node
from sim.games.konoten.view_names import amount, amounts, blade, listed, places, values
from sim.games.konoten.view_sheet import Sheets, node_number

_SPECIALS = {"make_lens": "a lens is made", "start_marker": "starts the next round"}


def entry_text(data: GameData, kind: str, entry: Mapping[str, Any]) -> str:
    """The blade of a card, the price and gain of a facility, the condition of a task, the abilities of a node."""
    if kind == "development":
        return f"{blade(entry)}, {places(entry)}, {values(entry)}"
    if kind == "node":
        before, _ = read_node(Node.model_validate(entry), data.document["rulings"])
        after = f"after {' or '.join(node_number(node) for node in before)}; " if before else ""
        return after + Sheets(data).text(entry["character"], entry["number"])
    if kind == "facility":
        return _facility(entry, data.document["rules"])
    if kind == "task":
        return _task(entry["condition"], data.document["rules"])
    return ""


def _number(value: int | str, rules: Mapping[str, Any]) -> int:
    return int(rules[value] if isinstance(value, str) else value)


def _facility(entry: Mapping[str, Any], rules: Mapping[str, Any]) -> str:
    paid = {kind: _number(n, rules) for kind, n in entry.get("pays", {}).items()} | {"ap": _number(entry["ap"], rules)}
    gains = amounts({kind: _number(n, rules) for kind, n in entry.get("yields", {}).items()})
    gains += [_SPECIALS[entry["special"]]] if entry.get("special") else []
    limit = _number(entry.get("worker_limit", 0), rules)
    room = f"; {amount(limit, 'lobby')} a round" if limit else ""
    return f"{listed(amounts(paid)) or 'nothing'} -> {listed(gains)}{room}"


def _task(condition: Mapping[str, Any], rules: Mapping[str, Any]) -> str:
    if condition.get("lenses_made"):
        return f"{_number(condition['lenses_made'], rules)} lenses made"
    return f"{_number(condition['n'], rules)} {condition['hold']} held"
