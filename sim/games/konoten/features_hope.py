"""The best lens that a seat may hope for: its hand, a card that it could take now, and average cards still to come.

Phantoms stand for the average cards: one on each side of each column at the price of collecting it. The result is
kept by seat; a display card then costs a few look-ups.
"""

import numpy as np

from sim.games.konoten.features_build import MAX_SIDE, fill_choices, fill_sides
from sim.games.konoten.features_worth import EYE, N_KEYS, NONE, is_known, is_late, keep_key, look_at_hand, worth_of
from sim.games.konoten.layout import MAX_BASE_COST, N_PHANTOMS
from sim.kernel import kernel, small_kernel

# mypy: ignore-errors

#: Differences (result less material) of one column and of two: LOW to LOW + N_SUMS - 1.
LOW, N_SUMS = -16, 40

# What a further card would be: alone on the left, alone on the right, or one of two.
_LEFT, _RIGHT, _BOTH = range(3)

#: `best`: VP of the two other columns less the base card, by column, by what this column holds, by its difference.
HOPE = np.dtype((np.record, [
    ("key", "i8", (N_KEYS,)), ("worth", "f4"), ("eye", EYE), ("best", "f4", (3, 3, N_SUMS)),
    ("n", "i1", (6,)), ("change", "i2", (6, MAX_SIDE)), ("value", "f4", (6, MAX_SIDE)),
]))  # fmt: skip


@small_kernel
def _at(change):
    """Place of a difference."""
    return min(max(change - LOW, 0), N_SUMS - 1)


@kernel
def _offer_phantoms(tables, sides, valuation, round_no):
    for k in range(N_PHANTOMS):
        for column in range(1, 4):
            position = column if k == 0 else 3 + column
            n = int(sides.n[position - 1])
            if n < MAX_SIDE:
                sides.card[position - 1, n] = -2 - k
                sides.change[position - 1, n] = tables.phantom_value[k]
                sides.worth[position - 1, n] = tables.phantom_worth[valuation, round_no, k]
                sides.n[position - 1] = n + 1


@kernel
def _add_columns(sides, sums, a, b, needs_right):
    """Every pair of choices of two columns, by the sum of their differences."""
    for x in range(N_SUMS):
        sums[0, x] = NONE
        sums[1, x] = NONE
    for i in range(int(sides.n_choices[a])):
        has_right = not needs_right or sides.right[a, i] != -1
        for j in range(int(sides.n_choices[b])):
            x = int(sides.sum[a, i]) + int(sides.sum[b, j]) - LOW
            if x >= N_SUMS:
                continue
            x = max(x, 0)
            worth = sides.total[a, i] + sides.total[b, j]
            if has_right or sides.right[b, j] != -1:
                sums[0, x] = worth if worth > sums[0, x] else sums[0, x]
            if sides.count[a, i] + sides.count[b, j] > 0:
                sums[1, x] = worth if worth > sums[1, x] else sums[1, x]
    for x in range(1, N_SUMS):
        sums[0, x] = sums[0, x] if sums[0, x] > sums[0, x - 1] else sums[0, x - 1]
        sums[1, x] = sums[1, x] if sums[1, x] > sums[1, x - 1] else sums[1, x - 1]


@kernel
def _pay_base(eye, sums, best):
    """VP less the base card, by the difference that the third column adds."""
    for x in range(N_SUMS):
        change = x + LOW
        left = right = np.float32(NONE)
        both = np.float32(-eye.price[min(max(change, 0), MAX_BASE_COST)]) if change <= MAX_BASE_COST else left
        for need in range(MAX_BASE_COST + 1):
            place = need - change - LOW
            if place >= 0:
                place = min(place, N_SUMS - 1)
                price = eye.price[need]
                left = max(left, sums[0, place] - price)
                right = max(right, sums[1, place] - price)
        best[_LEFT, x] = left
        best[_RIGHT, x] = right
        best[_BOTH, x] = max(right, both)


@kernel
def _stands(sides, hope):
    """The best lens hoped for with no further card."""
    worth = 0.0
    for c in range(3):
        for i in range(int(sides.n_choices[c])):
            n = int(sides.count[c, i])
            if n > 0:
                what = _BOTH if n == 2 else (_RIGHT if sides.right[c, i] != -1 else _LEFT)
                worth = max(worth, float(sides.total[c, i]) + float(hope.best[c, what, _at(int(sides.sum[c, i]))]))
    return worth


@kernel
def look_for_hope(state, tables, p, scratch, valuation, avail):
    """Fill `scratch.hopes[p]`; `avail` = AP left after collecting and polishing."""
    hope = scratch.hopes[p]
    key = keep_key(state, tables, p, valuation, avail)
    if is_known(hope.key, key):
        return
    sides = scratch.sides
    look_at_hand(state, tables, p, valuation, avail, sides.eye)
    fill_sides(state, tables, p, sides, valuation, 0)
    if not is_late(state, tables):
        _offer_phantoms(tables, sides, valuation, int(state.round_no))
    fill_choices(sides, False)
    needs_right = tables.require_result_blade == 0
    for c in range(3):
        _add_columns(sides, scratch.sums, (c + 1) % 3, (c + 2) % 3, needs_right)
        _pay_base(sides.eye, scratch.sums, hope.best[c])
    hope.worth = _stands(sides, hope)
    hope.eye = sides.eye
    for position in range(6):
        hope.n[position] = sides.n[position]
        for i in range(int(sides.n[position])):
            hope.change[position, i] = sides.change[position, i]
            hope.value[position, i] = sides.worth[position, i]
    for k in range(N_KEYS):
        hope.key[k] = key[k]


@kernel
def _with_card(hope, c, what, change, worth, other):
    """The best lens with a further card in column c, alone there or beside a card of position `other`."""
    best = worth + float(hope.best[c, what, _at(change)])
    for i in range(int(hope.n[other - 1])):
        both = change + int(hope.change[other - 1, i])
        best = max(best, worth + float(hope.value[other - 1, i]) + float(hope.best[c, _BOTH, _at(both)]))
    return best


@kernel
def card_gain(state, tables, p, scratch, valuation, card):
    """VP that one more card adds to the best lens hoped for."""
    hope = scratch.hopes[p]
    row = tables.cards[card]
    column = 4 - int(row.right)
    best = float(hope.worth)
    worth = worth_of(state, tables, hope.eye, valuation, 1, card)
    best = max(best, _with_card(hope, column - 1, _RIGHT, int(row.result), worth, column))
    if row.left != 0:
        worth = worth_of(state, tables, hope.eye, valuation, 0, card)
        best = max(best, _with_card(hope, column - 1, _LEFT, -int(row.material), worth, 7 - column))
    return best - float(hope.worth)
