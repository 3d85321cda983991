"""`fairseat study` and its three steps alone: `simulate`, `analyze`, `report`."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scripts import options as o
from scripts import several, studyfile
from scripts.console import say, say_json
from scripts.plans import show_plans
from scripts.playing import Work, kept, play_into
from scripts.playtests import analysed, refuse_bad
from scripts.request import Request, Setup, prepare
from scripts.studyfile import Question
from sim.errors import UserError

if TYPE_CHECKING:
    from analysis.study import Study
    from sim.run import RunResult
    from sim.stopping import Until

#: The yardstick beside a game's default policy, unless --policy names the tables.
SECOND_STYLE = "random"

From = Annotated[Path | None, typer.Option("--from", metavar="FILE", help="Run the study in a study.toml again.")]
#: Frames of an analysis that --json prints; the CSV files of a report hold them all.
JSON_FRAMES = (
    "games",
    "places",
    "characters_won",
    "policies_won",
    "tests",
    "differences",
    "effects",
    "effect_tests",
    "effects_fit",
    "ties",
    "end_reasons",
    "until",
    "health",
    "playtests",
    "playtest_fit",
)

#: Options of `study` that change nothing of the question.
WORK_OPTIONS = (
    "out",
    "resume",
    "force",
    "jobs",
    "backend",
    "scheduler",
    "shared_out",
    "from_file",
    "plan_only",
    "quiet",
    "as_json",
)

PlanOnly = Annotated[
    bool, typer.Option("--plan-only", help="Say how many games, minutes and bytes it takes; play none.")
]


def study(
    context: typer.Context,
    game: o.OptionalGameArg = None,
    n_games: o.Games = "200000",
    players: o.Counts = None,
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
    until: o.Until = None,
    interactions: o.Interactions = None,
    playtests: o.Playtests = None,
    out: o.Out = None,
    resume: o.Resume = False,
    force: o.Force = False,
    jobs: o.Jobs = 0,
    backend: o.Backend = "threading",
    scheduler: o.Scheduler = None,
    shared_out: o.SharedOut = False,
    from_file: From = None,
    plan_only: PlanOnly = False,
    quiet: o.Quiet = False,
    as_json: o.Json = False,
) -> None:
    """Play, analyse, write the report and print the verdicts.

    Unless --policy says otherwise, two tables are played: the game's default policy, and random.
    """
    counts = o.parse_counts(players)
    work = Work(out, jobs, o.parse_backend(backend, scheduler, shared_out), resume, force, quiet)
    if from_file is not None:
        refuse_beside_file(context, WORK_OPTIONS)
        asked: Any = studyfile.read(from_file)
    else:
        request = Request(
            game=_named(game),
            players=counts[0],
            policies=tuple(policy or ()),
            characters=characters,
            cards=cards,
            rules=rules,
            sets=tuple(sets or ()),
            seed=seed,
            seating=seating,
            deals=deals,
        )
        plays = None if playtests is None else str(playtests)
        margin_level = o.parse_margin(margin), o.parse_level(level)
        pairs = tuple(interactions or ())
        question = Question(o.parse_games(n_games), *margin_level, o.parse_until(until), "", plays, pairs)
        asked = nullcontext((with_second_style(request), question))
    with asked as (request, question):
        others = [prepare(replace(request, players=n), question.n_games) for n in counts[1:]]
        setups = [prepare(request, question.n_games), *others]
        refuse_bad(question.playtests, setups)
        _refuse_unknown(question.interactions, setups[0])
        if plan_only:
            show_plans(setups, question, o.parse_jobs(work.jobs), quiet, as_json)
        elif others:
            _study_each(setups, question, work, as_json)
        else:
            run_dir, _ = _play(setups[0], question, work)
            with kept(run_dir), several.reading([run_dir]):
                _finish(run_dir, question, as_json)


def simulate(
    game: o.GameArg,
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
    level: o.Level = "95",
    until: o.Until = None,
    out: o.Out = None,
    resume: o.Resume = False,
    force: o.Force = False,
    jobs: o.Jobs = 0,
    backend: o.Backend = "threading",
    scheduler: o.Scheduler = None,
    shared_out: o.SharedOut = False,
    quiet: o.Quiet = False,
    as_json: o.Json = False,
) -> None:
    """Play the games only: one row a game, as Parquet files."""
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
    margin_level = o.parse_margin("1pp"), o.parse_level(level)
    question = Question(o.parse_games(n_games), *margin_level, o.parse_until(until))
    work = Work(out, jobs, o.parse_backend(backend, scheduler, shared_out), resume, force, quiet)
    setup = prepare(request, question.n_games)
    run_dir, played = _play(setup, question, work)
    if as_json:
        facts: dict[str, Any] = {"games": played.n_total, "games_played": played.n_played, "games_kept": played.n_kept}
        facts["is_precise"] = played.is_precise
        say_json({"game": setup.game.name, "run": str(run_dir), **facts})
    else:
        say(str(run_dir))


def analyze(
    run_dir: o.RunArg,
    margin: o.Margin = "1pp",
    level: o.Level = "95",
    interactions: o.Interactions = None,
    playtests: o.Playtests = None,
    as_json: o.Json = False,
) -> None:
    """Analyse a run that is there, or runs for several numbers of players, and print what they say."""
    question, runs = _asked(margin, level, interactions, playtests), several.runs_in(run_dir)
    with several.reading(runs or [run_dir]):
        if runs:
            _conclude_each(runs, several.analyse_each(runs, question), question, run_dir, as_json)
        else:
            found = analysed(run_dir, question)
            _conclude(found, studyfile.command_of(run_dir, question), {"run": str(run_dir)} if as_json else None)


def report(
    run_dir: o.RunArg,
    margin: o.Margin = "1pp",
    level: o.Level = "95",
    interactions: o.Interactions = None,
    playtests: o.Playtests = None,
    as_json: o.Json = False,
) -> None:
    """Write the report of a run that is there, or of runs for several numbers of players."""
    from reports.build import write_study

    question, runs = _asked(margin, level, interactions, playtests), several.runs_in(run_dir)
    _refuse_tournament(run_dir)
    with several.reading(runs or [run_dir]):
        if runs:
            _, path, _ = several.write(runs, question)
        else:
            path = write_study(analysed(run_dir, question), run_dir, studyfile.command_of(run_dir, question))
    if as_json:
        say_json({"run": str(run_dir), "report": str(path)})
    else:
        say(str(path))


def _refuse_tournament(run_dir: Path) -> None:
    """The page of a tournament is not that of a study of its games."""
    from sim.store import TOURNAMENT

    if (run_dir / TOURNAMENT).exists():
        raise UserError(
            f"{run_dir}: holds a tournament: its own command with --resume writes its page again; "
            f"`fairseat analyze {run_dir}` prints what a study says of its games"
        )


def _asked(margin: str, level: str, interactions: list[str] | None, playtests: Path | None) -> Question:
    """What is asked of games that are there."""
    plays, pairs = None if playtests is None else str(playtests), tuple(interactions or ())
    return Question(0, o.parse_margin(margin), o.parse_level(level), playtests=plays, interactions=pairs)


def _refuse_unknown(interactions: Sequence[str], setup: Setup) -> None:
    """Finds interactions that the game cannot have before any game is played."""
    if interactions:
        from analysis.interactions import kinds_of, parse_interactions

        parse_interactions(interactions, kinds_of(setup.game.columns, len(setup.game.characters)))


def refuse_beside_file(context: typer.Context, allowed: Sequence[str]) -> None:
    """A file holds the whole question: nothing that asks may stand beside it."""
    for parameter in context.command.params:
        source = context.get_parameter_source(parameter.name or "")
        if parameter.name not in allowed and source is not None and source.name == "COMMANDLINE":
            raise UserError(f"{parameter.opts[0]} beside --from: the file holds the whole question; change it there")


def _named(game: str | None) -> str:
    if game is None:
        raise UserError(
            "which game? Write `fairseat study GAME`, or `fairseat study --from FILE`; see `fairseat games`"
        )
    return game


def with_second_style(request: Request) -> Request:
    """The request with the two tables that a study shows by default."""
    if request.policies:
        return request
    from sim import registry

    return replace(request, policies=(registry.find(request.game).default_policy, SECOND_STYLE))


def _play(setup: Setup, question: Question, work: Work) -> tuple[Path, RunResult]:
    """Play the games of a plan into the folder of the run, beside the file that repeats it."""
    from sim.folder import refuse_held
    from sim.store import write_atomic

    run_dir = o.parse_out(work.out) or Path("runs") / studyfile.run_name(setup, question)
    refuse_held(run_dir, "tournament")
    played = play_into(run_dir, setup, work, _until(question))
    with kept(run_dir):
        write_atomic(run_dir / studyfile.NAME, studyfile.write(setup, question))
    return run_dir, played


def _until(question: Question) -> Until | None:
    """When the run may stop by itself."""
    from analysis.until import Watch
    from sim.stopping import Until

    if question.until is None:
        return None
    return Until(question.until, round(100 * question.level, 9), Watch)


def _facts(found: Study, places: dict[str, str]) -> dict[str, Any]:
    """What an analysis says as JSON, after the places of its files."""
    verdicts = [
        {"table": table, "about": about, **asdict(verdict)} for (table, about), verdict in found.verdicts.items()
    ]
    plays = found.played
    played = plays and {"file": plays.name, "digest": plays.digest, "games": plays.n_games, "notes": list(plays.notes)}
    frames = {name: json.loads(getattr(found, name).to_json(orient="records")) for name in JSON_FRAMES}
    return {
        "game": found.manifest["game"],
        **places,
        "tables": list(found.tables),
        "verdicts": verdicts,
        **frames,
        "played": played,
    }


def _conclude(found: Study, command: str, places: dict[str, str] | None) -> None:
    """Print what an analysis says: its summary for people, or as JSON."""
    if places is not None:
        say_json(_facts(found, places))
    else:
        from reports.build import build_report
        from reports.text import summary

        say(summary(build_report(found, command)))


def _study_each(setups: Sequence[Setup], question: Question, work: Work, as_json: bool) -> None:
    """A study for each number of players in a folder of its own, and a page over all of them in the one above."""
    from reports.text import summary
    from sim.folder import refuse_held

    base = o.parse_out(work.out) or Path("runs") / studyfile.several_name(setups, question)
    refuse_held(base, "run", "cells", "search")
    runs = [base / several.folder_of(setup.plan.n_seats) for setup in setups]
    if not (work.resume or work.force):
        several.refuse_used(runs)
    for setup, run_dir in zip(setups, runs, strict=True):
        _play(setup, question, replace(work, out=str(run_dir)))
    with kept(base), several.reading(runs):
        found, path, page = several.write(runs, question)
    if as_json:
        places = [{"run": str(run_dir), "report": str(run_dir / path.name)} for run_dir in runs]
        facts = [_facts(*each) for each in zip(found, places, strict=True)]
        say_json({"game": found[0].manifest["game"], "folder": str(base), "report": str(path), "runs": facts})
    else:
        say(summary(page))
        say(f"Report:       {path}")
        say(f"To repeat it: {several.command(runs, found, question)}")


def _conclude_each(runs: Sequence[Path], found: Sequence[Study], question: Question, base: Path, as_json: bool) -> None:
    """Print what the analyses of several numbers of players say."""
    if as_json:
        facts = [_facts(study, {"run": str(run_dir)}) for study, run_dir in zip(found, runs, strict=True)]
        say_json({"game": found[0].manifest["game"], "folder": str(base), "runs": facts})
        return
    from reports.counts import build_counts
    from reports.text import summary

    folders = [run_dir.name for run_dir in runs]
    say(summary(build_counts(found, several.command(runs, found, question), folders)))


def _finish(run_dir: Path, question: Question, as_json: bool) -> None:
    """Analyse a run, write its report and print its summary."""
    from reports.build import write_study

    command = studyfile.command_of(run_dir, question)
    found = analysed(run_dir, question)
    path = write_study(found, run_dir, command)
    _conclude(found, command, {"run": str(run_dir), "report": str(path)} if as_json else None)
    if not as_json:
        say(f"Report:       {path}")
        say(f"To repeat it: fairseat study --from {shlex.quote(str(run_dir / studyfile.NAME))}")
