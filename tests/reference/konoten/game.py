"""The game from outside: one object that is asked for options and told one at a time."""

from __future__ import annotations

from typing import Any

from ..asking import Asked
from . import flow
from . import outcome as ends
from .choices import parse
from .data import Data
from .state import State


class Game(Asked):
    """One game of konoten.

    Parameters
    ----------
    data
        Rules, rulings and entries.
    characters
        Names by seat, seat 1 first.
    normal_deck, vp_deck
        Card numbers in the order of drawing; the first ones are the display.

    Attributes
    ----------
    state
        The table.
    questions, longest
        Points with more than one option so far, the present one included; the longest list among them.
    is_over
        Whether the game has ended.
    """

    def __init__(self, data: Data, characters: list[str], normal_deck: list[int], vp_deck: list[int]) -> None:
        assert data.rules["players_min"] <= len(characters) <= data.rules["players_max"]
        assert len(set(characters)) == len(characters)
        self.state = State(data, characters, normal_deck, vp_deck)
        super().__init__(flow.play(self.state))

    @property
    def fired(self) -> set[str]:
        """Clauses that acted, and alternatives such as "N-D5 yes" or "N-C405 on_activate"."""
        return self.state.fired

    def structured(self) -> list[dict[str, Any]]:
        """The same as data: `words` and named arguments."""
        return [parse(text) for text in self.options()]

    def dump(self) -> dict[str, Any]:
        """The state as JSON data."""
        return self.state.dump(self.actor + 1, self.decision, self.is_over)

    def outcome(self) -> dict[str, Any]:
        """The columns of section 7; `seats` is a list."""
        return ends.outcome(self.state, self.questions, self.longest)
