"""The game from outside: one object that is asked for options and told one at a time."""

from __future__ import annotations

from typing import Any

from . import flow
from . import outcome as ends
from .choices import Question, parse
from .data import Data
from .state import State


class Game:
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
        self.questions = self.longest = 0
        self.is_over = False
        self._question: Question | None = None
        self._steps = flow.play(self.state)
        self._go(None)

    def _go(self, text: str | None) -> None:
        try:
            question = next(self._steps) if text is None else self._steps.send(text)
        except StopIteration:
            self._question, self.is_over = None, True
            return
        self._question = question
        self.questions += 1
        self.longest = max(self.longest, len(question.options))

    @property
    def actor(self) -> int:
        """Seat (from 0) that decides now; -1 at the end."""
        return -1 if self._question is None else self._question.seat

    @property
    def decision(self) -> str:
        """Id of the decision point, "" at the end."""
        return "" if self._question is None else self._question.decision

    @property
    def fired(self) -> set[str]:
        """Clauses that acted, and alternatives such as "N-D5 yes" or "N-C405 on_activate"."""
        return self.state.fired

    def options(self) -> list[str]:
        """The options in listing order, at least two; empty at the end."""
        return [] if self._question is None else list(self._question.options)

    def structured(self) -> list[dict[str, Any]]:
        """The same as data: `words` and named arguments."""
        return [parse(text) for text in self.options()]

    def take(self, text: str) -> None:
        """Take an option and run on to the next point with a choice."""
        if text not in self.options():
            raise ValueError(f"{text!r} is not legal; legal: {self.options()}")
        self._go(text)

    def dump(self) -> dict[str, Any]:
        """The state as JSON data."""
        return self.state.dump(self.actor + 1, self.decision, self.is_over)

    def outcome(self) -> dict[str, Any]:
        """The columns of section 7; `seats` is a list."""
        return ends.outcome(self.state, self.questions, self.longest)
