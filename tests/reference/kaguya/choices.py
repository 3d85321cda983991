"""Questions of the game's rules (`reference.asking`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..asking import Question, Steps
from .data import CHARACTERS
from .state import Seat, State


def ask(player: Seat, decision: str, options: dict[str, Any]) -> Steps[Any]:
    """Ask for one of the options (text -> value); returns the value. One option alone is a forced point."""
    text = yield Question(player.seat, decision, list(options))
    return options[text]


def pick_die(player: Seat, faces: Iterable[int], or_none: bool = False) -> Steps[int | None]:
    """Pick an own die among the faces given; it leaves the pool. None for `pick none`."""
    options: dict[str, Any] = {f"pick die={face}": face for face in sorted(set(faces))}
    if or_none:
        options["pick none"] = None
    face: int | None = yield from ask(player, "D5", options)
    if face is not None:
        player.pool.remove(face)
    return face


def pick_own_die(player: Seat, faces: Iterable[int]) -> Steps[int]:
    """As `pick_die`, without the way out."""
    face = yield from pick_die(player, faces)
    assert face is not None
    return face


def pick_face(player: Seat, faces: Iterable[int]) -> Steps[int]:
    """Name a face."""
    face: int = yield from ask(player, "D5", {f"pick face={face}": face for face in sorted(set(faces))})
    return face


def pick_player(player: Seat, among: Iterable[Seat]) -> Steps[Seat]:
    """Pick a character, i.e. its player."""
    rising = sorted(among, key=lambda p: CHARACTERS.index(p.character))
    chosen: Seat = yield from ask(player, "D6", {f"pick char={p.character}": p for p in rising})
    return chosen


def pick_card(player: Seat, numbers: Iterable[int]) -> Steps[int]:
    """Pick a card."""
    card: int = yield from ask(player, "D6", {f"pick card={n}": n for n in sorted(numbers)})
    return card


def pick_slot_die(g: State, player: Seat, dice: Iterable[tuple[Seat, int]]) -> Steps[tuple[Seat, int]]:
    """Pick a die that lies on a character; it stays there."""
    rising = sorted(dice, key=lambda pair: (CHARACTERS.index(pair[0].character), pair[1]))
    options = {f"pick slotdie={p.character}:{face}": (p, face) for p, face in rising}
    chosen: tuple[Seat, int] = yield from ask(player, "D5", options)
    return chosen
