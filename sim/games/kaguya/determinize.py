"""Resampling what a seat cannot see (RULES.md section 6): deck orders, coming events, all future rolls."""

from sim import rng
from sim.games.kaguya import codes
from sim.kernel import kernel
from sim.verbs import shuffle

# mypy: ignore-errors


@kernel
def determinize(state, tables, seat, key):
    """Resample the hidden part of the state, from stream `key`. Held tokens are known to all (ruling, section 6)."""
    for kind in range(2):
        shuffle(state.decks[kind], int(state.n_deck[kind]), rng.fold(key, kind))
    if tables.event_preview == 0:
        seen = int(state.day) + 1 if state.event != 0 or state.phase > 1 else int(state.day)
        n = codes.N_EVENTS - seen
        unseen = state.events[seen:]
        shuffle(unseen, n, rng.fold(key, 2))
    state.core.table_key = rng.fold(key, 3)
