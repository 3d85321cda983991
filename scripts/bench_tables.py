"""The tables of `fairseat bench`: the same cells on a terminal and in docs/performance.md."""

from __future__ import annotations

from typing import Any

Table = tuple[str, list[str], list[list[str]]]

TITLES = ("Speed on one core", "Where the time goes, in nanoseconds", "Threads", "Start and memory")


def machine_line(found: dict[str, Any]) -> str:
    """The machine and the versions in one line."""
    facts, versions = found["machine"], found["versions"]
    gcc = f"gcc {versions['gcc']}" if versions["gcc"] else "no gcc"
    named = ", ".join(f"{name} {versions[name]}" for name in ("fairseat", "numba", "llvmlite", "numpy"))
    busy = " (busy: trust ratios only)" if facts["is_busy"] else ""
    machine = f"{facts['cpu']}, {facts['n_cores']} cores, load {facts['load_1min']} at the start{busy}"
    return f"{machine}; Python {versions['python']}, {named}, {gcc}"


def tables(found: dict[str, Any]) -> list[Table]:
    """Title, head and rows of every table."""
    rows = found["rows"]
    made = [(title, *make(rows)) for title, make in zip(TITLES, (_speed, _verbs, _threads, _start), strict=True)]
    if "baseline" in found:
        made.append(("Against the baseline", *_baseline(found["baseline"])))
    return made


def with_range(row: dict[str, Any], name: str, form: str) -> str:
    """Median, and the range of the runs in brackets."""
    value, low, high = (format(row[key], form) for key in (name, f"{name}_low", f"{name}_high"))
    return f"{value} ({low} to {high})" if low != high else value


def _name(row: dict[str, Any]) -> list[str]:
    return [f"{row['game']}, {row['n_players']} players", row["policy"]]


def _speed(rows: list[dict[str, Any]]) -> tuple[list[str], list[list[str]]]:
    head = ["game", "policy", "decisions/game", "games/s", "decisions/s", "ns/decision"]
    cells = [
        [
            *_name(row),
            f"{row['decisions_per_game']:.1f}",
            f"{row['games_per_s']:,.0f}",
            with_range(row, "decisions_per_s", ",.0f"),
            f"{row['ns_per_decision']:.1f}",
        ]
        for row in rows
    ]
    return head, cells


def _verbs(rows: list[dict[str, Any]]) -> tuple[list[str], list[list[str]]]:
    """The parts of a decision, then those of a game."""
    from scripts.bench_rows import part_keys

    keys = part_keys()
    per = {key: "decision" if key.endswith("decision") else "game" for key in keys.values()}
    head = ["game", "policy", *(f"{part}/{per[key]}" for part, key in keys.items())]
    cells = [
        [*_name(row), *(with_range(row, key, ".1f" if per[key] == "decision" else ".0f") for key in keys.values())]
        for row in rows
        if all(key in row for key in keys.values())
    ]
    missing = [row for row in rows if any(key not in row for key in keys.values())]
    cells += [[*_name(row), "not known: its games, played again, differ", *[""] * (len(keys) - 1)] for row in missing]
    return head, cells


def _threads(rows: list[dict[str, Any]]) -> tuple[list[str], list[list[str]]]:
    head = ["game", "policy", "threads", "games/s", "against one"]
    cells = [
        [*_name(row), str(each["n_threads"]), f"{each['games_per_s']:,.0f}", "x" + with_range(each, "speedup", ".2f")]
        for row in rows
        for each in row["threads"]
    ]
    return head, cells


def _start(rows: list[dict[str, Any]]) -> tuple[list[str], list[list[str]]]:
    head = ["game", "policy", "cold start, s", "CPU, s", "warm start, s", "CPU, s", "peak MB, cold", "peak MB, playing"]
    cells = [
        [
            *_name(row),
            f"{row['cold_start_s']:.1f}",
            f"{row['cold_start_cpu_s']:.1f}",
            with_range(row, "warm_start_s", ".2f"),
            f"{row['warm_start_cpu_s']:.2f}",
            f"{row['cold_peak_mb']:.0f}",
            f"{row['peak_mb']:.0f}",
        ]
        for row in rows
    ]
    return head, cells


def _baseline(compared: dict[str, Any]) -> tuple[list[str], list[list[str]]]:
    """Ratios, new by old, and what else differs than the time."""
    names = {"games/s": "games_per_s", "warm start": "warm_start_s"}
    names |= {part: f"{part}_ns_per_decision" for part in ("list", "choose", "apply")}
    cells = []
    for row in compared["rows"]:
        ratios = [_ratio(row, f"{name}_ratio") for name in names.values()]
        cells.append([*_name(row), *ratios, ", ".join([*compared["differs"], *row["differs"]]) or "nothing"])
    return ["game", "policy", *names, "differs"], cells


def _ratio(row: dict[str, Any], name: str) -> str:
    return "x" + with_range(row, name, ".2f") if name in row else "-"
