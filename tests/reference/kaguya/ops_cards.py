"""Ops on scene cards (K-X11, K-X13, K-X14)."""

from __future__ import annotations

from typing import Any

from . import chance
from .choices import Steps, pick_card
from .data import kind_of
from .frames import Frame
from .state import OwnedCard, State

Op = dict[str, Any]


def is_of_kind(card: int, kind: str) -> bool:
    """Whether a scene card is of a kind; "any" is every kind."""
    return kind in ("any", kind_of(card))


def make_ready(g: State, card: OwnedCard) -> None:
    """A used card is usable again; dice on it go to the stock."""
    card.is_used = False
    g.stock_dice += len(card.dice)
    card.dice = []


def ready(g: State, frame: Frame, op: Op) -> Steps[None]:
    cards = frame.owner.cards
    used = [
        n
        for n, card in cards.items()
        if card.is_used and is_of_kind(n, op.get("kind", "any")) and not g.cards.contains_ready(n)
    ]
    if used:
        make_ready(g, cards[(yield from pick_card(frame.owner, used))])
        g.fire("K-X11")


def lock(g: State, frame: Frame, op: Op) -> Steps[None]:
    own = {n: r for n, r in g.display.items() if r and r.seat == frame.owner.seat and not r.is_locked}
    if own:
        own[(yield from pick_card(frame.owner, own))].is_locked = True
        g.fire("K-X13")


def unreserve(g: State, frame: Frame, op: Op) -> Steps[None]:
    own = {n: r for n, r in g.display.items() if r and r.seat == frame.owner.seat}
    if own:
        card = yield from pick_card(frame.owner, own)
        frame.owner.pool.append(own[card].die)
        frame.owner.hearts += 1
        g.display[card] = None
        g.fire("K-X13")


def draw(g: State, frame: Frame, op: Op) -> Steps[None]:
    kind = op["kind"]
    looked: list[int] = []
    for _ in range(op.get("look", 1)):
        card = chance.draw_card(g, kind)
        if card is None:
            break
        looked.append(card)
    for _ in range(min(op.get("keep", 1), len(looked))):
        card = yield from pick_card(frame.owner, looked)
        looked.remove(card)
        g.give_card(frame.owner, card)
        g.fire("K-X14")
    g.discards[kind] += looked


def take_board(g: State, frame: Frame, op: Op) -> Steps[None]:
    free = [n for n, r in g.display.items() if r is None and is_of_kind(n, op.get("kind", "any"))]
    if free:
        card = yield from pick_card(frame.owner, free)
        del g.display[card]
        g.give_card(frame.owner, card)
        g.fire("K-X14")


HANDLERS = {"ready": ready, "lock": lock, "unreserve": unreserve, "draw": draw, "take_board": take_board}
