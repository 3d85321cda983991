"""Growth nodes: which can be grown, growing and spending (N-G1 to N-G6), and what filled nodes add up to."""

from sim.core import note
from sim.games.konoten import clauses as c
from sim.games.konoten import codes
from sim.games.konoten import state as st
from sim.games.konoten.layout import MAX_NODES
from sim.games.konoten.stack import answer_a, ask, clear_options, offer, pop, push
from sim.kernel import kernel

# mypy: ignore-errors


@kernel
def note_passive(state, tables, p, op):
    """Note that a passive op of a seat's filled nodes changed something; a list only looks (`mark_kept_back`)."""
    seat = state.seats[p]
    sheet = tables.nodes[int(seat.character)]
    for i in range(MAX_NODES):
        if (int(seat.nodes) >> i) & 1 and (int(sheet[i].whens) >> codes.PASSIVE) & 1:
            for e in range(int(sheet[i].effect_start), int(sheet[i].effect_start) + int(sheet[i].effect_n)):
                effect = tables.effects[e]
                if effect.when == codes.PASSIVE and tables.ops[int(effect.do_start)].op == op:
                    note(state.core, int(effect.note), p, i)
                    note(state.core, int(sheet[i].note), p, i)
                    if state.ask == st.ASK_NOTHING:
                        seat.acted_nodes |= 1 << i


@kernel
def growable(state, tables, p):
    """Bit set of the nodes that can be grown now (N-G1, N-G2)."""
    seat = state.seats[p]
    filled = int(seat.nodes)
    sheet = tables.nodes[int(seat.character)]
    found = 0
    for i in range(MAX_NODES):
        node = sheet[i]
        if node.is_there != 0 and (filled >> i) & 1 == 0 and (node.before == 0 or filled & int(node.before) != 0):
            found |= 1 << i
    if seat.is_locked != 0 or (tables.growth_lock == codes.LOCK_PERMANENT and seat.was_locked != 0):
        if found != 0:
            note(state.core, c.N_G2, p, found)
            note_passive(state, tables, p, codes.OP_LOCK)
        return 0
    return found


@kernel
def spendable(state, tables, p):
    """Bit set of the filled nodes that may be spent (N-G6)."""
    nodes = int(state.seats[p].nodes)
    return nodes if tables.allow_spend_start_node == 0 else nodes & ~1


@kernel
def count_bits(bits):
    n = 0
    while bits != 0:
        bits &= bits - 1
        n += 1
    return n


@kernel
def _add_passive(seat, op):
    """One passive op of a filled node."""
    code = int(op.op)
    if code == codes.OP_LOCK:
        seat.is_locked = 1
    elif code == codes.OP_NO_GRID_LIMIT:
        seat.has_no_limit = 1
    elif code == codes.OP_BAN:
        seat.has_ban = 1
    elif code == codes.OP_TAKE_FREE:
        seat.has_take_free = 1
    elif code == codes.OP_AP_LESS:
        seat.ap_less += op.n
    elif code == codes.OP_MUL_ACTIVATION and seat.mul_num == 0:
        seat.mul_num = op.num
        seat.mul_den = op.den
        seat.mul_scope = op.what


@kernel
def add_up(state, tables, p):
    """Work out what the filled nodes of a seat add up to; after every change of its nodes."""
    seat = state.seats[p]
    seat.whens = seat.is_locked = seat.has_no_limit = seat.has_ban = seat.has_take_free = 0
    seat.ap_less = seat.mul_num = seat.has_bonus = 0
    sheet = tables.nodes[int(seat.character)]
    for i in range(MAX_NODES):
        if (int(seat.nodes) >> i) & 1:
            node = sheet[i]
            seat.whens |= node.whens
            for e in range(int(node.effect_start), int(node.effect_start) + int(node.effect_n)):
                effect = tables.effects[e]
                for k in range(int(effect.do_start), int(effect.do_start) + int(effect.do_n)):
                    if effect.when == codes.PASSIVE:
                        _add_passive(seat, tables.ops[k])
                    elif tables.ops[k].op == codes.OP_YIELD_BONUS:
                        seat.has_bonus = 1
    seat.was_locked |= seat.is_locked
    seat.had_no_limit |= seat.has_no_limit


@kernel
def push_event(state, tables, p, when, nodes):
    """The effects of some filled nodes of a seat whose moment `when` has come, by rising node."""
    frame = push(state, st.FRAME_EVENT, p)
    frame.when = when
    frame.mask = nodes
    frame.effect = 0
    frame.effect_end = 0
    frame.pc = 0
    frame.end = 0
    return frame


@kernel
def meet(state, tables, p, when):
    """All effects of a seat whose moment has come; nodes filled at this moment count (N-L11)."""
    seat = state.seats[p]
    if (int(seat.whens) >> when) & 1 == 0:
        return
    nodes = 0
    sheet = tables.nodes[int(seat.character)]
    for i in range(MAX_NODES):
        if (int(seat.nodes) >> i) & 1 and (int(sheet[i].whens) >> when) & 1:
            nodes |= 1 << i
    note(state.core, c.N_L11, p, nodes)
    push_event(state, tables, p, when, nodes)


@kernel
def place_growth(state, tables, p, node):
    """A token that has left its place fills a node: its once effect, then on_grow effects (N-G4)."""
    seat = state.seats[p]
    before = int(seat.nodes)
    seat.nodes |= 1 << node
    seat.grown |= 1 << node
    seat.growths += 1
    add_up(state, tables, p)
    row = tables.nodes[int(seat.character), node]
    if row.effect_n == 0:  # what a blank node does is to be grown
        note(state.core, int(row.note), p, node)
    note(state.core, c.N_G1, p, node)
    note(state.core, c.N_G4, p, node)
    note(state.core, c.FACT_NODE, p, node)
    if (int(seat.whens) >> codes.ON_GROW) & 1:
        listening = int(seat.nodes) if tables.grow_trigger_self != 0 else before
        push_event(state, tables, p, codes.ON_GROW, listening)
    if (int(row.whens) >> codes.ONCE) & 1:
        push_event(state, tables, p, codes.ONCE, 1 << node)


@kernel
def run_grow(state, tables, frame):
    """N-D8, N-G5: choose a node and fill it with a token from stock, if both exist."""
    p = int(frame.seat)
    if frame.step == 0:
        nodes = growable(state, tables, p) if state.seats[p].stock > 0 else 0
        if nodes == 0:
            note(state.core, c.N_G5_NOTHING, p, 0)
            pop(state)
            return
        frame.step = 1
        clear_options(state)
        for node in range(MAX_NODES):
            if (nodes >> node) & 1:
                offer(state, codes.FORM_GROW, node, 0)
        ask(state, st.ASK_OPTIONS, st.D_GROW, p)
        return
    pop(state)
    state.seats[p].stock -= 1
    note(state.core, c.N_G5, p, 0)
    note(state.core, c.N_G3, p, 0)
    note(state.core, c.N_D8, p, answer_a(state))
    place_growth(state, tables, p, answer_a(state))


@kernel
def run_spend_growth(state, tables, frame):
    """N-D9, N-G6: a filled node's token goes to stock."""
    p = int(frame.seat)
    if frame.step == 0:
        frame.step = 1
        nodes = spendable(state, tables, p)
        clear_options(state)
        for node in range(MAX_NODES):
            if (nodes >> node) & 1:
                offer(state, codes.FORM_SPEND_GROWTH, node, 0)
        if state.n_options == 0:  # an effect took the last one
            pop(state)
            return
        ask(state, st.ASK_OPTIONS, st.D_SPEND_GROWTH, p)
        return
    pop(state)
    node = answer_a(state)
    seat = state.seats[p]
    seat.nodes &= ~(1 << node)
    seat.stock += 1
    seat.growths_spent += 1
    add_up(state, tables, p)
    note(state.core, c.N_G6, p, node)
    note(state.core, c.N_D9, p, node)
    if node == 0:
        note(state.core, c.N_G6_START_NODE, p, node)
    sheet = tables.nodes[int(seat.character)]
    for i in range(MAX_NODES):
        if (int(seat.nodes) >> i) & 1 and (int(sheet[i].before) >> node) & 1:
            note(state.core, c.N_G6_MIDDLE_NODE, p, node)
