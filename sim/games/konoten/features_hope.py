"""The best lens that a seat may hope for: its hand, a card that it could take now, and average cards still to come.

Phantoms stand for the average cards: one on each side of a column at the price of collecting it. The result is
kept by seat; a display card then costs a few look-ups.
"""

import numpy as np

from sim.games.konoten.features_build import MAX_SIDE, fill_choices, fill_sides
from sim.games.konoten.features_worth import EYE, N_KEYS, NONE, is_known, is_late, keep_key, look_at_hand, worth_of
from sim.games.konoten.layout import MAX_BASE_COST, N_PHANTOMS
from sim.kernel import kernel, small_kernel

# mypy: ignore-errors

#: Budgets (what result values may exceed material values by) that one column leaves to the others: -REACH to REACH.
REACH = 12
N_BUDGETS = 2 * REACH + 1
N_SUMS = N_BUDGETS + MAX_BASE_COST  # differences of two columns, from -REACH on

# What a column holds: one card on the left, one on the right, or both.
_LEFT, _RIGHT, _BOTH = range(3)

#: `best`: VP of the two other columns less the base card, by column, by what it holds, by the budget that it leaves.
HOPE = np.dtype((np.record, [
    ("key", "i8", (N_KEYS,)), ("worth", "f8"), ("eye", EYE), ("best", "f8", (3, 3, N_BUDGETS + REACH)),
    ("with_card", "f8", (3, 2, N_BUDGETS)),  # the same for a further card by side, the rest of its column included
]))  # fmt: skip


@small_kernel
def _best_at(hope, c, what, change):
    """VP of the other columns when column c adds this difference."""
    if change > REACH:
        return NONE
    return float(hope.best[c, what, min(REACH - change, N_BUDGETS - 1)])


@kernel
def _offer_phantoms(tables, sides, valuation, round_no):
    for k in range(N_PHANTOMS):
        for column in range(1, 4):
            position = column if k == 0 else 3 + column
            n = int(sides.n[position - 1])
            if n < MAX_SIDE and (k > 0 or n == 0):  # on the left only where the hand has no card
                sides.card[position - 1, n] = -2 - k
                sides.change[position - 1, n] = tables.phantom_value[k]
                sides.worth[position - 1, n] = tables.phantom_worth[valuation, round_no, k]
                sides.n[position - 1] = n + 1


@kernel
def _add_columns(sides, sums, a, b, needs_right):
    """Best VP of two columns by difference: with a card on the right, with any card, or with none too."""
    for x in range(N_SUMS):
        sums[_LEFT, x] = sums[_RIGHT, x] = NONE
    for i in range(int(sides.n_choices[a])):
        has_right = not needs_right or sides.right[a, i] != -1
        start = int(sides.gap[a, i]) + REACH
        has_card = sides.count[a, i] > 0
        worth_a = sides.total[a, i]
        for j in range(int(sides.n_choices[b])):
            x = start + int(sides.gap[b, j])
            if x >= N_SUMS:
                continue
            x = max(x, 0)
            worth = worth_a + sides.total[b, j]
            if (has_right or sides.right[b, j] != -1) and worth > sums[_LEFT, x]:
                sums[_LEFT, x] = worth
            if (has_card or sides.count[b, j] > 0) and worth > sums[_RIGHT, x]:
                sums[_RIGHT, x] = worth
    best_left = best_right = float(NONE)
    for x in range(N_SUMS):
        best_left = sums[_LEFT, x] if sums[_LEFT, x] > best_left else best_left
        best_right = sums[_RIGHT, x] if sums[_RIGHT, x] > best_right else best_right
        sums[_LEFT, x] = best_left
        sums[_RIGHT, x] = best_right
        sums[_BOTH, x] = best_right if best_right > 0 or x < REACH else 0.0


@kernel
def _pay_base(price, sums, best):
    """VP less the base card, by the budget that the third column leaves."""
    for what in range(3):
        cost = price[0]
        for x in range(N_BUDGETS):
            best[what, x] = sums[what, x] - cost
        for need in range(1, MAX_BASE_COST + 1):
            cost = price[need]
            for x in range(N_BUDGETS):
                worth = sums[what, x + need] - cost
                best[what, x] = worth if worth > best[what, x] else best[what, x]
    for x in range(N_BUDGETS, N_BUDGETS + REACH):
        best[_BOTH, x] = best[_BOTH, N_BUDGETS - 1]


@kernel
def _stands(sides, hope):
    """The best lens hoped for with no further card."""
    worth = 0.0
    for c in range(3):
        for i in range(int(sides.n_choices[c])):
            n = int(sides.count[c, i])
            if n > 0:
                what = _BOTH if n == 2 else (_RIGHT if sides.right[c, i] != -1 else _LEFT)
                worth = max(worth, float(sides.total[c, i]) + _best_at(hope, c, what, int(sides.gap[c, i])))
    return worth


@kernel
def _join_column(sides, best, with_card, c):
    """A further card on one side of a column: alone there, or beside a card on the other side."""
    for side in range(2):
        for x in range(N_BUDGETS):
            with_card[side, x] = best[side, x]
        other = 5 - c if side == 0 else c
        for j in range(int(sides.n[other])):
            worth = sides.worth[other, j]
            change = max(int(sides.change[other, j]), -REACH)
            for x in range(max(change, 0), N_BUDGETS):
                both = worth + best[_BOTH, x - change]
                with_card[side, x] = both if both > with_card[side, x] else with_card[side, x]


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
        _pay_base(sides.eye.price, scratch.sums, hope.best[c])
        _join_column(sides, hope.best[c], hope.with_card[c], c)
    hope.worth = _stands(sides, hope)
    hope.eye = sides.eye
    for k in range(N_KEYS):
        hope.key[k] = key[k]


@kernel
def card_gain(state, tables, p, scratch, valuation, card):
    """VP that one more card adds to the best lens hoped for."""
    hope = scratch.hopes[p]
    row = tables.cards[card]
    c = 3 - int(row.right)
    best = hope.worth
    if row.result <= REACH:
        worth = worth_of(state, tables, hope.eye, valuation, 1, card) + hope.with_card[c, 1, REACH - int(row.result)]
        best = max(best, worth)
    if row.left != 0:
        place = min(REACH + int(row.material), N_BUDGETS - 1)
        best = max(best, worth_of(state, tables, hope.eye, valuation, 0, card) + hope.with_card[c, 0, place])
    return float(best) - float(hope.worth)
