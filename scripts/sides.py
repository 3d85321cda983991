"""The two sides of a comparison: what each is, planned so that their blocks are pairs wherever they can be."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from scripts.request import Request, Setup, prepare
from scripts.study import with_second_style
from scripts.variant import apply, parse_setting
from sim.errors import UserError

NAMES = ("A", "B")


def sides_of(request: Request, a: Sequence[str], b: Sequence[str]) -> tuple[Request, Request]:
    """The requests of both sides, from the common one and the settings of each.

    Where a side names its policy, both sides play one table; else both play the tables of the request, or the two that
    a study shows by default.

    Raises
    ------
    UserError
        A setting that is none, a path named twice on a side, a policy beside several common ones.
    """
    settings = [_settings(f"--{name.lower()}", texts) for name, texts in zip(NAMES, (a, b), strict=True)]
    if any("policy" in side for side in settings):
        if len(request.policies) > 1:
            raise UserError(f"--policy {request.policies[1]!r}: a side names its policy, so give one --policy at most")
        request = replace(request, policies=request.policies or (_default_policy(request),))
    else:
        request = with_second_style(request)
    first, second = (_applied(name, request, side) for name, side in zip(NAMES, settings, strict=True))
    return first, second


def _applied(name: str, request: Request, settings: Mapping[str, str]) -> Request:
    try:
        return apply(request, settings)
    except UserError as error:
        raise UserError(f"--{name.lower()} {error}") from None


def _settings(option: str, texts: Sequence[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for text in texts:
        try:
            path, value = parse_setting(text)
        except UserError as error:
            raise UserError(f"{option} {text!r}: {error}") from None
        if path in found:
            raise UserError(f"{option} {text!r}: {path} is set twice on this side; name it once")
        found[path] = value
    return found


def _default_policy(request: Request) -> str:
    from sim import registry

    return registry.find(request.game).default_policy


def planned(requests: tuple[Request, Request], n_games: int) -> tuple[Setup, Setup]:
    """Both sides, found and checked, with as many blocks as both can have."""
    found = []
    for name, request in zip(NAMES, requests, strict=True):
        try:
            found.append(prepare(request, n_games))
        except UserError as error:
            raise UserError(f"side {name}: {error}") from None
    one, two = (setup.plan for setup in found)
    if one.n_games != two.n_games and one.block_size == two.block_size:
        cycle = one.block_size * math.lcm(one.cycle_blocks, two.cycle_blocks)
        found = [prepare(request, -(-n_games // cycle) * cycle) for request in requests]
    return found[0], found[1]
