"""Revealing a warrior (R-W) and changing its form (R-O)."""

from sim.core import note
from sim.games.rider import clauses as c
from sim.games.rider import codes
from sim.games.rider import state as st
from sim.games.rider.damage import lower_to_limit
from sim.games.rider.factions import check_victory, determine
from sim.games.rider.people import pay_rage, refresh_listeners, refresh_warrior
from sim.games.rider.stack import answer_form, answer_low, ask, begin_options, fire, offer, pop, push
from sim.games.rider.zones import draw_cards, is_living, n_in_hand
from sim.kernel import kernel

# mypy: ignore-errors

# Why a warrior is revealed: REVEAL.a.
HOW_PREPARATION, HOW_SKILL, HOW_VIEW = 1, 2, 3

PREPARATION, END = 0, 1  # FORM.n
DID_CHANGE, DID_UP, DID_DOWN = 1, 2, 4  # FORM.mask


@kernel
def push_reveal(state, p, how):
    push(state, st.FRAME_REVEAL, p, p).a = how


@kernel
def give_supply(state, tables, p):
    """R-W4: at the first reveal of the game, up to the supply number."""
    seat = state.seats[p]
    if seat.supply_due == 0 or not is_living(state, p):
        return
    seat.supply_due = 0
    supply = int(tables.warriors[int(seat.warrior)].supply)
    if supply > 0:
        n = max(0, supply - n_in_hand(seat))
        drawn = draw_cards(state, tables, p, n)
        seat.supply_drawn += drawn
        note(state.core, c.R_W4, p, drawn)


@kernel
def turn_up(state, tables, frame, p):
    """Flip, faction, victory check (R-W2)."""
    seat = state.seats[p]
    seat.is_up = 1
    refresh_warrior(state, tables, p)
    note(state.core, c.R_W2, p, 0)
    note(state.core, c.FACT_REVEAL, p, int(seat.warrior))
    if seat.determined != 0:
        note(state.core, c.R_W5, p, 0)
        return
    seat.reveal_turn = state.turns
    seat.reveal_round = state.round_no
    seat.reveal_how = min(int(frame.a), 2)
    seat.supply_due = 1
    determine(state, tables, p)
    check_victory(state, tables)


@kernel
def run_reveal(state, tables, frame):
    """REVEAL: seat; a = why."""
    p, step = int(frame.seat), int(frame.step)
    frame.step = step + 1
    if step == 0:
        if state.seats[p].is_up != 0 or not is_living(state, p):
            pop(state)
        else:
            turn_up(state, tables, frame, p)
    elif step == 1:
        if tables.supply_time == 0:
            give_supply(state, tables, p)
        fire(state, codes.ON_REVEALED, -1, p, -1)
    else:
        if frame.a != HOW_SKILL:
            give_supply(state, tables, p)
        pop(state)


# ---- forms: seat; n = timing, mask = kinds done ----


@kernel
def is_free(state, w):
    return state.warrior_at[w] < 0


@kernel
def list_source(state, tables, p, source, form):
    """Options: cards of the group in the side pile that are reached in a way (R-O1 to R-O3)."""
    seat = state.seats[p]
    now = tables.warriors[int(seat.warrior)]
    group = int(now.group)
    for k in range(int(tables.group_n[group])):
        w = int(tables.group_cards[group, k])
        row = tables.warriors[w]
        if row.source != source or row.form == now.form or not is_free(state, w):
            continue
        if source == codes.SOURCE_CHANGE or seat.rage >= row.price:
            offer(state, form, 0, w)


@kernel
def list_down(state, tables, p):
    """Options: forms used before the up by which the form in use was reached (R-O4)."""
    seat = state.seats[p]
    now = tables.warriors[int(seat.warrior)]
    group, stored = int(now.group), int(seat.forms_stored[int(now.form)])
    if stored == 0:
        return
    for k in range(int(tables.group_n[group])):
        w = int(tables.group_cards[group, k])
        form = int(tables.warriors[w].form)
        if (stored >> form) & 1 and form != now.form and is_free(state, w):
            offer(state, codes.FORM_DOWN, 0, w)


@kernel
def may_form(state, tables, frame, p):
    """R-O1 and the option form_limit."""
    seat = state.seats[p]
    if not is_living(state, p) or (seat.is_up == 0 and tables.form_hidden == 0):
        return False
    if tables.form_limit == codes.FORM_ONE_TOTAL and frame.mask != 0:
        return False
    return tables.form_limit != codes.FORM_ONE_A_TURN or seat.formed_turn != state.turns


@kernel
def list_forms(state, tables, frame, p):
    """RD3."""
    begin_options(state)
    if not may_form(state, tables, frame, p):
        return
    row = tables.warriors[int(state.seats[p].warrior)]
    if row.can_change != 0 and frame.mask & DID_CHANGE == 0:
        list_source(state, tables, p, codes.SOURCE_CHANGE, codes.FORM_CHANGE)
    if row.can_up != 0 and frame.mask & DID_UP == 0 and frame.n == PREPARATION:
        list_source(state, tables, p, codes.SOURCE_UP, codes.FORM_UP)
    if frame.mask & DID_DOWN == 0:
        list_down(state, tables, p)


@kernel
def swap(state, tables, p, w):
    """R-O5: the old card goes to the side pile."""
    seat = state.seats[p]
    state.warrior_at[int(seat.warrior)] = -1
    state.warrior_at[w] = p
    seat.warrior = w
    seat.formed_turn = state.turns
    seat.seen_limit = 0  # what others saw of a hidden one was of the old form
    seat.least_limit = 0
    seat.seen_draw = 0
    seat.forms_used |= 1 << int(tables.warriors[w].form)
    lower_to_limit(state, tables, p, int(tables.warriors[w].hp), tables.form_hp == 1)
    refresh_warrior(state, tables, p)
    refresh_listeners(state, tables, p)
    note(state.core, c.R_O5, p, w)
    note(state.core, c.R_O1, p, w)


@kernel
def change_form(state, tables, frame, p):
    """RD3 is answered: carry the change out."""
    seat = state.seats[p]
    w, form = answer_low(state), answer_form(state)
    old, new = int(tables.warriors[int(seat.warrior)].form), int(tables.warriors[w].form)
    if form == codes.FORM_CHANGE:
        frame.mask |= DID_CHANGE
        seat.forms_change += 1
        seat.forms_stored[new] = seat.forms_stored[old]
        note(state.core, c.R_O2, p, w)
    elif form == codes.FORM_UP:
        frame.mask |= DID_UP
        seat.forms_up += 1
        pay_rage(state, p, int(tables.warriors[w].price))
        seat.forms_stored[new] = seat.forms_used
        note(state.core, c.R_O3, p, w)
    else:
        frame.mask |= DID_DOWN
        seat.forms_down += 1
        note(state.core, c.R_O4, p, w)
    swap(state, tables, p, w)
    if seat.is_up != 0:
        fire(state, codes.ON_FORMED, -1, p, -1)


@kernel
def run_form(state, tables, frame):
    """FORM: asked again until pass or nothing is left."""
    p = int(frame.seat)
    if frame.step == 0:
        list_forms(state, tables, frame, p)
        if state.n_options == 0:
            pop(state)
            return
        offer(state, codes.FORM_PASS, 0, 0)
        frame.step = 1
        ask(state, 3, p)
        if frame.n == PREPARATION:
            note(state.core, c.R_P2, p, 0)
        return
    frame.step = 0
    if answer_form(state) == codes.FORM_PASS:
        pop(state)
    else:
        change_form(state, tables, frame, p)
