"""What a linear policy sees of each legal action (names in feature_names.py)."""

import numpy as np

from sim.games.konoten import codes
from sim.games.konoten import feature_names as f
from sim.kernel import kernel

# mypy: ignore-errors

SCRATCH = np.dtype((np.record, [("unused", "i1")]))


@kernel
def features(state, tables, actions, n, weights, scratch, values):
    """Weigh the n legal actions of the seat that decides: one weighted sum of features each."""
    for i in range(n):
        values[i] = weights[f.END] if int(actions[i]) >> 24 == codes.FORM_END else 0.0
