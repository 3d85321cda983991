"""Dying, death, reward (R-K)."""

from sim.core import note
from sim.games.rider import clauses as c
from sim.games.rider import codes
from sim.games.rider import state as st
from sim.games.rider.bits import add, clear, lowest, meets
from sim.games.rider.factions import check_victory, count_faction, kept_faction, return_followers
from sim.games.rider.layout import N_WORDS, WORD_BITS
from sim.games.rider.people import refresh_listeners, set_ring
from sim.games.rider.reveal import HOW_VIEW, push_reveal
from sim.games.rider.stack import (
    answer_form,
    answer_low,
    answer_skill,
    ask,
    begin_options,
    fire,
    next_of,
    offer,
    offer_cards,
    pop,
    push,
    push_event,
)  # fmt: skip
from sim.games.rider.views import is_view_still, list_view, needs_reveal, spend
from sim.games.rider.zones import discard, draw_cards, from_slot, heal, is_living, note_empty
from sim.kernel import kernel

# mypy: ignore-errors

# ---- dying: seat = victim, other = killer; a = poison, todo = those still to be asked, b = who is asked ----


@kernel
def list_rescue(state, tables, p, victim, is_poison):
    """RD9: energies of p for the victim (R-B5, R-H8); by the option charge_rescue his own charges too."""
    begin_options(state)
    seat = state.seats[p]
    has_energy = p != victim or not is_poison
    has_charge = p == victim and tables.charge_rescue == 1
    if not has_energy and meets(seat.hand, tables.kind_sets[codes.ENERGY]):
        note(state.core, c.R_H8, p, 0)
    for w in range(N_WORDS):
        cards = int(tables.kind_sets[codes.ENERGY, w]) if has_energy else 0
        if has_charge:
            cards |= int(tables.kind_sets[codes.CHARGE, w])
        offer_cards(state, codes.FORM_RESCUE, 0, w, int(seat.hand[w]) & cards)
    row = tables.warriors[int(seat.warrior)]
    for k in range(int(row.n_views)):
        view = int(row.views[k])
        kind = int(tables.views[view].as_kind)
        if (kind == codes.ENERGY and has_energy) or (kind == codes.CHARGE and has_charge):
            list_view(state, tables, p, view, False, codes.FORM_RESCUE_VIA)


@kernel
def ask_next(state, tables, frame, victim):
    """Ask the next one who can rescue; without any, death follows."""
    while True:
        p = next_of(state, int(frame.todo) & int(state.alive), int(frame.cursor))
        if p < 0:
            break
        list_rescue(state, tables, p, victim, frame.a != 0)
        if state.n_options > 0:
            offer(state, codes.FORM_DECLINE, 0, 0)
            frame.b = p
            frame.step = 2
            ask(state, 9, p)
            return
        frame.todo &= ~(1 << p)
    killer = int(frame.other)
    pop(state)
    push(state, st.FRAME_DEATH, victim, killer)


@kernel
def do_rescue(state, tables, frame, victim, via):
    """An energy is used on the dying."""
    p, card = int(frame.b), int(frame.card)
    spend(state, tables, p, via, int(frame.skill), card)
    discard(state, card)
    healed = heal(state, victim, int(tables.energy_heal))
    state.seats[p].rescues += 1
    state.seats[p].aid[victim] += healed
    note(state.core, c.R_K1, p, victim)
    note(state.core, c.R_B5, p, victim)
    frame.step = 1


@kernel
def take_rescue(state, tables, frame, victim):
    """RD9 is answered."""
    form, p = answer_form(state), int(frame.b)
    if form == codes.FORM_DECLINE:
        frame.todo &= ~(1 << p)
        frame.step = 1
        return
    frame.card = answer_low(state)
    frame.skill = answer_skill(state)
    if form == codes.FORM_RESCUE:
        do_rescue(state, tables, frame, victim, st.VIA_NONE)
    elif needs_reveal(state, p):
        frame.step = 3
        push_reveal(state, p, HOW_VIEW)
    else:
        do_rescue(state, tables, frame, victim, st.VIA_SKILL)


@kernel
def run_dying(state, tables, frame):
    """DYING (R-K1): skills, then rescues; it ends the moment HP is 1 or more."""
    victim, step = int(frame.seat), int(frame.step)
    if state.seats[victim].hp >= 1 or not is_living(state, victim):
        state.dying &= ~(1 << victim)
        pop(state)
        return
    if step == 0:
        frame.step = 1
        frame.todo = state.alive
        frame.cursor = victim if tables.dying_order == 1 else int(state.turn_seat)
        fire(state, codes.ON_DYING, int(frame.other), victim, int(state.depth) - 1)
    elif step == 1:
        ask_next(state, tables, frame, victim)
    elif step == 2:
        take_rescue(state, tables, frame, victim)
    else:
        frame.step = 1
        p = int(frame.b)
        if is_living(state, p) and is_view_still(state, tables, p, int(frame.skill), int(frame.card), False):
            do_rescue(state, tables, frame, victim, st.VIA_SKILL)


# ---- death: seat = dead one, other = killer; a = 1: the killer's equipment is still to be discarded ----

CHECK = 2  # step of DEATH in which R-K4 is


@kernel
def bury(state, tables, p, killer):
    """R-K2: he leaves the ring; link and inversion end, his effective faction is kept."""
    seat = state.seats[p]
    state.alive &= ~(1 << p)
    seat.is_alive = 0
    state.linked &= ~(1 << p)
    seat.is_linked = 0
    seat.is_inverted = 0
    state.dying &= ~(1 << p)
    state.last_dead = p
    state.n_dead += 1
    seat.death_order = state.n_dead
    seat.death_round = state.round_no
    if state.first_death_round < 0:
        state.first_death_round = state.round_no
    set_ring(state)
    refresh_listeners(state, tables, p)
    note(state.core, c.R_K2, p, 0)
    note(state.core, c.FACT_DEATH, p, killer)
    return_followers(state, tables, p)


@kernel
def count_kill(state, p, killer):
    if killer < 0:
        return
    note(state.core, c.R_K5, killer, p)
    dead, seat = state.seats[p], state.seats[killer]
    dead.killer = killer
    seat.kills += 1
    if seat.effective != 0 and seat.effective == dead.effective:
        seat.kills_own += 1


@kernel
def fire_died(state, tables, p, killer):
    """Event `died`: the living, and the dead one's own skills if his warrior was face up (R-Z4)."""
    todo = int(state.listeners[codes.ON_DIED]) & int(state.alive)
    seat = state.seats[p]
    if seat.is_up != 0 and int(tables.warriors[int(seat.warrior)].triggers) >> codes.ON_DIED & 1:
        todo |= 1 << p
    if todo != 0:
        push_event(state, codes.ON_DIED, killer, p, -1, todo)


@kernel
def discard_pile(state):
    """Discard the cards that were put together in `pile`, by id."""
    for w in range(N_WORDS):
        bits = int(state.pile[w])
        state.pile[w] = 0
        while bits != 0:
            discard(state, w * WORD_BITS + lowest(bits))
            bits &= bits - 1


@kernel
def pile_up(state, cards):
    """Put a set of cards into `pile` and empty it."""
    for w in range(N_WORDS):
        state.pile[w] |= cards[w]
        cards[w] = 0


@kernel
def discard_slots(state, tables, p, with_down):
    """Discard the equipment of p, face-down pieces on demand."""
    seat = state.seats[p]
    for slot in range(3):
        if seat.slots[slot] >= 0 and (with_down or seat.slot_lies[slot] != codes.FACE_DOWN):
            add(state.pile, from_slot(state, tables, p, slot))
    discard_pile(state)


@kernel
def discard_marks(state, pile, n):
    for k in range(n):
        add(state.pile, int(pile[k]))
    discard_pile(state)


@kernel
def discard_all(state, tables, p):
    """R-K3: all cards of all areas, one area after the other."""
    seat = state.seats[p]
    clear(seat.shown)
    seat.n_hand = 0
    pile_up(state, seat.hand)
    discard_pile(state)
    seat.n_down = 0
    pile_up(state, seat.down)
    discard_pile(state)
    discard_slots(state, tables, p, True)
    discard_marks(state, seat.judged, int(seat.n_judged))
    discard_marks(state, seat.on, int(seat.n_on))
    discard_marks(state, seat.by, int(seat.n_by))
    seat.n_judged = 0
    seat.n_on = 0
    seat.n_by = 0
    note(state.core, c.R_K3, p, 0)


@kernel
def strip_hand(state, killer):
    """Option own_kill: the killer discards his usable hand cards; his equipment follows in the next step."""
    seat = state.seats[killer]
    clear(seat.shown)
    had = seat.n_hand + seat.n_down
    seat.n_hand = 0
    pile_up(state, seat.hand)
    discard_pile(state)
    if had > 0 and seat.n_down == 0:
        note_empty(state, killer)


@kernel
def reward(state, tables, frame, p, killer):
    """R-K6."""
    if killer < 0 or killer == p or not is_living(state, killer):
        return
    seat = state.seats[killer]
    if tables.reward_who == 1 and seat.determined == 0:
        return
    faction = kept_faction(state, tables, p)
    if tables.own_kill == 1 and faction != 0 and seat.effective == faction:
        frame.a = 1
        strip_hand(state, killer)
        return
    n = int(tables.reward_base)
    if faction != 0:
        n += count_faction(state, faction, p, False)
    drawn = draw_cards(state, tables, killer, n)
    seat.reward_cards += drawn
    note(state.core, c.R_K6, killer, drawn)


@kernel
def finish_reward(state, tables, frame, killer):
    """Option own_kill: the killer's equipment that is not face down."""
    if frame.a != 0:
        frame.a = 0
        discard_slots(state, tables, killer, False)


@kernel
def run_death(state, tables, frame):
    """DEATH: R-K2, died skills, R-K3, victory check, reward."""
    p, killer, step = int(frame.seat), int(frame.other), int(frame.step)
    frame.step = step + 1
    if step == 0:
        if not is_living(state, p):
            pop(state)
            return
        bury(state, tables, p, killer)
        count_kill(state, p, killer)
        fire_died(state, tables, p, killer)
    elif step == 1:
        discard_all(state, tables, p)
        if tables.reward_time == 1:
            reward(state, tables, frame, p, killer)
    elif step == CHECK:
        finish_reward(state, tables, frame, killer)
        note(state.core, c.R_K4, p, 0)
        check_victory(state, tables)
        if state.halt == 0 and tables.reward_time == 0:
            reward(state, tables, frame, p, killer)
    else:
        finish_reward(state, tables, frame, killer)
        pop(state)
