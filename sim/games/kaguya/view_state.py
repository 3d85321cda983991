"""The state of kaguya as JSON data (RULES.md section 14.5)."""

from __future__ import annotations

from typing import Any

from sim.games.kaguya import codes
from sim.games.kaguya import state as st
from sim.games.kaguya.view_names import DAYS
from sim.games.kaguya.view_text import faces_of

_PHASES = {
    st.PHASE_SETUP: "setup",
    st.PHASE_PREPARATION: "preparation",
    st.PHASE_ACTION: "action",
    st.PHASE_CONTEST: "event",
    st.PHASE_SLOTS: "event",
    st.PHASE_CLEANUP: "event",
    st.PHASE_END: "end",
}
_DECISIONS = {
    st.ASK_NOTHING: "",
    st.ASK_TURN: "D2",
    st.ASK_THROW: "D3",
    st.ASK_DIE: "D5",
    st.ASK_TARGET: "D6",
    st.ASK_N: "D7",
    st.ASK_BRANCH: "D8",
    st.ASK_ACCEPT: "D9",
    st.ASK_PLACE: "D10",
}


def decision_name(state: Any) -> str:
    """Id of the decision point asked now, D1 to D10; empty when the game is over."""
    if state.core.is_over:
        return ""
    if state.ask == st.ASK_SLOT:
        return "D1" if state.phase == st.PHASE_SETUP else "D4"
    return _DECISIONS[int(state.ask)]


def state_json(state: Any) -> dict[str, Any]:
    """The whole state as plain data, in the order of RULES.md section 14.5."""
    is_over = bool(state.core.is_over)
    in_turn = state.phase == st.PHASE_ACTION and not is_over
    return {
        "day": int(state.day) + 1,
        "phase": "end" if is_over else _PHASES[int(state.phase)],
        "start_seat": int(state.start_seat) + 1,
        "today": int(state.today),
        "turn_seat": int(state.turn_seat) + 1 if in_turn else 0,
        "turns_today": int(state.turns_today),
        "allowance": int(state.allowance) if in_turn else 0,
        "event": int(state.event),
        "stock_dice": int(state.stock_dice),
        "beaten_dice": int(state.beaten_dice),
        "left_dice": int(state.left_dice),
        "slots": [_slot(state, slot) for slot in range(4)],
        "display": _display(state),
        "decks": {kind: _deck(state, place) for place, kind in enumerate(codes.KINDS[:2])},
        "discards": {kind: _discards(state, place) for place, kind in enumerate(codes.KINDS[:2])},
        "coming_events": _coming_events(state),
        "seats": [_seat(state, seat) for seat in range(4)],
        "actor": 0 if is_over else int(state.core.actor) + 1,
        "decision": decision_name(state),
        "is_over": is_over,
    }


def _slot(state: Any, slot: int) -> dict[str, Any]:
    record = state.slots[slot]
    seat = int(record.seat)
    character = codes.CHARACTERS[int(state.seats[seat].character)] if seat >= 0 else ""
    return {"slot": slot + 1, "dice": sorted(int(face) for face in record.dice[: record.n]), "character": character}


def _display(state: Any) -> list[dict[str, Any]]:
    rows = [
        {
            "card": int(state.display[place]),
            "reserved_by": int(state.display_seat[place]) + 1,
            "die": int(state.display_die[place]) if state.display_seat[place] >= 0 else 0,
            "is_locked": bool(state.display_locked[place] and state.display_seat[place] >= 0),
        }
        for place in range(8)
        if state.display[place] >= 0
    ]
    return sorted(rows, key=lambda row: int(row["card"]))


def _deck(state: Any, kind: int) -> list[int]:
    return [int(card) for card in state.decks[kind, : state.n_deck[kind]]]


def _discards(state: Any, kind: int) -> list[int]:
    first = (codes.CONVERSION_FIRST, codes.ACTION_FIRST)[kind]
    return [first + place for place in range(30) if int(state.discards[kind]) >> place & 1]


def _coming_events(state: Any) -> list[int]:
    first = 0 if state.phase == st.PHASE_SETUP else int(state.day) + 1
    return [int(card) for card in state.events[first : len(DAYS)]]


def _by_face(counts: Any) -> list[int]:
    return [face for face in range(1, 7) for _ in range(int(counts[face]))]


def _seat(state: Any, seat: int) -> dict[str, Any]:
    record = state.seats[seat]
    return {
        "seat": seat + 1,
        "character": codes.CHARACTERS[int(record.character)],
        "score": int(record.score),
        "pool": _by_face(record.pool),
        "aside": _by_face(record.aside),
        "hearts": int(record.hearts),
        "cube_dice": int(record.cube[codes.TRACK_DICE]),
        "cube_tokens": int(record.cube[codes.TRACK_TOKENS]),
        "is_in": bool(record.is_in),
        "is_ponkotsu": bool(record.is_ponkotsu),
        "is_shielded": bool(record.is_shielded),
        "skips_roll": bool(record.skips_roll),
        "tokens_held": int(record.held),
        "tokens_stock": int(record.stock),
        "tokens_bag": int(record.bag),
        "tokens_removed": int(record.removed),
        "ability_uses": int(record.ability_uses),
        "conversion": [
            {"card": card, "is_turned": bool(state.is_used[card])}
            for card in sorted(int(card) for card in record.conversion[: record.n_conversion])
        ],
        "action": [
            {"card": card, "dice": faces_of(int(state.card_dice[card])), "is_used": bool(state.is_used[card])}
            for card in sorted(int(card) for card in record.action[: record.n_action])
        ],
        "events": [int(card) for card in record.events[: record.n_events]],
    }
