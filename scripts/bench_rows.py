"""From what the probes of `fairseat bench` measured to one row of figures: medians and ranges."""

from __future__ import annotations

import statistics
from collections.abc import Iterable
from typing import Any

from sim.measure import DECISION_PARTS, GAME_PARTS

#: Share of a core below which another process took too much of it.
LEAST_CPU_SHARE = 0.95


def spread(name: str, values: Iterable[float]) -> dict[str, float]:
    """Median of the runs under `name`, the least and the greatest under `name_low` and `name_high`."""
    kept = sorted(values)
    return {name: statistics.median(kept), f"{name}_low": kept[0], f"{name}_high": kept[-1]}


def part_keys() -> dict[str, str]:
    """Key of the figures of each part of a game's time."""
    keys = {part: f"{part}_ns_per_decision" for part in DECISION_PARTS}
    return keys | {part: f"{part}_ns_per_game" for part in GAME_PARTS}


def figures(starts: dict[str, Any], run: dict[str, Any]) -> dict[str, Any]:
    """One row: speed, threads, parts, start and memory."""
    n_games, n_decisions, cpu = run["n_games"], run["n_decisions"], run["cpu_s"]
    shares = [spent / passed for spent, passed in zip(cpu, run["wall_s"], strict=True)]
    row: dict[str, Any] = {"n_games": n_games, "decisions_per_game": n_decisions / n_games}
    row |= spread("games_per_s", (n_games / each for each in cpu))
    row |= spread("decisions_per_s", (n_decisions / each for each in cpu))
    row |= spread("ns_per_decision", (1e9 * each / max(n_decisions, 1) for each in cpu))
    for part, key in part_keys().items() if run["parts"] else ():
        row |= spread(key, (each[part] for each in run["parts"]))
    row["threads"] = _threads(run)
    row |= {"cold_start_s": starts["cold"]["start_s"], "cold_start_cpu_s": starts["cold"]["start_cpu_s"]}
    row |= spread("warm_start_s", (each["start_s"] for each in starts["warm"]))
    row |= spread("warm_start_cpu_s", (each["start_cpu_s"] for each in starts["warm"]))
    row |= {"cold_peak_mb": starts["cold"]["peak_mb"], "peak_mb": run["peak_mb"], "cpu_share_low": min(shares)}
    return row


def _threads(run: dict[str, Any]) -> list[dict[str, Any]]:
    """By number of threads: games a second by the clock on the wall, and how much faster than one thread."""
    rows = []
    for place, n_threads in enumerate(run["threads"]):
        walls = [each[place] for each in run["threads_s"]]
        alone = [each[0] for each in run["threads_s"]]
        row: dict[str, Any] = {"n_threads": n_threads}
        row |= spread("games_per_s", (n_threads * run["n_games"] / wall for wall in walls))
        row |= spread("speedup", (n_threads * one / wall for one, wall in zip(alone, walls, strict=True)))
        rows.append(row)
    return rows
