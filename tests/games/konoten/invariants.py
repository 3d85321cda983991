"""Section 9 of RULES.md as compiled code: what must hold of every state. Steps and rounds are in invariants_step.py."""

from __future__ import annotations

import numpy as np

from sim.games.konoten import codes
from sim.games.konoten import state as st
from sim.games.konoten.layout import MAX_NODES
from sim.kernel import kernel

# Kernels are typed by Numba.
# mypy: disable-error-code="no-untyped-def"

TEXTS = {
    1: "a seat's tokens are all there, once",
    2: "materials are all there, none is negative",
    3: "a grid holds no more than its spaces, unless it was without limit",
    4: "action power and creativity lie between 0 and their caps",
    5: "each development card is in exactly one place",
    6: "base cards lie in piles or under lenses; piles never grow",
    7: "the display is full while the deck of its sort is not empty",
    8: "a lens is legal and never changes",
    9: "no VP card lies on a left side",
    10: "a worker on a lens is acted if and only if it was placed this round",
    11: "negotiation holds its limit of workers; the next start seat is set when it was used",
    12: "facilities hold no worker between rounds; counts of workers agree",
    13: "no node is grown while the lock node is filled",
    14: "a will is used once a round and its creativity is paid",
    15: "un-acted workers change only by placing, gaining and spending",
    16: "action power rises by spirit, supply and blue's abilities only",
    17: "a seat that has ended stays so and is not asked for a turn",
    18: "VP are the sum of their parts and fall at the end only",
    19: "legal actions exist and are different",
    20: "three lenses made and the lens task go together; a task token never comes back",
    21: "each round has its start seat; win shares sum to 1",
    22: "the log of an action has room for all its notes",
}

TRACK = np.dtype(
    (
        np.record,
        [
            ("fresh", "i1", (st.MAX_LENSES,)),  # 1: a worker was placed on the lens this round
            ("round_no", "i1"),
            ("n_actions", "i4"),
            ("action", "i4"),  # the last action
            ("game", "i8"),
        ],
    )
)


# ---- 1, 12: tokens and workers ----


@kernel
def workers_on_lenses(state, p, is_unacted_only):
    n = 0
    for i in range(state.n_lenses):
        lens = state.lenses[i]
        n += lens.worker == p and (lens.is_acted == 0 or not is_unacted_only)
    return n


@kernel
def n_bits(mask):
    n = 0
    for bit in range(62):
        n += (mask >> bit) & 1
    return n


@kernel
def check_tokens(state, tables):
    """1."""
    for p in range(state.core.n_seats):
        seat = state.seats[p]
        n = int(seat.stock) + int(seat.unacted) + int(seat.acted) + workers_on_lenses(state, p, False)
        for f in range(4):
            n += int(seat.stations[f])
            if seat.stations[f] < 0:
                return False
        n += n_bits(int(seat.nodes)) + n_bits(int(seat.tasks))
        for i in range(state.depth):
            n += state.frames[i].kind == st.FRAME_TOKEN and state.frames[i].seat == p
        if n != int(tables.start_stock) + int(tables.start_workers) + 4:
            return False
        if seat.stock < 0 or seat.unacted < 0 or seat.acted < 0:
            return False
    return True


@kernel
def check_places(state):
    """12."""
    for f in range(4):
        n = 0
        for p in range(state.core.n_seats):
            n += int(state.seats[p].stations[f])
        if n != state.stations[f] or (state.phase != st.PHASE_MAIN and n != 0):
            return False
    n_wrong = 0
    for p in range(state.core.n_seats):
        n_wrong += state.seats[p].on_lenses != workers_on_lenses(state, p, False)
    return n_wrong == 0


# ---- 2, 3, 4: materials and tracks ----


@kernel
def check_materials(state, tables):
    """2; what a batch that waits for its owner's choice holds is counted."""
    for kind in range(3):
        n = int(state.items[kind])
        if n < 0:
            return False
        for p in range(state.core.n_seats):
            n += int(state.seats[p].items[kind])
            if state.seats[p].items[kind] < 0:
                return False
        for i in range(state.depth):
            if state.frames[i].kind == st.FRAME_KEEP:
                n += int(state.frames[i].items[kind])
        if n != tables.supply[kind]:
            return False
    return True


@kernel
def check_grids(state, tables):
    """3."""
    for p in range(state.core.n_seats):
        seat = state.seats[p]
        n = int(seat.items[0]) + int(seat.items[1]) + int(seat.items[2])
        if n > tables.grid_spaces and seat.had_no_limit == 0:
            return False
    return True


@kernel
def check_tracks(state, tables):
    """4."""
    for p in range(state.core.n_seats):
        seat = state.seats[p]
        if seat.ap < 0 or seat.ap > tables.ap_cap or seat.creativity < 0 or seat.creativity > tables.creativity_cap:
            return False
    return True


# ---- 5, 6, 7: cards ----


@kernel
def is_building(state):
    return state.core.is_over == 0 and (state.decision == st.D_BUILD or state.decision == st.D_BASE)


@kernel
def places_of(state, tables, card):
    """Places in which a development card is found."""
    n = 0
    for i in range(state.n_left[0]):
        n += state.normal_deck[i] == card
    for i in range(state.n_left[1]):
        n += state.vp_deck[i] == card
    for i in range(int(tables.display_normal) + int(tables.display_vp)):
        n += state.display[i] == card
    for p in range(state.core.n_seats):
        for i in range(state.seats[p].n_hand):
            n += state.seats[p].hand[i] == card
    for i in range(state.n_lenses):
        for position in range(6):
            n += state.lenses[i].cards[position] == card
    if is_building(state):
        for position in range(6):
            n += state.build.cards[position] == card
    return n


@kernel
def check_cards(state, tables):
    """5; a hand is in rising order."""
    for card in range(tables.n_cards):
        if places_of(state, tables, card) != 1:
            return False
    for p in range(state.core.n_seats):
        seat = state.seats[p]
        for i in range(1, seat.n_hand):
            if seat.hand[i - 1] >= seat.hand[i]:
                return False
    return True


@kernel
def check_piles(state, tables):
    """6, the sum."""
    n = total = 0
    for cost in range(len(state.piles)):
        if state.piles[cost] < 0:
            return False
        n += int(state.piles[cost])
        total += int(tables.piles[cost])
    return n + int(state.n_lenses) == total


@kernel
def check_display(state, tables):
    """7."""
    for place in range(int(tables.display_normal) + int(tables.display_vp)):
        sort = 0 if place < tables.display_normal else 1
        card = int(state.display[place])
        if card < 0 and state.n_left[sort] > 0:
            return False
        if card >= 0 and tables.cards[card].is_vp != sort:
            return False
    return True


# ---- 8, 9: lenses ----


@kernel
def is_lens_legal(tables, lens):
    """8 for one lens."""
    n = n_right = difference = 0
    for position in range(6):
        card = int(lens.cards[position])
        if card >= 0:
            row = tables.cards[card]
            n += 1
            if position < 3 and row.left != position + 1 and row.is_vp == 0:
                return False
            if position >= 3 and row.right != position - 2:
                return False
            n_right += position >= 3
            difference += int(row.result) if position >= 3 else -int(row.material)
    if n != lens.n_cards or n < tables.lens_cards_min or n > tables.lens_cards_max:
        return False
    if n_right == 0 and tables.require_result_blade == 0:
        return False
    return lens.base_cost >= max(0, difference)


@kernel
def check_lenses(state, tables):
    n_wrong = 0
    for i in range(state.n_lenses):
        n_wrong += not is_lens_legal(tables, state.lenses[i])
    return n_wrong == 0


@kernel
def check_left_sides(state, tables):
    """9."""
    for i in range(state.n_lenses):
        for position in range(3):
            card = int(state.lenses[i].cards[position])
            if card >= 0 and tables.cards[card].is_vp != 0:
                return False
    return True


# ---- 11, 14, 17, 18, 20: seats ----


@kernel
def check_negotiation(state, tables):
    """11."""
    limit = int(tables.facilities[codes.NEGOTIATE].limit)
    if limit > 0 and state.stations[codes.NEGOTIATE] > limit:
        return False
    return (state.next_start >= 0) == (state.negotiations > 0)


@kernel
def check_wills(state, tables):
    """14, how often."""
    for p in range(state.core.n_seats):
        for node in range(MAX_NODES):
            if state.seats[p].wills_used[node] > tables.wills_per_ability_per_round:
                return False
    return True


@kernel
def check_points(state, tables):
    """18, the sum."""
    for p in range(state.core.n_seats):
        total = int(tables.handicap[p])
        for part in range(len(st.PARTS)):
            total += int(state.seats[p].parts[part])
        if total != state.seats[p].vp:
            return False
    return True


@kernel
def check_lens_task(state, tables):
    """20, where tasks are checked at any moment."""
    if tables.task_timing != 0:
        return True
    for p in range(state.core.n_seats):
        made = 0
        for i in range(state.n_lenses):
            made += state.lenses[i].owner == p
        is_there = (int(state.seats[p].tasks) >> codes.TASK_LENS) & 1
        if made != state.seats[p].n_lenses or (made >= tables.tasks[codes.TASK_LENS].n) != (is_there == 0):
            return False
    return True


# ---- all of them ----


@kernel
def check_state(state, tables):
    """Number of the first invariant of a single state that is broken, 0 = none."""
    if not check_tokens(state, tables):
        return 1
    if not check_materials(state, tables):
        return 2
    if not check_grids(state, tables):
        return 3
    if not check_tracks(state, tables):
        return 4
    if not check_cards(state, tables):
        return 5
    if not check_piles(state, tables):
        return 6
    if not check_display(state, tables):
        return 7
    if not check_left_sides(state, tables):
        return 9
    if not check_lenses(state, tables):
        return 8
    if not check_negotiation(state, tables):
        return 11
    if not check_places(state):
        return 12
    if not check_wills(state, tables):
        return 14
    if not check_points(state, tables):
        return 18
    if not check_lens_task(state, tables):
        return 20
    return 0
