"""Facts of a run in words: what is assumed, and how to get the same numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from analysis.precision import count
from analysis.study import Study
from reports.model import Item
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
    return (
        Item("command", command),
        Item("seed", str(m.get("seed", "-"))),
        Item("policies", "; ".join(study.tables)),
        Item("games", f"{count(m['n_games'])} with each set of policies ({asked})"),
        Item(
            "blocks", f"{count(games['n_blocks'].iloc[0])} of {m.get('block_size', '-')} games, {m.get('seating', '-')}"
        ),
        Item("unfinished games", unfinished),
        Item("rules digest", str(m.get("rules_digest", "-"))),
        *(cards if has_cards(m) else ()),
        Item("policies digest", str(m.get("policies_digest", "-"))),
        Item("source digest", str(m.get("source_digest", "-"))),
        Item("run digest", str(m.get("run_digest", "-"))),
        Item("versions", versions or "-"),
        *source(study),
    )
