"""Section 9 of RULES.md as compiled code: what must hold from one action to the next, over a round and at the end."""

from __future__ import annotations

from sim.core import MAX_LOG
from sim.games.konoten import clauses as c
from sim.games.konoten import codes
from sim.games.konoten import state as st
from sim.games.konoten.layout import MAX_NODES
from sim.games.konoten.wills import will_of
from sim.kernel import kernel

from ..kit.checks import all_differ, is_won_once
from .invariants import check_state, workers_on_lenses

# Kernels are typed by Numba.
# mypy: disable-error-code="no-untyped-def"


@kernel
def logged(state, code, p):
    """How often a note of a seat stands in the log of the action."""
    n = 0
    for i in range(state.core.n_log):
        n += state.core.log[i, 0] == code and state.core.log[i, 1] == p
    return n


@kernel
def is_same_main(before, state):
    """Whether the action began and ended in one main phase."""
    both = before.phase == st.PHASE_MAIN and state.phase == st.PHASE_MAIN
    return both and before.round_no == state.round_no


# ---- 6, 8: what never changes ----


@kernel
def check_kept_lenses(before, state):
    """8: lenses stay as they are, and stay."""
    if state.n_lenses < before.n_lenses:
        return False
    for i in range(before.n_lenses):
        old, new = before.lenses[i], state.lenses[i]
        if old.owner != new.owner or old.base_cost != new.base_cost:
            return False
        for position in range(6):
            if old.cards[position] != new.cards[position]:
                return False
    return True


@kernel
def check_piles_fall(before, state):
    """6: piles never grow once the game has begun."""
    n_grown = 0
    for cost in range(len(state.piles)):
        n_grown += state.piles[cost] > before.piles[cost]
    return n_grown == 0


# ---- 10: workers on lenses ----


@kernel
def check_lens_workers(state, track):
    """10, from the log: lenses on which a worker was placed this round."""
    if state.round_no != track.round_no or state.phase == st.PHASE_FINAL or state.core.is_over != 0:
        track.round_no = state.round_no
        for i in range(st.MAX_LENSES):
            track.fresh[i] = 0
    if state.phase == st.PHASE_MAIN:
        for i in range(state.core.n_log):
            if state.core.log[i, 0] == c.FACT_LENS:
                track.fresh[int(state.core.log[i, 2])] = 1
    for i in range(state.n_lenses):
        lens = state.lenses[i]
        is_fresh = state.phase == st.PHASE_MAIN and track.fresh[i] == 1
        if lens.worker >= 0 and (lens.is_acted != 0) != is_fresh:
            return False
    return True


# ---- 13, 14, 16: growth, wills, action power ----


@kernel
def has_lock(tables, seat):
    """Whether the lock node is filled, by the tables."""
    for node in range(MAX_NODES):
        if (int(seat.nodes) >> node) & 1:
            row = tables.nodes[int(seat.character), node]
            for e in range(int(row.effect_start), int(row.effect_start) + int(row.effect_n)):
                if tables.ops[int(tables.effects[e].do_start)].op == codes.OP_LOCK:
                    return True
    return False


@kernel
def check_lock(before, state, tables):
    """13."""
    for p in range(state.core.n_seats):
        old, new = before.seats[p], state.seats[p]
        is_added = int(new.nodes) & ~int(old.nodes) != 0
        if is_added and old.growths_spent == new.growths_spent and has_lock(tables, old):
            return False
    return True


@kernel
def check_will_paid(before, state, tables, action):
    """14: flag and creativity of a will."""
    if before.ask != st.ASK_TURN or action >> 24 != codes.FORM_WILL:
        return True
    p = int(before.core.actor)
    node = (action >> 16) & 255
    cost = int(tables.effects[will_of(before, tables, p, node)].cost)
    old, new = before.seats[p], state.seats[p]
    return new.creativity == old.creativity - cost and new.wills_used[node] == old.wills_used[node] + 1


@kernel
def check_ap(before, state, tables, action):
    """16."""
    if not is_same_main(before, state):
        return True
    for p in range(state.core.n_seats):
        old, new = before.seats[p], state.seats[p]
        gained = int(new.ap) - int(old.ap) + int(new.ap_spent) - int(old.ap_spent)
        allowed = 0
        if before.ask == st.ASK_TURN and action >> 24 == codes.FORM_FACILITY and p == before.core.actor:
            allowed = int(tables.facilities[(action >> 16) & 255].yields[codes.TRACK_AP])
        if codes.CHARACTERS.index("blue") == new.character:
            allowed += 2 * (logged(state, c.N_A2, p) + logged(state, c.N_G4, p))
        if gained < 0 or gained > allowed:
            return False
    return True


# ---- 15: un-acted workers ----


@kernel
def n_unacted(state, p):
    return int(state.seats[p].unacted) + workers_on_lenses(state, p, True)


@kernel
def check_unacted(before, state, action):
    """15."""
    if not is_same_main(before, state):
        return True
    for p in range(state.core.n_seats):
        change = logged(state, c.N_G7, p) - logged(state, c.N_A5, p)
        if action >> 24 == codes.FORM_SPEND_WORKER and p == before.core.actor:
            place = (action >> 16) & 255
            is_idle_lens = place == codes.FROM_LENS and before.lenses[action & 0xFFFF].is_acted == 0
            change -= place == codes.FROM_LOBBY_UNACTED or is_idle_lens
        if n_unacted(state, p) != n_unacted(before, p) + change:
            return False
    return True


# ---- 17, 18, 19, 20 ----


@kernel
def check_ended(before, state):
    """17."""
    actor = int(state.core.actor)
    is_asked = state.core.is_over == 0 and state.ask == st.ASK_TURN
    if is_asked and (state.seats[actor].has_ended != 0 or actor != state.turn):
        return False
    if is_same_main(before, state):
        for p in range(state.core.n_seats):
            if before.seats[p].has_ended == 1 and state.seats[p].has_ended == 0:
                return False
    return True


@kernel
def check_vp_falls(before, state):
    """18: only final scoring takes VP away."""
    for p in range(state.core.n_seats):
        if state.core.is_over == 0 and state.seats[p].vp < before.seats[p].vp:
            return False
    return True


@kernel
def check_legal(state, actions, n):
    """19."""
    return state.core.is_over == 1 or (n >= 1 and all_differ(actions, n))


@kernel
def check_task_tokens(before, state):
    """20: they never come back."""
    n_back = 0
    for p in range(state.core.n_seats):
        n_back += int(state.seats[p].tasks) & ~int(before.seats[p].tasks) != 0
    return n_back == 0


# ---- all of them ----


@kernel
def start_track(track, game):
    track.round_no = 0
    for i in range(st.MAX_LENSES):
        track.fresh[i] = 0
    track.n_actions = 0
    track.action = 0
    track.game = game


@kernel
def check(before, state, tables, track, action, actions, n):
    """Number of the first invariant that is broken after an action, 0 = none; action -1 is the deal."""
    if state.core.n_log > MAX_LOG:
        return 22
    broken = check_state(state, tables)
    if broken != 0:
        return broken
    if not check_lens_workers(state, track):
        return 10
    if not check_legal(state, actions, n):
        return 19
    if action < 0:
        return 0
    if not check_kept_lenses(before, state):
        return 8
    if not check_piles_fall(before, state):
        return 6
    if not check_lock(before, state, tables):
        return 13
    if not check_will_paid(before, state, tables, action):
        return 14
    if not check_unacted(before, state, action):
        return 15
    if not check_ap(before, state, tables, action):
        return 16
    if not check_ended(before, state):
        return 17
    if not check_vp_falls(before, state):
        return 18
    if not check_task_tokens(before, state):
        return 20
    return 0


@kernel
def check_row(state, tables, row):
    """21, of a whole game and its outcome row."""
    n = int(state.core.n_seats)
    if state.is_limited == 0 and int(state.round_no) + 1 != tables.rounds:
        return False
    for k in range(int(state.round_no) + 1):
        if state.starts[k] < 1 or state.starts[k] > n:
            return False
    return is_won_once(row, n)
