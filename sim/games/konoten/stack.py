"""The explicit stack of pending work, asking, and reading answers."""

from sim.kernel import kernel, small_kernel

# mypy: ignore-errors


@small_kernel
def top(state):
    return state.frames[int(state.depth) - 1]


@small_kernel
def pop(state):
    state.depth -= 1


@kernel
def push(state, kind, seat):
    """A new frame on top of the stack; fields that its kind reads before writing are cleared."""
    frame = state.frames[int(state.depth)]
    state.depth += 1
    frame.kind = kind
    frame.seat = seat
    frame.step = 0
    frame.index = 0
    frame.n = 0
    frame.mask = 0
    frame.is_act = 0
    frame.is_bystander = 0
    return frame


@small_kernel
def answer_form(state):
    return int(state.answer) >> 24


@small_kernel
def answer_a(state):
    return (int(state.answer) >> 16) & 0xFF


@small_kernel
def answer_low(state):
    return int(state.answer) & 0xFFFF


@small_kernel
def code_of(form, a, low):
    """An action code (codes.FORMS)."""
    return (int(form) << 24) | (int(a) << 16) | int(low)


@small_kernel
def clear_options(state):
    state.n_options = 0


@small_kernel
def offer(state, form, a, low):
    """Add one option."""
    state.options[int(state.n_options)] = code_of(form, a, low)
    state.n_options += 1


@small_kernel
def ask(state, what, decision, actor):
    """Ask a player; where `what` is ASK_OPTIONS the caller has filled `options`."""
    state.ask = what
    state.decision = decision
    state.core.actor = actor
