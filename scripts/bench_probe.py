"""One measurement of `fairseat bench`, in a process of its own: `python -m scripts.bench_probe '{"game": ...}'`."""

from __future__ import annotations

import json
import os
import resource
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sim.plan import Plan
    from sim.playout import Player

FIRST_BATCH = 240
BATCH = 10_000


def main() -> None:
    """Measure what the JSON argument asks for, and print the figures as JSON."""
    started = time.perf_counter()
    asked = json.loads(sys.argv[1])
    from scripts.request import Request, prepare
    from sim.playout import Player

    request = Request(asked["game"], asked["players"], (asked["policy"],), cards=asked["cards"], seed=asked["seed"])
    setup = prepare(request)
    plan = setup.plan
    player = Player(setup.game, setup.data, plan.policies, plan.n_seats, request.seed)
    player.warm()
    figures: dict[str, Any] = {"start_s": time.perf_counter() - started}
    if asked["seconds"] > 0:
        figures |= measure(player, plan, asked["seconds"])
    figures["peak_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps(figures))


def measure(player: Player, plan: Plan, seconds: float) -> dict[str, float]:
    """Games and decisions a second on one core, and how much faster all cores together are."""
    n_games, took, n_decisions = play_for(player, plan, 0, seconds)
    n_cores = len(os.sched_getaffinity(0))
    started = time.perf_counter()
    with ThreadPoolExecutor(n_cores) as pool:
        list(pool.map(lambda _: _play(player, plan, 0, n_games), range(n_cores)))
    return {
        "games_per_s": n_games / took,
        "decisions_per_s": n_decisions / took,
        "decisions_per_game": n_decisions / n_games,
        "scaling": n_cores * took / (time.perf_counter() - started),
    }


def play_for(player: Player, plan: Plan, table: int, seconds: float) -> tuple[int, float, int]:
    """Play the first games of a policy table, so many that it takes about `seconds`: games, seconds, decisions."""
    n_games = FIRST_BATCH
    while True:
        took, n_decisions = _play(player, plan, table, n_games)
        if took >= seconds:
            return n_games, took, n_decisions
        n_games = int(n_games * min(max(1.2 * seconds / max(took, 1e-6), 1.5), 20.0))


def _play(player: Player, plan: Plan, table: int, n_games: int) -> tuple[float, int]:
    """Seconds and decisions of games 0 .. n_games - 1, in batches as a study plays them."""
    took, n_decisions = 0.0, 0
    for start in range(0, n_games, BATCH):
        rows = plan.rows(table, start, min(start + BATCH, n_games))
        started = time.perf_counter()
        played = player.play(rows)
        took += time.perf_counter() - started
        n_decisions += int(played["decisions"].sum())
    return took, n_decisions


if __name__ == "__main__":
    main()
