"""What lies on the table: the state of one game."""

import numpy as np

from sim.core import CORE

SEATS = 6  # most players
ROUNDS = 12  # rounds after which the report shows who leads

STATE = np.dtype((np.record, [
    ("core", CORE),  # the engine's own: who acts, how many seats, random keys, notes
    ("turn_total", "i4"),  # points rolled in this turn; 0 = not rolled yet
    ("banked", "i4", (SEATS,)),  # by seat: points that are safe
    ("turns", "i4", (SEATS,)),  # by seat: turns begun
    ("rolls", "i4", (SEATS,)),  # by seat: rolls made
    ("busts", "i4", (SEATS,)),  # by seat: turns lost to the bust face
    ("after_round", "i4", (SEATS, ROUNDS)),  # by seat: points banked after each round
]))  # fmt: skip
