"""RESPOND: a dodge or strike is demanded (RD7)."""

from sim.core import note
from sim.games.rider import clauses as c
from sim.games.rider import codes
from sim.games.rider import state as st
from sim.games.rider.bits import add, remove
from sim.games.rider.judge import HIT, push_judge
from sim.games.rider.reveal import HOW_VIEW, push_reveal
from sim.games.rider.stack import (
    answer_form,
    answer_low,
    answer_skill,
    ask,
    begin_options,
    is_in,
    offer,
    pop_with,
    push,
)  # fmt: skip
from sim.games.rider.views import is_view_still, list_hand, list_kind, list_views, needs_reveal, spend
from sim.games.rider.zones import discard, from_hand
from sim.kernel import kernel

# mypy: ignore-errors

# RESPOND: seat; kind = DODGE or STRIKE, a = played (1) or used (0), b = gear is ignored, c = reflex was tried.


@kernel
def push_respond(state, p, kind, is_play, is_pierced):
    frame = push(state, st.FRAME_RESPOND, p, p)
    frame.kind = kind
    frame.a = is_play
    frame.b = is_pierced


@kernel
def list_respond(state, tables, frame, p):
    """RD7."""
    begin_options(state)
    kind, is_play = int(frame.kind), frame.a != 0
    seat = state.seats[p]
    list_kind(state, tables, p, kind, codes.FORM_PLAY)
    if kind == codes.STRIKE:
        if tables.rage_window == 1 and is_play and seat.rage >= tables.rage_card_cost:
            list_hand(state, p, codes.FORM_PLAY_RAGE)
        list_views(state, tables, p, kind, is_play, codes.FORM_PLAY_VIA)
        if seat.weapon == codes.COMBINER and seat.n_hand >= 2:
            offer(state, codes.FORM_PLAY_COMBINER, 0, 0)
        return
    list_views(state, tables, p, kind, is_play, codes.FORM_PLAY_VIA)
    if seat.gear == codes.REFLEX_GEAR and frame.c == 0:
        if frame.b == 0:
            offer(state, codes.FORM_REFLEX, 0, 0)
        else:
            note(state.core, c.R_U3, p, 0)


@kernel
def answered(state, p, kind):
    """The demand is met."""
    if kind == codes.DODGE:
        state.seats[p].n_dodges += 1
        note(state.core, c.R_B4, p, 0)
    pop_with(state, 1)


@kernel
def play(state, tables, frame, p, via):
    card = int(frame.card)
    spend(state, tables, p, via, int(frame.skill), card)
    discard(state, card)
    if via == st.VIA_RAGE:
        state.seats[p].rage_strikes += 1
    answered(state, p, int(frame.kind))


@kernel
def ask_half(state, p, but):
    """RD10: one of the two cards of combiner."""
    begin_options(state)
    if but >= 0:
        remove(state.seats[p].hand, but)
    list_hand(state, p, codes.FORM_PAY)
    if but >= 0:
        add(state.seats[p].hand, but)
    ask(state, 10, p)


@kernel
def take_answer(state, tables, frame, p):
    form = answer_form(state)
    frame.card = answer_low(state)
    frame.skill = answer_skill(state)
    if form == codes.FORM_DECLINE:
        pop_with(state, 0)
    elif form == codes.FORM_PLAY:
        play(state, tables, frame, p, st.VIA_NONE)
    elif form == codes.FORM_PLAY_RAGE:
        play(state, tables, frame, p, st.VIA_RAGE)
    elif form == codes.FORM_REFLEX:
        frame.step = 3
        note(state.core, c.R_U12, p, 0)
        push_judge(state, p, codes.FILTERS_RED)
    elif form == codes.FORM_PLAY_COMBINER:
        frame.step = 4
        ask_half(state, p, -1)
    elif needs_reveal(state, p):
        frame.step = 2
        push_reveal(state, p, HOW_VIEW)
    else:
        play(state, tables, frame, p, st.VIA_SKILL)


@kernel
def take_half(state, frame, p):
    """A half of combiner was chosen."""
    if frame.step == 4:
        frame.card = answer_low(state)
        frame.step = 5
        ask_half(state, p, int(frame.card))
        return
    first, second = int(frame.card), answer_low(state)
    note(state.core, c.R_U7, p, first)
    from_hand(state, p, first)
    from_hand(state, p, second)
    discard(state, min(first, second))
    discard(state, max(first, second))
    answered(state, p, codes.STRIKE)


@kernel
def run_respond(state, tables, frame):
    """RESPOND: hands 1 down if the demand was met, else 0."""
    p, step = int(frame.seat), int(frame.step)
    if step == 1:
        take_answer(state, tables, frame, p)
    elif step >= 4:
        take_half(state, frame, p)
    elif not is_in(state.alive, p):
        pop_with(state, 0)
    elif step == 2 and is_view_still(state, tables, p, int(frame.skill), int(frame.card), frame.a != 0):
        play(state, tables, frame, p, st.VIA_SKILL)
    elif step == 3 and frame.got == HIT:
        answered(state, p, codes.DODGE)
    else:
        if step == 3:
            frame.c = 1
        list_respond(state, tables, frame, p)
        if state.n_options == 0:
            pop_with(state, 0)
            return
        offer(state, codes.FORM_DECLINE, 0, 0)
        frame.step = 1
        ask(state, 7, p)
