"""Gaining and paying: AP, creativity, materials, VP, cards of the display (N-M, N-S11)."""

from sim.core import note
from sim.games.konoten import clauses as c
from sim.games.konoten import codes
from sim.games.konoten import state as st
from sim.games.konoten.growth import note_passive
from sim.games.konoten.stack import answer_low, ask, clear_options, offer, pop, push
from sim.games.konoten.tasks import check_tasks
from sim.kernel import kernel, small_kernel

# mypy: ignore-errors

#: Free spaces of a grid without a limit (N-C308).
NO_LIMIT = 10_000


@kernel
def gain_ap(state, tables, p, n):
    """AP up to the cap (N-M6)."""
    seat = state.seats[p]
    kept = min(n, max(0, int(tables.ap_cap) - int(seat.ap)))
    seat.ap += kept
    if kept < n:
        seat.ap_lost_cap += n - kept
        note(state.core, c.N_M6, p, n - kept)
    if kept > 0:
        note(state.core, c.FACT_AP, p, kept)


@small_kernel
def pay_ap(state, p, n):
    state.seats[p].ap -= n
    state.seats[p].ap_spent += n


@kernel
def gain_creativity(state, tables, p, n):
    """Creativity up to the cap (N-M6)."""
    seat = state.seats[p]
    kept = min(n, max(0, int(tables.creativity_cap) - int(seat.creativity)))
    seat.creativity += kept
    if kept < n:
        seat.creativity_lost_cap += n - kept
        note(state.core, c.N_M6, p, n - kept)


# ---- VP (N-S2) ----


@small_kernel
def more_by(n, num, den):
    """What n VP become more by a factor, rounded up towards plus infinity."""
    return -((-n * num) // den) - n


@kernel
def book(state, tables, p, part, n):
    """Book VP at once; where blue 8 counts all VP, each gain becomes more."""
    seat = state.seats[p]
    seat.vp += n
    seat.parts[part] += n
    if n != 0:
        note(state.core, c.FACT_VP, p, n)
    if n > 0 and seat.mul_num != 0 and seat.mul_scope == codes.SCOPE_ALL_VP:
        more = more_by(n, int(seat.mul_num), int(seat.mul_den))
        seat.vp += more
        seat.parts[st.PART_MULTIPLIER] += more
        note_passive(state, tables, p, codes.OP_MUL_ACTIVATION)


# ---- materials ----


@small_kernel
def n_held(seat):
    return int(seat.items[0]) + int(seat.items[1]) + int(seat.items[2])


@kernel
def free_spaces(state, tables, p):
    """Room for new materials (N-M1)."""
    seat = state.seats[p]
    if seat.has_no_limit != 0:
        return NO_LIMIT
    return max(0, int(tables.grid_spaces) - n_held(seat))


@kernel
def pay_items(state, p, light, rainbow, stagnation):
    """Materials back to the supply (N-M5)."""
    seat = state.seats[p]
    seat.items[0] -= light
    seat.items[1] -= rainbow
    seat.items[2] -= stagnation
    state.items[0] += light
    state.items[1] += rainbow
    state.items[2] += stagnation
    if light + rainbow + stagnation > 0:
        note(state.core, c.N_M5, p, light + rainbow + stagnation)


@kernel
def _take_supply(state, p, kind, n):
    """Up to n of one material out of the supply (N-M4)."""
    got = min(n, int(state.items[kind]))
    state.items[kind] -= got
    if got < n:
        state.seats[p].materials_short_supply += n - got
        note(state.core, c.N_M4, p, n - got)
    return got


@kernel
def gain_items(state, tables, p, light, rainbow, stagnation, is_act):
    """A batch out of the supply; `is_act`: the one of N-L7, whose placed units are kept in `act`."""
    got_light = _take_supply(state, p, 0, light)
    got_rainbow = _take_supply(state, p, 1, rainbow)
    got_stagnation = _take_supply(state, p, 2, stagnation)
    place_batch(state, tables, p, got_light, got_rainbow, got_stagnation, is_act)


@kernel
def place_batch(state, tables, p, light, rainbow, stagnation, is_act):
    """Place a batch that has left its origin, or ask what to keep of it (N-M2)."""
    if is_act:
        for kind in range(3):
            state.act.placed[kind] = 0
    total = light + rainbow + stagnation
    if total == 0:
        return
    if total <= free_spaces(state, tables, p):
        if state.seats[p].has_no_limit != 0 and total > int(tables.grid_spaces) - n_held(state.seats[p]):
            note_passive(state, tables, p, codes.OP_NO_GRID_LIMIT)
        _place(state, tables, p, light, rainbow, stagnation, is_act)
        return
    frame = push(state, st.FRAME_KEEP, p)
    frame.items[0] = light
    frame.items[1] = rainbow
    frame.items[2] = stagnation
    frame.is_act = is_act


@kernel
def _place(state, tables, p, light, rainbow, stagnation, is_act):
    seat = state.seats[p]
    seat.items[0] += light
    seat.items[1] += rainbow
    seat.items[2] += stagnation
    if is_act:
        state.act.placed[0] = light
        state.act.placed[1] = rainbow
        state.act.placed[2] = stagnation
    note(state.core, c.FACT_ITEMS, p, light | (rainbow << 5) | (stagnation << 10))
    check_tasks(state, tables, p)


@kernel
def run_keep(state, tables, frame):
    """N-D6: which of the new materials to keep."""
    p = int(frame.seat)
    if frame.step == 0:
        _ask_keep(state, tables, frame)
        frame.step = 1
        return
    low = answer_low(state)
    pop(state)
    seat = state.seats[p]
    for kind in range(3):
        lost = int(frame.items[kind]) - ((low >> (5 * kind)) & 31)
        state.items[kind] += lost
        seat.materials_lost_grid += lost
    note(state.core, c.N_D6, p, low)
    _place(state, tables, p, low & 31, (low >> 5) & 31, (low >> 10) & 31, int(frame.is_act))


@kernel
def _ask_keep(state, tables, frame):
    p = int(frame.seat)
    free = free_spaces(state, tables, p)
    clear_options(state)
    for light in range(min(int(frame.items[0]), free) + 1):
        for rainbow in range(min(int(frame.items[1]), free - light) + 1):
            stagnation = free - light - rainbow
            if stagnation <= frame.items[2]:
                offer(state, codes.FORM_KEEP, 0, light | (rainbow << 5) | (stagnation << 10))
    note(state.core, c.N_M1, p, free)
    note(state.core, c.N_M2, p, free)
    note(state.core, c.N_M3, p, free)
    note(state.core, c.N_M5, p, 0)
    ask(state, st.ASK_OPTIONS, st.D_KEEP, p)


# ---- cards of the display ----


@kernel
def draw_card(state, sort):
    """The next card of a deck (0 normal, 1 VP), -1 when it is empty."""
    n = int(state.n_left[sort])
    if n == 0:
        return -1
    state.n_left[sort] -= 1
    return int(state.normal_deck[n - 1]) if sort == 0 else int(state.vp_deck[n - 1])


@kernel
def take_card(state, tables, p, place):
    """A display card into the hand; its place is refilled (N-S11)."""
    seat = state.seats[p]
    card = int(state.display[place])
    i = int(seat.n_hand)
    while i > 0 and seat.hand[i - 1] > card:
        seat.hand[i] = seat.hand[i - 1]
        i -= 1
    seat.hand[i] = card
    seat.n_hand += 1
    sort = 0 if place < tables.display_normal else 1
    if sort == 0:
        seat.collects_normal += 1
    else:
        seat.collects_vp += 1
    new = draw_card(state, sort)
    state.display[place] = new
    note(state.core, c.FACT_CARD, p, card)
    note(state.core, c.N_S11 if new >= 0 else c.N_S11_EMPTY_DECK, p, new)
