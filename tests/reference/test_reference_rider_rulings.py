"""Every alternative of every ruling of the reference of rider changes games (what it changes: the clause tests)."""

from __future__ import annotations

import random

import pytest

from .rider import Data, Game
from .rider.data import RULINGS, default_rulings, load_pack
from .rider.playing import DEFAULT, new_game

ALTERNATIVES = [(name, value) for name, values in RULINGS.items() for value in values[1:]]
GAMES = 600

#: Where the search for a changed game begins: alternatives that rarely change one were seen to do so there.
BEGIN = {"prep_order": 236, "chain_start": 173}


def story(game: Game, seed: int) -> list[object]:
    """What was asked and chosen, and how it ended."""
    rng = random.Random(seed)
    told: list[object] = []
    while not game.is_over:
        text = rng.choice(game.options())
        told.append((game.actor, game.options(), text))
        game.take(text)
    return [*told, game.outcome()]


def test_defaults_come_first() -> None:
    assert {name: values[0] for name, values in RULINGS.items()} == default_rulings()


@pytest.mark.parametrize(("name", "value"), ALTERNATIVES)
def test_alternative_changes_a_game(name: str, value: object) -> None:
    pack = load_pack({"prep_order": "stress", "empty_piles": "hoard"}.get(name, "standin"))
    plain, data = Data(pack=pack), Data(rulings={name: value}, pack=pack)
    if name == "allow_over_10":
        with pytest.raises(AssertionError):
            new_game(1, 11)
        assert new_game(1, 11, data).state.counts["warnings"] == 1
        return
    first = BEGIN.get(name, 0)
    for number in (*range(first, GAMES), *range(first)):
        players = (3, 5, 8)[number % 3]
        if story(new_game(number, players, plain), number) != story(new_game(number, players, data), number):
            return
    pytest.fail(f"{name} = {value}: {GAMES} games went on as before")


def test_deal_forms() -> None:
    """R-S3: one of a group, the first form, or every card."""
    first = {w.number for group in DEFAULT.groups for w in group if w.form == 0}
    offers: dict[object, set[int]] = {}
    for value in RULINGS["deal_forms"]:
        data = Data(rulings={"deal_forms": value})
        offers[value] = {w.number for i in range(60) for p in new_game(i, 8, data).state.seats for w in p.offers}
    assert offers["first_form"] == first
    assert offers["one_per_group"] == {w.number for w in DEFAULT.warriors if w.source != "up"}
    assert offers["all_cards"] == {w.number for w in DEFAULT.warriors}
