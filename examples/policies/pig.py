"""Policies for examples/pig. Play one with: fairseat study examples/pig --policy examples/policies/pig.py:hold_at_25"""

from sim.rng import draw

ROLL, HOLD = 0, 1  # codes of examples/pig/rules.py


def index_of(actions, n, code):
    for i in range(n):
        if actions[i] == code:
            return i
    return 0


def hold_at_25(state, tables, actions, n, weights, memory):
    """Hold at 25 points, or as soon as they win."""
    mine = state.banked[state.core.actor] + state.turn_total
    if state.turn_total >= 25 or mine >= tables.goal:
        return index_of(actions, n, HOLD)
    return index_of(actions, n, ROLL)


def moody(state, tables, actions, n, weights, memory):
    """Hold at a number from 15 to 25 that is drawn once for each game and seat."""
    core = state.core
    seat = core.actor
    if memory[0] == 0:
        memory[0] = 15 + draw(core.policy_keys[seat], core.policy_draws[seat], 11)
        core.policy_draws[seat] += 1
    return index_of(actions, n, HOLD if state.turn_total >= memory[0] else ROLL)
