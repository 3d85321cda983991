"""What shall be fair, as it is written."""

from __future__ import annotations

import pytest

from analysis.fair_target import Target, parse_target
from sim.errors import UserError
from sim.game import Column, Role

NAMES, TITLES = ("fujiwara", "shinomiya"), ("Chika", "Kaguya")
FACTION = (Column("faction", "i2", Role.ID, "", "icon", True, compares="faction"),)


def parsed(text: str) -> Target:
    return parse_target(text, 4, NAMES, TITLES, FACTION)


@pytest.mark.parametrize(
    ("text", "kind", "label", "words"),
    [
        ("places", "place", "", "places"),
        ("place:3", "place", "place 3", "place 3"),
        ("characters", "character", "", "characters"),
        ("character:shinomiya", "character", "Kaguya", "Kaguya"),
        ("character:Kaguya", "character", "Kaguya", "Kaguya"),
        ("factions", "faction", "", "factions"),
        ("faction:ember", "faction", "ember", "ember"),
    ],
)
def test_targets(text: str, kind: str, label: str, words: str) -> None:
    found = parsed(text)
    assert (found.kind, found.label, found.words) == (kind, label, words)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("plces", "did you mean 'places'"),
        ("place:5", "places are numbered 1 to 4"),
        ("place", "which one? Write place:NAME, or places"),
        ("character:shinomia", "did you mean 'shinomiya'"),
        ("ties", "no line says what is fair there"),
        ("policies", "no line says what is fair there"),
        ("", "unknown target"),
    ],
)
def test_others_are_refused(text: str, says: str) -> None:
    with pytest.raises(UserError, match="--target") as refused:
        parsed(text)
    assert says in str(refused.value)


def test_labels_that_have_no_games_are_named() -> None:
    assert parsed("places").aim(("place 1", "place 2")) == (0, 1)
    assert parsed("place:2").aim(("place 1", "place 2")) == (1,)
    with pytest.raises(UserError, match="did you mean 'ember'"):
        parsed("faction:embr").aim(("ember", "storm"))
