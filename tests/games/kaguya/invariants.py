"""Section 9 of RULES.md as compiled code: what must hold of every state. Steps and days are in invariants_step.py."""

from __future__ import annotations

import numpy as np

from sim.games.kaguya import codes
from sim.games.kaguya import state as st
from sim.kernel import kernel

# Kernels are typed by Numba.
# mypy: disable-error-code="no-untyped-def"

TEXTS = {
    1: "all dice are somewhere, once",
    2: "a character's tokens are somewhere, once",
    3: "each scene card is in exactly one place, initial cards with their owner",
    4: "hearts at home and on cards are all there; a heart has exactly one die, which does not fall",
    5: "at most three dice on a character, at most twelve placements a day",
    6: "the four cards stand on four slots; cubes are on their tracks",
    7: "the score is the sum of its parts and not negative",
    8: "who is out stays out and is not asked for an action",
    9: "a turn begun while ponkotsu has exactly one roll or one skip, first of all",
    10: "everybody has an acted turn each day, the last one is the drop-out turn",
    11: "a card is fetched in a later acted turn, and everybody had the chance to",
    12: "one activity bonus for each character that was placed on, none for others",
    13: "0, 2, 3 or 4 characters are ponkotsu, none of them without dice",
    14: "a throw is within right and source; who is ponkotsu has no right",
    15: "slot points are the total of the slot, 0 without vigour, at most 18",
    16: "first in vigour order = tomorrow's start player = taker of the event card",
    17: "a used action card holds its dice; a conversion card is turned once a day",
    18: "the stack is empty at D1, D2, D4; legal actions exist and are different",
    19: "win shares sum to 1; rank 1 means a share of the win",
}

TRACK = np.dtype(
    (
        np.record,
        [
            ("ops", "u8"),  # bit set of the ops in the pack
            ("has_ponkotsu_cost", "i1"),
            ("placed", "i1", (4,)),  # by seat: somebody placed on the character today
            ("activity", "i1", (4,)),  # by seat: activity bonuses today
            ("acted", "i2", (4,)),  # by seat: acted turns when the last action phase ended
            ("placements", "i2"),  # placements when the day began
            ("ponkotsu", "i1", (4,)),  # by seat, as told by the log
            ("must_roll", "i1"),  # seat whose turn began and whose roll is due, -1 = nobody
            ("may_skip", "i1"),  # 1: the roll that is due may be skipped
            ("has_wrong_right", "i1"),  # 1: a ponkotsu character got a right in the contest
            ("vigour", "i2", (4,)),
            ("n_vigour", "i1"),  # players told in today's vigour order
            ("last", "i1"),  # the last of them
            ("first", "i1"),  # first in the last vigour order, -1 = none yet
            ("n_actions", "i4"),
            ("action", "i4"),  # the last action
            ("game", "i8"),
        ],
    )
)


@kernel
def has_op(track, op):
    return (int(track.ops) >> op) & 1 == 1


# ---- 1, 2, 5, 6: pieces ----


@kernel
def count_dice(state):
    """Dice in all places of invariant 1."""
    n = int(state.stock_dice) + int(state.beaten_dice) + int(state.left_dice)
    n += 1 if state.today > 0 else 0
    for p in range(4):
        for face in range(1, 7):
            n += int(state.seats[p].pool[face]) + int(state.seats[p].aside[face])
        n += int(state.slots[p].n)
    for i in range(8):
        n += 1 if state.display_die[i] > 0 else 0
    for card in range(codes.N_CARDS):
        packed = int(state.card_dice[card])
        while packed > 0:
            n += 1
            packed >>= 3
    return n


@kernel
def check_dice(state, tables):
    """1; a die that is being changed may be in the hand while its new face is asked."""
    n = count_dice(state)
    in_hand = 1 if state.depth > 0 else 0
    if state.phase == st.PHASE_SETUP:
        return n == tables.dice_total
    if n > tables.dice_total or n < tables.dice_total - in_hand or state.stock_dice < 0:
        return False
    for p in range(4):
        seat = state.seats[p]
        held = aside = 0
        for face in range(1, 7):
            if seat.pool[face] < 0 or seat.aside[face] < 0:
                return False
            held += int(seat.pool[face])
            aside += int(seat.aside[face])
        if held != seat.n_pool or (state.depth == 0 and aside != 0):
            return False
    return True


@kernel
def check_tokens(state, tables):
    for p in range(4):
        seat = state.seats[p]
        total = int(seat.stock) + int(seat.held) + int(seat.bag) + int(seat.removed)
        if total != tables.tokens_per_character or min(seat.stock, seat.held, seat.bag, seat.removed) < 0:
            return False
        if seat.removed != 0 and tables.bag_tokens_after != 1:
            return False
    return True


@kernel
def check_slots(state, tables, track):
    """5: dice on the slots and their totals; placements of a day."""
    for s in range(4):
        slot = state.slots[s]
        if slot.n < 0 or slot.n > tables.character_dice_max:
            return False
        total = 0
        for i in range(slot.n):
            if slot.dice[i] < 1 or slot.dice[i] > 6:
                return False
            total += int(slot.dice[i])
        if total != slot.total:
            return False
    most = 4 * int(tables.character_dice_max)
    return has_op(track, codes.OP_SLOT_REMOVE) or int(state.placements) - int(track.placements) <= most


@kernel
def check_board(state):
    """6."""
    for p in range(4):
        for track in range(2):
            if state.seats[p].cube[track] < 0 or state.seats[p].cube[track] > 2:
                return False
    if state.phase == st.PHASE_SETUP or state.phase == st.PHASE_SLOTS:
        return True
    for p in range(4):
        slot = int(state.seats[p].slot)
        if slot < 0 or slot > 3 or state.slots[slot].seat != p:
            return False
    return True


# ---- 3: cards ----


@kernel
def places_of(state, card):
    """Places in which a scene card is found."""
    kind = 0 if card < codes.ACTION_FIRST else 1
    n = 0
    for i in range(state.n_deck[kind]):
        n += state.decks[kind, i] == card
    for i in range(8):
        n += state.display[i] == card
    n += (int(state.discards[kind]) >> (card - kind * codes.ACTION_FIRST)) & 1
    for p in range(4):
        n += owns(state.seats[p], card)
    return n


@kernel
def owns(seat, card):
    """How often a card stands among a player's cards."""
    n = 0
    for i in range(seat.n_conversion):
        n += seat.conversion[i] == card
    for i in range(seat.n_action):
        n += seat.action[i] == card
    return n


@kernel
def check_cards(state, tables, track):
    """3; cards that are being looked at are in no list."""
    for kind in range(2):
        first = kind * codes.ACTION_FIRST
        size = int(tables.conversion_deck) if kind == 0 else int(tables.action_deck)
        for i in range(30):
            n = places_of(state, first + i)
            if n > (1 if i < size else 0) or (n == 0 and i < size and state.depth == 0):
                return False
        if state.n_reshuffles[kind] == 0 and not has_op(track, codes.OP_DRAW) and state.phase != st.PHASE_SETUP:
            left = size - int(tables.face_up_per_kind) * (int(state.day) + 1)
            if left >= 0 and state.n_deck[kind] != left:
                return False
    for p in range(4):
        character = int(state.seats[p].character)
        first = codes.INITIAL_ACTION_FIRST + 2 * character
        if owns(state.seats[p], codes.INITIAL_CONVERSION_FIRST + character) != 1:
            return False
        if owns(state.seats[p], first) != 1 or owns(state.seats[p], first + 1) != 1:
            return False
    return True


# ---- 7: score ----


@kernel
def check_scores(state, tables):
    stolen = 0
    for p in range(4):
        seat = state.seats[p]
        score = int(tables.start_score) + int(tables.handicap[p])
        score += int(seat.pts_slots) + int(seat.pts_events) + int(seat.pts_tokens)
        score += int(seat.pts_stolen) + int(seat.pts_penalty)
        for i in range(4):
            score += int(seat.pts_booked[i])
        stolen += int(seat.pts_stolen)
        if score != seat.score or seat.pts_slots < 0 or seat.pts_penalty > 0:
            return False
        if tables.score_floor == 0 and seat.score < 0 and tables.handicap[p] >= 0:
            return False
    return stolen == 0


# ---- 13: ponkotsu ----


@kernel
def is_plain_ponkotsu(track):
    """Whether nothing in the pack changes ponkotsu or slot dice but placements."""
    if track.has_ponkotsu_cost == 1:
        return False
    for op in range(codes.OP_SLOT_SHIFT, codes.OP_SLOT_SWAP + 1):
        if has_op(track, op):
            return False
    return not (has_op(track, codes.OP_CURE) or has_op(track, codes.OP_AFFLICT) or has_op(track, codes.OP_SHIELD))


@kernel
def check_ponkotsu(state, tables, track):
    """13."""
    if not is_plain_ponkotsu(track) or state.phase != st.PHASE_ACTION or tables.ponkotsu_reset != 0:
        return True
    n = 0
    for p in range(4):
        if state.seats[p].is_ponkotsu == 1:
            n += 1
            if state.slots[state.seats[p].slot].n == 0:
                return False
    return n != 1


# ---- all of them ----


@kernel
def check_state(state, tables, track):
    """Number of the first invariant of a single state that is broken, 0 = none."""
    if not check_dice(state, tables):
        return 1
    if not check_tokens(state, tables):
        return 2
    if not check_cards(state, tables, track):
        return 3
    if not check_slots(state, tables, track):
        return 5
    if not check_board(state):
        return 6
    if not check_scores(state, tables):
        return 7
    if not check_ponkotsu(state, tables, track):
        return 13
    return 0
