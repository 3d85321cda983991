"""The runs of data/coverage.toml meet the rules: each counted clause fires, each alternative changes a game."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from sizes import IS_FULL, SIZES

from sim.coverage import changed_games, final_rows
from sim.games.konoten import GAME, clauses, codes
from sim.plan import make_plan
from sim.playout import Player
from sim.tables import read_toml

#: Share of the games of a run that is played.
SHARE = 1 if IS_FULL else 10

#: Clauses that fire in less than one game of 2,000 in every run: they may be missing where few games are played.
RARE = {
    "N-C108", "N-C510 if false", "N-C507 if false", "N-C505 if false", "N-C607 if false", "N-E7 results", "N-E7 cards",
}  # fmt: skip


def contents() -> dict[str, Any]:
    """The coverage file as it is written."""
    return read_toml(GAME.folder / "data" / "coverage.toml")[0]


def sets_of(run: dict[str, Any]) -> list[tuple[str, str]]:
    return [(path, value) for path, _, value in (text.partition("=") for text in run.get("sets", []))]


def play(run: dict[str, Any]) -> np.ndarray[Any, Any]:
    """In how many games of a run each note fired, by note."""
    n_seats = run.get("players", GAME.default_seats)
    data = GAME.load(run.get("cards"), None, sets_of(run), n_seats)
    plan = make_plan(GAME, run["n"] // SHARE, n_seats, run["policies"], seed=1)
    player, counts = Player(GAME, data, plan.policies, n_seats, 1), np.zeros(len(GAME.clauses), np.int64)
    for lo in range(0, plan.n_games, 1200):
        player.play(plan.rows(0, lo, min(lo + 1200, plan.n_games)), counts)
    return counts


@cache
def fired() -> dict[str, int]:
    """Games of all runs in which each clause fired."""
    total = np.sum([play(run) for run in contents()["run"]], axis=0)
    return dict(zip(GAME.clauses, map(int, total), strict=True))


def test_every_counted_clause_fires() -> None:
    silent = {clause for clause in GAME.counted if fired()[clause] == 0}
    assert silent <= (set() if IS_FULL else RARE)


def test_what_is_not_counted() -> None:
    """N-R15 never acts, in no run; definitions need no count."""
    assert fired()["N-R15"] == 0
    assert set(GAME.counted) | set(clauses.UNCOUNTED) >= {c for c in GAME.clauses if not c.startswith("fact:")}


def alternatives() -> dict[str, Any]:
    found: dict[str, Any] = contents()["alternatives"]
    return found


def test_every_alternative_is_listed() -> None:
    listed = {text.removeprefix("rulings.") for text in alternatives()["sets"]}
    every = [(name, value) for name, values in codes.RULINGS.items() for value in values[1:]]
    words = {f"{name}={str(value).lower() if isinstance(value, bool) else value}" for name, value in every}
    assert listed == words


@cache
def rows(change: str) -> np.ndarray[Any, Any]:
    """Outcome rows of the games with one alternative, "" for none."""
    run = alternatives()
    data = GAME.load(run["cards"], None, sets_of({"sets": [change] if change else []}), 4)
    plan = make_plan(GAME, run["n"] if IS_FULL else SIZES.konoten_alternatives, 4, run["policies"], seed=1)
    return final_rows(GAME, data, plan, plan.policies)


#: Changed in few games of a thousand.
SELDOM = ("rulings.red6_prereq=node_4_or_7",)


@pytest.mark.parametrize("change", alternatives()["sets"])
def test_every_alternative_changes_games(change: str) -> None:
    n = changed_games(rows(""), rows(change))
    assert n > 0 or (change in SELDOM and not IS_FULL)
