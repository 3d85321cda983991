"""What a command line asks for: from names and files to a game, its data and the plan of games."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
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
    deals: str | None = None


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
    from sim.seats import seats_with

    game = registry.find(request.game)
    sets, n_seats = parse_sets(list(request.sets)), n_players(request, game)
    with redirect_stdout(sys.stderr):  # what a game or a policy prints is not the answer of a command
        if n_seats not in game.seats:  # the data decide: they are read as for a number that needs no leave
            usual = game.load(request.cards, request.rules, sets, game.default_seats)
            _refuse_others(game, n_seats, seats_with(game, usual))
        return game, game.load(request.cards, request.rules, sets, n_seats)


def n_players(request: Request, game: GameSpec) -> int:
    """Number of players; UserError if the game does not take so many, whatever its data."""
    from sim.seats import every_seats

    n_seats = request.players if request.players is not None else game.default_seats
    _refuse_others(game, n_seats, every_seats(game))
    return n_seats


def _refuse_others(game: GameSpec, n_seats: int, numbers: tuple[int, ...]) -> None:
    from sim.seats import seats_text

    if n_seats not in numbers:
        raise UserError(f"--players {n_seats}: {game.name} takes {seats_text(game)}")


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
    if request.deals == "":
        raise UserError("--deals '': give shared or fresh, or leave it out")
    game, data = load(request)
    tables = [parse_policy(text) for text in request.policies or (game.default_policy,)]
    characters = parse_names(request.characters)
    plan = make_plan(
        game,
        n_games,
        n_players(request, game),
        tables,
        characters,
        seating=request.seating,
        seed=request.seed,
        deals=request.deals,
    )
    for policy in resolve_policies(plan.policies, data, len(game.feature_names)):
        if is_users(policy.family):
            with redirect_stdout(sys.stderr):
                load_policy(policy.family, game)
    return Setup(request, game, data, plan)


def try_own(setup: Setup) -> None:
    """Try the user's policies of a plan, if it has any, in a process that may hang or crash in their stead.

    `sim.run.simulate` does so itself.
    """
    from sim.kernel import is_jit_off
    from sim.trial import try_policies, user_tables

    if user_tables(setup.plan) and not is_jit_off():
        try_policies(setup.game, setup.data, setup.plan)
