"""The kernels' state as the plain-Python reference prints its own: every field of `State.dump`."""

from __future__ import annotations

from typing import Any

from sim.games.konoten import codes
from sim.games.konoten import state as st

PHASES = ("supply", "main", "end_phase", "final")


def dump(state: Any, tables: Any) -> dict[str, Any]:
    """The state as JSON data; seats, lenses and rounds from 1, cards by number. A turn that is asked is counted."""
    core, n = state.core, int(state.core.n_seats)
    is_over = bool(core.is_over)
    n_display = int(tables.display_normal) + int(tables.display_vp)
    return {
        "round": int(state.round_no) + 1, "phase": "end" if is_over else PHASES[int(state.phase)],
        "start_seat": int(state.start_seat) + 1, "next_start": int(state.next_start) + 1,
        "negotiations": int(state.negotiations),
        "main_turns": int(state.main_turns) + (not is_over and state.ask == st.ASK_TURN),
        "supply": _items(state["items"]),
        "piles": {str(cost): int(left) for cost, left in enumerate(state.piles)},
        "decks": {"normal": _deck(state, 0), "vp": _deck(state, 1)},
        "display": [int(card) + 1 for card in state.display[:n_display]],
        "facilities": {
            name: [int(state.seats[p].stations[f]) for p in range(n)] for f, name in enumerate(codes.FACILITIES)
        },
        "lenses": [_lens(i, state.lenses[i]) for i in range(int(state.n_lenses))],
        "building": _building(state), "pending": _pending(state),
        "seats": [_seat(p, state.seats[p]) for p in range(n)],
        "actor": 0 if is_over else int(core.actor) + 1,
        "decision": "" if is_over else f"N-D{int(state.decision)}", "is_over": is_over,
    }  # fmt: skip


def _items(items: Any) -> dict[str, int]:
    return {kind: int(n) for kind, n in zip(codes.MATERIALS, items, strict=True)}


def _deck(state: Any, sort: int) -> list[int]:
    """Cards in the order of drawing; kernels draw from the end."""
    deck = (state.normal_deck, state.vp_deck)[sort]
    return [int(card) + 1 for card in deck[: int(state.n_left[sort])][::-1]]


def _lens(i: int, lens: Any) -> dict[str, Any]:
    cards = [int(card) + 1 for card in lens.cards]
    return {
        "lens": i + 1, "owner": int(lens.owner) + 1, "base": int(lens.base_cost), "left": cards[:3],
        "right": cards[3:], "worker": int(lens.worker) + 1, "is_acted": bool(lens.worker >= 0 and lens.is_acted),
    }  # fmt: skip


def _building(state: Any) -> list[dict[str, Any]]:
    """Cards on the bench while steps or the base card are asked."""
    if state.core.is_over or int(state.decision) not in (st.D_BUILD, st.D_BASE):
        return []
    return [
        {"card": int(card) + 1, "side": "left" if position < 3 else "right"}
        for position, card in enumerate(state.build.cards)
        if card >= 0
    ]


def _pending(state: Any) -> list[dict[str, Any]]:
    """What open tokens and batches hold."""
    found: list[dict[str, Any]] = []
    for frame in state.frames[: int(state.depth)]:
        if frame.kind == st.FRAME_KEEP:
            found.append({"frame": "keep", "seat": int(frame.seat) + 1, **_items(frame["items"])})
        elif frame.kind == st.FRAME_TOKEN:
            cause = "supply" if frame.n == 0 else f"task {codes.TASKS[int(frame.n) - 1]}"
            found.append({"frame": "token", "seat": int(frame.seat) + 1, "cause": cause})
    return found


def _bits(mask: int) -> list[int]:
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]


def _seat(p: int, seat: Any) -> dict[str, Any]:
    return {
        "seat": p + 1, "character": codes.CHARACTERS[int(seat.character)], "vp": int(seat.vp), "ap": int(seat.ap),
        "creativity": int(seat.creativity), "items": _items(seat["items"]), "stock": int(seat.stock),
        "lobby_unacted": int(seat.unacted), "lobby_acted": int(seat.acted),
        "hand": [int(card) + 1 for card in seat.hand[: int(seat.n_hand)]], "nodes": _bits(int(seat.nodes)),
        "tasks": [codes.TASKS[task] for task in _bits(int(seat.tasks))], "has_ended": bool(seat.has_ended),
        "wills_used": [node for node, n in enumerate(seat.wills_used) if n],
        "parts": {name: int(n) for name, n in zip(st.PARTS, seat.parts, strict=True)},
    }  # fmt: skip
