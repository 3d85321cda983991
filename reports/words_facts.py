"""Facts of a run in words: what is assumed, and how to get the same numbers."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from analysis.precision import count, show
from analysis.study import Study
from analysis.verdict import MIN_BLOCKS
from reports.model import Item
from reports.words_groups import of_table
from reports.words_playtests import source
from reports.words_until import games_text, stops


def has_cards(manifest: Mapping[str, Any]) -> bool:
    """Whether there is any card data, unless the manifest does not say."""
    return bool((manifest.get("document") or {}).get("cards", True))


def assumed(manifest: Mapping[str, Any]) -> str:
    """Share of card data that no rulebook gives."""
    if not has_cards(manifest):
        return "The game has no cards; all its data are rules constants."
    parts = {name: int(number) for name, number in (manifest.get("provenance") or {}).items()}
    total = sum(parts.values())
    if not total:
        return f"Card data: pack {manifest.get('pack', '-')}; no provenance is recorded."
    n = parts.get("assumed", 0)
    return (
        f"{100 * n / total:.0f} % of the card data ({n} of {total} entries of pack {manifest.get('pack', '-')}) "
        "is assumed, not taken from a rulebook."
    )


def of_data(manifest: Mapping[str, Any]) -> str:
    """What is assumed, and what the game's tables say of their data."""
    return " ".join([assumed(manifest), *map(str, manifest.get("data_notes") or ())])


def deals_text(manifest: Mapping[str, Any]) -> str:
    """Which deals the games of a block had; runs from before it could be chosen shared them."""
    if manifest.get("deals", "shared") == "fresh":
        return "fresh: every game has a deal of its own"
    return "shared: all games of a block have the same deal"


def block(manifest: Mapping[str, Any]) -> Item:
    """What a block of the run is."""
    is_fresh = manifest.get("deals", "shared") == "fresh"
    deals = "Each game has a deal of its own." if is_fresh else "Its games share one deal."
    return Item("block", f"A balanced set of seatings of the same players. {deals} Errors come from how blocks differ.")


def worth_text(study: Study, table: int) -> str:
    """What a game is worth in independent games, by the variance of block means (to the digits that so many blocks
    allow, as if they were normal); "" where blocks are games or too few.
    """
    n_blocks = int(of_table(study.games, table)["n_blocks"].iloc[0])
    if n_blocks < MIN_BLOCKS or int(study.manifest["block_size"]) == 1:
        return ""
    parts: list[str] = []
    for kind, frame in (("places", study.places), ("characters", study.characters_won)):
        rows = of_table(frame, table)
        known = rows[rows["design_effect"] > 0] if len(rows) else rows
        if len(known):
            variance = known["se"] ** 2
            worth = (variance / known["design_effect"]).sum() / variance.sum()
            unit = "" if parts else " independent ones"
            parts.append(f"{show(worth, worth * math.sqrt(2 / (n_blocks - 1)), 2)}{unit} about {kind}")
    return f" A game tells as much as {', '.join(parts)}." if parts else ""


def reproduce(study: Study, command: str) -> tuple[Item, ...]:
    """Everything that one needs to get the same numbers; no clock, host or path."""
    m, games = study.manifest, study.games
    unfinished = ", ".join(count(n) for n in games["n_unfinished"])
    versions = ", ".join(f"{name} {value}" for name, value in sorted((m.get("versions") or {}).items()))
    asked = f"{count(m.get('n_games_requested', m['n_games']))} asked for"
    asked = games_text(study) if stops(study) else asked
    cards = (
        Item("card pack", str(m.get("pack", "-"))),
        Item("assumed card data", assumed(m)),
        Item("cards digest", str(m.get("cards_digest", "-"))),
    )
    size = m.get("block_size", "-")
    games_of_block = "1 game" if size == 1 else f"{size} games"
    return (
        Item("command", command),
        Item("seed", str(m.get("seed", "-"))),
        Item("policies", "; ".join(study.tables)),
        Item("games", f"{count(m['n_games'])} with each set of policies ({asked})"),
        Item("blocks", f"{count(games['n_blocks'].iloc[0])} of {games_of_block}, {m.get('seating', '-')}"),
        Item("deals", deals_text(m)),
        Item("unfinished games", unfinished),
        Item("rules digest", str(m.get("rules_digest", "-"))),
        *(cards if has_cards(m) else ()),
        Item("policies digest", str(m.get("policies_digest", "-"))),
        Item("source digest", str(m.get("source_digest", "-"))),
        Item("run digest", str(m.get("run_digest", "-"))),
        Item("versions", versions or "-"),
        *source(study),
    )
