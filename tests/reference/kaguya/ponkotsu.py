"""Turning ponkotsu and the test for it (K-W1 to K-W9)."""

from __future__ import annotations

from itertools import combinations

from . import events
from .state import Seat, State


def turn(g: State, player: Seat, causer: Seat) -> bool:
    """Turn a character ponkotsu unless it is already or is shielded; returns whether it turned."""
    if player.is_shielded:
        g.fire("K-X16")
    if player.is_ponkotsu or player.is_shielded:
        return False
    player.is_ponkotsu = True
    causer.counts["ponkotsu_caused"] += 1
    events.meet(g, player, "become_ponkotsu")
    return True


def turn_all(g: State, players: list[Seat], causer: Seat) -> None:
    """Turn characters; `cause_ponkotsu` is met once if another's character turned."""
    turned = [p for p in players if turn(g, p, causer)]
    if any(p is not causer for p in turned):
        events.meet(g, causer, "cause_ponkotsu")


def test(g: State, placed: Seat, face: int | None, causer: Seat) -> None:
    """The test after a die came on (or changed on) a character.

    `face` is the placed or changed face, None when a die only left (then `single_value` has nothing to test).
    """
    hit: set[int] = set()
    for a, b in _pairs(g, placed):
        if _match(g, a, b, face):
            hit |= {a.seat, b.seat}
    if hit:
        g.fire("K-W1", "K-W2" if len(hit) > 2 else "K-W1")
        if any(g.seats[s].is_ponkotsu for s in hit):
            g.fire("K-W4")
    turn_all(g, [g.seats[s] for s in sorted(hit)], causer)


def _pairs(g: State, placed: Seat) -> list[tuple[Seat, Seat]]:
    with_dice = [p for p in g.seats if g.dice_on(p)]
    if len(with_dice) < 4:
        g.fire("K-W3")
    if g.rulings["ponkotsu_scope"] == "any_pair":
        return list(combinations(with_dice, 2))
    return [(placed, other) for other in with_dice if other is not placed] if g.dice_on(placed) else []


def _match(g: State, a: Seat, b: Seat, face: int | None) -> bool:
    if g.rulings["ponkotsu_measure"] == "total":
        return sum(g.dice_on(a)) == sum(g.dice_on(b))
    if g.rulings["ponkotsu_scope"] == "any_pair":
        return bool(set(g.dice_on(a)) & set(g.dice_on(b)))
    return face in g.dice_on(b)  # a is the character placed on


def test_changed(g: State, changed: list[tuple[Seat, int | None]], causer: Seat) -> None:
    """K-W9: after an op on slot dice, with `ponkotsu_on_effect = test`, each changed character in slot order."""
    g.fire("K-W9", "K-X10")
    if g.rulings["ponkotsu_on_effect"] == "no_test":
        return
    for player, face in sorted(changed, key=lambda pair: pair[0].slot):
        if g.dice_on(player):
            test(g, player, face, causer)
