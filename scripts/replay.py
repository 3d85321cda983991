"""`fairseat replay`: one game in words, or as JSON lines that another program can check."""

from __future__ import annotations

from typing import Annotated

import typer

from scripts import options as o
from scripts.console import say, say_json
from scripts.request import Request, prepare


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
    as_json: o.Json = False,
) -> None:
    """Tell one game of a study as a person would: the same game, whatever else was played with it."""
    from scripts.plans import plan_row
    from sim.playout import Player
    from sim.trace import tell, trace

    request = Request(game, players, tuple(policy or ()), characters, cards, rules, tuple(sets or ()), seed, seating)
    setup = prepare(request)
    plan, row = plan_row(setup, index, table)
    player = Player(setup.game, setup.data, plan.policies, setup.n_seats, seed)
    records = trace(player, setup.data, row, seed)
    if as_json:
        for record in records:
            say_json(record)
    else:
        for line in tell(setup.game, setup.data, records, with_tables):
            say(line)
