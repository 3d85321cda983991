"""The phases of a round (N-R)."""

from sim.core import note
from sim.games.konoten import clauses as c
from sim.games.konoten import codes
from sim.games.konoten import state as st
from sim.games.konoten.gains import gain_ap, gain_creativity
from sim.games.konoten.growth import meet
from sim.games.konoten.layout import MAX_NODES
from sim.games.konoten.legal import mark_kept_back
from sim.games.konoten.stack import ask, push
from sim.games.konoten.turn import end_turns
from sim.kernel import kernel, small_kernel

# mypy: ignore-errors

# Steps of the end phase.
_TURN_WORKERS, _EFFECTS, _CLOSE = range(3)


@small_kernel
def seat_at(state, index):
    """Seat at a place of the turn order of this round."""
    return (int(state.start_seat) + index) % int(state.core.n_seats)


@kernel
def begin_round(state, tables):
    """N-R1: the next supply phase."""
    state.phase = st.PHASE_SUPPLY
    state.step = 0
    state.index = 0
    state.starts[int(state.round_no)] = int(state.start_seat) + 1
    note(state.core, c.N_R1, int(state.start_seat), int(state.round_no))
    note(state.core, c.FACT_ROUND, int(state.start_seat), int(state.round_no))


@kernel
def run_supply(state, tables):
    """N-R2 to N-R5: each seat both steps, then the next."""
    if state.index == state.core.n_seats:
        state.phase = st.PHASE_MAIN
        state.step = 0
        state.turn = state.start_seat
        return
    p = seat_at(state, int(state.index))
    if state.step == 0:
        gain_ap(state, tables, p, int(tables.supply_ap))
        gain_creativity(state, tables, p, int(tables.supply_creativity))
        state.n_tokens = tables.supply_tokens
        state.step = 1
        note(state.core, c.N_R2, p, 0)
        note(state.core, c.N_R3, p, 0)
    if state.n_tokens > 0 and state.seats[p].stock > 0:
        state.n_tokens -= 1
        state.seats[p].stock -= 1
        note(state.core, c.N_R4, p, 0)
        push(state, st.FRAME_TOKEN, p)
        return
    if state.n_tokens > 0:
        note(state.core, c.N_R5, p, 0)
    state.step = 0
    state.index += 1


@kernel
def run_main(state, tables):
    """N-R6 to N-R9: ask the next seat that has not ended."""
    n_seats = int(state.core.n_seats)
    if state.step == 1:  # a turn is over
        state.step = 0
        state.turn = (int(state.turn) + 1) % n_seats
        if state.main_turns >= tables.turn_limit and state.n_ended < n_seats:
            _stop(state)
    if state.n_ended == n_seats:
        state.phase = st.PHASE_END
        state.step = _TURN_WORKERS
        return
    while state.seats[int(state.turn)].has_ended != 0:
        note(state.core, c.N_R8, int(state.turn), 0)
        state.turn = (int(state.turn) + 1) % n_seats
    state.step = 1
    mark_kept_back(state, tables, int(state.turn))
    ask(state, st.ASK_TURN, st.D_TURN, int(state.turn))


@kernel
def _stop(state):
    """N-R15: all seats end."""
    state.is_limited = 1
    note(state.core, c.N_R15, 0, 0)
    for k in range(int(state.core.n_seats)):
        p = seat_at(state, k)
        if state.seats[p].has_ended == 0:
            end_turns(state, p)


@kernel
def _turn_workers(state):
    """N-R10, N-R11: workers turn un-acted; those on facilities go home."""
    for p in range(int(state.core.n_seats)):
        seat = state.seats[p]
        seat.unacted += seat.acted
        seat.acted = 0
        for f in range(4):
            seat.unacted += seat.stations[f]
            seat.stations[f] = 0
    for f in range(4):
        state.stations[f] = 0
    for i in range(int(state.n_lenses)):
        state.lenses[i].is_acted = 0
    note(state.core, c.N_R10, 0, 0)
    note(state.core, c.N_R11, 0, 0)


@kernel
def _move_marker(state, tables):
    """N-R13: who starts the next round."""
    note(state.core, c.N_R13, int(state.next_start), 0)
    if state.next_start >= 0:
        note(state.core, c.N_R13_NEGOTIATED, int(state.next_start), 0)
        state.start_seat = state.next_start
    elif tables.start_fallback == codes.FALLBACK_FIRST and state.first_ended >= 0:
        state.start_seat = state.first_ended
    elif tables.start_fallback == codes.FALLBACK_ROTATE:
        state.start_seat = (int(state.start_seat) + 1) % int(state.core.n_seats)


@kernel
def _clear_flags(state):
    """N-R14, and the scores after the round."""
    for p in range(int(state.core.n_seats)):
        seat = state.seats[p]
        seat.has_ended = 0
        for node in range(MAX_NODES):
            seat.wills_used[node] = 0
        for later in range(int(state.round_no), st.MAX_ROUNDS):
            seat.round_vp[later] = seat.vp
    state.n_ended = 0
    state.negotiations = 0
    state.next_start = -1
    state.first_ended = -1
    note(state.core, c.N_R14, 0, 0)


@kernel
def run_end(state, tables):
    """N-R10 to N-R14."""
    if state.step == _TURN_WORKERS:
        _turn_workers(state)
        state.index = 0
        state.step = _EFFECTS
    elif state.step == _EFFECTS:
        p = seat_at(state, int(state.index))
        if (int(state.seats[p].whens) >> codes.ROUND_END) & 1:
            note(state.core, c.N_R12, p, 0)
        meet(state, tables, p, codes.ROUND_END)
        state.index += 1
        if state.index == state.core.n_seats:
            state.step = _CLOSE
    else:
        is_last = int(state.round_no) + 1 == tables.rounds or state.is_limited != 0
        if not is_last:
            _move_marker(state, tables)
        _clear_flags(state)
        if is_last:
            state.phase = st.PHASE_FINAL
            state.index = 0
            note(state.core, c.N_E1, int(state.start_seat), 0)
        else:
            state.round_no += 1
            begin_round(state, tables)
