"""Distances, ranges, hand limit: numbers that skills change (R-N1, R-N2, R-X1)."""

from sim.games.rider import clauses as c
from sim.games.rider import codes
from sim.games.rider.numbers import conditional
from sim.games.rider.zones import is_living
from sim.kernel import kernel, small_kernel

# mypy: ignore-errors


@kernel
def distance(state, tables, p, q):
    """R-N1: from p to another living seat q."""
    way = abs(int(state.ring[p]) - int(state.ring[q]))
    way = min(way, int(state.n_alive) - way)
    mine, his = state.seats[p], state.seats[q]
    way += int(mine.dist_to) + int(his.dist_from)
    if mine.is_conditional != 0:
        way += conditional(state, tables, p, codes.OP_DIST_TO)
    if his.is_conditional != 0:
        way += conditional(state, tables, q, codes.OP_DIST_FROM)
    if his.bike == codes.GUARD_BIKE:
        way += int(tables.bike_shift)
        state.core.notes[c.R_U15] = 1
    if mine.bike == codes.RUSH_BIKE:
        way -= int(tables.bike_shift)
        state.core.notes[c.R_U15] = 1
    return max(way, int(tables.min_distance))


@kernel
def attack_range(state, tables, p):
    """R-N2: range of the working weapon, else the base range, plus skills."""
    seat = state.seats[p]
    reach = int(tables.base_range)
    if seat.weapon >= 0:
        reach = int(tables.cards[int(seat.slots[codes.WEAPON])].reach)
    if seat.is_conditional != 0:
        reach += conditional(state, tables, p, codes.OP_RANGE)
    return reach + int(seat.reach)


@small_kernel
def is_in_range(state, tables, p, q):
    return distance(state, tables, p, q) <= attack_range(state, tables, p)


@kernel
def others_in_range(state, tables, p):
    """Set of living others within the attack range of p."""
    reach = attack_range(state, tables, p)
    state.core.notes[c.R_N2] = 1
    seats = 0
    for q in range(int(state.core.n_seats)):
        if q != p and is_living(state, q) and distance(state, tables, p, q) <= reach:
            seats |= 1 << q
    return seats


@kernel
def others_near(state, tables, p, reach):
    """Set of living others within a distance of p."""
    seats = 0
    for q in range(int(state.core.n_seats)):
        if q != p and is_living(state, q) and distance(state, tables, p, q) <= reach:
            seats |= 1 << q
    return seats


@kernel
def hand_limit(state, tables, p):
    """R-X1: printed number plus skill changes, at least 0."""
    seat = state.seats[p]
    if tables.hidden_stats == 1 and seat.determined == 0:
        return max(int(seat.hp), 0)
    limit = int(tables.warriors[int(seat.warrior)].hand_limit) + int(seat.limit)
    if seat.is_conditional != 0:
        limit += conditional(state, tables, p, codes.OP_HAND_LIMIT)
    if seat.limit_marks != 0:
        limit += int(seat.n_on)
    return max(limit, 0)


@kernel
def strikes_allowed(state, tables, p):
    """R-A4: strikes of a play phase."""
    seat = state.seats[p]
    n = int(tables.strikes_per_phase) + int(seat.strikes)
    if seat.is_conditional != 0:
        n += conditional(state, tables, p, codes.OP_STRIKES)
    return n


@kernel
def more_targets(state, tables, p):
    """Targets that a strike may name beyond its own number."""
    seat = state.seats[p]
    if seat.is_conditional != 0:
        return int(seat.targets) + conditional(state, tables, p, codes.OP_TARGETS)
    return int(seat.targets)
