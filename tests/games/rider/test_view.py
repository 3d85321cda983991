"""rider in words and as data: what a replay and a spectator see, texts that lead back to their actions."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

import numpy as np
import pytest

from sim.errors import UserError
from sim.games.rider import GAME, codes
from sim.games.rider.tables import card_ids
from sim.games.rider.view import VIEW
from sim.rng_twin import draw

from .situations import VILLAIN, Table, driver, loaded

KEYS = {
    "round", "turn", "turn_seat", "first_seat", "phase", "draw_pile", "discard", "resolving", "side_pile", "inserted",
    "seats", "actor", "decision", "is_over",
}  # fmt: skip
SEAT_KEYS = {
    "seat", "is_alive", "warrior", "is_face_up", "was_revealed", "hp", "rage", "link", "is_inverted", "determined",
    "faction", "hand", "visible", "down", "gear", "weapon", "motorbike", "face_down", "sideways", "judgement",
    "mark_on", "mark_by", "strikes_used", "charges_used", "charge", "skips",
}  # fmt: skip


@cache
def played(pack: str, n_seats: int, seed: int) -> list[tuple[dict[str, Any], list[str], list[int], list[int]]]:
    """State, texts, codes and parsed codes of every decision of a random game; it is played once."""
    data, table = loaded(pack, ()), driver()
    table.tables, table.n_seats, table.states = np.array(data.tables), n_seats, np.zeros(1, GAME.state)
    legal, found, n_drawn = table.setup(seed), [], 0
    while legal:
        state = table.state
        texts = [VIEW.action_text(state, data, code) for code in legal]
        parsed = [VIEW.parse_action(state, data, text) for text in texts]
        found.append((VIEW.state_json(state, data), texts, legal, parsed))
        legal = table.apply(legal[draw(seed, n_drawn, len(legal))])
        n_drawn += 1
    return found


GAMES = [("standin", 5, 1), ("standin", 2, 2), ("standin", 10, 3), ("stress", 5, 4), ("words", 6, 5), ("hoard", 8, 6)]


@pytest.mark.parametrize(("pack", "n_seats", "seed"), GAMES)
def test_every_text_leads_back_to_its_action(pack: str, n_seats: int, seed: int) -> None:
    """Invariant 13: at each decision point texts differ, and parse to the same codes."""
    for _, texts, legal, parsed in played(pack, n_seats, seed):
        assert len(set(texts)) == len(texts)
        assert parsed == legal


@pytest.mark.parametrize(("pack", "n_seats", "seed"), GAMES)
def test_the_state_is_plain_data_with_the_documented_keys(pack: str, n_seats: int, seed: int) -> None:
    """RULES.md 14.8; every card is somewhere, exactly once: nothing is left out of a replay."""
    everything = sorted(card_ids(loaded(pack, ()).document))
    for shown, _, _, _ in played(pack, n_seats, seed):
        assert json.loads(json.dumps(shown)) == shown
        assert set(shown) == KEYS
        assert len(shown["seats"]) == n_seats
        places = [*shown["draw_pile"], *shown["discard"], *shown["resolving"]]
        for seat in shown["seats"]:
            assert set(seat) == SEAT_KEYS
            worn = [seat[slot] for slot in codes.SLOTS if seat[slot]]
            places += [*seat["hand"], *seat["down"], *worn, *seat["judgement"], *seat["mark_on"], *seat["mark_by"]]
            assert set(seat["visible"]) <= set(seat["hand"])
            assert set(seat["face_down"]) | set(seat["sideways"]) <= set(worn)
        assert sorted(places) == everything


def test_seats_count_from_1_in_all_that_is_shown() -> None:
    for shown, texts, _, _ in played("standin", 5, 1):
        assert [seat["seat"] for seat in shown["seats"]] == [1, 2, 3, 4, 5]
        assert 1 <= shown["actor"] <= 5
        assert 1 <= shown["first_seat"] <= 5
        named = [int(n) for text in texts for n in re.findall(r"seat=(\d+)", text)]
        assert all(1 <= n <= 5 for n in named)


def test_every_decision_point_is_named() -> None:
    names = {shown["decision"] for game in GAMES for shown, _, _, _ in played(*game)}
    assert {f"RD{n}" for n in range(1, 12)} <= names <= {f"RD{n}" for n in range(1, 17)}


def test_phases_are_those_of_a_turn() -> None:
    phases = {shown["phase"] for game in GAMES for shown, _, _, _ in played(*game)}
    assert phases | {"draw"} == {"setup", "prep", "judge", "draw", "play", "discard", "end"}
    table = Table(1, 2, 2, skills={1: "s62"}).turn(1).settle()
    assert VIEW.state_json(table.state, table.data)["phase"] == "draw"


def test_a_state_in_detail() -> None:
    """A table set up by hand, as its JSON says it."""
    table = Table(1, VILLAIN, -3).hold(1, "c045", is_shown=True).lay_down(1, "c001").wear(1, "c134", lies=1)
    table.wear(1, "c150").delay(1, "c129").mark(1, "on", "c003", "c002").mark(1, "by", "c009", "c008").link(2)
    table.put(1, hp=2, rage=3).settle()
    shown = VIEW.state_json(table.state, table.data)
    one, two, three = shown["seats"]
    assert (one["hand"], one["visible"], one["down"]) == (["c045"], ["c045"], ["c001"])
    assert (one["weapon"], one["motorbike"], one["gear"], one["face_down"]) == ("c134", "c150", "", ["c134"])
    assert (one["judgement"], one["mark_on"], one["mark_by"]) == (["c129"], ["c003", "c002"], ["c008", "c009"])
    assert (one["hp"], one["rage"], one["faction"], one["was_revealed"]) == (2, 3, 1, True)
    assert (two["faction"], two["link"]) == (101, 1)
    assert (three["faction"], three["was_revealed"], three["is_face_up"]) == (0, False, False)
    assert (shown["actor"], shown["decision"], shown["phase"], shown["draw_pile"][0]) == (1, "RD4", "play", "c004")


@pytest.mark.parametrize("text", ["", "jump", "use card=c999", "use card=c045", "target seat=2", "keep warrior=w001"])
def test_a_text_that_is_not_legal_is_refused_in_one_line(text: str) -> None:
    table = Table(1, 2).hold(1, "c001").settle()
    assert table.legal == ["use card=c001", "end"]
    with pytest.raises(UserError, match=re.escape(f"action {text!r}: not legal now; write one of use card=c001, end")):
        VIEW.parse_action(table.state, table.data, text)


def test_forms_of_every_decision_point() -> None:
    """Each form that a code may have is written as RULES.md 4.1 says; warriors, skills and cards by id."""
    data = loaded("standin", ())
    assert VIEW.action_text(driver().state, data, codes.FORM_KEEP << 24 | 11) == "keep warrior=w012"
    assert VIEW.action_text(driver().state, data, codes.FORM_UP << 24 | 7) == "form kind=up warrior=w008"
    assert VIEW.action_text(driver().state, data, codes.FORM_SKILL << 24 | 2 << 8) == "skill id=s03"
    assert VIEW.action_text(driver().state, data, codes.FORM_TAKE_DOWN << 24) == "take zone=down"
    written = {
        "use strike rage": "use card=c050 as=strike via=rage", "use charge rage": "use card=c050 as=charge via=rage",
        "use combiner": "use as=strike via=combiner", "recast": "recast card=c050", "reflex": "reflex",
        "play combiner": "play as=strike via=combiner", "follow": "follow card=c050", "force": "force",
        "strike rage": "strike card=c050 as=strike via=rage", "concede": "concede", "end": "end",
    }  # fmt: skip
    for form, text in written.items():
        assert VIEW.action_text(driver().state, data, codes.FORMS.index(form) << 24 | 49) == text
