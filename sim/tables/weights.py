"""Weight rows of the styles that a game or a pack names."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sim.errors import UserError, unknown
from sim.policies.resolve import LINEAR, RANDOM
from sim.tables.sources import Resolved, refuse_unknown

FAMILIES = (LINEAR, RANDOM)


def weight_rows(data: Resolved, features: Sequence[str]) -> dict[str, np.ndarray[Any, Any]]:
    """Weight rows of the styles, float64 of shape (n_features,), in file order; features not named are 0.

    A style is a table with `about`, optionally `family` ("linear" or "random") and `weights`. Names of features that
    start with `_` are padding and cannot be named.
    """
    places = {name: i for i, name in enumerate(features) if not name.startswith("_")}
    rows = {}
    for style, table in data.policies.items():
        where = f"{data.label(f'policies.{style}')}: policy {style}"
        row = np.zeros(len(features))
        for name, value in _weights(style, table, where).items():
            refuse_unknown("feature", (name,), places, where)
            if not _is_weight(value):
                raise UserError(f"{where}: {name} = {value!r}: a weight is a finite number")
            row[places[name]] = value
        row.flags.writeable = False
        rows[style] = row
    return rows


def _weights(style: str, table: Any, where: str) -> Mapping[str, Any]:
    """The weights of one style by feature, as they stand in its table."""
    if not isinstance(table, dict):
        raise UserError(f"{where}: write a table [{style}] with `about` and `weights`")
    refuse_unknown("key", table, ("about", "family", "weights"), where)
    if table.get("family", LINEAR) not in FAMILIES:
        raise UserError(f"{where}: {unknown('family', str(table['family']), FAMILIES)}")
    weights = table.get("weights", {})
    if not isinstance(weights, dict):
        raise UserError(f"{where}: weights = {weights!r}: write a table {{ feature = number }}")
    if weights and table.get("family") == RANDOM:
        raise UserError(f"{where}: a style of family random weighs nothing; leave out {', '.join(weights)}")
    return weights


def _is_weight(value: Any) -> bool:
    try:
        return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    except OverflowError:  # an integer beyond the range of floats
        return False
