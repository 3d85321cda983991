"""A small pack and a state for the tests of texts."""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.game import GameData
from sim.games.kaguya import codes, layout
from sim.games.kaguya import state as st
from sim.games.kaguya.tables_schema import KINDS

NAMES = {
    40: "Cram school",
    12: "Love letter",
    75: "School trip",
    codes.ABILITY_FIRST: "Command",
    codes.SLOT_FIRST: "Ok",
}


def small_data() -> GameData:
    """Data of a pack with a few named cards; the other cards have no entry."""
    tables = np.zeros(1, layout.TABLES)
    tables["programs"]["design"] = -1
    cards: dict[str, list[dict[str, str]]] = {kind: [] for kind in KINDS}
    for design, (card, name) in enumerate(NAMES.items()):
        tables["programs"]["design"][0, card] = design
        cards[KINDS[0]].append({"id": f"c{card}", "name": name, "text": f"Text of {name}."})
    return GameData(tables, {"cards": cards}, {}, "", "", {}, "small")


def table_state() -> Any:
    """Tuesday, action phase; the secretary (seat 1) is on turn."""
    states = np.zeros(1, st.STATE)
    state = states[0]
    state.phase, state.day, state.start_seat, state.today, state.turn_seat = st.PHASE_ACTION, 1, 3, 4, 0
    state.turns_today, state.allowance, state.event, state.stock_dice = 7, 1, 75, 11
    state.beaten_dice, state.left_dice = 1, 2
    state.events[:] = range(74, 89)
    for seat, character in enumerate((2, 0, 3, 1)):
        state.seats[seat].character = character
        state.seats[seat].slot = 3 - seat
        state.slots[3 - seat].seat = seat
        state.seats[seat].hearts = 2
        state.seats[seat].is_in = 1
        state.seats[seat].score = 5 + seat
    state.slots[3].dice[:] = (5, 2, 6)
    state.slots[3].n, state.slots[3].total = 2, 7
    state.slots[2].dice[0] = 3
    state.slots[2].n, state.slots[2].total = 1, 3
    me = state.seats[0]
    me.pool[3], me.pool[6], me.n_pool, me.aside[1] = 2, 1, 3, 1
    me.cube[:] = (1, 2)
    me.held, me.stock, me.bag, me.removed = 3, 9, 2, 1
    me.is_ponkotsu, me.is_in, me.ability_uses = 1, 0, 1
    me.n_conversion, me.conversion[:2] = 2, (12, 62)
    me.n_action, me.action[:2] = 2, (40, 68)
    state.is_used[12] = state.is_used[40] = 1
    state.card_dice[40] = 3 | 5 << 3
    me.n_events, me.events[0] = 1, 74
    state.display[:] = (3, 9, -1, -1, 33, 50, -1, -1)
    state.display_seat[:] = -1
    state.display_seat[1], state.display_die[1], state.display_locked[1] = 2, 5, 1
    state.decks[0, :3], state.n_deck[0] = (7, 1, 4), 3
    state.decks[1, :1], state.n_deck[1] = (31,), 1
    state.discards[1] = 1 << 1 | 1 << 29
    state.ask, state.core.actor = st.ASK_TURN, 0
    return state


ALL_TEXTS = [
    "reserve card=12 die=5",
    "use card=40 dice=3,5",
    "use card=64 dice=6",
    "use card=30 dice=1,1,6",
    "place char=secretary die=2",
    "place char=president die=6",
    "recover card=0",
    "convert card=60",
    "ability",
    "end",
    "throw n=0",
    "throw n=2",
    "slot n=4",
    "pick die=4",
    "pick slotdie=president:4",
    "pick slotdie=treasurer:1",
    "pick face=6",
    "pick char=treasurer",
    "pick char=vice",
    "pick card=33",
    "pick track=dice",
    "pick track=tokens",
    "pick n=0",
    "pick n=2",
    "pick branch=1",
    "accept",
    "decline",
    "pick none",
]
