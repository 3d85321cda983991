"""State and tables of the toy race."""

import numpy as np

from sim.core import CORE

N_CARDS, HAND = 12, 2
STATE = np.dtype((np.record, [
    ("core", CORE),
    ("n_rounds", "i2"),  # rounds begun
    ("steps", "i2", (4,)),  # by seat: steps walked
    ("hand", "i1", (4, HAND)),  # by seat: cards held, values 1-4, hidden from the others
    ("n_hand", "i1", (4,)),  # by seat: cards held
    ("deck", "i1", (N_CARDS,)),  # hidden cards
    ("n_deck", "i1"),  # cards left in the deck
]))  # fmt: skip
TABLES = np.dtype((np.record, [("goal", "i2"), ("sides", "i1")]))
SCRATCH = np.dtype((np.record, [("unused", "i1")]))
