"""`fairseat fair --plan-only`: what a search would take."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from analysis import fair_design
from scripts.console import say, say_json
from scripts.fair_search import MOST_STAGES, Asked, first_games
from scripts.plans import plan_facts
from scripts.playing import Work
from scripts.request import Setup
from sim.plan import resize


def show_plan(asked: Asked, setup: Setup, n_confirm: int, work: Work, as_json: bool) -> None:
    """Print cells, games, minutes and bytes; what later stages take is the most that they may."""
    facts = _facts(asked, setup, n_confirm, work)
    if as_json:
        say_json(facts)
        return
    say(f"{facts['cells']} cells of {facts['games_per_cell']:,} games with each of these policy tables:")
    for text in facts["tables"]:
        say(f"  {text}")
    if facts["more_cells"]:
        say(f"Then up to {facts['more_cells']} cells of {facts['games_per_more_cell']:,} games where the answer lies.")
    say(f"Last {facts['confirm_games']:,} fresh games with each table at the answer.")
    room = f"{facts['bytes'] / 1e6:,.0f} MB on disk"
    say(f"At most {facts['games']:,} games: about {facts['minutes']:.1f} minutes with {work.jobs} workers, and {room}.")


def _facts(asked: Asked, setup: Setup, n_confirm: int, work: Work) -> dict[str, Any]:
    points = fair_design.first(asked.keys)
    small = resize(setup.plan, first_games(asked))
    more = _more(asked)
    fresh = resize(setup.plan, n_confirm)
    one = plan_facts(replace(setup, plan=fresh), work.jobs, work.is_quiet)
    total = len(points) * small.n_total + more * setup.plan.n_total + fresh.n_total
    part = total / fresh.n_total
    return {
        "cells": len(points),
        "games_per_cell": small.n_games,
        "more_cells": more,
        "games_per_more_cell": setup.plan.n_games,
        "confirm_games": fresh.n_games,
        "games": total,
        "tables": one["tables"],
        "minutes": one["minutes"] * part,
        "workers": work.jobs,
        "bytes": round(one["bytes"] * part),
        "notes": one["notes"],
    }


def _more(asked: Asked) -> int:
    """Cells of later stages, at most."""
    keys, stages = asked.keys, MOST_STAGES - 1
    if len(keys) > 1:
        box = fair_design.box_around(keys, [(key.low + key.high) / 2 for key in keys])
        return 0 if fair_design.is_grid(keys) else len(fair_design.composite(keys, *box)) * stages
    is_all = bool(keys[0].values) or len(fair_design.first(keys)) == len(keys[0].all_values)
    return 0 if is_all else 4 * stages
