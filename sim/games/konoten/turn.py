"""One main turn (N-A)."""

from sim.core import note
from sim.games.konoten import clauses as c
from sim.games.konoten import codes
from sim.games.konoten import state as st
from sim.games.konoten.activation import begin_act
from sim.games.konoten.building import begin_build
from sim.games.konoten.gains import gain_ap, gain_creativity, gain_items, pay_ap, pay_items, take_card
from sim.games.konoten.stack import answer_a, answer_form, answer_low, push
from sim.games.konoten.wills import use_will
from sim.games.konoten.workers import take_worker
from sim.kernel import kernel

# mypy: ignore-errors


@kernel
def end_turns(state, p):
    """N-A18: no more main turns of this seat in this round."""
    state.seats[p].has_ended = 1
    state.n_ended += 1
    note(state.core, c.N_A18, p, 0)
    if state.first_ended < 0:
        state.first_ended = p
        state.seats[p].first_to_end_count += 1


@kernel
def _count_facility(state, p, f):
    seat = state.seats[p]
    if f == codes.FOCUS:
        seat.focus += 1
        note(state.core, c.N_A8, p, f)
    elif f == codes.NEGOTIATE:
        seat.negotiates += 1
        note(state.core, c.N_A9, p, f)
    elif f == codes.SPIRIT:
        seat.spirits += 1
        note(state.core, c.N_A11, p, f)


@kernel
def _use_facility(state, tables, p, f, source):
    """N-A5 to N-A12: the worker goes there, acted; pay the left side and the hub, gain the right side."""
    row = tables.facilities[f]
    take_worker(state, p, source)
    state.seats[p].stations[f] += 1
    state.stations[f] += 1
    note(state.core, c.N_A5, p, f)
    note(state.core, c.N_A6, p, f)
    pay_items(state, p, int(row.pays[0]), int(row.pays[1]), int(row.pays[2]))
    state.seats[p].creativity -= row.pays[3]
    pay_ap(state, p, int(row.ap))
    _count_facility(state, p, f)
    if row.special == codes.SPECIAL_LENS:
        begin_build(state)
        push(state, st.FRAME_POLISH, p)
        return
    if row.special == codes.SPECIAL_MARKER:
        state.next_start = p
        state.negotiations += 1
    gain_ap(state, tables, p, int(row.yields[4]))
    gain_creativity(state, tables, p, int(row.yields[3]))
    gain_items(state, tables, p, int(row.yields[0]), int(row.yields[1]), int(row.yields[2]), False)


@kernel
def take_turn(state, tables):
    """One action of the seat whose turn it is (N-R6)."""
    p = int(state.turn)
    form = answer_form(state)
    state.main_turns += 1
    state.seats[p].turns += 1
    note(state.core, c.N_R6, p, form)
    note(state.core, c.FACT_TURN, p, form)
    if form == codes.FORM_COLLECT:
        pay_ap(state, p, int(tables.collect_ap))
        note(state.core, c.N_A1, p, answer_a(state))
        note(state.core, c.N_D2_COLLECT, p, answer_a(state))
        take_card(state, tables, p, answer_a(state))
    elif form == codes.FORM_WILL:
        note(state.core, c.N_D2_WILL, p, answer_a(state))
        use_will(state, tables, p, answer_a(state))
    elif form == codes.FORM_FACILITY:
        note(state.core, c.N_D2_FACILITY, p, answer_a(state))
        _use_facility(state, tables, p, answer_a(state), answer_low(state))
    elif form == codes.FORM_END:
        note(state.core, c.N_D2_END, p, 0)
        end_turns(state, p)
    else:
        note(state.core, c.N_D2_ACTIVATE + form - codes.FORM_ACTIVATE, p, answer_a(state))
        mode = st.MODE_PLAIN if form == codes.FORM_ACTIVATE else st.MODE_TAKE
        begin_act(state, p, answer_a(state), mode, answer_low(state))
