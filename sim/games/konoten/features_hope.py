"""The best lens that a seat may hope for: its hand, a card that it could take now, and average cards still to come.

Phantoms stand for the average cards: one on each side of a column at the price of collecting it. The result is
kept by seat until a card, its worth or a price changes; a display card then costs a few look-ups.
"""

import numpy as np

from sim.games.konoten.features_build import MAX_SIDE, fill_choices, fill_sides
from sim.games.konoten.features_worth import MARK, NONE, is_late, look_at_hand, worth_of
from sim.games.konoten.layout import MAX_BASE_COST, N_PHANTOMS
from sim.kernel import kernel, small_kernel

# mypy: ignore-errors

#: Budgets (what result values may exceed material values by) that one column leaves to the others: -REACH to REACH.
REACH = 12
N_BUDGETS = 2 * REACH + 1
N_SUMS = N_BUDGETS + MAX_BASE_COST  # differences of two columns, from -REACH on

# What a column holds: one card on the left, one on the right, or both.
_LEFT, _RIGHT, _BOTH = range(3)

#: What a seat hopes for, and all that it was worked out from.
HOPE = np.dtype((np.record, [
    ("mark", "i8"),  # MARK once it is filled
    ("n", "i1", (6,)), ("card", "i1", (6, MAX_SIDE)), ("value", "f8", (6, MAX_SIDE)),  # as in SIDES
    ("price", "f8", (MAX_BASE_COST + 1,)),
    ("worth", "f8"),  # of the best lens
    ("with_card", "f8", (3, 2, N_BUDGETS)),  # of the rest with one more card: column, its side, budget that it leaves
]))  # fmt: skip

#: Working memory for one column: VP of the two others by what it holds, by the budget that it leaves; less the base.
REST = np.dtype((np.record, [("sums", "f8", (3, N_SUMS + 1)), ("best", "f8", (3, N_BUDGETS + REACH))]))


@small_kernel
def _best_at(best, what, change):
    """VP of the other columns when this one adds a difference."""
    if change > REACH:
        return NONE
    return float(best[what, min(REACH - change, N_BUDGETS - 1)])


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
    for x in range(N_SUMS + 1):
        sums[_LEFT, x] = NONE
    for x in range(N_SUMS + 1):
        sums[_RIGHT, x] = NONE
    first = N_SUMS
    for i in range(int(sides.n_choices[a])):
        has_right = not needs_right or sides.right[a, i] != -1
        has_card = sides.count[a, i] > 0
        start = int(sides.gap[a, i]) + REACH
        worth_a = float(sides.total[a, i])
        for j in range(int(sides.n_choices[b])):
            x = min(max(start + int(sides.gap[b, j]), 0), N_SUMS)  # the last place is for what no base card pays
            first = min(first, x)
            worth = worth_a + float(sides.total[b, j])
            with_right = worth if has_right or sides.right[b, j] != -1 else NONE
            with_card = worth if has_card or sides.count[b, j] > 0 else NONE
            sums[_LEFT, x] = max(float(sums[_LEFT, x]), with_right)  # always written: a branch could not be foreseen
            sums[_RIGHT, x] = max(float(sums[_RIGHT, x]), with_card)
    best_left = best_right = float(NONE)
    for x in range(first, N_SUMS):
        best_left = sums[_LEFT, x] if sums[_LEFT, x] > best_left else best_left
        best_right = sums[_RIGHT, x] if sums[_RIGHT, x] > best_right else best_right
        sums[_LEFT, x] = best_left
        sums[_RIGHT, x] = best_right
    for x in range(REACH):
        sums[_BOTH, x] = sums[_RIGHT, x]
    for x in range(REACH, N_SUMS):
        sums[_BOTH, x] = max(float(sums[_RIGHT, x]), 0.0)  # none is enough


@kernel
def _pay_base(price, sums, best):
    """VP less the base card, by the budget that the third column leaves."""
    free, one, two, three, four = price[0], price[1], price[2], price[3], price[4]  # in registers: loops become vectors
    for what in range(3):
        for x in range(N_BUDGETS):
            worth = max(sums[what, x] - free, sums[what, x + 1] - one)
            worth = max(worth, sums[what, x + 2] - two)
            worth = max(worth, sums[what, x + 3] - three)
            best[what, x] = max(worth, sums[what, x + 4] - four)
    for x in range(N_BUDGETS, N_BUDGETS + REACH):
        best[_BOTH, x] = best[_BOTH, N_BUDGETS - 1]


@kernel
def _stands(sides, best, c):
    """The best lens hoped for with no further card, one of column c in it."""
    worth = 0.0
    for i in range(int(sides.n_choices[c])):
        n = int(sides.count[c, i])
        if n > 0:
            what = _BOTH if n == 2 else (_RIGHT if sides.right[c, i] != -1 else _LEFT)
            worth = max(worth, float(sides.total[c, i]) + _best_at(best, what, int(sides.gap[c, i])))
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
def _keep_offers(hope, sides):
    """Keep what the hope is worked out from; whether it was the same before."""
    is_same = hope.mark == MARK
    hope.mark = MARK
    for cost in range(MAX_BASE_COST + 1):
        is_same &= hope.price[cost] == sides.eye.price[cost]
        hope.price[cost] = sides.eye.price[cost]
    for k in range(6):
        n = int(sides.n[k])
        is_same &= hope.n[k] == n
        hope.n[k] = n
        for i in range(n):
            is_same &= hope.card[k, i] == sides.card[k, i] and hope.value[k, i] == sides.worth[k, i]
            hope.card[k, i] = sides.card[k, i]
            hope.value[k, i] = sides.worth[k, i]
    return is_same


@kernel
def look_for_hope(state, tables, p, scratch, valuation, avail):
    """Fill `scratch.hopes[p]` and `scratch.sides.eye`; `avail` = AP left after collecting and polishing."""
    hope = scratch.hopes[p]
    sides = scratch.sides
    look_at_hand(state, tables, p, valuation, avail, sides.eye)
    fill_sides(state, tables, p, sides, valuation, 0)
    if not is_late(state, tables):
        _offer_phantoms(tables, sides, valuation, int(state.round_no))
    if _keep_offers(hope, sides):
        return
    fill_choices(sides, False)
    needs_right = tables.require_result_blade == 0
    rest = scratch.other_columns
    worth = 0.0
    for c in range(3):
        _add_columns(sides, rest.sums, (c + 1) % 3, (c + 2) % 3, needs_right)
        _pay_base(hope.price, rest.sums, rest.best)
        _join_column(sides, rest.best, hope.with_card[c], c)
        worth = max(worth, _stands(sides, rest.best, c))
    hope.worth = worth


@kernel
def card_gain(state, tables, p, scratch, valuation, card):
    """VP that one more card adds to the best lens hoped for; `look_for_hope` goes before."""
    hope = scratch.hopes[p]
    eye = scratch.sides.eye
    row = tables.cards[card]
    c = 3 - int(row.right)
    best = hope.worth
    if row.result <= REACH:
        worth = worth_of(state, tables, eye, valuation, 1, card) + hope.with_card[c, 1, REACH - int(row.result)]
        best = max(best, worth)
    if row.left != 0:
        place = min(REACH + int(row.material), N_BUDGETS - 1)
        best = max(best, worth_of(state, tables, eye, valuation, 0, card) + hope.with_card[c, 0, place])
    return float(best) - float(hope.worth)
