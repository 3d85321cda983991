"""What a linear policy sees of each legal action: the difference it makes (names in feature_names.py).

Everything read here is open to the seat that decides: pools, slots, cards, tokens, today's event and number. `w` is
the weights row everywhere; each function returns its part of the weighted sum. Actions are listed card by card and
character by character, so what the dice of one card have in common is weighed once.
"""

from sim.games.kaguya import codes
from sim.games.kaguya import feature_names as f
from sim.games.kaguya import state as st
from sim.games.kaguya.features_look import SCRATCH, byte, gain, look_around, look_at_board, look_at_dice, worth
from sim.games.kaguya.pieces import slot_has
from sim.games.kaguya.stack import top
from sim.kernel import kernel

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


# ---- actions of D2: what the dice of a card or character have in common ----


@kernel
def _weigh_reserve(state, tables, w, scratch, card):
    row = tables.programs[card].yields
    days = scratch.days_left + 0.5
    bag = float(row[0])
    gain = float(row[1]) + bag + float(row[2]) + 2.0 * float(row[3]) + float(row[6]) + float(row[7])
    total = w[f.RESERVE_BAG] * (max(bag, 0.0) * days) + w[f.RESERVE_GAIN] * ((gain + 3.0 * float(row[4])) * days)
    if (int(scratch.reserved) >> card) & 1:
        total += w[f.TAKE_OVER]
    return total


@kernel
def _weigh_activity(state, tables, p, w, scratch, target):
    """The activity bonus that a placement on a character gives."""
    seat = state.seats[target]
    if seat.has_activity == 1:
        return 0.0
    row = tables.programs[codes.SLOT_FIRST + int(seat.slot)].yields
    value = worth(row)
    if target != p:
        return w[f.ACTIVITY_GIVEN] * value
    total = w[f.ACTIVITY_OWN] * value
    if row[0] > 0.0 and scratch.can_bag == 1 and seat.bag == 0:
        total += w[f.BAG_FIRST]
    return total


@kernel
def _weigh_shared(state, tables, p, w, scratch, action):
    form = action >> 24
    card = (action >> 16) & 0xFF
    if form == codes.FORM_PLACE:
        return _weigh_activity(state, tables, p, w, scratch, int(scratch.seat_of[(action >> 4) & 15]))
    if form == codes.FORM_RESERVE:
        return _weigh_reserve(state, tables, w, scratch, card)
    if form == codes.FORM_RECOVER:
        return w[f.RECOVER]
    if form == codes.FORM_END:
        return w[f.DROP_OUT] + w[f.DROP_DICE] * int(state.seats[p].n_pool) if state.n_main == 0 else 0.0
    if form == codes.FORM_ABILITY:
        card = codes.ABILITY_FIRST + int(state.seats[p].character)
    return gain(state, p, w, scratch, tables.programs[card].yields)


# ---- actions of D2: the dice ----


@kernel
def _slot_gain(state, scratch, s, face):
    """Growth of the slot total at the own place in the vigour order when a die `face` is added to slot s."""
    total = int(state.slots[s].total)
    rank = int(scratch.vigour_rank)
    above_before = above_after = 0
    for t in range(4):
        if t != s:
            above_before += int(state.slots[t].total) >= total
            above_after += int(state.slots[t].total) > total + face
    if above_before < rank or above_after > rank:
        return 0  # the place keeps its slot
    before = total if above_before == rank else int(scratch.totals[rank])
    if above_after == rank:
        return total + face - before
    return int(scratch.totals[rank - 1]) - before


@kernel
def _turns_any(state, tables, scratch, s, face):
    """Whether a die `face` on slot s would match another character."""
    if tables.ponkotsu_measure == 0:
        return (int(scratch.met) >> (int(state.slots[s].total) + face)) & 1 == 1
    for t in range(4):
        if t != s and slot_has(state.slots[t], face):
            return True
    return False


@kernel
def _reachable_rivals(state, s, total):
    """Other characters that could meet a total with one more die."""
    n = 0
    for t in range(4):
        other = state.slots[t]
        if t != s and other.n > 0:
            gap = abs(int(other.total) - total)
            n += 1 <= gap <= 6
    return n


@kernel
def _weigh_turning(state, tables, p, w, scratch, target, face):
    """Who would turn ponkotsu, and how exposed the own character is afterwards."""
    s = int(state.seats[target].slot)
    total = int(state.slots[s].total) + face
    if not _turns_any(state, tables, scratch, s, face):
        if target != p or state.seats[p].is_ponkotsu == 1:
            return 0.0
        return w[f.EXPOSED] * _reachable_rivals(state, s, total)
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
def _weigh_place(state, tables, p, w, scratch, target, face):
    """A die on a character: pips, today's number, slots and turning."""
    seat = state.seats[target]
    gain = float(_slot_gain(state, scratch, int(seat.slot), face))
    if state.seats[p].bag == 0:
        gain *= 0.4
    total = w[f.SLOT_GAIN] * gain
    if target == p:
        total += w[f.OWN_PIPS] * face
        if face == state.today and seat.is_ponkotsu == 0:
            total += w[f.MATCH_OWN]
    else:
        total += w[f.OTHER_PIPS] * face
        if face == state.today:
            total += w[f.MATCH_OTHER]
    return total + _weigh_turning(state, tables, p, w, scratch, target, face)


@kernel
def _weigh_dice(state, tables, p, w, scratch, action):
    form = action >> 24
    if form == codes.FORM_PLACE:
        face = action & 15
        target = int(scratch.seat_of[(action >> 4) & 15])
        return _weigh_place(state, tables, p, w, scratch, target, face) + scratch.spent[face]
    low = action & 0xFFFF
    if form == codes.FORM_RESERVE:
        return scratch.risk[low] + scratch.spent[low]
    total = 0.0
    if form == codes.FORM_USE:
        bags = tables.programs[(action >> 16) & 0xFF].yields[0] > 0.0
        while low != 0:
            total += scratch.spent[low & 7]
            if bags:
                total -= w[f.SPENT_BAGGING]  # the card itself does not lose the die
            low >>= 3
    return total


# ---- everything else that is asked ----


@kernel
def _weigh_slot(state, tables, p, w, s):
    """D1 and D4: the pips that score now, and tomorrow's activity bonus."""
    total = 0.0
    if state.phase == st.PHASE_SLOTS and state.seats[p].right == 1:
        total += w[f.SLOT_PIPS] * int(state.slots[s].total)
    if state.phase == st.PHASE_SETUP or state.day < 4:
        total += w[f.SLOT_BONUS] * worth(tables.programs[codes.SLOT_FIRST + s].yields)
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
    if form == codes.FORM_PLACE:
        return _weigh_shared(state, tables, p, w, scratch, action) + _weigh_dice(state, tables, p, w, scratch, action)
    if form == codes.FORM_PICK_CHAR:
        return _weigh_person(state, tables, p, w, int(scratch.seat_of[low]))
    if form == codes.FORM_PICK_CARD:
        return w[f.PICK_WORTH] * worth(tables.programs[(action >> 16) & 0xFF].yields)
    if form == codes.FORM_PICK_TRACK:
        return w[f.PICK_MATCH] if low == 0 else 0.0
    if form == codes.FORM_PICK_BRANCH:
        return gain(state, p, w, scratch, tables.ops[int(top(state).pc)].branch_yields[low - 1])
    if form == codes.FORM_ACCEPT:
        return _weigh_accept(state, tables, p, w, scratch)
    return 0.0


@kernel
def features(state, tables, actions, n, weights, scratch, values):
    """Weigh the n legal actions of the seat that decides: one weighted sum of features each."""
    p = int(state.core.actor)
    look_around(state, p, scratch)
    if state.ask != st.ASK_SLOT and state.ask != st.ASK_THROW:
        look_at_board(state, p, scratch)
        look_at_dice(state, tables, p, weights, scratch)
    if state.ask != st.ASK_TURN:
        for i in range(n):
            values[i] = _weigh_pick(state, tables, p, weights, scratch, int(actions[i]))
        return
    last = -1
    shared = 0.0
    for i in range(n):
        action = int(actions[i])
        group = action >> 4 if action >> 24 == codes.FORM_PLACE else action >> 16
        if group != last:
            last = group
            shared = _weigh_shared(state, tables, p, weights, scratch, action)
        values[i] = shared + _weigh_dice(state, tables, p, weights, scratch, action)
