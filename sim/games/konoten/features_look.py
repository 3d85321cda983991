"""What the features of all actions share: worked out once for a decision, and what gains and payments are worth."""

import numpy as np

from sim.games.konoten import codes
from sim.games.konoten import feature_names as f
from sim.games.konoten.features_build import PLAN, SIDES
from sim.games.konoten.features_hope import HOPE, REST
from sim.games.konoten.features_node import UNKNOWN, best_node
from sim.games.konoten.gains import free_spaces
from sim.games.konoten.layout import MAX_NODES
from sim.games.konoten.state import MAX_PLAYERS
from sim.games.konoten.wills import will_of
from sim.kernel import kernel, small_kernel

# mypy: ignore-errors

MAX_TRIGGERS = 16

#: Round factor of materials, creativity and AP (tables_worth.FACTOR), and of what counts at the end of the game.
_FACTORS = (0.9, 0.9, 0.8, 0.3)
_FINAL = (0.1, 0.2, 0.5, 1.0)

SCRATCH = np.dtype((np.record, [
    ("rest", "i2"),  # rounds after this one
    ("factor", "f8"), ("final", "f8"),
    ("unit", "f8", (3,)),  # weighed worth of a material
    ("has_holds", "i1"),  # own effects ask for what is held at the end
    ("n_triggers", "i1"), ("triggers", "i2", (MAX_TRIGGERS,)),  # own on_activate effects
    ("will_cost", "i2"), ("will_rate", "f8"), ("will_node", "i2"),  # the best unused own will
    ("best_node", "f8"), ("least_node", "f8"),  # worth of growth gained and spent, UNKNOWN until asked for
    ("sides", SIDES), ("other_columns", REST),
    ("plans", PLAN, (MAX_PLAYERS + 1,)),  # by seat, and one that starts from an unplanned lens
    ("hopes", HOPE, (MAX_PLAYERS,)),
]))  # fmt: skip


@small_kernel
def pick4(numbers, k):
    """One of four numbers."""
    return numbers[0] if k == 0 else (numbers[1] if k == 1 else (numbers[2] if k == 2 else numbers[3]))


@kernel
def _look_at_effect(state, tables, p, w, scratch, effect, e):
    """Take in one effect of a filled node."""
    when = int(effect.when)
    if when == codes.ON_ACTIVATE:
        if scratch.n_triggers < MAX_TRIGGERS:
            scratch.triggers[int(scratch.n_triggers)] = e
            scratch.n_triggers += 1
    elif when == codes.ROUND_END:
        op = tables.ops[int(effect.do_start)]
        if op.op == codes.OP_VP_PER:
            scratch.unit[int(op.kind)] += w[f.HOLD_ROUND] * int(op.n)
    elif when == codes.FINAL_ADD and effect.if_n > 0:
        scratch.has_holds = 1


@kernel
def _look_at_will(state, tables, p, scratch, node):
    """Keep the best will that is still to come this round."""
    seat = state.seats[p]
    row = tables.nodes[int(seat.character), node]
    if seat.wills_used[node] != 0 or row.rate <= scratch.will_rate:
        return
    e = will_of(state, tables, p, node)
    cost = int(tables.effects[e].cost) if e >= 0 else 0
    if cost > 0 and (scratch.rest > 0 or seat.creativity >= cost):
        scratch.will_rate = float(row.rate)
        scratch.will_cost = cost
        scratch.will_node = node


@kernel
def _flips(state, tables, p):
    """Whether losses at the end become gains."""
    sheet = tables.nodes[int(state.seats[p].character)]
    for i in range(MAX_NODES):
        if (int(state.seats[p].nodes) >> i) & 1 and sheet[i].flips != 0:
            return True
    return False


@kernel
def look_around(state, tables, p, w, scratch):
    """Fill the scratch record for the seat that decides."""
    seat = state.seats[p]
    rest = int(tables.rounds) - 1 - int(state.round_no)
    late = 3 - min(max(rest, 0), 3)
    scratch.rest = rest
    has_run = (int(seat.whens) >> codes.FINAL_RUN) & 1
    scratch.factor = pick4(_FACTORS, max(late - has_run, 0))
    scratch.final = pick4(_FINAL, late)
    scratch.has_holds = 0
    scratch.n_triggers = 0
    scratch.will_rate = 0.0
    scratch.will_cost = 0
    scratch.will_node = -1
    scratch.best_node = UNKNOWN
    scratch.least_node = UNKNOWN
    for kind in range(3):
        scratch.unit[kind] = w[f.LIGHT + kind] * scratch.factor
    is_flipped = False
    whens = int(seat.whens)
    if whens & ((1 << codes.ON_ACTIVATE) | (1 << codes.ROUND_END) | (1 << codes.FINAL_ADD) | (1 << codes.WILL)):
        sheet = tables.nodes[int(seat.character)]
        filled = int(seat.nodes)
        for i in range(MAX_NODES):
            if (filled >> i) & 1 and sheet[i].effect_n > 0:
                row = sheet[i]
                for e in range(int(row.effect_start), int(row.effect_start) + int(row.effect_n)):
                    _look_at_effect(state, tables, p, w, scratch, tables.effects[e], e)
                if (int(row.whens) >> codes.WILL) & 1:
                    _look_at_will(state, tables, p, scratch, i)
                is_flipped = is_flipped or row.flips != 0
    loss = w[f.HOLD_FINAL] * scratch.final * int(tables.end_stagnation_vp)
    if rest == 0 or is_flipped:
        scratch.unit[codes.STAGNATION] += -loss if is_flipped else loss


# ---- what gains and payments are worth ----


@kernel
def _nearness(state, tables, p, light, rainbow, stagnation):
    """VP of own end effects by what would be held: in full where the condition holds, else by how near it is."""
    seat = state.seats[p]
    sheet = tables.nodes[int(seat.character)]
    total = 0.0
    for i in range(MAX_NODES):
        if (int(seat.nodes) >> i) & 1 == 0 or (int(sheet[i].whens) >> codes.FINAL_ADD) & 1 == 0:
            continue
        for e in range(int(sheet[i].effect_start), int(sheet[i].effect_start) + int(sheet[i].effect_n)):
            effect = tables.effects[e]
            if effect.when != codes.FINAL_ADD or effect.if_n == 0:
                continue
            row = tables.conditions[int(effect.if_start)]
            away = 0
            for kind in range(3):
                asked = int(row.items[kind])
                if asked >= 0:
                    held = light if kind == 0 else (rainbow if kind == 1 else stagnation)
                    away += max(asked - held, 0) if row.kind == codes.IF_HOLD_MIN else abs(asked - held)
            total += int(tables.ops[int(effect.do_start)].n) * (1.0 if away == 0 else 0.5 / (1.0 + away))
    return total


@kernel
def _weigh_tasks(state, tables, p, w, scratch, light, rainbow, stagnation):
    """Progress to the tasks on materials by a change of what is held."""
    seat = state.seats[p]
    total = 0.0
    for task in range(len(codes.TASKS)):
        row = tables.tasks[task]
        what = int(row.what)
        if (int(seat.tasks) >> task) & 1 == 0 or what == codes.COUNT_LENSES:
            continue
        change = light if what == 0 else (rainbow if what == 1 else stagnation)
        if change == 0:
            continue
        asked = int(row.n)
        before = int(seat.items[what])
        total += w[f.TASK_STEP] * (min(before + change, asked) - min(before, asked)) / asked
        if before + change >= asked:
            total += w[f.TASK_DONE] + w[f.TASK_NODE] * best_node(state, tables, p, scratch)
    return total


@kernel
def weigh_items(state, tables, p, w, scratch, light, rainbow, stagnation):
    """A net change of the materials in the own grid."""
    if light == 0 and rainbow == 0 and stagnation == 0:
        return 0.0
    total = light * scratch.unit[0] + rainbow * scratch.unit[1] + stagnation * scratch.unit[2]
    seat = state.seats[p]
    if int(seat.tasks) & 3 != 0:
        total += _weigh_tasks(state, tables, p, w, scratch, light, rainbow, stagnation)
    if scratch.has_holds != 0 and w[f.HOLD_FINAL] != 0.0:
        a, b, c = int(seat.items[0]), int(seat.items[1]), int(seat.items[2])
        after = _nearness(state, tables, p, a + light, b + rainbow, c + stagnation)
        total += w[f.HOLD_FINAL] * scratch.final * (after - _nearness(state, tables, p, a, b, c))
    return total


@kernel
def weigh_batch(state, tables, p, w, scratch, gained, paid):
    """Materials paid, then a batch from the supply, each (light, rainbow, stagnation): what finds no space is lost."""
    light = min(gained[0], int(state.items[0]) + paid[0])
    rainbow = min(gained[1], int(state.items[1]) + paid[1])
    stagnation = min(gained[2], int(state.items[2]) + paid[2])
    free = free_spaces(state, tables, p) + paid[0] + paid[1] + paid[2]
    over = max(light + rainbow + stagnation - free, 0)
    total = 0.0
    if over > 0:
        total = w[f.ITEMS_LOST] * over
        cut = min(over, stagnation)
        stagnation -= cut
        over -= cut
        cut = min(over, light)
        light -= cut
        rainbow -= over - cut
    return total + weigh_items(state, tables, p, w, scratch, light - paid[0], rainbow - paid[1], stagnation - paid[2])


@kernel
def weigh_creativity(state, tables, p, w, scratch, n, node):
    """A change of creativity; `node` = the will that it pays for, -1 = none."""
    if n == 0:
        return 0.0
    has = int(state.seats[p].creativity)
    n = min(n, max(int(tables.creativity_cap) - has, 0))
    total = w[f.CREATIVITY] * scratch.factor * n
    if scratch.will_node >= 0 and scratch.will_node != node:
        cost = int(scratch.will_cost)
        total += w[f.CREATIVITY_SHORT] * scratch.will_rate * (max(cost - has - n, 0) - max(cost - has, 0))
    return total


@kernel
def weigh_ap(state, tables, p, w, scratch, n):
    """A change of AP."""
    over = max(int(state.seats[p].ap) + n - int(tables.ap_cap), 0)
    return w[f.AP] * scratch.factor * (n - over) + w[f.AP_LOST] * over
