"""Rings of policies that beat each other: a beats b, b beats c, c beats a."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from scipy.sparse.csgraph import connected_components

Array = np.ndarray[Any, Any]


def cycles(beats: Array) -> list[tuple[int, ...]]:
    """Rings in which each beats the next and the last the first.

    All rings of three. Where some policies hold together in rings but in none of three, one of their shortest rings.

    Parameters
    ----------
    beats
        Whether row surely beats column, bool of shape (n, n).

    Returns
    -------
    list
        Rings, each from its lowest number on.
    """
    found = list(_threes(beats))
    _, label = connected_components(beats.astype(int), connection="strong")
    for name in range(label.max(initial=-1) + 1):
        members = np.flatnonzero(label == name)
        if len(members) > 1 and not any(ring[0] in members for ring in found):
            found.append(_shortest(beats, members))
    return found


def _threes(beats: Array) -> Iterator[tuple[int, ...]]:
    for a, b in zip(*np.nonzero(beats), strict=True):
        if a < b:  # a ring begins with its lowest number
            yield from ((int(a), int(b), int(c)) for c in np.flatnonzero(beats[b] & beats[:, a]) if c > a)


def _shortest(beats: Array, members: Array) -> tuple[int, ...]:
    """A shortest ring among policies that hold together."""
    rings = [ring for start in members if (ring := _back_to(beats, int(start)))]
    best = min(rings, key=lambda ring: (len(ring), ring))
    at = best.index(min(best))
    return best[at:] + best[:at]


def _back_to(beats: Array, start: int) -> tuple[int, ...]:
    """The shortest way from a policy back to itself."""
    came: dict[int, tuple[int, ...]] = {start: (start,)}
    level = [start]
    while level:
        following = []
        for here in level:
            for there in map(int, np.flatnonzero(beats[here])):
                if there == start:
                    return came[here]
                if there not in came:
                    came[there] = (*came[here], there)
                    following.append(there)
        level = following
    return ()
