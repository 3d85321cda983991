"""`fairseat compare`: two rule sets, card sets, policies or finished runs against each other."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scripts import completion, studyfile
from scripts import options as o
from scripts.console import Stopped, inform, say, say_json
from scripts.plans import show_plans
from scripts.playing import Work, play_cells_into
from scripts.request import Request, Setup, try_own
from scripts.sides import NAMES, planned, sides_of
from scripts.study import PlanOnly
from scripts.studyfile import Question
from sim.errors import UserError

if TYPE_CHECKING:
    from analysis.comparison import Comparison
    from reports.model import Report
    from sim.cells import Cell

First = Annotated[str, typer.Argument(metavar="GAME|DIR", help="A game, or the folder of a finished run.")]
Second = Annotated[Path | None, typer.Argument(metavar="[DIR]", help="A second run, to be set against the first.")]
A = Annotated[
    list[str] | None,
    typer.Option(
        "--a",
        metavar="PATH=VALUE",
        help="Side A: as --set, or policy=, cards=, rules=, players=, characters=, seating=, deals=; repeatable.",
        autocompletion=completion.varied,
    ),
]
B = Annotated[
    list[str] | None,
    typer.Option("--b", metavar="PATH=VALUE", help="Side B, likewise; repeatable.", autocompletion=completion.varied),
]

#: Options that may stand beside two folders.
OF_FOLDERS = ("game", "other", "margin", "level", "out", "force", "quiet", "as_json")
COMMAND = "compare"


def compare(
    context: typer.Context,
    game: First,
    other: Second = None,
    a: A = None,
    b: B = None,
    n_games: o.Games = "200000",
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
    plan_only: PlanOnly = False,
    quiet: o.Quiet = False,
    as_json: o.Json = False,
) -> None:
    """Play two variants with the same chance and say what the change moves, or compare two finished runs.

    A side that is not named is the game as the other options have it. Unless policies are named, both sides play the
    game's default policy, and random.
    """
    question = Question(o.parse_games(n_games), o.parse_margin(margin), o.parse_level(level))
    if other is not None:
        _refuse_beside_folders(context)
        _compare_folders(Path(game), other, question, o.parse_out(out), as_json)
        return
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
    if not (a or b):
        raise UserError("which sides? Write --b PATH=VALUE (against the game as it is), or --a and --b, or two folders")
    n_jobs, crew = o.parse_jobs(jobs), o.parse_backend(backend, scheduler, shared_out)
    setups = planned(sides_of(request, a or (), b or ()), question.n_games)
    if plan_only:
        show_plans(setups, question, n_jobs, quiet, as_json, [f"Side {name}" for name in NAMES])
        return
    command = _command(setups[0].request, a or (), b or (), request, question)
    folder = o.parse_out(out) or Path("runs") / _run_name(setups, question)
    for setup in setups:
        try_own(setup)
    runs = _play(folder, setups, Work(out, n_jobs, crew, resume, force, quiet))
    try:
        _conclude(runs, folder, command, question, as_json)
    except KeyboardInterrupt:
        raise Stopped(f"interrupted: all games are kept in {folder}; the same command with --resume goes on") from None


def _refuse_beside_folders(context: typer.Context) -> None:
    """Two finished runs hold all that was asked."""
    for parameter in context.command.params:
        source = context.get_parameter_source(parameter.name or "")
        if parameter.name not in OF_FOLDERS and source is not None and source.name == "COMMANDLINE":
            raise UserError(f"{parameter.opts[0]} beside two folders: their games are played already; leave it out")


def _compare_folders(a: Path, b: Path, question: Question, out: Path | None, as_json: bool) -> None:
    """The page of two runs that are there."""
    from sim.folder import refuse_held
    from sim.store import MANIFEST, sha

    for place in (a, b):
        if not (place / MANIFEST).is_file():
            raise UserError(f"{place}: no finished run is here (no {MANIFEST}); `fairseat simulate` makes one")
    names = [re.sub(r"\W+", "_", place.resolve().name) for place in (a, b)]
    digest = sha([(place / MANIFEST).read_text(encoding="utf-8") for place in (a, b)])
    folder = out or Path("runs") / f"{COMMAND}-{'-'.join(names)}-{digest[:8]}"
    refuse_held(folder, "run", "cells", "search", "runs")
    command = ["fairseat", COMMAND, a.resolve().name, b.resolve().name, *_asked(question)]
    folder.mkdir(parents=True, exist_ok=True)
    _conclude((a, b), folder, shlex.join(command), question, as_json)


def _cells(setups: Sequence[Setup]) -> list[Cell]:
    from sim.cells import Cell, CellJob
    from sim.store import planned_bytes

    cells = []
    for name, setup in zip(NAMES, setups, strict=True):
        facts = {
            "rules": setup.data.rules_digest,
            "cards": setup.data.cards_digest,
            "plan": {key: value for key, value in setup.plan.describe().items() if key != "plan_notes"},
        }
        job = CellJob(
            "scripts.request:prepare",
            (setup.request, setup.plan.n_requested),
            setup.plan.n_total,
            setup.plan.n_seats,
            facts,
            planned_bytes(setup.game, setup.plan),
        )
        cells.append(Cell(name.lower(), {}, job))
    return cells


def _play(folder: Path, setups: Sequence[Setup], work: Work) -> tuple[Path, Path]:
    """Play both sides, a cell each; where one could not be played nothing can be compared."""
    from sim.cells import DONE

    results = play_cells_into(folder, _cells(setups), work, label="games", asked={"command": COMMAND})
    lost = [f"side {result.name} {result.status}: {result.reason}" for result in results if result.status != DONE]
    if lost:
        inform(f"fairseat: {'; '.join(lost)}; what is done is kept in {folder}")
        raise typer.Exit(1)
    return results[0].run_dir, results[1].run_dir


def _conclude(runs: tuple[Path, Path], folder: Path, command: str, question: Question, as_json: bool) -> None:
    """Analyse both runs, write the page and print the verdict."""
    from analysis.comparison import compare_runs
    from analysis.run import open_run
    from reports.compare import write_comparison

    found = compare_runs(open_run(runs[0]), open_run(runs[1]), question.margin, question.level)
    path, page = write_comparison(found, folder, command)
    if as_json:
        say_json(_facts(found, page, {"a": str(runs[0]), "b": str(runs[1]), "report": str(path)}))
        return
    from reports.text import summary

    say(f"{page.answers[0].text}\n")
    say(summary(page))
    say(f"Report:       {path}")
    say(f"To repeat it: {command}")


def _facts(found: Comparison, page: Report, places: dict[str, str]) -> dict[str, Any]:
    """What a comparison says as JSON."""
    verdicts = []
    for (table, kind), verdict in found.verdicts.items():
        labels = {
            name: [str(found.changes.loc[at, "label"]) for at in getattr(verdict, name)] for name in ("moved", "beyond")
        }
        most = str(found.changes.loc[verdict.most, "label"])
        verdicts.append({"table": table, "about": kind, **asdict(verdict), **labels, "most": most})
    pairs = [
        {"a": a, "b": b, **{key: value for key, value in vars(pair).items() if key != "frame"}}
        for (a, b), pair in zip(found.tables, found.pairs, strict=True)
    ]
    frames = {
        name: json.loads(getattr(found, name).to_json(orient="records", double_precision=15))
        for name in ("changes", "differs", "flips", "health")
    }
    return {
        "game": found.b["game"],
        **places,
        "headline": page.answers[0].text,
        "is_same": found.is_same,
        "tables": pairs,
        "verdicts": verdicts,
        **frames,
    }


def _asked(question: Question) -> list[str]:
    return ["--margin", f"{100 * question.margin:g}pp", "--level", f"{100 * question.level:g}"]


def _command(side: Request, a: Sequence[str], b: Sequence[str], request: Request, question: Question) -> str:
    """The command that asks this, without how it is worked off; files by the names given, never absolute."""
    words = ["fairseat", COMMAND, studyfile.relative(request.game)]
    for option, settings in (("--a", a), ("--b", b)):
        for text in settings:
            path, _, value = text.partition("=")
            words += [option, f"{path}={studyfile.relative(value)}"]
    words += ["--games", str(question.n_games), "--seed", str(request.seed)]
    policies = (
        request.policies or side.policies if not any(t.startswith("policy=") for t in (*a, *b)) else request.policies
    )
    words += [word for name in policies for word in ("--policy", name)]
    words += ["--players", str(request.players)] if request.players is not None else []
    words += studyfile.data_words(request)
    return shlex.join([*words, *_asked(question)])


def _run_name(setups: Sequence[Setup], question: Question) -> str:
    """Name of a comparison's folder: the game, and 8 digits of a digest of both sides."""
    names = [studyfile.run_name(setup, replace(question, margin=0.01, level=0.95)) for setup in setups]
    from sim.tables import digest

    return f"{names[0].rpartition('-')[0]}-{COMMAND}-{digest(names)[:8]}"
