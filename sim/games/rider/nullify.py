"""The nullify window (R-Y10, R-Z6)."""

from sim.core import note
from sim.games.rider import clauses as c
from sim.games.rider import codes
from sim.games.rider import state as st
from sim.games.rider.bits import meets
from sim.games.rider.reveal import HOW_VIEW, push_reveal
from sim.games.rider.stack import (
    answer_form,
    answer_low,
    answer_skill,
    ask,
    begin_options,
    is_in,
    next_of,
    offer,
    pop_with,
    push,
)  # fmt: skip
from sim.games.rider.views import is_view_still, list_kind, list_views, needs_reveal, spend
from sim.games.rider.zones import discard
from sim.kernel import kernel

# mypy: ignore-errors


@kernel
def can_anyone_nullify(state, tables):
    for p in range(int(state.core.n_seats)):
        if is_in(state.alive, p):
            seat = state.seats[p]
            if meets(seat.hand, tables.kind_sets[codes.NULLIFY]):
                return True
            if int(tables.warriors[int(seat.warrior)].view_kinds) >> codes.NULLIFY & 1:
                return True
    return False


@kernel
def push_nullify(state, tables, below):
    """Open a window above the frame `below`, whose `got` becomes 1 if the effect fails."""
    below.got = 0
    if can_anyone_nullify(state, tables):
        open_window(state, push(state, st.FRAME_NULLIFY, -1, -1))


@kernel
def open_window(state, frame):
    frame.todo = state.alive
    frame.cursor = state.turn_seat
    frame.step = 0


@kernel
def accept(state, tables, frame, via):
    """A nullify is used: a new window against it (R-Z6)."""
    p, card = int(frame.seat), int(frame.card)
    spend(state, tables, p, via, int(frame.skill), card)
    discard(state, card)
    frame.n += 1
    state.nullify_n += 1
    state.seats[p].battle_skills += 1
    note(state.core, c.R_Y10, p, card)
    open_window(state, frame)


@kernel
def ask_next(state, tables, frame):
    """NULLIFY: ask the next one who can; when all have passed, the parity decides."""
    while True:
        p = next_of(state, int(frame.todo) & int(state.alive), int(frame.cursor))
        if p < 0:
            if frame.n > 0:
                note(state.core, c.R_Z6, int(frame.n), 0)
            pop_with(state, int(frame.n) & 1)
            return
        begin_options(state)
        list_kind(state, tables, p, codes.NULLIFY, codes.FORM_NULLIFY)
        list_views(state, tables, p, codes.NULLIFY, False, codes.FORM_NULLIFY_VIA)
        if state.n_options > 0:
            offer(state, codes.FORM_DECLINE, 0, 0)
            frame.seat = p
            frame.step = 1
            ask(state, 8, p)
            return
        frame.todo &= ~(1 << p)


@kernel
def run_nullify(state, tables, frame):
    """NULLIFY: n = accepted so far, seat = who is asked, todo = those still to be asked."""
    p, step = int(frame.seat), int(frame.step)
    if step == 0:
        ask_next(state, tables, frame)
    elif step == 1:
        frame.step = 0
        form = answer_form(state)
        frame.card = answer_low(state)
        frame.skill = answer_skill(state)
        if form == codes.FORM_DECLINE:
            frame.todo &= ~(1 << p)
        elif form == codes.FORM_NULLIFY:
            accept(state, tables, frame, st.VIA_NONE)
        elif needs_reveal(state, p):
            frame.step = 2
            push_reveal(state, p, HOW_VIEW)
        else:
            accept(state, tables, frame, st.VIA_SKILL)
    else:
        frame.step = 0
        if is_in(state.alive, p) and is_view_still(state, tables, p, int(frame.skill), int(frame.card), False):
            accept(state, tables, frame, st.VIA_SKILL)
