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
    ("risk", "f8", (8,)),  # by face: weighed risk of a reservation with it
    ("seat_of", "i1", (4,)),  # seat by character
    ("totals", "i1", (4,)),  # totals of the slots, falling
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


@kernel
def _vigour_rank(state, p):
    """Place of a player in the vigour order if the bag were counted now (K-E10)."""
    mine = int(state.seats[p].bag)
    turn = (p - int(state.start_seat)) & 3
    rank = 0
    for q in range(4):
        bag = int(state.seats[q].bag)
        rank += bag > mine or (bag == mine and ((q - int(state.start_seat)) & 3) > turn)
    return rank


@kernel
def look_around(state, p, scratch):
    """Fill the scratch record for the seat that decides."""
    for q in range(4):
        scratch.seat_of[int(state.seats[q].character)] = q
    scratch.days_left = 4.0 - int(state.day)
    scratch.can_bag = state.seats[p].held > 0


@kernel
def look_at_board(state, p, scratch):
    """Totals of the slots, the own place in the vigour order, and which face-up cards are reserved."""
    scratch.vigour_rank = _vigour_rank(state, p)
    met = reserved = 0
    for s in range(4):
        total = int(state.slots[s].total)
        above = 0
        if state.slots[s].n > 0:
            met |= 1 << total
        for t in range(4):
            other = int(state.slots[t].total)
            above += other > total or (other == total and t < s)
        scratch.totals[above] = total
    for i in range(8):
        if state.display_seat[i] >= 0:
            reserved |= 1 << int(state.display[i])
    scratch.met = met
    scratch.reserved = reserved


@kernel
def look_at_dice(state, tables, p, w, scratch):
    """Which faces the own cards want, what rivals could lay higher, and what a die is worth by it."""
    seat = state.seats[p]
    useful = bagging = 0
    for i in range(int(seat.n_action)):
        card = int(seat.action[i])
        if state.is_used[card] == 0:
            program = tables.programs[card]
            spread = (card_faces(program, int(state.today)) * SPREAD) & BYTES
            useful += spread
            if program.yields[0] > 0.0:
                bagging += spread
    scratch.useful = useful
    scratch.bagging = bagging
    rivals = higher = 0  # dice of rivals with a heart, byte k for face k
    for q in range(4):
        rival = state.seats[q]
        if q != p and rival.hearts > 0 and rival.is_in == 1 and rival.n_pool > 0:
            for face in range(1, 7):
                rivals += int(rival.pool[face]) << (8 * face)
    for face in range(6, 0, -1):
        n_useful, n_bagging = byte(useful, face), byte(bagging, face)
        scratch.spent[face] = w[f.PIPS] * face + w[f.SPENT_BAGGING] * n_bagging + w[f.SPENT_USEFUL] * n_useful
        scratch.risk[face] = w[f.RESERVE_RISK] * (min(higher, 3) / 3.0)
        higher += byte(rivals, face)


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


@small_kernel
def worth(row):
    """One number for a row of yields, in points."""
    return (
        4.0 * float(row[0])
        + float(row[1])
        + float(row[2])
        + 2.0 * float(row[3])
        + 3.0 * float(row[4])
        + float(row[5])
        + 0.5 * float(row[6])
        + float(row[7])
    )
