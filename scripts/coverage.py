"""`fairseat coverage`: how often each clause of the rules fired in the runs that a game lists for it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import typer

from scripts import options as o
from scripts.compiling import compiling, warm
from scripts.console import Progress, say, say_json, table
from scripts.request import Request, prepare

if TYPE_CHECKING:
    import numpy as np

    from sim.coverage import CoverageRun
    from sim.game import GameSpec

BATCH = 2000


def coverage(game: o.GameArg, as_json: o.Json = False, quiet: o.Quiet = False) -> None:
    """Count how often each clause of the rules fired.

    Plays the runs listed in the game's data/coverage.toml, and each rule alternative named there against the same
    games without it. Exits 1 if a clause that must fire did not, or an alternative changed no game.
    """
    from sim import registry
    from sim.coverage import read_runs

    spec = registry.find(game)
    played = {run.name: _play(spec, game, run, quiet) for run in read_runs(spec)}
    fired = {
        clause: {name: int(counts[code]) for name, (_, counts) in played.items()}
        for code, clause in enumerate(spec.clauses)
    }
    silent = [clause for clause in spec.counted if not any(fired[clause].values())]
    changed = _play_alternatives(spec, game, quiet)
    idle = [name for name, (_, n) in changed.items() if n == 0]
    if as_json:
        n_games = {name: n for name, (n, _) in played.items()}
        say_json({"game": spec.name, "games": n_games, "fired": fired, "silent": silent, "changed": changed})
    else:
        rules = [clause for clause in spec.clauses if not clause.startswith(("chance:", "fact:"))]
        rows = [[clause, *(f"{n:,}" for n in fired[clause].values())] for clause in rules]
        say(table(["clause", *(f"{name} ({n:,})" for name, (n, _) in played.items())], rows))
        say(f"Counted clauses that never fired: {', '.join(silent) or 'none'}.")
        if changed:
            say(table(["alternative", "games", "changed"], [[k, f"{n:,}", f"{m:,}"] for k, (n, m) in changed.items()]))
            say(f"Alternatives that changed no game: {', '.join(idle) or 'none'}.")
    raise typer.Exit(1 if silent or idle else 0)


def _play_alternatives(spec: GameSpec, game: str, is_quiet: bool) -> dict[str, tuple[int, int]]:
    """By alternative: games played, and how many of them ended differently from the same games without it."""
    from sim.coverage import changed_games, final_rows, read_alternatives

    run = read_alternatives(spec)
    if run is None:
        return {}
    changed, base = {}, None
    with Progress("coverage, alternatives", is_quiet) as progress:
        for done, change in enumerate(["", *run.sets]):
            setup = prepare(_request(game, replace(run, sets=(change,) if change else ())), run.n_games)
            with compiling(setup, is_quiet):
                rows = final_rows(spec, setup.data, setup.plan, setup.plan.policies)
            if base is None:
                base = rows
            else:
                changed[change] = (len(rows), changed_games(base, rows))
            progress(done + 1, 1 + len(run.sets))
    return changed


def _request(game: str, run: CoverageRun) -> Request:
    seed = o.DEFAULT_SEED if run.seed is None else run.seed
    return Request(game, run.players, run.policies, cards=run.cards, sets=run.sets, seed=seed)


def _play(spec: GameSpec, game: str, run: CoverageRun, is_quiet: bool) -> tuple[int, np.ndarray[Any, Any]]:
    """Number of games of one run, and in how many of them each note fired, by note code."""
    import numpy as np

    from sim.playout import Player

    request = _request(game, run)
    setup = prepare(request, run.n_games)
    plan = setup.plan
    player = Player(spec, setup.data, plan.policies, plan.n_seats, request.seed)
    warm(player, is_quiet)
    counts = np.zeros(len(spec.clauses), np.int64)
    with Progress(f"coverage, {run.name}", is_quiet) as progress:
        done = 0
        for table in range(len(plan.tables)):
            for start in range(0, plan.n_games, BATCH):
                stop = min(start + BATCH, plan.n_games)
                player.play(plan.rows(table, start, stop), counts)
                done += stop - start
                progress(done, plan.n_total)
    return plan.n_total, counts
