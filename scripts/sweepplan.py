"""`fairseat sweep --plan-only`: what a sweep would take."""

from __future__ import annotations

from typing import Any

from scripts.console import say, say_json
from scripts.grid import Grid, label
from scripts.plans import plan_facts

#: Seconds that a cell takes besides its games, about.
CELL_SECONDS = 0.1


def show_plan(grid: Grid, jobs: int, is_quiet: bool, as_json: bool) -> None:
    """Cells, games, minutes and bytes, as if every cell took as long as the base by game and player."""
    base = plan_facts(grid.base, jobs, is_quiet)
    plan = grid.base.plan
    units = sum(cell.job.n_games * cell.job.n_seats for cell in grid.cells)
    times = units / (plan.n_total * plan.n_seats)
    facts: dict[str, Any] = {
        "cells": len(grid.cells),
        "impossible_cells": [{"settings": dict(one.settings), "reason": one.reason} for one in grid.spoilt],
        "games": grid.n_games,
        "games_per_cell": plan.n_total,
        "minutes": base["minutes"] * times + len(grid.cells) * CELL_SECONDS / 60,
        "workers": jobs,
        "bytes": round(base["bytes"] * times),
        "notes": base["notes"],
    }
    if as_json:
        say_json(facts)
        return
    say(f"{facts['cells']:,} cells with {facts['games']:,} games in all; the base plays {plan.n_total:,}.")
    for one in grid.spoilt:
        say(f"Impossible: {label(one.settings)}: {one.reason}.")
    for note in facts["notes"]:
        say(note[0].upper() + note[1:] + ".")
    room = f"{facts['bytes'] / 1e6:,.0f} MB on disk"
    say(f"About {facts['minutes']:.1f} minutes with {jobs} workers, and {room}, by the base.")
