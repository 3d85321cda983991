"""`fairseat replay`: one game in words, or as JSON lines that another program can check."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from scripts import options as o
from scripts.compiling import warm
from scripts.console import say, say_json
from scripts.request import Request, prepare
from sim.errors import UserError


def replay(
    game: o.GameArg,
    index: Annotated[int, typer.Option("--index", metavar="I", help="Number of the game, as in the rows.")] = 0,
    table: Annotated[int, typer.Option("--table", metavar="T", help="Policy table, from 1, if there are more.")] = 1,
    with_tables: Annotated[bool, typer.Option("--show-table", help="Show the table after every action.")] = False,
    seed: o.Seed = o.DEFAULT_SEED,
    players: o.Players = None,
    policy: o.Policy = None,
    characters: o.Characters = None,
    cards: o.Cards = None,
    rules: o.Rules = None,
    sets: o.Sets = None,
    seating: o.Seating = "balanced",
    deals: o.Deals = None,
    quiet: o.Quiet = False,
    as_json: o.Json = False,
) -> None:
    """Tell one game of a study in words, or as JSON lines.

    Game I of a seed is the same game, however many games the study had and however it was worked off.
    """
    from sim.kernel import is_jit_off
    from sim.playout import Player
    from sim.trace import tell, trace
    from sim.trial import try_policies

    names = tuple(policy or ())
    request = Request(game, players, names, characters, cards, rules, tuple(sets or ()), seed, seating, deals)
    if not 0 <= index < o.MAX_GAMES:
        raise UserError(f"--index {index}: games count from 0 to {o.MAX_GAMES - 1:,}")
    setup = prepare(request, index + 1)
    plan = setup.plan
    if not 1 <= table <= len(plan.tables):
        raise UserError(f"--table {table}: there are {len(plan.tables)} policy tables, counted from 1")
    player = Player(setup.game, setup.data, plan.policies, plan.n_seats, seed)
    warm(player, quiet)
    if player.users and not is_jit_off():
        try_policies(setup.game, setup.data, plan, [table - 1], range(index, index + 1))
    records = trace(player, setup.data, plan.rows(table - 1, index, index + 1), seed)
    if as_json:
        for record in records:
            say_json(record)
    else:
        for line in tell(setup.game, setup.data, records, with_tables, sys.stdout.encoding or "ascii"):
            say(line)
