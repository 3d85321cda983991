"""Games played with array bounds checked: an index out of its array stops them, and no row differs."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from sim import registry
from sim.plan import make_plan

from .fresh import run_fresh
from .numbers import sets_for
from .players import player_of

#: Data and tables that are played: pack, and number of players.
Where = tuple[str, int]


def digest_of(name: str, wheres: Iterable[Where], n_games: int) -> str:
    """Digest of all rows of games of `random` and of the game's default policy."""
    game, digest = registry.find(name), hashlib.sha256()
    for pack, n_seats in wheres:
        data = game.load(pack, None, sets_for(game, n_seats), n_seats)
        plan = make_plan(game, n_games, n_seats, ["random", game.default_policy], seed=7)
        player = player_of(game, data, plan)
        for table in (0, 1):
            rows = player.play(plan.rows(table, 0, n_games))
            assert len(rows) == n_games
            digest.update(rows.tobytes())
    return digest.hexdigest()


def digests(name: str, wheres: Iterable[Where], n_games: int) -> list[str]:
    """The same with bounds checked and without, each in a process of its own."""
    code = f"from games.kit.bounds import digest_of; print(digest_of({name!r}, {list(wheres)!r}, {n_games}))"
    return [run_fresh(code, FAIRSEAT_BOUNDSCHECK=flag).strip() for flag in ("1", "0")]
