"""Linear policies: the action with the greatest weighted sum of features."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sim.kernel import kernel
from sim.rng import draw


def make_linear(features: Callable[..., Any]) -> Any:
    """Kernel of the linear family for a game's `features`."""

    @kernel
    def choose(state, tables, actions, n, weights, memory, scratch, values):  # type: ignore[no-untyped-def]
        features(state, tables, actions, n, weights, scratch, values)
        if n == 2 and values[0] != values[1]:  # the commonest list needs no loop
            return 0 if values[0] > values[1] else 1
        best = values[0]
        for i in range(1, n):
            best = values[i] if values[i] > best else best
        first = n_best = 0
        for i in range(n - 1, -1, -1):  # no branch on the values: which one is best cannot be foreseen
            is_best = values[i] == best
            n_best += is_best
            first = i if is_best else first
        if n_best <= 1:
            return first
        core = state.core
        seat = core.actor
        skip = draw(core.policy_keys[seat], core.policy_draws[seat], n_best)
        core.policy_draws[seat] += 1
        for i in range(first, n):
            if values[i] == best:
                if skip == 0:
                    return i
                skip -= 1
        return first  # not reached: `n_best` actions have the value `best`

    return choose
