"""The verb `legal_actions`: what may be done now, in listing order (RULES.md section 4)."""

from sim.core import note
from sim.games.konoten import clauses as c
from sim.games.konoten import codes
from sim.games.konoten import state as st
from sim.games.konoten.building import can_build, dearest_pile, list_steps
from sim.games.konoten.growth import note_passive
from sim.games.konoten.layout import MAX_NODES
from sim.games.konoten.payable import is_payable
from sim.games.konoten.stack import code_of, top
from sim.games.konoten.wills import is_will_legal, list_takes, look_at_wills
from sim.games.konoten.workers import is_source, n_sources
from sim.kernel import kernel

# mypy: ignore-errors


@kernel
def _list_collects(state, tables, p, actions):
    """N-A1."""
    n = 0
    if state.seats[p].ap >= tables.collect_ap:
        for place in range(int(tables.display_normal) + int(tables.display_vp)):
            if state.display[place] >= 0:
                actions[n] = code_of(codes.FORM_COLLECT, place, 0)
                n += 1
    return n


@kernel
def _list_wills(state, tables, p, actions, n):
    """N-A2 to N-A4."""
    seat = state.seats[p]
    if (int(seat.whens) >> codes.WILL) & 1 == 0:
        return n
    sheet = tables.nodes[int(seat.character)]
    for node in range(MAX_NODES):
        has_will = (int(seat.nodes) >> node) & (int(sheet[node].whens) >> codes.WILL) & 1
        if has_will and is_will_legal(state, tables, p, node):
            actions[n] = code_of(codes.FORM_WILL, node, 0)
            n += 1
    return n


@kernel
def _is_open(state, tables, p, f):
    """Whether a facility has room, can be paid and, for polish, leads to a lens (N-A6, N-A7, N-A10)."""
    row = tables.facilities[f]
    seat = state.seats[p]
    if row.limit > 0:
        is_round = row.special == codes.SPECIAL_MARKER and tables.negotiate_reopens == 0
        if (int(state.negotiations) if is_round else int(state.stations[f])) >= row.limit:
            note(state.core, c.N_A10, p, f)
            return False
    spare = min(int(seat.ap) - int(row.ap), int(seat.creativity) - int(row.pays[3]))
    for kind in range(3):
        spare = min(spare, int(seat.items[kind]) - int(row.pays[kind]))
    if spare < 0:
        return False
    if row.special != codes.SPECIAL_LENS:
        return True
    if dearest_pile(state) < 0:
        note(state.core, c.N_B9, p, 0)
        note(state.core, c.N_B9_NO_PILE, p, 0)
        return False
    return can_build(state, tables, p)


@kernel
def _list_facilities(state, tables, p, actions, n):
    has_source = False
    for source in range(n_sources(state, tables, p)):
        has_source = has_source or is_source(state, tables, p, source, -1)
    if not has_source:
        return n
    for f in range(len(codes.FACILITIES)):
        if state.stations[f] > 0 and state.seats[p].ap >= tables.persuade_ap:
            note(state.core, c.N_A12, p, f)  # a worker there stays
    for f in range(len(codes.FACILITIES)):
        if _is_open(state, tables, p, f):
            for source in range(n_sources(state, tables, p)):
                if is_source(state, tables, p, source, -1):
                    actions[n] = code_of(codes.FORM_FACILITY, f, source)
                    n += 1
    return n


@kernel
def _list_lens(state, tables, p, i, actions, n):
    """Activate, persuade or restart: whose worker stands there decides (N-A13 to N-A17)."""
    lens = state.lenses[i]
    mode = st.MODE_PLAIN if lens.worker < 0 else st.MODE_TAKE
    form = codes.FORM_ACTIVATE
    if mode == st.MODE_TAKE:
        form = codes.FORM_RESTART if lens.worker == p else codes.FORM_PERSUADE
        if state.core.notes[c.N_A14] == 0 and is_payable(state, tables, p, lens, st.MODE_PLAIN, 0, 0):
            note(state.core, c.N_A14, p, i)
    if not is_payable(state, tables, p, lens, mode, codes.SURCHARGE_NORMAL, 0):
        return n
    for source in range(n_sources(state, tables, p)):
        if is_source(state, tables, p, source, i):
            actions[n] = code_of(form, i, source)
            n += 1
    return n


@kernel
def _list_turn(state, tables, actions):
    """N-D2."""
    p = int(state.core.actor)
    n = _list_collects(state, tables, p, actions)
    n = _list_wills(state, tables, p, actions, n)
    n = _list_facilities(state, tables, p, actions, n)
    if state.seats[p].unacted > 0 or tables.worker_source == codes.SOURCE_LOBBY_OR_LENS:
        for i in range(int(state.n_lenses)):
            n = _list_lens(state, tables, p, i, actions, n)
    if n == 0:
        note(state.core, c.N_R9, p, 0)
    actions[n] = code_of(codes.FORM_END, 0, 0)
    return n + 1


@kernel
def legal_actions(state, tables, actions):
    """Fill the buffer with the actions of the decision point that is asked; returns how many. Writes notes only."""
    if state.ask == st.ASK_TURN:
        n = _list_turn(state, tables, actions)
    elif state.ask == st.ASK_BUILD:
        n = list_steps(state, tables, actions)
    elif state.ask == st.ASK_TAKE:
        n = list_takes(state, tables, int(state.core.actor), tables.ops[int(top(state).pc)], actions)
    else:
        n = int(state.n_options)
        for i in range(n):
            actions[i] = state.options[i]
    return n


@kernel
def mark_kept_back(state, tables, p):
    """Before a turn is asked: passive effects that keep options out of its list act now, for the list only looks."""
    seat = state.seats[p]
    if seat.has_ban == 0 and seat.was_locked == 0:
        return
    is_logged = state.core.is_logged
    state.core.is_logged = 0  # the list will log what it meets
    look_at_wills(state, tables, p)
    if seat.has_ban != 0 and (seat.unacted > 0 or tables.worker_source == codes.SOURCE_LOBBY_OR_LENS):
        for i in range(int(state.n_lenses)):
            if state.lenses[i].owner != p:
                note_passive(state, tables, p, codes.OP_BAN)
    state.core.is_logged = is_logged
