"""A line of the story: phrases of several seats, put together as sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby

from sim.games.konoten.view_names import amount, listed


@dataclass
class Cost:
    """AP that a seat pays in one action; the amount is known only when all of the action has been seen."""

    seat: int
    ap: int = 0
    base: int = 0  # of it, for the hub of a lens
    reasons: list[str] = field(default_factory=list)  # abilities that made it less

    def __str__(self) -> str:
        why = f" ({listed(self.reasons)})" if self.reasons else ""
        if 0 < self.base < self.ap:
            return f"{self.ap - self.base}+{self.base} AP{why}"
        return f"{amount(self.ap, 'ap')}{why}" if self.ap or why else ""


@dataclass
class Phrase:
    """What a seat (from 1; 0: the words are a sentence of their own) does; `things` are what it gains or pays."""

    seat: int
    verb: str
    things: list[str | Cost]

    def __str__(self) -> str:
        things = [text for text in map(str, self.things) if text]
        if not self.verb:
            return things[0] if things else ""
        return f"{self.verb} {listed(things)}" if things else ""


def _without_reason(thing: str | Cost, following: str | Cost) -> str | Cost:
    """A thing without its reason in brackets, if what follows has the same."""
    if isinstance(thing, Cost) or isinstance(following, Cost):
        return thing
    words, opening, reason = thing.partition(" (")
    return words if opening and following.endswith(f" ({reason}") else thing


class Line:
    """One line of the story; `opening` stands in front of it."""

    def __init__(self, names: Sequence[str], opening: str = "") -> None:
        self._names, self._opening = names, opening
        self._phrases: list[Phrase] = []

    def say(self, seat: int, words: str) -> None:
        """Add words that follow the name of a seat, or that stand alone (seat 0)."""
        if words:
            self._phrases.append(Phrase(seat, "", [words]))

    def add(self, seat: int, verb: str, things: Sequence[str | Cost]) -> None:
        """Add what a seat gains, pays or loses; the same verb in a row is said once."""
        last = self._phrases[-1] if self._phrases else None
        if last and last.verb == verb and last.seat == seat and last.things and things:
            last.things[-1] = _without_reason(last.things[-1], things[0])
            last.things += things
        elif things:
            self._phrases.append(Phrase(seat, verb, list(things)))

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to tell."""
        return not any(str(phrase) for phrase in self._phrases)

    def only(self, words: str) -> list[int]:
        """The seats, if all that is said is that they do this."""
        same = all(phrase.seat and str(phrase) == words for phrase in self._phrases)
        return [phrase.seat for phrase in self._phrases] if same else []

    def text(self, closing: str = "") -> str:
        """The line: what one seat does in a row shares its name."""
        clauses = []
        for seat, run in groupby((p for p in self._phrases if str(p)), lambda phrase: phrase.seat):
            words = listed([str(phrase) for phrase in run])
            clauses.append(f"{self._names[seat - 1]} {words}" if seat else words)
        return f"{self._opening}{'; '.join(clauses)}{closing}." if clauses else ""
