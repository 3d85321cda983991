"""The runs of a game's data/coverage.toml, or a share of each: what fires in them, and what an alternative changes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from sim.coverage import CoverageRun, changed_games, final_rows, read_alternatives, read_runs
from sim.game import GameSpec
from sim.plan import make_plan
from sim.playout import Player

Array = np.ndarray[Any, Any]


def pairs(sets: Iterable[str]) -> list[tuple[str, str]]:
    """PATH=VALUE as the loader takes them."""
    return [(path, value) for path, _, value in (text.partition("=") for text in sets)]


def counts(game: GameSpec, run: CoverageRun, share: int, batch: int = 1200) -> Array:
    """In how many games of a run each note fired; one game in `share` is played."""
    n_seats = run.players or game.default_seats
    data = game.load(run.cards, None, pairs(run.sets), n_seats)
    plan = make_plan(game, run.n_games // share, n_seats, run.policies, seed=run.seed or 1)
    player, found = Player(game, data, plan.policies, n_seats, plan.seed), np.zeros(len(game.clauses), np.int64)
    for table in range(len(plan.tables)):
        for lo in range(0, plan.n_games, batch):
            player.play(plan.rows(table, lo, min(lo + batch, plan.n_games)), found)
    return found


def fired(game: GameSpec, share: int) -> dict[str, int]:
    """Games of all runs in which each clause fired."""
    total = np.sum([counts(game, run, share) for run in read_runs(game)], axis=0)
    return dict(zip(game.clauses, map(int, total), strict=True))


class Alternatives:
    """The run that is played with and without each alternative of a ruling.

    Attributes
    ----------
    sets
        The alternatives, as `rulings.NAME=VALUE`.
    """

    def __init__(self, game: GameSpec, n_games: int | None = None) -> None:
        run = read_alternatives(game)
        assert run is not None
        self.game, self.run, self.sets = game, run, run.sets
        self.n_games = n_games or run.n_games
        self._usual: Array | None = None

    def rows(self, *sets: str) -> Array:
        """Outcome rows of the games with some alternatives."""
        n_seats = self.run.players or self.game.default_seats
        data = self.game.load(self.run.cards, None, pairs(sets), n_seats)
        plan = make_plan(self.game, self.n_games, n_seats, self.run.policies, seed=self.run.seed or 1)
        return final_rows(self.game, data, plan, plan.policies)

    def n_changed(self, change: str) -> int:
        """Games that an alternative changes."""
        if self._usual is None:
            self._usual = self.rows()
        return changed_games(self._usual, self.rows(change))
