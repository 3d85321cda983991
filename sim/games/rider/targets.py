"""Which kinds may be used in the own play phase, and on whom (R-A1, R-A3, R-A4, R-B, R-Y, R-U)."""

from sim.core import note
from sim.games.rider import clauses as c
from sim.games.rider import codes
from sim.games.rider.bits import has
from sim.games.rider.people import has_cards
from sim.games.rider.space import more_targets, others_in_range, others_near, strikes_allowed
from sim.games.rider.stack import is_in
from sim.games.rider.zones import has_judged
from sim.kernel import kernel

# mypy: ignore-errors


@kernel
def may_strike(state, tables, p):
    """Whether a seat may use one more strike in this phase; notes nothing."""
    seat = state.seats[p]
    return seat.strikes_used < strikes_allowed(state, tables, p) or seat.weapon == codes.REPEATER


@kernel
def has_strike_left(state, tables, p):
    """R-A4, R-U2."""
    seat = state.seats[p]
    if seat.strikes_used < strikes_allowed(state, tables, p):
        return True
    if seat.weapon == codes.REPEATER:
        note(state.core, c.R_U2, p, 0)
        return True
    note(state.core, c.R_A4, p, 0)
    return False


@kernel
def takeable(state, tables, seats, with_judged):
    """Those of a set of seats who have a card that may be taken."""
    found = 0
    for q in range(int(state.core.n_seats)):
        if is_in(seats, q) and (has_cards(state, tables, q) or (with_judged and state.seats[q].n_judged > 0)):
            found |= 1 << q
    return found


@kernel
def unjudged(state, seats, kind):
    """The same as `without_judged`; notes nothing."""
    found = 0
    for q in range(int(state.core.n_seats)):
        if is_in(seats, q) and not has_judged(state.seats[q], kind):
            found |= 1 << q
    return found


@kernel
def without_judged(state, seats, kind):
    """Those of a set of seats in whose judgement area no card of that name lies (R-A3)."""
    found = 0
    for q in range(int(state.core.n_seats)):
        if is_in(seats, q):
            if has_judged(state.seats[q], kind):
                note(state.core, c.R_A3, q, kind)
            else:
                found |= 1 << q
    return found


@kernel
def coercible(state, tables, others):
    """Others with a weapon not face down who have somebody in range (R-Y5)."""
    found = 0
    for q in range(int(state.core.n_seats)):
        seat = state.seats[q]
        if not is_in(others, q) or seat.slots[codes.WEAPON] < 0 or seat.slot_lies[codes.WEAPON] == codes.FACE_DOWN:
            continue
        if others_in_range(state, tables, q) != 0:
            found |= 1 << q
    return found


@kernel
def with_hand(state, card):
    """Living seats with a usable card other than one that is about to leave its hand (R-Y12)."""
    found = 0
    for q in range(int(state.core.n_seats)):
        if is_in(state.alive, q):
            n = int(state.seats[q].n_hand)
            if card >= 0 and n == 1 and has(state.seats[q].hand, card):
                n = 0
            if n > 0:
                found |= 1 << q
    return found


@kernel
def wounded(state):
    """Living seats below their HP limit."""
    found = 0
    for q in range(int(state.core.n_seats)):
        if is_in(state.alive, q) and state.seats[q].hp < state.seats[q].hp_max:
            found |= 1 << q
    return found


@kernel
def targets_of(state, tables, p, kind, card):
    """Set of seats that a kind may name or that it meets, used by p in his play phase; `card` leaves his hand."""
    me = 1 << p
    others = int(state.alive) & ~me
    if kind <= codes.LAST_STRIKE:
        return others_in_range(state, tables, p)
    if kind == codes.ENERGY:
        return me if state.seats[p].hp < state.seats[p].hp_max else 0
    if kind == codes.BREAK:
        return takeable(state, tables, others, True)
    if kind == codes.SNATCH:
        return takeable(state, tables, others_near(state, tables, p, int(tables.near_distance)), True)
    if kind == codes.DUEL or kind == codes.SWARM or kind == codes.BARRAGE:
        return others
    if kind == codes.COERCE:
        return coercible(state, tables, others)
    if kind == codes.RALLY:
        return wounded(state)
    if kind == codes.SHARE_OUT or kind == codes.LINK_UP:
        return int(state.alive)
    if kind == codes.FLAME_BURST:
        return with_hand(state, card)
    if kind == codes.STORM:
        return without_judged(state, me, kind)
    if kind == codes.DETAIN:
        return without_judged(state, others, kind)
    if kind == codes.CUT_OFF:
        return without_judged(state, others_near(state, tables, p, int(tables.near_distance)), kind)
    return me  # surge, charge, equipment


@kernel
def is_usable_kind(state, tables, p, kind, card):
    """Whether a kind may be used now in the own play phase."""
    if kind == codes.DODGE or kind == codes.NULLIFY:
        return False
    if kind <= codes.LAST_STRIKE:
        return has_strike_left(state, tables, p) and others_in_range(state, tables, p) != 0
    if kind == codes.CHARGE:
        if state.seats[p].charges_used >= tables.charges_per_turn:
            note(state.core, c.R_A4, p, 1)
            return False
        return True
    if kind > codes.LAST_BATTLE:
        return True
    return targets_of(state, tables, p, kind, card) != 0


@kernel
def is_chosen(kind):
    """Whether the user names targets (RD5)."""
    if kind <= codes.LAST_STRIKE:
        return True
    return (
        kind == codes.BREAK or kind == codes.SNATCH or kind == codes.DUEL or kind == codes.COERCE
        or kind == codes.LINK_UP or kind == codes.FLAME_BURST or kind == codes.DETAIN or kind == codes.CUT_OFF
    )  # fmt: skip


@kernel
def most_targets(state, tables, p, kind, n_left):
    """How many targets may be named; `n_left` hand cards stay (R-U9, R-Y11)."""
    if kind == codes.LINK_UP:
        return int(tables.link_targets)
    if kind > codes.LAST_STRIKE:
        return 1
    seat = state.seats[p]
    n = 1
    if seat.weapon == codes.SWEEPER and n_left == 0:
        n = int(tables.sweeper_targets)
        note(state.core, c.R_U9, p, n)
    return n + more_targets(state, tables, p)
