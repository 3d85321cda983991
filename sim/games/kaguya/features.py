"""What a linear policy sees of each legal action."""

import numpy as np

from sim.kernel import kernel

# mypy: ignore-errors

FEATURES = ("is_main", "_1", "_2", "_3")
SCRATCH = np.dtype((np.record, [("x", "f8")]))


@kernel
def features(state, tables, actions, n, scratch, out):
    for i in range(n):
        for k in range(4):
            out[i, k] = 0.0
        if actions[i] >> 24 <= 2:
            out[i, 0] = 1.0
