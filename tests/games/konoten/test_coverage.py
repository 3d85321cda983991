"""The runs of data/coverage.toml meet the rules: each counted clause fires, each alternative changes a game."""

from __future__ import annotations

from functools import cache

import pytest
from sizes import IS_FULL, SIZES

from sim.games.konoten import GAME, clauses, codes

from ..kit import coverage
from ..kit.agreement import alternatives
from ..kit.coverage import Alternatives

#: Share of the games of a run that is played.
SHARE = 1 if IS_FULL else 10

#: Clauses that fire in less than one game of 2,000 in every run: they may be missing where few games are played.
RARE = {
    "N-C108", "N-C510 if false", "N-C507 if false", "N-C505 if false", "N-C607 if false", "N-E7 results", "N-E7 cards",
}  # fmt: skip


@cache
def fired() -> dict[str, int]:
    """Games of all runs in which each clause fired."""
    return coverage.fired(GAME, SHARE)


ALTERNATIVES = Alternatives(GAME, None if IS_FULL else SIZES.konoten_alternatives)


def test_every_counted_clause_fires() -> None:
    silent = {clause for clause in GAME.counted if fired()[clause] == 0}
    assert silent <= (set() if IS_FULL else RARE)


def test_what_is_not_counted() -> None:
    """N-R15 never acts, in no run; definitions need no count."""
    assert fired()["N-R15"] == 0
    assert set(GAME.counted) | set(clauses.UNCOUNTED) >= {c for c in GAME.clauses if not c.startswith("fact:")}


def test_every_alternative_is_listed() -> None:
    listed = {text.removeprefix("rulings.") for text in ALTERNATIVES.sets}
    words = {f"{n}={str(v).lower() if isinstance(v, bool) else v}" for n, v in alternatives(codes.RULINGS)}
    assert listed == words


#: Changed in few games of a thousand.
SELDOM = ("rulings.red6_prereq=node_4_or_7",)


@pytest.mark.parametrize("change", ALTERNATIVES.sets)
def test_every_alternative_changes_games(change: str) -> None:
    assert ALTERNATIVES.n_changed(change) > 0 or (change in SELDOM and not IS_FULL)
