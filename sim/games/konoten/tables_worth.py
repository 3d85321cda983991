"""A rough estimate of what cards and growth nodes bring, in VP: for heuristic policies only.

Rules never read these numbers. They are worked out from the data when it is loaded, so a changed card or node changes
its worth, and a style plays cards and sheets that it has never seen.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.games.konoten import codes, layout

Record = Any  # one np.record of a dtype of `layout`

#: VP of one unit by codes.KINDS, gained on the right and paid on the left of a lens.
GAINED = np.array([1.6, 3.5, -0.7, 1.1, 2.0, 3.5, 1.0])
PAID = np.array([1.6, 3.5, -0.4, 1.1, 1.5, 2.7, 0.0])
#: How far such units count, by round: stocks are worth little in the last one.
FACTOR = np.array([0.9, 0.9, 0.8, 0.3])
AP = 1.5  # VP of one action power
VP_RARE = 2.0  # VP less for a VP card hoped for: two lie open

# Valuations of a lens: plain, large (run often, with VP cards), quick (cards are dear: two of them).
PLAIN, LARGE, QUICK = range(layout.N_VALUATIONS)
RUNS = np.array([1.6, 1.3, 1.0, 1.0])  # runs of a new lens, by round
RUNS_BY = (1.0, 1.4, 1.0)
CARD_COST = (3.0, 1.0, 4.0)  # VP for a card used up
VP_CARD = (0.0, 2.0, 0.0)  # VP more for a VP card

#: How often a moment comes in a round for a seat that holds the node.
TIMES = {
    codes.ON_GROW: 0.4, codes.ON_WORKER_GAINED: 1.2, codes.ON_WORKER_RETURNED: 0.5, codes.ON_LENS_MADE: 0.8,
    codes.ON_ACTIVATE: 2.5, codes.ON_LENS_USED: 0.8, codes.ON_PERSUADE: 0.7, codes.ON_PERSUADED: 0.7,
    codes.ROUND_END: 1.0,
}  # fmt: skip
#: How often a condition holds.
CHANCE = {
    codes.IF_OWNER_SELF: 0.6, codes.IF_OWNER_OTHER: 0.4, codes.IF_BASE_MIN: 0.16, codes.IF_CARDS_MIN: 0.3,
    codes.IF_PAYS: 0.1, codes.IF_YIELDS: 0.25, codes.IF_KINDS_DISJOINT: 0.8, codes.IF_KINDS_DIFFER: 0.9,
    codes.IF_HOLD_NONE: 0.5, codes.IF_HOLD_MIN: 0.53, codes.IF_HOLD_EXACTLY: 0.15,
}  # fmt: skip
HELD = 2.8  # typical amount of a material at the end of a round
WORKERS = 6.0  # typical number of workers at the end
EXPECTED_VP = 150.0  # of a seat in a whole game
VP_PER_ROUND = 60.0  # of activations in a late round
FINAL_RUN_VP = 14.5
STAGNATION_LEFT = 8.0
NO_PATH = -1000.0
#: Chance to end a row of nodes that needs 0, 1, 2 ... tokens more than the supplies to come give.
WAY_CHANCE = (0.8, 0.5, 0.3)


def write_worth(record: Record) -> None:
    """Fill the estimates of a TABLES record whose cards and sheets are written."""
    for valuation in range(layout.N_VALUATIONS):
        record.runs[valuation] = RUNS * RUNS_BY[valuation]
        record.runs[valuation, -1] = RUNS[-1]
    record["unit_worth"] = GAINED
    record["way_chance"][: len(WAY_CHANCE)] = WAY_CHANCE
    _write_cards(record)
    for op in record.ops:
        op.worth = _op(record, op)
    for sheet in record.nodes:
        for row in sheet:
            if row.is_there:
                _write_node(record, row)
        _write_paths(sheet)


# ---- cards ----


def _write_cards(record: Record) -> None:
    cards = record.cards[: int(record.n_cards)]
    for valuation in range(layout.N_VALUATIONS):
        for round_no in range(layout.MAX_ROUNDS):
            worth = record.card_worth[valuation, round_no]
            for code, card in enumerate(cards):
                worth[0, code] = _card(record, valuation, round_no, card, PAID, -1.0)
                worth[1, code] = _card(record, valuation, round_no, card, GAINED, 1.0)
            _write_phantoms(record, valuation, round_no, cards)


def _card(record: Record, valuation: int, round_no: int, card: Record, units: Any, sign: float) -> float:
    """VP of one card on one side of a new lens."""
    one = float(units[int(card.kind)]) * int(card.qty)
    if not card.is_vp:
        one *= float(FACTOR[round_no])
    total = sign * one * float(record.runs[valuation, round_no])
    total += int(record.polish_vp_per_card) - CARD_COST[valuation]
    return total + (VP_CARD[valuation] if card.is_vp else 0.0)


def _write_phantoms(record: Record, valuation: int, round_no: int, cards: Record) -> None:
    """Average cards that may still be collected: a normal one on the left, a VP card on the right."""
    worth = record.card_worth[valuation, round_no, :, : len(cards)]
    price = AP * int(record.collect_ap)
    for k, side in enumerate((0, 1)):
        chosen = cards["is_vp"] == side
        values = cards["material" if side == 0 else "result"]
        if not chosen.any():
            record.phantom_worth[valuation, round_no, k] = -1000.0
            continue
        record.phantom_worth[valuation, round_no, k] = worth[side][chosen].mean() - price - VP_RARE * side
        record.phantom_value[k] = round(float(values[chosen].mean())) * (-1 if side == 0 else 1)


# ---- growth nodes ----


def _write_node(record: Record, row: Record) -> None:
    for e in range(int(row.effect_start), int(row.effect_start) + int(row.effect_n)):
        effect = record.effects[e]
        ops = record.ops[int(effect.do_start) : int(effect.do_start) + int(effect.do_n)]
        conditions = record.conditions[int(effect.if_start) : int(effect.if_start) + int(effect.if_n)]
        chance = float(np.prod([CHANCE[int(each.kind)] for each in conditions])) if len(conditions) else 1.0
        value = sum(_op(record, op) for op in ops)
        if effect.when == codes.WILL and effect.cost > 0:
            row.rate = max(float(row.rate), value / int(effect.cost))
        for round_no in range(layout.MAX_ROUNDS):
            left = int(record.rounds) - round_no
            row.worth[round_no] += chance * _over_rounds(record, effect, ops, value, left)
        for op in ops:
            row.flips |= int(op.op == codes.OP_FLIP_LOSSES)
            row.locks |= int(op.op == codes.OP_LOCK)
            if effect.when == codes.FINAL_ADD and op.op == codes.OP_VP and op.n < 0:
                row.loss -= op.n


def _over_rounds(record: Record, effect: Record, ops: Record, value: float, left: int) -> float:
    """VP of one effect with `left` rounds to come, this one included."""
    when = int(effect.when)
    if when == codes.PASSIVE:
        return sum(_passive(op) for op in ops) * left
    if when == codes.WILL:
        uses = left * (0.9 if effect.cost <= 1 else (0.55 if effect.cost == 2 else 0.4))
        return uses * max(value - float(GAINED[codes.CREATIVITY]) * int(effect.cost), 0.0)
    if when in (codes.ONCE, codes.FINAL_ADD):
        return value
    if when == codes.FINAL_MUL:
        return EXPECTED_VP * (int(ops[0].num) / int(ops[0].den) - 1.0)
    if when == codes.FINAL_RUN:
        return FINAL_RUN_VP
    return TIMES[when] * left * value


def _passive(op: Record) -> float:
    """VP a round of one passive op."""
    code = int(op.op)
    if code == codes.OP_AP_LESS:
        return 0.9 * AP * int(op.n)
    if code == codes.OP_TAKE_FREE:
        return 3.5
    if code == codes.OP_MUL_ACTIVATION:
        return VP_PER_ROUND * (int(op.num) / int(op.den) - 1.0)
    return {codes.OP_BAN: -1.0, codes.OP_NO_GRID_LIMIT: 0.3}.get(code, 0.0)


def _op(record: Record, op: Record) -> float:
    """VP of doing one op once."""
    code, n = int(op.op), int(op.n)
    unit = float(GAINED[int(op.kind)])
    if code == codes.OP_CHOOSE:
        return max(_op(record, each) for each in record.ops[int(op.start) : int(op.start) + int(op.count)])
    if code == codes.OP_GAIN:
        return float(GAINED[:3] @ op["items"])
    if code == codes.OP_STEAL:
        return 1.5 * float(GAINED[:3] @ op["items"])
    if code == codes.OP_PICK:
        return int(op.hi) * (int(op.each) + unit)
    if code == codes.OP_FLIP_LOSSES:
        return 2.0 * (10.0 + 2.0 * STAGNATION_LEFT)
    if code == codes.OP_CONVERT:
        return 1.3
    if code == codes.OP_GIVE:
        return 0.85 * float(max(op["items"]))
    by_n = {
        codes.OP_VP: 1.0, codes.OP_AP: AP, codes.OP_GROW: 6.0, codes.OP_WORKER_UNACTED: 4.0,
        codes.OP_WORKER_ACTED: 2.2, codes.OP_COLLECT: 3.5, codes.OP_TAKE: 6.0, codes.OP_VP_PER: HELD,
        codes.OP_VP_PER_WORKER: WORKERS, codes.OP_VP_PER_MOVED: 0.9, codes.OP_YIELD_BONUS: unit,
        codes.OP_OTHERS_RETURN_WORKER: 1.5,
    }  # fmt: skip
    return by_n.get(code, 0.0) * n


def _write_paths(sheet: Record) -> None:
    """The best row of 1, 2, ... nodes from each node on, one a round: VP of all of them together."""
    worth, paths = sheet["worth"], sheet["paths"]
    nodes = [(number, int(row["before"])) for number, row in enumerate(sheet) if row["is_there"]]
    behind = [[number for number, before in nodes if before >> i & 1] for i in range(len(sheet))]
    paths[:, :, 0] = worth
    for length in range(1, layout.MAX_PATH):
        for round_no in range(layout.MAX_ROUNDS):
            later = min(round_no + 1, layout.MAX_ROUNDS - 1)
            best = [max(paths[numbers, later, length - 1], default=NO_PATH) for numbers in behind]
            paths[:, round_no, length] = worth[:, round_no] + best
