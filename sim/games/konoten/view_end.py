"""The end of a game of konoten: the order of the seats, and how ties were broken (N-E7, N-E8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby, pairwise
from typing import Any

from sim.games.konoten.view_names import Cards, listed, seat_names

_LEVELS = ("lenses", "cards in its lenses", "result values in its lenses")


def tell_ranking(state: Mapping[str, Any], cards: Cards) -> Iterator[str]:
    """For every tie in VP: what decided it, or that it stays."""
    names = seat_names(state)
    keys = {seat["seat"]: (int(seat["vp"]), *_tie_break(state, seat["seat"], cards)) for seat in state["seats"]}
    ranked = sorted(keys, key=lambda seat: keys[seat], reverse=True)
    for vp, tied in groupby(ranked, lambda seat: keys[seat][0]):
        seats = list(tied)
        for first, second in pairwise(seats):
            yield _tie(names[first - 1], names[second - 1], keys[first], keys[second], vp)


def _tie_break(state: Mapping[str, Any], seat: int, cards: Cards) -> tuple[int, int, int]:
    own = [lens for lens in state["lenses"] if lens["owner"] == seat]
    used = [card for lens in own for card in (*lens["left"], *lens["right"]) if card]
    results = [int(cards.entry(card)["result"]) for lens in own for card in lens["right"] if card]
    return len(own), len(used), sum(results)


def _tie(first: str, second: str, better: tuple[int, ...], worse: tuple[int, ...], vp: int) -> str:
    for level, (a, b) in zip(_LEVELS, zip(better[1:], worse[1:], strict=True), strict=True):
        if a != b:
            return f"{first} and {second} both have {vp} VP; {first} is ahead by {level} ({a} to {b})."
    return f"{listed([first, second])} share their place: {vp} VP, and equal in lenses, cards and result values."
