"""Linear policies: the action with the greatest weighted sum of features."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sim.kernel import kernel, small_kernel
from sim.rng import draw


@small_kernel
def weigh(weights, described, n_features):  # type: ignore[no-untyped-def]
    """Weighted sum of one row of features, by four partial sums (index mod 4) added in a fixed order.

    The order is part of the contract: the sum has the same bits on every machine.
    """
    s0 = 0.0
    s1 = 0.0
    s2 = 0.0
    s3 = 0.0
    for j in range(0, n_features, 4):
        s0 += weights[j] * described[j]
        s1 += weights[j + 1] * described[j + 1]
        s2 += weights[j + 2] * described[j + 2]
        s3 += weights[j + 3] * described[j + 3]
    return (s0 + s1) + (s2 + s3)


def make_linear(features: Callable[..., Any], n_features: int) -> Any:
    """Kernel of the linear family for a game's `features`; `n_features` is a multiple of 4."""

    @kernel
    def choose(state, tables, actions, n, weights, memory, scratch, out):  # type: ignore[no-untyped-def]
        features(state, tables, actions, n, scratch, out)
        best = weigh(weights, out[0], n_features)
        out[0, 0] = best  # the features of a row are spent: its first entry keeps the value
        first = 0
        n_best = 1
        for i in range(1, n):
            value = weigh(weights, out[i], n_features)
            out[i, 0] = value
            if value > best:
                best = value
                first = i
                n_best = 1
            elif value == best:
                n_best += 1
        if n_best == 1:
            return first
        core = state.core
        seat = core.actor
        skip = draw(core.policy_keys[seat], core.policy_draws[seat], n_best)
        core.policy_draws[seat] += 1
        for i in range(first, n):
            if out[i, 0] == best:
                if skip == 0:
                    return i
                skip -= 1
        return first  # not reached: `n_best` actions have the value `best`

    return choose
