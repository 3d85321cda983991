"""What growth nodes are worth to the seat that decides: their own abilities, and what they lead to."""

from sim.games.konoten import codes
from sim.games.konoten.growth import spendable
from sim.games.konoten.layout import MAX_NODES, MAX_PATH
from sim.kernel import kernel

# mypy: ignore-errors

UNKNOWN = -1.0e9  # a number that is not worked out yet
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
                best = max(best, (total / (steps + 1) - own) * tables.way_chance[max(steps - left, 0)])
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
