"""Features of growth and worker tokens."""

from sim.games.konoten import codes
from sim.games.konoten import feature_names as f
from sim.games.konoten.features_look import weigh_ap, weigh_batch
from sim.games.konoten.features_node import best_node, own_worth, way_worth
from sim.games.konoten.layout import MAX_NODES
from sim.games.konoten.workers import n_workers
from sim.kernel import kernel

# mypy: ignore-errors


@kernel
def _weigh_grown(state, tables, p, w, scratch, when):
    """Own effects that answer to a node grown or a worker gained."""
    seat = state.seats[p]
    if (int(seat.whens) >> when) & 1 == 0:
        return 0.0
    total = 0.0
    sheet = tables.nodes[int(seat.character)]
    for i in range(MAX_NODES):
        if (int(seat.nodes) >> i) & 1 == 0 or (int(sheet[i].whens) >> when) & 1 == 0:
            continue
        for e in range(int(sheet[i].effect_start), int(sheet[i].effect_start) + int(sheet[i].effect_n)):
            effect = tables.effects[e]
            if effect.when == when:
                op = tables.ops[int(effect.do_start)]
                if op.op == codes.OP_AP:
                    total += weigh_ap(state, tables, p, w, scratch, int(op.n))
                elif op.op == codes.OP_GAIN:
                    gained = (int(op.items[0]), int(op.items[1]), int(op.items[2]))
                    total += weigh_batch(state, tables, p, w, scratch, gained, (0, 0, 0))
                elif op.op == codes.OP_CONVERT:
                    total += 0.5 * w[f.LIGHT] * scratch.factor
    return total


@kernel
def weigh_node(state, tables, p, w, scratch, node):
    """Growing a node."""
    row = tables.nodes[int(state.seats[p].character), node]
    total = w[f.GROW_OWN] * own_worth(state, tables, p, node) + w[f.GROW_WAY] * way_worth(state, tables, p, node)
    if row.locks != 0:
        total += w[f.GROW_LOCK] * int(scratch.rest)
    return total + _weigh_grown(state, tables, p, w, scratch, codes.ON_GROW)


@kernel
def weigh_growth(state, tables, p, w, scratch, n):
    """n growth by a lens or a will, whose nodes are chosen later."""
    n = min(n, int(state.seats[p].stock))
    if n <= 0:
        return 0.0
    best = best_node(state, tables, p, scratch)
    if best <= 0.0:
        return 0.0
    return n * (w[f.GROWTH_GAIN] * best + _weigh_grown(state, tables, p, w, scratch, codes.ON_GROW))


@kernel
def weigh_worker(state, tables, p, w, scratch, is_acted):
    """A worker gained."""
    rest = int(scratch.rest)
    if is_acted:
        total = w[f.WORKER_GAIN] * rest
    else:
        total = (w[f.TOKEN_WORKER] + w[f.TOKEN_FEW] / max(n_workers(state, p), 1)) * (rest + 1)
    return total + _weigh_grown(state, tables, p, w, scratch, codes.ON_WORKER_GAINED)


@kernel
def weigh_spent_worker(state, tables, p, w, scratch, place, low):
    """A worker that goes to stock from one of the places of `spend worker`."""
    if place == codes.FROM_LOBBY_UNACTED:
        return w[f.SPEND_UNACTED]
    if place == codes.FROM_LENS:
        return w[f.SPEND_OWN_LENS] if state.lenses[low].owner == p else w[f.SPEND_OTHER_LENS]
    return 0.0
