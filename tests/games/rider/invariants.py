"""Section 9 of RULES.md as compiled code: what must hold of every state. What steps may do is in invariants_step.py."""

from __future__ import annotations

import numpy as np

from sim.games.rider import codes
from sim.games.rider import state as st
from sim.games.rider.layout import MAX_CARDS, MAX_PLAYERS, N_WORDS, WORD_BITS
from sim.games.rider.space import distance
from sim.kernel import kernel

# Kernels are typed by Numba.
# mypy: disable-error-code="no-untyped-def"

TEXTS = {
    1: "each game card is in exactly one place",
    2: "each warrior card is at one seat or in the side pile, a group at one seat",
    3: "rage lies between 0 and its cap; a discard phase gives no more than its limit",
    4: "HP are at most the limit, and at least 1 for the living who are not dying",
    5: "a slot holds a card of its own; no judgement area holds two cards of one name",
    6: "visible cards are in the hand; what is not in a slot lies neither face down nor sideways",
    7: "an effective faction is there since the first reveal; unlinked it is the determined one",
    8: "no reveal and no linking ends the game",
    9: "unlinked villains share no id; a taken id is fresh, the own or another's",
    10: "a granted faction has at most half of the living, rounded up; distances are what the ring says",
    11: "the draw pile is not empty while there is a discard pile",
    12: "a play phase stands on one TURN frame alone; the stack is not too deep",
    13: "legal actions exist, are different and in order",
    14: "start HP + healed - damage - HP lost - form caps = HP",
    15: "no skill of a face-down warrior fires; determined and supplied once; shares sum to 1",
    16: "the turn of an inverted character decides and draws nothing",
    17: "kills are deaths with a killer; rewards are as large as they should be",
    18: "the log of an action has room for all its notes",
}

TRACK = np.dtype(
    (
        np.record,
        [
            ("seen", "i2", (MAX_CARDS,)),  # places of each card, counted anew each time
            ("up", "i4"), ("determined", "i4"), ("supplied", "i4"),  # sets of seats
            ("turn", "i4"), ("rage_gained", "i4"),  # rage of the discard phase of this turn
            ("n_actions", "i4"),
            ("action", "i4"),  # the last action
            ("game", "i8"),
        ],
    )
)  # fmt: skip


@kernel
def in_set(cards, card):
    return (int(cards[card // WORD_BITS]) >> (card % WORD_BITS)) & 1


@kernel
def n_in(cards):
    n = 0
    for w in range(N_WORDS):
        for bit in range(WORD_BITS):
            n += (int(cards[w]) >> bit) & 1
    return n


@kernel
def is_living(state, p):
    return (int(state.alive) >> p) & 1


@kernel
def has_standard_rulings(tables):
    """Whether the rulings are those under which factions are bounded and the end is one of deaths and resets."""
    odd = int(tables.cap_counts) + int(tables.cap_test) + int(tables.cap_base) + int(tables.win_hidden)
    odd += int(tables.link_reveal) + int(tables.hidden_dead) + int(tables.link_faction) + int(tables.leader_reset)
    return odd == 0 and tables.half_num == 1 and tables.half_den == 2


# ---- 1: cards ----


@kernel
def see(track, card):
    if 0 <= card < MAX_CARDS:
        track.seen[card] += 1


@kernel
def see_seat(state, track, p):
    """Cards of one seat that lie in lists."""
    seat = state.seats[p]
    for slot in range(3):
        see(track, int(seat.slots[slot]))
    for k in range(int(seat.n_judged)):
        see(track, int(seat.judged[k]))
    for k in range(int(seat.n_on)):
        see(track, int(seat.on[k]))
    for k in range(int(seat.n_by)):
        see(track, int(seat.by[k]))


@kernel
def check_cards(state, tables, track):
    """1; counts agree with sets."""
    for card in range(MAX_CARDS):
        track.seen[card] = in_set(state.discard, card) + in_set(state.resolving, card)
        for p in range(state.core.n_seats):
            track.seen[card] += in_set(state.seats[p].hand, card) + in_set(state.seats[p].down, card)
        if in_set(state.share, card) > in_set(state.resolving, card):
            return False
    for k in range(int(state.n_draw)):
        see(track, int(state.draw[k]))
    for p in range(state.core.n_seats):
        see_seat(state, track, p)
        if n_in(state.seats[p].hand) != state.seats[p].n_hand or n_in(state.seats[p].down) != state.seats[p].n_down:
            return False
    for card in range(MAX_CARDS):
        if track.seen[card] != (card < tables.n_cards):
            return False
    return n_in(state.discard) == state.n_discard


# ---- 2: warriors ----


@kernel
def check_warriors(state, tables):
    """2."""
    n_held = n_kept = 0
    for w in range(int(tables.n_warriors)):
        p = int(state.warrior_at[w])
        if p >= 0:
            n_held += 1
            if p >= state.core.n_seats or state.seats[p].warrior != w:
                return False
    for p in range(state.core.n_seats):
        mine = int(state.seats[p].warrior)
        n_kept += mine >= 0
        for q in range(p):
            other = int(state.seats[q].warrior)
            if tables.deal_forms == codes.FORMS_ALL or mine < 0 or other < 0:
                continue
            if tables.warriors[mine].group == tables.warriors[other].group:
                return False
    return n_held == n_kept


# ---- 3, 4, 14: bodies ----


@kernel
def is_being_buried(state, p):
    """Whether a DYING or DEATH frame is about p."""
    for k in range(int(state.depth)):
        frame = state.frames[k]
        if (frame.what == st.FRAME_DYING or frame.what == st.FRAME_DEATH) and frame.seat == p:
            return True
    return False


@kernel
def check_rage(state, tables):
    """3."""
    for p in range(state.core.n_seats):
        if state.seats[p].rage < 0 or state.seats[p].rage > tables.rage_cap:
            return False
    return True


@kernel
def check_hp(state, tables):
    """4."""
    for p in range(state.core.n_seats):
        seat = state.seats[p]
        if seat.hp > seat.hp_max or seat.hp_max != tables.warriors[int(seat.warrior)].hp:
            return False
        if is_living(state, p) and seat.hp < 1 and state.core.is_over == 0 and not is_being_buried(state, p):
            return False
    return True


@kernel
def check_sum_of_hp(state, tables):
    """14."""
    for p in range(state.core.n_seats):
        seat = state.seats[p]
        hp = int(tables.warriors[int(seat.warrior_start)].hp) + int(seat.healed) - int(seat.hp_lost)
        for element in range(5):
            hp -= int(seat.taken[element])
        if hp - int(seat.form_caps) != seat.hp:
            return False
    return True


# ---- 5, 6: areas ----


@kernel
def right_slot(kind):
    """The slot of an equipment kind, -1 for another kind."""
    if kind <= codes.LAST_BATTLE:
        return -1
    if kind >= codes.GUARD_BIKE:
        return codes.MOTORBIKE
    return codes.GEAR if kind >= codes.REFLEX_GEAR else codes.WEAPON


@kernel
def check_areas(state, tables):
    """5."""
    for p in range(state.core.n_seats):
        seat = state.seats[p]
        for slot in range(3):
            card = int(seat.slots[slot])
            if card >= 0 and right_slot(int(tables.cards[card].kind)) != slot:
                return False
        for i in range(int(seat.n_judged)):
            for k in range(i):
                if seat.judged_kind[i] == seat.judged_kind[k]:
                    return False
    return True


@kernel
def check_flags(state):
    """6."""
    for p in range(state.core.n_seats):
        seat = state.seats[p]
        for w in range(N_WORDS):
            if int(seat.shown[w]) & ~int(seat.hand[w]):
                return False
        for slot in range(3):
            if seat.slot_lies[slot] < 0 or seat.slot_lies[slot] > 2 or (seat.slots[slot] < 0 and seat.slot_lies[slot]):
                return False
    return True


# ---- 7, 9: factions ----


@kernel
def check_factions(state):
    """7."""
    for p in range(state.core.n_seats):
        seat = state.seats[p]
        if (seat.effective == 0) != (seat.determined == 0):
            return False
        if (seat.determined == 0) != (seat.reveal_how == 0):
            return False
        if is_living(state, p) and seat.is_linked == 0 and seat.effective != seat.determined:
            return False
    return True


@kernel
def check_villains(state, tables):
    """9: of this state."""
    n = int(state.core.n_seats)
    for p in range(n):
        mine = state.seats[p]
        if mine.effective >= st.VILLAIN and (int(mine.effective) - st.VILLAIN) // 16 >= state.n_villain_ids:
            return False
        for q in range(p):
            his = state.seats[q]
            is_free = mine.is_linked == 0 and his.is_linked == 0 and is_living(state, p) and is_living(state, q)
            if is_free and mine.effective >= st.VILLAIN and mine.effective == his.effective:
                return tables.link_faction == codes.LINK_PERMANENT
    return tables.link_faction != codes.LINK_FACTION_OFF or state.n_villain_ids <= n // 2


# ---- 10: distances ----


@kernel
def ring_distance(state, p, q):
    """Steps between two living seats, the shorter way round the living."""
    n = int(state.core.n_seats)
    steps = n_living = 0
    for k in range(1, n + 1):
        seat = (p + k) % n
        n_living += is_living(state, seat)
        if seat == q:
            steps = n_living
    return min(steps, n_living - steps)


@kernel
def is_plain(seat):
    return seat.bike < 0 and seat.dist_to == 0 and seat.dist_from == 0 and seat.is_conditional == 0


@kernel
def check_distances(state, tables):
    """10."""
    for p in range(state.core.n_seats):
        for q in range(state.core.n_seats):
            if p == q or not is_living(state, p) or not is_living(state, q):
                continue
            way = distance(state, tables, p, q)
            if way < tables.min_distance:
                return False
            told = max(ring_distance(state, p, q), int(tables.min_distance))
            if is_plain(state.seats[p]) and is_plain(state.seats[q]) and way != told:
                return False
    return True


# ---- 11, 12, 13 ----


@kernel
def check_piles(state):
    """11."""
    return state.n_draw > 0 or state.n_discard == 0


@kernel
def check_stack(state):
    """12."""
    if state.core.is_over != 0:
        return state.depth == 0
    if state.stack_max > st.MAX_FRAMES or state.warnings & st.WARN_STACK:
        return False
    if state.depth < 1 or state.frames[0].what != st.FRAME_TURN:
        return False
    return state.ask != 4 or state.depth == 1


@kernel
def is_after(state, one, two):
    """Whether one action may stand directly before another (RULES.md 4.1)."""
    form, other = one >> 24, two >> 24
    if form != other:
        return form < other
    if form == codes.FORM_TARGET:
        n, actor = int(state.core.n_seats), int(state.core.actor)
        return ((one & 0xFF) - actor) % n < ((two & 0xFF) - actor) % n
    if (one >> 8 & 0xFFFF) == (two >> 8 & 0xFFFF):
        return (one & 0xFF) < (two & 0xFF)
    return True  # skills in the order of the warrior's list


@kernel
def check_list(state, actions, n):
    """13; together with their being all different."""
    if state.core.is_over != 0:
        return True
    n_after = 0
    for i in range(n - 1):
        n_after += is_after(state, int(actions[i]), int(actions[i + 1]))
    return n >= 1 and n_after == n - 1


@kernel
def is_of_players(state):
    """Capacities hold more seats than play; those stay empty."""
    for p in range(int(state.core.n_seats), MAX_PLAYERS):
        if n_in(state.seats[p].hand) or n_in(state.seats[p].down) or state.seats[p].is_alive:
            return False
    return True
