"""Judgements and delayed battle skills (R-J, R-Y13 to R-Y15)."""

from sim.core import note
from sim.games.rider import clauses as c
from sim.games.rider import codes
from sim.games.rider import state as st
from sim.games.rider.bits import add, remove
from sim.games.rider.damage import push_damage
from sim.games.rider.nullify import push_nullify
from sim.games.rider.stack import fire, is_in, pop, pop_with, push
from sim.games.rider.zones import discard, from_judged, has_judged, place_judged, top_card
from sim.kernel import kernel

# mypy: ignore-errors

HIT, MISS = 1, 2  # results of JUDGE

# ---- JUDGE: seat = judged; card, suit; b = suits of the set, c and d = its ranks, n = result ----


@kernel
def push_judge(state, p, suits):
    frame = push(state, st.FRAME_JUDGE, p, p)
    frame.b = suits
    frame.c = 1
    frame.d = 13
    return frame


@kernel
def set_judged(state, tables, frame, card):
    """A card is turned up or put in the place of the one that was."""
    add(state.resolving, card)
    frame.card = card
    frame.suit = tables.cards[card].suit
    frame.kind = tables.cards[card].kind


@kernel
def judge_result(tables, frame):
    """After the replacements the last card's suit and rank count (R-J3)."""
    rank = int(tables.cards[int(frame.card)].rank)
    is_hit = (int(frame.b) >> int(frame.suit)) & 1 == 1 and frame.c <= rank <= frame.d
    return HIT if is_hit else MISS


@kernel
def run_judge(state, tables, frame):
    """JUDGE: turn up, judge_flip, result, judge_done, discard; hands HIT or MISS down."""
    p, step = int(frame.seat), int(frame.step)
    here = int(state.depth) - 1
    frame.step = step + 1
    if step == 0:
        card = top_card(state, tables)
        if card < 0:
            pop_with(state, MISS)
            return
        set_judged(state, tables, frame, card)
        state.judge_n += 1
        note(state.core, c.R_J3, p, card)
        note(state.core, c.CHANCE_TURN_UP, card, p)
        fire(state, codes.ON_JUDGE_FLIP, -1, p, here)
    elif step == 1:
        frame.n = judge_result(tables, frame)
        fire(state, codes.ON_JUDGE_DONE, -1, p, here)
    else:
        card = int(frame.card)
        result = int(frame.n)
        pop_with(state, result)
        if card >= 0:
            remove(state.resolving, card)
            discard(state, card)


# ---- DELAYED: seat = owner; card, kind ----


@kernel
def leave(state, p, card):
    """The card leaves the judgement area for the discard pile."""
    if from_judged(state, p, card) >= 0:
        discard(state, card)


@kernel
def move_storm(state, p, card, kind):
    """R-Y13: to the next seat without one; the owner himself comes last."""
    note(state.core, c.R_Y13, p, 0)
    q = (p + 1) % int(state.core.n_seats)
    while q != p and (not is_in(state.alive, q) or has_judged(state.seats[q], kind)):
        if is_in(state.alive, q):
            note(state.core, c.R_A3, q, card)
        q = (q + 1) % int(state.core.n_seats)
    if q != p and from_judged(state, p, card) >= 0:
        place_judged(state, q, card, kind)


@kernel
def push_delayed_judge(state, tables, p, kind):
    """The judgement of a delayed card: what lets its victim go, or for storm what hits."""
    if kind == codes.STORM:
        frame = push_judge(state, p, codes.FILTERS_SPADE)
        frame.c = tables.storm_low
        frame.d = tables.storm_high
    else:
        push_judge(state, p, codes.FILTERS_HEART if kind == codes.DETAIN else codes.FILTERS_CLUB)


@kernel
def carry_out(state, tables, frame, p, card, kind):
    """The effect after the judgement; storm that hits stays until its damage is settled."""
    got = int(frame.got)
    if kind == codes.STORM:
        note(state.core, c.R_Y13, p, got)
        if got == HIT:
            suit = int(tables.cards[card].suit)
            push_damage(state, -1, p, int(tables.storm_damage), codes.THUNDER, card, kind, suit)
            return
        pop(state)
        move_storm(state, p, card, kind)
        return
    pop(state)
    if kind == codes.DETAIN:
        note(state.core, c.R_Y14, p, got)
        if got != HIT:
            state.seats[p].skips |= 1 << codes.PHASE_PLAY
    else:
        note(state.core, c.R_Y15, p, got)
        if got != HIT:
            state.seats[p].skips |= 1 << codes.PHASE_DRAW
    leave(state, p, card)


@kernel
def run_delayed(state, tables, frame):
    """DELAYED: nullify window, judgement, effect, the card leaves (R-J2)."""
    p, card, kind, step = int(frame.seat), int(frame.card), int(frame.kind), int(frame.step)
    frame.step = step + 1
    if not is_in(state.alive, p):
        pop(state)
    elif step == 0:
        note(state.core, c.R_J2, p, card)
        push_nullify(state, tables, frame)
    elif step == 1:
        if frame.got == 0:
            push_delayed_judge(state, tables, p, kind)
            return
        pop(state)
        if kind == codes.STORM:
            move_storm(state, p, card, kind)
        else:
            leave(state, p, card)
    elif step == 2:
        carry_out(state, tables, frame, p, card, kind)
    else:
        pop(state)
        leave(state, p, card)
