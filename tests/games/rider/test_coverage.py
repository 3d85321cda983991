"""The runs of data/coverage.toml meet the rules: each counted clause fires, each alternative changes a game."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from sizes import IS_FULL, SIZES

from sim.coverage import read_runs
from sim.games.rider import GAME, clauses, codes
from sim.written import parse_set

from ..kit import coverage
from ..kit.agreement import alternatives
from ..kit.coverage import Alternatives
from . import uniform_games
from .situations import driver


def uniform_fired(n_games: int) -> dict[str, int]:
    """Games of uniform play in which each clause fired, so many with the data and seats of each run.

    Each number of seats with its policies takes machine code of its own for the runs themselves: a matter of minutes.
    """
    total = np.zeros(len(GAME.clauses), np.int64)
    for number, run in enumerate(read_runs(GAME)):
        n_seats = run.players or GAME.default_seats
        data = GAME.load(run.cards, None, [parse_set(text) for text in run.sets], n_seats)
        for _ in uniform_games.games(data, n_seats, n_games, seed=number):
            total += driver().state.core.notes[: len(total)]
    return dict(zip(GAME.clauses, map(int, total), strict=True))


@cache
def fired() -> dict[str, int]:
    """Games in which each clause fired: of all runs at full size, else of uniform play with their data."""
    return coverage.fired(GAME, 1) if IS_FULL else uniform_fired(SIZES.rider_coverage)


ALTERNATIVES = Alternatives(GAME)


def test_every_counted_clause_fires() -> None:
    assert [clause for clause in GAME.counted if fired()[clause] == 0] == []


def test_what_is_not_counted() -> None:
    """Facts, chance events, and skills that no shipped pack has."""
    assert fired()["skill of another pack"] == 0
    told = {c for c in GAME.clauses if c.startswith(("fact:", "chance:"))}
    assert set(GAME.counted) | set(clauses.UNCOUNTED) | told == set(GAME.clauses)


def test_every_alternative_is_listed() -> None:
    """`allow_over_10` changes no game of up to ten, and is met by the run of twelve."""
    listed = {text.removeprefix("rulings.") for text in ALTERNATIVES.sets if text.startswith("rulings.")}
    words = {f"{n}={str(v).lower() if isinstance(v, bool) else v}" for n, v in alternatives(codes.RULINGS)}
    assert listed == words - {"allow_over_10=true"}
    assert any("rulings.allow_over_10=true" in run.sets for run in read_runs(GAME))


@pytest.mark.verify
@pytest.mark.parametrize("change", ALTERNATIVES.sets)
def test_every_alternative_changes_games(change: str) -> None:
    """At other sizes, test_rulings_games asks the same of games that are driven step by step."""
    assert ALTERNATIVES.n_changed(change) > 0
