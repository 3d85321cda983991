"""What a command line asks for: from names and files to a game, its data and the plan of games."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from scripts.options import DEFAULT_SEED, parse_names, parse_policy, parse_sets
from sim.errors import UserError

if TYPE_CHECKING:
    from sim.game import GameData, GameSpec
    from sim.plan import Plan


@dataclass(frozen=True)
class Request:
    """The options that say which games are played, as the user wrote them."""

    game: str
    players: int | None = None
    policies: tuple[str, ...] = ()
    characters: str | None = None
    cards: str | None = None
    rules: Path | None = None
    sets: tuple[str, ...] = ()
    seed: int = DEFAULT_SEED
    seating: str = "balanced"


@dataclass(frozen=True)
class Setup:
    """What a request means: the game, its checked data and the plan."""

    request: Request
    game: GameSpec
    data: GameData
    plan: Plan


def prepare(request: Request, n_games: int = 1) -> Setup:
    """Find the game, load its data, plan the games and check every name.

    Raises
    ------
    UserError
        Says what is wrong and what is known.
    """
    from sim import registry
    from sim.plan import make_plan
    from sim.policies.resolve import resolve_policies

    if not 0 <= request.seed < 1 << 64:
        raise UserError(f"--seed {request.seed}: give a whole number from 0 to 2**64 - 1")
    game = registry.find(request.game)
    n_seats = request.players if request.players is not None else game.default_seats
    tables = [parse_policy(text) for text in request.policies or (game.default_policy,)]
    plan = make_plan(game, n_games, n_seats, tables, parse_names(request.characters), request.seating, request.seed)
    data = game.load(request.cards, request.rules, parse_sets(list(request.sets)), n_seats)
    resolve_policies(plan.policies, data, len(game.feature_names))
    return Setup(request, game, data, plan)
