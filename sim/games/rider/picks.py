"""Giving up and taking cards: DISCARD, FACEDOWN, PICKCARD, and the clash of PINDIAN."""

from sim.core import note
from sim.games.rider import clauses as c
from sim.games.rider import codes
from sim.games.rider import state as st
from sim.games.rider.bits import add, has
from sim.games.rider.layout import N_WORDS, WORD_BITS
from sim.games.rider.people import gain_rage
from sim.games.rider.stack import (
    answer_form,
    answer_low,
    ask,
    begin_options,
    is_in,
    offer,
    offer_cards,
    pop,
    pop_with,
    push,
)  # fmt: skip
from sim.games.rider.views import list_hand
from sim.games.rider.zones import (
    discard,
    discard_hand,
    from_down,
    from_hand,
    from_judged,
    from_slot,
    lay_slot,
    n_unseen,
    random_card,
    slot_with,
    to_hand,
    turn_down,
)  # fmt: skip
from sim.kernel import kernel

# mypy: ignore-errors

# ---- DISCARD: seat; n cards, a = why, b = suits, c = 1: may pass, d = 1: a dead one pays ----


@kernel
def push_discard(state, p, n, why, suits):
    frame = push(state, st.FRAME_DISCARD, p, p)
    frame.n = n
    frame.a = why
    frame.b = suits
    return frame


@kernel
def list_discard(state, tables, frame, p):
    """RD10: usable cards of the suits wanted; for breaker equipment too."""
    begin_options(state)
    form = codes.FORM_PAY if frame.a >= st.WHY_COST else codes.FORM_DISCARD
    seat = state.seats[p]
    for w in range(N_WORDS):
        bits = int(seat.hand[w]) & int(tables.suit_sets[int(frame.b), w])
        if frame.a == st.WHY_BREAKER:
            bits |= slot_word(seat, w)
        offer_cards(state, form, 0, w, bits)


@kernel
def slot_word(seat, w):
    """One word of the set of equipment that breaker may take: not face down, not the breaker itself."""
    bits = 0
    for slot in range(3):
        card = int(seat.slots[slot])
        if slot != codes.WEAPON and card >= 0 and card // WORD_BITS == w and seat.slot_lies[slot] != codes.FACE_DOWN:
            bits |= 1 << (card % WORD_BITS)
    return bits


@kernel
def take_phase_discard(state, tables, p, card):
    """R-G1: a card that he discards in his own discard phase; what the cap takes was not gained this way."""
    seat = state.seats[p]
    add(state.dropped, card)
    n = min(int(tables.rage_per_discard), int(tables.rage_per_turn_max) - int(seat.rage_this_turn))
    if n > 0:
        gained = gain_rage(state, tables, p, n)
        seat.rage_this_turn += gained
        if gained > 0:
            note(state.core, c.R_G1, p, gained)


@kernel
def take_discard(state, tables, frame, p):
    card = answer_low(state)
    if has(state.seats[p].hand, card):
        discard_hand(state, p, card)
    else:
        discard(state, from_slot(state, tables, p, slot_with(state.seats[p], card)))
        state.seats[p].discarded += 1
    frame.n -= 1
    if frame.a == st.WHY_PHASE:
        note(state.core, c.R_X1, p, card)
    if state.in_discard != 0 and state.turn_seat == p:
        take_phase_discard(state, tables, p, card)


@kernel
def run_discard(state, tables, frame):
    """DISCARD: n times RD10, as far as there are cards (R-X2)."""
    p = int(frame.seat)
    if frame.step == 1:
        frame.step = 0
        if answer_form(state) == codes.FORM_PASS:
            frame.n = 0
        else:
            take_discard(state, tables, frame, p)
            return
    if frame.n > 0 and (is_in(state.alive, p) or frame.d != 0):
        if state.seats[p].n_down > 0:
            note(state.core, c.R_C3, p, 0)
        list_discard(state, tables, frame, p)
        if state.n_options > 0:
            if frame.c != 0:
                offer(state, codes.FORM_PASS, 0, 0)
            frame.step = 1
            ask(state, 10, p)
            return
        if frame.a == st.WHY_PHASE and frame.c == 0:
            note(state.core, c.R_X2, p, int(frame.n))
    pop(state)


# ---- FACEDOWN: seat; n cards, d = 1: a dead one pays ----


@kernel
def run_facedown(state, tables, frame):
    """FACEDOWN: the owner turns n usable cards face down."""
    p = int(frame.seat)
    if frame.step == 1:
        frame.step = 0
        turn_down(state, p, answer_low(state))
        frame.n -= 1
        return
    if frame.n > 0 and (is_in(state.alive, p) or frame.d != 0) and state.seats[p].n_hand > 0:
        begin_options(state)
        list_hand(state, p, codes.FORM_FACEDOWN)
        frame.step = 1
        ask(state, 10, p)
        return
    pop(state)


# ---- PICKCARD: seat = chooser, other = owner; a = purpose, b = 1: judgement area too, c = 1: the chooser is dead ----


@kernel
def push_pickcard(state, chooser, owner, purpose, with_judged):
    frame = push(state, st.FRAME_PICKCARD, chooser, owner)
    frame.a = purpose
    frame.b = with_judged
    return frame


@kernel
def visible_word(seat, purpose, with_judged, w):
    """One word of the set of cards that can be named."""
    bits = 0
    if purpose != st.TAKE_DOWNEQ:
        bits = int(seat.hand[w]) & int(seat.shown[w])
    for slot in range(3):
        card = int(seat.slots[slot])
        is_open = purpose != st.TAKE_DOWNEQ or seat.slot_lies[slot] != codes.FACE_DOWN
        if is_open and card >= 0 and card // WORD_BITS == w:
            bits |= 1 << (card % WORD_BITS)
    if with_judged:
        for k in range(int(seat.n_judged)):
            card = int(seat.judged[k])
            if card // WORD_BITS == w:
                bits |= 1 << (card % WORD_BITS)
    return bits


@kernel
def list_pickcard(state, tables, frame, owner):
    """RD11."""
    begin_options(state)
    seat = state.seats[owner]
    for w in range(N_WORDS):
        offer_cards(state, codes.FORM_TAKE, 0, w, visible_word(seat, int(frame.a), frame.b != 0, w))
    if frame.a == st.TAKE_DOWNEQ:
        return
    if n_unseen(seat) > 0:
        offer(state, codes.FORM_TAKE_HAND, 0, 0)
    if seat.n_down > 0 and tables.down_reach == 0:
        offer(state, codes.FORM_TAKE_DOWN, 0, 0)


@kernel
def pull_card(state, tables, owner):
    """The card that RD11 named leaves its place; the card."""
    seat = state.seats[owner]
    form = answer_form(state)
    if form == codes.FORM_TAKE_DOWN:
        note(state.core, c.R_C8, owner, 0)
        card = random_card(state, seat.down, int(seat.n_down))
        from_down(state, owner, card)
        return card
    if form == codes.FORM_TAKE_HAND:
        card = random_unseen(state, seat)
        from_hand(state, owner, card)
        return card
    card = answer_low(state)
    if has(seat.hand, card):
        from_hand(state, owner, card)
        return card
    slot = slot_with(seat, card)
    if slot >= 0:
        return from_slot(state, tables, owner, slot)
    from_judged(state, owner, card)
    return card


@kernel
def random_unseen(state, seat):
    """A random hand card that is not visible."""
    n = n_unseen(seat)
    if n == seat.n_hand:
        return random_card(state, seat.hand, n)
    # the visible ones are put aside for the draw
    for w in range(N_WORDS):
        seat.hand[w] ^= seat.shown[w]
    card = random_card(state, seat.hand, n)
    for w in range(N_WORDS):
        seat.hand[w] ^= seat.shown[w]
    return card


@kernel
def take_pickcard(state, tables, frame, chooser, owner):
    if frame.a == st.TAKE_DOWNEQ:
        slot = slot_with(state.seats[owner], answer_low(state))
        lay_slot(state, tables, owner, slot, codes.FACE_DOWN)
        state.seats[owner].down_turned += 1
        note(state.core, c.R_C2, owner, 0)
        note(state.core, c.R_C6, owner, 0)
        return
    is_unseen = answer_form(state) == codes.FORM_TAKE_DOWN
    card = pull_card(state, tables, owner)
    if frame.a == st.TAKE_STEAL:
        to_hand(state, chooser, card)
        note(state.core, c.FACT_HAND, chooser, card)
        if is_unseen:
            state.lent_by[card] = owner
    else:
        discard(state, card)


@kernel
def run_pickcard(state, tables, frame):
    """PICKCARD: one card of another (RD11)."""
    chooser, owner = int(frame.seat), int(frame.other)
    if frame.step == 0:
        list_pickcard(state, tables, frame, owner)
        if state.n_options > 0 and (is_in(state.alive, chooser) or frame.c != 0):
            frame.step = 1
            ask(state, 11, chooser)
            return
        pop(state)
        return
    pop(state)
    take_pickcard(state, tables, frame, chooser, owner)


# ---- PINDIAN: seat = starter, other; card and card2 chosen; n = result: 1 starter won, 2 not, 0 no clash ----


@kernel
def show_clash(state, tables, frame, a, b):
    """R-Q1: compare ranks, discard both."""
    first, second = int(frame.card), int(frame.card2)
    state.pindian_n += 1
    is_won = tables.cards[first].rank > tables.cards[second].rank
    is_tie = tables.cards[first].rank == tables.cards[second].rank
    from_hand(state, a, first)
    from_hand(state, b, second)
    discard(state, first)
    discard(state, second)
    note(state.core, c.R_Q1, first, second)
    frame.step = 3
    if is_tie and tables.pindian_tie == 1:
        frame.step = 0
    frame.n = 1 if is_won else 2


@kernel
def ask_clash(state, frame, p):
    begin_options(state)
    list_hand(state, p, codes.FORM_CLASH)
    frame.step += 1
    ask(state, 12, p)


@kernel
def run_pindian(state, tables, frame):
    """PINDIAN: RD12 of both, then the ranks."""
    a, b, step = int(frame.seat), int(frame.other), int(frame.step)
    if step == 3:
        pop_with(state, int(frame.n))
    elif step == 0:
        is_live = a != b and is_in(state.alive, a) and is_in(state.alive, b)
        if not is_live or state.seats[a].n_hand == 0 or state.seats[b].n_hand == 0:
            pop_with(state, int(frame.n))  # no clash, no result; after a tie that is drawn anew no win
        else:
            ask_clash(state, frame, a)
    elif step == 1:
        frame.card = answer_low(state)
        ask_clash(state, frame, b)
    else:
        frame.card2 = answer_low(state)
        show_clash(state, tables, frame, a, b)
