"""The best lens that a hand can build now.

Cards of one column (left slot s, right slot 4 - s) compete with each other and with no others, so a lens is one choice
a column. Values are those of `tables_worth`, never the weights: the search is a pure function of the position and is
kept by seat until its key changes.
"""

import numpy as np

from sim.games.konoten import codes
from sim.games.konoten import state as st
from sim.games.konoten.building import dearest_pile
from sim.games.konoten.features_worth import EYE, N_KEYS, NONE, is_known, keep_key, look_at_hand, worth_of
from sim.kernel import kernel

# mypy: ignore-errors

MAX_SIDE = 20  # cards of a hand for one side of a column
MAX_CHOICES = 96  # choices of one column

#: Working memory: what each side and each column offers.
SIDES = np.dtype((np.record, [
    ("eye", EYE),
    ("is_fixed", "i1", (6,)),  # by position - 1: a started lens leaves no choice there
    ("n", "i1", (6,)), ("card", "i1", (6, MAX_SIDE)), ("change", "i2", (6, MAX_SIDE)), ("worth", "f8", (6, MAX_SIDE)),
    ("n_choices", "i2", (3,)),
    ("left", "i1", (3, MAX_CHOICES)), ("right", "i1", (3, MAX_CHOICES)),  # cards, -1 = none
    ("count", "i1", (3, MAX_CHOICES)), ("gap", "i2", (3, MAX_CHOICES)), ("total", "f8", (3, MAX_CHOICES)),
]))  # fmt: skip

#: The best lens, by position.
PLAN = np.dtype((np.record, [("key", "i8", (N_KEYS,)), ("worth", "f8"), ("cards", "i1", (6,))]))  # fmt: skip


@kernel
def offer_card(state, tables, sides, valuation, position, card):
    """A card for one position (1-6)."""
    n = int(sides.n[position - 1])
    if n == MAX_SIDE:
        return
    row = tables.cards[card]
    side = 1 if position > 3 else 0
    sides.card[position - 1, n] = card
    sides.change[position - 1, n] = int(row.result) if side == 1 else -int(row.material)
    sides.worth[position - 1, n] = worth_of(state, tables, sides.eye, valuation, side, card)
    sides.n[position - 1] = n + 1


@kernel
def _offer_both(state, tables, sides, valuation, card, last):
    row = tables.cards[card]
    if row.left > last:
        offer_card(state, tables, sides, valuation, int(row.left), card)
    if 3 + row.right > last:
        offer_card(state, tables, sides, valuation, 3 + int(row.right), card)


@kernel
def fill_sides(state, tables, p, sides, valuation, last):
    """Cards by position; a started lens (positions up to `last`) stays as it is, `last` 0 takes it apart."""
    is_building = state.ask == st.ASK_BUILD
    for position in range(1, 7):
        sides.n[position - 1] = 0
        sides.is_fixed[position - 1] = position <= last
    for position in range(1, 7):
        if is_building and state.build.cards[position - 1] >= 0:
            card = int(state.build.cards[position - 1])
            if last > 0:
                offer_card(state, tables, sides, valuation, position, card)
            else:
                _offer_both(state, tables, sides, valuation, card, 0)
    seat = state.seats[p]
    for i in range(int(seat.n_hand)):
        _offer_both(state, tables, sides, valuation, int(seat.hand[i]), last)


@kernel
def _add_choice(sides, column, i, j, is_ordered):
    """Card i of the left side and j of the right one (-1 = none), unless another choice is as good in all respects."""
    c = column - 1
    left = right = -1
    n = change = 0
    worth = 0.0
    if i >= 0:
        left = int(sides.card[c, i])
        change += int(sides.change[c, i])
        worth += float(sides.worth[c, i])
        n += 1
    if j >= 0:
        right = int(sides.card[6 - column, j])
        if right == left or (left < -1 and right < -1):
            return  # one card on both sides, or two phantoms
        change += int(sides.change[6 - column, j])
        worth += float(sides.worth[6 - column, j])
        n += 1
    end = int(sides.n_choices[c])
    place = end
    for k in range(end):
        same = int(sides.count[c, k]) == n and (sides.right[c, k] != -1) == (right != -1)
        if same and sides.gap[c, k] <= change and sides.total[c, k] >= worth:
            return
        if same and not is_ordered and sides.gap[c, k] >= change and sides.total[c, k] <= worth:
            place = k
            break
    if place == MAX_CHOICES:
        return
    sides.left[c, place] = left
    sides.right[c, place] = right
    sides.count[c, place] = n
    sides.gap[c, place] = change
    sides.total[c, place] = worth
    if place == end:
        sides.n_choices[c] = end + 1


@kernel
def fill_choices(sides, is_ordered):
    """What each column can hold; `is_ordered` keeps the first of equals: a search then finds the same lens always."""
    for column in range(1, 4):
        sides.n_choices[column - 1] = 0
        left = column - 1
        right = 6 - column
        must_left = sides.is_fixed[left] != 0 and sides.n[left] > 0
        must_right = sides.is_fixed[right] != 0 and sides.n[right] > 0
        for i in range(0 if must_left else -1, int(sides.n[left])):
            for j in range(0 if must_right else -1, int(sides.n[right])):
                _add_choice(sides, column, i, j, is_ordered)


@kernel
def _search(state, tables, sides, plan):
    """The first best of all lenses."""
    dearest = dearest_pile(state)
    needs_right = tables.require_result_blade == 0
    least, most = int(tables.lens_cards_min), int(tables.lens_cards_max)
    best = NONE
    best_a = best_b = best_c = -1
    for a in range(int(sides.n_choices[0])):
        for b in range(int(sides.n_choices[1])):
            sum_b = int(sides.gap[0, a]) + int(sides.gap[1, b])
            worth_b = float(sides.total[0, a]) + float(sides.total[1, b])
            n_b = int(sides.count[0, a]) + int(sides.count[1, b])
            has_right = not needs_right or sides.right[0, a] >= 0 or sides.right[1, b] >= 0
            for k in range(int(sides.n_choices[2])):
                need = max(sum_b + int(sides.gap[2, k]), 0)
                n = n_b + int(sides.count[2, k])
                if need > dearest or n < least or n > most or not (has_right or sides.right[2, k] >= 0):
                    continue
                worth = worth_b + float(sides.total[2, k]) - float(sides.eye.price[need])
                if worth > best:
                    best = worth
                    best_a, best_b, best_c = a, b, k
    plan.worth = best
    for position in range(6):
        plan.cards[position] = -1
    if best_a >= 0:
        plan.cards[0] = sides.left[0, best_a]
        plan.cards[5] = sides.right[0, best_a]
        plan.cards[1] = sides.left[1, best_b]
        plan.cards[4] = sides.right[1, best_b]
        plan.cards[2] = sides.left[2, best_c]
        plan.cards[3] = sides.right[2, best_c]


@kernel
def look_for_plan(state, tables, p, scratch, valuation):
    """Place in `scratch.plans` of the best lens, complete as it would be built from here."""
    plan = scratch.plans[p]
    sides = scratch.sides
    avail = int(state.seats[p].ap) - (0 if state.ask == st.ASK_BUILD else int(tables.facilities[codes.POLISH].ap))
    key = keep_key(state, tables, p, valuation, avail)
    if not is_known(plan.key, key):
        look_at_hand(state, tables, p, valuation, avail, sides.eye)
        fill_sides(state, tables, p, sides, valuation, 0)
        fill_choices(sides, True)
        _search(state, tables, sides, plan)
        for k in range(N_KEYS):
            plan.key[k] = key[k]
    if state.ask != st.ASK_BUILD:
        return p
    for position in range(int(state.build.last)):
        if plan.cards[position] != state.build.cards[position]:
            look_at_hand(state, tables, p, valuation, avail, sides.eye)
            fill_sides(state, tables, p, sides, valuation, int(state.build.last))
            fill_choices(sides, True)
            _search(state, tables, sides, scratch.plans[st.MAX_PLAYERS])
            return st.MAX_PLAYERS
    return p
