"""What a seat has a level of, and which pairs of it may interact; asked for as `place:character`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sim.errors import unknown
from sim.game import Column, Role

PLACE, CHARACTER, POLICY = "place", "character", "policy"

Pair = tuple[str, str]


def plural(kind: str) -> str:
    """What several of a kind are called; every word but one takes an s."""
    return "policies" if kind == POLICY else f"{kind}s"


def kinds_of(columns: Iterable[Column], n_characters: int) -> tuple[str, ...]:
    """Kinds that may have an effect: place, character where there are several, policy, and what the game compares."""
    compared = [c.compares for c in columns if c.role == Role.ID and c.is_per_seat and c.compares]
    return (PLACE, *([CHARACTER] if n_characters > 1 else []), POLICY, *compared)


def parse_interactions(texts: Sequence[str], kinds: Sequence[str]) -> tuple[Pair, ...]:
    """Pairs of kinds out of texts like `place:character`, each in the order of `kinds` and once.

    Raises
    ------
    UserError
        Names the text and lists what the game has.
    """
    known = [f"{a}:{b}" for at, a in enumerate(kinds) for b in kinds[at + 1 :]]
    found = []
    for text in texts:
        parts = [part.strip() for part in text.split(":")]
        if len(parts) != 2 or parts[0] == parts[1] or not set(parts) <= set(kinds):
            raise unknown("interaction", text, known)
        first, second = sorted(parts, key=list(kinds).index)
        found.append((first, second))
    return tuple(dict.fromkeys(found))
