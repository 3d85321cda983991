"""Features of growth nodes and worker tokens."""

from sim.games.konoten import codes
from sim.games.konoten import feature_names as f
from sim.games.konoten.features_look import UNKNOWN, weigh_ap, weigh_batch
from sim.games.konoten.growth import spendable
from sim.games.konoten.layout import MAX_NODES, MAX_PATH
from sim.games.konoten.workers import n_workers
from sim.kernel import kernel, small_kernel

# mypy: ignore-errors

_HALF = 0.5


@kernel
def open_nodes(state, tables, p):
    """Bit set of the nodes that can be grown now; as `growth.growable`, but it notes nothing."""
    seat = state.seats[p]
    if seat.is_locked != 0 or (tables.growth_lock == codes.LOCK_PERMANENT and seat.was_locked != 0):
        return 0
    filled = int(seat.nodes)
    sheet = tables.nodes[int(seat.character)]
    found = 0
    for i in range(MAX_NODES):
        row = sheet[i]
        if row.is_there != 0 and (filled >> i) & 1 == 0 and (row.before == 0 or filled & int(row.before) != 0):
            found |= 1 << i
    return found


@kernel
def own_worth(state, tables, p, node):
    """VP of a node's own abilities from this round on."""
    row = tables.nodes[int(state.seats[p].character), node]
    worth = float(row.worth[int(state.round_no)])
    if row.loss != 0:
        sheet = tables.nodes[int(state.seats[p].character)]
        for i in range(MAX_NODES):
            if (int(state.seats[p].nodes) >> i) & 1 and sheet[i].flips != 0:
                return worth + 2.0 * int(row.loss)
    return worth


@small_kernel
def _is_feasible(left, steps):
    """How surely `steps` more nodes can be grown with `left` tokens to come from supplies."""
    return 0.95 if steps <= left else (0.5 if steps == left + 1 else (0.15 if steps == left + 2 else 0.0))


@kernel
def way_worth(state, tables, p, node):
    """What growing a node leads to: VP a token of the best row that starts with it, above its own worth."""
    seat = state.seats[p]
    filled = int(seat.nodes)
    sheet = tables.nodes[int(seat.character)]
    round_no = int(state.round_no)
    left = int(tables.rounds) - 1 - round_no
    later = round_no + 1 if left > 0 else round_no
    own = float(sheet[node].worth[round_no])
    best = 0.0
    for i in range(MAX_NODES):
        row = sheet[i]
        before = int(row.before)
        if (before >> node) & 1 and (filled >> i) & 1 == 0 and before & filled == 0:
            for steps in range(1, MAX_PATH):
                total = own + float(row.paths[later, steps - 1])
                best = max(best, (total / (steps + 1) - own) * _is_feasible(left, steps))
    return best


@kernel
def keep_worth(state, tables, p, node):
    """What is lost when a filled node is spent: its own worth, and half of a node that it alone keeps open."""
    filled = int(state.seats[p].nodes)
    sheet = tables.nodes[int(state.seats[p].character)]
    best = 0.0
    for i in range(MAX_NODES):
        row = sheet[i]
        if int(row.before) & filled == 1 << node and (filled >> i) & 1 == 0:
            for length in range(MAX_PATH - 1):
                best = max(best, float(row.paths[int(state.round_no), length]) / (length + 1))
    return own_worth(state, tables, p, node) + (_HALF * best if state.round_no + 1 < tables.rounds else 0.0)


@kernel
def best_node(state, tables, p, scratch):
    """Worth of the best node that could be grown now by a lens or a will; once a decision."""
    if scratch.best_node == UNKNOWN:
        best = 0.0
        nodes = open_nodes(state, tables, p)
        for node in range(MAX_NODES):
            if (nodes >> node) & 1:
                best = max(best, own_worth(state, tables, p, node) + way_worth(state, tables, p, node))
        scratch.best_node = best
    return scratch.best_node


@kernel
def least_node(state, tables, p, scratch):
    """Worth of the filled node that is easiest to give up; once a decision."""
    if scratch.least_node == UNKNOWN:
        least = -UNKNOWN
        nodes = spendable(state, tables, p)
        for node in range(MAX_NODES):
            if (nodes >> node) & 1:
                least = min(least, keep_worth(state, tables, p, node))
        scratch.least_node = 0.0 if least == -UNKNOWN else least
    return scratch.least_node


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
