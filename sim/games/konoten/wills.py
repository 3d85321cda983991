"""Will abilities: which are legal (N-A2 to N-A4) and how they start."""

from sim.core import note
from sim.games.konoten import clauses as c
from sim.games.konoten import codes
from sim.games.konoten import state as st
from sim.games.konoten.gains import free_spaces
from sim.games.konoten.growth import growable, push_event
from sim.games.konoten.layout import MAX_NODES
from sim.games.konoten.payable import is_payable
from sim.games.konoten.stack import code_of
from sim.games.konoten.workers import is_source, n_sources
from sim.kernel import kernel

# mypy: ignore-errors


@kernel
def most_picked(state, tables, p, op):
    """The largest amount of a `pick`: all units must fit."""
    return min(int(op.hi), free_spaces(state, tables, p), int(state.items[int(op.kind)]))


@kernel
def _can_take(state, tables, p, i, op, creativity_paid):
    """Whether a will may take over lens i: foreign, with a worker, payable (N-C207)."""
    lens = state.lenses[i]
    if lens.owner == p or lens.worker < 0:
        return False
    return is_payable(state, tables, p, lens, st.MODE_FREE_TAKE, int(op.what), creativity_paid)


@kernel
def has_take(state, tables, p, op, creativity_paid):
    for i in range(int(state.n_lenses)):
        if _can_take(state, tables, p, i, op, creativity_paid):
            for source in range(n_sources(state, tables, p)):
                if is_source(state, tables, p, source, i):
                    return True
    return False


@kernel
def list_takes(state, tables, p, op, actions):
    """N-D14, after the creativity is paid; returns how many."""
    n = 0
    for i in range(int(state.n_lenses)):
        if _can_take(state, tables, p, i, op, 0):
            form = codes.FORM_WILL_RESTART if state.lenses[i].worker == p else codes.FORM_WILL_PERSUADE
            for source in range(n_sources(state, tables, p)):
                if is_source(state, tables, p, source, i):
                    actions[n] = code_of(form, i, source)
                    n += 1
    return n


@kernel
def has_outcome(state, tables, p, op, cost):
    """N-A4: whether an op of a will has at least one outcome, as if the creativity was paid."""
    code = int(op.op)
    if code == codes.OP_GROW:
        return state.seats[p].stock > 0 and growable(state, tables, p) != 0
    if code == codes.OP_WORKER_UNACTED or code == codes.OP_WORKER_ACTED:
        return state.seats[p].stock > 0
    if code == codes.OP_COLLECT:
        for place in range(int(tables.display_normal) + int(tables.display_vp)):
            if state.display[place] >= 0:
                return True
        return False
    if code == codes.OP_PICK:
        return most_picked(state, tables, p, op) >= op.lo
    if code == codes.OP_TAKE:
        return has_take(state, tables, p, op, cost)
    if code == codes.OP_CHOOSE:
        for k in range(int(op.start), int(op.start) + int(op.count)):
            one = int(tables.ops[k].op)
            if (one != codes.OP_WORKER_UNACTED and one != codes.OP_WORKER_ACTED) or state.seats[p].stock > 0:
                return True
        return False
    return True


@kernel
def will_of(state, tables, p, node):
    """Number of the will effect of a node, -1 if it has none."""
    row = tables.nodes[int(state.seats[p].character), node]
    for e in range(int(row.effect_start), int(row.effect_start) + int(row.effect_n)):
        if tables.effects[e].when == codes.WILL:
            return e
    return -1


@kernel
def is_will_legal(state, tables, p, node):
    """Whether the will of a filled node can be used now."""
    e = will_of(state, tables, p, node)
    if e < 0:
        return False
    seat = state.seats[p]
    effect = tables.effects[e]
    if seat.wills_used[node] >= tables.wills_per_ability_per_round:
        note(state.core, c.N_A3, p, node)
        return False
    if seat.creativity < effect.cost:
        return False
    for k in range(int(effect.do_start), int(effect.do_start) + int(effect.do_n)):
        if not has_outcome(state, tables, p, tables.ops[k], int(effect.cost)):
            note(state.core, c.N_A4, p, node)
            return False
    return True


@kernel
def look_at_wills(state, tables, p):
    """Meet again all that `is_will_legal` meets: passive effects that keep wills from having an outcome."""
    seat = state.seats[p]
    for node in range(MAX_NODES):
        e = will_of(state, tables, p, node) if (int(seat.nodes) >> node) & 1 else -1
        if e < 0 or seat.wills_used[node] >= tables.wills_per_ability_per_round:
            continue
        effect = tables.effects[e]
        k = int(effect.do_start) if seat.creativity >= effect.cost else -1
        while 0 <= k < int(effect.do_start) + int(effect.do_n):
            k = k + 1 if has_outcome(state, tables, p, tables.ops[k], int(effect.cost)) else -1


@kernel
def use_will(state, tables, p, node):
    """Pay the creativity and do the will of a node (N-A2)."""
    seat = state.seats[p]
    effect = tables.effects[will_of(state, tables, p, node)]
    seat.creativity -= effect.cost
    seat.wills_used[node] += 1
    seat.wills += 1
    note(state.core, c.N_A2, p, node)
    push_event(state, tables, p, codes.WILL, 1 << node)
