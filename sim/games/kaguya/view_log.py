"""Log entries of kaguya as JSON data. Seats, days and slots count from 0 in the log and from 1 in the data."""

from __future__ import annotations

from typing import Any

from sim.games.kaguya import clauses as c
from sim.games.kaguya import codes

PONKOTSU_FACES = ("ok", "minus", "pass")
_ROLLS = {
    c.CHANCE_TODAY: "today",
    c.CHANCE_PREPARATION: "preparation",
    c.CHANCE_GAIN: "gain",
    c.CHANCE_REROLL: "reroll",
    c.CHANCE_SLOT: "slot",
}
#: Facts: their name, and what the two numbers of an entry are ("" = nothing).
_FACTS = {
    c.FACT_DAY: ("day", "day", "seat"),
    c.FACT_EVENT: ("event", "day", "card"),
    c.FACT_DISPLAY: ("display", "card", ""),
    c.FACT_TURN: ("turn", "seat", "n"),
    c.FACT_POINTS: ("points", "seat", "n"),
    c.FACT_TOKENS: ("tokens", "seat", "n"),
    c.FACT_DICE: ("dice", "seat", "n"),
    c.FACT_BAG: ("bag", "seat", "n"),
    c.FACT_PONKOTSU: ("ponkotsu", "seat", "by"),
    c.FACT_CURE: ("cure", "seat", "by"),
    c.FACT_SHIELD: ("shield", "seat", ""),
    c.FACT_BONUS: ("bonus", "seat", "card"),
    c.FACT_ACTIVITY: ("activity", "seat", "slot"),
    c.FACT_LOST_DIE: ("lost_die", "seat", "face"),
    c.FACT_OUT: ("out", "seat", ""),
    c.FACT_VIGOUR: ("vigour", "seat", "n"),
    c.FACT_SLOT_POINTS: ("slot_points", "seat", "n"),
    c.K_E13: ("winner", "seat", "card"),
    c.FACT_FINAL: ("final", "seat", "n"),
}
_FROM_ZERO = ("seat", "by", "day", "slot")


def log_json(code: int, a: int, b: int) -> dict[str, Any] | None:
    """A chance outcome (`roll`: what was rolled, by which seat, 0 = nobody's die) or a fact; None for the rest."""
    if code in _ROLLS:
        return {"roll": _ROLLS[code], "seat": a + 1, "face": b}
    if code == c.CHANCE_PONKOTSU:
        return {"roll": "ponkotsu", "seat": a + 1, "face": PONKOTSU_FACES[b]}
    if code == c.CHANCE_RESHUFFLE:
        return {"roll": "reshuffle", "seat": 0, "face": b, "kind": codes.KINDS[a]}
    if code == c.FACT_CONTEST:
        return {"fact": "contest", "seat": a + 1, "rank": b // 16, "n": b % 16}
    if code in _FACTS:
        name, *keys = _FACTS[code]
        values = {key: value + (key in _FROM_ZERO) for key, value in zip(keys, (a, b), strict=True) if key}
        return {"fact": name, **values}
    return None
