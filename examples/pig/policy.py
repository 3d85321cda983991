"""What a style of play sees of an action. `data/policies.toml` weighs these; the highest sum is played."""

from sim.kernel import kernel

from .rules import ROLL

FEATURES = ("roll", "held_points", "wins")


@kernel
def features(state, tables, actions, n, weights, scratch, values):
    is_win = state.banked[state.core.actor] + state.turn_total >= tables.goal
    hold = weights[1] * state.turn_total + (weights[2] if is_win else 0.0)
    for i in range(n):
        values[i] = weights[0] if actions[i] == ROLL else hold
