"""Single values of the data: the text of a value, and writing it at a path such as `cards.ID.do.1.n`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from sim.errors import UserError, unknown
from sim.tables.sources import ROOTS, DataShape, Resolved, Source


def set_value(data: Resolved, shape: DataShape, path: str, text: str) -> None:
    """Change the value at a path such as `rules.handicap.4` to the value written in `text`."""
    where = f"--set {path}={text}"
    root, *steps = path.split(".")
    try:
        value = parse_value(text)
        if root not in ROOTS:
            raise _unknown_root(data, path, root)
        if not steps or "" in steps:
            raise UserError("write rules.KEY, rulings.NAME, cards.ID.FIELD or policies.STYLE.FEATURE")
        _SETTERS[root](data, shape, steps, value)
    except UserError as error:
        raise UserError(f"{where}: {error}") from None
    data.origins[f"{root}.{steps[0]}"] = Source(where)


def _unknown_root(data: Resolved, path: str, root: str) -> UserError:
    """Error for a path that starts with no part of the data: perhaps only its first step is lacking."""
    ids = [entry["id"] for entry in data.entries()]
    parts = {"rules": data.rules, "rulings": data.rulings, "cards": ids, "policies": data.policies}
    for part, names in parts.items():
        if root in names:
            return UserError(f"did you mean {part}.{path}?")
    return unknown("path", root, ROOTS)


def _set_rule(data: Resolved, shape: DataShape, steps: list[str], value: Any) -> None:
    _known_step("rule", steps[0], data.rules)
    put(data.rules, steps, value)


def _set_ruling(data: Resolved, shape: DataShape, steps: list[str], value: Any) -> None:
    _known_step("ruling", steps[0], data.rulings)
    put(data.rulings, steps, value)


def _set_card(data: Resolved, shape: DataShape, steps: list[str], value: Any) -> None:
    entries = {entry["id"]: entry for entry in data.entries()}
    _known_step("card", steps[0], entries)
    if len(steps) < 2:
        raise UserError(f"which field of {steps[0]}? Write cards.{steps[0]}.FIELD")
    _known_step("field", steps[1], (name for name in shape.fields if name != "id"))
    put(entries[steps[0]], steps[1:], value)


def _set_policy(data: Resolved, shape: DataShape, steps: list[str], value: Any) -> None:
    _known_step("policy", steps[0], data.policies)
    if len(steps) != 2:
        raise UserError(f"which feature of {steps[0]}? Write policies.{steps[0]}.FEATURE")
    put(data.policies[steps[0]], ["weights", steps[1]], value)


_SETTERS: Mapping[str, Callable[[Resolved, DataShape, list[str], Any], None]] = {
    "rules": _set_rule,
    "rulings": _set_ruling,
    "cards": _set_card,
    "policies": _set_policy,
}


def _known_step(what: str, name: str, known: Iterable[str]) -> None:
    if name not in (listed := list(known)):
        raise unknown(what, name, listed)


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
        places = f"{len(place)} place{'' if len(place) == 1 else 's'}"
        raise UserError(f"{name} is a list with {places}: {step!r} must be a number from 1 to {len(place)}")
    return int(step) - 1
