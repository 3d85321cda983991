"""Who makes the choices of an effect, and where its points are booked."""

from __future__ import annotations

from dataclasses import dataclass

from .state import Seat


@dataclass
class Frame:
    """An effect that is being resolved."""

    owner: Seat
    part: str  # score part that its points belong to
    die: int = 0  # sum of the dice put on the card
    takes_dice: bool = False  # whether the card takes dice; if not, `die` sums the dice paid as its cost
