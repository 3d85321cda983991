"""RD11: one card of another character (break, snatch, steal, discard, ice blade)."""

from __future__ import annotations

from typing import Any

from . import chance
from .choices import Steps, ask
from .state import Seat, State


def options(g: State, owner: Seat, with_judgement: bool = False) -> dict[str, Any]:
    """What may be taken of him: the cards that all can see by name, hand and face-down area at random."""
    seen = [*owner.visible, *owner.equipment, *(owner.judgement if with_judgement else ())]
    found: dict[str, Any] = {f"take card={g.cards[n].id}": n for n in sorted(seen)}
    if owner.hand - owner.visible:
        found["take zone=hand"] = "hand"
    if owner.down and g.rulings["down_reach"] == "random":
        found["take zone=down"] = "down"
    return found


def pick_card(g: State, chooser: Seat, owner: Seat, with_judgement: bool = False) -> Steps[int | None]:
    """The card that is taken, still in its place; None if there is none."""
    known = options(g, owner, with_judgement)
    if not known:
        return None
    card = yield from ask(g, chooser, "RD11", known)
    if card == "hand":
        return chance.pick(g, owner.hand - owner.visible)
    if card == "down":
        g.fire("R-C8")
        return chance.pick(g, owner.down)
    return int(card)
