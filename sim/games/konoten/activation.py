"""Running a lens: the steps N-L2 to N-L10."""

from sim.core import note
from sim.games.konoten import clauses as c
from sim.games.konoten import codes
from sim.games.konoten import state as st
from sim.games.konoten.conditions import holds
from sim.games.konoten.gains import book, gain_creativity, gain_items, more_by, pay_ap, pay_items
from sim.games.konoten.growth import meet, note_passive, push_event
from sim.games.konoten.layout import MAX_NODES
from sim.games.konoten.payable import base_ap, surcharge
from sim.games.konoten.stack import pop, push
from sim.games.konoten.workers import take_worker, worker_from_stock
from sim.kernel import kernel

# mypy: ignore-errors

# Steps of FRAME_ACT.
_PLACE, _PAY, _SPEND_WORKERS, _SPEND_GROWTH, _GAIN, _SLOTS, _SCORE, _BYSTANDERS, _OWNER = range(9)


@kernel
def begin_act(state, p, lens, mode, source):
    """Put the activation of a lens on the stack."""
    frame = push(state, st.FRAME_ACT, p)
    act = state.act
    state.n_acts = 1
    act.seat = p
    act.lens = lens
    act.mode = mode
    act.source = source
    act.surcharge_what = 0
    act.slot = 0
    act.n = 0
    act.blades = 0
    act.triggers = 0
    frame.step = _PAY if mode == st.MODE_FINAL else _PLACE
    if mode == st.MODE_FINAL:
        state.seats[p].final_acts += 1


@kernel
def _oust(state, tables, p, lens, mode):
    """A worker that stands on the lens goes home; who persuaded and who was persuaded (N-L2)."""
    victim = int(lens.worker)
    home = state.seats[victim]
    home.on_lenses -= 1
    if lens.is_acted != 0:
        home.acted += 1
    else:
        home.unacted += 1
        note(state.core, c.N_L2_UN_ACTED, victim, 0)
    note(state.core, c.N_A17, p, victim)
    seat = state.seats[p]
    if victim == p:
        note(state.core, c.N_A16, p, victim)
    else:
        note(state.core, c.N_A15, p, victim)
        home.ousted_by_others += 1
    if mode == st.MODE_FREE_TAKE:
        seat.free_takes += 1
    elif victim == p:
        seat.restarts += 1
    else:
        seat.persuades += 1
    return victim


@kernel
def _place(state, tables, frame, p, lens):
    """N-L2, and the worker of N-L3."""
    act = state.act
    mode = int(act.mode)
    extra = surcharge(state, tables, p, lens, mode, int(act.surcharge_what))
    victim = -1
    take_worker(state, p, int(act.source))
    if lens.worker >= 0:
        pay_ap(state, p, extra)
        _note_passives(state, tables, p, lens, mode)
        victim = _oust(state, tables, p, lens, mode)
    elif lens.owner == p:
        state.seats[p].act_own += 1
    else:
        state.seats[p].act_foreign += 1
    if victim < 0:
        note(state.core, c.N_A13, p, int(act.lens))
    lens.worker = p
    lens.is_acted = 1
    state.seats[p].on_lenses += 1
    frame.step = _PAY
    note(state.core, c.N_A5, p, 0)
    note(state.core, c.N_L1, p, 0)
    note(state.core, c.N_L2, p, 0)
    note(state.core, c.N_L3, p, 0)
    note(state.core, c.FACT_LENS, p, int(act.lens))
    if victim >= 0 and victim != p:
        meet(state, tables, victim, codes.ON_PERSUADED)
        meet(state, tables, p, codes.ON_PERSUADE)  # on top: acts first


@kernel
def _note_passives(state, tables, p, lens, mode):
    """Note the passive ops that changed the surcharge."""
    seat = state.seats[p]
    if seat.has_take_free != 0 and lens.owner == p:
        note_passive(state, tables, p, codes.OP_TAKE_FREE)
    if seat.ap_less != 0 and lens.worker != p and mode == st.MODE_TAKE:
        note_passive(state, tables, p, codes.OP_AP_LESS)


@kernel
def _pay(state, tables, p, lens):
    """N-L3, N-L4. What effects of N-L2 took away since N-L1 is not owed."""
    pay_ap(state, p, base_ap(tables, lens, int(state.act.mode)))
    held = state.seats[p].items
    light = min(int(lens.left[0]), int(held[0]))
    rainbow = min(int(lens.left[1]), int(held[1]))
    stagnation = min(int(lens.left[2]), int(held[2]))
    pay_items(state, p, light, rainbow, stagnation)
    state.seats[p].creativity -= lens.left[codes.CREATIVITY]
    if int(lens.left_kinds) & 15 != 0:
        note(state.core, c.N_L4, p, int(state.act.lens))


@kernel
def _bonus(state, tables, p, kind):
    """What `yield_bonus` adds to the batch (N-C506, N-C507)."""
    seat = state.seats[p]
    if seat.has_bonus == 0:
        return 0
    total = 0
    sheet = tables.nodes[int(seat.character)]
    for i in range(MAX_NODES):
        if (int(seat.nodes) >> i) & 1:
            for e in range(int(sheet[i].effect_start), int(sheet[i].effect_start) + int(sheet[i].effect_n)):
                effect = tables.effects[e]
                if effect.when == codes.ON_ACTIVATE:
                    for k in range(int(effect.do_start), int(effect.do_start) + int(effect.do_n)):
                        op = tables.ops[k]
                        if op.op == codes.OP_YIELD_BONUS and op.kind == kind and holds(state, tables, p, effect):
                            total += int(op.n)
    return total


@kernel
def _gain(state, tables, p, lens):
    """N-L7: VP counted, creativity, all materials as one batch."""
    state.act.blades = lens.right[codes.VP]
    gain_creativity(state, tables, p, int(lens.right[codes.CREATIVITY]))
    light = int(lens.right[0]) + _bonus(state, tables, p, 0)
    rainbow = int(lens.right[1]) + _bonus(state, tables, p, 1)
    stagnation = int(lens.right[2]) + _bonus(state, tables, p, 2)
    note(state.core, c.N_L7, p, int(state.act.lens))
    gain_items(state, tables, p, light, rainbow, stagnation, True)


@kernel
def _run_slots(state, tables, p, lens):
    """N-L8: one unit of the right lobby and growth blades, in slot order; False when all are done."""
    act = state.act
    while act.slot < 3:
        card = int(lens.cards[3 + int(act.slot)])
        kind = int(tables.cards[card].kind) if card >= 0 else -1
        if (kind == codes.LOBBY or kind == codes.GROWTH) and act.n < tables.cards[card].qty:
            act.n += 1
            note(state.core, c.N_L8, p, kind)
            if kind == codes.LOBBY:
                worker_from_stock(state, tables, p, 1)
            else:
                push(state, st.FRAME_GROW, p)
            return True
        act.slot += 1
        act.n = 0
    return False


@kernel
def _score(state, tables, p):
    """N-L9: VP of blades and own effects, multiplied where blue 8 is filled, and booked."""
    act = state.act
    seat = state.seats[p]
    total = int(act.blades) + int(act.triggers)
    seat.parts[st.PART_BLADES] += act.blades
    seat.parts[st.PART_TRIGGERS] += act.triggers
    seat.vp += total
    note(state.core, c.N_L9, p, total)
    if total != 0:
        note(state.core, c.FACT_VP, p, total)
    if seat.mul_num != 0 and total > 0:
        more = more_by(total, int(seat.mul_num), int(seat.mul_den))
        seat.vp += more
        seat.parts[st.PART_MULTIPLIER] += more
        note_passive(state, tables, p, codes.OP_MUL_ACTIVATION)


@kernel
def _next_bystander(state, tables, p):
    """Effects of the next seat that acts at others' activations; False when none is left."""
    act = state.act
    n_seats = int(state.core.n_seats)
    while act.slot < n_seats - 1:
        act.slot += 1
        other = (p + int(act.slot)) % n_seats
        seat = state.seats[other]
        if (int(seat.whens) >> codes.ON_ACTIVATE) & 1:
            push_event(state, tables, other, codes.ON_ACTIVATE, int(seat.nodes)).is_bystander = 1
            return True
    return False


@kernel
def _pay_owner(state, tables, p, lens):
    """N-L10: VP and effects of the owner of a foreign lens."""
    owner = int(lens.owner)
    pop(state)
    state.n_acts = 0
    if owner != p:
        state.seats[owner].own_lens_used_by_others += 1
        note(state.core, c.N_L10, owner, p)
        book(state, tables, owner, st.PART_OWNER_BONUS, int(tables.foreign_use_vp))
        meet(state, tables, owner, codes.ON_LENS_USED)


@kernel
def run_act(state, tables, frame):
    """One step of the activation."""
    act = state.act
    p = int(act.seat)
    lens = state.lenses[int(act.lens)]
    step = int(frame.step)
    if step == _PLACE:
        _place(state, tables, frame, p, lens)
    elif step == _PAY:
        _pay(state, tables, p, lens)
        frame.step = _SPEND_WORKERS
    elif step == _SPEND_WORKERS:
        if act.n < lens.left[codes.LOBBY]:
            act.n += 1
            note(state.core, c.N_L5, p, 0)
            push(state, st.FRAME_SPEND_WORKER, p).n = 0 if act.mode == st.MODE_FINAL else int(act.lens) + 1
            return
        act.n = 0
        frame.step = _SPEND_GROWTH
    elif step == _SPEND_GROWTH:
        if act.n < lens.left[codes.GROWTH]:
            act.n += 1
            note(state.core, c.N_L6, p, 0)
            push(state, st.FRAME_SPEND_GROWTH, p)
            return
        act.n = 0
        frame.step = _GAIN
    elif step == _GAIN:
        frame.step = _SLOTS
        _gain(state, tables, p, lens)
    elif step == _SLOTS:
        if not _run_slots(state, tables, p, lens):
            frame.step = _SCORE
            meet(state, tables, p, codes.ON_ACTIVATE)
    elif step == _SCORE:
        _score(state, tables, p)
        act.slot = 0
        frame.step = _BYSTANDERS if tables.has_bystanders != 0 else _OWNER
    elif step == _BYSTANDERS:
        if not _next_bystander(state, tables, p):
            frame.step = _OWNER
    else:
        _pay_owner(state, tables, p, lens)
