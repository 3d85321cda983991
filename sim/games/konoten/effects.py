"""Effects of growth nodes: conditions and ops (RULES.md section 8.1)."""

from sim.core import note
from sim.games.konoten import clauses as c
from sim.games.konoten import codes
from sim.games.konoten import state as st
from sim.games.konoten.activation import begin_act
from sim.games.konoten.conditions import holds
from sim.games.konoten.gains import book, gain_ap, gain_items, take_card
from sim.games.konoten.gifts import run_convert, run_give, run_steal
from sim.games.konoten.stack import answer_a, answer_form, answer_low, ask, clear_options, offer, pop, push
from sim.games.konoten.wills import has_outcome, has_take, most_picked
from sim.games.konoten.workers import worker_from_stock
from sim.kernel import kernel, small_kernel

# mypy: ignore-errors


@small_kernel
def _part_of(when):
    """Where VP of an effect are booked (RULES.md section 7)."""
    if when == codes.WILL:
        return st.PART_WILLS
    if when == codes.ROUND_END:
        return st.PART_ROUND_END
    return st.PART_TRIGGERS


@kernel
def _add_vp(state, tables, frame, n):
    """Book VP, or add them to the sum of the activation (N-L9)."""
    if frame.when == codes.ON_ACTIVATE and frame.is_bystander == 0:
        state.act.triggers += n
    else:
        book(state, tables, int(frame.seat), _part_of(int(frame.when)), n)


@kernel
def _n_moved(state, op):
    """Units of a kind paid on the left and gained on the right of the lens that runs (N-C405)."""
    kind = int(op.kind)
    lens = state.lenses[int(state.act.lens)]
    gained = int(state.act.placed[kind]) if op.what == codes.COUNTS_PLACED else int(lens.right[kind])
    return int(lens.left[kind]) + gained


@kernel
def _do(state, tables, frame, op):
    """An op that asks nothing by itself; the frame stands at the next op already."""
    p = int(frame.seat)
    code = int(op.op)
    if code == codes.OP_VP:
        _add_vp(state, tables, frame, int(op.n))
    elif code == codes.OP_GAIN:
        gain_items(state, tables, p, int(op.items[0]), int(op.items[1]), int(op.items[2]), False)
    elif code == codes.OP_AP:
        gain_ap(state, tables, p, int(op.n))
    elif code == codes.OP_VP_PER:
        _add_vp(state, tables, frame, int(op.n) * int(state.seats[p].items[int(op.kind)]))
    elif code == codes.OP_VP_PER_MOVED:
        _add_vp(state, tables, frame, int(op.n) * _n_moved(state, op))
    elif code == codes.OP_GROW:
        push(state, st.FRAME_GROW, p)
    elif code == codes.OP_WORKER_UNACTED:
        worker_from_stock(state, tables, p, 0)
    elif code == codes.OP_WORKER_ACTED:
        worker_from_stock(state, tables, p, 1)
    elif code == codes.OP_STEAL:
        run_steal(state, tables, p, op)
    elif code == codes.OP_OTHERS_RETURN_WORKER:
        push(state, st.FRAME_TAX, p).n = op.n


@kernel
def _ask_some(state, frame, decision, p):
    """Ask; an op of a longer list for which nothing is left to choose by then is skipped."""
    if state.n_options > 0:
        ask(state, st.ASK_OPTIONS, decision, p)
    else:
        frame.step = 0
        frame.pc += 1


@kernel
def _run_collect(state, tables, frame):
    """N-D12: a display card without AP (N-C400)."""
    p = int(frame.seat)
    if frame.step == 0:
        frame.step = 1
        clear_options(state)
        for place in range(int(tables.display_normal) + int(tables.display_vp)):
            if state.display[place] >= 0:
                offer(state, codes.FORM_WILL_COLLECT, place, 0)
        _ask_some(state, frame, st.D_COLLECT, p)
        return
    frame.step = 0
    frame.pc += 1
    note(state.core, c.N_D12, p, answer_a(state))
    take_card(state, tables, p, answer_a(state))


@kernel
def _run_pick(state, tables, frame, op):
    """N-D13: an amount of one material, VP for each (N-C404)."""
    p = int(frame.seat)
    if frame.step == 0:
        frame.step = 1
        clear_options(state)
        for n in range(int(op.lo), most_picked(state, tables, p, op) + 1):
            offer(state, codes.FORM_WILL_PICK, int(op.kind), n)
        _ask_some(state, frame, st.D_PICK, p)
        return
    if frame.step == 1:
        n = answer_low(state)
        frame.step = 2
        frame.n = n
        if n <= 3:
            note(state.core, c.N_D13_1 + n - 1, p, n)
        kind = int(op.kind)
        gain_items(state, tables, p, n * (kind == 0), n * (kind == 1), n * (kind == 2), False)
        return
    book(state, tables, p, st.PART_WILLS, int(frame.n) * int(op.each))
    frame.step = 0
    frame.n = 0
    frame.pc += 1


@kernel
def _run_take(state, tables, frame, op):
    """N-D14: take over a foreign lens (N-C207)."""
    p = int(frame.seat)
    if frame.step == 0:
        if has_take(state, tables, p, op, 0):
            frame.step = 1
            ask(state, st.ASK_TAKE, st.D_TAKE, p)
        else:  # an earlier op of the list took the last one
            frame.pc += 1
        return
    frame.step = 0
    frame.pc += 1
    is_persuade = answer_form(state) == codes.FORM_WILL_PERSUADE
    note(state.core, c.N_D14_PERSUADE if is_persuade else c.N_D14_RESTART, p, answer_a(state))
    begin_act(state, p, answer_a(state), st.MODE_FREE_TAKE, answer_low(state))
    state.act.surcharge_what = op.what


@kernel
def _run_choose(state, tables, frame, op):
    """N-D15: one of several ops (N-C609); it takes the place of the op list, whose last op it is."""
    p = int(frame.seat)
    if frame.step == 0:
        frame.step = 1
        clear_options(state)
        for k in range(int(op.count)):
            if has_outcome(state, tables, p, tables.ops[int(op.start) + k], 0):
                offer(state, codes.FORM_WILL_GAIN, k, 0)
        _ask_some(state, frame, st.D_CHOOSE, p)
        return
    frame.step = 0
    frame.pc = int(op.start) + answer_a(state)
    frame.end = int(frame.pc) + 1
    chosen = int(tables.ops[int(frame.pc)].op)
    if chosen == codes.OP_GAIN:
        note(state.core, c.N_D15_RAINBOW, p, answer_a(state))
    elif chosen == codes.OP_WORKER_ACTED or chosen == codes.OP_WORKER_UNACTED:
        note(state.core, c.N_D15_WORKER, p, answer_a(state))


@kernel
def _run_op(state, tables, frame):
    """One op of an effect; those that ask come back with the answer."""
    op = tables.ops[int(frame.pc)]
    code = int(op.op)
    if code == codes.OP_COLLECT:
        _run_collect(state, tables, frame)
    elif code == codes.OP_PICK:
        _run_pick(state, tables, frame, op)
    elif code == codes.OP_TAKE:
        _run_take(state, tables, frame, op)
    elif code == codes.OP_CHOOSE:
        _run_choose(state, tables, frame, op)
    elif code == codes.OP_CONVERT:
        run_convert(state, tables, frame, op)
    elif code == codes.OP_GIVE:
        run_give(state, tables, frame, op)
    else:
        frame.pc += 1
        _do(state, tables, frame, op)


@kernel
def _acts_here(state, frame, effect):
    """Whether an effect belongs to this event: its moment, and whose activation it looks at."""
    if effect.when != frame.when:
        return False
    if frame.is_bystander == 0:
        return True
    if effect.reach == codes.REACH_OWNER:
        return state.lenses[int(state.act.lens)].owner == frame.seat
    return effect.reach == codes.REACH_ANYONE


@kernel
def _next_effect(state, tables, frame):
    """Go to the next effect that acts; False when there is none left."""
    p = int(frame.seat)
    sheet = tables.nodes[int(state.seats[p].character)]
    while True:
        while frame.effect < frame.effect_end:
            effect = tables.effects[int(frame.effect)]
            frame.effect += 1
            if _acts_here(state, frame, effect):
                if holds(state, tables, p, effect):
                    note(state.core, int(effect.note), p, int(frame.node))
                    note(state.core, int(sheet[int(frame.node)].note), p, int(frame.node))
                    state.seats[p].acted_nodes |= 1 << int(frame.node)
                    frame.pc = effect.do_start
                    frame.end = int(effect.do_start) + int(effect.do_n)
                    return True
                note(state.core, int(effect.note_false), p, int(frame.node))
        mask = int(frame.mask)
        if mask == 0:
            return False
        node = 0
        while (mask >> node) & 1 == 0:
            node += 1
        frame.mask = mask & (mask - 1)
        frame.node = node
        frame.effect = sheet[node].effect_start
        frame.effect_end = int(sheet[node].effect_start) + int(sheet[node].effect_n)


@kernel
def run_event(state, tables, frame):
    """Effects of the frame's nodes in order, until something is asked or pushed on top."""
    depth = int(state.depth)
    while True:
        if frame.pc < frame.end:
            _run_op(state, tables, frame)
            if state.ask != st.ASK_NOTHING or state.depth != depth:
                return
        elif not _next_effect(state, tables, frame):
            pop(state)
            return
