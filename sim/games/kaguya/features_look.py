"""What the features of all actions share: the position worked out once for a decision, and what gains are worth."""

import numpy as np

from sim.games.kaguya import feature_names as f
from sim.games.kaguya.conditions import card_faces
from sim.kernel import kernel, small_kernel

# mypy: ignore-errors

#: What is worked out once for a decision.
SCRATCH = np.dtype((np.record, [
    ("useful", "i8"),  # own unused action cards that take a die, byte k for face k
    ("bagging", "i8"),  # those of them that put tokens into the bag, likewise
    ("spent", "f8", (8,)),  # by face: weighed loss of a die that leaves the pool
    ("reserve", "f8", (8,)),  # by face: weighed risk of a reservation with it, and loss of the die
    ("seat_of", "i1", (4,)),  # seat by character
    ("totals", "i1", (6,)),  # totals of the slots, falling, between a higher and a lower one
    ("met", "i8"),  # bit set of the totals of slots with dice
    ("reserved", "i8"),  # bit set of face-up cards that somebody has reserved
    ("vigour_rank", "i1"),  # own place in the vigour order as the bag stands, 0 = first
    ("can_bag", "i1"),  # a token of one's own can go into the bag
    ("days_left", "f8"),  # days after today
]))  # fmt: skip

#: Copies bit k of a 7-bit number to bit 8 k, together with BYTES.
SPREAD, BYTES = 0x0000040810204081, 0x0001010101010101


@small_kernel
def byte(packed, k):
    return (int(packed) >> (8 * k)) & 127


# ---- once for a decision ----


@small_kernel
def _vigour_rank(state, p):
    """Place of a player in the vigour order if the bag were counted now (K-E10)."""
    start = int(state.start_seat)
    mine = 4 * int(state.seats[p].bag) + ((p - start) & 3)
    rank = 0
    for q in range(4):
        rank += 4 * int(state.seats[q].bag) + ((q - start) & 3) > mine
    return rank


@small_kernel
def look_around(state, p, scratch):
    """Fill the scratch record for the seat that decides."""
    for q in range(4):
        scratch.seat_of[int(state.seats[q].character)] = q
    scratch.days_left = 4.0 - int(state.day)
    scratch.can_bag = state.seats[p].held > 0


@small_kernel
def _sort_totals(state, totals):
    """The totals of the slots, falling, in places 1 to 4."""
    a, b, c, d = state.slots[0].total, state.slots[1].total, state.slots[2].total, state.slots[3].total
    high, middle = max(max(a, b), max(c, d)), min(max(a, b), max(c, d))
    other, low = max(min(a, b), min(c, d)), min(min(a, b), min(c, d))
    totals[0] = 127
    totals[1] = high
    totals[2] = max(middle, other)
    totals[3] = min(middle, other)
    totals[4] = low
    totals[5] = -1


@kernel
def look_at_board(state, p, scratch):
    """Totals of the slots, the own place in the vigour order, and which face-up cards are reserved."""
    scratch.vigour_rank = _vigour_rank(state, p)
    _sort_totals(state, scratch.totals)
    met = reserved = 0
    for s in range(4):
        met |= (1 if state.slots[s].n > 0 else 0) << int(state.slots[s].total)
    for i in range(8):
        reserved |= (1 if state.display_seat[i] >= 0 else 0) << (int(state.display[i]) & 63)
    scratch.met = met
    scratch.reserved = reserved


@small_kernel
def _look_at_cards(state, tables, p, scratch):
    """Which faces the own unused action cards want."""
    seat = state.seats[p]
    today = int(state.today)
    useful = bagging = 0
    for i in range(int(seat.n_action)):
        card = int(seat.action[i])
        program = tables.programs[card]
        spread = ((card_faces(program, today) * SPREAD) & BYTES) * (1 - int(state.is_used[card]))
        useful += spread
        bagging += spread if program.yields[0] > 0.0 else 0
    scratch.useful = useful
    scratch.bagging = bagging


@small_kernel
def _higher_dice(state, p):
    """Dice of rivals with a heart that are higher than each face, byte k for face k."""
    dice = 0
    for q in range(4):
        rival = state.seats[q]
        pool = 0
        for face in range(1, 7):
            pool |= int(rival.pool[face]) << (8 * face)
        dice += pool if (q != p) & (rival.hearts > 0) & (rival.is_in == 1) else 0
    higher = dice >> 8
    higher += higher >> 8
    higher += higher >> 16
    return higher + (higher >> 32)


@kernel
def look_at_dice(state, tables, p, w, scratch):
    """What a die is worth by its face: to the own cards, and as a reservation that rivals could beat."""
    _look_at_cards(state, tables, p, scratch)
    useful, bagging, higher = int(scratch.useful), int(scratch.bagging), _higher_dice(state, p)
    pips, spent_bagging, spent_useful, risk = w[f.PIPS], w[f.SPENT_BAGGING], w[f.SPENT_USEFUL], w[f.RESERVE_RISK]
    for face in range(8):
        spent = pips * face + spent_bagging * byte(bagging, face) + spent_useful * byte(useful, face)
        scratch.spent[face] = spent
        scratch.reserve[face] = risk * (min(byte(higher, face), 3) / 3.0) + spent


# ---- gains ----


@small_kernel
def gain(state, p, w, scratch, row):
    """The gain block from a row of yields (layout.YIELDS)."""
    bag = float(row[0])
    tokens = float(row[1])
    seat = state.seats[p]
    total = w[f.TOKENS] * tokens + w[f.POINTS] * float(row[2]) + w[f.DICE] * float(row[3])
    total += w[f.CUBE] * (float(row[4]) * scratch.days_left)
    total += w[f.CURE] * (float(row[5]) * (1.0 if seat.is_ponkotsu == 1 else (0.0 if row[5] > 0.0 else 1.0)))
    total += w[f.HARM] * float(row[6]) + w[f.OTHER] * float(row[7])
    if bag > 0.0 and (tokens >= 0.0 or scratch.can_bag == 1):
        if seat.bag == 0:
            total += w[f.BAG_FIRST] * min(bag, 1.0) + w[f.BAG_MORE] * max(bag - 1.0, 0.0)
        else:
            total += w[f.BAG_MORE] * bag
    return total
