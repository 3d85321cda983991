"""Moving game cards: draw pile, discard pile, hand, face-down area, slots, judgement area, marker piles."""

from sim import rng
from sim.core import note
from sim.games.rider import clauses as c
from sim.games.rider import codes
from sim.games.rider import state as st
from sim.games.rider.bits import add, count, has, lowest, nth_card, remove
from sim.games.rider.layout import N_WORDS, WORD_BITS
from sim.games.rider.stack import stop
from sim.kernel import kernel, small_kernel
from sim.verbs import shuffle

# mypy: ignore-errors

# Sub-keys of the table stream.
KEY_RESHUFFLE, KEY_RANDOM = 1, 2
#: Counter of random picks in core.counters.
COUNTER_RANDOM = 0


# ---- piles ----


@kernel
def refill(state):
    """R-D2: the discard pile is shuffled into a new draw pile."""
    n = 0
    for w in range(N_WORDS):
        bits = int(state.discard[w])
        state.discard[w] = 0
        while bits != 0:
            state.draw[n] = w * WORD_BITS + lowest(bits)
            bits &= bits - 1
            n += 1
    if n == 0:
        return
    state.n_draw = n
    state.n_discard = 0
    key = rng.fold(rng.fold(state.core.table_key, KEY_RESHUFFLE), state.reshuffles_n)
    shuffle(state.draw, n, key)
    state.reshuffles_n += 1
    note(state.core, c.R_D2, n, 0)
    note(state.core, c.CHANCE_RESHUFFLE, n, 0)


@kernel
def top_card(state, tables):
    """Take the top card of the draw pile, refilled at once when it has become empty; -1 if there is none (R-D3)."""
    if state.n_draw == 0:
        note(state.core, c.R_D3, 0, 0)
        state.warnings |= st.WARN_PILES
        if tables.empty_piles == 1:
            stop(state, st.END_PILES)
        return -1
    n = int(state.n_draw) - 1
    state.n_draw = n
    card = int(state.draw[n])
    if n == 0:
        refill(state)
    return card


@kernel
def discard(state, card):
    """A card goes to the discard pile, wherever it came from; the caller has taken it away there."""
    add(state.discard, card)
    state.n_discard += 1
    state.lent_by[card] = -1
    note(state.core, c.FACT_DISCARD, card, 0)
    if state.n_draw == 0:
        refill(state)


@kernel
def draw_cards(state, tables, p, n):
    """R-D1: draw n cards from the top; returns how many there were."""
    for k in range(n):
        card = top_card(state, tables)
        if card < 0:
            return k
        to_hand(state, p, card)
        state.seats[p].drawn += 1
        note(state.core, c.CHANCE_DRAW, card, p)
    return n


@kernel
def random_card(state, cards, n):
    """A random card of a set of n (stream table)."""
    counters = state.core.counters
    k = rng.draw(rng.fold(state.core.table_key, KEY_RANDOM), counters[COUNTER_RANDOM], n)
    counters[COUNTER_RANDOM] += 1
    card = nth_card(cards, k)
    note(state.core, c.CHANCE_RANDOM, card, 0)
    return card


# ---- hand and face-down area ----


@small_kernel
def n_in_hand(seat):
    """Hand cards in number: face-down ones count (R-C1)."""
    return int(seat.n_hand) + int(seat.n_down)


@kernel
def note_empty(state, p):
    """The hand of a living seat has become empty: whoever waits for that is asked above the frame that caused it."""
    if is_living(state, p) and int(state.listeners[codes.ON_HAND_EMPTY]) & int(state.alive) != 0:
        state.emptied |= 1 << p


@kernel
def to_hand(state, p, card):
    seat = state.seats[p]
    add(seat.hand, card)
    seat.n_hand += 1


@kernel
def from_hand(state, p, card):
    """Take a card out of the hand; it is no longer visible (R-C5)."""
    seat = state.seats[p]
    remove(seat.hand, card)
    remove(seat.shown, card)
    state.lent_by[card] = -1
    seat.n_hand -= 1
    if n_in_hand(seat) == 0:
        note_empty(state, p)


@kernel
def from_down(state, p, card):
    seat = state.seats[p]
    remove(seat.down, card)
    seat.n_down -= 1
    if n_in_hand(seat) == 0:
        note_empty(state, p)


@kernel
def turn_down(state, p, card):
    """R-C1: a hand card goes to the face-down area."""
    seat = state.seats[p]
    if has(seat.shown, card):
        note(state.core, c.R_C6, p, card)
    add(seat.down, card)
    seat.n_down += 1
    from_hand(state, p, card)
    seat.down_turned += 1
    note(state.core, c.R_C1, p, card)


@kernel
def down_to_hand(state, p, card):
    """A face-down card of his own returns to the hand."""
    to_hand(state, p, card)
    from_down(state, p, card)
    state.lent_by[card] = -1


@kernel
def discard_hand(state, p, card):
    """A seat discards a usable hand card."""
    from_hand(state, p, card)
    state.seats[p].discarded += 1
    discard(state, card)


# ---- slots ----


@small_kernel
def slot_of(kind):
    """Slot of an equipment kind (R-L1)."""
    if kind >= codes.GUARD_BIKE:
        return codes.MOTORBIKE
    return codes.GEAR if kind >= codes.REFLEX_GEAR else codes.WEAPON


@kernel
def refresh_gear(state, tables, p):
    """Which equipment works: neither face down nor sideways."""
    seat = state.seats[p]
    seat.gear = -1
    seat.weapon = -1
    seat.bike = -1
    if seat.slots[codes.GEAR] >= 0 and seat.slot_lies[codes.GEAR] == codes.FACE_UP:
        seat.gear = tables.cards[int(seat.slots[codes.GEAR])].kind
    if seat.slots[codes.WEAPON] >= 0 and seat.slot_lies[codes.WEAPON] == codes.FACE_UP:
        seat.weapon = tables.cards[int(seat.slots[codes.WEAPON])].kind
    if seat.slots[codes.MOTORBIKE] >= 0 and seat.slot_lies[codes.MOTORBIKE] == codes.FACE_UP:
        seat.bike = tables.cards[int(seat.slots[codes.MOTORBIKE])].kind


@kernel
def heal(state, p, n):
    """Heal up to the HP limit; returns how much."""
    seat = state.seats[p]
    n = min(n, int(seat.hp_max) - int(seat.hp))
    if n <= 0:
        return 0
    seat.hp += n
    seat.healed += n
    note(state.core, c.FACT_HEAL, p, n)
    return n


@kernel
def from_slot(state, tables, p, slot):
    """Take the card out of a slot; damper gear heals when it leaves while working (R-U14)."""
    seat = state.seats[p]
    card = int(seat.slots[slot])
    was_damper = slot == codes.GEAR and seat.gear == codes.DAMPER_GEAR
    if seat.slot_lies[slot] == codes.SIDEWAYS:
        note(state.core, c.R_C7, p, card)
    seat.slots[slot] = -1
    seat.slot_lies[slot] = codes.FACE_UP
    refresh_gear(state, tables, p)
    if was_damper and is_living(state, p) and heal(state, p, int(tables.damper_heal)) > 0:
        note(state.core, c.R_U14, p, 1)
    return card


@kernel
def equip(state, tables, p, card):
    """R-U1: place equipment; the old card of the slot is discarded."""
    slot = slot_of(int(tables.cards[card].kind))
    seat = state.seats[p]
    if seat.slots[slot] >= 0:
        if seat.slot_lies[slot] == codes.FACE_DOWN:
            note(state.core, c.R_C2, p, card)
        discard(state, from_slot(state, tables, p, slot))
    seat.slots[slot] = card
    seat.slot_lies[slot] = codes.FACE_UP
    seat.kinds_worn |= 1 << int(tables.cards[card].kind)
    refresh_gear(state, tables, p)
    note(state.core, c.R_U1, p, card)
    note(state.core, c.FACT_EQUIP, p, card)


@kernel
def lay_slot(state, tables, p, slot, how):
    """Turn equipment face up, face down or sideways."""
    seat = state.seats[p]
    seat.slot_lies[slot] = how
    refresh_gear(state, tables, p)


@kernel
def slot_with(seat, card):
    """Slot that holds a card, -1 = none."""
    for slot in range(3):
        if seat.slots[slot] == card:
            return slot
    return -1


# ---- judgement area and marker piles ----


@kernel
def has_judged(seat, kind):
    """Whether a delayed card of that name lies in the judgement area (R-A3)."""
    for k in range(int(seat.n_judged)):
        if seat.judged_kind[k] == kind:
            return True
    return False


@kernel
def place_judged(state, p, card, kind):
    seat = state.seats[p]
    n = int(seat.n_judged)
    seat.judged[n] = card
    seat.judged_kind[n] = kind
    seat.n_judged = n + 1


@kernel
def from_judged(state, p, card):
    """Take a delayed card out of the judgement area; the kind it counts as, -1 if it is not there."""
    seat = state.seats[p]
    kind = -1
    n = int(seat.n_judged)
    for k in range(n):
        if kind >= 0:
            seat.judged[k - 1] = seat.judged[k]
            seat.judged_kind[k - 1] = seat.judged_kind[k]
        elif seat.judged[k] == card:
            kind = int(seat.judged_kind[k])
    if kind >= 0:
        seat.n_judged = n - 1
    return kind


@kernel
def mark(state, p, is_on, card):
    """Put a card on or beside a warrior (R-L2)."""
    seat = state.seats[p]
    note(state.core, c.R_L2, p, card)
    if is_on:
        seat.on[int(seat.n_on)] = card
        seat.n_on += 1
    else:
        seat.by[int(seat.n_by)] = card
        seat.n_by += 1


@kernel
def from_by(state, p, card, is_on):
    """Take a card from beside (or on) a warrior."""
    seat = state.seats[p]
    pile = seat.on if is_on else seat.by
    is_found = False
    for k in range(int(seat.n_on) if is_on else int(seat.n_by)):
        if is_found:
            pile[k - 1] = pile[k]
        elif pile[k] == card:
            is_found = True
    if is_found and is_on:
        seat.n_on -= 1
    elif is_found:
        seat.n_by -= 1


@kernel
def discard_mark(state, p, is_on):
    """Discard the oldest card on a warrior, or the lowest one beside it."""
    seat = state.seats[p]
    card = int(seat.on[0])
    if not is_on:
        card = int(seat.by[0])
        for k in range(1, int(seat.n_by)):
            card = min(card, int(seat.by[k]))
    from_by(state, p, card, is_on)
    discard(state, card)


@small_kernel
def is_living(state, p):
    return (int(state.alive) >> p) & 1


@small_kernel
def n_usable(seat):
    return int(seat.n_hand)


@kernel
def n_unseen(seat):
    """Hand cards that are not visible."""
    n = 0
    for w in range(N_WORDS):
        n += count(int(seat.hand[w]) & ~int(seat.shown[w]))
    return n
