"""Ops on tokens, the bag, points, ponkotsu and the tracks."""

from sim.core import note
from sim.games.kaguya import clauses as c
from sim.games.kaguya import codes
from sim.games.kaguya import state as st
from sim.games.kaguya.pieces import change_score, gain_tokens, pay_tokens
from sim.games.kaguya.placement import turn_one
from sim.games.kaguya.stack import answer_low, ask, clear_options, collect_plain, offer
from sim.games.kaguya.targets import can_move_cube, can_move_one, next_target
from sim.kernel import kernel

# mypy: ignore-errors


@kernel
def bag_tokens(state, tables, p, n, is_from_stock, is_contest):
    """Put n tokens of a player into the bag, all at once; collects `bag` (K-E7)."""
    if n == 0:
        return
    seat = state.seats[p]
    if is_from_stock:
        seat.stock -= n
        seat.tokens_out += n
    else:
        seat.held -= n
        note(state.core, c.FACT_TOKENS, p, -n)
    seat.bag += n
    if is_contest:
        seat.tokens_bag_contest += n
    else:
        seat.tokens_bag_effect += n
    note(state.core, c.FACT_BAG, p, n)
    collect_plain(state, tables, p, codes.ON_BAG)


@kernel
def bag(state, tables, frame, op):
    p = int(frame.owner)
    seat = state.seats[p]
    is_from_stock = op.src == codes.SRC_STOCK
    if frame.step == 3:
        bag_tokens(state, tables, p, answer_low(state), is_from_stock, False)
        return True
    most = min(int(frame.n), int(seat.stock) if is_from_stock else int(seat.held))
    if most == 0:
        note(state.core, c.K_X3, p, 0)
        return True
    frame.step = 3
    clear_options(state)
    for n in range(most + 1):
        offer(state, codes.FORM_PICK_N, 0, n)
    ask(state, st.ASK_N, p)
    return False


@kernel
def book_points(state, tables, p, n, category):
    """Change a score and book what really changed in the column of the source."""
    change = change_score(state, tables, p, n)
    if change > n:
        note(state.core, c.K_X17, p, change)
    state.seats[p].pts_booked[category] += change


@kernel
def _hit(state, tables, frame, code, p):
    """One immediate op on one player; True if it turned another's character."""
    seat = state.seats[p]
    owner = int(frame.owner)
    n = int(frame.n)
    if code == codes.OP_GAIN_TOKEN:
        gain_tokens(state, p, n)
    elif code == codes.OP_LOSE_TOKEN:
        pay_tokens(state, p, n)
    elif code == codes.OP_UNBAG:
        back = min(n, int(seat.bag))
        seat.bag -= back
        seat.held += back
        note(state.core, c.FACT_BAG, p, -back)
    elif code == codes.OP_POINTS:
        book_points(state, tables, p, n, int(frame.category))
    elif code == codes.OP_STEAL_POINTS:
        lost = -change_score(state, tables, p, -n)
        seat.pts_stolen -= lost
        state.seats[owner].pts_stolen += change_score(state, tables, owner, lost)
        note(state.core, c.K_X17, p, lost)
    elif code == codes.OP_CURE:
        cure(state, tables, owner, p)
    else:
        return _afflict(state, tables, owner, p)
    return False


@kernel
def cure(state, tables, owner, p):
    """K-X16: the character is normal and can turn ponkotsu again."""
    if state.seats[p].is_ponkotsu == 0:
        note(state.core, c.K_X3, p, 0)
        return
    state.seats[p].is_ponkotsu = 0
    state.seats[owner].cures += 1
    note(state.core, c.K_X16, p, owner)
    note(state.core, c.FACT_CURE, p, owner)
    collect_plain(state, tables, p, codes.ON_CURE)


@kernel
def _afflict(state, tables, owner, p):
    if state.seats[p].is_ponkotsu == 1 or not turn_one(state, tables, owner, p):
        note(state.core, c.K_X3, p, 0)
        return False
    return p != owner


@kernel
def hit_targets(state, tables, frame, op):
    """Immediate ops with targets: all are served at once, in turn order."""
    has_turned_others = False
    p = next_target(state, frame)
    while p >= 0:
        if _hit(state, tables, frame, int(op.op), p):
            has_turned_others = True
        p = next_target(state, frame)
    if has_turned_others:
        collect_plain(state, tables, int(frame.owner), codes.ON_CAUSE_PONKOTSU)
    return True


@kernel
def guard(state, frame, code):
    """`shield` and `skip_roll` (K-X16)."""
    seat = state.seats[int(frame.owner)]
    note(state.core, c.K_X16, int(frame.owner), int(frame.owner))
    if code == codes.OP_SHIELD:
        seat.is_shielded = 1
    else:
        seat.skips_roll = 1
    return True


@kernel
def _push_cube(state, p, track, by):
    """Move a cube as far as possible towards `by` (K-X8)."""
    seat = state.seats[p]
    seat.cube[track] = min(2, max(0, int(seat.cube[track]) + by))
    note(state.core, c.K_X8, p, track)


@kernel
def move_cube(state, frame, op):
    """Cubes of all targets; with track `choose` the owner picks the track for each."""
    by = int(op.by)
    if frame.step == 3:
        _push_cube(state, int(frame.target), answer_low(state), by)
    p = next_target(state, frame)
    while p >= 0:
        seat = state.seats[p]
        if not can_move_cube(seat, int(op.track), by):
            note(state.core, c.K_X3, p, 0)
        elif op.track != codes.TRACK_CHOOSE:
            _push_cube(state, p, int(op.track), by)
        else:
            frame.target = p
            frame.step = 3
            clear_options(state)
            for track in range(2):
                if can_move_one(seat, track, by):
                    offer(state, codes.FORM_PICK_TRACK, 0, track)
            ask(state, st.ASK_TARGET, int(frame.owner))
            return False
        p = next_target(state, frame)
    return True
