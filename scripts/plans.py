"""`fairseat study --plan-only`: what a study would take."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from scripts.compiling import warm
from scripts.console import say, say_json
from scripts.request import Setup, try_own
from scripts.studyfile import Question

if TYPE_CHECKING:
    from sim.playout import Player

#: Games of each table that are stored in memory for an estimate of a study's size.
SAMPLE_GAMES = 2_000
#: Seconds of play for an estimate of a study's time.
PLAN_SECONDS = 0.5


def show_plans(
    setups: Sequence[Setup],
    question: Question,
    jobs: int,
    is_quiet: bool,
    as_json: bool,
    names: Sequence[str] | None = None,
) -> None:
    """What each study takes, at most where it is to stop by itself; `names` head them, by default players."""
    plans = [plan_facts(setup, jobs, is_quiet) | _until_facts(setup, question) for setup in setups]
    if as_json:
        say_json(plans[0] if len(plans) == 1 else {"plans": plans})
        return
    for at, (setup, facts) in enumerate(zip(setups, plans, strict=True)):
        if len(setups) > 1:
            say(f"{chr(10) if at else ''}{names[at] if names else f'{setup.plan.n_seats} players'}")
        _say_plan(setup, facts)


def plan_facts(setup: Setup, jobs: int, is_quiet: bool) -> dict[str, Any]:
    """Games, blocks, minutes (by a short run on one core) and bytes that a study takes."""
    from sim.measure import play_for
    from sim.playout import Player

    plan = setup.plan
    player = Player(setup.game, setup.data, plan.policies, plan.n_seats, plan.seed)
    warm(player, is_quiet)
    try_own(setup)
    tried = [play_for(player, plan, table, PLAN_SECONDS) for table in range(len(plan.tables))]
    seconds = sum(plan.n_games * took / n_games for n_games, took, _ in tried)
    return {
        "games": plan.n_total,
        "players": plan.n_seats,
        "tables": [plan.table_text(table) for table in range(len(plan.tables))],
        "games_per_table": plan.n_games,
        "blocks_per_table": plan.n_blocks,
        "games_per_block": plan.block_size,
        "minutes": seconds / jobs / 60,
        "workers": jobs,
        "bytes": _bytes(setup, player),
        "notes": plan.notes(),
    }


def _bytes(setup: Setup, player: Player) -> int:
    """Bytes on disk, from a few games of each table as they would be stored."""
    from sim.run import SHARD_GAMES
    from sim.store import stored_bytes, to_table

    plan, total = setup.plan, 0.0
    for table in range(len(plan.tables)):
        rows = player.play(plan.rows(table, 0, min(plan.n_games, SAMPLE_GAMES)))
        each, shard = stored_bytes(to_table(rows, setup.game.all_columns(), plan.n_seats))
        total += each * plan.n_games + shard * math.ceil(plan.n_games / SHARD_GAMES)
    return round(total)


def _until_facts(setup: Setup, question: Question) -> dict[str, Any]:
    """About how many games of each table it takes to be as precise as asked for."""
    from analysis.until import expected_games

    if question.until is None:
        return {"until": None, "games_until": None}
    return {"until": question.until, "games_until": expected_games(setup.plan, question.until, 100 * question.level)}


def _say_plan(setup: Setup, facts: dict[str, Any]) -> None:
    plan = setup.plan
    say(f"{plan.n_total:,} games: {plan.n_blocks:,} blocks of {plan.block_size} for each of these policy tables:")
    for text in facts["tables"]:
        say(f"  {text}")
    for note in facts["notes"]:
        say(note[0].upper() + note[1:] + ".")
    if facts["until"] is not None:
        say(
            f"At most so many: it stops when precise to +-{100 * facts['until']:g} pp, after about "
            f"{facts['games_until']:,} games for each (an estimate, as if games were independent and seats equal)."
        )
        if facts["games_until"] > plan.n_games:
            say("These are more than may be played: it may end less precise. Name more --games, or a larger --until.")
    room = f"{facts['bytes'] / 1e6:,.0f} MB on disk"
    say(f"About {facts['minutes']:.1f} minutes with {facts['workers']} workers, and {room}.")
