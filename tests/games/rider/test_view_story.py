"""rider as told at the table: lines of turns, with answers and what comes of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from sim.games.rider import clauses as c
from sim.games.rider.view import VIEW
from sim.games.rider.view_story import Story
from sim.games.rider.view_words import Words

from .situations import VILLAIN, Table, driver, loaded


def told(table: Table, *texts: str) -> list[str]:
    """The lines of some actions of a table, points with one option included."""
    story = Story(table.data, False)
    for text in texts:
        for record in _records(table, text):
            story.add(record)
    lines = story.close(VIEW.state_json(table.state, table.data))
    return lines[: next(k for k, line in enumerate(lines) if line == "")]


def _records(table: Table, text: str) -> Iterator[dict[str, Any]]:
    """The records of an action, with what is taken without asking before and after it."""
    while True:
        legal = table._codes()
        taken = text if text in legal else next(iter(legal))
        assert text in legal or len(legal) == 1, (text, list(legal))
        head = {"kind": "action", "seat": table.actor, "decision": table.decision, "action": taken}
        driver().take_log()
        driver().apply(legal[taken])
        entries = [VIEW.log_json(table.data, *row) for row in driver().take_log()]
        state = VIEW.state_json(table.state, table.data)
        yield {**head, "log": [entry for entry in entries if entry is not None], "state": state}
        text = "" if taken == text else text
        if not text and (table.is_over or table.decision == "RD4" or len(table.legal) > 1):
            return


def test_a_strike_with_its_answer_stands_in_one_line() -> None:
    table = Table(1, 2, 3).hold(1, "c001").hold(2, "c045").settle()
    assert told(table, "use card=c001", "target seat=2", "play card=c045") == [
        "Seat 1 uses Strike S7 on seat 2; seat 2 plays Dodge H2."
    ]


def test_passing_is_not_told() -> None:
    table = Table(1, 2, 3).hold(1, "c001").hold(2, "c045").settle()
    assert told(table, "use card=c001", "target seat=2", "decline") == [
        "Seat 1 uses Strike S7 on seat 2; seat 2 takes 1 damage."
    ]


def test_several_targets() -> None:
    table = Table(1, 2, 3).hold(1, "c119").settle()
    assert told(table, "use card=c119", "target seat=2", "target seat=3") == [
        "Seat 1 uses Link up SJ on seat 2 and seat 3; seat 2 is linked; seat 3 is linked; belongs to Storm."
    ]


def test_a_card_as_another() -> None:
    table = Table(1, 2, skills={1: "s02"}).put(1, rage=1).hold(1, "c045", "c046").settle()
    name = table.data.document["cards"]["skill"][1].get("name") or "s02"
    assert told(table, "use card=c045 as=charge via=rage", "use card=c046 as=strike via=s02") == [
        "Seat 1 uses Dodge H2 as charge (rage); has 0 rage.",
        f"Seat 1 uses Dodge H2 as strike ({name}) on seat 2; seat 2 takes 2 damage.",
    ]


def test_a_death_names_the_killer() -> None:
    table = Table(1, 2, 3).put(2, hp=1).hold(1, "c001").settle()
    assert told(table, "use card=c001", "target seat=2") == [
        "Seat 1 uses Strike S7 on seat 2; seat 2 takes 1 damage; is killed by seat 1; seat 1 draws Strike S8."
    ]


def test_draws_are_told_together() -> None:
    table = Table(1, 2).hold(1, "c097").on_top("c110", "c045").settle()
    assert told(table, "use card=c097") == ["Seat 1 uses Surge H7; draws Rally HA, Dodge H2."]


def test_a_reveal_tells_warrior_and_faction() -> None:
    table = Table(-1, 2, 2, 3).turn(1).settle()
    assert told(table, "reveal") == [
        "Seat 1 is revealed by choice; is Ember a; belongs to Ember; draws Strike S7, Strike S8."
    ]
    villain = Table(-1, 1, 1, 3).turn(1).settle()
    assert "belongs to himself alone, a villain" in told(villain, "reveal")[0]


@pytest.mark.parametrize("is_ex", [False, True])
def test_cards_are_named_as_they_are_played(is_ex: bool) -> None:
    """An EX card has its own name, suit and rank under the id that it took over."""
    words = Words(loaded("standin", (("rulings.ex_cards", str(is_ex).lower()),)))
    assert words.card("c137") == ("Ice blade S2" if is_ex else "Duality S2")
    assert words.card("c001") == "Strike S7"
    assert words.warrior("w008") == "Ember g1"
    assert [words.faction(f) for f in (1, 5, 102)] == ["Ember", "Gear", "villain 2"]


def test_the_table_shows_who_is_hidden_dead_or_a_villain() -> None:
    table = Table(1, VILLAIN, -3, 4).kill(4).settle()
    story = Story(table.data, False)
    rows = story.close(VIEW.state_json(table.state, table.data))[2:]
    assert [row.split()[3] for row in rows] == ["Ember", "villain", "hidden", "dead"]


def test_facts_and_chance_as_data() -> None:
    data = loaded("standin", ())
    assert VIEW.log_json(data, c.CHANCE_DRAW, 4, 1) == {"chance": "draw", "card": "c005", "seat": 2}
    assert VIEW.log_json(data, c.CHANCE_FIRST, 0, 2) == {"chance": "first_seat", "seat": 3}
    assert VIEW.log_json(data, c.FACT_DEATH, 0, -1) == {"fact": "death", "seat": 1, "by": 0}
    assert VIEW.log_json(data, c.FACT_REVEAL, 0, 11) == {"fact": "reveal", "seat": 1, "warrior": "w012"}
    assert VIEW.log_json(data, c.FACT_FACTION, 0, 64) == {"fact": "faction", "seat": 1, "faction": "villain"}
    assert VIEW.log_json(data, c.R_A1, 0, 0) is None
    for code, name in enumerate(c.CLAUSES):
        if name.startswith(("chance:", "fact:")):
            assert VIEW.log_json(data, code, 1, 1) is not None, name
