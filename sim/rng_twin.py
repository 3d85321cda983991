"""The random streams of `sim.rng` in plain Python: for tests, for people, and for kernels run as Python."""

from __future__ import annotations

from typing import Any

MASK = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15
SALT = 0x6661697273656174  # "fairseat" in ASCII


def mix(z: Any) -> int:
    """The finalizer of splitmix64: a bijection of 64-bit numbers."""
    bits: int = int(z) & MASK
    bits = ((bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    bits = ((bits ^ (bits >> 27)) * 0x94D049BB133111EB) & MASK
    return bits ^ (bits >> 31)


def fold(key: Any, x: Any) -> int:
    """A key made from a key and a number."""
    return mix(((int(key) & MASK) ^ mix((int(x) + GOLDEN) & MASK)) + GOLDEN)


def draw(key: Any, index: Any, n: Any) -> int:
    """Uniform integer in 0..n-1: draw number `index` of the stream `key`."""
    size: int = int(n)
    z = mix(int(key) + (int(index) + 1) * GOLDEN)
    threshold = ((1 << 32) - size) % size
    while ((z >> 32) * size) & 0xFFFFFFFF < threshold:
        z = mix(z + GOLDEN)
    return ((z >> 32) * size) >> 32


def shuffle(key: int, items: list[Any]) -> None:
    """Shuffle a list in place, from the last place down."""
    n = len(items)
    for i in range(n - 1, 0, -1):
        j = draw(key, n - 1 - i, i + 1)
        items[i], items[j] = items[j], items[i]
