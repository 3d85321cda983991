"""kaguya as data: the state and the log as JSON, the names of decisions."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sim.games.kaguya import clauses as c
from sim.games.kaguya import state as st
from sim.games.kaguya.view import VIEW

from .view_data import small_data, table_state


def test_state_json() -> None:
    found = VIEW.state_json(table_state(), small_data())
    assert json.loads(json.dumps(found)) == found, "plain data only"
    seats = found.pop("seats")
    assert found == {
        "day": 2,
        "phase": "action",
        "start_seat": 4,
        "today": 4,
        "turn_seat": 1,
        "turns_today": 7,
        "allowance": 1,
        "event": 75,
        "stock_dice": 11,
        "beaten_dice": 1,
        "left_dice": 2,
        "slots": [
            {"slot": 1, "dice": [], "character": "vice"},
            {"slot": 2, "dice": [], "character": "treasurer"},
            {"slot": 3, "dice": [3], "character": "president"},
            {"slot": 4, "dice": [2, 5], "character": "secretary"},
        ],
        "display": [
            {"card": 3, "reserved_by": 0, "die": 0, "is_locked": False},
            {"card": 9, "reserved_by": 3, "die": 5, "is_locked": True},
            {"card": 33, "reserved_by": 0, "die": 0, "is_locked": False},
            {"card": 50, "reserved_by": 0, "die": 0, "is_locked": False},
        ],
        "decks": {"conversion": [7, 1, 4], "action": [31]},
        "discards": {"conversion": [], "action": [31, 59]},
        "coming_events": [76, 77, 78],
        "actor": 1,
        "decision": "D2",
        "is_over": False,
    }
    assert seats[0] == {
        "seat": 1,
        "character": "secretary",
        "score": 5,
        "pool": [3, 3, 6],
        "aside": [1],
        "hearts": 2,
        "cube_dice": 1,
        "cube_tokens": 2,
        "is_in": False,
        "is_ponkotsu": True,
        "is_shielded": False,
        "skips_roll": False,
        "tokens_held": 3,
        "tokens_stock": 9,
        "tokens_bag": 2,
        "tokens_removed": 1,
        "ability_uses": 1,
        "conversion": [{"card": 12, "is_turned": True}, {"card": 62, "is_turned": False}],
        "action": [
            {"card": 40, "dice": [3, 5], "is_used": True},
            {"card": 68, "dice": [], "is_used": False},
        ],
        "events": [74],
    }
    assert [seat["character"] for seat in seats] == ["secretary", "president", "treasurer", "vice"]


@pytest.mark.parametrize(
    ("ask", "phase", "name"),
    [
        (st.ASK_SLOT, st.PHASE_SETUP, "D1"),
        (st.ASK_TURN, st.PHASE_ACTION, "D2"),
        (st.ASK_THROW, st.PHASE_CONTEST, "D3"),
        (st.ASK_SLOT, st.PHASE_SLOTS, "D4"),
        (st.ASK_DIE, st.PHASE_ACTION, "D5"),
        (st.ASK_TARGET, st.PHASE_ACTION, "D6"),
        (st.ASK_N, st.PHASE_PREPARATION, "D7"),
        (st.ASK_BRANCH, st.PHASE_ACTION, "D8"),
        (st.ASK_ACCEPT, st.PHASE_CONTEST, "D9"),
        (st.ASK_PLACE, st.PHASE_ACTION, "D10"),
    ],
)
def test_decision_names(ask: int, phase: int, name: str) -> None:
    state = table_state()
    state.ask, state.phase = ask, phase
    assert VIEW.decision_name(state, small_data()) == name
    state.core.is_over = 1
    assert VIEW.decision_name(state, small_data()) == ""


@pytest.mark.parametrize(
    ("phase", "word"),
    [
        (st.PHASE_SETUP, "setup"),
        (st.PHASE_PREPARATION, "preparation"),
        (st.PHASE_CONTEST, "event"),
        (st.PHASE_SLOTS, "event"),
        (st.PHASE_END, "end"),
    ],
)
def test_no_turn_outside_the_action_phase(phase: int, word: str) -> None:
    state = table_state()
    state.phase = phase
    found = VIEW.state_json(state, small_data())
    assert (found["phase"], found["turn_seat"], found["allowance"]) == (word, 0, 0)


def test_in_setup_all_five_events_are_to_come() -> None:
    state = table_state()
    state.phase, state.day = st.PHASE_SETUP, 0
    assert VIEW.state_json(state, small_data())["coming_events"] == [74, 75, 76, 77, 78]
    state.phase = st.PHASE_ACTION
    assert VIEW.state_json(state, small_data())["coming_events"] == [75, 76, 77, 78]


@pytest.mark.parametrize(
    ("entry", "data"),
    [
        ((c.CHANCE_TODAY, -1, 3), {"roll": "today", "seat": 0, "face": 3}),
        ((c.CHANCE_TODAY, 2, 3), {"roll": "today", "seat": 3, "face": 3}),
        ((c.CHANCE_PREPARATION, 0, 6), {"roll": "preparation", "seat": 1, "face": 6}),
        ((c.CHANCE_GAIN, 3, 1), {"roll": "gain", "seat": 4, "face": 1}),
        ((c.CHANCE_REROLL, 1, 2), {"roll": "reroll", "seat": 2, "face": 2}),
        ((c.CHANCE_SLOT, 1, 2), {"roll": "slot", "seat": 2, "face": 2}),
        ((c.CHANCE_PONKOTSU, 1, 0), {"roll": "ponkotsu", "seat": 2, "face": "ok"}),
        ((c.CHANCE_PONKOTSU, 1, 1), {"roll": "ponkotsu", "seat": 2, "face": "minus"}),
        ((c.CHANCE_PONKOTSU, 1, 2), {"roll": "ponkotsu", "seat": 2, "face": "pass"}),
        ((c.CHANCE_RESHUFFLE, 1, 12), {"roll": "reshuffle", "seat": 0, "face": 12, "kind": "action"}),
        ((c.K_M1, 0, 12), None),
        ((c.FACT_POINTS, 0, -2), {"fact": "points", "seat": 1, "n": -2}),
        ((c.FACT_DAY, 1, 3), {"fact": "day", "day": 2, "seat": 4}),
        ((c.FACT_DISPLAY, 40, 0), {"fact": "display", "card": 40}),
        ((c.FACT_PONKOTSU, 1, 0), {"fact": "ponkotsu", "seat": 2, "by": 1}),
        ((c.FACT_ACTIVITY, 1, 0), {"fact": "activity", "seat": 2, "slot": 1}),
        ((c.FACT_CONTEST, 1, 16 * 2 + 3), {"fact": "contest", "seat": 2, "rank": 2, "n": 3}),
        ((c.K_E13, 3, 75), {"fact": "winner", "seat": 4, "card": 75}),
        ((c.FACT_SHIELD, 2, 0), {"fact": "shield", "seat": 3}),
    ],
)
def test_log_json(entry: tuple[int, int, int], data: dict[str, Any] | None) -> None:
    assert VIEW.log_json(small_data(), *entry) == data


def test_every_chance_and_fact_has_data() -> None:
    for code, name in enumerate(c.CLAUSES):
        is_told = not name.startswith("K-") or name == "K-E13"
        assert (VIEW.log_json(small_data(), code, 0, 1) is not None) == (is_told and name != "fact:refetch"), name
