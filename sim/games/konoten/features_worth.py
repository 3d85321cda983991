"""What a card is worth in a new lens of one's own: the pack's estimate, own effects, and inputs that are missing."""

import numpy as np

from sim.games.konoten import codes
from sim.games.konoten import state as st
from sim.games.konoten.growth import count_bits
from sim.games.konoten.layout import MAX_BASE_COST, MAX_NODES
from sim.games.konoten.workers import n_workers
from sim.kernel import kernel

# mypy: ignore-errors

NONE = -1.0e6  # VP of what cannot be built
N_KEYS = 3
MARK = 0x5A17  # in every key: a cleared one matches nothing

# Fixed estimates in VP: 1 AP (tables_worth.AP), a missing input by round, a lens that cannot be run in the last round.
_AP_EARLY, _AP_LATE = 1.35, 0.45
_LACK_EARLY, _LACK_LATE = 0.7, 6.0
_IDLE = 25.0
_BONUS_UNIT = 2.6  # a unit of `yield_bonus`
_CARDS_SHARE = 0.8  # of an effect that asks for many cards, shared among them

#: What a seat sees in cards: own effects by side and kind, by unit, by card; what it holds; prices of base cards.
EYE = np.dtype((np.record, [
    ("bonus", "f8", (2, 7)), ("unit", "f8", (7,)), ("card", "f8"), ("pile", "f8", (MAX_BASE_COST + 1,)),
    ("held", "i2", (7,)), ("lack", "f8"), ("round_no", "i1"),
    ("price", "f8", (MAX_BASE_COST + 1,)),  # VP for the best base card that will do, by need
]))  # fmt: skip


@kernel
def is_late(state, tables):
    return int(state.round_no) + 1 >= int(tables.rounds)


@kernel
def keep_key(state, tables, p, valuation, avail):
    """Everything that the searches depend on, as three numbers; `avail` = AP left to run the lens."""
    seat = state.seats[p]
    cards = 0
    for i in range(int(seat.n_hand)):
        cards |= 1 << int(seat.hand[i])
    if state.ask == st.ASK_BUILD:
        for position in range(6):
            if state.build.cards[position] >= 0:
                cards |= 1 << int(state.build.cards[position])
    rest = MARK
    for cost in range(MAX_BASE_COST + 1):
        rest = (rest << 1) | (state.piles[cost] > 0)
    late = 0
    if is_late(state, tables):
        late = 1 + min(max(avail, 0), 6)
        needed = 1 if state.ask == st.ASK_BUILD else 2
        if seat.unacted < needed:
            late = 9
    rest = (((((rest << 3) | int(state.round_no)) << 4) | late) << 3) | int(seat.character)
    held = min(n_workers(state, p), 15)
    for kind in range(3):
        held = (held << 4) | min(int(seat.items[kind]), 15)
    held = (held << 4) | min(int(seat.creativity), 15)
    return np.int64(cards), np.int64((rest << 2) | valuation), np.int64((held << MAX_NODES) | int(seat.nodes))


@kernel
def is_known(kept, key):
    return kept[0] == key[0] and kept[1] == key[1] and kept[2] == key[2]


@kernel
def _add_effect(tables, eye, effect, runs):
    """An own on_activate effect, as far as it depends on the cards of a lens."""
    kind = -1
    n = 0
    for i in range(int(effect.if_start), int(effect.if_start) + int(effect.if_n)):
        row = tables.conditions[i]
        if row.kind == codes.IF_OWNER_OTHER:
            return
        if row.kind != codes.IF_OWNER_SELF:
            kind = int(row.kind)
            n = int(row.n)
    for k in range(int(effect.do_start), int(effect.do_start) + int(effect.do_n)):
        op = tables.ops[k]
        worth = runs * int(op.n) * (_BONUS_UNIT if op.op == codes.OP_YIELD_BONUS else 1.0)
        if op.op == codes.OP_VP_PER_MOVED:
            eye.unit[int(op.kind)] += worth
        elif op.op != codes.OP_VP and op.op != codes.OP_YIELD_BONUS:
            continue
        elif kind == codes.IF_PAYS:
            eye.bonus[0, n] += worth
        elif kind == codes.IF_YIELDS:
            eye.bonus[1, n] += worth
        elif kind == codes.IF_CARDS_MIN:
            eye.card += _CARDS_SHARE * worth / max(n, 1)
        elif kind == codes.IF_BASE_MIN:
            for cost in range(n, MAX_BASE_COST + 1):
                eye.pile[cost] += worth


@kernel
def _look_at_prices(state, tables, p, avail, eye, runs):
    """The best base card by need: AP for each run, less own effects; in the last round it must be payable now."""
    late = is_late(state, tables)
    needed = 1 if state.ask == st.ASK_BUILD else 2
    best = -NONE
    for cost in range(MAX_BASE_COST, -1, -1):
        if state.piles[cost] > 0:
            price = runs * cost * (_AP_LATE if late else _AP_EARLY) - float(eye.pile[cost])
            if late and (cost > avail or state.seats[p].unacted < needed):
                price += _IDLE
            best = min(best, price)
        eye.price[cost] = best


@kernel
def look_at_hand(state, tables, p, valuation, avail, eye):
    """Fill an EYE record."""
    seat = state.seats[p]
    runs = float(tables.runs[valuation, int(state.round_no)])
    for kind in range(7):
        eye.bonus[0, kind] = eye.bonus[1, kind] = eye.unit[kind] = 0.0
        eye.held[kind] = 99
    eye.card = 0.0
    for cost in range(MAX_BASE_COST + 1):
        eye.pile[cost] = 0.0
    for kind in range(3):
        eye.held[kind] = seat.items[kind]
    eye.held[codes.CREATIVITY] = seat.creativity
    eye.held[codes.LOBBY] = n_workers(state, p) - 1
    eye.held[codes.GROWTH] = count_bits(int(seat.nodes))
    eye.lack = _LACK_LATE if is_late(state, tables) else _LACK_EARLY
    eye.round_no = state.round_no
    if seat.mul_num != 0:
        eye.unit[codes.VP] += runs * (float(seat.mul_num) / float(seat.mul_den) - 1.0)
    if (int(seat.whens) >> codes.ON_ACTIVATE) & 1:
        sheet = tables.nodes[int(seat.character)]
        for i in range(MAX_NODES):
            if (int(seat.nodes) >> i) & 1 and (int(sheet[i].whens) >> codes.ON_ACTIVATE) & 1:
                for e in range(int(sheet[i].effect_start), int(sheet[i].effect_start) + int(sheet[i].effect_n)):
                    if tables.effects[e].when == codes.ON_ACTIVATE:
                        _add_effect(tables, eye, tables.effects[e], runs)
    _look_at_prices(state, tables, p, avail, eye, runs)


@kernel
def worth_of(state, tables, eye, valuation, side, card):
    """VP of a card on one side (0 left, 1 right) of a new lens."""
    row = tables.cards[card]
    kind = int(row.kind)
    qty = int(row.qty)
    worth = float(tables.card_worth[valuation, int(eye.round_no), side, card]) + float(eye.card)
    worth += float(eye.bonus[side, kind]) + float(eye.unit[kind]) * qty
    if side == 0 and qty > eye.held[kind]:
        worth -= float(eye.lack) * (qty - int(eye.held[kind]))
    return worth
