"""Entries of the pack in words, beside what RULES.md sections 8.1 and 8.5 print of them."""

from __future__ import annotations

import pytest

from sim.games.rider.tables import labels, load, skill_names
from sim.games.rider.view import VIEW

SAID = {
    "w001": "Ember, male; HP 4, hand limit 4, draws 2; skills s01",
    "w013": "Ember, female, form 2 of ember_i (by up for 2 rage); HP 5, hand limit 5, draws 3; skills s03, s12",
    "w024": "Storm, female; HP 3, hand limit 4, draws 2, supply 4; may change and up; skills s23",
    "w062": "Gear, male, form 1 of gear_h (by change); HP 3, hand limit 5, draws 3; may change; skills s62",
    "c001": "strike S7",
    "c134": "repeater CA, range 1",
    "gear": "",
}


@pytest.mark.parametrize("name", SAID)
def test_what_is_printed_on_an_entry(name: str) -> None:
    data = load()
    (found,) = [(kind, e) for kind, group in data.document["cards"].items() for e in group if e["id"] == name]
    assert VIEW.entry_text(data, *found) == SAID[name]


def test_skills_are_called_by_id_and_name() -> None:
    data = load(sets=[(f"cards.{skill}.name", '""') for skill in ("s62", "s07", "s12")])
    names = dict(zip([f"s{k:02d}" for k in range(1, 67)], skill_names(data.document), strict=True))
    assert names["s01"] == "s01 Extra strike"
    assert names["s62"] == "s62 of Gear h"  # without a name: whose it is
    assert names["s07"] == "s07 of Ember g"  # of two forms of one name
    assert names["s12"] == "s12 of Ember i"
    told = labels(data)
    assert told["skills_used"] == list(names.values())
    assert told["group"]["44"] == "Gear i"
    assert (told["winner_faction"]["0"], told["winner_faction"]["103"]) == ("nobody", "villain")
