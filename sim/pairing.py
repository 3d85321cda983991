"""Who plays in a tournament's games: for two policies, the policy tables in which each holds equally many seats.

Every table is played in whole cycles of a balanced plan, so each policy sits equally often in every place and plays
every character equally often; that much `sim.plan` gives for any table. What a table decides is who sits with whom:
the participants of one policy may always be neighbours in the plan's list, and so get characters that are neighbours
too. Up to five seats all ways of sharing out the participants are played, turned round by the plan: any set of
participants, and so any set of characters, is held by either policy equally often. With more seats there are too many
ways; two of them are played, the policies taking turns in the list and each having its half of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

#: Up to so many seats all ways of sharing them out are played.
ALL_WAYS_SEATS = 5


def meetings(n_seats: int, first: str, second: str) -> tuple[dict[int, str], ...]:
    """Policy tables, by participant number from 1, in which two policies meet on equal terms.

    With an even number of seats each policy holds half of every game; with an odd one each holds the odd seat in half
    of the tables. All tables are to be played equally often.
    """
    sizes = (n_seats // 2,) if n_seats % 2 == 0 else (n_seats // 2 + 1, n_seats // 2)
    return tuple(_table(n_seats, held, first, second) for size in sizes for held in _ways(n_seats, size))


def _table(n_seats: int, held: Sequence[int], first: str, second: str) -> dict[int, str]:
    return {number + 1: first if number in held else second for number in range(n_seats)}


def _ways(n_seats: int, size: int) -> list[tuple[int, ...]]:
    """Sets of participants for the first policy.

    All sets are turned round by a plan, so of those with participant 0 each other set is met as often as it has
    members: all sets of a size are met equally often.
    """
    if n_seats > ALL_WAYS_SEATS:
        return _two_ways(n_seats, size)
    every = [(0, *rest) for rest in combinations(range(1, n_seats), size - 1)]
    return every if n_seats % 2 == 0 else _unturned(every, n_seats)


def _unturned(every: Sequence[tuple[int, ...]], n_seats: int) -> list[tuple[int, ...]]:
    """One of all sets that are turns of each other; with a prime number of seats each has as many turns as any."""
    found: dict[frozenset[frozenset[int]], tuple[int, ...]] = {}
    for held in every:
        turns = frozenset(frozenset((one + by) % n_seats for one in held) for by in range(n_seats))
        found.setdefault(turns, held)
    return list(found.values())


def _two_ways(n_seats: int, size: int) -> list[tuple[int, ...]]:
    """Every other participant, and the first ones."""
    return [tuple(2 * at for at in range(size)), tuple(range(size))]
