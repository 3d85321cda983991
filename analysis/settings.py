"""What a sweep varies: paths, their values in order, and which cells differ in what."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

Array = np.ndarray[Any, Any]

ONE_KEY, ONE_AT_A_TIME, GRID = "one key", "one at a time", "grid"


@dataclass(frozen=True)
class Path:
    """A varied path.

    Attributes
    ----------
    name
        As the user gives it: `rules.handicap.4`.
    values
        Its values as text, numbers in order, other texts in order of appearance (the base value first).
    numbers
        The same as numbers; None unless all of them are.
    base
        The value of the base cell.
    """

    name: str
    values: tuple[str, ...]
    numbers: tuple[float, ...] | None
    base: str

    @property
    def steps(self) -> tuple[str, ...]:
        """The values other than the base's."""
        return tuple(value for value in self.values if value != self.base)


def number_of(text: str) -> float | None:
    """A value as a number, if it is one."""
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) and text.strip() == text and "_" not in text else None


def make_path(name: str, values: Sequence[str], base: str) -> Path:
    """A path from its values in any order; the base value counts among them."""
    unique = list(dict.fromkeys([base, *values]))
    numbers = [number_of(value) for value in unique]
    if any(number is None for number in numbers):
        return Path(name, tuple(unique), None, base)
    pairs = sorted(zip(numbers, unique, strict=True), key=lambda pair: float(pair[0] or 0))
    return Path(name, tuple(text for _, text in pairs), tuple(float(n or 0) for n, _ in pairs), base)


@dataclass(frozen=True)
class Design:
    """Which cells a sweep has.

    Attributes
    ----------
    settings
        A row a cell (its name is the index), a column a path: values as text.
    base
        Name of the base cell.
    paths
        What is varied.
    kind
        One key, several one at a time (every cell differs from the base in one path at most), or a grid.
    """

    settings: pd.DataFrame
    base: str
    paths: tuple[Path, ...]
    kind: str

    @classmethod
    def of(cls, settings: pd.DataFrame, base: str) -> Design:
        """The design of these cells."""
        paths = tuple(make_path(str(p), list(settings[p]), str(settings.at[base, p])) for p in settings.columns)
        if len(paths) == 1:
            return cls(settings, base, paths, ONE_KEY)
        n_differing = (settings != settings.loc[base]).sum(axis=1)
        return cls(settings, base, paths, ONE_AT_A_TIME if int(n_differing.max()) <= 1 else GRID)

    @property
    def cells(self) -> list[str]:
        """Names of the cells, in order."""
        return [str(name) for name in self.settings.index]

    def members(self, path: Path, value: str) -> Array:
        """Cells that tell of a value of a path, shape (n_cells,): in a grid all that have it, else the one that differs
        from the base in nothing else."""
        here = (self.settings[path.name] == value).to_numpy()
        if self.kind == GRID:
            return np.asarray(here)
        others = self.settings.drop(columns=path.name)
        return np.asarray(here & (others == others.loc[self.base]).all(axis=1).to_numpy())

    def compared(self, path: Path, is_known: Array) -> list[Array]:
        """For each value of a path, the cells whose mean is compared with those of the other values.

        In a grid these are the cells with such values of the other paths as are known at every value of this one, so
        that like is compared with like; where there are none, all that are known.
        """
        every = [self.members(path, value) & is_known for value in path.values]
        if self.kind != GRID or not is_known.any():
            return every
        others = [tuple(row) for row in self.settings.drop(columns=path.name).to_numpy()]
        at_value = [{others[i] for i in np.flatnonzero(here)} for here in every]
        whole = set.intersection(*(some for some in at_value if some))
        is_whole = np.array([other in whole for other in others])
        return [here & is_whole for here in every] if whole else every

    def partners(self, path: Path, value: str, start: str, is_known: Array) -> Array:
        """Weights of the mean difference between cells with a value and those with the start value that are the same
        in all else, shape (n_cells,); zeros where there are no such pairs."""
        others = [tuple(row) for row in self.settings.drop(columns=path.name).to_numpy()]
        values = self.settings[path.name].to_numpy()
        at_start = {others[i]: i for i in range(len(others)) if values[i] == start and is_known[i]}
        weights = np.zeros(len(others))
        for i in range(len(others)):
            if values[i] == value and is_known[i] and others[i] in at_start:
                weights[i] += 1
                weights[at_start[others[i]]] -= 1
        total = weights[weights > 0].sum()
        return weights / total if total else weights


def value_in(manifest: Mapping[str, Any], path: str) -> str:
    """The value that a run has at a path, as text; "" where the manifest does not tell."""
    plain = {"players": "n_seats", "seating": "seating", "deals": "deals", "cards": "pack", "seed": "seed"}
    if path in plain:
        return str(manifest.get(plain[path], ""))
    if path == "policy":
        return "; ".join(map(str, manifest.get("tables") or ()))
    if path == "characters":
        return ",".join(map(str, manifest.get("characters_in_play") or ()))
    part, _, rest = path.partition(".")
    found: Any = (manifest.get("document") or {}).get(part)
    if part == "cards":
        return _card_value(found, rest)
    for key in rest.split("."):
        found = _inside(found, key)
    return _text(found)


def _card_value(kinds: Any, rest: str) -> str:
    card, _, field = rest.partition(".")
    for entries in (kinds or {}).values():
        for entry in entries:
            if str(entry.get("id")) == card:
                found: Any = entry
                for key in field.split("."):
                    found = _inside(found, key)
                return _text(found)
    return ""


def _inside(value: Any, key: str) -> Any:
    """An entry of a table, or the element of a list by its number from 1."""
    if isinstance(value, Mapping):
        return value.get(key)
    if isinstance(value, list) and key.isdigit() and 0 < int(key) <= len(value):
        return value[int(key) - 1]
    return None


def _text(value: Any) -> str:
    """A value as `--set` takes it: words bare, lists and tables as TOML in one line."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping | list):
        return _inline(value)
    return "" if value is None else str(value)


def _inline(value: Any) -> str:
    """TOML in one line."""
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{key} = {_inline(each)}' for key, each in value.items())} }}" if value else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(_inline, value))}]"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else _text(value)
