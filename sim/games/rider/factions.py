"""Factions and victory: determination, villains, links, the end of the game (R-F, R-V)."""

from sim.core import note
from sim.games.rider import clauses as c
from sim.games.rider import codes
from sim.games.rider import state as st
from sim.games.rider.stack import fire, pop, stop
from sim.games.rider.zones import is_living
from sim.kernel import kernel

# mypy: ignore-errors


@kernel
def printed_faction(state, tables, p):
    return int(tables.warriors[int(state.seats[p].warrior)].faction)


@kernel
def kept_faction(state, tables, p):
    """Faction of a dead one for rewards and shares: 0 if he was never revealed, unless the option counts his icon."""
    faction = int(state.seats[p].effective)
    if faction == 0 and tables.hidden_dead == 1:
        return printed_faction(state, tables, p)
    return faction


@kernel
def count_faction(state, faction, but, with_dead):
    """Characters other than `but` of an effective faction."""
    n = 0
    for q in range(int(state.core.n_seats)):
        if q != but and state.seats[q].effective == faction and (with_dead or is_living(state, q)):
            n += 1
    return n


@kernel
def is_open(state, tables, p, faction):
    """The test of R-F3: whether p may still be of a faction."""
    k = count_faction(state, faction, p, tables.cap_counts == 1)
    n = int(state.core.n_seats) if tables.cap_base == 1 else int(state.n_alive)
    if tables.cap_test == 1:
        return k + 1 <= n * int(tables.half_num) // int(tables.half_den)
    return k * int(tables.half_den) < n * int(tables.half_num)


@kernel
def is_held_before(state, faction, p):
    """Whether a living seat before p is or was determined to be of a faction."""
    for q in range(p):
        seat = state.seats[q]
        if is_living(state, q) and (seat.effective == faction or seat.determined == faction):
            return True
    return False


@kernel
def count_villain_cards(state, tables):
    """R-F14: villain ids in force at once against the cards of the box."""
    n = 0
    for q in range(int(state.core.n_seats)):
        if is_living(state, q):
            seat = state.seats[q]
            n += seat.effective >= st.VILLAIN and not is_held_before(state, int(seat.effective), q)
            if seat.determined != seat.effective:
                n += seat.determined >= st.VILLAIN and not is_held_before(state, int(seat.determined), q)
    if n > int(tables.villain_cards):
        note(state.core, c.R_F14, n, 0)
        state.warnings |= st.WARN_VILLAINS


@kernel
def fresh_villain(state, p):
    """R-F4: a faction id never used before in this game."""
    faction = st.VILLAIN + 16 * int(state.n_villain_ids) + p
    state.n_villain_ids += 1
    return faction


@kernel
def note_size(state, tables, faction):
    size = count_faction(state, faction, -1, False)
    state.faction_size_max = max(int(state.faction_size_max), size)
    if faction >= st.VILLAIN:
        count_villain_cards(state, tables)


@kernel
def determine(state, tables, p):
    """R-F2 to R-F4: the faction at the first reveal."""
    seat = state.seats[p]
    faction = printed_faction(state, tables, p)
    note(state.core, c.R_F2, p, 0)
    if is_open(state, tables, p, faction):
        note(state.core, c.R_F3, p, faction)
    else:
        faction = fresh_villain(state, p)
        seat.is_villain = 1
        note(state.core, c.R_F4, p, 0)
    seat.determined = faction
    seat.effective = faction
    if seat.is_linked != 0 and tables.link_reveal == 0:
        note(state.core, c.R_F13, p, 0)
    note(state.core, c.FACT_FACTION, p, min(faction, st.VILLAIN))
    note_size(state, tables, faction)
    if tables.link_reveal == 1 and seat.is_linked != 0:
        join_linked(state, tables, p)


# ---- links ----


@kernel
def earliest_linked(state, but):
    """Living, linked, determined character other than `but` who was linked first; -1 = none."""
    best = -1
    for q in range(int(state.core.n_seats)):
        seat = state.seats[q]
        if q == but or not is_living(state, q) or seat.is_linked == 0 or seat.determined == 0:
            continue
        if best < 0 or seat.link_time < state.seats[best].link_time:
            best = q
    return best


@kernel
def change_faction(state, tables, p, faction, leader):
    """An effective faction changes by link or reset."""
    seat = state.seats[p]
    seat.effective = faction
    seat.leader = leader
    if tables.link_faction == codes.LINK_PERMANENT:
        seat.determined = faction
    state.faction_changes_n += 1
    note(state.core, c.FACT_FACTION, p, min(faction, st.VILLAIN))
    note_size(state, tables, faction)


@kernel
def join_linked(state, tables, p):
    """R-F9 to R-F11: a determined character who becomes linked; returns whether his faction changed."""
    seat = state.seats[p]
    leader = earliest_linked(state, p)
    if tables.link_faction == codes.LINK_FACTION_OFF or seat.determined == 0 or leader < 0:
        if seat.determined == 0:
            note(state.core, c.R_F13, p, 0)
        return False
    faction = int(state.seats[leader].effective)
    if faction == seat.effective:
        return False
    if is_open(state, tables, p, faction):
        note(state.core, c.R_F9, p, leader)
        if faction >= st.VILLAIN:
            note(state.core, c.R_F10, p, leader)
        change_faction(state, tables, p, faction, leader)
        return True
    note(state.core, c.R_F11, p, leader)
    state.villains_link_n += 1
    change_faction(state, tables, p, fresh_villain(state, p), -1)
    return True


@kernel
def return_faction(state, tables, p):
    """R-F12: a link has ended; returns whether a faction changed."""
    seat = state.seats[p]
    changed = False
    if seat.effective != seat.determined:
        note(state.core, c.R_F12, p, 0)
        change_faction(state, tables, p, int(seat.determined), -1)
        changed = True
    return return_followers(state, tables, p) or changed


@kernel
def return_followers(state, tables, p):
    """Option leader_reset: those who took their faction from p return to their own; whether one changed."""
    changed = False
    if tables.leader_reset == 1:
        n = int(state.core.n_seats)
        for k in range(1, n):
            q = (p + k) % n
            other = state.seats[q]
            is_follower = is_living(state, q) and other.is_linked != 0 and other.leader == p
            if is_follower and other.effective != other.determined:
                changed = True
                note(state.core, c.R_F12, q, 0)
                change_faction(state, tables, q, int(other.determined), -1)
    return changed


@kernel
def run_link(state, tables, frame):
    """LINK: seat; n = 1 on, 0 off (R-W7). Steps: flag and faction; victory check is part of it."""
    p = int(frame.seat)
    is_on = frame.n != 0
    pop(state)
    seat = state.seats[p]
    if not is_living(state, p) or (seat.is_linked != 0) == is_on:
        note(state.core, c.R_W7, p, 0)
        return
    if is_on:
        set_linked(state, tables, p)
    else:
        unlink(state, tables, p)


@kernel
def set_linked(state, tables, p):
    seat = state.seats[p]
    seat.is_linked = 1
    state.linked |= 1 << p
    state.link_clock += 1
    seat.link_time = state.link_clock
    seat.leader = -1
    seat.linked_n += 1
    note(state.core, c.R_W7, p, 1)
    note(state.core, c.FACT_LINK, p, 1)
    if join_linked(state, tables, p):
        check_victory(state, tables)
    if state.halt == 0:
        fire(state, codes.ON_LINKED, -1, p, -1)


@kernel
def unlink(state, tables, p):
    """Reset a linked warrior card: its other state ends too (R-W6)."""
    seat = state.seats[p]
    seat.is_linked = 0
    state.linked &= ~(1 << p)
    note(state.core, c.FACT_LINK, p, 0)
    note(state.core, c.R_W6, p, 0)
    if tables.reset_scope == 0:
        seat.is_inverted = 0
    if return_faction(state, tables, p):
        check_victory(state, tables)


@kernel
def right_inverted(state, tables, p):
    """Reset an inverted warrior card (R-T2, R-W6)."""
    seat = state.seats[p]
    seat.is_inverted = 0
    note(state.core, c.R_W6, p, 0)
    if seat.is_linked != 0 and tables.reset_scope == 0:
        unlink(state, tables, p)


@kernel
def invert(state, tables, p):
    """Invert a warrior card; an inverted one is reset instead."""
    seat = state.seats[p]
    if seat.is_inverted != 0:
        right_inverted(state, tables, p)
        return
    seat.is_inverted = 1
    seat.inverted_n += 1


# ---- victory ----


@kernel
def standing_faction(state, tables, p):
    """Faction that counts in the victory check; 0 = undetermined."""
    faction = int(state.seats[p].effective)
    if faction == 0 and tables.win_hidden == 1:
        return printed_faction(state, tables, p)
    return faction


@kernel
def check_victory(state, tables):
    """R-V1, R-V2: one lives, or all living are of one faction; the game ends at once."""
    note(state.core, c.R_V2, 0, 0)
    if state.n_alive <= 1:
        survivor = int(state.last_dead)
        for p in range(int(state.core.n_seats)):
            if is_living(state, p):
                survivor = p
        faction = standing_faction(state, tables, survivor)
        state.winner_faction = faction if faction != 0 else -1 - survivor
        note(state.core, c.R_V1, survivor, 0)
        stop(state, st.END_SURVIVOR)
        return
    first = -1
    for p in range(int(state.core.n_seats)):
        if is_living(state, p):
            faction = standing_faction(state, tables, p)
            if faction == 0 or (first >= 0 and faction != first):
                return
            first = faction
    state.winner_faction = first
    note(state.core, c.R_V1, -1, 0)
    stop(state, st.END_FACTION)
