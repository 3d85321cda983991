"""Conditions, amounts, costs and die conditions of card data (RULES.md 8.2): questions only, nothing is changed."""

import numpy as np

from sim.games.kaguya import codes
from sim.games.kaguya.pieces import n_cards, own_matches, own_n_dice, own_total
from sim.kernel import kernel, small_kernel

# mypy: ignore-errors


@kernel
def ponkotsu_count(state):
    n = 0
    for p in range(4):
        n += int(state.seats[p].is_ponkotsu)
    return n


@kernel
def tokens_in_bag(state):
    n = 0
    for p in range(4):
        n += int(state.seats[p].bag)
    return n


@kernel
def _is_score_extreme(state, p, sign):
    """Nobody lower (sign 1) or nobody higher (sign -1) than player p."""
    score = sign * int(state.seats[p].score)
    for q in range(4):
        if sign * int(state.seats[q].score) < score:
            return False
    return True


@kernel
def _holds_person(state, p, kind, a):
    """Conditions about the player himself."""
    seat = state.seats[p]
    if kind == codes.IF_SELF_PONKOTSU:
        return seat.is_ponkotsu == 1
    if kind == codes.IF_SELF_NORMAL:
        return seat.is_ponkotsu == 0
    if kind == codes.IF_TOKENS_MIN:
        return seat.held >= a
    if kind == codes.IF_TOKENS_MAX:
        return seat.held <= a
    if kind == codes.IF_POOL_MAX:
        return seat.n_pool <= a
    return n_cards(seat) >= a  # IF_CARDS_MIN


@kernel
def _holds_table(state, p, kind, a):
    """Conditions about the table."""
    if kind == codes.IF_PONKOTSU_COUNT_MIN:
        return ponkotsu_count(state) >= a
    if kind == codes.IF_BAG_EMPTY:
        return tokens_in_bag(state) == 0
    if kind == codes.IF_BAG_MIN:
        return tokens_in_bag(state) >= a
    if kind == codes.IF_SCORE_LAST:
        return _is_score_extreme(state, p, 1)
    if kind == codes.IF_SCORE_FIRST:
        return _is_score_extreme(state, p, -1)
    if kind == codes.IF_IS_START:
        return state.start_seat == p
    if kind == codes.IF_NOT_START:
        return state.start_seat != p
    if kind == codes.IF_DAY_IN:
        return (int(a) >> (int(state.day) + 1)) & 1 == 1
    return state.n_out > 0  # IF_SOMEONE_OUT


@kernel
def _holds_slot(state, p, kind, a):
    """Conditions about the dice on the own character."""
    if kind == codes.IF_SLOT_DICE_MIN:
        return own_n_dice(state, p) >= a
    if kind == codes.IF_SLOT_DICE_MAX:
        return own_n_dice(state, p) <= a
    if kind == codes.IF_TOTAL_MIN:
        return own_total(state, p) >= a
    return own_total(state, p) <= a  # IF_TOTAL_MAX


@small_kernel
def holds(state, tables, p, start, n):
    """Whether all conditions of a list hold for player p. Most lists are empty: that is seen without a call."""
    return n == 0 or _all_hold(state, tables, p, start, n)


@kernel
def _all_hold(state, tables, p, start, n):
    for i in range(start, start + n):
        condition = tables.conditions[i]
        kind = int(condition.kind)
        a = int(condition.a)
        if kind == codes.IF_TRACK_AT:
            met = state.seats[p].cube[a] == condition.b
        elif codes.IF_SLOT_DICE_MIN <= kind <= codes.IF_TOTAL_MAX:
            met = _holds_slot(state, p, kind, a)
        elif (
            kind == codes.IF_PONKOTSU_COUNT_MIN
            or codes.IF_BAG_EMPTY <= kind <= codes.IF_BAG_MIN
            or codes.IF_SCORE_LAST <= kind <= codes.IF_NOT_START
            or codes.IF_DAY_IN <= kind <= codes.IF_SOMEONE_OUT
        ):
            met = _holds_table(state, p, kind, a)
        else:
            met = _holds_person(state, p, kind, a)
        if not met:
            return False
    return True


@kernel
def counted(state, p, what, die):
    """Amount X of player p; `die` is the sum of the faces put on the card."""
    seat = state.seats[p]
    if what == codes.COUNT_TODAY:
        return int(state.today)
    if what == codes.COUNT_DIE:
        return int(die)
    if what == codes.COUNT_POOL:
        return int(seat.n_pool)
    if what == codes.COUNT_SLOT_DICE_OWN:
        return own_n_dice(state, p)
    if what == codes.COUNT_TOTAL_OWN:
        return own_total(state, p)
    if what == codes.COUNT_MATCHES_OWN:
        return own_matches(state, p)
    if what == codes.COUNT_TOKENS_HELD:
        return int(seat.held)
    if what == codes.COUNT_BAG_OWN:
        return int(seat.bag)
    if what == codes.COUNT_CARDS:
        return n_cards(seat)
    if what == codes.COUNT_EVENTS_HELD:
        return int(seat.n_events)
    if what == codes.COUNT_PONKOTSU_COUNT:
        return ponkotsu_count(state)
    return int(state.n_out)  # COUNT_OUT_COUNT


@kernel
def amount(state, op, p, die):
    """The amount n of an op (section 8.2)."""
    if op.count == codes.COUNT_NUMBER:
        return int(op.n)
    return min(counted(state, p, int(op.count), die) * int(op.times), int(op.most))


@small_kernel
def is_payable(state, tables, p, start, n, packed):
    """Whether all costs together can be paid, the packed dice put on the card counted as gone (K-X4)."""
    return n == 0 or _can_pay_all(state, tables, p, start, n, packed)


@kernel
def _can_pay_all(state, tables, p, start, n, packed):
    seat = state.seats[p]
    tokens = points = n_dice = n_ponkotsu = 0
    steps = 0  # cube steps to pay, by track: 8 bits each
    for i in range(start, start + n):
        cost = tables.costs[i]
        if cost.kind == codes.COST_DIE:
            n_dice += 1
        elif cost.kind == codes.COST_TOKEN:
            tokens += int(cost.n)
        elif cost.kind == codes.COST_POINT:
            points += int(cost.n)
        elif cost.kind == codes.COST_CUBE:
            steps += 1 << (8 * int(cost.track))
        else:
            n_ponkotsu += 1
    return (
        seat.held >= tokens
        and (points == 0 or seat.score >= points)
        and (n_dice == 0 or can_pay_dice(tables, seat, start, start + n, packed))
        and (steps == 0 or (seat.cube[0] >= (steps & 255) and seat.cube[1] >= (steps >> 8)))
        and (n_ponkotsu == 0 or (n_ponkotsu == 1 and seat.is_ponkotsu == 0 and seat.is_shielded == 0))
    )


@kernel
def can_pay_dice(tables, seat, start, end, packed):
    """Whether the pool without the packed dice pays every `die` cost of a range.

    By Hall's theorem it does if any group of these costs finds at least as many dice that fit one of them.
    """
    n = 0
    for i in range(start, end):
        n += tables.costs[i].kind == codes.COST_DIE
    for group in range(1, 1 << n):
        faces = size = k = 0
        for i in range(start, end):
            if tables.costs[i].kind == codes.COST_DIE:
                if (group >> k) & 1:
                    faces |= int(tables.costs[i].faces)
                    size += 1
                k += 1
        if _n_dice_in(seat, faces, int(packed)) < size:
            return False
    return True


@kernel
def _n_dice_in(seat, faces, packed):
    """Dice of the pool that show one of the faces, without the packed dice."""
    n = 0
    for face in range(1, 7):
        if (faces >> face) & 1:
            n += int(seat.pool[face])
    while packed != 0:
        n -= (faces >> (packed & 7)) & 1
        packed >>= 3
    return n


@small_kernel
def meets_today(face, test, today):
    """Whether a face meets a test against today's number."""
    if test == codes.TODAY_NONE:
        return True
    if test == codes.TODAY_EQ:
        return face == today
    if test == codes.TODAY_NE:
        return face != today
    if test == codes.TODAY_GT:
        return face > today
    return face < today


def _today_faces():
    tests = (lambda face, today: True, int.__eq__, int.__ne__, int.__gt__, int.__lt__)
    return np.array(
        [[sum(1 << face for face in range(1, 7) if test(face, today)) for today in range(7)] for test in tests]
    )


#: By test and today's number: the faces that meet it, a bit set.
_TODAY_FACES = _today_faces()


@small_kernel
def card_faces(program, today):
    """Bit set of the faces that each die on an action card may show today."""
    return int(program.dice_faces) & int(_TODAY_FACES[int(program.dice_today), today])


@kernel
def fits_pattern(pattern, n, a, b, d):
    """Whether n rising faces a <= b (<= d) make a pattern."""
    if pattern == codes.PATTERN_ANY:
        return True
    if pattern == codes.PATTERN_SAME:
        return a == b and (n == 2 or b == d)
    if pattern == codes.PATTERN_DIFFERENT:
        return a != b and (n == 2 or b != d)
    return b == a + 1 and (n == 2 or d == b + 1)
