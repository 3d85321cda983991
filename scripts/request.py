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


def load(request: Request) -> tuple[GameSpec, GameData]:
    """The game of a request and its checked data."""
    from sim import registry

    game = registry.find(request.game)
    return game, game.load(request.cards, request.rules, parse_sets(list(request.sets)), n_players(request, game))


def n_players(request: Request, game: GameSpec) -> int:
    """Number of players; UserError if the game does not take so many."""
    n_seats = request.players if request.players is not None else game.default_seats
    if n_seats not in game.seats:
        raise UserError(f"--players {n_seats}: {game.name} takes {', '.join(map(str, game.seats))}")
    return n_seats


def prepare(request: Request, n_games: int = 1) -> Setup:
    """Find the game, load its data, plan the games and check every name.

    Raises
    ------
    UserError
        Says what is wrong and what is known.
    """
    from sim.plan import make_plan
    from sim.policies.resolve import is_users, resolve_policies
    from sim.policies.user import load_policy

    if not 0 <= request.seed < 1 << 64:
        raise UserError(f"--seed {request.seed}: give a whole number from 0 to 2**64 - 1")
    game, data = load(request)
    tables = [parse_policy(text) for text in request.policies or (game.default_policy,)]
    characters = parse_names(request.characters)
    plan = make_plan(game, n_games, n_players(request, game), tables, characters, request.seating, request.seed)
    for policy in resolve_policies(plan.policies, data, len(game.feature_names)):
        if is_users(policy.family):
            load_policy(policy.family, game)
    return Setup(request, game, data, plan)
