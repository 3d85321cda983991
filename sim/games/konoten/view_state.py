"""The state of konoten as JSON data (RULES.md section 14.1)."""

from __future__ import annotations

from typing import Any

from sim.games.konoten import codes
from sim.games.konoten import state as st

_PHASES = {
    st.PHASE_SUPPLY: "supply",
    st.PHASE_MAIN: "main",
    st.PHASE_END: "end_phase",
    st.PHASE_FINAL: "final",
}


def decision_name(state: Any) -> str:
    """Id of the decision point asked now, N-D1 to N-D17; empty when the game is over."""
    return "" if state.core.is_over else f"N-D{int(state.decision)}"


def state_json(state: Any, n_places: int) -> dict[str, Any]:
    """The whole state as plain data, in the order of RULES.md section 14.1; `n_places` of the display."""
    is_over, n_seats = bool(state.core.is_over), int(state.core.n_seats)
    seats = [state.seats[seat] for seat in range(n_seats)]
    return {
        "round": int(state.round_no) + 1,
        "phase": "end" if is_over else _PHASES[int(state.phase)],
        "start_seat": int(state.start_seat) + 1,
        "next_start": int(state.next_start) + 1,
        "negotiations": int(state.negotiations),
        "main_turns": int(state.main_turns) + int(not is_over and state.ask == st.ASK_TURN),
        "supply": _items(state["items"]),
        "piles": {str(cost): int(n) for cost, n in enumerate(state.piles)},
        "decks": {
            "normal": _deck(state.normal_deck, int(state.n_left[0])),
            "vp": _deck(state.vp_deck, int(state.n_left[1])),
        },
        "display": [int(card) + 1 for card in state.display[:n_places]],
        "facilities": {name: [int(seat.stations[f]) for seat in seats] for f, name in enumerate(codes.FACILITIES)},
        "lenses": [_lens(state.lenses[number], number) for number in range(int(state.n_lenses))],
        "building": _building(state),
        "pending": _pending(state),
        "seats": [_seat(seat, number) for number, seat in enumerate(seats)],
        "actor": 0 if is_over else int(state.core.actor) + 1,
        "decision": decision_name(state),
        "is_over": is_over,
    }


def _items(row: Any) -> dict[str, int]:
    return {kind: int(n) for kind, n in zip(codes.MATERIALS, row, strict=True)}


def _deck(deck: Any, n: int) -> list[int]:
    """Cards that are left, next to be drawn first."""
    return [int(card) + 1 for card in reversed(deck[:n])]


def _lens(lens: Any, number: int) -> dict[str, Any]:
    has_worker = bool(lens.worker >= 0)
    return {
        "lens": number + 1,
        "owner": int(lens.owner) + 1,
        "base": int(lens.base_cost),
        "left": [int(card) + 1 for card in lens.cards[:3]],
        "right": [int(card) + 1 for card in lens.cards[3:]],
        "worker": int(lens.worker) + 1,
        "is_acted": bool(lens.is_acted) and has_worker,
    }


def _building(state: Any) -> list[dict[str, Any]]:
    """Cards of the lens on the bench, until it has its base."""
    if state.core.is_over or state.decision not in (st.D_BUILD, st.D_BASE):
        return []
    sides = ("left",) * 3 + ("right",) * 3
    laid = zip(state.build.cards, sides, strict=True)
    return [{"card": int(card) + 1, "side": side} for card, side in laid if card >= 0]


def _pending(state: Any) -> list[dict[str, Any]]:
    """Tokens and materials that a question is about: they lie nowhere."""
    held: list[dict[str, Any]] = []
    for place in range(int(state.depth)):
        frame = state.frames[place]
        if frame.kind == st.FRAME_TOKEN:
            cause = "supply" if frame.n == 0 else f"task {codes.TASKS[int(frame.n) - 1]}"
            held.append({"frame": "token", "seat": int(frame.seat) + 1, "cause": cause})
        elif frame.kind == st.FRAME_KEEP:
            held.append({"frame": "keep", "seat": int(frame.seat) + 1, **_items(frame["items"])})
    return held


def _bits(mask: int) -> list[int]:
    return [place for place in range(16) if mask >> place & 1]


def _seat(seat: Any, number: int) -> dict[str, Any]:
    return {
        "seat": number + 1,
        "character": codes.CHARACTERS[int(seat.character)],
        "vp": int(seat.vp),
        "ap": int(seat.ap),
        "creativity": int(seat.creativity),
        "items": _items(seat["items"]),
        "stock": int(seat.stock),
        "lobby_unacted": int(seat.unacted),
        "lobby_acted": int(seat.acted),
        "hand": [int(card) + 1 for card in seat.hand[: seat.n_hand]],
        "nodes": _bits(int(seat.nodes)),
        "tasks": [task for place, task in enumerate(codes.TASKS) if int(seat.tasks) >> place & 1],
        "has_ended": bool(seat.has_ended),
        "wills_used": [node for node, n in enumerate(seat.wills_used) if n],
        "parts": {part: int(n) for part, n in zip(st.PARTS, seat.parts, strict=True)},
    }
