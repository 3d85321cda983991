"""Rosters of 130 and of 200 cards, by adding rows alone: they load, and games with them keep the invariants."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sizes import SIZES

from sim.driver import Driver
from sim.errors import UserError
from sim.games.rider import GAME
from sim.games.rider.tables import labels, load

from .checker import Checker
from .rosters import pack

ROSTERS = [(130, 5), (200, 5), (200, 16), (256, 8)]


@cache
def large(folder: Path, n: int, n_factions: int) -> Any:
    path = folder / f"large_{n}_{n_factions}.toml"
    path.write_text(pack(n, n_factions), encoding="utf-8")
    return load(str(path), None, (), 5)


@pytest.mark.parametrize(("n", "n_factions"), ROSTERS)
def test_rows_alone_make_a_larger_roster(tmp_path: Path, n: int, n_factions: int) -> None:
    data = large(tmp_path, n, n_factions)
    rules = data.tables[0]
    assert (rules.n_warriors, rules.n_factions, rules.n_cards) == (n, n_factions, 156)
    names = labels(data)
    assert names["warrior_start"][str(n - 1)].split()[0] == f"w{n:03d}"
    assert len([key for key in names["faction_printed"] if key != "0"]) == n_factions


@pytest.mark.parametrize(("n", "n_factions"), ROSTERS)
def test_games_with_a_large_roster(tmp_path: Path, n: int, n_factions: int) -> None:
    """Random games of all sizes are sound, and end; every faction and the last rows of the roster are dealt."""
    data = large(tmp_path, n, n_factions)
    found = Checker(data)
    dealt: set[int] = set()
    for found.n_seats in (2, 3, 5, 8, 10):
        assert found.play(0, SIZES.rider_invariants // 20) is None
        for game in range(30):
            assert found.play(1000 + game, 1) is None
            assert found.states[0].core.end_reason in (1, 2)
            seats = found.states[0]["seats"][: found.n_seats]
            dealt |= {int(w) for w in seats["offers"].ravel() if w >= 0}
    assert max(dealt) > n - 10
    assert {int(data.tables[0].warriors[w].faction) for w in dealt} == set(range(1, n_factions + 1))


def test_actions_name_warriors_beyond_the_shipped_ones(tmp_path: Path) -> None:
    """A code has room for each of them, and its text leads back."""
    data = large(tmp_path, 256, 8)
    table = Driver(GAME, data, 12)
    table.n_seats = 10
    seen: set[str] = set()
    for block in range(40):
        for code in table.setup(3, block):
            text = GAME.view.action_text(table.state, data, code)
            assert GAME.view.parse_action(table.state, data, text) == code
            seen.add(text)
    assert max(seen) >= "keep warrior=w240"
    assert np.array_equal(table.tables, data.tables)


def test_there_is_room_for_256(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(pack(257), encoding="utf-8")
    with pytest.raises(UserError, match=r"mine\.toml: \[\[warrior\]\] = 257 in all: there is room for 256"):
        load(str(path), None, (), 5)
