"""Tasks, and the tokens that they and the supply pay (N-T, N-R4, N-G3)."""

from sim.core import note
from sim.games.konoten import clauses as c
from sim.games.konoten import codes
from sim.games.konoten import state as st
from sim.games.konoten.growth import growable, place_growth
from sim.games.konoten.stack import answer_a, answer_form, ask, clear_options, offer, pop, push
from sim.games.konoten.workers import gain_worker
from sim.kernel import kernel

# mypy: ignore-errors


@kernel
def _is_reached(state, tables, p, task):
    """Whether the token of a task is still there and its condition holds (N-T1)."""
    seat = state.seats[p]
    if (int(seat.tasks) >> task) & 1 == 0:
        return False
    row = tables.tasks[task]
    has = int(seat.n_lenses) if row.what == codes.COUNT_LENSES else int(seat.items[int(row.what)])
    return has >= row.n


@kernel
def check_tasks(state, tables, p):
    """N-T2: after a batch, a gift, a conversion or a new lens; or at the end of the action, by ruling."""
    if state.seats[p].tasks == 0:
        return
    if tables.task_timing == codes.TASKS_AT_END:
        state.dirty |= 1 << p
        return
    for task in range(len(codes.TASKS)):
        if _is_reached(state, tables, p, task):
            push(state, st.FRAME_TASKS, p)
            return


@kernel
def settle(state, first):
    """Push the task checks that waited for the end of an action; whether there were any."""
    n = int(state.core.n_seats)
    for k in range(n):
        p = (first + k) % n
        if (int(state.dirty) >> p) & 1:
            state.dirty &= ~(1 << p)
            push(state, st.FRAME_TASKS, p)
            return True
    return False


@kernel
def run_tasks(state, tables, frame):
    """Tasks of one seat in order; each that is reached gives up its token (N-T3)."""
    p = int(frame.seat)
    while frame.index < len(codes.TASKS):
        task = int(frame.index)
        frame.index += 1
        if _is_reached(state, tables, p, task):
            seat = state.seats[p]
            seat.tasks &= ~(1 << task)
            seat.task_round[task] = int(state.round_no) + 1
            note(state.core, c.N_T1, p, task)
            note(state.core, c.N_T2, p, task)
            note(state.core, c.N_T3, p, task)
            note(state.core, c.N_T1_LIGHT + task, p, task)
            if state.phase == st.PHASE_SUPPLY:
                note(state.core, c.N_T3_IN_SUPPLY, p, task)
            if state.n_acts > 0:
                note(state.core, c.N_T3_IN_ACTIVATION, p, task)
            push(state, st.FRAME_TOKEN, p).n = 1 + task
            return
    pop(state)


@kernel
def run_token(state, tables, frame):
    """N-D1, N-D7: the token becomes an un-acted worker or fills a node. frame.n: 0 = supply, else 1 + task."""
    p = int(frame.seat)
    cause = int(frame.n)
    if frame.step == 0:
        frame.step = 1
        clear_options(state)
        nodes = growable(state, tables, p)
        if cause == 0:
            offer(state, codes.FORM_SUPPLY_WORKER, 0, 0)
        else:
            offer(state, codes.FORM_TASK_WORKER, cause - 1, 0)
        for node in range(16):
            if (nodes >> node) & 1:
                if cause == 0:
                    offer(state, codes.FORM_SUPPLY_GROW, node, 0)
                else:
                    offer(state, codes.FORM_TASK_GROW, cause - 1, node)
        ask(state, st.ASK_OPTIONS, st.D_SUPPLY if cause == 0 else st.D_TASK, p)
        return
    form = answer_form(state)
    pop(state)
    note(state.core, c.N_G3, p, cause)
    if form == codes.FORM_SUPPLY_WORKER or form == codes.FORM_TASK_WORKER:
        note(state.core, c.N_D1_WORKER if cause == 0 else c.N_D7_WORKER, p, cause)
        gain_worker(state, tables, p, 0)
        return
    note(state.core, c.N_D1_GROW if cause == 0 else c.N_D7_GROW, p, cause)
    node = answer_a(state) if form == codes.FORM_SUPPLY_GROW else int(state.answer) & 0xFFFF
    place_growth(state, tables, p, node)
