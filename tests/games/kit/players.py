"""Players of a plan that share machine code: compiled for `random` and styles together, and loaded once a process."""

from __future__ import annotations

from typing import Any

from sim.game import GameData, GameSpec
from sim.plan import Plan
from sim.playout import Player

_compiled: dict[str, Any] = {}


def player_of(game: GameSpec, data: GameData, plan: Plan) -> Player:
    """The player of a plan; policies that the plan lacks stand behind its own, so that all tests compile the same."""
    own = plan.policies
    more = [name for name in ("random", game.default_policy) if name not in own]
    player = Player(game, data, [*own, *more], plan.n_seats, plan.seed)
    if player.digest not in _compiled:
        _compiled[player.digest] = player._compiled
    player.__dict__["_compiled"] = _compiled[player.digest]
    return player
