"""Sound but odd rosters: what `check`, `info` and the report say of factions of unequal size."""

from __future__ import annotations

import json

import pytest

from reports.words_facts import of_data
from scripts.main import main
from sim.games.rider.tables import load

#: A second card of w001 makes Ember 14 cards of 66; it stays in its group.
SETS = ("cards.w001.copies=2", "rules.roster_cards=66")
SAID = (
    "Factions have unequal numbers of warrior cards (13 of Storm to 14 of Ember): some may win more often for that "
    "alone."
)


def test_equal_factions_say_nothing() -> None:
    assert load().notes == ()


def test_unequal_factions_say_so() -> None:
    data = load(sets=[("cards.w001.copies", "2"), ("rules.roster_cards", "66")])
    assert data.notes == (SAID,)


def test_groups_count_too() -> None:
    """Ember's a and b, two groups of a card each, become one: as many cards, a group less."""
    forms = [("group", '"ember_a"'), ("name", '"Ember a"'), ("form", "1"), ("form_source", '"change"'),
             ("gender", '"m"')]  # fmt: skip
    data = load(sets=[(f"cards.w002.{key}", value) for key, value in forms])
    (note,) = data.notes
    assert "unequal numbers of warrior groups (8 of Ember to 9 of " in note
    assert "cards" not in note


def test_check_and_info_say_so(capsys: pytest.CaptureFixture[str]) -> None:
    sets = [part for one in SETS for part in ("--set", one)]
    assert main(["check", "rider", *sets]) == 0
    assert f"  Note: {SAID}\n" in capsys.readouterr().out
    assert main(["check", "rider", *sets, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["notes"] == [SAID]
    assert main(["info", "rider", *sets]) == 0
    assert f"\n{SAID}\n" in capsys.readouterr().out


def test_the_report_says_so_where_it_tells_what_is_assumed() -> None:
    assert of_data({"provenance": {"assumed": 1, "seed": 1}, "pack": "p", "data_notes": ["Odd."]}).endswith(" Odd.")
    assert of_data({"provenance": {"assumed": 1}, "pack": "p"}).endswith("rulebook.")  # an older run
