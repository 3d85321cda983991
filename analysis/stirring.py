"""64-bit numbers mixed well, so that sums of different ones hardly ever agree: fingerprints of many values at once."""

from __future__ import annotations

from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


def stirred(numbers: Array) -> Array:
    """Numbers stirred by splitmix64 (Steele, Lea and Flood 2014), uint64 of the same shape."""
    z = numbers.astype(np.uint64) + np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.asarray(z ^ (z >> np.uint64(31)))
