"""kaguya in words: text forms of actions, the state as JSON, and sentences."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from sim.games.kaguya import clauses as c
from sim.games.kaguya import state as st
from sim.games.kaguya.view import VIEW

from .view_data import ALL_TEXTS, small_data, table_state


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
        ((c.FACT_POINTS, 0, 12), None),
    ],
)
def test_log_json(entry: tuple[int, int, int], data: dict[str, Any] | None) -> None:
    assert VIEW.log_json(small_data(), *entry) == data


def test_every_log_code_can_be_told() -> None:
    """Chance, facts and the crowning have a sentence, other clauses none; all are ASCII and end with a full stop."""
    for code, name in enumerate(c.CLAUSES):
        told = VIEW.tell_log(small_data(), code, 0, 1, VIEW.state_json(table_state(), small_data()))
        if (name.startswith("K-") and name != "K-E13") or name == "fact:refetch":
            assert told is None
        else:
            assert told is not None, name
            assert told.isascii(), name
            assert re.fullmatch(r"[A-Z\"].*[^.]\.", told), told


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        ((c.CHANCE_TODAY, -1, 4), "Today's number is 4."),
        ((c.CHANCE_PONKOTSU, 0, 2), "The secretary is ponkotsu and rolls the ponkotsu die: Pass, the turn is lost."),
        ((c.K_E13, 3, 75), 'The vice-president is the winner of the day and takes "School trip".'),
        ((c.FACT_DAY, 4, 3), "Friday begins, and the vice-president starts."),
        ((c.FACT_EVENT, 1, 75), 'The event of Tuesday is "School trip": Text of School trip.'),
        ((c.FACT_POINTS, 1, -1), "The president loses one point."),
        ((c.FACT_TOKENS, 1, 2), "The president takes 2 tokens."),
        ((c.FACT_BAG, 2, 1), "One token of the treasurer goes into the bag."),
        ((c.FACT_BAG, 2, -2), "2 tokens of the treasurer come back out of the bag."),
        ((c.FACT_PONKOTSU, 1, 0), "The president goes ponkotsu, thanks to the secretary."),
        ((c.FACT_PONKOTSU, 0, 0), "The secretary goes ponkotsu."),
        ((c.FACT_CONTEST, 1, 16 * 1 + 2), "The president has 2 matches of today's number: first rank."),
        ((c.FACT_CONTEST, 1, 16 * 2 + 1), "The president has one match of today's number: second rank."),
        ((c.FACT_VIGOUR, 1, 0), "Out of the bag come no tokens of the president."),
        ((c.FACT_LOST_DIE, 1, 4), "The president loses the reservation, and the 4 that held it."),
        (
            (c.FACT_ACTIVITY, 1, 0),
            "The first die of the day on the president brings the activity bonus of slot 1 (Text of Ok).",
        ),
    ],
)
def test_log_sentences(entry: tuple[int, int, int], sentence: str) -> None:
    assert VIEW.tell_log(small_data(), *entry, VIEW.state_json(table_state(), small_data())) == sentence


@pytest.mark.parametrize(
    ("seat", "text", "sentence"),
    [
        (
            1,
            "place char=president die=4",
            "The secretary lays a 4 on the president, who now totals 7, just like the secretary.",
        ),
        (1, "place char=president die=1", "The secretary lays a 1 on the president, who now totals 4."),
        (1, "place char=secretary die=2", "The secretary lays a 2 on their own character, who now totals 9."),
        (2, "place char=vice die=2", "The president lays a 2 on the vice-president, the first die there."),
        (1, "use card=40 dice=3,5", 'The secretary puts a 3 and a 5 on "Cram school": Text of Cram school.'),
        (1, "use card=41 dice=3", "The secretary puts a 3 on an action card (number 41)."),
        (1, "convert card=12", 'The secretary turns "Love letter" sideways: Text of Love letter.'),
        (2, "ability", 'The president uses the ability "Command": Text of Command.'),
        (2, "reserve card=3 die=2", "The president puts a heart and a 2 on a conversion card (number 3)."),
        (
            2,
            "reserve card=9 die=6",
            "The president beats the treasurer's 5 with a 6 and takes a conversion card (number 9) over.",
        ),
        (3, "reserve card=9 die=6", "The treasurer raises their own 5 on a conversion card (number 9) to a 6."),
        (1, "throw n=2", "The secretary drops 2 tokens into the bag."),
        (1, "throw n=0", "The secretary keeps the tokens and drops none into the bag."),
        (1, "slot n=4", "The secretary chooses slot 4, where 7 pips lie."),
        (1, "slot n=1", "The secretary chooses slot 1, where no dice lie."),
        (1, "pick slotdie=president:3", "The secretary points at the 3 on the president."),
        (1, "pick char=vice", "The secretary points at the vice-president."),
        (1, "pick card=12", 'The secretary chooses "Love letter".'),
        (1, "end", "The secretary ends the turn."),
    ],
)
def test_action_sentences(seat: int, text: str, sentence: str) -> None:
    assert VIEW.tell_action(VIEW.state_json(table_state(), small_data()), small_data(), seat, text) == sentence


@pytest.mark.parametrize("text", ALL_TEXTS)
def test_every_action_can_be_told(text: str) -> None:
    told = VIEW.tell_action(VIEW.state_json(table_state(), small_data()), small_data(), 4, text)
    assert told.isascii()
    assert re.fullmatch(r"The vice-president .*[^.]\.", told)


def test_tell_state_shows_slots_seats_and_offers() -> None:
    data = small_data()
    lines = VIEW.tell_state(VIEW.state_json(table_state(), data), data).splitlines()
    assert lines[0] == (
        'Tuesday, action; today\'s number is 4; the event is "School trip"; the vice-president is the start player.'
    )
    assert lines[4] == "  Slot 4 (no bonus): secretary; dice 2 5, total 7."
    assert lines[5] == (
        "  Seat 1, secretary: 5 points; dice 3 3 6; 2 hearts; 3 tokens held, 2 in the bag; 4 scene cards; "
        "one event card; tracks 1 and 2; ponkotsu; out."
    )
    assert "(the treasurer with a 5, locked)" in lines[-1]
    assert all(line.isascii() for line in lines)
