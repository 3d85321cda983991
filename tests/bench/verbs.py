"""Time of each verb: decision points of real games are kept, and each verb is run on all of them again.

Figures are for one decision (more than one legal action) and hold the forced actions between decisions. The points are
many times larger than the cache, so they are a little higher than in a game, where the state is warm.
"""

from __future__ import annotations

import statistics
import time
from typing import Any

import numpy as np

from scripts.request import Request, prepare
from sim.core import MAX_SEATS
from sim.kernel import entry_kernel
from sim.playout import N_MEMORY, Player
from sim.policies.linear import make_linear

N_GAMES = 8
REPEATS = 7
ROUNDS = 10
LIST, CHOOSE, COPY, APPLY = range(4)


def _make_run(game: Any) -> Any:
    legal_actions, apply, choose = game.legal_actions, game.apply, make_linear(game.features)

    def run(what, states, taken, work, tables, actions, weights, memory, scratch, values):  # type: ignore[no-untyped-def]
        total = 0
        rules = tables[0]
        for i in range(states.shape[0]):
            if what <= CHOOSE:
                n = legal_actions(states[i], rules, actions)
                total += n
                if what == CHOOSE and n > 1:
                    total += choose(states[i], rules, actions, n, weights, memory, scratch[0], values)
            else:
                work[0] = states[i]
                if what == APPLY:
                    apply(work[0], rules, taken[i])
        return total

    return run


def _points(player: Player, plan: Any) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """States before each action, the action, and the number of legal actions."""
    states, taken, n_legal = [], [], []
    for game in range(N_GAMES):
        before = None
        for step in player.iterate(plan.rows(0, game, game + 1)):
            if before is not None:
                states.append(before)
                taken.append(step.action)
                n_legal.append(len(step.legal))
            before = step.state
    kept = np.concatenate(states)
    kept["core"]["is_logged"] = 0
    return kept, np.array(taken, np.int32), np.array(n_legal)


def measure(name: str, policy: str) -> dict[str, Any]:
    """Nanoseconds a decision by verb, on the points of games under a policy."""
    setup = prepare(Request(name, None, (policy,), seed=1))
    game, data = setup.game, setup.data
    player = Player(game, data, setup.plan.policies, setup.plan.n_seats, 1)
    states, taken, n_legal = _points(player, setup.plan)
    run = entry_kernel(_make_run(game), player.digest)
    buffers = (np.zeros(game.max_legal, np.int32), data.weights[game.default_policy], np.zeros(MAX_SEATS * N_MEMORY))
    values = np.zeros(game.max_legal)
    work, scratch = np.zeros(1, game.state), np.zeros(1, game.scratch)

    def once(what: int) -> float:
        started = time.thread_time()
        for _ in range(ROUNDS):
            run(what, states, taken, work, data.tables, *buffers, scratch, values)
        return (time.thread_time() - started) / ROUNDS

    for what in range(4):
        once(what)
    times = [[once(what) for what in range(4)] for _ in range(REPEATS)]
    listing, choosing, copying, applying = (statistics.median(each) for each in zip(*times, strict=True))
    n = int((n_legal > 1).sum())
    parts = {"list": listing, "weigh and choose": choosing - listing, "apply": applying - copying}
    return {
        "game": name,
        "policy": policy,
        "decisions": n,
        "forced": len(n_legal) - n,
        "legal actions": float(n_legal[n_legal > 1].mean()),
        "ns": {verb: 1e9 * seconds / n for verb, seconds in parts.items()},
    }
