"""`fairseat sweep` and `fairseat rulings`: many variants of a game on the same chance."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scripts import completion, sweepfile
from scripts import options as o
from scripts.console import Stopped, Waiting, inform, say, say_json
from scripts.grid import BASE, GRID, ONE_AT_A_TIME, Grid, label, make_grid
from scripts.playing import Work, play_cells_into
from scripts.request import Request
from scripts.rulings import ruling_set
from scripts.study import PlanOnly, refuse_beside_file
from scripts.sweepfile import SweepQuestion
from sim.errors import UserError

if TYPE_CHECKING:
    from analysis.sweep import Sweep
    from reports.model import Report
    from sim.cells import CellResult

EXIT_CELLS = 1  # not every cell is done

#: Cells that the lines on stderr name by what went wrong in them.
MAX_NAMED = 5

#: Options of `sweep` that change nothing of the question.
WORK_OPTIONS = (
    *("out", "resume", "force", "jobs", "backend", "scheduler", "shared_out", "cell_timeout"),
    *("from_file", "plan_only", "quiet", "as_json"),
)

Varied = Annotated[
    list[str] | None,
    typer.Option(
        "--vary",
        metavar="PATH=VALUES",
        help="Values of a path that --set takes, or of players, seating, deals, policy, characters, cards, rules: "
        "a:b:step, a:b or x,y,z; repeatable.",
        autocompletion=completion.varied,
    ),
]
Designed = Annotated[
    str,
    typer.Option(
        "--design",
        metavar="WAY",
        help="grid (every combination) or one-at-a-time.",
        autocompletion=lambda: [GRID, ONE_AT_A_TIME],
    ),
]
From = Annotated[
    Path | None, typer.Option("--from", metavar="FILE", help="Run the sweep in a TOML file, such as a sweep.toml.")
]
CellTimeout = Annotated[
    str,
    typer.Option(
        "--cell-timeout",
        metavar="SECONDS",
        help="Seconds that a cell may play; auto gives up one in which no game ends; none waits for ever.",
        autocompletion=lambda: ["auto", "none"],
    ),
]


def sweep(
    context: typer.Context,
    game: o.OptionalGameArg = None,
    vary: Varied = None,
    design: Designed = GRID,
    n_games: o.Games = "20000",
    players: o.Players = None,
    policy: o.Policy = None,
    characters: o.Characters = None,
    cards: o.Cards = None,
    rules: o.Rules = None,
    sets: o.Sets = None,
    seed: o.Seed = o.DEFAULT_SEED,
    seating: o.Seating = "balanced",
    deals: o.Deals = None,
    margin: o.Margin = "1pp",
    level: o.Level = "95",
    out: o.Out = None,
    resume: o.Resume = False,
    force: o.Force = False,
    jobs: o.Jobs = 0,
    backend: o.Backend = "threading",
    scheduler: o.Scheduler = None,
    shared_out: o.SharedOut = False,
    cell_timeout: CellTimeout = "auto",
    from_file: From = None,
    plan_only: PlanOnly = False,
    quiet: o.Quiet = False,
    as_json: o.Json = False,
) -> None:
    """Play variants of a game on the same chance, and show what they change.

    --games counts the games of each cell. What is not varied stays as it is asked for: that is the base, and one cell.
    """
    crew = o.parse_backend(backend, scheduler, shared_out)
    work = Work(out, o.parse_jobs(jobs), crew, resume, force, quiet, parse_timeout(cell_timeout))
    if from_file is not None:
        refuse_beside_file(context, WORK_OPTIONS)
        asked: Any = sweepfile.read(from_file)
    else:
        if game is None:
            raise UserError(
                "which game? Write `fairseat sweep GAME --vary PATH=VALUES`, or `fairseat sweep --from FILE`"
            )
        request = Request(
            game=game,
            players=players,
            policies=tuple(policy or ()),
            characters=characters,
            cards=cards,
            rules=rules,
            sets=tuple(sets or ()),
            seed=seed,
            seating=seating,
            deals=deals,
        )
        margin_level = o.parse_margin(margin), o.parse_level(level)
        one = sweepfile.set_of(vary or (), design)
        asked = nullcontext((request, SweepQuestion(o.parse_games(n_games), *margin_level, (one,))))
    with asked as (request, question):
        _run(request, question, work, plan_only=plan_only, as_json=as_json)


def rulings(
    game: o.GameArg,
    n_games: o.Games = "20000",
    players: o.Players = None,
    policy: o.Policy = None,
    characters: o.Characters = None,
    cards: o.Cards = None,
    rules: o.Rules = None,
    sets: o.Sets = None,
    seed: o.Seed = o.DEFAULT_SEED,
    seating: o.Seating = "balanced",
    deals: o.Deals = None,
    margin: o.Margin = "1pp",
    level: o.Level = "95",
    out: o.Out = None,
    resume: o.Resume = False,
    force: o.Force = False,
    jobs: o.Jobs = 0,
    backend: o.Backend = "threading",
    scheduler: o.Scheduler = None,
    shared_out: o.SharedOut = False,
    cell_timeout: CellTimeout = "auto",
    plan_only: PlanOnly = False,
    quiet: o.Quiet = False,
    as_json: o.Json = False,
) -> None:
    """Play every ruling of a game at every value, one at a time, and rank how far each moves places, characters, ties.

    --games counts the games of each cell.
    """
    crew = o.parse_backend(backend, scheduler, shared_out)
    work = Work(out, o.parse_jobs(jobs), crew, resume, force, quiet, parse_timeout(cell_timeout))
    request = Request(
        game=game,
        players=players,
        policies=tuple(policy or ()),
        characters=characters,
        cards=cards,
        rules=rules,
        sets=tuple(sets or ()),
        seed=seed,
        seating=seating,
        deals=deals,
    )
    margin_level = o.parse_margin(margin), o.parse_level(level)
    question = SweepQuestion(o.parse_games(n_games), *margin_level, (ruling_set(request),), is_rulings=True)
    _run(request, question, work, plan_only=plan_only, as_json=as_json)


def parse_timeout(text: str) -> str | float | None:
    """What --cell-timeout says, as `sim.cells.play_cells` takes it."""
    word = text.strip().lower()
    if word == "auto":
        return "auto"
    if word == "none":
        return None
    try:
        seconds = float(word)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < 1e9:
        raise UserError(f"--cell-timeout {text!r}: give seconds above 0, auto or none")
    return seconds


def _run(request: Request, question: SweepQuestion, work: Work, *, plan_only: bool, as_json: bool) -> None:
    """Check all cells, play them, and show what they say."""
    with Waiting(work.is_quiet) as waiting:
        grid = make_grid(
            request,
            question.n_games,
            question.sets,
            is_lenient=question.is_rulings,
            on_step=lambda done, total: waiting(f"checking cell {done:,} of {total:,}"),
        )
    if plan_only:
        from scripts.sweepplan import show_plan

        show_plan(grid, work.jobs, work.is_quiet, as_json)
        return
    folder = o.parse_out(work.out) or Path("runs") / sweepfile.run_name(grid.base, question)
    results = [*_play(folder, grid, question, work), *grid.spoilt]
    _say_failed(results, work.is_quiet)
    try:
        with Waiting(work.is_quiet) as waiting:
            waiting(f"reading {len(results):,} cells and drawing the report")
            found, path, report = _conclude(folder, grid, question, results)
    except KeyboardInterrupt:
        raise Stopped(f"interrupted: all games are kept in {folder}; the same command with --resume goes on") from None
    if as_json:
        say_json(_facts(folder, grid, results, found, path))
    else:
        from reports.text import summary

        say(summary(report))
        say(f"Report:       {path}")
        say(f"To repeat it: fairseat sweep --from {shlex.quote(str(folder / sweepfile.NAME))}")
    if any(result.status != "done" for result in results):
        raise typer.Exit(EXIT_CELLS)


def _play(folder: Path, grid: Grid, question: SweepQuestion, work: Work) -> list[CellResult]:
    """Play the cells, and write the file that repeats the sweep."""
    from sim.store import write_atomic

    asked = sweepfile.asked(grid.base, question, is_played_only=True)
    results = play_cells_into(folder, grid.cells, work, label="sweep", asked=asked)
    write_atomic(folder / sweepfile.NAME, sweepfile.write(grid.base, question))
    return results


def _say_failed(results: Sequence[CellResult], is_quiet: bool) -> None:
    """Name on stderr the cells that are not done, with the reason of the first of them."""
    failed = [one for one in results if one.status != "done"]
    if not failed or is_quiet:
        return
    others = "; the others are complete" if len(failed) < len(results) else ""
    inform(f"{len(failed):,} of {len(results):,} cells are not done{others}:")
    for one in failed[:MAX_NAMED]:
        inform(f"  {label(one.settings)}: {one.status}: {one.reason}")
    if len(failed) > MAX_NAMED:
        inform("  ... the report lists all of them; --resume tries them again")


def _conclude(
    folder: Path, grid: Grid, question: SweepQuestion, results: Sequence[CellResult]
) -> tuple[Sweep, Path, Report]:
    """Analyse the cells, and write tables and report."""
    from analysis.sweep import analyse_sweep
    from reports.sweep import write_sweep
    from sim.store import write_atomic

    found = analyse_sweep(results, BASE, question.margin, question.level)
    tables = folder / "tables"
    tables.mkdir(exist_ok=True)
    asked = None
    if question.is_rulings:
        from reports.rulebook import rulings_of

        asked = rulings_of(grid.base.game.folder)
    path, report = write_sweep(found, folder, sweepfile.command_text(grid.base, question), asked)
    write_atomic(tables / "cells.csv", found.cells.to_csv(index=False))
    write_atomic(tables / "cells.parquet", found.cells.to_parquet(index=False))
    return found, path, report


def _facts(folder: Path, grid: Grid, results: Sequence[CellResult], found: Sweep, path: Path) -> dict[str, Any]:
    """What a sweep says as JSON."""
    cells = [
        {
            "name": one.name,
            "settings": dict(one.settings),
            "status": one.status,
            "reason": one.reason,
            "run": str(one.run_dir) if one.status == "done" else None,
        }
        for one in results
    ]
    frames = {name: json.loads(getattr(found, name).to_json(orient="records")) for name in ("ranking", "balance")}
    return {
        "game": grid.base.game.name,
        "folder": str(folder),
        "report": str(path),
        "table": str(folder / "tables" / "cells.parquet"),
        "base": BASE,
        "paths": list(grid.paths),
        "cells": cells,
        **frames,
    }
