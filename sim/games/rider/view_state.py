"""The state as plain JSON data."""

from __future__ import annotations

from typing import Any

from sim.games.rider import codes, turn
from sim.games.rider import state as st
from sim.games.rider.layout import WORD_BITS
from sim.games.rider.view_text import Names


def cards_of(words: Any, names: Names) -> list[str]:
    """Ids of a set of cards, rising."""
    return [
        names.cards[w * WORD_BITS + k] for w, word in enumerate(words) for k in range(WORD_BITS) if int(word) >> k & 1
    ]


def phase_name(state: Any) -> str:
    """Phase of the turn that is played."""
    if state["round_no"] == 0:
        return "setup"
    if state["depth"] == 0:
        return "end"
    step = int(state["frames"][0]["step"])
    for name, last in (
        ("prep", turn.JUDGE), ("judge", turn.DRAW), ("draw", turn.PLAY), ("play", turn.DISCARD),
        ("discard", turn.FINISH),
    ):  # fmt: skip
        if step <= last:
            return name
    return "end"


def faction_number(faction: int) -> int:
    """A faction as texts show it: 0 none, 1..F, 100 + k for the k-th villain id."""
    return 101 + (faction - st.VILLAIN) // 16 if faction >= st.VILLAIN else faction


def _slot(seat: Any, slot: int, names: Names) -> str:
    card = int(seat["slots"][slot])
    return names.cards[card] if card >= 0 else ""


def _lying(seat: Any, how: int, names: Names) -> list[str]:
    cards = [int(seat["slots"][k]) for k in range(3) if seat["slots"][k] >= 0 and seat["slot_lies"][k] == how]
    return [names.cards[card] for card in sorted(cards)]


def seat_json(state: Any, p: int, names: Names) -> dict[str, Any]:
    """One seat."""
    seat = state["seats"][p]
    return {
        "seat": p + 1,
        "is_alive": bool(seat["is_alive"]),
        "warrior": names.warriors[int(seat["warrior"])] if seat["warrior"] >= 0 else "",
        "is_face_up": bool(seat["is_up"]),
        "was_revealed": bool(seat["determined"] != 0),
        "hp": int(seat["hp"]),
        "rage": int(seat["rage"]),
        "link": int(seat["link_time"]) if seat["is_linked"] else 0,
        "is_inverted": bool(seat["is_inverted"]),
        "determined": faction_number(int(seat["determined"])),
        "faction": faction_number(int(seat["effective"])),
        "hand": cards_of(seat["hand"], names),
        "visible": cards_of(seat["shown"], names),
        "down": cards_of(seat["down"], names),
        **{name: _slot(seat, slot, names) for slot, name in enumerate(codes.SLOTS)},
        "face_down": _lying(seat, codes.FACE_DOWN, names),
        "sideways": _lying(seat, codes.SIDEWAYS, names),
        "judgement": [names.cards[int(card)] for card in seat["judged"][: seat["n_judged"]]],
        "mark_on": [names.cards[int(card)] for card in seat["on"][: seat["n_on"]]],
        "mark_by": [names.cards[card] for card in sorted(int(card) for card in seat["by"][: seat["n_by"]])],
        "strikes_used": int(seat["strikes_used"]),
        "charges_used": int(seat["charges_used"]),
        "charge": int(seat["charged"]),
        "skips": [name for k, name in enumerate(codes.PHASES) if int(seat["skips"]) >> k & 1],
    }


def state_json(state: Any, n_warriors: int, names: Names) -> dict[str, Any]:
    """The whole state, open and hidden parts alike."""
    core = state["core"]
    is_over = bool(core["is_over"])
    n = int(core["n_seats"])
    return {
        "round": max(int(state["round_no"]), 1),
        "turn": int(state["turns"]),
        "turn_seat": int(state["turn_seat"]) + 1,
        "first_seat": int(state["first_seat"]) + 1,
        "phase": phase_name(state),
        "draw_pile": [names.cards[int(card)] for card in state["draw"][: state["n_draw"]][::-1]],
        "discard": cards_of(state["discard"], names),
        "resolving": cards_of(state["resolving"], names),
        "side_pile": [names.warriors[w] for w in range(n_warriors) if state["warrior_at"][w] < 0],
        "inserted": [int(p) + 1 for p in state["inserted"][: state["n_inserted"]][::-1]],
        "seats": [seat_json(state, p, names) for p in range(n)],
        "actor": 0 if is_over else int(core["actor"]) + 1,
        "decision": "" if is_over else f"RD{int(state['ask'])}",
        "is_over": is_over,
    }
