"""Resampling what nobody sees: the order of the two decks (RULES.md section 6)."""

from sim import rng
from sim.games.konoten.flow import KEY_NORMAL, KEY_VP
from sim.kernel import kernel
from sim.verbs import shuffle

# mypy: ignore-errors


@kernel
def determinize(state, tables, seat, key):
    """Shuffle what is left of each deck; every seat sees everything else."""
    shuffle(state.normal_deck, int(state.n_left[0]), rng.fold(key, KEY_NORMAL))
    shuffle(state.vp_deck, int(state.n_left[1]), rng.fold(key, KEY_VP))
