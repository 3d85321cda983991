"""Two programs, one game: the compiled kernels and a plain-Python reference side by side, move by move."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from sim.core import MAX_LOG
from sim.driver import Driver
from sim.game import GameData

#: Moves that a message shows of what went before.
TAIL = 8


class DisagreementError(AssertionError):
    """The two programs differ."""


def alternatives(rulings: Mapping[str, Sequence[Any]]) -> list[tuple[str, Any]]:
    """(ruling, value) for every value but the defaults, which stand first."""
    return [(name, value) for name, values in rulings.items() for value in values[1:]]


def variants(
    rulings: Mapping[str, Sequence[Any]], constants: Iterable[dict[str, Any]]
) -> list[tuple[str, dict[str, Any], dict[str, Any]]]:
    """What is played, as (name, constants, rulings): as shipped, with one ruling changed, with a set of constants."""
    return [
        ("as shipped", {}, {}),
        *((f"{name} = {value}", {}, {name: value}) for name, value in alternatives(rulings)),
        *((f"constants {i}", rules, {}) for i, rules in enumerate(constants)),
    ]


def sets_of(rules: Mapping[str, Any], rulings: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Changed constants and rulings as the product's loader takes them."""
    both = (("rules", rules), ("rulings", rulings))
    return [(f"{kind}.{name}", json.dumps(value)) for kind, values in both for name, value in values.items()]


def differences(kernel: Any, reference: Any, path: str = "") -> list[str]:
    """Where two JSON values differ, one line for each path."""
    if kernel == reference:
        return []
    if isinstance(kernel, dict) and isinstance(reference, dict):
        lines = []
        for key in [*kernel, *(key for key in reference if key not in kernel)]:
            if key not in kernel or key not in reference:
                lines.append(f"{path}.{key} is missing in the {'kernel' if key in reference else 'reference'}")
            else:
                lines += differences(kernel[key], reference[key], f"{path}.{key}")
        return lines
    if isinstance(kernel, list) and isinstance(reference, list) and len(kernel) == len(reference):
        pairs = enumerate(zip(kernel, reference, strict=True))
        return [line for i, (a, b) in pairs for line in differences(a, b, f"{path}[{i}]")]
    return [f"{path}: kernel {kernel!r}, reference {reference!r}"]


class Twin:
    """Games of one setting played by both programs; a game says how they begin, choose and end.

    Attributes
    ----------
    driver, info, tables
        The compiled game, which this twin lends its tables; the data that they are of.
    game
        The reference's game.
    kinds
        Ids of the decision points met so far.
    """

    game: Any

    def __init__(self, driver: Driver, info: GameData) -> None:
        self.driver, self.info, self.tables = driver, info, np.array(info.tables)
        self.kinds: set[str] = set()

    def deal(self, where: str, seed: int, number: int, characters: Sequence[int]) -> list[int]:
        """Deal by the kernels; `where` begins all messages of this game. Returns the legal actions."""
        self.where, self.history = where, list[str]()
        self.driver.tables, self.driver.n_seats = self.tables, len(characters)
        return self.driver.setup(seed, number, tuple(characters))

    def tell(self, text: str) -> None:
        """Remember a choice that is about to be made."""
        self.kinds.add(self.game.decision)
        self.history.append(f"seat {self.game.actor + 1} {self.game.decision} {text}")

    def take_log(self) -> list[tuple[int, int, int]]:
        """Notes since the last time; there must have been room for all."""
        n_log = int(self.driver.state.core.n_log)
        if n_log > MAX_LOG:
            raise DisagreementError(f"{self.where}: the log has room for {MAX_LOG} notes, here are {n_log}")
        return self.driver.take_log()

    def compare(self, legal: list[int], expected: list[str]) -> tuple[dict[str, Any], list[str]]:
        """State and legal actions must be the same; returns the state as JSON, and the actions' texts."""
        view, state = self.driver.game.view, self.driver.state
        shown, texts = view.state_json(state, self.info), [view.action_text(state, self.info, code) for code in legal]
        self.demand("state", shown, self.game.dump())
        self.demand("legal", texts, expected)
        return shown, texts

    def demand(self, what: str, kernel: Any, reference: Any) -> None:
        """Both values must be the same.

        Raises
        ------
        DisagreementError
            They are not.
        """
        lines = differences(kernel, reference, what)
        if lines:
            tail, shown = "\n".join(self.history[-TAIL:]), "\n".join(lines[:20])
            raise DisagreementError(f"{self.where}, step {len(self.history)}, after\n{tail}\n{shown}")
