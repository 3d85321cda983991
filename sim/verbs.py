"""Kernels that many games share: a die, a shuffle, who won by the score, and hiding only the chance to come."""

from __future__ import annotations

from sim.kernel import kernel
from sim.rng import draw, fold


@kernel
def roll_die(core, seat, sides):  # type: ignore[no-untyped-def]
    """1 to `sides`: the next roll of the person who sits in `seat`.

    His n-th roll of a deal is the same number in whatever seat he sits, so that luck moves with the people of a block
    and what stays with a place is the place. Uses the person's counter in `core.counters`.
    """
    person = core.participants[seat]
    face = 1 + draw(fold(core.table_key, person), core.counters[person], sides)
    core.counters[person] += 1
    return face


@kernel
def shuffle(items, n, key):  # type: ignore[no-untyped-def]
    """Shuffle the first `n` places of a one-dimensional array in place, by the Fisher-Yates shuffle of `sim.rng`.

    `rng_twin.shuffle` is the same for lists. A deck takes its key from `core.deal_key`; see docs/adding-a-game.md.
    """
    for i in range(n - 1, 0, -1):
        j = draw(key, n - 1 - i, i + 1)
        kept = items[i]
        items[i] = items[j]
        items[j] = kept


@kernel
def rank_by_score(row, n_seats):  # type: ignore[no-untyped-def]
    """Fill rank, win credit and winners of an outcome row from its seats' `score`: the highest wins, ties share.

    Call it at the end of a game's `score`, when every seat's score stands in the row.
    """
    winners = 0
    for seat in range(n_seats):
        rank = 1
        for other in range(n_seats):
            if row.seats[other].score > row.seats[seat].score:
                rank += 1
        row.seats[seat].rank = rank
        if rank == 1:
            winners += 1
    for seat in range(n_seats):
        row.seats[seat].win_share = 1.0 / winners if row.seats[seat].rank == 1 else 0.0
    row.winners = winners


@kernel
def hide_only_chance(state, tables, seat, key):  # type: ignore[no-untyped-def]
    """`determinize` of a game that hides nothing but the dice and cards to come: new keys for all later draws.

    Not for a game that has dealt something face down into its state.
    """
    state.core.deal_key = fold(key, 0)
    state.core.table_key = fold(key, 1)
