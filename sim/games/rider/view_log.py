"""Log entries of rider as JSON data: chance, facts, and clauses whose numbers tell something.

Seats count from 0 in the log and from 1 in the data; cards and warriors are written by id.
"""

from __future__ import annotations

from typing import Any

from sim.games.rider import clauses as c
from sim.games.rider import state as st
from sim.games.rider.view_text import Names

#: What the two numbers of an entry are: "" = nothing, `seat`, `by` (a seat, perhaps none), `card`, `warrior`, or a name
#: of a number.
_CHANCE = {
    c.CHANCE_FIRST: ("first_seat", "", "seat"),
    c.CHANCE_DRAW: ("draw", "card", "seat"),
    c.CHANCE_TURN_UP: ("turn_up", "card", "seat"),
    c.CHANCE_RESHUFFLE: ("reshuffle", "n", ""),
    c.CHANCE_RANDOM: ("random_card", "card", ""),
}
_FACTS = {
    c.FACT_TURN: ("turn", "seat", "n"),
    c.FACT_ROUND: ("round", "n", ""),
    c.FACT_FACTION: ("faction", "seat", "faction"),
    c.FACT_DAMAGE: ("damage", "seat", "n"),
    c.FACT_HEAL: ("heal", "seat", "n"),
    c.FACT_LOST: ("lost", "seat", "n"),
    c.FACT_DEATH: ("death", "seat", "by"),
    c.FACT_RAGE: ("rage", "seat", "n"),
    c.FACT_REVEAL: ("reveal", "seat", "warrior"),
    c.FACT_EQUIP: ("equip", "seat", "card"),
    c.FACT_DISCARD: ("discard", "card", ""),
    c.FACT_HAND: ("hand", "seat", "card"),
    c.FACT_LINK: ("link", "seat", "n"),
    c.R_T2: ("skipped", "seat", ""),
    c.R_Z3: ("cancel", "seat", ""),
    c.R_V5: ("cap", "", ""),
}


def log_json(names: Names, code: int, a: int, b: int) -> dict[str, Any] | None:
    """A chance outcome (`chance`: its name) or a fact (`fact`), with its numbers by name; None for the rest."""
    kind = "chance" if code in _CHANCE else "fact"
    found = _CHANCE.get(code) or _FACTS.get(code)
    if found is None:
        return None
    name, *keys = found
    numbers = {key: _value(names, key, number) for key, number in zip(keys, (a, b), strict=True) if key}
    return {kind: name, **numbers}


def _value(names: Names, key: str, number: int) -> int | str:
    if key in ("seat", "by"):
        return number + 1
    if key == "card":
        return names.cards[number]
    if key == "warrior":
        return names.warriors[number]
    if key == "faction":
        return "villain" if number >= st.VILLAIN else number
    return number
