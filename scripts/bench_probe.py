"""One measurement of `fairseat bench`, in a process of its own: `python -m scripts.bench_probe '{"game": ...}'`."""

from __future__ import annotations

import json
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim.child import end_with_parent
from sim.errors import UserError

if TYPE_CHECKING:
    import numpy as np

    from scripts.request import Setup
    from sim.measure import Stopwatch

#: Part of the games of a run that is played again to split their time by verb.
SHARE_SPLIT = 4


def main() -> None:
    """Measure what the JSON argument asks for, and print the figures as JSON."""
    end_with_parent()
    try:
        print(json.dumps(answer(json.loads(sys.argv[1]))))
    except UserError as error:
        sys.exit(str(error))


def answer(asked: dict[str, Any]) -> dict[str, Any]:
    """Seconds until games can be played, peak memory and, with repeats, what every repeat measured."""
    from scripts.request import Request, prepare
    from sim.measure import Stopwatch

    request = Request(asked["game"], asked["players"], (asked["policy"],), cards=asked["cards"], seed=asked["seed"])
    setup = prepare(request)
    player = Stopwatch(setup.game, setup.data, setup.plan.policies, setup.plan.n_seats, request.seed)
    player.warm()
    # The clock of both processes counts from the start of the machine.
    figures: dict[str, Any] = {"start_s": time.monotonic() - asked["started_s"], "start_cpu_s": time.process_time()}
    if asked["repeats"]:
        figures |= measure(setup, player, asked["seconds"], asked["repeats"])
    return {"peak_mb": peak_mb()} | figures


def measure(setup: Setup, player: Stopwatch, seconds: float, n_repeats: int) -> dict[str, Any]:
    """Figures of every repeat, after a warm-up; what is compared with each other is measured in turn."""
    from sim.measure import batches, play_batches, play_for

    plan = setup.plan
    n_games, _, n_decisions = play_for(player, plan, 0, seconds / n_repeats)
    pieces = batches(plan, 0, n_games)
    counts = thread_counts(len(os.sched_getaffinity(0)))
    play_on(counts[-1], player, pieces)
    runs: dict[str, Any] = {"cpu_s": [], "wall_s": [], "threads_s": [], "parts": [], "peak_mb": peak_mb()}
    kept = player.keep(plan.rows(0, 0, max(n_games // SHARE_SPLIT, 1)))  # may compile: not the memory of a study
    for _ in range(n_repeats):
        wall, cpu = time.perf_counter(), time.thread_time()
        play_batches(player, pieces)
        runs["cpu_s"].append(time.thread_time() - cpu)
        runs["wall_s"].append(time.perf_counter() - wall)
        runs["threads_s"].append([play_on(n, player, pieces) for n in counts])
        if kept is not None:
            runs["parts"].append(player.parts(kept))
    return {"n_games": n_games, "n_decisions": n_decisions, "threads": counts, **runs}


def thread_counts(n_cores: int) -> list[int]:
    """1, 2, 4 and so on, and the number of cores."""
    return sorted({n_cores, *(1 << k for k in range(n_cores.bit_length()))})


def play_on(n_threads: int, player: Stopwatch, pieces: list[np.ndarray[Any, Any]]) -> float:
    """Seconds by the clock on the wall in which each of n threads plays the games."""
    from sim.measure import play_batches

    with ThreadPoolExecutor(n_threads) as pool:
        started = time.perf_counter()
        list(pool.map(lambda _: play_batches(player, pieces), range(n_threads)))
        return time.perf_counter() - started


def peak_mb() -> float:
    """Greatest memory of this process until now; the kernel's other figure counts the parent's, too."""
    lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith("VmHWM:"))) / 1024


if __name__ == "__main__":
    main()
