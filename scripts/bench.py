"""`fairseat bench`: speed, compile time and memory of games and policies, each in a process of its own."""

from __future__ import annotations

import json
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer

from scripts import options as o
from scripts.console import complain, say, say_json, table
from sim import child
from sim.errors import UserError

MAX_SECONDS = 3600
MAX_REPEATS = 1000
SECONDS, REPEATS = 2.0, 5


@dataclass(frozen=True)
class Ask:
    """What is to be measured."""

    game: str
    players: int | None
    policy: str
    cards: str | None
    seed: int
    seconds: float = SECONDS
    repeats: int = REPEATS


@dataclass
class Bench:
    """Measures rows; a kernel that several policies share is compiled once, and its start belongs to all of them."""

    cache: str
    starts: dict[str, dict[str, Any]] = field(default_factory=dict)

    def row(self, ask: Ask) -> dict[str, Any]:
        """All figures of one game and policy (docs/performance.md says what each means)."""
        from scripts.bench_rows import figures
        from scripts.request import Request, prepare
        from sim.playout import Player

        setup = prepare(Request(ask.game, ask.players, (ask.policy,), cards=ask.cards, seed=ask.seed))
        player = Player(setup.game, setup.data, setup.plan.policies, setup.plan.n_seats, ask.seed)
        if player.digest not in self.starts:
            cold = self._probe(ask, 0)
            self.starts[player.digest] = {"cold": cold, "warm": [self._probe(ask, 0) for _ in range(ask.repeats)]}
        about = {
            "game": ask.game,
            "policy": ask.policy,
            "n_players": setup.plan.n_seats,
            "pack": setup.data.pack,
            "rules_digest": setup.data.rules_digest,
            "cards_digest": setup.data.cards_digest,
            "kernel_digest": player.digest,
        }
        return about | figures(self.starts[player.digest], self._probe(ask, ask.repeats))

    def _probe(self, ask: Ask, repeats: int) -> dict[str, Any]:
        """Answer of a process with this kernel cache; without repeats it only starts."""
        asked = json.dumps(asdict(ask) | {"repeats": repeats, "started_s": time.monotonic()})
        command, environment = child.command("scripts.bench_probe", asked), child.environment(FAIRSEAT_CACHE=self.cache)
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            last = (done.stderr.strip().splitlines() or [f"the measuring process ended with {done.returncode}"])[-1]
            raise UserError(f"{ask.game}, {ask.policy}: {last}")
        answer: dict[str, Any] = json.loads(done.stdout)
        return answer


def bench(
    game: o.OptionalGameArg = None,
    policy: o.Policy = None,
    players: o.Players = None,
    cards: o.Cards = None,
    seconds: Annotated[
        float, typer.Option("--seconds", metavar="S", help="Seconds of play for a figure, all repeats together.")
    ] = SECONDS,
    repeat: Annotated[
        int, typer.Option("--repeat", metavar="K", help="Runs of each figure: median and range.")
    ] = REPEATS,
    baseline: Annotated[
        Path | None, typer.Option("--baseline", metavar="FILE", help="Compare with the JSON of an earlier run.")
    ] = None,
    seed: o.Seed = o.DEFAULT_SEED,
    quiet: o.Quiet = False,
    as_json: o.Json = False,
) -> None:
    """Measure speed, where the time goes, compile time and memory.

    Games and decisions a second on one core, time of each verb, threads, cold and warm start, peak memory.

    Without GAME every shipped game is measured, without --policy every style of it. Cold start: with an empty kernel
    cache. The machine should be idle.
    """
    from scripts import bench_baseline, bench_tables

    check_options(seconds, repeat)
    old = None if baseline is None else bench_baseline.read(baseline)
    asks = asks_of(game, policy, Ask("", players, "", cards, seed, seconds, repeat))
    found = measure(asks, (lambda text: None) if quiet else complain)
    if old is not None:
        found["baseline"] = bench_baseline.compare(found, old)
    if as_json:
        say_json(found)
        return
    say(bench_tables.machine_line(found))
    for title, head, rows in bench_tables.tables(found):
        say(f"\n{title}\n\n{table(head, rows)}")


def check_options(seconds: float, repeat: int) -> None:
    """Raise UserError unless both can be measured with."""
    if not 0 < seconds <= MAX_SECONDS:
        raise UserError(f"--seconds {seconds:g}: give a number of seconds above 0 and at most {MAX_SECONDS}")
    if not 1 <= repeat <= MAX_REPEATS:
        raise UserError(f"--repeat {repeat}: give a number of runs from 1 to {MAX_REPEATS}")


def asks_of(game: str | None, policies: list[str] | None, like: Ask) -> list[Ask]:
    """One for each game and policy; names are checked, and users' policies tried, before anything is measured."""
    from dataclasses import replace

    from scripts.request import Request, prepare, try_own
    from sim import registry
    from sim.trial import TABLE_GAMES

    asks = []
    for name in [game] if game else registry.shipped_names():
        setup = prepare(Request(name, like.players, cards=like.cards, seed=like.seed))
        for policy in policies or list(setup.data.weights):
            request = Request(name, like.players, (policy,), cards=like.cards, seed=like.seed)
            try_own(prepare(request, TABLE_GAMES))
            asks.append(replace(like, game=name, policy=policy))
    return asks


def measure(asks: list[Ask], tell: Callable[[str], None]) -> dict[str, Any]:
    """Facts of the machine and one row for each ask; `tell` hears what is measured, and that the machine is busy."""
    from scripts.bench_facts import machine, versions
    from scripts.bench_rows import LEAST_CPU_SHARE

    facts = machine()
    if facts["is_busy"]:
        tell(f"the machine is busy: load {facts['load_1min']} on {facts['n_cores']} cores; trust ratios only")
    rows = []
    with tempfile.TemporaryDirectory() as cache:
        bench = Bench(cache)
        for ask in asks:
            tell(f"measuring {ask.game}, {ask.policy}")
            rows.append(bench.row(ask))
            if rows[-1]["cpu_share_low"] < LEAST_CPU_SHARE:
                tell(f"{ask.game}, {ask.policy}: got {rows[-1]['cpu_share_low']:.0%} of a core; thread figures are off")
    settings = {"seconds": asks[0].seconds, "n_repeats": asks[0].repeats, "seed": asks[0].seed} if asks else {}
    return {"machine": facts, "versions": versions(), "settings": settings, "rows": rows}
