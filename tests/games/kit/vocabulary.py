"""Constants that stand for words of the rules."""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType


def named_constants(module: ModuleType, prefix: str) -> dict[str, int]:
    """Values of the constants with a prefix, by the words of the rest of their names: `OP_FLIP_DIE` -> "flip die"."""
    found = {name: value for name, value in vars(module).items() if name.startswith(prefix) and isinstance(value, int)}
    return {name.removeprefix(prefix).lower().replace("_", " "): value for name, value in found.items()}


def places(words: Iterable[str]) -> dict[str, int]:
    """Each word's place in a list."""
    return {word.replace("_", " "): place for place, word in enumerate(words)}
