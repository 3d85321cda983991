"""What a command line asks for: from names and files to a game, its data and who plays."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from scripts.options import DEFAULT_SEED, parse_names, parse_policy, parse_sets
from sim.errors import UserError, unknown

if TYPE_CHECKING:
    from sim.game import GameData, GameSpec


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
    """What a request means.

    Attributes
    ----------
    game, data
        The game and its checked data.
    n_seats
        Number of players.
    tables
        Policy tables: for each, one policy name a participant.
    characters
        Character names by participant; None leaves the choice to the plan.
    """

    request: Request
    game: GameSpec
    data: GameData
    n_seats: int
    tables: tuple[tuple[str, ...], ...]
    characters: tuple[str, ...] | None


def prepare(request: Request) -> Setup:
    """Find the game, load its data and check every name; UserError names what is wrong and what is known."""
    from sim import registry
    from sim.policies.resolve import resolve_policies

    if request.seed < 0 or request.seed >= 1 << 64:
        raise UserError(f"--seed {request.seed}: give a whole number from 0 to 2**64 - 1")
    if request.seating not in ("balanced", "fixed"):
        raise unknown("seating", request.seating, ("balanced", "fixed"))
    game = registry.find(request.game)
    n_seats = request.players if request.players is not None else game.default_seats
    if n_seats not in game.seats:
        raise UserError(f"--players {n_seats}: {game.name} takes {', '.join(map(str, game.seats))} players")
    data = game.load(request.cards, request.rules, parse_sets(list(request.sets)), n_seats)
    wanted = request.policies or (game.default_policy,)
    tables = tuple(parse_policy(text, n_seats, game.default_policy) for text in wanted)
    resolve_policies(sorted({name for table in tables for name in table}), data, len(game.feature_names))
    return Setup(request, game, data, n_seats, tables, _characters(game, request.characters, n_seats))


def _characters(game: GameSpec, text: str | None, n_seats: int) -> tuple[str, ...] | None:
    names = parse_names(text)
    if names is None:
        return None
    for name in names:
        if name not in game.characters:
            raise unknown("character", name, game.characters)
    if len(names) != n_seats:
        raise UserError(f"--characters {text}: {len(names)} names for {n_seats} players")
    if game.is_character_unique and len(set(names)) < len(names):
        raise UserError(f"--characters {text}: in {game.name} no two players have the same character")
    return names
