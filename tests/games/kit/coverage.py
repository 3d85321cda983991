"""The runs of a game's data/coverage.toml, or a share of each: what fires in them, and what an alternative changes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from sim.coverage import CoverageRun, changed_games, read_alternatives, read_runs
from sim.game import GameData, GameSpec
from sim.plan import Plan, make_plan
from sim.written import parse_policy, parse_set

from .players import player_of

Array = np.ndarray[Any, Any]


def set_up(game: GameSpec, run: CoverageRun, sets: Iterable[str], n_games: int) -> tuple[GameData, Plan]:
    """Data and plan of a run with other single values and another number of games."""
    n_seats, tables = run.players or game.default_seats, [parse_policy(text) for text in run.policies]
    data = game.load(run.cards, None, [parse_set(text) for text in sets], n_seats)
    return data, make_plan(game, n_games, n_seats, tables, seed=run.seed or 1)


def counts(game: GameSpec, run: CoverageRun, share: int, batch: int = 1200) -> Array:
    """In how many games of a run each note fired; one game in `share` is played."""
    data, plan = set_up(game, run, run.sets, run.n_games // share)
    player, found = player_of(game, data, plan), np.zeros(len(game.clauses), np.int64)
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
        data, plan = set_up(self.game, self.run, sets, self.n_games)
        player = player_of(self.game, data, plan)
        return np.concatenate([player.play(plan.rows(table, 0, plan.n_games)) for table in range(len(plan.tables))])

    def n_changed(self, change: str) -> int:
        """Games that an alternative changes."""
        if self._usual is None:
            self._usual = self.rows()
        return changed_games(self._usual, self.rows(change))
