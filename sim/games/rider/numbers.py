"""Conditions that need no event, and what static skills under such conditions add."""

from sim.core import note
from sim.games.rider import codes
from sim.games.rider.bits import count
from sim.games.rider.people import diff_faction, same_faction
from sim.games.rider.zones import n_in_hand
from sim.kernel import kernel, small_kernel

# mypy: ignore-errors


@kernel
def holds(state, p, what):
    """`has`: hand needs a usable card; equipment may lie face down or sideways."""
    if p < 0:
        return False
    seat = state.seats[p]
    if what == codes.HAS_HAND:
        return seat.n_hand > 0
    if what == codes.HAS_DOWN:
        return seat.n_down > 0
    if what == codes.HAS_GEAR:
        return seat.slots[codes.GEAR] >= 0
    return seat.slots[0] >= 0 or seat.slots[1] >= 0 or seat.slots[2] >= 0


@small_kernel
def is_number(code):
    """Whether a condition is about the owner and the table only."""
    return code == codes.IF_NOT_OWN_TURN or codes.IF_COUNT <= code <= codes.IF_MARKS or code == codes.IF_LIVING


@kernel
def meets_number(state, owner, row):
    """Conditions about the owner and the table."""
    code, n = int(row.code), int(row.n)
    seat = state.seats[owner]
    if code == codes.IF_NOT_OWN_TURN:
        return state.turn_seat != owner
    if code == codes.IF_COUNT:
        seats = diff_faction(state, owner) if row.who == codes.WHO_DIFF else same_faction(state, owner)
        return count(seats) >= n
    if code == codes.IF_HP:
        return seat.hp <= n
    if code == codes.IF_HAND:
        return n_in_hand(seat) <= n
    if code == codes.IF_RAGE:
        return seat.rage >= n
    if code == codes.IF_MARKS:
        return seat.n_on >= n
    return state.n_alive <= n


@kernel
def meets_alone(state, owner, row):
    """A condition outside events: about the owner, or `has self`."""
    if is_number(int(row.code)):
        return meets_number(state, owner, row)
    return row.code == codes.IF_HAS and holds(state, owner, int(row.what))


@kernel
def is_acting(state, owner, skill):
    """Whether the conditions of a static skill hold."""
    for k in range(int(skill.n_conditions)):
        if not meets_alone(state, owner, skill.conditions[k]):
            return False
    return True


@kernel
def conditional(state, tables, p, op):
    """What static skills under conditions add to a number of p; he lies face up (R-I2)."""
    row = tables.warriors[int(state.seats[p].warrior)]
    total = 0
    for k in range(int(row.n_skills)):
        skill = tables.skills[int(row.skills[k])]
        if skill.mode == codes.STATIC and skill.n_conditions > 0 and is_acting(state, p, skill):
            for i in range(int(skill.n_rows)):
                effect = skill.rows[i]
                if effect.code == op:
                    total += int(state.seats[p].n_on) if effect.what != 0 else int(effect.n)
                    note(state.core, int(skill.note), p, int(row.skills[k]))
                    note(state.core, int(effect.note), p, p)
    return total
