"""The legal list of D2 (K-T5) in listing order; every other decision point lists `state.options`."""

import numpy as np

from sim.games.kaguya import clauses as c
from sim.games.kaguya import codes
from sim.games.kaguya import state as st
from sim.games.kaguya.conditions import card_faces, fits_pattern, holds, is_payable
from sim.games.kaguya.pieces import pool_faces
from sim.kernel import kernel, small_kernel

# mypy: ignore-errors


def _face_lists():
    lists = np.zeros((64, 8), np.int32)
    for row in range(64):
        faces = [face for face in range(1, 7) if (row >> (face - 1)) & 1]
        lists[row, : len(faces)] = faces
        lists[row, 7] = len(faces)
    return lists


#: For a bit set of faces, in row `faces >> 1`: its faces, rising, then zeros; their number in the last column.
_FACE_LISTS = _face_lists()


@small_kernel
def _put(actions, n, form, card, low):
    actions[n] = (form << 24) | (card << 16) | low
    return n + 1


@small_kernel
def _put_faces(actions, n, base, faces):
    """Add one action for each face of a bit set.

    Always writes eight places and counts those that are meant: one move of a vector, and no branch on the dice. The
    buffer (`max_legal`) is longer than any list by more than that.
    """
    row = faces >> 1
    for k in range(8):
        actions[n + k] = base | _FACE_LISTS[row, k]
    return n + int(_FACE_LISTS[row, 7])


@small_kernel
def faces_above(faces, die):
    """The faces of a bit set that are strictly higher than a die."""
    return faces & ~((2 << die) - 1)


@small_kernel
def beating_faces(state, tables, p, i, faces):
    """Bit set of own faces that may be laid on scene place i (K-M1, K-M2, K-M3), 0 if none."""
    holder = int(state.display_seat[i])
    higher = faces_above(faces, int(state.display_die[i]) if holder >= 0 else 0)
    if holder == p:
        if tables.reserve_raise == 0 and higher != 0:
            state.core.notes[c.K_M3] = 1
        return higher if tables.reserve_raise == 1 else 0
    is_open = (holder < 0) | (state.display_locked[i] == 0)
    return higher if is_open & (state.display[i] >= 0) & (state.seats[p].hearts > 0) else 0


@kernel
def _list_reserves(state, tables, p, faces, actions, n):
    for i in range(8):
        allowed = beating_faces(state, tables, p, i, faces)
        n = _put_faces(actions, n, (codes.FORM_RESERVE << 24) | (int(state.display[i]) << 16), allowed)
    return n


@kernel
def _list_sets(state, tables, p, card, faces, actions, n):
    """Multisets of two or three own dice that meet a card's condition, faces rising."""
    program = tables.programs[card]
    pool = state.seats[p].pool
    size = int(program.dice_n)
    for a in range(1, 7):
        if (faces >> a) & 1 == 0:
            continue
        for b in range(a, 7):
            if (faces >> b) & 1 == 0 or (a == b and pool[a] < 2):
                continue
            if size == 2:
                n = _put_set(state, tables, p, card, a, b, 0, actions, n)
                continue
            for d in range(b, 7):
                need = 1 + (1 if d == b else 0) + (1 if d == b and b == a else 0)
                if (faces >> d) & 1 and pool[d] >= need:
                    n = _put_set(state, tables, p, card, a, b, d, actions, n)
    return n


@kernel
def _put_set(state, tables, p, card, a, b, d, actions, n):
    program = tables.programs[card]
    total = a + b + d
    packed = a | (b << 3) | (d << 6)
    if (
        int(program.sum_min) <= total <= int(program.sum_max)
        and fits_pattern(int(program.dice_pattern), int(program.dice_n), a, b, d)
        and is_payable(state, tables, p, int(program.cost_start), int(program.cost_n), packed)
    ):
        n = _put(actions, n, codes.FORM_USE, card, packed)
    return n


@kernel
def usable_faces(state, tables, p, card, faces):
    """Own faces that a one-die action card takes now, 0 if the card cannot be used (K-M6)."""
    program = tables.programs[card]
    allowed = faces & card_faces(program, int(state.today))
    if allowed == 0 or not holds(state, tables, p, int(program.if_start), int(program.if_n)):
        return 0
    if program.cost_n > 0 or program.sum_min > 1 or program.sum_max < 6:
        for face in range(1, 7):
            if (allowed >> face) & 1 and not (
                int(program.sum_min) <= face <= int(program.sum_max)
                and is_payable(state, tables, p, int(program.cost_start), int(program.cost_n), face)
            ):
                allowed &= ~(1 << face)
    return allowed


@kernel
def _list_uses(state, tables, p, faces, actions, n):
    seat = state.seats[p]
    for i in range(int(seat.n_action)):
        card = int(seat.action[i])
        if state.is_used[card] == 1:
            continue
        program = tables.programs[card]
        if program.dice_n == 1:
            allowed = usable_faces(state, tables, p, card, faces)
            n = _put_faces(actions, n, (codes.FORM_USE << 24) | (card << 16), allowed)
        elif program.dice_n <= seat.n_pool and holds(state, tables, p, int(program.if_start), int(program.if_n)):
            n = _list_sets(state, tables, p, card, faces & card_faces(program, int(state.today)), actions, n)
    return n


@kernel
def _list_places(state, tables, faces, actions, n):
    open_characters = 0
    for p in range(4):
        if state.slots[int(state.seats[p].slot)].n < tables.character_dice_max:
            open_characters |= 1 << int(state.seats[p].character)
    for character in range(4):
        if (open_characters >> character) & 1:
            n = _put_faces(actions, n, (codes.FORM_PLACE << 24) | (character << 4), faces)
    return n


@kernel
def can_run(state, tables, p, program_number):
    """Whether a program without dice may be used now: its `if` holds and its cost can be paid."""
    program = tables.programs[program_number]
    return holds(state, tables, p, int(program.if_start), int(program.if_n)) and is_payable(
        state, tables, p, int(program.cost_start), int(program.cost_n), 0
    )


@kernel
def can_use_ability(state, tables, p):
    """K-F5: within its limit, not blank, `if` and cost met."""
    seat = state.seats[p]
    number = codes.ABILITY_FIRST + int(seat.character)
    program = tables.programs[number]
    if program.is_blank == 1:
        return False
    if program.limit == codes.LIMIT_TURN:
        has_room = seat.ability_turn == 0
    elif program.limit == codes.LIMIT_DAY:
        has_room = seat.ability_uses == 0
    else:
        has_room = seat.ability_uses < tables.ability_uses_per_day
    return has_room and can_run(state, tables, p, number)


@kernel
def _list_free(state, tables, p, actions, n):
    """Fetch, convert, ability."""
    seat = state.seats[p]
    held = 0  # bit set of the places that he has reserved
    for i in range(8):
        held |= (1 if state.display_seat[i] == p else 0) << i
    for i in range(8) if held != 0 else range(0):
        if (held >> i) & 1:
            if state.display_acted[i] < seat.acted:
                n = _put(actions, n, codes.FORM_RECOVER, int(state.display[i]), 0)
            else:
                state.core.notes[c.K_F3] = 1
    for i in range(int(seat.n_conversion)):
        card = int(seat.conversion[i])
        if state.is_used[card] == 0 and can_run(state, tables, p, card):
            n = _put(actions, n, codes.FORM_CONVERT, card, 0)
    if can_use_ability(state, tables, p):
        n = _put(actions, n, codes.FORM_ABILITY, 0, 0)
    return n


@kernel
def has_main(state, tables, p):
    """Whether a main action is legal, the allowance left aside (K-T7)."""
    seat = state.seats[p]
    faces = pool_faces(seat)
    if faces == 0:
        return False
    for s in range(4):
        if state.slots[s].n < tables.character_dice_max:
            return True
    for i in range(8):
        if beating_faces(state, tables, p, i, faces) != 0:
            return True
    for i in range(int(seat.n_action)):
        card = int(seat.action[i])
        if state.is_used[card] == 0 and _can_use_card(state, tables, p, card, faces):
            return True
    return False


@kernel
def _can_use_card(state, tables, p, card, faces):
    """Whether an action card can be used with some of the own dice."""
    program = tables.programs[card]
    if program.dice_n == 1:
        return usable_faces(state, tables, p, card, faces) != 0
    if program.dice_n > state.seats[p].n_pool or not holds(state, tables, p, int(program.if_start), int(program.if_n)):
        return False
    pool = state.seats[p].pool
    faces &= card_faces(program, int(state.today))
    for a in range(1, 7):
        for b in range(a, 7):
            for d in range(b, 7) if program.dice_n == 3 else range(1):
                need_a = 1 + (1 if b == a else 0) + (1 if d == a else 0)
                need_b = 1 + (1 if b == a else 0) + (1 if d == b else 0)
                total = a + b + d
                if (
                    (faces >> a) & 1
                    and (faces >> b) & 1
                    and (d == 0 or ((faces >> d) & 1 and pool[d] >= 1 + (1 if d == b else 0) + (1 if d == a else 0)))
                    and pool[a] >= need_a
                    and pool[b] >= need_b
                    and int(program.sum_min) <= total <= int(program.sum_max)
                    and fits_pattern(int(program.dice_pattern), int(program.dice_n), a, b, d)
                    and is_payable(
                        state, tables, p, int(program.cost_start), int(program.cost_n), a | (b << 3) | (d << 6)
                    )
                ):
                    return True
    return False


@kernel
def legal_actions(state, tables, actions):
    """Fill the buffer with the legal actions at this decision point; returns how many."""
    if state.ask != st.ASK_TURN:
        n = int(state.n_options)
        for i in range(n):
            actions[i] = state.options[i]
        return n
    p = int(state.turn_seat)
    faces = pool_faces(state.seats[p])
    n = 0
    if state.allowance > 0 and faces != 0:
        n = _list_reserves(state, tables, p, faces, actions, n)
        n = _list_uses(state, tables, p, faces, actions, n)
        n = _list_places(state, tables, faces, actions, n)
    has_no_main = n == 0
    n = _list_free(state, tables, p, actions, n)
    if has_no_main or tables.stop_rule != 1:
        n = _put(actions, n, codes.FORM_END, 0, 0)
    return n
