"""`fairseat coverage`: how often each clause of the rules fired in the runs that a game lists for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from scripts import options as o
from scripts.console import Progress, say, say_json, table
from scripts.request import Request, prepare
from sim.errors import UserError

if TYPE_CHECKING:
    import numpy as np

    from sim.game import GameSpec

RUN_KEYS = {"name", "n", "cards", "sets", "policies", "seed", "players"}
BATCH = 2000


def coverage(game: o.GameArg, as_json: o.Json = False, quiet: o.Quiet = False) -> None:
    """Play the runs of the game's data/coverage.toml and count the games in which each clause fired.

    Exits 1 if a clause that must fire did not.
    """
    from sim import registry

    spec = registry.find(game)
    runs = read_runs(spec)
    counts = {run["name"]: _play(spec, game, run, quiet) for run in runs}
    totals = {clause: {name: int(count[i]) for name, count in counts.items()} for i, clause in enumerate(spec.clauses)}
    silent = [clause for clause in spec.counted if not any(totals[clause].values())]
    if as_json:
        say_json(
            {"game": spec.name, "games": {run["name"]: run["n"] for run in runs}, "fired": totals, "silent": silent}
        )
    else:
        rules = [clause for clause in spec.clauses if not clause.startswith(("chance:", "fact:"))]
        rows = [[clause, *(f"{n:,}" for n in totals[clause].values())] for clause in rules]
        say(table(["clause", *(f"{run['name']} ({run['n']:,})" for run in runs)], rows))
        say(f"Counted clauses that never fired: {', '.join(silent) or 'none'}.")
    raise typer.Exit(1 if silent else 0)


def read_runs(game: GameSpec) -> list[dict[str, Any]]:
    """The runs of a game's coverage file, checked."""
    from sim.tables import read_toml

    path = game.folder / "data" / "coverage.toml"
    runs: list[dict[str, Any]] = read_toml(path)[0].get("run", [])
    if not runs:
        raise UserError(f"{path}: lists no [[run]]")
    for run in runs:
        for key in sorted(run.keys() - RUN_KEYS):
            raise UserError(
                f"{path}: run {run.get('name', '?')!r}: unknown key {key!r}. Known: {', '.join(sorted(RUN_KEYS))}."
            )
        if not isinstance(run.get("name"), str) or not isinstance(run.get("n"), int) or run["n"] < 1:
            raise UserError(f"{path}: run {run.get('name', '?')!r}: give it a name and n, the number of games")
    return runs


def _play(spec: GameSpec, game: str, run: dict[str, Any], is_quiet: bool) -> np.ndarray[Any, Any]:
    """Games of one run in which each note fired, by note code."""
    import numpy as np

    from scripts.plans import plan_of
    from sim.playout import Player

    sets = run.get("sets", [])
    request = Request(
        game=game,
        players=run.get("players"),
        policies=tuple(run.get("policies", ())),
        cards=run.get("cards"),
        sets=tuple(sets if isinstance(sets, list) else [f"{path}={value}" for path, value in sets.items()]),
        seed=run.get("seed", o.DEFAULT_SEED),
    )
    setup = prepare(request)
    plan = plan_of(setup, run["n"])
    player = Player(spec, setup.data, plan.policies, setup.n_seats, request.seed)
    counts = np.zeros(len(spec.clauses), np.int64)
    with Progress(f"coverage, {run['name']}", is_quiet) as progress:
        for start in range(0, plan.n_games, BATCH):
            player.play(plan.rows(start, min(start + BATCH, plan.n_games)), counts)
            progress(min(start + BATCH, plan.n_games), plan.n_games)
    return counts
