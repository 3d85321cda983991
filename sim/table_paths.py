"""Single values of nested data: the text of a value, and writing it at a path such as `do.1.n`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from typing import Any

from sim.errors import UserError


def parse_value(text: str) -> Any:
    """A value of the command line: TOML, or a bare word as a string."""
    try:
        parsed = tomllib.loads(f"v = {text}")
    except tomllib.TOMLDecodeError:
        if re.fullmatch(r"[^\W\d][\w-]*", text):
            return text
        raise UserError(f"value {text!r} is no TOML value: write 3, word, [1, 2], {{ a = 1 }} or 'a text'") from None
    if list(parsed) != ["v"]:
        raise UserError(f"value {text!r} is more than one TOML value")
    return parsed["v"]


def put(place: Any, steps: Sequence[str], value: Any) -> None:
    """Write a value into nested tables and lists; tables on the way are made, list places must exist."""
    for done, step in enumerate(steps):
        is_last = done == len(steps) - 1
        if isinstance(place, dict):
            if is_last:
                place[step] = value
            else:
                place = place.setdefault(step, {})
        elif isinstance(place, list):
            index = _index(step, place, ".".join(steps[:done]))
            if is_last:
                place[index] = value
            else:
                place = place[index]
        else:
            raise UserError(f"{'.'.join(steps[:done])} is {place!r}, which has no part {step!r}")


def _index(step: str, place: Sequence[Any], name: str) -> int:
    if not re.fullmatch("[0-9]{1,9}", step) or not 1 <= int(step) <= len(place):
        raise UserError(f"{name} is a list with {len(place)} places: {step!r} must be a number from 1 to {len(place)}")
    return int(step) - 1
