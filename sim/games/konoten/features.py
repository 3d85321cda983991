"""What a linear policy sees of each legal action: the difference it makes (names in feature_names.py).

Everything read here is open to the seat that decides; only the order of the decks is hidden. `w` is the weights row
everywhere; each function returns its part of the weighted sum.
"""

from sim.games.konoten import codes
from sim.games.konoten import feature_names as f
from sim.games.konoten import state as st
from sim.games.konoten.features_build import look_for_plan
from sim.games.konoten.features_grow import weigh_node, weigh_spent_worker, weigh_worker
from sim.games.konoten.features_hope import card_gain, look_for_hope
from sim.games.konoten.features_lens import weigh_lens_made, weigh_run
from sim.games.konoten.features_look import SCRATCH, look_around, weigh_ap, weigh_batch, weigh_creativity, weigh_items
from sim.games.konoten.features_node import best_node, keep_worth
from sim.games.konoten.features_will import weigh_op, weigh_pick, weigh_will
from sim.games.konoten.features_worth import is_late
from sim.games.konoten.gains import n_held
from sim.games.konoten.layout import N_VALUATIONS
from sim.games.konoten.stack import top
from sim.kernel import kernel

# mypy: ignore-errors

__all__ = ["FEATURES", "SCRATCH", "features"]

FEATURES = f.FEATURE_NAMES


# ---- cards ----


@kernel
def _weigh_cards(state, tables, p, w, scratch, actions, n, values, price):
    """Every display card that is offered, without what it costs; `price` = AP of taking one."""
    avail = int(state.seats[p].ap) - price - int(tables.facilities[codes.POLISH].ap)
    for i in range(n):
        form = int(actions[i]) >> 24
        if form == codes.FORM_COLLECT or form == codes.FORM_WILL_COLLECT:
            place = (int(actions[i]) >> 16) & 0xFF
            values[i] = w[f.COLLECT] + (w[f.COLLECT_VP] if place >= tables.display_normal else 0.0)
    if avail < 0 and is_late(state, tables):
        return
    for valuation in range(N_VALUATIONS):
        weight = w[f.CARD_PLAIN + valuation]
        if weight == 0.0:
            continue
        look_for_hope(state, tables, p, scratch, valuation, avail)
        for i in range(n):
            form = int(actions[i]) >> 24
            if form == codes.FORM_COLLECT or form == codes.FORM_WILL_COLLECT:
                card = int(state.display[(int(actions[i]) >> 16) & 0xFF])
                values[i] += weight * card_gain(state, tables, p, scratch, valuation, card)


@kernel
def _weigh_polish(state, tables, p, w, scratch):
    """Starting a lens: what can be built now, and what waiting might better."""
    total = w[f.POLISH] + weigh_lens_made(state, tables, p, w)
    seat = state.seats[p]
    avail = int(seat.ap) - int(tables.collect_ap) - int(tables.facilities[codes.POLISH].ap)
    for valuation in range(N_VALUATIONS):
        build, wait = w[f.BUILD_PLAIN + valuation], w[f.WAIT_PLAIN + valuation]
        if build == 0.0 and (wait == 0.0 or avail < 0):
            continue
        worth = float(scratch.plans[look_for_plan(state, tables, p, scratch, valuation)].worth)
        total += build * worth
        if wait != 0.0 and avail >= 0:
            look_for_hope(state, tables, p, scratch, valuation, avail)
            total += wait * max(float(scratch.hopes[p].worth) - max(worth, 0.0), 0.0)
    if int(seat.tasks) >> codes.TASK_LENS & 1:
        asked = int(tables.tasks[codes.TASK_LENS].n)
        total += w[f.TASK_STEP] / asked
        if int(seat.n_lenses) + 1 >= asked:
            total += w[f.TASK_DONE] + w[f.TASK_NODE] * best_node(state, tables, p, scratch)
    return total


@kernel
def _weigh_steps(state, tables, p, w, scratch, actions, n, values):
    """N-D3: whether a step belongs to the best lens that can still be built."""
    for i in range(n):
        values[i] = 0.0
    for valuation in range(N_VALUATIONS):
        weight = w[f.PLAN_PLAIN + valuation]
        if weight == 0.0:
            continue
        plan = scratch.plans[look_for_plan(state, tables, p, scratch, valuation)]
        step = int(state.build.last)
        while step < 6 and plan.cards[step] < 0:
            step += 1
        for i in range(n):
            form = int(actions[i]) >> 24
            card = (int(actions[i]) >> 16) & 0xFF
            if form == codes.FORM_FINISH:
                values[i] += weight if step == 6 else 0.0
            elif step < 6 and plan.cards[step] == card and (form == codes.FORM_ADD_RIGHT) == (step >= 3):
                values[i] += weight


@kernel
def _weigh_base(state, tables, p, w, cost):
    """N-D4."""
    runs = float(tables.runs[0, int(state.round_no)])
    total = w[f.BASE_COST] * runs * cost
    seat = state.seats[p]
    if w[f.BASE_VP] == 0.0 or (int(seat.whens) >> codes.ON_ACTIVATE) & 1 == 0:
        return total
    sheet = tables.nodes[int(seat.character)]
    for i in range(16):
        if (int(seat.nodes) >> i) & 1 == 0 or (int(sheet[i].whens) >> codes.ON_ACTIVATE) & 1 == 0:
            continue
        for e in range(int(sheet[i].effect_start), int(sheet[i].effect_start) + int(sheet[i].effect_n)):
            effect = tables.effects[e]
            if effect.when == codes.ON_ACTIVATE and effect.if_n > 0:
                row = tables.conditions[int(effect.if_start)]
                if row.kind == codes.IF_BASE_MIN and cost >= row.n:
                    total += w[f.BASE_VP] * runs * int(tables.ops[int(effect.do_start)].n)
    return total


# ---- facilities ----


@kernel
def _weigh_facility(state, tables, p, w, scratch, place):
    row = tables.facilities[place]
    total = w[f.UNACTED] + weigh_ap(state, tables, p, w, scratch, int(row.yields[4]) - int(row.ap))
    if row.special == codes.SPECIAL_LENS:
        return total + _weigh_polish(state, tables, p, w, scratch)
    total += w[f.SPARE] / max(int(state.seats[p].unacted), 1)
    gained = (int(row.yields[0]), int(row.yields[1]), int(row.yields[2]))
    total += weigh_batch(state, tables, p, w, scratch, gained, (int(row.pays[0]), int(row.pays[1]), int(row.pays[2])))
    total += weigh_creativity(state, tables, p, w, scratch, int(row.yields[3]) - int(row.pays[3]), -1)
    if row.special == codes.SPECIAL_MARKER:
        total += w[f.NEGOTIATE]
    return total


# ---- everything else that is asked ----


@kernel
def _weigh_end(state, tables, w, scratch, seat):
    total = w[f.END] + w[f.END_WORKERS] * int(seat.unacted)
    if scratch.rest > 0:
        total += w[f.END_AP] * max(int(seat.ap) + int(tables.supply_ap) - int(tables.ap_cap), 0)
    return total


@kernel
def _weigh_gift(state, tables, p, w, scratch, kind, other):
    """N-D16."""
    op = tables.ops[int(top(state).pc)]
    total = w[f.GIVE] + w[f.VP] * int(op.items[kind])
    total += weigh_items(state, tables, p, w, scratch, -(kind == 0), -(kind == 1), -(kind == 2))
    if state.seats[other].has_no_limit != 0 or n_held(state.seats[other]) < tables.grid_spaces:
        total += w[f.GIVE_ROOM]
    return total


@kernel
def _weigh_convert(state, tables, p, w, scratch, source, pair):
    target = int(tables.ops[int(top(state).pc)].pairs[pair, 1])
    return weigh_items(
        state, tables, p, w, scratch,
        (target == 0) - (source == 0), (target == 1) - (source == 1), (target == 2) - (source == 2),
    )  # fmt: skip


@kernel
def _weigh_option(state, tables, p, w, scratch, action):
    """An option that is asked inside an action or a phase."""
    form = action >> 24
    a = (action >> 16) & 0xFF
    low = action & 0xFFFF
    if form == codes.FORM_BASE:
        return _weigh_base(state, tables, p, w, a)
    if form == codes.FORM_CHAIN_YES:
        return w[f.CHAIN] + weigh_run(state, tables, p, w, scratch, a, st.MODE_CHAIN, 0)
    if form == codes.FORM_FINAL_LENS:
        return weigh_run(state, tables, p, w, scratch, a, st.MODE_FINAL, 0)
    if form == codes.FORM_WILL_PERSUADE or form == codes.FORM_WILL_RESTART:
        what = int(tables.ops[int(top(state).pc)].what)
        return weigh_run(state, tables, p, w, scratch, a, st.MODE_FREE_TAKE, what)
    if form == codes.FORM_KEEP:
        return weigh_items(state, tables, p, w, scratch, low & 31, (low >> 5) & 31, (low >> 10) & 31)
    if form == codes.FORM_SUPPLY_WORKER or form == codes.FORM_TASK_WORKER:
        return weigh_worker(state, tables, p, w, scratch, False)
    if form == codes.FORM_SUPPLY_GROW or form == codes.FORM_GROW:
        return weigh_node(state, tables, p, w, scratch, a)
    if form == codes.FORM_TASK_GROW:
        return weigh_node(state, tables, p, w, scratch, low)
    if form == codes.FORM_SPEND_GROWTH:
        return w[f.SPEND_NODE] * keep_worth(state, tables, p, a)
    if form == codes.FORM_SPEND_WORKER:
        return weigh_spent_worker(state, tables, p, w, scratch, a, low)
    if form == codes.FORM_CONVERT:
        return _weigh_convert(state, tables, p, w, scratch, a, low)
    if form == codes.FORM_WILL_PICK:
        return weigh_pick(state, tables, p, w, scratch, tables.ops[int(top(state).pc)], low)
    if form == codes.FORM_WILL_GAIN:
        op = tables.ops[int(top(state).pc)]
        return weigh_op(state, tables, p, w, scratch, tables.ops[int(op.start) + a], 0)
    if form == codes.FORM_GIVE:
        return _weigh_gift(state, tables, p, w, scratch, a, low)
    return 0.0


@kernel
def _weigh_turn(state, tables, p, w, scratch, actions, n, values):
    """N-D2; display cards come first in the list and are weighed together."""
    n_cards = 0
    while n_cards < n and int(actions[n_cards]) >> 24 == codes.FORM_COLLECT:
        n_cards += 1
    if n_cards > 0:
        _weigh_cards(state, tables, p, w, scratch, actions, n_cards, values, int(tables.collect_ap))
        cost = weigh_ap(state, tables, p, w, scratch, -int(tables.collect_ap))
        for i in range(n_cards):
            values[i] += cost
    for i in range(n_cards, n):
        action = int(actions[i])
        form = action >> 24
        a = (action >> 16) & 0xFF
        if form == codes.FORM_FACILITY:
            values[i] = _weigh_facility(state, tables, p, w, scratch, a)
        elif form == codes.FORM_WILL:
            values[i] = weigh_will(state, tables, p, w, scratch, a)
        elif form == codes.FORM_END:
            values[i] = _weigh_end(state, tables, w, scratch, state.seats[p])
        else:
            mode = st.MODE_PLAIN if form == codes.FORM_ACTIVATE else st.MODE_TAKE
            values[i] = weigh_run(state, tables, p, w, scratch, a, mode, codes.SURCHARGE_NORMAL)


@kernel
def features(state, tables, actions, n, weights, scratch, values):
    """Weigh the n legal actions of the seat that decides: one weighted sum of features each."""
    p = int(state.core.actor)
    if state.ask == st.ASK_BUILD:
        _weigh_steps(state, tables, p, weights, scratch, actions, n, values)
        return
    look_around(state, tables, p, weights, scratch)
    if state.ask == st.ASK_TURN:
        _weigh_turn(state, tables, p, weights, scratch, actions, n, values)
    elif state.decision == st.D_COLLECT:
        _weigh_cards(state, tables, p, weights, scratch, actions, n, values, 0)
    else:
        for i in range(n):
            values[i] = _weigh_option(state, tables, p, weights, scratch, int(actions[i]))
