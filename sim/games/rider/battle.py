"""Battle skills that demand answers: duel, coerce, swarm, barrage, share_out, flame_burst (R-Y)."""

from sim.core import note
from sim.games.rider import clauses as c
from sim.games.rider import codes
from sim.games.rider import state as st
from sim.games.rider.bits import remove
from sim.games.rider.damage import push_damage
from sim.games.rider.fixed import list_strikes, push_fixed
from sim.games.rider.layout import N_WORDS
from sim.games.rider.respond import push_respond
from sim.games.rider.space import is_in_range
from sim.games.rider.stack import answer_form, answer_low, ask, begin_options, is_in, offer, offer_cards, pop, push
from sim.games.rider.views import list_hand
from sim.games.rider.zones import discard_hand, from_slot, to_hand
from sim.kernel import kernel

# mypy: ignore-errors

# ---- DUEL: seat = user, other = target; a = whose turn it is (0 target, 1 user) ----


@kernel
def push_duel(state, p, q, card):
    note(state.core, c.R_Y4, p, q)
    push(state, st.FRAME_DUEL, p, q).card = card


@kernel
def run_duel(state, tables, frame):
    """DUEL: in turn a strike is played; who stops takes damage from the other."""
    p, q = int(frame.seat), int(frame.other)
    who, foe = (q, p) if frame.a == 0 else (p, q)
    if frame.step == 1:
        if frame.got == 0:
            card = int(frame.card)
            pop(state)
            suit = int(tables.cards[card].suit)
            if is_in(state.alive, who) and is_in(state.alive, foe):
                push_damage(state, foe, who, int(tables.duel_damage), codes.NO_ELEMENT, card, codes.DUEL, suit)
            return
        frame.a = 1 - int(frame.a)
        frame.step = 0
    elif not is_in(state.alive, p) or not is_in(state.alive, q):
        pop(state)
    else:
        frame.step = 1
        push_respond(state, who, codes.STRIKE, 1, 0)


# ---- AREA: seat = user, other = target; kind = swarm or barrage ----


@kernel
def push_area(state, p, q, kind, card):
    frame = push(state, st.FRAME_AREA, p, q)
    frame.kind = kind
    frame.card = card


@kernel
def run_area(state, tables, frame):
    """AREA: play a strike (swarm) or dodge (barrage), or take damage (R-Y6, R-Y7)."""
    p, q, kind = int(frame.seat), int(frame.other), int(frame.kind)
    if frame.step == 0:
        note(state.core, c.R_Y6 if kind == codes.SWARM else c.R_Y7, p, q)
        if state.seats[q].gear == codes.TINDER_GEAR:
            note(state.core, c.R_U13, q, 0)
            pop(state)
            return
        frame.step = 1
        push_respond(state, q, codes.STRIKE if kind == codes.SWARM else codes.DODGE, 1, 0)
        return
    got, card = int(frame.got), int(frame.card)
    pop(state)
    if got == 0 and is_in(state.alive, q):
        suit = int(tables.cards[card].suit)
        push_damage(state, p, q, int(tables.area_damage), codes.NO_ELEMENT, card, kind, suit)


# ---- SHARE: seat = user, other = who takes ----


@kernel
def push_share(state, p, q):
    push(state, st.FRAME_SHARE, p, q)


@kernel
def run_share(state, tables, frame):
    """SHARE: one of the cards turned up (R-Y9, RD14)."""
    q = int(frame.other)
    if frame.step == 0:
        begin_options(state)
        for w in range(N_WORDS):
            offer_cards(state, codes.FORM_GAIN, 0, w, int(state.share[w]))
        if state.n_options == 0:
            pop(state)
            return
        frame.step = 1
        ask(state, 14, q)
        return
    card = answer_low(state)
    pop(state)
    note(state.core, c.R_Y9, q, card)
    remove(state.share, card)
    remove(state.resolving, card)
    to_hand(state, q, card)
    note(state.core, c.FACT_HAND, q, card)


# ---- BURST: seat = user, other = target; card = the one used, card2 = the one shown ----


@kernel
def push_burst(state, p, q, card):
    note(state.core, c.R_Y12, p, q)
    push(state, st.FRAME_BURST, p, q).card = card


@kernel
def ask_match(state, tables, frame, p):
    """RD15: whether the user discards a card of the suit shown."""
    shown = int(frame.card2)
    suits = tables.suit_sets[1 << int(tables.cards[shown].suit)]
    begin_options(state)
    if is_in(state.alive, p):
        for w in range(N_WORDS):
            offer_cards(state, codes.FORM_MATCH, 0, w, int(state.seats[p].hand[w]) & int(suits[w]))
    if state.n_options == 0:
        pop(state)
        return
    offer(state, codes.FORM_PASS, 0, 0)
    frame.step = 2
    ask(state, 15, p)


@kernel
def run_burst(state, tables, frame):
    """BURST: the target shows a card, the user may discard one of its suit (R-Y12)."""
    p, q = int(frame.seat), int(frame.other)
    if frame.step == 0:
        if state.seats[q].n_hand == 0:
            pop(state)
            return
        begin_options(state)
        list_hand(state, q, codes.FORM_SHOW)
        frame.step = 1
        ask(state, 14, q)
    elif frame.step == 1:
        frame.card2 = answer_low(state)
        ask_match(state, tables, frame, p)
    else:
        card = int(frame.card)
        is_match = answer_form(state) == codes.FORM_MATCH
        pop(state)
        if is_match:
            discard_hand(state, p, answer_low(state))
            suit = int(tables.cards[card].suit)
            push_damage(state, p, q, int(tables.flame_damage), codes.FIRE, card, codes.FLAME_BURST, suit)


# ---- COERCE: seat = user, other = armed one, d = whom he is to strike ----


@kernel
def push_coerce(state, p, q, named):
    note(state.core, c.R_Y5, p, q)
    push(state, st.FRAME_COERCE, p, q).d = named


@kernel
def give_weapon(state, tables, p, q):
    """The armed one hands the user his weapon, if he lives."""
    if is_in(state.alive, p):
        card = from_slot(state, tables, q, codes.WEAPON)
        to_hand(state, p, card)
        note(state.core, c.FACT_HAND, p, card)


@kernel
def run_coerce(state, tables, frame):
    """COERCE: a strike on the named one, or the weapon (R-Y5, RD16)."""
    p, q, named, step = int(frame.seat), int(frame.other), int(frame.d), int(frame.step)
    seat = state.seats[q]
    if step == 2 and frame.got != 0:
        pop(state)
    elif step == 1 and answer_form(state) != codes.FORM_CONCEDE:
        frame.step = 2
        push_fixed(state, tables, q, named, codes.FORM_STRIKE)
    elif not is_in(state.alive, q) or seat.slots[codes.WEAPON] < 0 or seat.slot_lies[codes.WEAPON] == codes.FACE_DOWN:
        pop(state)
    elif step == 1:
        pop(state)
        give_weapon(state, tables, p, q)
    else:
        begin_options(state)
        if is_in(state.alive, named) and is_in_range(state, tables, q, named):
            list_strikes(state, tables, q, codes.FORM_STRIKE)
        if state.n_options == 0:
            pop(state)
            give_weapon(state, tables, p, q)
            return
        offer(state, codes.FORM_CONCEDE, 0, 0)
        frame.step = 1
        ask(state, 16, q)
