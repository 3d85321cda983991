"""`fairseat fair`: the value of a rule that makes places or characters equal."""

from __future__ import annotations

import json
import math
import re
import shlex
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scripts import completion, studyfile
from scripts import options as o
from scripts.compiling import compiling
from scripts.console import Progress, Stopped, inform, say, say_json
from scripts.fair_keys import parse_keys, settings, shown
from scripts.fair_search import Asked, Searched, first_games, search
from scripts.playing import Work
from scripts.request import Request, Setup, prepare
from scripts.study import PlanOnly, with_second_style
from scripts.studyfile import Question
from scripts.sweep import CellTimeout, parse_timeout
from scripts.variant import apply
from sim.errors import UserError

if TYPE_CHECKING:
    from analysis.fair_result import Confirmed, Fair

EXIT_LOST = 1

Varies = Annotated[
    list[str] | None,
    typer.Option(
        "--vary",
        metavar="PATH=A:B",
        help="A number that may change, and its range: rules.handicap.4=0:6; or its values: 0,2,4. Repeatable.",
        autocompletion=completion.varied,
    ),
]
Targets = Annotated[
    str,
    typer.Option(
        "--target", metavar="WHAT", help="What shall be fair: places, place:N, characters, character:NAME, factions ..."
    ),
]
CellGames = Annotated[str, typer.Option("--games", "-n", metavar="N", help="Games of each cell: 100000, 100k or 1M.")]
ConfirmGames = Annotated[
    str, typer.Option("--confirm-games", metavar="N", help="Fresh games at the value that is found.")
]


def fair(
    game: o.GameArg,
    vary: Varies = None,
    target: Targets = "places",
    n_games: CellGames = "100000",
    confirm_games: ConfirmGames = "200000",
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
    """Find the value of a rule that makes places (or characters) equal, and confirm it with fresh games.

    Unless --policy says otherwise, the answer is also looked for under random play.
    """
    from sim.folder import locked, refuse_held
    from sim.store import remove_temporaries

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
    asked, setup = _asked(with_second_style(request), vary, target, n_games, (margin, level))
    n_confirm = _enough(setup, confirm_games, "--confirm-games")
    crew = o.parse_backend(backend, scheduler, shared_out)
    work = Work(out, o.parse_jobs(jobs), crew, resume, force, quiet, parse_timeout(cell_timeout))
    if plan_only:
        from scripts.fair_plan import show_plan

        show_plan(asked, setup, n_confirm, work, as_json)
        return
    folder = o.parse_out(out) or Path("runs") / _name(asked, setup)
    refuse_held(folder, "run", "cells", "runs")
    try:
        with locked(folder):
            remove_temporaries(folder)
            searched = search(asked, setup, folder, work)
            result = _result(asked, setup, searched, n_confirm, folder, work)
            _finish(result, _command(asked, setup, n_confirm), folder, as_json)
    except KeyboardInterrupt:
        what = f"all games that were played are kept in {folder}"
        raise Stopped(f"interrupted: {what}; the same command with --resume goes on") from None
    if searched.lost:
        raise typer.Exit(EXIT_LOST)


def _asked(
    request: Request, vary: list[str] | None, target: str, games: str, ask: tuple[str, str]
) -> tuple[Asked, Setup]:
    """What is looked for, with every name checked before a game is played."""
    from analysis.fair_target import parse_target
    from analysis.shares import Ask
    from analysis.verdict import MIN_BLOCKS

    setup = prepare(request, o.parse_games(games))
    keys = parse_keys(vary, request)
    plan, spec = setup.plan, setup.game
    titles = [(spec.character_titles or spec.characters)[index] for index in plan.characters]
    names = [spec.characters[index] for index in plan.characters]
    aim = parse_target(target, plan.n_seats, names, titles, spec.columns)
    asked = Asked(
        request, keys, aim, Ask(o.parse_margin(ask[0]), round(100 * o.parse_level(ask[1]), 9)), o.parse_games(games)
    )
    least = MIN_BLOCKS * plan.block_size * (asked.n_games // first_games(asked))
    if asked.n_games < least:
        blocks = f"{MIN_BLOCKS} blocks of {plan.block_size}"
        raise UserError(f"--games {games}: a cell needs {least:,}, {blocks} in each stage")
    return asked, setup


def _enough(setup: Setup, text: str, option: str) -> int:
    from analysis.verdict import MIN_BLOCKS

    try:
        games = o.parse_games(text)
    except UserError as error:
        raise UserError(str(error).replace("--games", option, 1)) from None
    least = MIN_BLOCKS * setup.plan.block_size
    if games < least:
        raise UserError(f"{option} {text}: {least:,} are needed, {MIN_BLOCKS} blocks of {setup.plan.block_size}")
    return games


def _question(asked: Asked, n_games: int) -> Question:
    return Question(n_games, asked.ask.margin, asked.ask.level / 100)


def _command(asked: Asked, setup: Setup, n_confirm: int) -> str:
    """The command that asks this, without how it is worked off."""
    words = shlex.split(studyfile.command_text(setup, _question(asked, asked.n_games)))
    vary = []
    for key in asked.keys:
        span = ",".join(shown(key, value) for value in key.values) or f"{shown(key, key.low)}:{shown(key, key.high)}"
        vary += ["--vary", f"{key.path}={span}"]
    head = ["fairseat", "fair", words[2], *vary, "--target", asked.target.text]
    return shlex.join([*head, *words[3:], "--confirm-games", str(n_confirm)])


def _name(asked: Asked, setup: Setup) -> str:
    """Name of the folder: the game, and 8 digits of a digest of what is asked.

    Not of the number of fresh games: more of them, with --resume, go on in the same folder.
    """
    from sim.tables import digest

    name = re.sub(r"\W+", "_", setup.game.name).strip("_") or "game"
    of_study = studyfile.run_name(setup, _question(asked, asked.n_games))
    return f"{name}-fair-{digest([of_study, asked.facts()])[:8]}"


def _result(asked: Asked, setup: Setup, searched: Searched, n_confirm: int, folder: Path, work: Work) -> Fair:
    from analysis.fair_result import Fair, is_worth_confirming
    from scripts.fair_keys import base_values

    found = searched.found
    is_worth = is_worth_confirming(found[0], asked.ask)
    confirmed = _confirm(asked, found[0].best, n_confirm, folder, work) if is_worth else None
    run = searched.stages[0].runs[0]
    return Fair(
        run.manifest,
        asked.keys,
        base_values(asked.keys, asked.request),
        asked.target,
        asked.ask,
        asked.request.seed,
        tuple(run.tables),
        found,
        tuple((len(stage.points), int(stage.runs[0].manifest["n_games"])) for stage in searched.stages),
        searched.n_games,
        tuple(searched.lost),
        confirmed,
    )


def _confirm(asked: Asked, best: tuple[float, ...], n_games: int, folder: Path, work: Work) -> Confirmed:
    """Play fresh games at the values found, as a study of its own."""
    from analysis.fair_result import CONFIRM, confirm, confirm_seed
    from analysis.run import open_run
    from reports.build import write_study
    from sim.run import Interrupted, simulate
    from sim.store import write_atomic

    seed, run_dir = confirm_seed(asked.request.seed), folder / CONFIRM
    request = replace(apply(asked.request, settings(asked.keys, best)), seed=seed)
    setup, question = prepare(request, n_games), _question(asked, n_games)
    try:
        with compiling(setup, work.is_quiet), Progress("confirming, games", work.is_quiet) as progress:
            simulate(
                run_dir,
                setup.game,
                setup.data,
                setup.plan,
                jobs=work.jobs,
                backend=work.backend,
                resume=work.resume,
                force=work.force,
                progress=progress,
                tell=None if work.is_quiet else inform,
            )
    except Interrupted as stop:
        raise Stopped(
            f"interrupted: all cells and {stop.n_done:,} of {stop.n_total:,} fresh games are kept in {folder}; "
            "the same command with --resume goes on",
            stop.is_busy,
        ) from None
    write_atomic(run_dir / studyfile.NAME, studyfile.write(setup, question))
    confirmed = confirm(open_run(run_dir), seed, asked.keys, best, asked.target, asked.ask)
    write_study(confirmed.study, run_dir, studyfile.command_of(run_dir, question))
    return confirmed


def _finish(result: Fair, command: str, folder: Path, as_json: bool) -> None:
    """Write the page and the tables, and print what was found."""
    from reports.fair import write_fair
    from reports.text import summary

    path, page = write_fair(result, folder, command)
    if as_json:
        say_json(_facts(result, command, folder, path))
    else:
        say(summary(page))
        say(f"Report:       {path}")
        say(f"To repeat it: {command}")


def _facts(result: Fair, command: str, folder: Path, page: Path) -> dict[str, Any]:
    """The result as JSON."""
    from analysis.fair_result import frames
    from reports.fair_words import headline

    written = {name: json.loads(frame.to_json(orient="records")) for name, frame in frames(result).items()}
    every = {name: written.get(name, []) for name in ("cells", "crossings", "values", "confirm")}
    verdicts = result.confirmed.verdicts if result.confirmed else ()
    return {
        "game": result.manifest["game"],
        "folder": str(folder),
        "report": str(page),
        "command": command,
        "target": result.target.text,
        "outcome": str(result.outcome),
        "headline": headline(result),
        "best": {key.path: value for key, value in zip(result.keys, result.best, strict=True)},
        "base": {key.path: value for key, value in zip(result.keys, result.base, strict=True)},
        "tables": list(result.tables),
        "none_is_fair": [one.is_none for one in result.found],
        "p_moved": [one.p_moved if math.isfinite(one.p_moved) else None for one in result.found],
        "seed": result.seed,
        "confirm_seed": result.confirmed.seed if result.confirmed else None,
        "verdicts": [{"answer": str(one.answer), "more_games": one.more_games} for one in verdicts],
        "n_cells": sum(cells for cells, _ in result.stages),
        "n_games": result.n_games,
        "lost": list(result.lost),
        **every,
    }
