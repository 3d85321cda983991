"""Workers: gained, spent, and the places where un-acted ones wait (N-G7 to N-G9, N-L5)."""

from sim.core import note
from sim.games.konoten import clauses as c
from sim.games.konoten import codes
from sim.games.konoten import state as st
from sim.games.konoten.growth import meet
from sim.games.konoten.stack import answer_a, answer_low, ask, clear_options, offer, pop, push
from sim.kernel import kernel

# mypy: ignore-errors


@kernel
def n_workers(state, p):
    """Workers of a seat, wherever they stand."""
    seat = state.seats[p]
    n = int(seat.unacted) + int(seat.acted) + int(seat.on_lenses)
    for f in range(4):
        n += int(seat.stations[f])
    return n


@kernel
def gain_worker(state, tables, p, is_acted):
    """A token that has left its place becomes a worker in the lobby (N-G7, N-G8)."""
    seat = state.seats[p]
    if is_acted:
        seat.acted += 1
        note(state.core, c.N_G8, p, 0)
    else:
        seat.unacted += 1
        note(state.core, c.N_G7, p, 0)
    seat.workers_gained += 1
    note(state.core, c.FACT_WORKER, p, is_acted)
    note(state.core, c.N_G9, p, 0)
    meet(state, tables, p, codes.ON_WORKER_GAINED)


@kernel
def worker_from_stock(state, tables, p, is_acted):
    """The same with a token from stock; nothing if there is none."""
    if state.seats[p].stock == 0:
        note(state.core, c.N_G8_EMPTY_STOCK, p, 0)
        return
    state.seats[p].stock -= 1
    gain_worker(state, tables, p, is_acted)


@kernel
def _ask_spend(state, p, excepted):
    seat = state.seats[p]
    clear_options(state)
    if seat.unacted > 0:
        offer(state, codes.FORM_SPEND_WORKER, codes.FROM_LOBBY_UNACTED, 0)
    if seat.acted > 0:
        offer(state, codes.FORM_SPEND_WORKER, codes.FROM_LOBBY_ACTED, 0)
    for f in range(4):
        if seat.stations[f] > 0:
            offer(state, codes.FORM_SPEND_WORKER, codes.FROM_FACILITY, f)
    if seat.on_lenses > 0:
        for i in range(int(state.n_lenses)):
            if state.lenses[i].worker == p and i != excepted:
                offer(state, codes.FORM_SPEND_WORKER, codes.FROM_LENS, i)
    ask(state, st.ASK_OPTIONS, st.D_SPEND_WORKER, p)


@kernel
def run_spend_worker(state, tables, frame):
    """N-D10: return one own worker to stock; frame.n - 1 is the lens whose worker is excepted."""
    p = int(frame.seat)
    if frame.step == 0:
        frame.step = 1
        _ask_spend(state, p, int(frame.n) - 1)
        if state.n_options == 0:  # an effect took the last one
            state.ask = st.ASK_NOTHING
            pop(state)
        return
    pop(state)
    seat = state.seats[p]
    place = answer_a(state)
    if place == codes.FROM_LOBBY_UNACTED:
        seat.unacted -= 1
    elif place == codes.FROM_LOBBY_ACTED:
        seat.acted -= 1
    elif place == codes.FROM_FACILITY:
        seat.stations[answer_low(state)] -= 1
        state.stations[answer_low(state)] -= 1
    else:
        state.lenses[answer_low(state)].worker = -1
        seat.on_lenses -= 1
    seat.stock += 1
    seat.workers_spent += 1
    note(state.core, c.N_D10, p, place)
    if frame.n > 0 or (state.n_acts > 0 and state.act.mode == st.MODE_FINAL):  # paid to a lens, not by N-C3
        note(state.core, c.N_L5_LOBBY_UNACTED + place, p, place)
    note(state.core, c.N_G9, p, 1)
    meet(state, tables, p, codes.ON_WORKER_RETURNED)


@kernel
def run_tax(state, tables, frame):
    """N-C3: every other seat with a worker returns frame.n of its choice, in turn order from frame.seat."""
    n_seats = int(state.core.n_seats)
    while frame.index < n_seats - 1:
        victim = (int(frame.seat) + 1 + int(frame.index)) % n_seats
        if frame.step < frame.n and n_workers(state, victim) > 0:
            frame.step += 1
            push(state, st.FRAME_SPEND_WORKER, victim)
            return
        frame.index += 1
        frame.step = 0
    pop(state)


@kernel
def take_worker(state, p, source):
    """The executing worker leaves its place: 0 = lobby, 1 + lens."""
    seat = state.seats[p]
    if source == 0:
        seat.unacted -= 1
    else:
        state.lenses[source - 1].worker = -1
        seat.on_lenses -= 1


@kernel
def is_source(state, tables, p, source, target):
    """Whether an un-acted own worker waits at `source` that may run lens `target` (-1 = a facility)."""
    if source == 0:
        return state.seats[p].unacted > 0
    lens = state.lenses[source - 1]
    return lens.worker == p and lens.is_acted == 0 and source - 1 != target


@kernel
def n_sources(state, tables, p):
    """How many values of `source` may be asked for."""
    return 1 + int(state.n_lenses) if tables.worker_source == codes.SOURCE_LOBBY_OR_LENS else 1
