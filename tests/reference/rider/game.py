"""The game from outside: one object that is asked for options and told one at a time."""

from __future__ import annotations

from typing import Any

from . import flow
from . import outcome as ends
from .choices import Question
from .data import Data
from .state import State


class Game:
    """One game of rider.

    Parameters
    ----------
    data
        Rules, rulings, deck and roster.
    persons
        By seat: number of the person who sits there; he brings his offers and his opening hand.
    deal_key, table_key
        Keys of the two chance streams.

    Attributes
    ----------
    state
        The table.
    questions
        Points with more than one option so far, the present one included.
    is_over
        Whether the game has ended.
    """

    def __init__(self, data: Data, persons: list[int], deal_key: int, table_key: int) -> None:
        self.state = State(data, persons, deal_key, table_key)
        self.questions = 0
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
        """Clauses, decision points, skills and words of effects that acted."""
        return self.state.fired

    def take_recent(self) -> set[str]:
        """What of `fired` acted since the last call."""
        recent, self.state.recent = self.state.recent, set()
        return recent

    def options(self) -> list[str]:
        """The options in listing order, at least two; empty at the end."""
        return [] if self._question is None else list(self._question.options)

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
        return ends.outcome(self.state, self.questions)
