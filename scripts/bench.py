"""`fairseat bench`: speed, compile time and memory of games and policies, each in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from typing import Annotated, Any

import typer

from scripts import options as o
from scripts.console import complain, say, say_json, table
from sim.errors import UserError

MAX_SECONDS = 3600

HEAD = [
    "game",
    "policy",
    "games/s",
    "decisions/s",
    "decisions/game",
    "all cores",
    "cold start",
    "warm start",
    "peak MB",
]


def bench(
    game: o.OptionalGameArg = None,
    policy: o.Policy = None,
    players: o.Players = None,
    cards: o.Cards = None,
    seconds: Annotated[float, typer.Option("--seconds", metavar="S", help="Seconds of play for each figure.")] = 2.0,
    seed: o.Seed = o.DEFAULT_SEED,
    quiet: o.Quiet = False,
    as_json: o.Json = False,
) -> None:
    """Measure speed, compile time and memory.

    Games and decisions a second on one core, the speed-up of all cores, cold and warm start, peak memory.

    Without GAME every shipped game is measured, without --policy every style of it. Cold start: with an empty kernel
    cache. The machine should be idle.
    """
    from scripts.request import Request, prepare
    from sim import registry

    if not 0 < seconds <= MAX_SECONDS:
        raise UserError(f"--seconds {seconds:g}: give a number of seconds above 0 and at most {MAX_SECONDS}")
    rows = []
    for name in [game] if game else registry.shipped_names():
        setup = prepare(Request(name, players, cards=cards, seed=seed))
        for style in policy or list(setup.data.weights):
            prepare(Request(name, players, (style,), cards=cards, seed=seed))
            if not quiet and not as_json:
                complain(f"measuring {name}, {style}")
            asked = {"game": name, "players": players, "policy": style, "cards": cards, "seed": seed}
            rows.append(_measure({**asked, "seconds": seconds}))
    if as_json:
        say_json({"cores": os.cpu_count(), "rows": rows})
    else:
        say(table(HEAD, [_cells(row) for row in rows]))


def _measure(asked: dict[str, Any]) -> dict[str, Any]:
    """One row: a process with an empty kernel cache, then one that finds the kernel there and plays."""
    with tempfile.TemporaryDirectory() as cache:
        cold = _probe({**asked, "seconds": 0.0}, cache)
        warm = _probe(asked, cache)
    return {
        "game": asked["game"],
        "policy": asked["policy"],
        "cold_s": cold["start_s"],
        "warm_s": warm["start_s"],
        **warm,
    }


def _probe(asked: dict[str, Any], cache: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "scripts.bench_probe", json.dumps(asked)]
    done = subprocess.run(
        command, env=os.environ | {"FAIRSEAT_CACHE": cache}, capture_output=True, text=True, check=True
    )
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def _cells(row: dict[str, Any]) -> list[str]:
    return [
        row["game"],
        row["policy"],
        f"{row['games_per_s']:,.0f}",
        f"{row['decisions_per_s']:,.0f}",
        f"{row['decisions_per_game']:,.1f}",
        f"x{row['scaling']:.2f}",
        f"{row['cold_s']:.2f} s",
        f"{row['warm_s']:.2f} s",
        f"{row['peak_mb']:,.0f}",
    ]
