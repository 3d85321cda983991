"""Chance of the checks themselves, out of the streams of `sim.rng_twin`: weights and bytes that must not matter."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from sim.rng_twin import fold


def some_weights(key: int, n: int) -> np.ndarray[Any, Any]:
    """A row of n weights between -1 and 1, float64."""
    return np.array([fold(key, i) / 2**63 - 1.0 for i in range(n)])


@cache
def noise(key: int, n_bytes: int) -> bytes:
    """Bytes without meaning."""
    return b"".join(fold(key, i).to_bytes(8, "little") for i in range(n_bytes // 8 + 1))[:n_bytes]
