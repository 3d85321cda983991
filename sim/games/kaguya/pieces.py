"""Small moves of dice, tokens, points and cards. Everything else is built from these, so that each piece is conserved.

`small_kernel` helpers touch one seat or slot; nothing here asks a question.
"""

from sim.core import note
from sim.games.kaguya import clauses as c
from sim.games.kaguya import codes
from sim.kernel import kernel, small_kernel

# mypy: ignore-errors


# ---- dice ----


@small_kernel
def pool_add(seat, face):
    seat.pool[face] += 1
    seat.n_pool += 1


@small_kernel
def pool_take(seat, face):
    seat.pool[face] -= 1
    seat.n_pool -= 1


@small_kernel
def pool_faces(seat):
    """Bit set (1 << face) of the faces in a pool."""
    faces = 0
    for face in range(1, 7):
        if seat.pool[face] > 0:
            faces |= 1 << face
    return faces


@small_kernel
def slot_add(slot, face):
    slot.dice[int(slot.n)] = face
    slot.n += 1
    slot.total += face


@small_kernel
def slot_take(slot, face):
    """Remove one die with that face from a slot."""
    last = int(slot.n) - 1
    for i in range(last):
        if slot.dice[i] == face:
            slot.dice[i] = slot.dice[last]
            break
    slot.n -= 1
    slot.total -= face


@small_kernel
def slot_has(slot, face):
    for i in range(int(slot.n)):
        if slot.dice[i] == face:
            return True
    return False


@small_kernel
def slot_matches(slot, face):
    """Number of dice on a slot that show a face."""
    n = 0
    for i in range(int(slot.n)):
        if slot.dice[i] == face:
            n += 1
    return n


@small_kernel
def packed_count(packed):
    n = 0
    packed = int(packed)
    while packed != 0:
        n += 1
        packed >>= 3
    return n


# ---- tokens (K-S11, K-X7) ----


@kernel
def gain_tokens(state, p, n):
    """A player takes tokens of his own colour from the stock, as many as there are (K-S11)."""
    seat = state.seats[p]
    got = min(int(n), int(seat.stock))
    if got < n:
        note(state.core, c.K_S11, p, n - got)
        state.token_short += n - got
        state.warnings |= 4
    if got > 0:
        seat.stock -= got
        seat.held += got
        seat.tokens_gained += got
        seat.tokens_out += got
        note(state.core, c.FACT_TOKENS, p, got)
    return got


@kernel
def pay_tokens(state, p, n):
    """Tokens paid or lost go back to their owner's stock (K-X7)."""
    seat = state.seats[p]
    lost = min(int(n), int(seat.held))
    if lost > 0:
        seat.held -= lost
        seat.stock += lost
        seat.tokens_paid += lost
        note(state.core, c.K_X7, p, lost)
        note(state.core, c.FACT_TOKENS, p, -lost)
    return lost


# ---- points (K-X17, K-W6) ----


@small_kernel
def real_change(tables, score, n):
    """What a gain or loss of n points really changes: a score does not fall below the floor (ruling `score_floor`)."""
    if tables.score_floor == 0 and n < 0 and score + n < 0:
        return -score if score > 0 else 0
    return n


@kernel
def change_score(state, tables, p, n):
    """Add points to a score, not below the floor; returns the change that really took place."""
    seat = state.seats[p]
    change = real_change(tables, int(seat.score), int(n))
    seat.score += change
    if change != 0:
        note(state.core, c.FACT_POINTS, p, change)
    return change


# ---- characters ----


@small_kernel
def own_total(state, p):
    s = int(state.seats[p].slot)
    return int(state.slots[s].total) if s >= 0 else 0


@small_kernel
def own_n_dice(state, p):
    s = int(state.seats[p].slot)
    return int(state.slots[s].n) if s >= 0 else 0


@small_kernel
def own_matches(state, p):
    s = int(state.seats[p].slot)
    return slot_matches(state.slots[s], int(state.today)) if s >= 0 else 0


@kernel
def seat_of(state, character):
    """Seat of a character."""
    for p in range(4):
        if state.seats[p].character == character:
            return p
    return -1


@small_kernel
def first_served(state):
    """Seat with which several players are served (K-B5): the turn player, else the start player."""
    return int(state.turn_seat) if state.turn_seat >= 0 else int(state.start_seat)


@kernel
def put_out(state, p):
    """A player is finished for the day."""
    state.seats[p].is_in = 0
    state.n_out += 1
    note(state.core, c.FACT_OUT, p, 0)


# ---- cards ----


@small_kernel
def kind_of(card):
    """Kind of a scene card: 0 conversion, 1 action."""
    if card < codes.ACTION_FIRST:
        return codes.KIND_CONVERSION
    if card < codes.INITIAL_CONVERSION_FIRST:
        return codes.KIND_ACTION
    return codes.KIND_CONVERSION if card < codes.INITIAL_ACTION_FIRST else codes.KIND_ACTION


@kernel
def own_card(state, p, card):
    """A card joins a player's cards: conversion upright, action unused (K-F1). Lists stay rising."""
    seat = state.seats[p]
    state.is_used[card] = 0
    state.card_dice[card] = 0
    if kind_of(card) == codes.KIND_CONVERSION:
        i = int(seat.n_conversion)
        while i > 0 and seat.conversion[i - 1] > card:
            seat.conversion[i] = seat.conversion[i - 1]
            i -= 1
        seat.conversion[i] = card
        seat.n_conversion += 1
    else:
        i = int(seat.n_action)
        while i > 0 and seat.action[i - 1] > card:
            seat.action[i] = seat.action[i - 1]
            i -= 1
        seat.action[i] = card
        seat.n_action += 1
    seat.owned[card >> 5] |= 1 << (card & 31)


@small_kernel
def n_cards(seat):
    return int(seat.n_conversion) + int(seat.n_action)


@small_kernel
def discard(state, card):
    kind = kind_of(card)
    state.discards[kind] |= 1 << (card - kind * codes.ACTION_FIRST)


@small_kernel
def display_place(state, card):
    """Place of a face-up card, -1 if it is not there."""
    for i in range(8):
        if state.display[i] == card:
            return i
    return -1


@small_kernel
def clear_place(state, i):
    """Empty a scene place; a die lying there is not moved by this."""
    state.display[i] = -1
    state.display_seat[i] = -1
    state.display_die[i] = 0
    state.display_locked[i] = 0
