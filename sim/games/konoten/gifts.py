"""Items that change hands or kind: convert, give, steal (N-C300, N-C309, N-C105)."""

from sim.core import note
from sim.games.konoten import clauses as c
from sim.games.konoten import codes
from sim.games.konoten import state as st
from sim.games.konoten.gains import book, place_batch
from sim.games.konoten.stack import answer_a, answer_form, answer_low, ask, clear_options, offer
from sim.games.konoten.tasks import check_tasks
from sim.kernel import kernel

# mypy: ignore-errors


@kernel
def run_convert(state, tables, frame, op):
    """N-D11: one item into another, or none."""
    p = int(frame.seat)
    seat = state.seats[p]
    if frame.step == 0:
        frame.step = 1
        clear_options(state)
        offer(state, codes.FORM_CONVERT_NONE, 0, 0)
        for k in range(int(op.n_pairs)):
            source = int(op.pairs[k, 0])
            if seat.items[source] > 0 and state.items[int(op.pairs[k, 1])] > 0:
                offer(state, codes.FORM_CONVERT, source, k)
        ask(state, st.ASK_OPTIONS, st.D_CONVERT, p)
        return
    frame.step = 0
    frame.pc += 1
    if answer_form(state) == codes.FORM_CONVERT_NONE:
        if state.n_options > 1:
            note(state.core, c.N_D11_NONE, p, 0)
        return
    source = answer_a(state)
    target = int(op.pairs[answer_low(state), 1])
    if source == codes.STAGNATION:
        note(state.core, c.N_D11_STAGNATION, p, source)
    elif source == codes.LIGHT:
        note(state.core, c.N_D11_LIGHT, p, source)
    seat.items[source] -= 1
    state.items[source] += 1
    seat.items[target] += 1
    state.items[target] -= 1
    check_tasks(state, tables, p)


@kernel
def _ask_give(state, frame, p):
    """frame.n holds the bit set of kinds that were given already."""
    clear_options(state)
    offer(state, codes.FORM_GIVE_NONE, 0, 0)
    for kind in range(3):
        if (int(frame.n) >> kind) & 1 == 0 and state.seats[p].items[kind] > 0:
            for other in range(int(state.core.n_seats)):
                if other != p and state.seats[other].items[kind] < state.seats[p].items[kind]:
                    offer(state, codes.FORM_GIVE, kind, other)
    ask(state, st.ASK_OPTIONS, st.D_GIVE, p)


@kernel
def run_give(state, tables, frame, op):
    """N-D16: an item to a seat that holds fewer of it; by ruling once for each kind."""
    p = int(frame.seat)
    if frame.step == 0:
        frame.step = 1
        _ask_give(state, frame, p)
        return
    if answer_form(state) == codes.FORM_GIVE_NONE:
        if state.n_options > 1:
            note(state.core, c.N_D16_NONE, p, 0)
        frame.step = 0
        frame.n = 0
        frame.pc += 1
        return
    kind = answer_a(state)
    note(state.core, c.N_D16_LIGHT + kind, p, answer_low(state))
    frame.step = 0
    frame.n = (int(frame.n) | (1 << kind)) if op.what == codes.GIFTS_PER_KIND else 7
    if frame.n == 7:
        frame.n = 0
        frame.pc += 1
    state.seats[p].items[kind] -= 1
    book(state, tables, p, st.PART_ROUND_END, int(op.items[kind]))
    place_batch(state, tables, answer_low(state), int(kind == 0), int(kind == 1), int(kind == 2), False)


@kernel
def run_steal(state, tables, p, op):
    """N-C3, first half: the others give in turn order; all of it is one batch."""
    n_seats = int(state.core.n_seats)
    light = rainbow = stagnation = 0
    for k in range(1, n_seats):
        other = state.seats[(p + k) % n_seats]
        taken_light = min(int(op.items[0]), int(other.items[0]))
        taken_rainbow = min(int(op.items[1]), int(other.items[1]))
        taken_stagnation = min(int(op.items[2]), int(other.items[2]))
        other.items[0] -= taken_light
        other.items[1] -= taken_rainbow
        other.items[2] -= taken_stagnation
        light += taken_light
        rainbow += taken_rainbow
        stagnation += taken_stagnation
    note(state.core, c.N_C3, p, light + rainbow + stagnation)
    place_batch(state, tables, p, light, rainbow, stagnation, False)
