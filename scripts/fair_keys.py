"""The keys of `fairseat fair`: their ranges as written, whether they are whole, and the texts of their values."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from analysis.fair_design import MOST_KEYS, Key, Point
from scripts.request import Request, load
from scripts.variant import OPTIONS, apply, check_path, parse_vary
from sim import written
from sim.errors import UserError

#: Letters of the name of a cell.
MOST_LETTERS = 100

_NUMBER = r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)"
_RANGE = re.compile(rf"({_NUMBER})\s*:\s*({_NUMBER})", re.ASCII)


def parse_keys(texts: Sequence[str] | None, request: Request) -> tuple[Key, ...]:
    """Keys out of `PATH=a:b` (a range), `PATH=a:b:step` or `PATH=x,y,z` (these values only).

    A key takes whole numbers if its value in the data is one.

    Raises
    ------
    UserError
        No key, a path that is unknown or no number, a range that is empty, a path named twice, too many keys.
    """
    if not texts:
        raise UserError("--vary is missing: name what may change, like --vary rules.handicap.2=0:6")
    if len(texts) > MOST_KEYS:
        raise UserError(f"--vary: {len(texts)} keys at once, {MOST_KEYS} at most")
    document = load(request)[1].document
    keys = tuple(_key(text, request, document) for text in texts)
    paths = [key.path for key in keys]
    for path in paths:
        if paths.count(path) > 1:
            raise UserError(f"--vary {path}: name each path once")
    return keys


def _key(text: str, request: Request, document: Mapping[str, Any]) -> Key:
    try:
        path, listed = written.parse_set(text)
        check_path(path)
        if path in OPTIONS:
            raise UserError(f"{path} is no number of the rules; compare such variants with `fairseat sweep`")
        now = _number_at(document, path, request)
        span = _RANGE.fullmatch(listed)
        values = () if span else tuple(sorted(_number(path, one) for one in parse_vary(text).values))
        low, high = (float(span[1]), float(span[2])) if span else (values[0], values[-1])
    except UserError as error:
        raise UserError(f"--vary {text}: {error}") from None
    is_whole = isinstance(now, int)
    _refuse_empty(text, low, high)
    for value in (low, high, *values):
        if is_whole and value != round(value):
            raise UserError(f"--vary {text}: {path} is {now}, a whole number; {value:g} is none")
    key = Key(path, low, high, is_whole, values)
    for value in (low, high):
        _try(text, key, value, request)
    return key


def _refuse_empty(text: str, low: float, high: float) -> None:
    if not low < high:
        raise UserError(f"--vary {text}: the range is empty; write PATH=a:b with a below b")


def _number(path: str, text: str) -> float:
    if not re.fullmatch(_NUMBER, text, re.ASCII):
        raise UserError(f"{path}: {text!r} is no number; `fairseat fair` looks for a number")
    return float(text)


def _number_at(document: Mapping[str, Any], path: str, request: Request) -> int | float:
    """The number at a path of the data; UserError where there is none. A weight that a style leaves out is 0."""
    root, *steps = path.split(".")
    place: Any = document.get(root, {})
    if root == "cards":
        place = {entry.get("id"): entry for entry in _entries(document)}
    if root == "policies":
        place = {name: table.get("weights", table) for name, table in place.items()}
    for step in steps:
        if isinstance(place, Mapping):
            place = place.get(step, 0.0 if root == "policies" and step == steps[-1] and len(steps) == 2 else None)
        elif isinstance(place, list) and step.isdecimal() and 1 <= int(step) <= len(place):
            place = place[int(step) - 1]
        else:
            place = None
    if isinstance(place, bool) or not isinstance(place, int | float):
        if place is None:
            load(apply(request, {path: "0"}))  # what the game itself says of a path that it does not know
        raise UserError(f"{path} is {_shown(place)}, no number; name one number, like rules.handicap.2")
    return place


def _entries(document: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    cards = document.get("cards") or []
    return list(cards) if isinstance(cards, list) else [one for each in cards.values() for one in each]


def _shown(value: Any) -> str:
    return "not there" if value is None else f"{value!r}"[:60]


def _try(text: str, key: Key, value: float, request: Request) -> None:
    """Lets the game check a value before anything is played."""
    try:
        load(apply(request, {key.path: value_text(key, value)}))
    except UserError as error:
        raise UserError(f"--vary {text}: {error}") from None


def value_text(key: Key, value: float) -> str:
    """A value as `--set` takes it."""
    if key.is_whole:
        return str(round(value))
    text = f"{value:.12g}"
    return text if any(sign in text for sign in ".e") else f"{text}.0"


def shown(key: Key, value: float) -> str:
    """A value as people write it."""
    return str(round(value)) if key.is_whole else f"{value:.6g}"


def settings(keys: Sequence[Key], point: Point) -> dict[str, str]:
    """Settings of a point, by path."""
    return {key.path: value_text(key, value) for key, value in zip(keys, point, strict=True)}


def point_name(keys: Sequence[Key], point: Point) -> str:
    """Name of the folder of a point: the values in the order of the keys, all digits of them; no name is an option."""
    name = ",".join(
        str(round(value)) if key.is_whole else f"{value:.12g}" for key, value in zip(keys, point, strict=True)
    )
    name = f"at{name}" if name.startswith("-") else name
    if len(name) <= MOST_LETTERS:
        return name
    from sim.tables import digest

    return f"{name[: MOST_LETTERS - 9]}-{digest({'point': list(point)})[:8]}"


def base_values(keys: Sequence[Key], request: Request) -> Point:
    """Values of the keys in the data, as they are without any change."""
    document = load(request)[1].document
    return tuple(float(_number_at(document, key.path, request)) for key in keys)
