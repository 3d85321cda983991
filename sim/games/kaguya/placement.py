"""Placing a die on a character (K-M10, K-M11) and turning ponkotsu (K-W)."""

from sim.core import note
from sim.games.kaguya import clauses as c
from sim.games.kaguya import codes
from sim.games.kaguya import state as st
from sim.games.kaguya.conditions import holds
from sim.games.kaguya.pieces import first_served, pool_take, slot_add, slot_has, slot_matches
from sim.games.kaguya.stack import collect, collect_plain, push, push_program, serve
from sim.kernel import kernel

# mypy: ignore-errors

# Steps of a placement frame; the order of the middle ones is ruling `placement_order`.
PLACED, BONUS, EVENT, TEST, TURNED = range(5)
WHO_OWN, WHO_OTHER = 0, 1  # filter words of trigger `place`


@kernel
def start_placement(state, placer, target, face):
    """K-M11 (1): the die goes down; the rest of the placement is a frame."""
    seat = state.seats[placer]
    pool_take(seat, face)
    slot_add(state.slots[int(state.seats[target].slot)], face)
    state.placements += 1
    if placer == target:
        seat.placed_own += 1
    else:
        seat.placed_other += 1
    note(state.core, c.K_M10, placer, target)
    frame = push(state, st.FRAME_PLACE, placer)
    frame.a = target
    frame.b = face
    frame.c = state.slots[int(state.seats[target].slot)].n
    frame.step = PLACED


@kernel
def run_placement(state, tables, frame):
    """One step of K-M11 (2) to (5); the frame pops itself after the last one."""
    is_test_first = tables.placement_order == 1
    placer, target, face = int(frame.owner), int(frame.a), int(frame.b)
    step = int(frame.step)
    if step == PLACED:
        note(state.core, c.K_M11, placer, target)
        frame.step = TEST if is_test_first else BONUS
    elif step == BONUS:
        frame.step = EVENT
        _give_activity(state, tables, target)
    elif step == EVENT:
        who = WHO_OWN if placer == target else WHO_OTHER
        collect(state, tables, placer, codes.ON_PLACE, who, int(frame.c), face)
        frame.step = TURNED if is_test_first else TEST
        serve(state, tables)
    elif step == TEST:
        turned = test_ponkotsu(state, tables, target, face)
        frame.step = BONUS if is_test_first else TURNED
        if turned != 0:
            turn_ponkotsu(state, tables, placer, turned)
        serve(state, tables)
    else:
        state.depth -= 1


@kernel
def _give_activity(state, tables, target):
    """K-B1: the bonus of the slot, once per character and day (K-B2)."""
    seat = state.seats[target]
    slot_number = int(seat.slot)
    if seat.has_activity == 1:
        if state.slots[slot_number].n == 1:
            note(state.core, c.K_B2, target, slot_number)
        return
    seat.has_activity = 1
    if seat.is_in == 0:
        note(state.core, c.K_T9, target, slot_number)
    note(state.core, c.K_B1, target, slot_number)
    note(state.core, c.FACT_ACTIVITY, target, slot_number)
    number = codes.SLOT_FIRST + slot_number
    row = tables.programs[number]
    frame = push_program(state, tables, target, number, st.BOOK_ACTIVITY, 0)
    if not holds(state, tables, target, int(row.if_start), int(row.if_n)):
        frame.pc = frame.end  # nothing happens, but the bonus was owed and is gone


# ---- the test (K-W1 to K-W4, K-W8) ----


@kernel
def _slots_match(state, tables, s, t, face):
    """Whether two slots with dice match; `face` is the placed face, 0 when whole pairs are compared."""
    a, b = state.slots[s], state.slots[t]
    if tables.ponkotsu_measure == 0:
        return a.total == b.total
    if face != 0:
        return slot_has(b, face)
    for f in range(1, 7):
        if slot_matches(a, f) > 0 and slot_has(b, f):
            return True
    return False


@kernel
def test_ponkotsu(state, tables, target, face):
    """Bit set of the seats whose characters match after a die `face` came to `target` (K-W1)."""
    s = int(state.seats[target].slot)
    matched = 0
    if state.slots[s].n == 0:
        note(state.core, c.K_W3, target, 0)
        return 0
    for t in range(4):
        if t == s or state.slots[t].seat < 0:
            continue
        if state.slots[t].n > 0 and _slots_match(state, tables, s, t, face):
            matched |= 1 << int(state.slots[t].seat)
    if matched == 0 and state.seats[target].is_ponkotsu == 1 and state.slots[s].n > 1:
        note(state.core, c.K_W8, target, 0)
    if matched != 0:
        note(state.core, c.K_W1, target, matched)
        if state.slots[s].n == 1:
            note(state.core, c.K_W3, target, matched)
        if matched & (matched - 1):
            note(state.core, c.K_W2, target, matched)
        matched |= 1 << target
    if tables.ponkotsu_scope == 1:
        matched |= _matching_pairs(state, tables)
    return matched


@kernel
def _matching_pairs(state, tables):
    """Seats of all pairs that match (ruling `ponkotsu_scope = any_pair`)."""
    matched = 0
    for s in range(4):
        for t in range(s + 1, 4):
            if state.slots[s].n > 0 and state.slots[t].n > 0 and _slots_match(state, tables, s, t, 0):
                matched |= (1 << int(state.slots[s].seat)) | (1 << int(state.slots[t].seat))
    return matched


@kernel
def turn_ponkotsu(state, tables, causer, matched):
    """Turn the matched characters and collect `become_ponkotsu`, then `cause_ponkotsu`."""
    if matched == 0:
        return
    first = first_served(state)
    n_turned = n_others = n_before = 0
    for away in range(4):
        p = (first + away) & 3
        if (matched >> p) & 1 == 0:
            continue
        if state.seats[p].is_ponkotsu == 1:
            n_before += 1
        elif turn_one(state, tables, causer, p):
            n_turned += 1
            n_others += p != causer
    if n_turned > 0 and n_before > 0:
        note(state.core, c.K_W4, causer, n_before)
    if n_others > 0:
        collect_plain(state, tables, causer, codes.ON_CAUSE_PONKOTSU)


@kernel
def turn_one(state, tables, causer, p):
    """Turn one normal character unless it is shielded (K-X16); collects `become_ponkotsu`."""
    seat = state.seats[p]
    if seat.is_shielded == 1:
        note(state.core, c.FACT_SHIELD, p, 0)
        return False
    seat.is_ponkotsu = 1
    state.seats[causer].ponkotsu_caused += 1
    note(state.core, c.FACT_PONKOTSU, p, causer)
    if seat.is_in == 0 or state.turn_seat == p:
        note(state.core, c.K_W7, p, causer)
    collect_plain(state, tables, p, codes.ON_BECOME_PONKOTSU)
    return True
