"""Costs (K-X4, section 14.3): may they be paid, and paying them."""

from __future__ import annotations

from itertools import permutations
from typing import Any

from . import events, ponkotsu
from .choices import Steps, pick_own_die
from .frames import Frame
from .state import Seat, State

ANY_FACE = [1, 2, 3, 4, 5, 6]


def parts(price: list[Any], key: str) -> list[Any]:
    """The values of all costs of one kind."""
    return [cost[key] for cost in price if isinstance(cost, dict) and key in cost]


def die_faces(cost: Any) -> list[int]:
    """The faces that a `die` cost accepts."""
    return ANY_FACE if cost == "any" else list(cost)


def dice_suffice(pool: list[int], wanted: list[list[int]]) -> bool:
    """Whether different dice of the pool can pay all `die` costs."""
    return any(
        all(face in faces for face, faces in zip(taken, wanted, strict=True))
        for taken in permutations(pool, len(wanted))
    )


def payable(g: State, player: Seat, price: list[Any], taken: tuple[int, ...] = ()) -> bool:
    """Whether all costs together can be paid; `taken` are dice that the card takes and that count as gone."""
    pool = list(player.pool)
    for face in taken:
        pool.remove(face)
    cubes = parts(price, "cube")
    if not dice_suffice(pool, [die_faces(cost) for cost in parts(price, "die")]):
        return False
    if player.held < sum(parts(price, "token")):
        return False
    if sum(parts(price, "point")) > max(player.score, 0):
        return False
    if any(player.cubes[track] < cubes.count(track) for track in cubes):
        return False
    return "ponkotsu" not in price or not (player.is_ponkotsu or player.is_shielded)


def pay(g: State, frame: Frame, price: list[Any]) -> Steps[None]:
    """Pay costs in printed order, then serve what that met."""
    for place, cost in enumerate(price):
        g.fire(f"cost {cost if isinstance(cost, str) else next(iter(cost))}")
        if cost == "ponkotsu":
            ponkotsu.turn(g, frame.owner, frame.owner)
        else:
            yield from _pay_one(g, frame, cost, price[place + 1 :])
    yield from events.serve(g)


def _pay_one(g: State, frame: Frame, cost: dict[str, Any], later: list[Any]) -> Steps[None]:
    player = frame.owner
    if "die" in cost:
        rest = [die_faces(c) for c in parts(later, "die")]
        faces = [f for f in player.pool if f in die_faces(cost["die"]) and dice_suffice(_without(player.pool, f), rest)]
        face = yield from pick_own_die(player, faces)
        g.stock_dice += 1
        if not frame.takes_dice:
            frame.die += face
    elif "token" in cost:
        g.pay_tokens(player, cost["token"])
    elif "point" in cost:
        g.add_points(player, -cost["point"], frame.part)
    else:
        player.cubes[cost["cube"]] -= 1


def _without(pool: list[int], face: int) -> list[int]:
    rest = list(pool)
    rest.remove(face)
    return rest
