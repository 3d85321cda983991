"""The game from outside: one object that is asked for legal moves and told one at a time."""

from __future__ import annotations

from typing import Any

from ..asking import Asked
from . import flow
from . import outcome as ends
from .data import Cards
from .state import State


class Game(Asked):
    """One game of kaguya.

    Parameters
    ----------
    rules, rulings
        All constants of section 1 and all options of section 3, by name.
    pack
        The parsed pack file.
    characters
        Names by seat, seat 1 first.
    deal_key, table_key
        Keys of the two chance streams.

    Attributes
    ----------
    actor, decision
        Seat (from 0) that decides now, and the decision point's id; a forced point (one option) is a point as well.
    chance
        Chance outcomes since the last `apply`.
    questions
        Points with more than one option so far, the present one included.
    """

    def __init__(
        self,
        rules: dict[str, Any],
        rulings: dict[str, str],
        pack: dict[str, Any],
        characters: list[str],
        deal_key: int,
        table_key: int,
    ) -> None:
        self.state = State(rules, rulings, Cards(pack), characters, (deal_key, table_key))
        super().__init__(flow.play(self.state))
        self._events = list(self.state.coming)

    @property
    def chance(self) -> list[dict[str, Any]]:
        """Chance outcomes since the last `apply`, in order."""
        return self.state.chance

    @property
    def fired(self) -> set[str]:
        """Clauses that fired (best effort) and words of cards that were met.

        "op bag" ran, "cost die" was paid, "count pool" was counted, "on place" was met, "limit day" was looked at,
        "if is_start holds" and "if is_start fails" were the answers.
        """
        return self.state.fired

    def legal(self) -> list[str]:
        """The options in listing order; empty at the end."""
        return self.options()

    def apply(self, text: str) -> None:
        """Take an option and run on to the next decision point."""
        self.state.chance = []
        self.take(text)

    def dump(self) -> dict[str, Any]:
        """The state as JSON data (section 14.5)."""
        return self.state.dump(self.actor + 1, self.decision, self.is_over)

    def outcome(self) -> dict[str, Any]:
        """The columns of section 7; `seats` is a list, with the sets `cards_owned` and `cards_used`."""
        return ends.outcome(self.state, self.questions, self._events)
