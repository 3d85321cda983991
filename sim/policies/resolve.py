"""Names of policies: which family plays, with which weights. No Numba here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sim.errors import UserError, unknown
from sim.game import GameData

RANDOM = "random"
LINEAR = "linear"


@dataclass(frozen=True)
class Policy:
    """One policy of a run.

    Attributes
    ----------
    name
        As the user named it.
    family
        "random", "linear", or the name of a user's kernel, `path/file.py:name`.
    weights
        float64 of shape (n_features,); zeros where the family has none.
    """

    name: str
    family: str
    weights: np.ndarray[Any, Any]


def is_users(family: str) -> bool:
    """Whether a policy or family is a user's own: `path/file.py:name`."""
    return ".py:" in family


def _checked(name: str, weights: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    row = np.array(weights, dtype=np.float64)
    if row.ndim != 1:
        raise ValueError(f"policy {name!r}: weights of shape {row.shape}; a row has one dimension")
    if not np.isfinite(row).all():
        raise UserError(f"policy {name!r}: every weight must be a finite number")
    return row


def _resolve(name: str, data: GameData, n_features: int) -> Policy:
    if name == RANDOM:
        return Policy(name, RANDOM, np.zeros(n_features))
    if is_users(name):
        return Policy(name, name, np.zeros(n_features))
    if name not in data.weights:
        raise unknown("policy", name, [RANDOM, *(style for style in data.weights if style != RANDOM)])
    return Policy(name, LINEAR, _checked(name, data.weights[name]))


def resolve_policies(names: Sequence[str], data: GameData, n_features: int) -> tuple[Policy, ...]:
    """Family and weights of each named policy, in order.

    Raises
    ------
    UserError
        A name is no style of the game and not `random` or `path/file.py:name`.
    """
    return tuple(_resolve(name, data, n_features) for name in names)
