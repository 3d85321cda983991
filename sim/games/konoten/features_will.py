"""Features of will abilities and of what their ops ask."""

from sim.games.konoten import codes
from sim.games.konoten import feature_names as f
from sim.games.konoten import state as st
from sim.games.konoten.features_grow import weigh_growth, weigh_worker
from sim.games.konoten.features_hope import card_gain, look_for_hope
from sim.games.konoten.features_lens import weigh_run
from sim.games.konoten.features_look import weigh_ap, weigh_batch, weigh_creativity
from sim.games.konoten.features_worth import is_late
from sim.games.konoten.layout import N_VALUATIONS
from sim.games.konoten.wills import most_picked, will_of
from sim.kernel import kernel

# mypy: ignore-errors


@kernel
def _best_card(state, tables, p, w, scratch):
    """The best display card for a will that takes one."""
    total = w[f.COLLECT]
    avail = int(state.seats[p].ap) - int(tables.facilities[codes.POLISH].ap)
    if avail < 0 and is_late(state, tables):
        return total
    for valuation in range(N_VALUATIONS):
        weight = w[f.CARD_PLAIN + valuation]
        if weight == 0.0:
            continue
        best = 0.0
        look_for_hope(state, tables, p, scratch, valuation, avail)
        for place in range(int(tables.display_normal) + int(tables.display_vp)):
            if state.display[place] >= 0:
                best = max(best, card_gain(state, tables, p, scratch, valuation, int(state.display[place])))
        total += weight * best
    return total


@kernel
def _weigh_take(state, tables, p, w, scratch, op, cost):
    """Taking over a lens of another by a will: the one that brings most by the estimates of the loader."""
    best, best_worth = -1, -1.0e9
    seat = state.seats[p]
    for i in range(int(state.n_lenses)):
        lens = state.lenses[i]
        if lens.owner == p or lens.worker < 0 or seat.ap < lens.base_cost:
            continue
        is_payable = int(seat.creativity) - cost >= lens.left[codes.CREATIVITY]
        for kind in range(3):
            is_payable = is_payable and seat.items[kind] >= lens.left[kind]
        worth = 0.0
        for kind in range(7):
            worth += float(tables.unit_worth[kind]) * (int(lens.right[kind]) - int(lens.left[kind]))
        if is_payable and worth > best_worth:
            best, best_worth = i, worth
    return 0.0 if best < 0 else weigh_run(state, tables, p, w, scratch, best, st.MODE_FREE_TAKE, int(op.what))


@kernel
def weigh_op(state, tables, p, w, scratch, op, cost):
    """One op of a will, `choose` left out."""
    code = int(op.op)
    n = int(op.n)
    if code == codes.OP_VP:
        return w[f.VP] * n
    if code == codes.OP_GAIN:
        gained = (int(op.items[0]), int(op.items[1]), int(op.items[2]))
        return weigh_batch(state, tables, p, w, scratch, gained, (0, 0, 0))
    if code == codes.OP_AP:
        return weigh_ap(state, tables, p, w, scratch, n)
    if code == codes.OP_GROW:
        return weigh_growth(state, tables, p, w, scratch, n)
    if code == codes.OP_WORKER_UNACTED or code == codes.OP_WORKER_ACTED:
        if state.seats[p].stock == 0:
            return 0.0
        return weigh_worker(state, tables, p, w, scratch, code == codes.OP_WORKER_ACTED)
    if code == codes.OP_COLLECT:
        return _best_card(state, tables, p, w, scratch)
    if code == codes.OP_TAKE:
        return _weigh_take(state, tables, p, w, scratch, op, cost)
    if code == codes.OP_PICK:
        return weigh_pick(state, tables, p, w, scratch, op, most_picked(state, tables, p, op))
    return 0.0


@kernel
def weigh_pick(state, tables, p, w, scratch, op, n):
    """An amount of a `pick`."""
    kind = int(op.kind)
    gained = (n * (kind == 0), n * (kind == 1), n * (kind == 2))
    return w[f.VP] * n * int(op.each) + weigh_batch(state, tables, p, w, scratch, gained, (0, 0, 0))


@kernel
def weigh_will(state, tables, p, w, scratch, node):
    effect = tables.effects[will_of(state, tables, p, node)]
    cost = int(effect.cost)
    total = w[f.WILL] + weigh_creativity(state, tables, p, w, scratch, -cost, node)
    for k in range(int(effect.do_start), int(effect.do_start) + int(effect.do_n)):
        op = tables.ops[k]
        if op.op == codes.OP_CHOOSE:
            best = int(op.start)
            for j in range(best + 1, int(op.start) + int(op.count)):
                best = j if tables.ops[j].worth > tables.ops[best].worth else best
            op = tables.ops[best]
        total += weigh_op(state, tables, p, w, scratch, op, cost)
    return total
