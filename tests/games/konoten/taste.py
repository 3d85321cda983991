"""Ways to play by the texts of the options: uniform, and tastes that lead to rare clauses."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

#: Verbs of options: what stands before the first argument, and the facility.
LIKES = (0.2, 1, 1, 1, 6)


def verb(text: str) -> str:
    """An option without its numbers."""
    parts = text.split()
    facility = [part for part in parts if part.startswith("facility=")]
    return " ".join([*(part for part in parts if "=" not in part), *facility])


class Taste:
    """Likes and dislikes of one game: for verbs, and for nodes on the way to one node of each growth sheet.

    Parameters
    ----------
    rng
        Draws the taste and then the choices.
    sheets
        By character: nodes before each node.
    is_uniform
        Every option is equally likely.
    """

    def __init__(self, rng: random.Random, sheets: Mapping[str, Mapping[int, Sequence[int]]], is_uniform: bool) -> None:
        self.rng, self.is_uniform = rng, is_uniform
        self.likes: dict[str, float] = {}
        self.ways = {character: self._way(sheet) for character, sheet in sheets.items()}
        self.ending = rng.choice((0.02, 0.1, 0.5))

    def _way(self, sheet: Mapping[int, Sequence[int]]) -> set[int]:
        """A chain of nodes from S to a random one."""
        node = self.rng.choice(sorted(sheet))
        way = {node}
        while sheet[node]:
            node = self.rng.choice([n for n in sheet[node] if n not in way] or [0])
            way.add(node)
        return way | {0}

    def weight(self, text: str, character: str) -> float:
        """How much an option is liked."""
        word = verb(text)
        if word == "end":
            return self.ending
        like = self.likes.setdefault(word, self.rng.choice(LIKES))
        if "node=" in text:
            is_on_way = int(text.rpartition("=")[2]) in self.ways[character]
            if word == "spend growth":
                return 0.2 if is_on_way else 1
            like *= 8 if is_on_way else 1
        if word.startswith(("activate facility=polish", "chain yes", "final", "give", "will")):
            like *= 3
        return like

    def choose(self, options: list[str], seat: Mapping[str, Any]) -> str:
        """One of the options for a seat of a dump."""
        if self.is_uniform:
            return self.rng.choice(options)
        weights = [self.weight(text, seat["character"]) for text in options]
        return self.rng.choices(options, weights)[0]
