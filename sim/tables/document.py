"""The resolved document of a game: digests, the text of a pack file, and what `load` returns."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import tomli_w

from sim.errors import UserError
from sim.game import GameData
from sim.tables.sources import Resolved
from sim.tables.weights import weight_rows


def digest(part: Any) -> str:
    """First 16 hex digits of the sha256 of plain data as canonical JSON."""
    text = json.dumps(part, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def digests(document: Mapping[str, Any]) -> tuple[str, str]:
    """Digests of the rules part (rules and rulings) and of the cards part of a resolved document."""
    return digest({key: document[key] for key in ("rules", "rulings")}), digest(document["cards"])


def to_toml(document: Mapping[str, Any]) -> str:
    """A resolved document as the text of a whole pack file."""
    cards = {kind: entries for kind, entries in document["cards"].items() if entries}
    parts = {name: document[name] for name in ("pack", "rules", "rulings")}
    return tomli_w.dumps({**parts, **cards, "policies": document["policies"]})


def provenance_counts(entries: Iterable[Mapping[str, Any]], words: Sequence[str]) -> dict[str, int]:
    """Number of entries by their word of provenance."""
    counts = dict.fromkeys(words, 0)
    for entry in entries:
        counts[entry["provenance"]] += 1
    return counts


def _refuse_provenance(data: Resolved, words: Sequence[str]) -> None:
    for entry in data.entries():
        if (word := entry.get("provenance")) not in words:
            where = data.label(f"cards.{entry['id']}", "provenance")
            found = " is missing" if word is None else f" = {word!r}"
            raise UserError(f"{where}: {entry['id']}.provenance{found}: write one of {', '.join(words)}")


def game_data(
    data: Resolved,
    record: np.ndarray[Any, Any],
    features: Sequence[str],
    words: Sequence[str] = (),
    notes: Sequence[str] = (),
) -> GameData:
    """What a game's `load` returns, from its merged data and its filled TABLES record (shape (1,), frozen here).

    `words` are the words of provenance that card entries use; without words there is nothing to count.
    `notes` are sentences on the data for `fairseat check`, `info` and the report (`GameData.notes`).

    Raises
    ------
    UserError
        An entry has no word of provenance, or an unknown one.
    """
    if words:
        _refuse_provenance(data, words)
    record.flags.writeable = False
    document = data.document()
    rules_digest, cards_digest = digests(document)
    return GameData(
        tables=record,
        document=document,
        weights=weight_rows(data, features),
        rules_digest=rules_digest,
        cards_digest=cards_digest,
        provenance=provenance_counts(data.entries(), words) if words else {},
        pack=data.pack["name"],
        notes=tuple(notes),
    )
