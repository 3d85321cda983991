"""What a linear policy sees of each legal action: the difference it makes (names in feature_names.py).

Everything read here is open to the seat that decides: pools, slots, cards, tokens, today's event and number. `w` is
the weights row everywhere; each function returns its part of the weighted sum. Actions are listed card by card and
character by character, so what the dice of one card have in common is weighed once.
"""

from sim.games.kaguya import codes
from sim.games.kaguya import feature_names as f
from sim.games.kaguya import state as st
from sim.games.kaguya.features_look import SCRATCH, byte, gain, look_around, look_at_board, look_at_dice
from sim.games.kaguya.pieces import slot_has
from sim.games.kaguya.stack import top
from sim.kernel import kernel, small_kernel

# mypy: ignore-errors

__all__ = ["FEATURES", "SCRATCH", "features"]

FEATURES = f.FEATURE_NAMES


@kernel
def _weigh_bagging(state, p, w, n):
    """n own tokens go into the bag: by the contest or by an op `bag`."""
    if n <= 0:
        return 0.0
    own = int(state.seats[p].bag)
    first = 1 if own == 0 else 0
    total = w[f.BAG_FIRST] * first + w[f.BAG_MORE] * (n - first) - w[f.TOKENS] * n
    most = 0
    for q in range(4):
        if q != p:
            most = max(most, int(state.seats[q].bag))
    if own <= most < own + n:
        total += w[f.BAG_LEAD]
    return total


# ---- reservations and uses: the actions of one card ----


@kernel
def _weigh_reserves(tables, w, scratch, actions, i, n, values):
    """The reservations of one card, from action i on; returns the place after them."""
    first = int(actions[i]) >> 16
    card = first & 0xFF
    program = tables.programs[card]
    days = scratch.days_left + 0.5
    shared = w[f.RESERVE_BAG] * (program.bag_a_day * days) + w[f.RESERVE_GAIN] * (program.gain_a_day * days)
    if (int(scratch.reserved) >> card) & 1:
        shared += w[f.TAKE_OVER]
    while i < n and int(actions[i]) >> 16 == first:
        values[i] = shared + scratch.reserve[int(actions[i]) & 7]
        i += 1
    return i


@kernel
def _weigh_uses(state, tables, p, w, scratch, actions, i, n, values):
    """The uses of one action card, from action i on; returns the place after them."""
    first = int(actions[i]) >> 16
    row = tables.programs[first & 0xFF].yields
    shared = gain(state, p, w, scratch, row)
    own = w[f.SPENT_BAGGING] if row[0] > 0.0 else 0.0  # the card itself does not lose the die
    while i < n and int(actions[i]) >> 16 == first:
        dice = int(actions[i]) & 0xFFFF
        total = 0.0
        while dice != 0:
            total += scratch.spent[dice & 7]
            total -= own
            dice >>= 3
        values[i] = shared + total
        i += 1
    return i


# ---- placements: the dice on one character ----


@kernel
def _weigh_activity(state, tables, p, w, scratch, target):
    """The activity bonus that a placement on a character gives."""
    seat = state.seats[target]
    if seat.has_activity == 1:
        return 0.0
    program = tables.programs[codes.SLOT_FIRST + int(seat.slot)]
    if target != p:
        return w[f.ACTIVITY_GIVEN] * program.worth
    total = w[f.ACTIVITY_OWN] * program.worth
    if program.yields[0] > 0.0 and scratch.can_bag == 1 and seat.bag == 0:
        total += w[f.BAG_FIRST]
    return total


@kernel
def _turning_faces(state, tables, scratch, s):
    """Bit set of the faces that on slot s would match another character."""
    if tables.ponkotsu_measure == 0:
        return (int(scratch.met) >> int(state.slots[s].total)) & 126
    faces = 0
    for t in range(4):
        if t != s:
            for i in range(int(state.slots[t].n)):
                faces |= 1 << int(state.slots[t].dice[i])
    return faces


@small_kernel
def _reachable_rivals(state, s, total):
    """Other characters that could meet a total with one more die."""
    n = 0
    for t in range(4):
        other = state.slots[t]
        gap = abs(int(other.total) - total)
        n += (t != s) & (other.n > 0) & (gap >= 1) & (gap <= 6)
    return n


@kernel
def _weigh_turned(state, tables, p, w, target, face):
    """Who turns ponkotsu by a die that matches."""
    total = int(state.slots[int(state.seats[target].slot)].total) + face
    own = others = 0
    for q in range(4):
        t = int(state.seats[q].slot)
        turns = q == target or (
            state.slots[t].n > 0
            and (state.slots[t].total == total if tables.ponkotsu_measure == 0 else slot_has(state.slots[t], face))
        )
        if turns and state.seats[q].is_ponkotsu == 0 and state.seats[q].is_shielded == 0:
            if q == p:
                own = 1
            else:
                others += 1
    return w[f.PONKOTSU_OWN] * own + w[f.PONKOTSU_OTHERS] * others


@kernel
def _weigh_places(state, tables, p, w, scratch, actions, i, n, values):
    """The dice on one character, from action i on; returns the place after them.

    With the dice, the slot at the own place in the vigour order grows: the total there is that of this slot, held
    between those of the slots that stay above and below.
    """
    first = int(actions[i]) >> 4
    target = int(scratch.seat_of[first & 15])
    seat = state.seats[target]
    is_own = target == p
    is_normal = seat.is_ponkotsu == 0
    s = int(seat.slot)
    total = int(state.slots[s].total)
    rank = int(scratch.vigour_rank)
    above, here, below = int(scratch.totals[rank]), int(scratch.totals[rank + 1]), int(scratch.totals[rank + 2])
    least = below if total >= here else here
    most = here if total >= above else above
    before = min(most, max(least, total))
    share = 0.4 if state.seats[p].bag == 0 else 1.0
    w_gain, w_exposed = w[f.SLOT_GAIN], w[f.EXPOSED]
    w_pips = w[f.OWN_PIPS] if is_own else w[f.OTHER_PIPS]
    w_match = w[f.MATCH_OWN] if is_own else w[f.MATCH_OTHER]
    matching = int(state.today) if is_normal or not is_own else 0
    turning = _turning_faces(state, tables, scratch, s)
    shared = _weigh_activity(state, tables, p, w, scratch, target)
    while i < n and int(actions[i]) >> 4 == first:
        face = int(actions[i]) & 15
        value = w_gain * (float(min(most, max(least, total + face)) - before) * share) + w_pips * face
        if face == matching:
            value += w_match
        if (turning >> face) & 1:
            value += _weigh_turned(state, tables, p, w, target, face)
        elif is_own and is_normal:
            value += w_exposed * _reachable_rivals(state, s, total + face)
        values[i] = shared + (value + scratch.spent[face])
        i += 1
    return i


# ---- everything else that is asked ----


@kernel
def _weigh_slot(state, tables, p, w, s):
    """D1 and D4: the pips that score now, and tomorrow's activity bonus."""
    total = 0.0
    if state.phase == st.PHASE_SLOTS and state.seats[p].right == 1:
        total += w[f.SLOT_PIPS] * int(state.slots[s].total)
    if state.phase == st.PHASE_SETUP or state.day < 4:
        total += w[f.SLOT_BONUS] * tables.programs[codes.SLOT_FIRST + s].worth
    return total


@kernel
def _weigh_person(state, tables, p, w, q):
    """A player is picked: harm falls best on the leader, help on oneself."""
    op = tables.ops[int(top(state).pc)]
    code = int(op.op)
    is_harm = (
        code == codes.OP_LOSE_DIE
        or code == codes.OP_LOSE_TOKEN
        or code == codes.OP_STEAL_POINTS
        or code == codes.OP_AFFLICT
        or (code == codes.OP_POINTS and op.n < 0)
        or (code == codes.OP_MOVE_CUBE and op.by < 0)
    )
    if q == p:
        return -w[f.PICK_SELF] if is_harm else w[f.PICK_SELF]
    lead = int(state.seats[q].score) - int(state.seats[p].score)
    return w[f.PICK_LEADER] * (lead / 10.0 if is_harm else -lead / 10.0)


@kernel
def _weigh_face(state, w, scratch, face):
    """A face for an own die."""
    total = w[f.PICK_PIPS] * face
    total += w[f.PICK_USEFUL] * (byte(scratch.useful, face) + 2.0 * byte(scratch.bagging, face))
    if face == state.today:
        total += w[f.PICK_MATCH]
    return total


@kernel
def _weigh_slot_die(state, p, w, scratch, low):
    """A slot die is picked: whose it is, whether it matches today's number, its pips."""
    face = low & 15
    total = -w[f.PICK_PIPS] * face
    if face == state.today:
        total += 0.5 * w[f.MATCH_OTHER if int(scratch.seat_of[low >> 4]) == p else f.MATCH_OWN]
    return total


@kernel
def _weigh_accept(state, tables, p, w, scratch):
    frame = top(state)
    if frame.stage == st.STAGE_ACCEPT:
        return gain(state, p, w, scratch, tables.programs[int(frame.program)].yields)
    return gain(state, p, w, scratch, tables.ops[int(frame.pc)].branch_yields[0])


@kernel
def _weigh_pick(state, tables, p, w, scratch, action):
    """Everything that is asked inside a program, the contest and the choice of a slot."""
    form = action >> 24
    low = action & 0xFFFF
    if form == codes.FORM_THROW or form == codes.FORM_PICK_N:
        return _weigh_bagging(state, p, w, low)
    if form == codes.FORM_SLOT:
        return _weigh_slot(state, tables, p, w, low - 1)
    if form == codes.FORM_PICK_DIE:
        return scratch.spent[low]
    if form == codes.FORM_PICK_FACE:
        return _weigh_face(state, w, scratch, low)
    if form == codes.FORM_PICK_SLOTDIE:
        return _weigh_slot_die(state, p, w, scratch, low)
    if form == codes.FORM_PICK_CHAR:
        return _weigh_person(state, tables, p, w, int(scratch.seat_of[low]))
    if form == codes.FORM_PICK_CARD:
        return w[f.PICK_WORTH] * tables.programs[(action >> 16) & 0xFF].worth
    if form == codes.FORM_PICK_TRACK:
        return w[f.PICK_MATCH] if low == 0 else 0.0
    if form == codes.FORM_PICK_BRANCH:
        return gain(state, p, w, scratch, tables.ops[int(top(state).pc)].branch_yields[low - 1])
    if form == codes.FORM_ACCEPT:
        return _weigh_accept(state, tables, p, w, scratch)
    return 0.0


@kernel
def _weigh_free(state, tables, p, w, scratch, action):
    """Fetching, converting, the ability, ending the turn."""
    form = action >> 24
    if form == codes.FORM_END:
        return w[f.DROP_OUT] + w[f.DROP_DICE] * int(state.seats[p].n_pool) if state.n_main == 0 else 0.0
    if form == codes.FORM_RECOVER:
        return w[f.RECOVER]
    number = (action >> 16) & 0xFF
    if form == codes.FORM_ABILITY:
        number = codes.ABILITY_FIRST + int(state.seats[p].character)
    return gain(state, p, w, scratch, tables.programs[number].yields)


@kernel
def _weigh_turn(state, tables, p, w, scratch, actions, n, values):
    """D2: group by group as they are listed."""
    i = 0
    while i < n:
        form = int(actions[i]) >> 24
        if form == codes.FORM_RESERVE:
            i = _weigh_reserves(tables, w, scratch, actions, i, n, values)
        elif form == codes.FORM_PLACE:
            i = _weigh_places(state, tables, p, w, scratch, actions, i, n, values)
        elif form == codes.FORM_USE:
            i = _weigh_uses(state, tables, p, w, scratch, actions, i, n, values)
        else:
            values[i] = _weigh_free(state, tables, p, w, scratch, int(actions[i]))
            i += 1


@kernel
def features(state, tables, actions, n, weights, scratch, values):
    """Weigh the n legal actions of the seat that decides: one weighted sum of features each."""
    p = int(state.core.actor)
    ask = int(state.ask)
    look_around(state, p, scratch)
    if ask == st.ASK_TURN or ask == st.ASK_PLACE:
        look_at_board(state, p, scratch)
        look_at_dice(state, tables, p, weights, scratch)
    elif ask == st.ASK_DIE:
        look_at_dice(state, tables, p, weights, scratch)
    if ask == st.ASK_TURN:
        _weigh_turn(state, tables, p, weights, scratch, actions, n, values)
        return
    i = 0
    while i < n:
        if int(actions[i]) >> 24 == codes.FORM_PLACE:
            i = _weigh_places(state, tables, p, weights, scratch, actions, i, n, values)
        else:
            values[i] = _weigh_pick(state, tables, p, weights, scratch, int(actions[i]))
            i += 1
