"""Damage, chains, loss of HP (R-H)."""

from sim.core import note
from sim.games.rider import clauses as c
from sim.games.rider import codes
from sim.games.rider import state as st
from sim.games.rider.stack import (
    answer_form,
    ask,
    begin_options,
    fire,
    next_of,
    offer,
    pop,
    push,
)  # fmt: skip
from sim.games.rider.zones import discard, from_slot, is_living, n_usable, random_card, turn_down
from sim.kernel import kernel

# mypy: ignore-errors


@kernel
def push_damage(state, source, victim, n, element, card, kind, suit):
    """DAMAGE: seat = source or -1, other = victim; a = chained, b = linked when it fell, c = gear is ignored."""
    frame = push(state, st.FRAME_DAMAGE, source, victim)
    frame.n = n
    frame.element = element
    frame.card = card
    frame.kind = kind
    frame.suit = suit
    return frame


@kernel
def push_lose(state, victim, n):
    frame = push(state, st.FRAME_LOSE, victim, victim)
    frame.n = n


@kernel
def push_dying(state, victim, killer, is_poison):
    """DYING: seat = victim, other = killer or -1; a = poison."""
    if (int(state.dying) >> victim) & 1:
        return
    state.dying |= 1 << victim
    note(state.core, c.R_H3, victim, 0)
    frame = push(state, st.FRAME_DYING, victim, killer)
    frame.a = is_poison


@kernel
def push_link(state, p, is_on):
    frame = push(state, st.FRAME_LINK, p, p)
    frame.n = is_on


@kernel
def can_chain(frame):
    return frame.element == codes.FIRE or frame.element == codes.THUNDER


@kernel
def work_gear(state, tables, frame, victim, kind):
    """Whether the victim's gear of a kind works against this damage (R-U3)."""
    if state.seats[victim].gear != kind:
        return False
    if frame.c != 0:
        note(state.core, c.R_U3, victim, 0)
        return False
    return True


@kernel
def fall(state, tables, frame, source, victim):
    """HP falls (R-H4); counters."""
    n, element = int(frame.n), int(frame.element)
    seat = state.seats[victim]
    seat.hp -= n
    seat.taken[element] += n
    state.dmg[element] += n
    if source >= 0:
        state.seats[source].dealt[element] += n
        state.seats[source].harm[victim] += n
    note(state.core, c.R_H4, victim, n)
    note(state.core, c.FACT_DAMAGE, victim, n)
    if frame.a != 0:
        note(state.core, c.R_H6, victim, n)
    if seat.hp <= 0:
        push_dying(state, victim, source, element == codes.POISON)


@kernel
def settle_amount(state, tables, frame, victim):
    """Damper gear, prevention, and the reset before the damage; false if nothing is left (R-H4)."""
    if frame.n > tables.damper_cap and work_gear(state, tables, frame, victim, codes.DAMPER_GEAR):
        note(state.core, c.R_U14, victim, 0)
        frame.n = tables.damper_cap
    if frame.n <= 0:
        return False
    if can_chain(frame) and state.seats[victim].is_linked != 0:
        frame.b = 1
        note(state.core, c.R_H5, victim, 0)
        if tables.chain_reset == 0:
            push_link(state, victim, 0)
    return True


@kernel
def ask_unseat(state, tables, frame, source, victim):
    """R-U11: whether the source is asked."""
    if source < 0 or frame.kind < 0 or frame.kind > codes.LAST_STRIKE or tables.unseat_cards == 0:
        return False
    if not is_living(state, source) or not is_living(state, victim) or state.seats[source].weapon != codes.UNSEATER:
        return False
    if state.seats[victim].slots[codes.MOTORBIKE] < 0:
        return False
    begin_options(state)
    offer(state, codes.FORM_UNSEAT, 0, 0)
    offer(state, codes.FORM_PASS, 0, 0)
    ask(state, 15, source)
    return True


@kernel
def push_ice(state, tables, frame, victim):
    """R-H7: a living victim turns usable cards face down."""
    if frame.element != codes.ICE or not is_living(state, victim) or n_usable(state.seats[victim]) == 0:
        return
    note(state.core, c.R_H7, victim, 0)
    n = int(tables.ice_cards)
    if tables.ice_pick == codes.ICE_PER_POINT:
        n *= int(frame.n)
    if tables.ice_pick == codes.ICE_RANDOM:
        for _ in range(min(n, n_usable(state.seats[victim]))):
            seat = state.seats[victim]
            turn_down(state, victim, random_card(state, seat.hand, int(seat.n_hand)))
    else:
        push(state, st.FRAME_FACEDOWN, victim, victim).n = n


@kernel
def push_chain(state, tables, frame, victim):
    """CHAIN: other = first victim, seat = source; todo = those still to come, cursor = where it is."""
    if frame.b == 0 or frame.a != 0:
        return
    n, element, source, card = int(frame.n), int(frame.element), int(frame.seat), int(frame.card)
    kind, suit = int(frame.kind), int(frame.suit)
    chain = push(state, st.FRAME_CHAIN, source, victim)
    chain.n = n
    chain.element = element
    chain.card = card
    chain.kind = kind
    chain.suit = suit
    chain.todo = int(state.alive) & ~(1 << victim)
    chain.cursor = int(state.turn_seat) if tables.chain_start == 1 else (victim + 1) % int(state.core.n_seats)


@kernel
def run_damage(state, tables, frame):
    """DAMAGE, the order of R-H4."""
    source, victim, step = int(frame.seat), int(frame.other), int(frame.step)
    here = int(state.depth) - 1
    frame.step = step + 1
    if step == 0:
        if not is_living(state, victim):
            note(state.core, c.R_Z4, victim, 0)
            pop(state)
            return
        if source >= 0:
            fire(state, codes.ON_DMG_DEAL, source, victim, here)
    elif step == 1:
        if frame.element == codes.FIRE and frame.n > 0 and work_gear(state, tables, frame, victim, codes.TINDER_GEAR):
            note(state.core, c.R_U13, victim, 1)
            frame.n += tables.tinder_bonus
        fire(state, codes.ON_DMG_TAKE, source, victim, here)
    elif step == 2:
        if not is_living(state, victim) or not settle_amount(state, tables, frame, victim):
            pop(state)
    elif step == 3:
        if not is_living(state, victim):
            pop(state)
            return
        fall(state, tables, frame, source, victim)
    elif step == 4:
        if not ask_unseat(state, tables, frame, source, victim):
            frame.step = 6
            after_damage(state, frame, 0, source, victim, here)
    elif step == 5:
        if answer_form(state) == codes.FORM_UNSEAT:
            note(state.core, c.R_U11, victim, 0)
            discard(state, from_slot(state, tables, victim, codes.MOTORBIKE))
        after_damage(state, frame, 0, source, victim, here)
    elif step == 6:
        after_damage(state, frame, 1, source, victim, here)
    else:
        finish_damage(state, tables, frame, victim)


@kernel
def after_damage(state, frame, is_taken, source, victim, here):
    """Events after the damage: dmg_dealt, then dmg_taken if the victim lives."""
    if is_taken == 0:
        if source >= 0:
            fire(state, codes.ON_DMG_DEALT, source, victim, here)
    elif is_living(state, victim):
        fire(state, codes.ON_DMG_TAKEN, source, victim, here)


@kernel
def finish_damage(state, tables, frame, victim):
    """Ice, the late reset of the option, chain."""
    if frame.step == 8:
        push_ice(state, tables, frame, victim)
    elif frame.step == 9:
        if tables.chain_reset == 1 and frame.b != 0 and state.seats[victim].is_linked != 0:
            push_link(state, victim, 0)
    elif frame.step == 10:
        push_chain(state, tables, frame, victim)
    else:
        pop(state)


@kernel
def run_chain(state, tables, frame):
    """CHAIN: the next one still linked takes the damage (R-H5, R-H6)."""
    while True:
        victim = next_of(state, frame.todo, int(frame.cursor))
        if victim < 0:
            pop(state)
            return
        frame.todo &= ~(1 << victim)
        if is_living(state, victim) and state.seats[victim].is_linked != 0:
            state.chain_n += 1
            n, element, source, card = int(frame.n), int(frame.element), int(frame.seat), int(frame.card)
            kind, suit = int(frame.kind), int(frame.suit)
            push_damage(state, source, victim, n, element, card, kind, suit).a = 1
            return


@kernel
def run_lose(state, tables, frame):
    """LOSE: HP falls, dying, hp_lost (R-H2)."""
    p, step = int(frame.seat), int(frame.step)
    frame.step = step + 1
    if not is_living(state, p):
        pop(state)
    elif step == 0:
        n = int(frame.n)
        seat = state.seats[p]
        seat.hp -= n
        seat.hp_lost += n
        state.hp_lost_total += n
        note(state.core, c.R_H2, p, n)
        note(state.core, c.FACT_LOST, p, n)
        if seat.hp <= 0:
            push_dying(state, p, -1, 0)
    else:
        pop(state)
        fire(state, codes.ON_HP_LOST, -1, p, -1)


@kernel
def lower_to_limit(state, tables, p, limit, is_lost_kept):
    """R-O5: HP = min(HP, new limit)."""
    seat = state.seats[p]
    hp = int(seat.hp)
    if is_lost_kept:
        hp = max(1, limit - (int(seat.hp_max) - hp))
    hp = min(hp, limit)
    seat.form_caps += int(seat.hp) - hp
    seat.hp = hp
    seat.hp_max = limit
