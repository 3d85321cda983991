"""The explicit stack of pending work, the event's triggers, and asking.

A frame resolves a program (card, ability, bonus), a block inside one (branch, `may`), a placement or a reservation.
What meets today's event is collected while a step runs and served when the step is done (RULES.md 14.2).
"""

from sim.core import note
from sim.games.kaguya import clauses as c
from sim.games.kaguya import codes
from sim.games.kaguya import state as st
from sim.games.kaguya.conditions import meets_today
from sim.games.kaguya.layout import FILTER_ANY
from sim.games.kaguya.pieces import first_served
from sim.kernel import kernel, small_kernel

# mypy: ignore-errors


@small_kernel
def answer_low(state):
    """Low word of the action just taken."""
    return int(state.answer) & 0xFFFF


@small_kernel
def answer_form(state):
    return int(state.answer) >> 24


@small_kernel
def answer_card(state):
    return (int(state.answer) >> 16) & 0xFF


@small_kernel
def top(state):
    return state.frames[int(state.depth) - 1]


@kernel
def push(state, kind, owner):
    """A new frame on top of the stack, all fields cleared."""
    frame = state.frames[int(state.depth)]
    state.depth += 1
    frame.kind = kind
    frame.stage = 0
    frame.owner = owner
    frame.program = 0
    frame.category = 0
    frame.die = 0
    frame.packed = 0
    frame.pc = 0
    frame.end = 0
    frame.cost = 0
    frame.cost_end = 0
    frame.step = 0
    frame.n_looked = 0
    return frame


@kernel
def push_program(state, tables, owner, program, category, die):
    """A card, ability or bonus of a player: costs, ops, closing trigger."""
    row = tables.programs[program]
    frame = push(state, st.FRAME_PROGRAM, owner)
    frame.stage = st.STAGE_COST
    frame.program = program
    frame.category = category
    frame.die = die
    frame.pc = row.do_start
    frame.end = int(row.do_start) + int(row.do_n)
    frame.cost = row.cost_start
    frame.cost_end = int(row.cost_start) + int(row.cost_n)
    return frame


# ---- asking ----


@small_kernel
def ask(state, what, actor):
    """Ask a player; the caller has filled, or goes on to fill, `options`."""
    state.ask = what
    state.core.actor = actor


@small_kernel
def clear_options(state):
    state.n_options = 0


@small_kernel
def offer(state, form, card, low):
    """Add one option: an action code (codes.FORMS)."""
    state.options[int(state.n_options)] = (int(form) << 24) | (int(card) << 16) | int(low)
    state.n_options += 1


@kernel
def ask_faces(state, actor, form, faces, can_pass):
    """Ask for one face of a bit set (1 << face), as `pick die` or `pick face`."""
    clear_options(state)
    for face in range(1, 7):
        if (faces >> face) & 1:
            offer(state, form, 0, face)
    if can_pass:
        offer(state, codes.FORM_PICK_NONE, 0, 0)
    ask(state, st.ASK_DIE, actor)


@kernel
def ask_seats(state, actor, seats):
    """Ask for one player of a bit set of seats, as `pick char`, in character order."""
    clear_options(state)
    for character in range(4):
        for p in range(4):
            if state.seats[p].character == character and (seats >> p) & 1:
                offer(state, codes.FORM_PICK_CHAR, 0, character)
    ask(state, st.ASK_TARGET, actor)


# ---- triggers ----


@kernel
def _matches(state, row, filter_word, order, packed):
    """Whether one `on` row is met: filter word, order of `place`, and every packed die."""
    if row.filter != FILTER_ANY and row.filter != filter_word:
        return False
    if row.order != 0 and row.order != order:
        return False
    while packed != 0:
        face = packed & 7
        packed >>= 3
        if (int(row.faces) >> face) & 1 == 0 or not meets_today(face, int(row.today), int(state.today)):
            return False
    return True


@small_kernel
def collect(state, tables, p, trigger, filter_word, order, packed):
    """Player p did (or suffered) what `trigger` names; remember it if today's event asks for it."""
    if state.event != 0 and (int(tables.programs[int(state.event)].on_triggers) >> trigger) & 1:
        _collect_met(state, tables, p, trigger, filter_word, order, packed)


@kernel
def _collect_met(state, tables, p, trigger, filter_word, order, packed):
    """The same for a trigger that today's event has."""
    program = tables.programs[int(state.event)]
    start = int(program.on_start)
    for i in range(start, start + int(program.on_n)):
        row = tables.triggers[i]
        if row.trigger == trigger and _matches(state, row, filter_word, order, packed):
            if state.n_bonus > 0:
                note(state.core, c.K_B4, p, int(state.event))
                return
            state.pending[int(state.n_pending)] = p
            state.n_pending += 1
            return


@small_kernel
def collect_plain(state, tables, p, trigger):
    """`collect` for a trigger without filters."""
    collect(state, tables, p, trigger, FILTER_ANY, 0, 0)


@small_kernel
def serve(state, tables):
    """Put the collected event bonuses on the stack so that they resolve in turn order (K-B5)."""
    if state.n_pending > 0:
        _push_pending(state, tables)


@kernel
def _push_pending(state, tables):
    n = int(state.n_pending)
    first = first_served(state)
    pushed = n_served = 0
    for away in range(3, -1, -1):
        p = (first + away) & 3
        pushed_before = pushed
        for i in range(n - 1, -1, -1):
            if state.pending[i] == p:
                frame = push_program(state, tables, p, int(state.event), st.BOOK_EVENT, 0)
                frame.stage = st.STAGE_CHECK
                pushed += 1
        n_served += pushed > pushed_before
    state.n_bonus += pushed
    state.n_pending = 0
    if n_served > 1:
        note(state.core, c.K_B5, first, n_served)
