"""Ops on own dice. Each is a small step machine: it returns True when the op is done, False after asking."""

from sim.core import note
from sim.games.kaguya import clauses as c
from sim.games.kaguya import codes
from sim.games.kaguya.chance import roll_effect
from sim.games.kaguya.pieces import pool_add, pool_faces, pool_take
from sim.games.kaguya.stack import answer_form, answer_low, ask_faces
from sim.games.kaguya.targets import next_target
from sim.kernel import kernel, small_kernel

# mypy: ignore-errors

ANY_FACES = 126  # bit set 1 << face of all six


@small_kernel
def reachable(face, by, direction):
    """Bit set of faces that 1..by steps from `face` reach without leaving 1-6 (K-X6)."""
    faces = 0
    for step in range(1, by + 1):
        if direction != codes.DIR_DOWN and face + step <= 6:
            faces |= 1 << (face + step)
        if direction != codes.DIR_UP and face - step >= 1:
            faces |= 1 << (face - step)
    return faces


@small_kernel
def named_face(state, face):
    """The face that `face` names: 1-6, or today's number."""
    return int(state.today) if face == codes.FACE_TODAY else int(face)


@kernel
def take_from_stock(state, p, face):
    """A die gained joins the pool: rolled for FACE_ROLL, else with that face (K-X5)."""
    shown = int(face)
    if face == codes.FACE_ROLL:
        shown = roll_effect(state, p)
        note(state.core, c.CHANCE_GAIN, p, shown)
    note(state.core, c.K_X5, p, shown)
    state.stock_dice -= 1
    pool_add(state.seats[p], shown)
    note(state.core, c.FACT_DICE, p, 1)
    if state.seats[p].is_in == 0:
        note(state.core, c.K_T9, p, p)


@kernel
def gain_die(state, frame, op):
    p = int(frame.owner)
    if frame.step == 2:
        got = min(int(frame.n), int(state.stock_dice))
        if got < frame.n:
            note(state.core, c.K_S12, p, int(frame.n) - got)
            state.dice_short += int(frame.n) - got
            state.warnings |= 8
        frame.a = got
        if op.face != codes.FACE_CHOOSE:
            face = named_face(state, int(op.face))
            for _ in range(got):
                take_from_stock(state, p, face)
            return True
    else:
        take_from_stock(state, p, answer_low(state))
        frame.a -= 1
    if frame.a == 0:
        return True
    frame.step = 3
    ask_faces(state, p, codes.FORM_PICK_FACE, ANY_FACES, False)
    return False


@kernel
def lose_die(state, frame):
    """Each target chooses his own dice (the exception to K-X2); they go to the stock (K-X7)."""
    if frame.step == 3:
        pool_take(state.seats[int(frame.target)], answer_low(state))
        state.stock_dice += 1
        note(state.core, c.K_X7, int(frame.target), 0)
        note(state.core, c.FACT_DICE, int(frame.target), -1)
        frame.a -= 1
    else:
        frame.a = 0
    while frame.a == 0:
        p = next_target(state, frame)
        if p < 0:
            return True
        frame.target = p
        frame.a = min(int(frame.n), int(state.seats[p].n_pool))
    frame.step = 3
    p = int(frame.target)
    ask_faces(state, p, codes.FORM_PICK_DIE, pool_faces(state.seats[p]), False)
    return False


@kernel
def reroll(state, frame):
    """Up to n dice are picked one at a time, set aside, and rolled together at the end."""
    p = int(frame.owner)
    seat = state.seats[p]
    if frame.step == 2:
        if seat.n_pool == 0:
            note(state.core, c.K_X3, p, 0)
            return True
        frame.a = min(int(frame.n), 100)
    elif answer_form(state) == codes.FORM_PICK_NONE:
        frame.a = 0
    else:
        face = answer_low(state)
        pool_take(seat, face)
        seat.aside[face] += 1
        frame.a -= 1
    if frame.a == 0 or seat.n_pool == 0:
        _roll_aside(state, p)
        return True
    frame.step = 3
    ask_faces(state, p, codes.FORM_PICK_DIE, pool_faces(seat), True)
    return False


@kernel
def _roll_aside(state, p):
    seat = state.seats[p]
    n = 0
    for face in range(1, 7):
        n += int(seat.aside[face])
        seat.aside[face] = 0
    for _ in range(n):
        face = roll_effect(state, p)
        pool_add(seat, face)
        note(state.core, c.CHANCE_REROLL, p, face)


@kernel
def _changeable(seat, op):
    """Bit set of own faces that the op can change."""
    faces = pool_faces(seat)
    if op.op == codes.OP_SHIFT_DIE:
        for face in range(1, 7):
            if (faces >> face) & 1 and reachable(face, int(op.by), int(op.dir)) == 0:
                faces &= ~(1 << face)
    elif op.op == codes.OP_COPY_DIE and seat.n_pool < 2:
        faces = 0
    return faces


@kernel
def change_die(state, frame, op):
    """`set_die`, `shift_die`, `flip_die`, `copy_die`: pick the die, then where needed its face or the model."""
    p = int(frame.owner)
    seat = state.seats[p]
    if frame.step == 2:
        faces = _changeable(seat, op)
        if faces == 0:
            note(state.core, c.K_X3, p, 0)
            return True
        frame.step = 3
        ask_faces(state, p, codes.FORM_PICK_DIE, faces, False)
        return False
    if frame.step == 4:
        pool_add(seat, answer_low(state))
        return True
    face = answer_low(state)
    pool_take(seat, face)
    frame.step = 4
    if op.op == codes.OP_FLIP_DIE:
        pool_add(seat, 7 - face)
        return True
    if op.op == codes.OP_SET_DIE and op.face != codes.FACE_CHOOSE:
        pool_add(seat, named_face(state, int(op.face)))
        return True
    if op.op == codes.OP_COPY_DIE:
        ask_faces(state, p, codes.FORM_PICK_DIE, pool_faces(seat), False)
    elif op.op == codes.OP_SET_DIE:
        ask_faces(state, p, codes.FORM_PICK_FACE, ANY_FACES, False)
    else:
        note(state.core, c.K_X6, p, face)
        ask_faces(state, p, codes.FORM_PICK_FACE, reachable(face, int(op.by), int(op.dir)), False)
    return False
