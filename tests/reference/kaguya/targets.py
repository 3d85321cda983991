"""Whom an op falls on (section 14.3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .choices import Steps, pick_player
from .data import TRACKS
from .frames import Frame
from .state import Seat, State


def targets(g: State, frame: Frame, op: dict[str, Any], changes: Callable[[Seat], bool]) -> Steps[list[Seat]]:
    """The players that an op falls on; `changes` tells whether it would change something on a player."""
    who = op.get("who", "self")
    if who == "self":
        return [frame.owner]
    if who == "winner":
        return [g.seats[g.marker]]
    others = [p for p in g.serving_order() if p is not frame.owner]
    if who in ("others", "all"):
        pool = g.serving_order() if who == "all" else others
        return [p for p in pool if changes(p)]
    among = [p for p in (others if who == "other" else g.seats) if changes(p)]
    if not among:
        g.fire("K-X3")
        return []
    return [(yield from pick_player(frame.owner, among))]


def movable_tracks(player: Seat, track: str, by: int) -> list[str]:
    """The tracks on which a cube can move at least one step towards `by`."""
    tracks = TRACKS if track == "choose" else (track,)
    step = 1 if by > 0 else -1
    return [t for t in tracks if by and 0 <= player.cubes[t] + step <= 2]
