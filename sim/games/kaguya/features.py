"""What a linear policy sees of each legal action: the difference it makes (names in feature_names.py).

Everything read here is open to the seat that decides: pools, slots, cards, tokens, today's event and number.
"""

import numpy as np

from sim.games.kaguya import codes
from sim.games.kaguya import feature_names as f
from sim.games.kaguya import state as st
from sim.games.kaguya.conditions import card_faces
from sim.games.kaguya.pieces import seat_of, slot_has
from sim.games.kaguya.stack import top
from sim.kernel import kernel, small_kernel

# mypy: ignore-errors

FEATURES = f.FEATURE_NAMES

#: What is worked out once for a decision.
SCRATCH = np.dtype((np.record, [
    ("useful", "i1", (7,)),  # own unused action cards that take a die of that face
    ("bagging", "i1", (7,)),  # those of them that put tokens into the bag
    ("higher", "i1", (8,)),  # rivals' dice above a face, of rivals with a heart
    ("seat_of", "i1", (4,)),  # seat by character
    ("leader", "i1"),  # other seat with the highest score
    ("vigour_rank", "i1"),  # own place in the vigour order as the bag stands, 0 = first
    ("can_bag", "i1"),  # a token of one's own can go into the bag
    ("days_left", "f8"),  # days after today
]))  # fmt: skip


@kernel
def _vigour_rank(state, p):
    """Place of a player in the vigour order if the bag were counted now (K-E10)."""
    mine = int(state.seats[p].bag)
    turn = (p - int(state.start_seat)) & 3
    rank = 0
    for q in range(4):
        bag = int(state.seats[q].bag)
        rank += bag > mine or (bag == mine and ((q - int(state.start_seat)) & 3) > turn)
    return rank


@kernel
def _slot_gain(state, s, face, rank):
    """Growth of the slot total at place `rank` (0 = highest) when a die `face` is added to slot s."""
    total = int(state.slots[s].total)
    above_before = above_after = 0
    for t in range(4):
        if t != s:
            above_before += int(state.slots[t].total) >= total
            above_after += int(state.slots[t].total) > total + face
    if above_before < rank or above_after > rank:
        return 0  # the place keeps its slot
    if above_before == rank:
        before = total
    else:
        before = _total_at(state, rank)
    if above_after == rank:
        return total + face - before
    return _total_at(state, rank - 1) - before


@kernel
def _total_at(state, rank):
    """The slot total at a place, 0 = highest."""
    for t in range(4):
        above = 0
        total = int(state.slots[t].total)
        for u in range(4):
            other = int(state.slots[u].total)
            above += other > total or (other == total and u < t)
        if above == rank:
            return total
    return 0


@kernel
def _look_around(state, tables, p, scratch):
    """Fill the scratch record for the seat that decides."""
    for character in range(4):
        scratch.seat_of[character] = seat_of(state, character)
    scratch.days_left = 4.0 - int(state.day)
    scratch.can_bag = state.seats[p].held > 0
    scratch.vigour_rank = _vigour_rank(state, p)
    best = -32768
    for q in range(4):
        if q != p and state.seats[q].score > best:
            best = int(state.seats[q].score)
            scratch.leader = q


@kernel
def _look_at_dice(state, tables, p, scratch):
    """Which faces the own cards want, and what rivals could lay higher."""
    seat = state.seats[p]
    for face in range(7):
        scratch.useful[face] = 0
        scratch.bagging[face] = 0
    for i in range(int(seat.n_action)):
        card = int(seat.action[i])
        if state.is_used[card] == 0:
            program = tables.programs[card]
            faces = card_faces(program, int(state.today))
            bags = program.yields[0] > 0.0
            for face in range(1, 7):
                if (faces >> face) & 1:
                    scratch.useful[face] += 1
                    scratch.bagging[face] += bags
    n = 0
    scratch.higher[7] = 0
    for face in range(6, 0, -1):
        scratch.higher[face] = n
        for q in range(4):
            if q != p and state.seats[q].hearts > 0 and state.seats[q].is_in == 1:
                n += int(state.seats[q].pool[face])


@small_kernel
def _gain(state, p, scratch, out, i, row):
    """The gain block from a row of yields (layout.YIELDS)."""
    bag = float(row[0])
    tokens = float(row[1])
    seat = state.seats[p]
    if bag > 0.0 and (tokens >= 0.0 or scratch.can_bag == 1):
        if seat.bag == 0:
            out[i, f.BAG_FIRST] = min(bag)
            out[i, f.BAG_MORE] = max(bag - 1.0, 0.0)
        else:
            out[i, f.BAG_MORE] = bag
    out[i, f.TOKENS] = tokens
    out[i, f.POINTS] = float(row[2])
    out[i, f.DICE] = float(row[3])
    out[i, f.CUBE] = float(row[4]) * scratch.days_left
    out[i, f.CURE] = float(row[5]) * (1.0 if seat.is_ponkotsu == 1 else (0.0 if row[5] > 0.0 else 1.0))
    out[i, f.HARM] = float(row[6])
    out[i, f.OTHER] = float(row[7])


@small_kernel
def _spend(scratch, out, i, face, own_bag):
    """A die leaves the pool: its pips, and what else it could have been used for."""
    out[i, f.PIPS] += face
    out[i, f.SPENT_BAGGING] += float(scratch.bagging[face]) - own_bag
    out[i, f.SPENT_USEFUL] += float(scratch.useful[face])


@kernel
def _describe_use(state, tables, p, scratch, action, out, i):
    card = (action >> 16) & 0xFF
    program = tables.programs[card]
    _gain(state, p, scratch, out, i, program.yields)
    bags = 1.0 if program.yields[0] > 0.0 else 0.0
    packed = action & 0xFFFF
    while packed != 0:
        _spend(scratch, out, i, packed & 7, bags)
        packed >>= 3


@kernel
def _describe_reserve(state, tables, p, scratch, action, out, i):
    card = (action >> 16) & 0xFF
    die = action & 0xFFFF
    row = tables.programs[card].yields
    days = scratch.days_left + 0.5
    bag = float(row[0])
    out[i, f.RESERVE_BAG] = max(bag, 0.0) * days
    gain = float(row[1]) + bag + float(row[2]) + 2.0 * float(row[3]) + float(row[6]) + float(row[7])
    out[i, f.RESERVE_GAIN] = (gain + 3.0 * float(row[4])) * days
    out[i, f.RESERVE_RISK] = min(int(scratch.higher[die]), 3) / 3.0
    for k in range(8):
        if state.display[k] == card and state.display_seat[k] >= 0:
            out[i, f.TAKE_OVER] = 1.0
    _spend(scratch, out, i, die, 0.0)


@kernel
def _n_turned(state, tables, s, face):
    """Characters besides the one on slot s that would match it after a die `face`, and whether it would turn."""
    total = int(state.slots[s].total) + face
    n = 0
    for t in range(4):
        other = state.slots[t]
        if t != s and other.n > 0:
            if tables.ponkotsu_measure == 0:
                n += other.total == total
            else:
                n += slot_has(other, face)
    return n


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
def _describe_place(state, tables, p, scratch, action, out, i):
    face = action & 15
    target = int(scratch.seat_of[(action >> 4) & 15])
    seat = state.seats[target]
    s = int(seat.slot)
    is_own = target == p
    out[i, f.OWN_PIPS if is_own else f.OTHER_PIPS] = face
    gain = float(_slot_gain(state, s, face, int(scratch.vigour_rank)))
    out[i, f.SLOT_GAIN] = gain if state.seats[p].bag > 0 else 0.4 * gain
    if seat.has_activity == 0:
        row = tables.programs[codes.SLOT_FIRST + s].yields
        worth = _worth(row)
        if is_own:
            out[i, f.ACTIVITY_OWN] = worth
            if row[0] > 0.0 and scratch.can_bag == 1 and seat.bag == 0:
                out[i, f.BAG_FIRST] = 1.0
        else:
            out[i, f.ACTIVITY_GIVEN] = worth
    if face == state.today:
        if not is_own:
            out[i, f.MATCH_OTHER] = 1.0
        elif seat.is_ponkotsu == 0:
            out[i, f.MATCH_OWN] = 1.0
    _describe_turning(state, tables, p, target, s, face, out, i)
    _spend(scratch, out, i, face, 0.0)


@kernel
def _describe_turning(state, tables, p, target, s, face, out, i):
    """Who would turn ponkotsu, and how exposed the own character is afterwards."""
    n = _n_turned(state, tables, s, face)
    if n > 0:
        total = int(state.slots[s].total) + face
        for q in range(4):
            t = int(state.seats[q].slot)
            turns = q == target or (
                state.slots[t].n > 0
                and (state.slots[t].total == total if tables.ponkotsu_measure == 0 else slot_has(state.slots[t], face))
            )
            if turns and state.seats[q].is_ponkotsu == 0 and state.seats[q].is_shielded == 0:
                if q == p:
                    out[i, f.PONKOTSU_OWN] = 1.0
                else:
                    out[i, f.PONKOTSU_OTHERS] += 1.0
    elif target == p and state.seats[p].is_ponkotsu == 0:
        out[i, f.EXPOSED] = _reachable_rivals(state, s, int(state.slots[s].total) + face)


@small_kernel
def _worth(row):
    """One number for a row of yields, in points."""
    return (
        4.0 * float(row[0])
        + float(row[1])
        + float(row[2])
        + 2.0 * float(row[3])
        + 3.0 * float(row[4])
        + float(row[5])
        + 0.5 * float(row[6])
        + float(row[7])
    )


@kernel
def _describe_turn(state, tables, p, scratch, action, out, i):
    """Actions of D2."""
    form = action >> 24
    if form == codes.FORM_PLACE:
        _describe_place(state, tables, p, scratch, action, out, i)
    elif form == codes.FORM_RESERVE:
        _describe_reserve(state, tables, p, scratch, action, out, i)
    elif form == codes.FORM_USE:
        _describe_use(state, tables, p, scratch, action, out, i)
    elif form == codes.FORM_RECOVER:
        out[i, f.RECOVER] = 1.0
    elif form == codes.FORM_CONVERT:
        _gain(state, p, scratch, out, i, tables.programs[(action >> 16) & 0xFF].yields)
    elif form == codes.FORM_ABILITY:
        number = codes.ABILITY_FIRST + int(state.seats[p].character)
        _gain(state, p, scratch, out, i, tables.programs[number].yields)
    elif state.n_main == 0:
        out[i, f.DROP_OUT] = 1.0
        out[i, f.DROP_DICE] = int(state.seats[p].n_pool)


@kernel
def _describe_bagging(state, p, n, out, i):
    """n own tokens go into the bag: by the contest or by an op `bag`."""
    if n > 0:
        first = 1.0 if state.seats[p].bag == 0 else 0.0
        out[i, f.BAG_FIRST] = first
        out[i, f.BAG_MORE] = n - first
        out[i, f.TOKENS] = -n
        most = 0
        for q in range(4):
            if q != p:
                most = max(most, int(state.seats[q].bag))
        if state.seats[p].bag <= most < int(state.seats[p].bag) + n:
            out[i, f.BAG_LEAD] = 1.0


@kernel
def _describe_slot(state, tables, p, low, scratch, out, i):
    """D1 and D4: the pips that score now, and tomorrow's activity bonus."""
    s = low - 1
    if state.phase == st.PHASE_SLOTS and state.seats[p].right == 1:
        out[i, f.SLOT_PIPS] = int(state.slots[s].total)
    if state.phase == st.PHASE_SETUP or state.day < 4:
        out[i, f.SLOT_BONUS] = _worth(tables.programs[codes.SLOT_FIRST + s].yields)


@kernel
def _describe_person(state, tables, p, q, out, i):
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
        out[i, f.PICK_SELF] = -1.0 if is_harm else 1.0
    else:
        lead = int(state.seats[q].score) - int(state.seats[p].score)
        out[i, f.PICK_LEADER] = lead / 10.0 if is_harm else -lead / 10.0


@kernel
def _describe_slot_die(state, tables, p, low, scratch, out, i):
    """A slot die is picked: whose it is, whether it matches today's number, its pips."""
    face = low & 15
    q = int(scratch.seat_of[low >> 4])
    out[i, f.PICK_PIPS] = -face
    if face == state.today:
        out[i, f.MATCH_OTHER if q == p else f.MATCH_OWN] = 0.5


@kernel
def _describe_pick(state, tables, p, scratch, action, out, i):
    """Everything that is asked inside a program, the contest and the choice of a slot."""
    form = action >> 24
    low = action & 0xFFFF
    if form == codes.FORM_THROW or form == codes.FORM_PICK_N:
        _describe_bagging(state, p, low, out, i)
    elif form == codes.FORM_SLOT:
        _describe_slot(state, tables, p, low, scratch, out, i)
    elif form == codes.FORM_PICK_DIE:
        _spend(scratch, out, i, low, 0.0)
    elif form == codes.FORM_PICK_FACE:
        out[i, f.PICK_PIPS] = low
        out[i, f.PICK_USEFUL] = float(scratch.useful[low]) + 2.0 * float(scratch.bagging[low])
        out[i, f.PICK_MATCH] = low == state.today
    elif form == codes.FORM_PICK_SLOTDIE:
        _describe_slot_die(state, tables, p, low, scratch, out, i)
    elif form == codes.FORM_PLACE:
        _describe_place(state, tables, p, scratch, action, out, i)
    elif form == codes.FORM_PICK_CHAR:
        _describe_person(state, tables, p, int(scratch.seat_of[low]), out, i)
    elif form == codes.FORM_PICK_CARD:
        out[i, f.PICK_WORTH] = _worth(tables.programs[(action >> 16) & 0xFF].yields)
    elif form == codes.FORM_PICK_TRACK:
        out[i, f.PICK_MATCH] = low == 0
    elif form == codes.FORM_PICK_BRANCH:
        _gain(state, p, scratch, out, i, tables.ops[int(top(state).pc)].branch_yields[low - 1])
    elif form == codes.FORM_ACCEPT:
        frame = top(state)
        if frame.stage == st.STAGE_ACCEPT:
            _gain(state, p, scratch, out, i, tables.programs[int(frame.program)].yields)
        else:
            _gain(state, p, scratch, out, i, tables.ops[int(frame.pc)].branch_yields[0])


@kernel
def features(state, tables, actions, n, scratch, out):
    """Describe the n legal actions of the seat that decides, one row of `out` each."""
    p = int(state.core.actor)
    for i in range(n):
        for k in range(f.N_FEATURES):
            out[i, k] = 0.0
    _look_around(state, tables, p, scratch)
    if state.ask == st.ASK_TURN:
        _look_at_dice(state, tables, p, scratch)
        for i in range(n):
            _describe_turn(state, tables, p, scratch, int(actions[i]), out, i)
        return
    if state.ask != st.ASK_SLOT and state.ask != st.ASK_THROW:
        _look_at_dice(state, tables, p, scratch)
    for i in range(n):
        _describe_pick(state, tables, p, scratch, int(actions[i]), out, i)
