"""Questions. Rules code is written as generators: it yields a Question and is sent the chosen text."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, TypeVar

from .state import Seat

T = TypeVar("T")


@dataclass
class Question:
    """A decision point: who decides, which one of section 4, and the options in listing order."""

    seat: int
    decision: str
    options: list[str]


#: What a rules function returns that may ask on its way.
Steps = Generator[Question, str, T]


def ask(player: Seat, decision: str, options: dict[str, Any]) -> Steps[Any]:
    """Ask for one of the options (text -> value); returns the value. One option alone is taken without asking."""
    assert options, f"{decision}: nothing to choose from"
    if len(options) == 1:
        return next(iter(options.values()))
    text = yield Question(player.seat, decision, list(options))
    return options[text]


def parse(text: str) -> dict[str, Any]:
    """An option's text as data: `words` and the named arguments, numbers as ints."""
    parsed: dict[str, Any] = {"words": []}
    for part in text.split():
        name, is_named, value = part.partition("=")
        if is_named:
            parsed[name] = int(value) if value.isdigit() else value
        else:
            parsed["words"].append(part)
    return parsed
