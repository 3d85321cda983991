"""Whether shuffles are fair."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import stats

Array = np.ndarray[Any, Any]


def shuffle_p_value(counts: Array) -> float:
    """p-value of a (k, k) table card x place against uniform shuffles.

    Rows and columns of a shuffle are bound to each other, so that the usual sum of squares is k / (k - 1) times a
    chi-square variable with (k - 1)**2 degrees of freedom.
    """
    k, expected = len(counts), counts.sum() / counts.size
    statistic = float(((counts - expected) ** 2 / expected).sum()) * (k - 1) / k
    return float(stats.chi2.sf(statistic, (k - 1) ** 2))


def places_of_cards(rows: Array, cards: Any) -> Array:
    """How often each card lies at each place: (k, k) counts from rows of shuffled cards, shape (n, k)."""
    return np.array([[(rows[:, place] == card).sum() for card in cards] for place in range(len(cards))])
