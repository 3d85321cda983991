"""Questions of the game's rules (`reference.asking`)."""

from __future__ import annotations

from typing import Any

from ..asking import Question, Steps
from .state import Seat


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
