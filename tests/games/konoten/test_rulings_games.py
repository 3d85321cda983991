"""Every alternative of section 3 changes whole games: played through by the same random choices."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from sim.games.konoten import codes
from sim.rng_twin import draw

from ..kit.agreement import alternatives
from .situations import Table, driver

N_GAMES = 40

#: Seat 1, and its nodes that are filled from the start, where a ruling is about them.
SHEETS: dict[str, tuple[str, tuple[int, ...]]] = {
    "grow_trigger_self": ("red", ()), "green_scope": ("green", (3, 8)), "green5_counts": ("green", (5,)),
    "white1_effect": ("white", (1,)), "white2_mismatch": ("white", (2,)), "white7_scope": ("white", (7,)),
    "white9_scope": ("white", (9,)), "orange7_ap": ("orange", (7,)), "yellow_links": ("yellow", (6,)),
    "yellow_7_8": ("yellow", (7,)), "yellow9_gifts": ("yellow", (9,)), "blue8_scope": ("blue", (8,)),
    "red6_prereq": ("red", (4,)), "red8_count": ("red", (8,)), "growth_lock": ("red", ()),
}  # fmt: skip


def scores(seed: int, name: str = "", value: bool | str = "", sheet: str = "") -> list[int]:
    """VP of one game of three, played by random choices that depend on nothing but the number of options."""
    character, nodes = SHEETS.get(sheet or name, ("red", ()))
    others = [c for c in codes.CHARACTERS if c != character]
    changes: dict[str, Any] = {name: value} if name else {}
    table = Table(character, others[seed % 5], others[(seed + 1) % 5], begin="setup", seed=seed, **changes)
    table.fill(1, *nodes).put(1, stock=3, creativity=5)
    if (sheet or name) == "red8_count":
        table.hold(1, rainbow=10)
    if (sheet or name) == "white2_mismatch":
        table.lay(1, (1,), (7, 17))
    n_drawn = 0
    while legal := driver().legal():
        driver().apply(legal[draw(seed, n_drawn, len(legal))])
        n_drawn += 1
    return table.vp()


def games(name: str) -> Iterator[list[int]]:
    return (scores(seed, sheet=name) for seed in range(N_GAMES))


@pytest.mark.parametrize(("name", "value"), alternatives(codes.RULINGS))
def test_the_alternative_changes_games(name: str, value: bool | str) -> None:
    assert any(default != scores(seed, name, value) for seed, default in enumerate(games(name)))


@pytest.mark.parametrize("name", codes.RULINGS)
def test_naming_the_default_changes_none(name: str) -> None:
    assert all(scores(seed, name, codes.RULINGS[name][0]) == scores(seed, sheet=name) for seed in range(3))
