"""Ops on own dice (pool) and on today's die."""

from __future__ import annotations

from typing import Any

from . import chance
from .choices import Steps, pick_die, pick_face, pick_own_die
from .conditions import amount
from .frames import Frame
from .state import State
from .targets import targets

Op = dict[str, Any]


def reachable(face: int, by: int, direction: str) -> list[int]:
    """The faces that 1..by steps lead to, within 1-6 (K-X6)."""
    steps: list[int] = []
    if direction in ("up", "either"):
        steps += range(1, by + 1)
    if direction in ("down", "either"):
        steps += range(-by, 0)
    return sorted(face + step for step in steps if 1 <= face + step <= 6)


def shift_of(op: Op, face: int) -> list[int]:
    """`reachable` with the arguments of a shift op."""
    return reachable(face, op.get("by", 1), op.get("dir", "either"))


def _lacks_today(g: State, op: Op) -> bool:
    """Face `today` on a day without a number (only if the stock was empty at K-P4): the op is skipped."""
    return op.get("face") == "today" and g.today == 0


def gain_die(g: State, frame: Frame, op: Op) -> Steps[None]:
    n = amount(g, frame.owner, op.get("n", 1), frame.die)
    if n <= 0 or _lacks_today(g, op):
        return
    got = g.take_from_stock(n)
    g.stock_dice += got  # each leaves the stock when its face is known
    for _ in range(got):
        face = op.get("face", "roll")
        if face == "choose":
            face = yield from pick_face(frame.owner, range(1, 7))
        elif face == "roll":
            face = chance.roll_die(g, frame.owner, "gain")
        g.stock_dice -= 1
        frame.owner.pool.append(g.today if face == "today" else face)


def lose_die(g: State, frame: Frame, op: Op) -> Steps[None]:
    n = amount(g, frame.owner, op.get("n", 1), frame.die)
    if n <= 0:
        return
    for player in (yield from targets(g, frame, op, lambda p: bool(p.pool))):
        for _ in range(min(n, len(player.pool))):
            yield from pick_die(player, player.pool)  # K-X2's one exception: the target chooses
            g.stock_dice += 1


def reroll(g: State, frame: Frame, op: Op) -> Steps[None]:
    player = frame.owner
    for _ in range(amount(g, player, op.get("n", 1), frame.die)):
        face = (yield from pick_die(player, player.pool, or_none=True)) if player.pool else None
        if face is None:
            break
        player.aside.append(face)
    picked, player.aside = len(player.aside), []
    player.pool += [chance.roll_die(g, player, "reroll") for _ in range(picked)]


def set_die(g: State, frame: Frame, op: Op) -> Steps[None]:
    player = frame.owner
    if not player.pool or _lacks_today(g, op):
        return
    yield from pick_die(player, player.pool)
    face = op.get("face", "choose")
    if face == "choose":
        face = yield from pick_face(player, range(1, 7))
    player.pool.append(g.today if face == "today" else face)


def shift_die(g: State, frame: Frame, op: Op) -> Steps[None]:
    player = frame.owner
    movable = [face for face in player.pool if shift_of(op, face)]
    if movable:
        old = yield from pick_own_die(player, movable)
        player.pool.append((yield from pick_face(player, shift_of(op, old))))


def flip_die(g: State, frame: Frame, op: Op) -> Steps[None]:
    player = frame.owner
    if player.pool:
        face = yield from pick_own_die(player, player.pool)
        player.pool.append(7 - face)


def copy_die(g: State, frame: Frame, op: Op) -> Steps[None]:
    player = frame.owner
    if len(player.pool) < 2:
        return
    yield from pick_die(player, player.pool)
    model = yield from pick_own_die(player, player.pool)
    player.pool += [model, model]


def set_today(g: State, frame: Frame, op: Op) -> Steps[None]:
    how = op.get("how", "reroll")
    g.fire("K-X15")
    if how == "reroll":
        g.today = chance.roll_die(g, frame.owner, "today")
    else:
        faces = list(range(1, 7)) if how == "choose" else reachable(g.today, 1, "either")
        g.today = yield from pick_face(frame.owner, faces)


HANDLERS = {
    "gain_die": gain_die, "lose_die": lose_die, "reroll": reroll, "set_die": set_die, "shift_die": shift_die,
    "flip_die": flip_die, "copy_die": copy_die, "set_today": set_today,
}  # fmt: skip
