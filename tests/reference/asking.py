"""How a reference asks, whatever the game: rules code is written as generators that yield questions."""

from __future__ import annotations

import random
from collections.abc import Generator
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")


@dataclass
class Question:
    """A decision point: who decides (seat from 0), its id, and the options in listing order."""

    seat: int
    decision: str
    options: list[str]


#: What a rules function returns that may ask on its way; it is sent the chosen text.
Steps = Generator[Question, str, T]


class Asked:
    """A game from outside: one object that is asked for options and told one at a time.

    Attributes
    ----------
    questions, longest
        Points with more than one option so far, the present one included; the longest list so far.
    is_over
        Whether the game has ended.
    """

    def __init__(self, steps: Steps[None]) -> None:
        self.questions = self.longest = 0
        self.is_over = False
        self._steps = steps
        self._question: Question | None = None
        self._go(None)

    def _go(self, text: str | None) -> None:
        try:
            question = next(self._steps) if text is None else self._steps.send(text)
        except StopIteration:
            self._question, self.is_over = None, True
            return
        self._question = question
        self.questions += len(question.options) > 1
        self.longest = max(self.longest, len(question.options))

    @property
    def actor(self) -> int:
        """Seat (from 0) that decides now; -1 at the end."""
        return -1 if self._question is None else self._question.seat

    @property
    def decision(self) -> str:
        """Id of the decision point, "" at the end."""
        return "" if self._question is None else self._question.decision

    def options(self) -> list[str]:
        """The options in listing order; empty at the end."""
        return [] if self._question is None else list(self._question.options)

    def take(self, text: str) -> None:
        """Take an option and run on to the next point."""
        if text not in self.options():
            raise ValueError(f"{text!r} is not legal; legal: {self.options()}")
        self._go(text)


G = TypeVar("G", bound=Asked)


def play(game: G, seed: int) -> G:
    """Play to the end with uniform choices."""
    rng = random.Random(seed)
    while not game.is_over:
        game.take(rng.choice(game.options()))
    return game
