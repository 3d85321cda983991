"""`fairseat tournament`: every style of play against every other."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from analysis.names import readable
from scripts import completion
from scripts import options as o
from scripts.compiling import warm
from scripts.console import inform, say, say_json
from scripts.playing import Work, kept, play_into
from scripts.request import Request, Setup, load, n_players, prepare, try_own
from scripts.study import PlanOnly
from sim.errors import UserError

if TYPE_CHECKING:
    from analysis.tournament import Tournament
    from sim.game import GameData, GameSpec

#: Seconds of play for an estimate of a tournament's time, for each style.
PLAN_SECONDS = 0.5
#: Frames that --json prints; the CSV files hold them all.
JSON_FRAMES = ("pairs", "ratings", "differences", "cycles", "fit", "kind_tests", "health")

Styles = Annotated[
    list[str] | None,
    typer.Option(
        "--policy",
        metavar="NAME",
        help="A style that takes part; repeat. [default: every style of the game]",
        autocompletion=completion.policies,
    ),
]
PairGames = Annotated[str, typer.Option("--games", "-n", metavar="N", help="Games of each pair: 20000, 20k or 2M.")]


@dataclass(frozen=True)
class Draw:
    """A tournament before it is played: its styles, the games of a pair, and the run that plays them.

    Attributes
    ----------
    setup
        The run: a few policy tables for each pair.
    styles
        Names of those who take part.
    n_pair_games
        Games of each pair that were asked for.
    n_ways
        Policy tables of each pair.
    """

    setup: Setup
    styles: tuple[str, ...]
    n_pair_games: int
    n_ways: int

    @property
    def n_pairs(self) -> int:
        """Number of pairs."""
        return len(self.styles) * (len(self.styles) - 1) // 2


def tournament(
    game: o.GameArg,
    n_games: PairGames = "20000",
    players: o.Players = None,
    policy: Styles = None,
    characters: o.Characters = None,
    cards: o.Cards = None,
    rules: o.Rules = None,
    sets: o.Sets = None,
    seed: o.Seed = o.DEFAULT_SEED,
    deals: o.Deals = None,
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
    """Play every style against every other and rate them: matrix, ratings, rings, report.

    In each game two styles hold equally many seats, in every place and as every character equally often.
    """
    from sim.folder import refuse_held
    from sim.store import TOURNAMENT, write_atomic

    request = Request(
        game=game,
        players=players,
        characters=characters,
        cards=cards,
        rules=rules,
        sets=tuple(sets or ()),
        seed=seed,
        deals=deals,
    )
    share, n_jobs, crew = o.parse_level(level), o.parse_jobs(jobs), o.parse_backend(backend, scheduler, shared_out)
    draw = make_draw(request, policy, o.parse_games(n_games), quiet)
    if plan_only:
        _show_plan(draw, n_jobs, quiet, as_json)
        return
    run_dir = o.parse_out(out) or Path("runs") / _run_name(draw)
    work = Work(out, n_jobs, crew, resume, force, quiet)
    refuse_held(run_dir, "study")
    play_into(run_dir, draw.setup, work)
    with kept(run_dir):
        command = command_text(draw, share)
        write_atomic(run_dir / TOURNAMENT, json.dumps({"command": command}, ensure_ascii=False) + "\n")
        _finish(run_dir, command, share, as_json)


def make_draw(request: Request, named: Sequence[str] | None, n_pair_games: int, is_quiet: bool = False) -> Draw:
    """Find the styles and plan the games of every pair.

    Raises
    ------
    UserError
        Fewer than two styles, an unknown one, or one that takes part twice.
    """
    from sim.pairing import meetings

    game, data = load(request)
    away: list[str] = []
    styles = _named_styles(game, data, named) if named else _all_styles(game, data, away)
    n_seats = n_players(request, game)
    each = [meetings(n_seats, a, b) for at, a in enumerate(styles) for b in styles[at + 1 :]]
    texts = [",".join(f"{who}={name}" for who, name in table.items()) for pair in each for table in pair]
    setup = prepare(replace(request, policies=tuple(texts)), -(-n_pair_games // len(each[0])))
    for sentence in () if is_quiet else away:
        inform(sentence)
    return Draw(setup, tuple(styles), n_pair_games, len(each[0]))


def _named_styles(game: GameSpec, data: GameData, named: Sequence[str]) -> list[str]:
    """The styles of --policy, each checked."""
    styles = []
    for text in named:
        if "=" in text or "," in text:
            raise UserError(f"--policy {text!r}: name one style, and repeat --policy for each that takes part")
        styles.append(str(o.parse_policy(text)))
    with redirect_stdout(sys.stderr):
        same = _alike(game, data, styles)
    if same:
        first, second = same[0]
        said = "takes part twice" if first == second else f"plays exactly as {first} does: it would take part twice"
        raise UserError(f"--policy {second}: {said}; name each style once")
    if len(styles) < 2:
        raise UserError(f"a tournament needs two styles, --policy names {len(styles)}; see `fairseat info {game.name}`")
    return styles


def _all_styles(game: GameSpec, data: GameData, away: list[str]) -> list[str]:
    """Every named style and `random`, each way of playing once: the default one and earlier ones first.

    `away` takes sentences about those who stay away.
    """
    from sim.policies.resolve import RANDOM

    styles = [*(name for name in data.weights if name != RANDOM), RANDOM]
    for first, second in _alike(game, data, styles):
        if second in styles:
            styles.remove(second)
            away.append(f"{second} plays exactly as {first} does: it stays away")
    if len(styles) < 2:
        raise UserError(f"{game.name} has no style of its own but {styles[0]}: name two with --policy")
    return styles


def _alike(game: GameSpec, data: GameData, styles: Sequence[str]) -> list[tuple[str, str]]:
    """Pairs of styles (the earlier first) that play alike: one name, one file's function, or the same weights."""
    from sim.policies.resolve import is_users, resolve_policies
    from sim.policies.user import located

    seen: dict[tuple[str, bytes], str] = {}
    found = []
    for policy in resolve_policies(styles, data, len(game.feature_names)):
        family = located(policy.family) if is_users(policy.family) else policy.family
        first = seen.setdefault((family, policy.weights.tobytes()), policy.name)
        if first != policy.name or styles.count(policy.name) > 1:
            found.append((first, policy.name))
    return found


def command_text(draw: Draw, level: float) -> str:
    """The command that asks this, without how it is worked off; files by the names given, never absolute."""
    request = draw.setup.request
    words = ["fairseat", "tournament", _relative(request.game), "--games", str(draw.n_pair_games)]
    words += ["--players", str(draw.setup.plan.n_seats), "--seed", str(request.seed)]
    for name in draw.styles:
        words += ["--policy", _relative(name)]
    for option, value in (("--characters", request.characters), ("--cards", request.cards), ("--rules", request.rules)):
        if value is not None:
            words += [option, _relative(str(value))]
    for text in request.sets:
        words += ["--set", text]
    if request.deals is not None:
        words += ["--deals", request.deals]
    return readable(shlex.join([*words, "--level", f"{100 * level:g}"]))


def _relative(text: str) -> str:
    return Path(text).name if Path(text).is_absolute() else text


def _run_name(draw: Draw) -> str:
    """Name of the run's folder: the game, and 8 digits of a digest of what is played."""
    from sim.tables import digest

    plan, data = draw.setup.plan, draw.setup.data
    asked = [
        plan.describe(),
        data.rules_digest,
        data.cards_digest,
        {n: list(data.weights.get(n, ())) for n in plan.policies},
    ]
    return f"{draw.setup.game.name}-tournament-{digest({'asked': repr(asked)})[:8]}"


def _finish(run_dir: Path, command: str, level: float, as_json: bool) -> None:
    """Analyse the games, write the page and print the summary."""
    from analysis.tournament import analyse_tournament
    from reports.text import summary
    from reports.tournament import build_tournament, write_tournament

    found = analyse_tournament(run_dir, level)
    page = write_tournament(found, run_dir, command)
    if as_json:
        say_json(_facts(found, run_dir, page))
        return
    say(summary(build_tournament(found, command)))
    say(f"Report:       {page}")
    say(f"To repeat it: {command}")


def _facts(found: Tournament, run_dir: Path, page: Path) -> dict[str, Any]:
    frames = {name: json.loads(getattr(found, name).to_json(orient="records")) for name in JSON_FRAMES}
    matrix = json.loads(found.matrix.set_index("policy").to_json(orient="index"))
    places = {"run": str(run_dir), "report": str(page)}
    return {"game": found.manifest["game"], **places, "policies": list(found.policies), "matrix": matrix, **frames}


def _show_plan(draw: Draw, jobs: int, is_quiet: bool, as_json: bool) -> None:
    """What the tournament takes: games, minutes (by a short run of each style) and bytes; nothing is played."""
    plan = draw.setup.plan
    each = plan.n_games * draw.n_ways
    seconds, n_bytes = _measured(draw, is_quiet)
    facts: dict[str, Any] = {
        "policies": list(draw.styles),
        "players": plan.n_seats,
        "pairs": draw.n_pairs,
        "games": plan.n_total,
        "games_per_pair": each,
        "blocks": plan.n_blocks,
        "games_per_block": plan.block_size,
        "minutes": seconds / jobs / 60,
        "workers": jobs,
        "bytes": n_bytes,
        "notes": plan.notes(),
    }
    if as_json:
        say_json(facts)
        return
    say(f"{draw.n_pairs} pairs of {len(draw.styles)} styles, {each:,} games each: {plan.n_total:,} games in all.")
    ways = "1 policy table" if draw.n_ways == 1 else f"{draw.n_ways} policy tables"
    say(f"A pair plays {ways} of {plan.n_blocks:,} blocks of {plan.block_size} games.")
    for note in facts["notes"]:
        say(note[0].upper() + note[1:] + " (of each table).")
    say(f"About {facts['minutes']:.1f} minutes with {jobs} workers, and {n_bytes / 1e6:,.0f} MB on disk.")


def _measured(draw: Draw, is_quiet: bool) -> tuple[float, int]:
    """Seconds on one core and bytes of all games, from a few games of a table of each style."""
    from scripts.plans import SAMPLE_GAMES
    from sim.measure import play_for
    from sim.playout import Player
    from sim.store import stored_bytes, to_table

    setup, plan = draw.setup, draw.setup.plan
    player = Player(setup.game, setup.data, plan.policies, plan.n_seats, plan.seed)
    warm(player, is_quiet)
    try_own(setup)
    tables = sorted(
        {next(at for at, row in enumerate(plan.tables) if index in row) for index in range(len(plan.policies))}
    )
    seconds, n_bytes = 0.0, 0.0
    for table in tables:
        n_games, took, _ = play_for(player, plan, table, PLAN_SECONDS)
        rows = player.play(plan.rows(table, 0, min(plan.n_games, SAMPLE_GAMES)))
        each, shard = stored_bytes(to_table(rows, setup.game.all_columns(), plan.n_seats))
        seconds += took / n_games / len(tables)
        n_bytes += (each + shard / plan.n_games) / len(tables)
    return seconds * plan.n_total, round(n_bytes * plan.n_total)
