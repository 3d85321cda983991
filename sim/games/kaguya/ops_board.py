"""Ops on dice that lie on characters, on today's number, and the extra placement (K-X9, K-X10, K-X15)."""

from sim.core import note
from sim.games.kaguya import clauses as c
from sim.games.kaguya import codes
from sim.games.kaguya import state as st
from sim.games.kaguya.chance import roll_effect
from sim.games.kaguya.ops_dice import ANY_FACES, reachable
from sim.games.kaguya.pieces import pool_add, pool_faces, pool_take, seat_of, slot_add, slot_has, slot_take
from sim.games.kaguya.placement import start_placement, test_ponkotsu, turn_ponkotsu
from sim.games.kaguya.stack import answer_form, answer_low, ask, ask_faces, ask_seats, clear_options, offer
from sim.kernel import kernel, small_kernel

# mypy: ignore-errors


@small_kernel
def in_scope(owner, p, scope):
    return scope == codes.SCOPE_ANY or (p == owner) == (scope == codes.SCOPE_OWN)


@kernel
def seats_with_room(state, tables, besides):
    """Bit set of seats whose character can take another die, without `besides`."""
    seats = 0
    for p in range(4):
        s = int(state.seats[p].slot)
        if p != besides and s >= 0 and state.slots[s].n < tables.character_dice_max:
            seats |= 1 << p
    return seats


@kernel
def _offer_slot_dice(state, tables, owner, op):
    """List the slot dice that the op can change: distinct (character, face) in the scope."""
    clear_options(state)
    for character in range(4):
        p = seat_of(state, character)
        s = int(state.seats[p].slot)
        if s < 0 or not in_scope(owner, p, int(op.scope)):
            continue
        if op.op == codes.OP_SLOT_MOVE and seats_with_room(state, tables, p) == 0:
            continue
        for face in range(1, 7):
            if slot_has(state.slots[s], face) and (
                op.op != codes.OP_SLOT_SHIFT or reachable(face, int(op.by), int(op.dir)) != 0
            ):
                offer(state, codes.FORM_PICK_SLOTDIE, 0, (character << 4) | face)


@kernel
def _retest(state, tables, frame, p, face):
    """Ruling `ponkotsu_on_effect`: a changed character is tested as if `face` had been placed on it (K-W9)."""
    if tables.ponkotsu_on_effect == 0:
        note(state.core, c.K_W9, p, face)
        return
    if face == 0 and tables.ponkotsu_measure == 1:
        return
    turn_ponkotsu(state, tables, int(frame.owner), test_ponkotsu(state, tables, p, face))


@kernel
def _replace(state, tables, frame, p, old, new):
    """A slot die shows another face; no placement (K-X10)."""
    slot = state.slots[int(state.seats[p].slot)]
    slot_take(slot, old)
    slot_add(slot, new)
    note(state.core, c.K_X10, p, new)
    if old != new:
        _retest(state, tables, frame, p, new)


@kernel
def change_slot_die(state, tables, frame, op):
    """All `slot_*` ops: pick the slot die, then where needed its face, its new character or the own die."""
    owner = int(frame.owner)
    if frame.step == 2:
        _offer_slot_dice(state, tables, owner, op)
        if state.n_options == 0 or (op.op == codes.OP_SLOT_SWAP and state.seats[owner].n_pool == 0):
            note(state.core, c.K_X3, owner, 0)
            return True
        frame.step = 3
        ask(state, st.ASK_DIE, owner)
        return False
    if frame.step == 3:
        return _picked_slot_die(state, tables, frame, op)
    p, face = int(frame.a), int(frame.b)
    if op.op == codes.OP_SLOT_SHIFT:
        _replace(state, tables, frame, p, face, answer_low(state))
    elif op.op == codes.OP_SLOT_SWAP:
        own = answer_low(state)
        pool_take(state.seats[owner], own)
        pool_add(state.seats[owner], face)
        _replace(state, tables, frame, p, face, own)
    else:
        _move(state, tables, frame, p, face, seat_of(state, answer_low(state)))
    return True


@kernel
def _picked_slot_die(state, tables, frame, op):
    owner = int(frame.owner)
    p, face = seat_of(state, answer_low(state) >> 4), answer_low(state) & 15
    frame.a, frame.b = p, face
    frame.step = 4
    if op.op == codes.OP_SLOT_REROLL:
        new = roll_effect(state, owner)
        note(state.core, c.CHANCE_SLOT, owner, new)
        _replace(state, tables, frame, p, face, new)
        return True
    if op.op == codes.OP_SLOT_REMOVE:
        slot_take(state.slots[int(state.seats[p].slot)], face)
        state.stock_dice += 1
        note(state.core, c.K_X10, p, 0)
        _retest(state, tables, frame, p, 0)
        return True
    if op.op == codes.OP_SLOT_SHIFT:
        ask_faces(state, owner, codes.FORM_PICK_FACE, reachable(face, int(op.by), int(op.dir)), False)
    elif op.op == codes.OP_SLOT_SWAP:
        ask_faces(state, owner, codes.FORM_PICK_DIE, pool_faces(state.seats[owner]), False)
    else:
        ask_seats(state, owner, seats_with_room(state, tables, p))
    return False


@kernel
def _move(state, tables, frame, p, face, to):
    """`slot_move`: the die goes to another character; both have changed, tested in slot order."""
    slot_take(state.slots[int(state.seats[p].slot)], face)
    slot_add(state.slots[int(state.seats[to].slot)], face)
    note(state.core, c.K_X10, p, to)
    if state.seats[p].slot < state.seats[to].slot:
        _retest(state, tables, frame, p, 0)
        _retest(state, tables, frame, to, face)
    else:
        _retest(state, tables, frame, to, face)
        _retest(state, tables, frame, p, 0)


@kernel
def extra_place(state, tables, frame, op):
    """K-X9: a placement in every respect, but no main action; the owner may decline."""
    owner = int(frame.owner)
    if frame.step == 3:
        if answer_form(state) == codes.FORM_PLACE:
            note(state.core, c.K_X9, owner, 0)
            start_placement(state, owner, seat_of(state, answer_low(state) >> 4), answer_low(state) & 15)
        return True
    seats = seats_with_room(state, tables, -1)
    faces = pool_faces(state.seats[owner])
    clear_options(state)
    for character in range(4):
        p = seat_of(state, character)
        if (seats >> p) & 1 and in_scope(owner, p, int(op.scope)):
            for face in range(1, 7):
                if (faces >> face) & 1:
                    offer(state, codes.FORM_PLACE, 0, (character << 4) | face)
    if state.n_options == 0:
        note(state.core, c.K_X3, owner, 0)
        return True
    offer(state, codes.FORM_PICK_NONE, 0, 0)
    frame.step = 3
    ask(state, st.ASK_PLACE, owner)
    return False


@kernel
def set_today(state, frame, op):
    """K-X15: today's number changes for everything afterwards."""
    owner = int(frame.owner)
    if frame.step == 3:
        state.today = answer_low(state)
    elif op.how == codes.HOW_REROLL:
        state.today = roll_effect(state, owner)
        note(state.core, c.CHANCE_TODAY, owner, int(state.today))
    else:
        frame.step = 3
        faces = ANY_FACES if op.how == codes.HOW_CHOOSE else reachable(int(state.today), 1, codes.DIR_EITHER)
        ask_faces(state, owner, codes.FORM_PICK_FACE, faces, False)
        return False
    note(state.core, c.K_X15, owner, int(state.today))
    return True
