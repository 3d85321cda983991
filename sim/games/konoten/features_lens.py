"""Features of running a lens: net materials, VP with own effects and factors, AP, workers, the other seats."""

from sim.games.konoten import codes
from sim.games.konoten import feature_names as f
from sim.games.konoten import state as st
from sim.games.konoten.features_grow import weigh_growth, weigh_worker
from sim.games.konoten.features_look import weigh_batch, weigh_creativity
from sim.games.konoten.features_node import least_node
from sim.games.konoten.gains import more_by
from sim.games.konoten.layout import MAX_NODES
from sim.games.konoten.payable import base_ap, surcharge
from sim.games.konoten.workers import n_workers
from sim.kernel import kernel

# mypy: ignore-errors


@kernel
def _one_holds(state, p, lens, row):
    """A condition of an on_activate effect, for a lens that would be run."""
    kind = int(row.kind)
    n = int(row.n)
    if kind == codes.IF_OWNER_SELF:
        return lens.owner == p
    if kind == codes.IF_OWNER_OTHER:
        return lens.owner != p
    if kind == codes.IF_BASE_MIN:
        return lens.base_cost >= n
    if kind == codes.IF_CARDS_MIN:
        return lens.n_cards >= n
    if kind == codes.IF_PAYS:
        return lens.left[n] > 0
    if kind == codes.IF_YIELDS:
        return lens.right[n] > 0
    if kind == codes.IF_KINDS_DISJOINT:
        return int(lens.left_kinds) & int(lens.right_kinds) == 0
    if kind == codes.IF_KINDS_DIFFER:
        return lens.left_kinds != lens.right_kinds
    for k in range(3):
        asked = int(row.items[k])
        held = int(state.seats[p].items[k])
        if asked >= 0 and (held < asked if kind == codes.IF_HOLD_MIN else held != asked):
            return False
    return True


@kernel
def _holds(state, tables, p, lens, effect):
    for i in range(int(effect.if_start), int(effect.if_start) + int(effect.if_n)):
        if not _one_holds(state, p, lens, tables.conditions[i]):
            return False
    return True


@kernel
def _triggers(state, tables, p, scratch, lens):
    """Own on_activate effects at this lens: (VP, light, rainbow, stagnation on top)."""
    vp = light = rainbow = stagnation = 0
    for t in range(int(scratch.n_triggers)):
        effect = tables.effects[int(scratch.triggers[t])]
        if not _holds(state, tables, p, lens, effect):
            continue
        for k in range(int(effect.do_start), int(effect.do_start) + int(effect.do_n)):
            op = tables.ops[k]
            kind = int(op.kind)
            n = int(op.n)
            if op.op == codes.OP_VP:
                vp += n
            elif op.op == codes.OP_VP_PER_MOVED:
                vp += n * (int(lens.left[kind]) + int(lens.right[kind]))
            elif op.op == codes.OP_VP_PER:
                vp += n * int(state.seats[p].items[kind])
            elif op.op == codes.OP_YIELD_BONUS:
                light += n * (kind == 0)
                rainbow += n * (kind == 1)
                stagnation += n * (kind == 2)
    return vp, light, rainbow, stagnation


@kernel
def _event_vp(state, tables, p, when):
    """VP of own effects that answer to an event."""
    seat = state.seats[p]
    if (int(seat.whens) >> when) & 1 == 0:
        return 0
    vp = 0
    sheet = tables.nodes[int(seat.character)]
    for i in range(MAX_NODES):
        if (int(seat.nodes) >> i) & 1 and (int(sheet[i].whens) >> when) & 1:
            for e in range(int(sheet[i].effect_start), int(sheet[i].effect_start) + int(sheet[i].effect_n)):
                effect = tables.effects[e]
                if effect.when == when:
                    for k in range(int(effect.do_start), int(effect.do_start) + int(effect.do_n)):
                        if tables.ops[k].op == codes.OP_VP:
                            vp += int(tables.ops[k].n)
    return vp


@kernel
def weigh_lens_made(state, tables, p, w):
    """Own effects that answer to a new lens."""
    return w[f.VP] * _event_vp(state, tables, p, codes.ON_LENS_MADE)


@kernel
def _weigh_oust(state, tables, p, w, lens):
    """Whose worker leaves the lens."""
    victim = int(lens.worker)
    if victim == p:
        return w[f.RESTART] + (w[f.REGAIN] if lens.is_acted == 0 else 0.0)
    total = w[f.PERSUADE] + w[f.VP] * _event_vp(state, tables, p, codes.ON_PERSUADE)
    return total + (w[f.OUST_FRESH] if lens.is_acted == 0 else 0.0)


@kernel
def _weigh_blades(state, tables, p, w, scratch, lens):
    """Creativity, workers and growth of a lens."""
    total = 0.0
    kinds = int(lens.left_kinds) | int(lens.right_kinds)
    if (kinds >> codes.CREATIVITY) & 1:
        change = int(lens.right[codes.CREATIVITY]) - int(lens.left[codes.CREATIVITY])
        total += weigh_creativity(state, tables, p, w, scratch, change, -1)
    if (kinds >> codes.LOBBY) & 1:
        spent = int(lens.left[codes.LOBBY])
        if spent > 0:
            few = w[f.SPENT_FEW] / max(n_workers(state, p), 1)
            total += (w[f.WORKER_SPENT] + few) * int(scratch.rest) * spent
        n = min(int(lens.right[codes.LOBBY]), int(state.seats[p].stock) + spent)
        if n > 0:
            total += n * weigh_worker(state, tables, p, w, scratch, True)
    if (kinds >> codes.GROWTH) & 1:
        spent = int(lens.left[codes.GROWTH])
        if spent > 0:
            total += w[f.GROWTH_SPENT] * spent * least_node(state, tables, p, scratch)
        if lens.right[codes.GROWTH] > 0:
            total += weigh_growth(state, tables, p, w, scratch, int(lens.right[codes.GROWTH]))
    return total


@kernel
def weigh_run(state, tables, p, w, scratch, i, mode, what):
    """Running lens i; `what` is the SURCHARGE_ of a will that takes over."""
    lens = state.lenses[i]
    seat = state.seats[p]
    vp, light, rainbow, stagnation = _triggers(state, tables, p, scratch, lens)
    vp += int(lens.right[codes.VP])
    if seat.mul_num != 0 and vp > 0:
        vp += more_by(vp, int(seat.mul_num), int(seat.mul_den))
    total = w[f.VP] * vp
    gained = (int(lens.right[0]) + light, int(lens.right[1]) + rainbow, int(lens.right[2]) + stagnation)
    paid = (int(lens.left[0]), int(lens.left[1]), int(lens.left[2]))
    total += weigh_batch(state, tables, p, w, scratch, gained, paid)
    if (int(lens.left_kinds) | int(lens.right_kinds)) & 0b111000 != 0:
        total += _weigh_blades(state, tables, p, w, scratch, lens)
    if mode != st.MODE_FINAL:
        cost = base_ap(tables, lens, mode) + surcharge(state, tables, p, lens, mode, what)
        total += w[f.UNACTED] - w[f.AP] * scratch.factor * cost
        if lens.worker >= 0:
            total += _weigh_oust(state, tables, p, w, lens)
    if lens.owner != p:
        total += w[f.FOREIGN]
    return total
