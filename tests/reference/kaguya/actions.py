"""Main and free actions of a turn (sections M and F)."""

from __future__ import annotations

from . import costs, events, ops, placing
from .choices import Steps
from .data import Entry, kind_of
from .frames import Frame
from .legal import Action
from .state import Reservation, Seat, State

MAIN = ("reserve", "use", "place")


def act(g: State, player: Seat, action: Action) -> Steps[None]:
    """Resolve one action wholly."""
    name, what = action
    if name == "reserve":
        yield from reserve(g, player, *what)
    elif name == "use":
        yield from use(g, player, *what)
    elif name == "place":
        g.fire("K-M10")
        yield from placing.place(g, player, *what)
    elif name == "recover":
        yield from recover(g, player, what)
    elif name == "convert":
        yield from convert(g, player, what)
    else:
        yield from ability(g, player)


def reserve(g: State, player: Seat, card: int, die: int) -> Steps[None]:
    """K-M1 to K-M4, and `reserve_raise`."""
    old = g.display[card]
    player.pool.remove(die)
    player.counts["reserves"] += 1
    is_raise = old is not None and old.seat == player.seat
    if not is_raise:
        player.hearts -= 1
    g.display[card] = Reservation(player.seat, die, player.acted_turns, is_raise and old is not None and old.is_locked)
    if old is not None:
        loser = g.seats[old.seat]
        if g.rulings["beaten_die"] == "to_owner":
            loser.pool.append(old.die)
        else:
            g.beaten_dice += 1
        if not is_raise:
            loser.hearts += 1
            player.counts["takeovers_made"] += 1
            loser.counts["takeovers_suffered"] += 1
            g.counts["takeovers"] += 1
            g.fire("K-M2")
    g.fire("K-M1")
    events.meet(g, player, "reserve", mode="new" if old is None else "over", dice=(die,))
    yield from events.serve(g)
    if old is not None and not is_raise:
        events.meet(g, g.seats[old.seat], "lose_reservation", dice=(old.die,))
        yield from events.serve(g)


def _resolve(g: State, frame: Frame, entry: Entry) -> Steps[None]:
    yield from costs.pay(g, frame, entry.get("cost", []))
    yield from ops.run(g, frame, entry.get("do", []))


def use(g: State, player: Seat, number: int, dice: tuple[int, ...]) -> Steps[None]:
    """K-M6 to K-M8."""
    card = player.cards[number]
    for face in dice:
        player.pool.remove(face)
    card.dice, card.is_used = list(dice), True
    player.used.add(number)
    player.counts["uses_action"] += 1
    g.fire("K-M6", "K-M7", "K-M8")
    yield from _resolve(g, Frame(player, "pts_cards", sum(dice), takes_dice=True), g.cards.by_number[number])
    events.meet(g, player, "use_action", dice=dice)
    yield from events.serve(g)


def recover(g: State, player: Seat, number: int) -> Steps[None]:
    """K-F1 to K-F3; the die stays on the board (K-M4)."""
    del g.display[number]
    g.left_dice += 1
    player.hearts += 1
    g.give_card(player, number)
    player.counts["recovered_conv" if kind_of(number) == "conversion" else "recovered_act"] += 1
    g.fire("K-F1", "K-F2")
    events.meet(g, player, "recover", kind=kind_of(number))
    yield from events.serve(g)


def convert(g: State, player: Seat, number: int) -> Steps[None]:
    """K-F4."""
    player.cards[number].is_used = True
    player.used.add(number)
    player.counts["uses_conv"] += 1
    g.fire("K-F4")
    yield from _resolve(g, Frame(player, "pts_cards"), g.cards.by_number[number])
    events.meet(g, player, "use_conversion")
    yield from events.serve(g)


def ability(g: State, player: Seat) -> Steps[None]:
    """K-F5."""
    player.ability_today += 1
    player.ability_turn += 1
    player.counts["uses_ability"] += 1
    g.fire("K-F5")
    yield from _resolve(g, Frame(player, "pts_ability"), g.cards.abilities[player.character])
    events.meet(g, player, "use_ability")
    yield from events.serve(g)
