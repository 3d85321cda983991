"""Who lives where: the ring, distances and ranges, factions as seen by skills, what a warrior adds."""

from sim.core import note
from sim.games.rider import clauses as c
from sim.games.rider import codes
from sim.games.rider.zones import is_living
from sim.kernel import kernel, small_kernel

# mypy: ignore-errors


@kernel
def set_ring(state):
    """Places of the living, who lie counterclockwise by seat."""
    n = 0
    for p in range(int(state.core.n_seats)):
        state.ring[p] = n
        n += is_living(state, p)
    state.n_alive = n


@kernel
def same_faction(state, p):
    """R-F6, R-F7: living seats of the same faction as p, himself included; none if he is undetermined."""
    mine = int(state.seats[p].effective)
    if mine == 0:
        return 0
    seats = 0
    for q in range(int(state.core.n_seats)):
        if is_living(state, q) and state.seats[q].effective == mine:
            seats |= 1 << q
    return seats


@kernel
def diff_faction(state, p):
    """R-F6, R-F7: living determined seats of another faction than p's; none if he is undetermined."""
    mine = int(state.seats[p].effective)
    if mine == 0:
        return 0
    seats = 0
    for q in range(int(state.core.n_seats)):
        if is_living(state, q) and state.seats[q].effective != 0 and state.seats[q].effective != mine:
            seats |= 1 << q
    return seats


@kernel
def differ_in_gender(state, tables, p, q):
    """Whether both were revealed and are of different gender (R-F8, R-W3)."""
    mine, his = state.seats[p], state.seats[q]
    if mine.determined == 0 or his.determined == 0:
        note(state.core, c.R_F8, p, q)
        return False
    return tables.warriors[int(mine.warrior)].gender != tables.warriors[int(his.warrior)].gender


@kernel
def gain_rage(state, tables, p, n):
    """R-S5: gains above the cap are lost; n may be negative. Returns how much came."""
    seat = state.seats[p]
    before = int(seat.rage)
    seat.rage = max(min(before + n, int(tables.rage_cap)), 0)
    gained = int(seat.rage) - before
    if gained > 0:
        seat.rage_gained += gained
    if gained < n:
        note(state.core, c.R_S5, p, n - gained)
    note(state.core, c.FACT_RAGE, p, int(seat.rage))
    return gained


@kernel
def pay_rage(state, p, n):
    """R-G2."""
    seat = state.seats[p]
    seat.rage -= n
    seat.rage_spent += n
    if n > 0:
        note(state.core, c.R_G2, p, n)
        note(state.core, c.FACT_RAGE, p, int(seat.rage))


@kernel
def refresh_listeners(state, tables, p):
    """Which events the warrior of a living seat waits for."""
    triggers = int(tables.warriors[int(state.seats[p].warrior)].triggers) if is_living(state, p) else 0
    for event in range(codes.N_EVENTS):
        if triggers >> event & 1:
            state.listeners[event] |= 1 << p
        else:
            state.listeners[event] &= ~(1 << p)


@kernel
def refresh_warrior(state, tables, p):
    """What the warrior's static skills add: nothing while he lies face down (R-W3, R-I2)."""
    seat = state.seats[p]
    row = tables.warriors[int(seat.warrior)]
    is_up = int(seat.is_up)
    seat.strikes = int(row.strikes) * is_up
    seat.targets = int(row.targets) * is_up
    seat.reach = int(row.reach) * is_up
    seat.dist_to = int(row.dist_to) * is_up
    seat.dist_from = int(row.dist_from) * is_up
    seat.limit = int(row.limit) * is_up
    seat.limit_marks = int(row.limit_marks) * is_up
    seat.is_conditional = int(row.has_conditional) * is_up
    if is_up:
        for k in range(int(row.n_skills)):
            if row.static_notes[k] >= 0:
                note(state.core, int(row.static_notes[k]), p, int(row.skills[k]))
                note(state.core, int(row.static_effects[k]), p, p)
    elif int(row.n_skills) > 0:
        note(state.core, c.R_W3, p, 0)


@small_kernel
def has_cards(state, tables, p):
    """Whether another may take a card of p: hand, face-down area (if within reach) or a slot."""
    seat = state.seats[p]
    return (
        seat.n_hand > 0
        or (seat.n_down > 0 and tables.down_reach == 0)
        or seat.slots[0] >= 0
        or seat.slots[1] >= 0
        or seat.slots[2] >= 0
    )
