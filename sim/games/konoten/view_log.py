"""Log entries of konoten as JSON data: facts, and clauses whose two numbers tell something.

Seats, lenses, rounds and cards count from 0 in the log and from 1 in the data; nodes count from 0 in both. Nothing is
drawn at random after the deal, so no entry is a chance outcome.
"""

from __future__ import annotations

from typing import Any

from sim.games.konoten import clauses as c
from sim.games.konoten import codes

#: Facts: their name, and what the two numbers of an entry are ("" = nothing).
_FACTS = {
    c.FACT_ROUND: ("round", "seat", "round"),
    c.FACT_TURN: ("turn", "seat", ""),
    c.FACT_AP: ("ap", "seat", "n"),
    c.FACT_VP: ("vp", "seat", "n"),
    c.FACT_CARD: ("card", "seat", "card"),
    c.FACT_LENS: ("lens", "seat", "lens"),
    c.FACT_NODE: ("node", "seat", "node"),
    c.N_R3: ("supply", "seat", ""),
    c.N_R5: ("empty_stock", "seat", ""),
    c.N_R10: ("end_phase", "", ""),
    c.N_R13: ("marker", "seat", ""),
    c.N_R15: ("turn_limit", "", ""),
    c.N_S11: ("refill", "seat", "card"),
    c.N_S11_EMPTY_DECK: ("no_refill", "seat", ""),
    c.N_M4: ("short", "seat", "n"),
    c.N_M6: ("over_cap", "seat", "n"),
    c.N_B12: ("made", "seat", "base"),
    c.N_A15: ("persuade", "seat", "of"),
    c.N_A16: ("restart", "seat", ""),
    c.N_L7: ("gains", "seat", "lens"),
    c.N_L9: ("scored", "seat", "n"),
    c.N_L10: ("owner", "seat", "by"),
    c.N_G5_NOTHING: ("no_growth", "seat", ""),
    c.N_G6: ("spent_node", "seat", "node"),
    c.N_G8_EMPTY_STOCK: ("no_worker", "seat", ""),
    c.N_C3: ("steal", "seat", "n"),
    c.N_D17_LENS: ("final_lens", "seat", "lens"),
    c.N_E1: ("scoring", "", ""),
    c.N_E3: ("end_effects", "seat", ""),
    c.N_E5: ("multiplied", "seat", "n"),
}
_FROM_ZERO = ("seat", "of", "by", "lens", "round", "card")
#: Notes of nodes: an ability of the node acted (or the node was grown); N-C1 stands for nodes of a user's pack.
_ABILITIES = {*(c.CODES[name] for name in c.NODES), c.N_C1}
_TASKS = {c.N_T1_LIGHT: "light", c.N_T1_RAINBOW: "rainbow", c.N_T1_LENS: "lens"}


def log_json(code: int, a: int, b: int) -> dict[str, Any] | None:
    """A fact (`fact`: its name, and its numbers by name); None for notes that say nothing more than their clause."""
    if code == c.FACT_ITEMS:
        return {"fact": "items", "seat": a + 1, **unpack(b)}
    if code == c.FACT_WORKER:
        return {"fact": "worker", "seat": a + 1, "is_acted": bool(b)}
    if code in _ABILITIES:
        return {"fact": "ability", "seat": a + 1, "node": b}
    if code in _TASKS:
        return {"fact": "task", "seat": a + 1, "task": _TASKS[code]}
    if code in _FACTS:
        name, *keys = _FACTS[code]
        values = {key: value + (key in _FROM_ZERO) for key, value in zip(keys, (a, b), strict=True) if key}
        return {"fact": name, **values}
    return None


def unpack(low: int) -> dict[str, int]:
    """Numbers of the three materials out of one packed word (codes.FORMS, `keep`)."""
    return {kind: low >> 5 * place & 31 for place, kind in enumerate(codes.MATERIALS)}
