"""plan"""
import numpy as np
from sim.core import MAX_SEATS
PLAN_ROW = np.dtype(
    (
        np.record,
        [
            ("game", np.int64),  # index of the game inside its table
            ("block", np.int64),  # index of the block
            ("table", np.int16),  # index of the policy table
            ("seating", np.int16),  # index of the seating inside the block
            ("characters", np.int8, (MAX_SEATS,)),  # by seat
            ("participants", np.int8, (MAX_SEATS,)),  # by seat
            ("policies", np.int16, (MAX_SEATS,)),  # by seat: index into the run's policies
        ],
    )
)
