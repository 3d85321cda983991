"""What a player may do in his turn (D2), in the listing order of section 4."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from . import costs
from .conditions import all_hold, dice_fit
from .data import CHARACTERS, Entry, kind_of
from .state import Seat, State

#: An option of D2: the name of the action and its arguments.
Action = tuple[str, Any]


def turn_options(g: State, player: Seat) -> dict[str, Action]:
    """All options of D2: text -> action."""
    main = main_options(g, player) if g.allowance > 0 else {}
    options = main | free_options(g, player)
    if not (main and g.rulings["stop_rule"] == "main_compulsory"):
        options["end"] = ("end", None)
    return options


def main_options(g: State, player: Seat) -> dict[str, Action]:
    """Legal main actions, whatever the allowance."""
    return _reserve(g, player) | _use(g, player) | _place(g, player)


def free_options(g: State, player: Seat) -> dict[str, Action]:
    """Legal free actions."""
    return _recover(g, player) | _convert(g, player) | _ability(g, player)


def _reserve(g: State, player: Seat) -> dict[str, Action]:
    found: dict[str, Action] = {}
    for card, held in sorted(g.display.items()):
        for die in sorted(set(player.pool)):
            if held is None:
                is_legal = player.hearts > 0
            elif held.seat == player.seat:
                is_legal = g.rulings["reserve_raise"] == "allowed" and die > held.die
                if not is_legal:
                    g.fire("K-M3")
            else:
                is_legal = player.hearts > 0 and die > held.die and not held.is_locked
            if is_legal:
                found[f"reserve card={card} die={die}"] = ("reserve", (card, die))
    return found


def _use(g: State, player: Seat) -> dict[str, Action]:
    found: dict[str, Action] = {}
    for number, card in sorted(player.cards.items()):
        if kind_of(number) == "action" and not card.is_used:
            for dice in dice_for(g, player, g.cards.by_number[number]):
                found[f"use card={number} dice={','.join(map(str, dice))}"] = ("use", (number, dice))
    return found


def dice_for(g: State, player: Seat, entry: Entry) -> list[tuple[int, ...]]:
    """The sets of pool dice (faces rising) with which an action card may be used."""
    if not all_hold(g, player, entry.get("if", [])):
        return []
    condition = entry.get("dice", {})
    sets = sorted(set(combinations(sorted(player.pool), condition.get("n", 1))))
    return [
        dice
        for dice in sets
        if dice_fit(g, dice, condition) and costs.payable(g, player, entry.get("cost", []), taken=dice)
    ]


def _place(g: State, player: Seat) -> dict[str, Action]:
    return {
        f"place char={character} die={die}": ("place", (g.of_character(character), die))
        for character in CHARACTERS
        if g.has_place(g.of_character(character))
        for die in sorted(set(player.pool))
    }


def _recover(g: State, player: Seat) -> dict[str, Action]:
    found: dict[str, Action] = {}
    for card in g.reservations(player):
        reservation = g.display[card]
        if reservation and reservation.acted_turn < player.acted_turns:
            found[f"recover card={card}"] = ("recover", card)
        else:
            g.fire("K-F3")
    return found


def _convert(g: State, player: Seat) -> dict[str, Action]:
    return {
        f"convert card={number}": ("convert", number)
        for number, card in sorted(player.cards.items())
        if kind_of(number) == "conversion" and not card.is_used and _is_open(g, player, g.cards.by_number[number])
    }


def _ability(g: State, player: Seat) -> dict[str, Action]:
    entry = g.cards.abilities.get(player.character)
    if entry is None or entry.get("blank", False):
        return {}
    limit = entry.get("limit")
    if limit == "turn":
        has_room = player.ability_turn < 1
    else:
        has_room = player.ability_today < (1 if limit == "day" else g.rules["ability_uses_per_day"])
    return {"ability": ("ability", None)} if has_room and _is_open(g, player, entry) else {}


def _is_open(g: State, player: Seat, entry: Entry) -> bool:
    return all_hold(g, player, entry.get("if", [])) and costs.payable(g, player, entry.get("cost", []))
