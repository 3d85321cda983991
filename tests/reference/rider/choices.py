"""Questions. Rules code is written as generators: it yields a Question and is sent the chosen text."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, TypeVar

from .state import Seat, State

T = TypeVar("T")


@dataclass
class Question:
    """A decision point: who decides, which one of section 4, and the options in listing order."""

    seat: int
    decision: str
    options: list[str]


#: What a rules function returns that may ask on its way.
Steps = Generator[Question, str, T]


def ask(g: State, player: Seat, decision: str, options: dict[str, Any]) -> Steps[Any]:
    """Ask for one of the options (text -> value); returns the value. One option alone is taken without asking."""
    assert options, f"{decision}: nothing to choose from"
    if len(options) > 1 or decision == "RD4" or next(iter(options.values())) is not None:  # not a refusal alone
        g.fire(decision)
    if len(options) == 1:
        return next(iter(options.values()))
    text = yield Question(player.seat, decision, list(options))
    return options[text]


def ask_card(g: State, player: Seat, decision: str, verb: str, cards: list[int]) -> Steps[int]:
    """Ask for one of some cards."""
    return (yield from ask(g, player, decision, {f"{verb} card={g.cards[n].id}": n for n in sorted(cards)}))


def ask_seat(g: State, player: Seat, seats: list[Seat], can_stop: bool = False) -> Steps[Seat | None]:
    """RD5: one of some seats, counterclockwise from the one who decides; None is `done`."""
    options: dict[str, Seat | None] = {f"target seat={p.seat + 1}": p for p in g.from_seat(player.seat) if p in seats}
    if can_stop:
        options["done"] = None
    return (yield from ask(g, player, "RD5", options))
