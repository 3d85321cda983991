"""The runs of data/coverage.toml meet the rules: each counted clause fires, each alternative changes a game."""

from __future__ import annotations

import pytest
from sizes import IS_FULL

from sim.games.kaguya import GAME, codes

from ..kit.agreement import alternatives
from ..kit.coverage import Alternatives, fired

ALTERNATIVES = Alternatives(GAME)


def test_every_counted_clause_fires() -> None:
    counts = fired(GAME, share=1 if IS_FULL else 10)
    assert [clause for clause in GAME.counted if counts[clause] == 0] == []


def test_every_alternative_is_listed() -> None:
    """But `event_preview`, which changes only what policies may know: no shipped policy reads the coming events."""
    every = {f"rulings.{name}={word}" for name, word in alternatives(codes.RULINGS)}
    assert every - set(ALTERNATIVES.sets) == {"rulings.event_preview=open"}


@pytest.mark.parametrize("change", ALTERNATIVES.sets)
def test_every_alternative_changes_games(change: str) -> None:
    assert ALTERNATIVES.n_changed(change) > 0
