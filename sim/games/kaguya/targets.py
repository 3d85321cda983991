"""Whom an op hits: the bit set of seats, and the order in which they are served (RULES.md 14.3)."""

from sim.games.kaguya import codes
from sim.games.kaguya.pieces import first_served
from sim.kernel import kernel, small_kernel

# mypy: ignore-errors


@kernel
def can_move_cube(seat, track, by):
    """Whether a cube can move at least one step towards `by`."""
    if track == codes.TRACK_CHOOSE:
        return can_move_one(seat, 0, by) or can_move_one(seat, 1, by)
    return can_move_one(seat, track, by)


@small_kernel
def can_move_one(seat, track, by):
    position = int(seat.cube[track])
    return (by > 0 and position < 2) or (by < 0 and position > 0)


@kernel
def would_change(state, tables, op, owner, p, n):
    """Whether the op would change something on player p."""
    seat = state.seats[p]
    code = int(op.op)
    if code == codes.OP_LOSE_DIE:
        return seat.n_pool > 0
    if code == codes.OP_LOSE_TOKEN:
        return seat.held > 0
    if code == codes.OP_UNBAG:
        return seat.bag > 0
    if code == codes.OP_POINTS:
        return n > 0 or seat.score > 0 or tables.score_floor == 1
    if code == codes.OP_STEAL_POINTS:
        return p != owner and (seat.score > 0 or tables.score_floor == 1)
    if code == codes.OP_CURE:
        return seat.is_ponkotsu == 1
    if code == codes.OP_AFFLICT:
        return seat.is_ponkotsu == 0 and seat.is_shielded == 0
    if code == codes.OP_MOVE_CUBE:
        return can_move_cube(seat, int(op.track), int(op.by))
    return True


@kernel
def find_targets(state, tables, op, owner, n):
    """Bit set of seats that `who` names and on whom the op would change something."""
    who = int(op.who)
    if who == codes.WHO_SELF:
        return 1 << owner
    targets = 0
    for p in range(4):
        if who == codes.WHO_WINNER and p != state.start_seat:
            continue
        if (who == codes.WHO_OTHER or who == codes.WHO_OTHERS) and p == owner:
            continue
        if would_change(state, tables, op, owner, p, n):
            targets |= 1 << p
    return targets


@kernel
def next_target(state, frame):
    """The next seat to be served, removed from the frame's targets; -1 when all are served (K-B5)."""
    targets = int(frame.targets)
    first = first_served(state)
    for away in range(4):
        p = (first + away) & 3
        if (targets >> p) & 1:
            frame.targets = targets & ~(1 << p)
            return p
    return -1
