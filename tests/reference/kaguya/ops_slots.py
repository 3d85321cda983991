"""Ops on slot dice (K-X10) and the extra placement (K-X9)."""

from __future__ import annotations

from typing import Any

from . import chance, placing, ponkotsu
from .choices import Steps, ask, pick_face, pick_own_die, pick_player, pick_slot_die
from .data import CHARACTERS
from .frames import Frame
from .ops_dice import shift_of
from .state import Seat, State

Op = dict[str, Any]


def in_scope(g: State, frame: Frame, op: Op) -> list[Seat]:
    """The characters of the scope, in character order."""
    scope = op.get("scope", "any")
    rising = sorted(g.seats, key=lambda p: CHARACTERS.index(p.character))
    return [p for p in rising if scope == "any" or (p is frame.owner) == (scope == "own")]


def slot_dice(g: State, frame: Frame, op: Op) -> list[tuple[Seat, int]]:
    """Distinct (character, face) of the scope."""
    return [(p, face) for p in in_scope(g, frame, op) for face in sorted(set(g.dice_on(p)))]


def slot_shift(g: State, frame: Frame, op: Op) -> Steps[None]:
    dice = [(p, face) for p, face in slot_dice(g, frame, op) if shift_of(op, face)]
    if dice:
        player, old = yield from pick_slot_die(g, frame.owner, dice)
        new = yield from pick_face(frame.owner, shift_of(op, old))
        _replace(g, player, old, new)
        ponkotsu.test_changed(g, [(player, new)], frame.owner)


def slot_reroll(g: State, frame: Frame, op: Op) -> Steps[None]:
    dice = slot_dice(g, frame, op)
    if dice:
        player, old = yield from pick_slot_die(g, frame.owner, dice)
        new = chance.roll_die(g, frame.owner, "slot")
        _replace(g, player, old, new)
        ponkotsu.test_changed(g, [(player, new)], frame.owner)


def slot_remove(g: State, frame: Frame, op: Op) -> Steps[None]:
    dice = slot_dice(g, frame, op)
    if dice:
        player, face = yield from pick_slot_die(g, frame.owner, dice)
        g.dice_on(player).remove(face)
        g.stock_dice += 1
        ponkotsu.test_changed(g, [(player, None)], frame.owner)


def slot_move(g: State, frame: Frame, op: Op) -> Steps[None]:
    def goals(source: Seat) -> list[Seat]:
        return [p for p in g.seats if p is not source and g.has_place(p)]

    dice = [(p, face) for p, face in slot_dice(g, frame, op) if goals(p)]
    if dice:
        source, face = yield from pick_slot_die(g, frame.owner, dice)
        goal = yield from pick_player(frame.owner, goals(source))
        g.dice_on(source).remove(face)
        g.dice_on(goal).append(face)
        ponkotsu.test_changed(g, [(source, None), (goal, face)], frame.owner)


def slot_swap(g: State, frame: Frame, op: Op) -> Steps[None]:
    dice = slot_dice(g, frame, op)
    if dice and frame.owner.pool:
        player, old = yield from pick_slot_die(g, frame.owner, dice)
        new = yield from pick_own_die(frame.owner, frame.owner.pool)
        _replace(g, player, old, new)
        frame.owner.pool.append(old)
        ponkotsu.test_changed(g, [(player, new)], frame.owner)


def extra_place(g: State, frame: Frame, op: Op) -> Steps[None]:
    player = frame.owner
    options: dict[str, Any] = {
        f"place char={on.character} die={face}": (on, face)
        for on in in_scope(g, frame, op)
        if g.has_place(on)
        for face in sorted(set(player.pool))
    }
    if options:
        g.fire("K-X9")
        chosen = yield from ask(player, "D10", {**options, "pick none": None})
        if chosen is not None:
            yield from placing.place(g, player, *chosen)


def _replace(g: State, player: Seat, old: int, new: int) -> None:
    g.dice_on(player).remove(old)
    g.dice_on(player).append(new)


HANDLERS = {
    "slot_shift": slot_shift, "slot_reroll": slot_reroll, "slot_remove": slot_remove, "slot_move": slot_move,
    "slot_swap": slot_swap, "extra_place": extra_place,
}  # fmt: skip
