"""The explicit stack of pending work (R-Z1), events, asking, and reading answers."""

from sim.core import note
from sim.games.rider import clauses as c
from sim.games.rider import state as st
from sim.games.rider.bits import lowest
from sim.games.rider.layout import WORD_BITS
from sim.kernel import kernel, small_kernel

# mypy: ignore-errors


@small_kernel
def top(state):
    return state.frames[int(state.depth) - 1]


@small_kernel
def pop(state):
    state.depth -= 1


@kernel
def pop_with(state, result):
    """Remove the top frame and hand a result to the one below."""
    state.depth -= 1
    state.frames[int(state.depth) - 1].got = result


@kernel
def stop(state, reason):
    """The game is over; `run` clears the stack when the step that found it returns (R-V2)."""
    if state.halt == 0:
        state.halt = reason


@kernel
def push(state, what, seat, other):
    """A new frame on top of the stack, all other fields cleared; `card` and the like are -1."""
    depth = int(state.depth)
    if depth >= st.MAX_FRAMES:
        state.warnings |= st.WARN_STACK
        stop(state, st.END_ERROR)
        depth = st.MAX_FRAMES - 1
    frame = state.frames[depth]
    state.depth = depth + 1
    if depth + 1 > state.stack_max:
        state.stack_max = depth + 1
    state.core.notes[c.FRAME_0 + what] = 1
    frame.what = what
    frame.step = 0
    frame.seat = seat
    frame.other = other
    frame.cause = -1
    frame.card = -1
    frame.card2 = -1
    frame.kind = -1
    frame.element = 0
    frame.suit = -1
    frame.n = 0
    frame.skill = -1
    frame.via = 0
    frame.got = 0
    frame.cursor = 0
    frame.mask = 0
    frame.todo = 0
    frame.cancelled = 0
    frame.a = 0
    frame.b = 0
    frame.c = 0
    frame.d = 0
    return frame


@kernel
def push_event(state, event, actor, other, cause, todo):
    """Push an EVENT; `todo` is the set of seats to be asked (R-Z2)."""
    frame = push(state, st.FRAME_EVENT, actor, other)
    frame.cause = cause
    frame.todo = todo
    frame.a = -1
    frame.b = event


@small_kernel
def fire(state, event, actor, other, cause):
    """An event happens: whoever lives and waits for it is asked. `cause` is the place of the frame it is about."""
    todo = int(state.listeners[event]) & int(state.alive)
    if todo != 0:
        push_event(state, event, actor, other, cause, todo)


@small_kernel
def fire_own(state, event, seat, cause):
    """An event of a turn that only its player waits for."""
    if (int(state.listeners[event]) & int(state.alive)) >> seat & 1:
        push_event(state, event, -1, seat, cause, 1 << seat)


@small_kernel
def answer_form(state):
    return int(state.answer) >> 24


@small_kernel
def answer_skill(state):
    return (int(state.answer) >> 8) & 0xFFFF


@small_kernel
def answer_low(state):
    return int(state.answer) & 0xFF


@small_kernel
def begin_options(state):
    state.n_options = 0


@kernel
def offer(state, form, skill, low):
    """Add one option."""
    n = int(state.n_options)
    if n < st.MAX_OPTIONS:
        state.options[n] = (form << 24) | (skill << 8) | low
        state.n_options = n + 1


@kernel
def offer_cards(state, form, skill, w, bits):
    """An option for each card of one word of a set, by id."""
    n = int(state.n_options)
    while bits != 0 and n < st.MAX_OPTIONS:
        state.options[n] = (form << 24) | (skill << 8) | (w * WORD_BITS + lowest(bits))
        bits &= bits - 1
        n += 1
    state.n_options = n


@kernel
def ask(state, point, seat):
    """Ask a seat at decision point RD`point`; the caller has filled `options`."""
    state.ask = point
    state.core.actor = seat
    note(state.core, c.POINT_0 + point - 1, seat, 0)


@small_kernel
def is_in(seats, seat):
    return (int(seats) >> seat) & 1


@kernel
def next_of(state, seats, first):
    """First seat of a set counterclockwise, from `first` on; -1 if the set is empty."""
    seats = int(seats)
    if seats == 0:
        return -1
    later = seats >> first
    if later != 0:
        return first + lowest(later)
    return lowest(seats)
