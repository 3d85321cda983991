"""USE: a card is used on its targets (R-A2, R-Z2, R-Z3)."""

from sim.core import note
from sim.games.rider import clauses as c
from sim.games.rider import codes
from sim.games.rider import state as st
from sim.games.rider.bits import add, count, has, lowest, remove
from sim.games.rider.effects import push_effect
from sim.games.rider.fixed import FIXED, UNCOUNTED
from sim.games.rider.layout import N_WORDS, WORD_BITS
from sim.games.rider.respond import ask_half
from sim.games.rider.reveal import HOW_VIEW, push_reveal
from sim.games.rider.space import others_in_range
from sim.games.rider.stack import (
    answer_form,
    answer_low,
    ask,
    begin_options,
    fire,
    is_in,
    next_of,
    offer,
    pop_with,
)  # fmt: skip
from sim.games.rider.targets import is_chosen, is_usable_kind, most_targets, targets_of
from sim.games.rider.views import is_view_still, needs_reveal, spend
from sim.games.rider.zones import discard, n_in_hand, top_card
from sim.kernel import kernel

# mypy: ignore-errors

# USE: seat = user; kind, card, card2, via, skill, element, suit; n = charge bonus; mask = targets, todo = those still
# to be served, cancelled = seats asked as targets; a = FIXED + UNCOUNTED, b = seats that `need` more dodges; d = whom
# the armed one is to strike. Hands 1 down if it was used, 0 if it fizzled.


@kernel
def n_left(state, frame, p):
    """Hand cards (face-down ones too) that stay when the used ones have left."""
    n = n_in_hand(state.seats[p])
    if frame.via == st.VIA_COMBINER:
        return n - 2
    return n - has(state.seats[p].hand, int(frame.card))


@kernel
def begin_use(state, tables, frame, p):
    """Step 0: what comes before the targets."""
    if frame.via == st.VIA_SKILL and needs_reveal(state, p):
        frame.step = 1
        push_reveal(state, p, HOW_VIEW)
    elif frame.via == st.VIA_COMBINER:
        frame.step = 2
        ask_half(state, p, -1)
    else:
        frame.step = 4


@kernel
def test_view(state, tables, frame, p):
    """Step 1: after the reveal the same option must still be legal, else it fizzles (R-I3)."""
    frame.step = 4
    is_still = is_in(state.alive, p) and is_view_still(state, tables, p, int(frame.skill), int(frame.card), False)
    if is_still and frame.a & FIXED == 0:
        is_still = is_usable_kind(state, tables, p, int(frame.kind), int(frame.card))
    if not is_still:
        pop_with(state, 0)


@kernel
def ask_target(state, tables, frame, p):
    """Steps 4 and 5: find the targets, or ask for one more (RD5)."""
    kind = int(frame.kind)
    if frame.a & FIXED:
        frame.step = 8
        return
    legal = targets_of(state, tables, p, kind, int(frame.card))
    if not is_chosen(kind):
        frame.mask = legal
        frame.step = 8
        return
    n = count(int(frame.mask))
    left = legal & ~int(frame.mask)
    if left == 0 or n >= most_targets(state, tables, p, kind, n_left(state, frame, p)):
        frame.step = 8
        return
    begin_options(state)
    offer_seats(state, left, p)
    if n > 0:
        offer(state, codes.FORM_DONE, 0, 0)
    frame.step = 6
    ask(state, 5, p)


@kernel
def offer_seats(state, seats, p):
    """Options for seats, counterclockwise from the decider, himself first."""
    q = next_of(state, seats, p)
    while q >= 0:
        offer(state, codes.FORM_TARGET, 0, q)
        seats &= ~(1 << q)
        q = next_of(state, seats, p)


@kernel
def take_target(state, tables, frame, p):
    """Steps 6 and 7: RD5 is answered; coerce then asks whom the armed one is to strike."""
    if answer_form(state) == codes.FORM_DONE:
        frame.step = 8
        return
    q = answer_low(state)
    if frame.step == 7:
        frame.d = q
        frame.step = 8
        return
    frame.mask |= 1 << q
    frame.step = 5
    if frame.kind == codes.COERCE:
        begin_options(state)
        offer_seats(state, others_in_range(state, tables, q), p)
        frame.step = 7
        ask(state, 5, p)


@kernel
def ask_ignite(state, frame, p):
    """Step 8: a plain strike may be made a fire strike (R-U10)."""
    frame.step = 10
    if frame.kind == codes.STRIKE and state.seats[p].weapon == codes.IGNITER and frame.element == codes.NO_ELEMENT:
        begin_options(state)
        offer(state, codes.FORM_IGNITE, 0, 0)
        offer(state, codes.FORM_PASS, 0, 0)
        frame.step = 9
        ask(state, 15, p)


@kernel
def count_use(state, tables, frame, p):
    """Limits and counters of a use."""
    kind = int(frame.kind)
    seat = state.seats[p]
    if kind <= codes.LAST_STRIKE:
        frame.n = seat.charged
        seat.charged = 0
        seat.n_strikes += 1
        if frame.a & UNCOUNTED == 0:
            seat.strikes_used += 1
        if frame.via == st.VIA_RAGE:
            seat.rage_strikes += 1
    elif kind == codes.CHARGE:
        seat.charges_used += 1
        if frame.via == st.VIA_RAGE:
            seat.rage_charges += 1
    elif kind <= codes.LAST_BATTLE:
        seat.battle_skills += kind >= codes.BREAK
    else:
        seat.equips += 1


@kernel
def move_cards(state, tables, frame, p):
    """Step 10: rage is paid, the cards go to the resolving zone."""
    first, second = int(frame.card), int(frame.card2)
    spend(state, tables, p, int(frame.via), int(frame.skill), first)
    add(state.resolving, first)
    if second >= 0:
        note(state.core, c.R_U7, p, first)
        spend(state, tables, p, st.VIA_NONE, 0, second)
        add(state.resolving, second)
    count_use(state, tables, frame, p)
    note(state.core, c.R_A2, p, int(frame.kind))
    note_aim(state, frame, p)
    frame.todo = frame.mask
    frame.step = 11
    if int(state.listeners[codes.ON_CARD_USED]) | int(state.listeners[codes.ON_TARGETED]) == 0:
        frame.step = 13


@kernel
def note_aim(state, frame, p):
    """What everybody sees of hostile uses."""
    kind = int(frame.kind)
    if kind > codes.LAST_STRIKE and kind not in (codes.DUEL, codes.DETAIN, codes.CUT_OFF, codes.FLAME_BURST):
        return
    for q in range(int(state.core.n_seats)):
        if is_in(frame.mask, q):
            state.seats[p].aimed[q] += 1


@kernel
def tell_used(state, frame, p, here):
    """Step 11: card_used per target, counterclockwise from the user (R-Z2)."""
    q = next_of(state, int(frame.todo) & int(state.alive), p)
    if q < 0:
        frame.step = 12
        frame.cancelled = 0
        return
    frame.todo &= ~(1 << q)
    fire(state, codes.ON_CARD_USED, p, q, here)


@kernel
def tell_targeted(state, frame, p, here):
    """Step 12: targeted per target, one that was put in by a redirection included."""
    q = next_of(state, int(frame.mask) & int(state.alive) & ~int(frame.cancelled), p)
    if q < 0:
        frame.step = 13
        return
    frame.cancelled |= 1 << q
    fire(state, codes.ON_TARGETED, p, q, here)


@kernel
def begin_effects(state, tables, frame, p):
    """Step 13: share_out turns up its cards (R-Y9), unless all its targets were cancelled (R-Z3)."""
    frame.todo = frame.mask
    frame.step = 14
    if frame.kind == codes.SHARE_OUT and frame.mask != 0:
        for _ in range(int(state.n_alive)):
            card = top_card(state, tables)
            if card >= 0:
                add(state.resolving, card)
                add(state.share, card)
                note(state.core, c.CHANCE_TURN_UP, card, p)


@kernel
def next_effect(state, frame, p, here):
    """Step 14: the effect on the next target, counterclockwise from the user (R-Z2); the dead are skipped (R-Z4)."""
    q = next_of(state, frame.todo, p)
    if q < 0:
        frame.step = 15
        return
    frame.todo &= ~(1 << q)
    if frame.todo != 0:
        note(state.core, c.R_Z2, p, q)
    if is_in(state.alive, q):
        push_effect(state, p, q, here)
    else:
        note(state.core, c.R_Z4, q, 0)


@kernel
def end_use(state, frame):
    """Step 15: the cards go to the discard pile unless they were placed or taken."""
    first, second = int(frame.card), int(frame.card2)
    is_share = frame.kind == codes.SHARE_OUT
    pop_with(state, 1)
    for w in range(N_WORDS if is_share else 0):
        bits = int(state.share[w])
        state.share[w] = 0
        while bits != 0:
            discard_resolved(state, w * WORD_BITS + lowest(bits))
            bits &= bits - 1
    if second >= 0:
        discard_resolved(state, min(first, second))
        first = max(first, second)
    discard_resolved(state, first)


@kernel
def discard_resolved(state, card):
    if has(state.resolving, card):
        remove(state.resolving, card)
        discard(state, card)


@kernel
def take_half_of_use(state, frame, p):
    """Steps 2 and 3: combiner's two cards."""
    if frame.step == 2:
        frame.card = answer_low(state)
        frame.step = 3
        ask_half(state, p, int(frame.card))
        return
    frame.card2 = answer_low(state)
    frame.step = 4


@kernel
def run_use(state, tables, frame):
    """USE, in the order of section 4.2."""
    p, step = int(frame.seat), int(frame.step)
    here = int(state.depth) - 1
    if step == 14:
        next_effect(state, frame, p, here)
    elif step == 4 or step == 5:
        ask_target(state, tables, frame, p)
    elif step == 6 or step == 7:
        take_target(state, tables, frame, p)
    elif step == 8:
        ask_ignite(state, frame, p)
    elif step == 9:
        if answer_form(state) == codes.FORM_IGNITE:
            note(state.core, c.R_U10, p, 0)
            frame.element = codes.FIRE
        frame.step = 10
    elif step == 10:
        move_cards(state, tables, frame, p)
    elif step == 11:
        tell_used(state, frame, p, here)
    elif step == 12:
        tell_targeted(state, frame, p, here)
    elif step == 13:
        begin_effects(state, tables, frame, p)
    elif step == 15:
        end_use(state, frame)
    elif step == 0:
        begin_use(state, tables, frame, p)
    elif step == 1:
        test_view(state, tables, frame, p)
    else:
        take_half_of_use(state, frame, p)
