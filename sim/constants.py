"""The data of a game that has rules constants and policies, but no cards: one schema says it all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin

import numpy as np
from pydantic import BaseModel, ConfigDict

from sim import tables
from sim.game import GameData


class Strict(BaseModel):
    """Base of a schema: no unknown keys, no silent conversions ("6" is no number, 6.0 is no whole number)."""

    model_config = ConfigDict(strict=True, extra="forbid")


def record_dtype(schema: type[BaseModel]) -> np.dtype[Any]:
    """The TABLES record of a schema: an int64 field for `int`, float64 for `float`, a row for a list of either.

    A list needs a `max_length`, which is the length of its row; shorter lists leave zeros at the end.
    """
    fields = []
    for name, info in schema.model_fields.items():
        kind = _bare(info.annotation)
        shape = [limit.max_length for limit in info.metadata if hasattr(limit, "max_length")]
        if get_origin(kind) is list and shape:
            kind = _bare(get_args(kind)[0])
        elif get_origin(kind) is list:
            raise TypeError(f"{schema.__name__}.{name}: give the list a max_length")
        if kind not in (int, float):
            raise TypeError(f"{schema.__name__}.{name}: kernels read int, float and lists of them, not {kind}")
        fields.append((name, "i8" if kind is int else "f8", tuple(shape)))
    return np.dtype((np.record, fields))


def _bare(annotation: Any) -> Any:
    """A type without the limits that `Annotated` adds."""
    return get_args(annotation)[0] if get_origin(annotation) is Annotated else annotation


def loader(folder: Path, schema: type[BaseModel], features: Sequence[str]) -> Callable[..., GameData]:
    """The `load` of a game without cards and rulings: all its data are rules constants and policies.

    Parameters
    ----------
    folder
        The game's data folder: `rules.toml`, `policies.toml`.
    schema
        What the constants may look like; `record_dtype(schema)` is the game's `tables_dtype`.
    features
        Names of the features.
    """
    shape, dtype = tables.DataShape(folder), record_dtype(schema)

    def load(
        cards: str | None = None, rules: Path | None = None, sets: Iterable[tuple[str, str]] = (), n_seats: int = 0
    ) -> GameData:
        data = tables.resolve(shape, cards, rules, sets)
        tables.refuse_unknown("key of [rules]", data.rules, schema.model_fields, "rules.toml")
        tables.refuse_unknown("ruling", data.rulings, (), "rules.toml")
        record = np.zeros(1, dtype)
        for name, value in tables.validated(schema, data.rules, data, "rules").model_dump().items():
            if isinstance(value, list):
                record[0][name][: len(value)] = value
            else:
                record[0][name] = value
        return tables.game_data(data, record, features)

    return load
