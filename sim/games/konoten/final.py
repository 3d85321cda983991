"""Final scoring (N-E1 to N-E6)."""

from sim.core import note
from sim.games.konoten import clauses as c
from sim.games.konoten import codes
from sim.games.konoten import state as st
from sim.games.konoten.activation import begin_act
from sim.games.konoten.conditions import holds
from sim.games.konoten.gains import book, more_by
from sim.games.konoten.layout import MAX_NODES
from sim.games.konoten.payable import is_payable
from sim.games.konoten.rounds import seat_at
from sim.games.konoten.stack import answer_a, answer_form, ask, clear_options, offer, pop, push
from sim.games.konoten.tasks import settle
from sim.games.konoten.workers import n_workers
from sim.kernel import kernel

# mypy: ignore-errors


@kernel
def _note_node(state, tables, p, node, effect):
    state.seats[p].acted_nodes |= 1 << node
    note(state.core, int(effect.note), p, node)
    note(state.core, int(tables.nodes[int(state.seats[p].character), node].note), p, node)


@kernel
def run_final_lenses(state, tables, frame):
    """N-E2, N-D17: own lenses at most once each, in the order chosen; frame.mask = lenses left."""
    p = int(frame.seat)
    if frame.step == 0:
        if settle(state, p):
            return
        frame.step = 1
        clear_options(state)
        offer(state, codes.FORM_FINAL_STOP, 0, 0)
        for i in range(int(state.n_lenses)):
            if (int(frame.mask) >> i) & 1 and is_payable(state, tables, p, state.lenses[i], st.MODE_FINAL, 0, 0):
                offer(state, codes.FORM_FINAL_LENS, i, 0)
        ask(state, st.ASK_OPTIONS, st.D_FINAL, p)
        return
    frame.step = 0
    if answer_form(state) == codes.FORM_FINAL_STOP:
        if state.n_options > 1:
            note(state.core, c.N_D17_STOP, p, 0)
        pop(state)
        return
    note(state.core, c.N_D17_LENS, p, answer_a(state))
    frame.mask = int(frame.mask) & ~(1 << answer_a(state))
    begin_act(state, p, answer_a(state), st.MODE_FINAL, 0)


@kernel
def _begin_final_run(state, tables, p):
    """N-E2 for one seat."""
    seat = state.seats[p]
    if (int(seat.whens) >> codes.FINAL_RUN) & 1 == 0:
        return
    sheet = tables.nodes[int(seat.character)]
    does_run = False
    for i in range(MAX_NODES):
        if (int(seat.nodes) >> i) & 1:
            for e in range(int(sheet[i].effect_start), int(sheet[i].effect_start) + int(sheet[i].effect_n)):
                if tables.effects[e].when == codes.FINAL_RUN and holds(state, tables, p, tables.effects[e]):
                    _note_node(state, tables, p, i, tables.effects[e])
                    does_run = True
    if not does_run:
        return
    note(state.core, c.N_E2, p, 0)
    lenses = 0
    for i in range(int(state.n_lenses)):
        if state.lenses[i].owner == p:
            lenses |= 1 << i
    push(state, st.FRAME_FINAL, p).mask = lenses


@kernel
def _flips(state, tables, p):
    """Which losses become gains (N-E4): bit 0 those of nodes, bit 1 of stagnation too."""
    seat = state.seats[p]
    found = 0
    sheet = tables.nodes[int(seat.character)]
    for i in range(MAX_NODES):
        if (int(seat.nodes) >> i) & 1 and (int(sheet[i].whens) >> codes.FINAL_ADD) & 1:
            for e in range(int(sheet[i].effect_start), int(sheet[i].effect_start) + int(sheet[i].effect_n)):
                effect = tables.effects[e]
                if effect.when == codes.FINAL_ADD and holds(state, tables, p, effect):
                    for k in range(int(effect.do_start), int(effect.do_start) + int(effect.do_n)):
                        if tables.ops[k].op == codes.OP_FLIP_LOSSES:
                            found |= 1 if tables.ops[k].what == codes.SCOPE_NODES else 3
    return found


@kernel
def _changed_vp(state, tables, p, node, n):
    """VP of a node's final op, as changed by a filled node (set_final_vp)."""
    seat = state.seats[p]
    sheet = tables.nodes[int(seat.character)]
    for i in range(MAX_NODES):
        if (int(seat.nodes) >> i) & 1 and (int(sheet[i].whens) >> codes.PASSIVE) & 1:
            for e in range(int(sheet[i].effect_start), int(sheet[i].effect_start) + int(sheet[i].effect_n)):
                effect = tables.effects[e]
                if effect.when == codes.PASSIVE and effect.do_n > 0:
                    op = tables.ops[int(effect.do_start)]
                    if op.op == codes.OP_SET_FINAL_VP and op.node == node:
                        _note_node(state, tables, p, i, effect)
                        return int(op.n)
    return n


@kernel
def _final_vp(state, tables, p, node, op):
    """VP of one op of a final_add effect."""
    if op.op == codes.OP_VP:
        return _changed_vp(state, tables, p, node, int(op.n))
    if op.op == codes.OP_VP_PER:
        return int(op.n) * int(state.seats[p].items[int(op.kind)])
    if op.op == codes.OP_VP_PER_WORKER:
        seat = state.seats[p]
        lobby = int(seat.unacted) + int(seat.acted)
        return int(op.n) * (n_workers(state, p) if op.what == codes.WHERE_ANYWHERE else lobby)
    return 0


@kernel
def _is_lock(tables, node):
    for e in range(int(node.effect_start), int(node.effect_start) + int(node.effect_n)):
        if tables.effects[e].when == codes.PASSIVE and tables.ops[int(tables.effects[e].do_start)].op == codes.OP_LOCK:
            return True
    return False


@kernel
def _score_nodes(state, tables, p, flips):
    """End effects of the nodes (N-E3, N-E4)."""
    seat = state.seats[p]
    sheet = tables.nodes[int(seat.character)]
    for i in range(MAX_NODES):
        if (int(seat.nodes) >> i) & 1:
            for e in range(int(sheet[i].effect_start), int(sheet[i].effect_start) + int(sheet[i].effect_n)):
                effect = tables.effects[e]
                if effect.when != codes.FINAL_ADD:
                    continue
                if not holds(state, tables, p, effect):
                    note(state.core, int(effect.note_false), p, i)
                    continue
                _note_node(state, tables, p, i, effect)
                for k in range(int(effect.do_start), int(effect.do_start) + int(effect.do_n)):
                    n = _final_vp(state, tables, p, i, tables.ops[k])
                    book(state, tables, p, st.PART_END_NODES, -n if n < 0 and flips != 0 else n)
                if _is_lock(tables, sheet[i]):
                    note(state.core, c.N_C2, p, i)


@kernel
def _score_end(state, tables, p):
    """N-E3, N-E4."""
    seat = state.seats[p]
    flips = _flips(state, tables, p)
    n = int(tables.end_stagnation_vp) * int(seat.items[codes.STAGNATION])
    book(state, tables, p, st.PART_STAGNATION, -n if n < 0 and flips & 2 else n)
    note(state.core, c.N_E3, p, n)
    note(state.core, c.N_E6, p, 0)
    if flips != 0:
        note(state.core, c.N_E4, p, flips)
    _score_nodes(state, tables, p, flips)


@kernel
def _multiply_total(state, tables, p):
    """N-E5."""
    seat = state.seats[p]
    if (int(seat.whens) >> codes.FINAL_MUL) & 1 == 0:
        return
    sheet = tables.nodes[int(seat.character)]
    for i in range(MAX_NODES):
        if (int(seat.nodes) >> i) & 1:
            for e in range(int(sheet[i].effect_start), int(sheet[i].effect_start) + int(sheet[i].effect_n)):
                effect = tables.effects[e]
                if effect.when == codes.FINAL_MUL and holds(state, tables, p, effect):
                    for k in range(int(effect.do_start), int(effect.do_start) + int(effect.do_n)):
                        op = tables.ops[k]
                        more = more_by(int(seat.vp), int(op.num), int(op.den))
                        seat.vp += more
                        seat.parts[st.PART_MULTIPLIER] += more
                        note(state.core, c.N_E5, p, more)
                    _note_node(state, tables, p, i, effect)


@kernel
def run_final(state, tables):
    """Final runs seat by seat; then end effects; then the total is multiplied."""
    n_seats = int(state.core.n_seats)
    if state.index < n_seats:
        state.index += 1
        _begin_final_run(state, tables, seat_at(state, int(state.index) - 1))
        return
    for k in range(n_seats):
        _score_end(state, tables, seat_at(state, k))
    for k in range(n_seats):
        _multiply_total(state, tables, seat_at(state, k))
    state.core.is_over = 1
    state.core.end_reason = 2 if state.is_limited != 0 else 1
