"""Ops: the runner, and those on tokens, points, ponkotsu, tracks and control. See ops_dice, ops_slots, ops_cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import costs, events, ops_cards, ops_dice, ops_slots, ponkotsu
from .choices import Steps, ask
from .conditions import all_hold, amount
from .frames import Frame
from .state import Seat, State
from .targets import movable_tracks, targets

Op = dict[str, Any]
Handler = Callable[[State, Frame, Op], Steps[None]]


def run(g: State, frame: Frame, program: list[Op]) -> Steps[None]:
    """Ops in printed order; what an op met is served before the next one (K-X1)."""
    for op in program:
        if not all_hold(g, frame.owner, op.get("if", [])):
            continue
        g.fire(f"op {op['op']}")
        yield from HANDLERS[op["op"]](g, frame, op)
        yield from events.serve(g)


def number(g: State, frame: Frame, op: Op) -> int:
    """The op's amount n."""
    return amount(g, frame.owner, op.get("n", 1), frame.die)


def gain_token(g: State, frame: Frame, op: Op) -> Steps[None]:
    n = number(g, frame, op)
    if n > 0:
        for player in (yield from targets(g, frame, op, lambda p: True)):
            g.gain_tokens(player, n)


def lose_token(g: State, frame: Frame, op: Op) -> Steps[None]:
    n = number(g, frame, op)
    if n > 0:
        for player in (yield from targets(g, frame, op, lambda p: p.held > 0)):
            g.pay_tokens(player, n)


def bag(g: State, frame: Frame, op: Op) -> Steps[None]:
    player, source = frame.owner, op.get("src", "own")
    most = min(number(g, frame, op), player.held if source == "own" else player.stock)
    if most <= 0:
        g.fire("K-X3")
        return
    n = yield from ask(player, "D7", {f"pick n={i}": i for i in range(most + 1)})
    g.put_in_bag(player, n, source)
    player.counts["tokens_bag_effect"] += n
    if n:
        events.meet(g, player, "bag")


def unbag(g: State, frame: Frame, op: Op) -> Steps[None]:
    n = number(g, frame, op)
    if n > 0:
        for player in (yield from targets(g, frame, op, lambda p: p.bag > 0)):
            back = min(n, player.bag)
            player.bag -= back
            player.held += back


def points(g: State, frame: Frame, op: Op) -> Steps[None]:
    n = number(g, frame, op)
    if n > 0 or (n < 0 and isinstance(op.get("n", 1), int)):
        for player in (yield from targets(g, frame, op, lambda p: n > 0 or g.can_lose_points(p))):
            g.add_points(player, n, frame.part)


def steal_points(g: State, frame: Frame, op: Op) -> Steps[None]:
    n = number(g, frame, op)
    if n <= 0:
        return
    for player in (yield from targets(g, frame, op, lambda p: p is not frame.owner and g.can_lose_points(p))):
        if player is not frame.owner:
            lost = -g.add_points(player, -n, "pts_stolen")
            g.add_points(frame.owner, lost, "pts_stolen")


def cure(g: State, frame: Frame, op: Op) -> Steps[None]:
    for player in (yield from targets(g, frame, op, lambda p: p.is_ponkotsu)):
        if player.is_ponkotsu:
            player.is_ponkotsu = False
            frame.owner.counts["cures"] += 1
            events.meet(g, player, "cure")


def afflict(g: State, frame: Frame, op: Op) -> Steps[None]:
    who = yield from targets(g, frame, op, lambda p: not p.is_ponkotsu and not p.is_shielded)
    ponkotsu.turn_all(g, who, frame.owner)


def shield(g: State, frame: Frame, op: Op) -> Steps[None]:
    frame.owner.is_shielded = True
    yield from ()


def skip_roll(g: State, frame: Frame, op: Op) -> Steps[None]:
    frame.owner.skips_roll = True
    yield from ()


def move_cube(g: State, frame: Frame, op: Op) -> Steps[None]:
    by = op.get("by", 1)

    def free(player: Seat) -> list[str]:
        return movable_tracks(player, op["track"], by)

    for player in (yield from targets(g, frame, op, lambda p: bool(free(p)))):
        if not free(player):
            g.fire("K-X3")
            continue
        track = free(player)[0]
        if op["track"] == "choose":
            track = yield from ask(frame.owner, "D6", {f"pick track={t}": t for t in free(player)})
        player.cubes[track] = max(0, min(2, player.cubes[track] + by))


def extra_main(g: State, frame: Frame, op: Op) -> Steps[None]:
    if g.is_acted and g.turn == frame.owner.seat:
        g.allowance += 1
    yield from ()


def branch(g: State, frame: Frame, op: Op) -> Steps[None]:
    options = {
        f"pick branch={i}": option
        for i, option in enumerate(op["options"], 1)
        if all_hold(g, frame.owner, option.get("if", []))
    }
    if options:
        chosen = yield from ask(frame.owner, "D8", options)
        yield from run(g, frame, chosen.get("do", []))


def may(g: State, frame: Frame, op: Op) -> Steps[None]:
    price = op.get("cost", [])
    options = {"accept": True, "decline": False}
    if not costs.payable(g, frame.owner, price):
        options = {"decline": False}
    if (yield from ask(frame.owner, "D9", options)):
        yield from costs.pay(g, frame, price)
        yield from run(g, frame, op.get("do", []))


HANDLERS: dict[str, Handler] = {
    "gain_token": gain_token, "lose_token": lose_token, "bag": bag, "unbag": unbag, "points": points,
    "steal_points": steal_points, "cure": cure, "afflict": afflict, "shield": shield, "skip_roll": skip_roll,
    "move_cube": move_cube, "extra_main": extra_main, "branch": branch, "may": may,
    **ops_dice.HANDLERS, **ops_slots.HANDLERS, **ops_cards.HANDLERS,
}  # fmt: skip
