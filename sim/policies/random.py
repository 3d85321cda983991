"""The policy `random`: every legal action is equally likely."""

from __future__ import annotations

from sim.kernel import kernel
from sim.rng import draw


@kernel
def choose(state, tables, actions, n, weights, memory, scratch, values):  # type: ignore[no-untyped-def]
    """Index of an action, uniform by the seat's policy stream."""
    core = state.core
    seat = core.actor
    index = draw(core.policy_keys[seat], core.policy_draws[seat], n)
    core.policy_draws[seat] += 1
    return index
