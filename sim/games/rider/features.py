"""The verb `features`: what an action looks like to a linear policy."""

import numpy as np

from sim.games.rider import codes
from sim.games.rider import feature_names as f
from sim.kernel import kernel

# mypy: ignore-errors

SCRATCH = np.dtype((np.record, [("unused", "i1")]))


@kernel
def features(state, tables, actions, n, weights, scratch, values):
    """Weigh the n legal actions."""
    for i in range(n):
        form = int(actions[i]) >> 24
        values[i] = weights[f.STOP] if form >= codes.FORM_END else 0.0
