"""Variants of what is played: settings written as PATH=VALUE, and lists of values to vary."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim import written
from sim.errors import UserError, unknown

if TYPE_CHECKING:
    from scripts.request import Request

#: First step of a path that `--set` takes.
ROOTS = ("rules", "rulings", "cards", "policies")

#: Values of one list, at most.
MAX_VALUES = 10_000

_NUMBER = r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?"
_RANGE = re.compile(rf"({_NUMBER})\s*:\s*({_NUMBER})(?:\s*:\s*({_NUMBER}))?", re.ASCII)
_OPENING, _CLOSING = "[{(", "]})"


@dataclass(frozen=True)
class Vary:
    """A path and the values that it takes, as texts that `apply` understands, in the order named."""

    path: str
    values: tuple[str, ...]


def _whole(text: str) -> int:
    if not re.fullmatch(r"\d{1,9}", text, re.ASCII):
        raise UserError(f"{text!r}: give a whole number")
    return int(text)


#: Options beside the data: field of a request, and what makes its value of a text.
_FIELDS: Mapping[str, tuple[str, Callable[[str], Any]]] = {
    "players": ("players", _whole),
    "seating": ("seating", str),
    "deals": ("deals", str),
    "policy": ("policies", lambda text: (text,)),
    "characters": ("characters", str),
    "cards": ("cards", str),
    "rules": ("rules", Path),
}
OPTIONS = tuple(_FIELDS)


def apply(request: Request, settings: Mapping[str, str]) -> Request:
    """A request with settings changed, in their order; a later one wins over an earlier one of the same path.

    Parameters
    ----------
    request
        What is played without them.
    settings
        Texts of values by path. A path is one that `--set` takes (`rules.KEY`, `rulings.NAME`, `cards.ID.FIELD`,
        `policies.STYLE.FEATURE`) or the name of an option: players, seating, deals, policy (one table for all),
        characters, cards, rules.

    Raises
    ------
    UserError
        Unknown path, or a number of players that is none. What the game makes of a value, `request.prepare` finds.
    """
    for path, text in settings.items():
        check_path(path)
        if path in _FIELDS:
            name, make = _FIELDS[path]
            request = replace(request, **{name: _named(path, make, unquoted(path, text))})
        else:
            kept = (old for old in request.sets if old.partition("=")[0].strip() != path)
            request = replace(request, sets=(*kept, f"{path}={text}"))
    return request


def _named(path: str, make: Callable[[str], Any], text: str) -> Any:
    try:
        return make(text)
    except UserError as error:
        raise UserError(f"{path}={error}") from None


def check_path(path: str) -> None:
    """Refuse a path whose first step is no part of the data and no option."""
    root, dot, rest = path.partition(".")
    if path in _FIELDS or (root in ROOTS and rest):
        return
    if path == "policies":
        raise UserError("path 'policies': write policy=NAME for who decides, or policies.STYLE.FEATURE for a weight")
    if path in ROOTS:
        raise UserError(f"path {path!r}: which one? Write {path}.NAME")
    if root in _FIELDS and dot:
        raise UserError(f"path {path!r}: {root} has no parts; write {root}=VALUE")
    if path == "seed":
        raise UserError("path 'seed': all variants play with one seed, so that they share chance; give it as --seed")
    raise unknown("path", root, dict.fromkeys((*ROOTS, *OPTIONS)))


def parse_setting(text: str) -> tuple[str, str]:
    """Path and text of a value from "PATH=VALUE"; UserError if there is no value or the path is unknown."""
    path, value = written.parse_set(text)
    check_path(path)
    _check_value(path, value)
    return path, value


def parse_vary(text: str) -> Vary:
    """A path and its values from "PATH=a:b:step", "PATH=a:b" (step 1) or "PATH=x,y,z".

    Ranges hold both ends, if the steps reach them. Whole numbers stay whole, and no step is off by a rounding error.
    Values are written as in TOML, so commas may stand in brackets and quotes; one-word texts need no quotes. A list
    may hold ranges.

    Raises
    ------
    UserError
        Unknown path; a value that is none, a range that goes nowhere, a value named twice, too many values.
    """
    try:
        path, listed = written.parse_set(text)
    except UserError:
        raise UserError(f"{text!r}: write PATH=a:b:step or PATH=x,y,z, like rules.handicap.1=0:6") from None
    check_path(path)
    values: list[str] = []
    for piece in split_values(listed):
        values += _range(path, piece) if _RANGE.fullmatch(piece) else [_one(path, piece)]
    return checked(path, values)


def checked(path: str, values: list[str]) -> Vary:
    """Values of a path, each named once and not too many."""
    if len(values) > MAX_VALUES:
        raise UserError(f"{path}: {len(values):,} values; at most {MAX_VALUES:,} can be varied")
    seen: dict[str, str] = {}
    for value in values:
        if (meaning := _meaning(path, value)) in seen:
            said = "stands twice" if seen[meaning] == value else f"is {seen[meaning]} again"
            raise UserError(f"{path}: the value {value} {said}; name each once")
        seen[meaning] = value
    return Vary(path, tuple(values))


def _meaning(path: str, text: str) -> str:
    """A value however it is written: 2, +2 and 2.0 are one, and so are a word with quotes and without."""
    if path in _FIELDS:
        return unquoted(path, text).lstrip("0") if path == "players" else unquoted(path, text)
    from sim.tables.values import parse_value

    return repr(_even(parse_value(text)))


def _even(value: Any) -> Any:
    """A value with all of its numbers of one kind."""
    if isinstance(value, dict):
        return {key: _even(part) for key, part in sorted(value.items())}
    if isinstance(value, list):
        return [_even(part) for part in value]
    return float(value) if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 1 << 53 else value


def _one(path: str, text: str) -> str:
    if not text:
        raise UserError(f"{path}: a value is missing between two commas or at an end")
    _check_value(path, text)
    return text


def _check_value(path: str, text: str) -> None:
    """Refuse a text that is no TOML value, or no text for an option."""
    if path in _FIELDS:
        unquoted(path, text)
        return
    from sim.tables.values import parse_value

    try:
        parse_value(text)
    except UserError as error:
        raise UserError(f"{path}: {error}") from None


def unquoted(path: str, text: str) -> str:
    """The value of an option as the option itself takes it: quotes keep commas together and go."""
    if not text.startswith(("'", '"')):
        return text
    from sim.tables.values import parse_value

    try:
        value = parse_value(text)
    except UserError:
        raise UserError(f"{path}={text}: the quotes do not close") from None
    if not isinstance(value, str):
        raise UserError(f"{path}={text}: write a text")
    return value


def _range(path: str, text: str) -> list[str]:
    """The values of a range, found in decimal numbers: 0.1 + 0.2 is 0.3."""
    match = _RANGE.fullmatch(text)
    assert match is not None  # who calls has looked
    first, last, step = Decimal(match[1]), Decimal(match[2]), Decimal(match[3] or 1)
    if step == 0:
        raise UserError(f"{path}={text}: the step is 0; leave it out, or give another")
    n_steps = (last - first) / step
    if n_steps < 0:
        way = "below" if step < 0 else "above"
        raise UserError(f"{path}={text}: no value lies between; with step {step} the end must be {way} the start")
    if n_steps >= MAX_VALUES:
        raise UserError(f"{path}={text}: {int(n_steps) + 1:,} values; at most {MAX_VALUES:,} can be varied")
    return [_plain(first + at * step) for at in range(int(n_steps) + 1)]


def _plain(number: Decimal) -> str:
    """A decimal number as TOML writes it: without an exponent, without zeros at its end, and no minus before 0."""
    text = f"{number:f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def split_values(text: str) -> list[str]:
    """The pieces between the commas of a list, but for commas in brackets or quotes."""
    pieces, start = [], 0
    for at in _commas(text):
        pieces.append(text[start:at].strip())
        start = at + 1
    return [*pieces, text[start:].strip()]


def _commas(text: str) -> Iterator[int]:
    depth, quote, is_escaped = 0, "", False
    for at, sign in enumerate(text):
        if quote:
            if is_escaped:
                is_escaped = False
            elif sign == "\\" and quote == '"':
                is_escaped = True
            elif sign == quote:
                quote = ""
        elif sign in "\"'":
            quote = sign
        elif sign in _OPENING:
            depth += 1
        elif sign in _CLOSING:
            depth -= 1
        elif sign == "," and depth == 0:
            yield at
