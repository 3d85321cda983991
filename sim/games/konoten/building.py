"""Building lenses step by step (N-B5 to N-B13).

A card with left slot s lies left in slot s or right in slot 4 - s: cards of one such column compete with each other
and with no others, so the least difference that can still be reached is a sum over three columns.
"""

import numpy as np

from sim.core import note
from sim.games.konoten import clauses as c
from sim.games.konoten import codes
from sim.games.konoten import state as st
from sim.games.konoten.activation import begin_act
from sim.games.konoten.gains import book
from sim.games.konoten.growth import meet
from sim.games.konoten.payable import is_payable
from sim.games.konoten.stack import answer_a, answer_form, answer_low, ask, clear_options, code_of, offer, pop
from sim.games.konoten.tasks import check_tasks
from sim.games.konoten.workers import is_source, n_sources
from sim.kernel import kernel, small_kernel

# mypy: ignore-errors

#: More than any sum of values.
FAR = 1_000_000

# Steps of FRAME_POLISH.
_ADD, _ADDED, _BASED, _TASKED, _CHAINED = range(5)


@kernel
def dearest_pile(state):
    """Highest cost of a pile that is left, -1 when there is none."""
    for cost in range(len(state.piles) - 1, -1, -1):
        if state.piles[cost] > 0:
            return cost
    return -1


@kernel
def _least_of_column(state, tables, p, column, last, used):
    """Least (result - material) that a column can still add: (left alone, right alone, both); FAR where impossible.

    `last`: highest position used; `used`: a card of the hand that is gone.
    """
    seat = state.seats[p]
    may_left = column > last
    may_right = 7 - column > last
    best_left = next_left = best_right = next_right = FAR
    left_card = right_card = -1
    for i in range(int(seat.n_hand)):
        card = int(seat.hand[i])
        row = tables.cards[card]
        if row.right != 4 - column or card == used:
            continue
        if may_left and row.left != 0:
            value = -int(row.material)
            if value < best_left:
                next_left = best_left
                best_left = value
                left_card = card
            else:
                next_left = min(next_left, value)
        if may_right:
            value = int(row.result)
            if value < best_right:
                next_right = best_right
                best_right = value
                right_card = card
            else:
                next_right = min(next_right, value)
    both = best_left + best_right if left_card != right_card else min(next_left + best_right, best_left + next_right)
    return best_left, best_right, min(both, FAR)


@kernel
def can_finish(state, tables, p, last, used, n, n_right, difference):
    """Whether a legal lens can still be reached (N-B10) from n cards, n_right of them on the right."""
    dearest = dearest_pile(state)
    if dearest < 0:
        return False  # N-B9
    most = dearest - difference  # what later cards may add: need = max(0, difference) is paid by the base card
    least_n = int(tables.lens_cards_min) - n
    most_n = int(tables.lens_cards_max) - n
    needs_right = n_right == 0 and tables.require_result_blade == 0
    left1, right1, both1 = _least_of_column(state, tables, p, 1, last, used)
    left2, right2, both2 = _least_of_column(state, tables, p, 2, last, used)
    left3, right3, both3 = _least_of_column(state, tables, p, 3, last, used)
    for a in range(4):
        add_a = 0 if a == 0 else (left1 if a == 1 else (right1 if a == 2 else both1))
        n_a = (a + 1) // 2
        if add_a >= FAR // 2:
            continue
        for b in range(4):
            add_b = add_a + (0 if b == 0 else (left2 if b == 1 else (right2 if b == 2 else both2)))
            n_b = n_a + (b + 1) // 2
            if add_b >= FAR // 2:
                continue
            for k in range(4):
                add = add_b + (0 if k == 0 else (left3 if k == 1 else (right3 if k == 2 else both3)))
                n_all = n_b + (k + 1) // 2
                has_right = a >= 2 or b >= 2 or k >= 2
                if add <= most and least_n <= n_all <= most_n and (has_right or not needs_right):
                    return True
    return False


@small_kernel
def can_build(state, tables, p):
    """N-A7: at least one legal lens can be built now."""
    return can_finish(state, tables, p, 0, -1, 0, 0, 0)


@kernel
def _is_whole(state, tables):
    """Whether the lens is legal as it stands (N-B5 to N-B9)."""
    build = state.build
    if build.n < tables.lens_cards_min or build.n > tables.lens_cards_max:
        return False
    if build.n_right == 0 and tables.require_result_blade == 0:
        return False
    return dearest_pile(state) >= max(0, int(build.difference))


@kernel
def list_steps(state, tables, actions):
    """N-D3: `lens finish`, then cards by position and number."""
    p = int(state.core.actor)
    build = state.build
    seat = state.seats[p]
    n = 0
    if _is_whole(state, tables):
        actions[n] = code_of(codes.FORM_FINISH, 0, 0)
        n += 1
    if build.n >= tables.lens_cards_max:
        return n
    for position in range(int(build.last) + 1, 7):
        is_right = position > 3
        for i in range(int(seat.n_hand)):
            card = int(seat.hand[i])
            row = tables.cards[card]
            if (is_right and row.right == position - 3) or (not is_right and row.left == position):
                change = int(row.result) if is_right else -int(row.material)
                n_right = int(build.n_right) + is_right
                if can_finish(
                    state, tables, p, position, card, int(build.n) + 1, n_right, int(build.difference) + change
                ):
                    form = codes.FORM_ADD_RIGHT if is_right else codes.FORM_ADD_LEFT
                    actions[n] = code_of(form, card, 0)
                    n += 1
    return n


@kernel
def _add(state, tables, p, card, is_right):
    """Lay a card of the hand (N-B2, N-B3)."""
    build = state.build
    row = tables.cards[card]
    position = 3 + int(row.right) if is_right else int(row.left)
    build.cards[position - 1] = card
    build.last = position
    build.n += 1
    build.n_right += is_right
    build.difference += int(row.result) if is_right else -int(row.material)
    seat = state.seats[p]
    i = 0
    while seat.hand[i] != card:
        i += 1
    seat.n_hand -= 1
    while i < seat.n_hand:
        seat.hand[i] = seat.hand[i + 1]
        i += 1
    note(state.core, c.N_D3_RIGHT if is_right else c.N_D3_LEFT, p, card)
    note(state.core, c.N_B2, p, card)
    if row.is_vp != 0:
        note(state.core, c.N_B4, p, card)


@kernel
def begin_build(state):
    """An empty lens on the bench."""
    build = state.build
    for position in range(6):
        build.cards[position] = -1
    build.last = 0
    build.n = 0
    build.n_right = 0
    build.difference = 0


@kernel
def _ask_base(state, tables, p):
    """N-D4, N-B8."""
    clear_options(state)
    for cost in range(max(0, int(state.build.difference)), len(state.piles)):
        if state.piles[cost] > 0:
            offer(state, codes.FORM_BASE, cost, 0)
            if tables.base_choice == codes.BASE_CHEAPEST:
                break
    ask(state, st.ASK_OPTIONS, st.D_BASE, p)


@kernel
def _make_lens(state, tables, p, cost):
    """The lens is made (N-B11 to N-B13)."""
    build = state.build
    seat = state.seats[p]
    lens = state.lenses[int(state.n_lenses)]
    state.n_lenses += 1
    state.piles[cost] -= 1
    lens.owner = p
    lens.base_cost = cost
    lens.worker = -1
    lens.n_cards = build.n
    for position in range(6):
        card = int(build.cards[position])
        lens.cards[position] = card
        if card >= 0:
            row = tables.cards[card]
            kind = int(row.kind)
            seat.played |= np.int64(1) << card
            if position < 3:
                lens.left[kind] += row.qty
                lens.left_kinds |= 1 << kind
            else:
                lens.right[kind] += row.qty
                lens.right_kinds |= 1 << kind
                lens.result_sum += row.result
    seat.n_lenses += 1
    seat.lens_cards += build.n
    seat.result_sum += lens.result_sum
    seat.base_sum += cost
    seat.largest = max(int(seat.largest), int(build.n))
    seat.polishes += 1
    _note_lens(state, p, cost)
    book(state, tables, p, st.PART_POLISH, int(tables.polish_vp_per_card) * int(build.n))


@kernel
def _note_lens(state, p, cost):
    note(state.core, c.N_A7, p, cost)
    for clause in range(c.N_B5, c.N_B9):
        note(state.core, clause, p, cost)
    for clause in range(c.N_B10, c.N_B14):
        note(state.core, clause, p, cost)
    note(state.core, c.N_D4, p, cost)
    if cost > state.build.difference and cost > 0:
        note(state.core, c.N_B8_DEARER, p, cost)


@kernel
def _ask_chain(state, tables, p):
    """N-D5, N-B14."""
    i = int(state.n_lenses) - 1
    clear_options(state)
    offer(state, codes.FORM_CHAIN_NO, 0, 0)
    if is_payable(state, tables, p, state.lenses[i], st.MODE_CHAIN, 0, 0):
        for source in range(n_sources(state, tables, p)):
            if is_source(state, tables, p, source, i):
                offer(state, codes.FORM_CHAIN_YES, i, source)
    ask(state, st.ASK_OPTIONS, st.D_CHAIN, p)


@kernel
def run_polish(state, tables, frame):
    """One step of building a lens: cards, base card, what follows, the chain."""
    p = int(frame.seat)
    step = int(frame.step)
    if step == _ADD:
        frame.step = _ADDED
        ask(state, st.ASK_BUILD, st.D_BUILD, p)
    elif step == _ADDED:
        if answer_form(state) == codes.FORM_FINISH:
            note(state.core, c.N_D3_FINISH, p, int(state.build.n))
            frame.step = _BASED
            _ask_base(state, tables, p)
        else:
            _add(state, tables, p, answer_a(state), int(answer_form(state) == codes.FORM_ADD_RIGHT))
            frame.step = _ADD
    elif step == _BASED:
        frame.step = _TASKED
        _make_lens(state, tables, p, answer_a(state))
        meet(state, tables, p, codes.ON_LENS_MADE)
    elif step == _TASKED:
        frame.step = _CHAINED
        frame.index = 0
        check_tasks(state, tables, p)
    elif frame.index == 0:
        frame.index = 1
        _ask_chain(state, tables, p)
    else:
        pop(state)
        if answer_form(state) == codes.FORM_CHAIN_YES:
            state.seats[p].chains += 1
            note(state.core, c.N_B14, p, 0)
            note(state.core, c.N_D5_YES, p, 0)
            begin_act(state, p, answer_a(state), st.MODE_CHAIN, answer_low(state))
        elif state.n_options > 1:
            note(state.core, c.N_D5_NO, p, 0)
