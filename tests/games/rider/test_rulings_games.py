"""Every alternative of section 3 changes whole games: played through by the same random choices."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from sim.games.rider import codes
from sim.rng_twin import draw

from ..kit.agreement import alternatives
from .situations import Table, driver

N_GAMES = 900
SIZES = (3, 5, 8)
#: Packs in which a ruling is about something that happens often.
PACKS = {"prep_order": "stress", "empty_piles": "hoard"}


def story(seed: int, pack: str, changes: tuple[tuple[str, bool | str], ...] = ()) -> tuple[Any, ...]:
    """A game by random choices that depend on nothing but the number of options: those numbers, and how it ended."""
    table = Table(*(0 for _ in range(SIZES[seed % 3])), begin="deal", seed=seed, pack=pack, **dict(changes))
    told: list[Any] = []
    while legal := driver().legal():
        told.append((table.actor, *legal))
        driver().apply(legal[draw(seed, len(told), len(legal))])
    return (*told, table.hps(), table.of("n_hand"), table.winners(), int(table.state.core.end_reason))


@cache
def default_story(seed: int, pack: str) -> tuple[Any, ...]:
    return story(seed, pack)


@pytest.mark.parametrize(("name", "value"), [a for a in alternatives(codes.RULINGS) if a[0] != "allow_over_10"])
def test_the_alternative_changes_games(name: str, value: bool | str) -> None:
    pack = PACKS.get(name, "standin")
    assert any(default_story(seed, pack) != story(seed, pack, ((name, value),)) for seed in range(N_GAMES))


@pytest.mark.parametrize("name", codes.RULINGS)
def test_naming_the_default_changes_none(name: str) -> None:
    default = codes.RULINGS[name][0]
    assert all(default_story(seed, "standin") == story(seed, "standin", ((name, default),)) for seed in range(3))
