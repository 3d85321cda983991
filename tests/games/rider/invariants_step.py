"""Section 9 of RULES.md as compiled code: what an action may do, read from its log, and the row of a whole game."""

from __future__ import annotations

from sim.core import MAX_LOG
from sim.games.rider import clauses as c
from sim.games.rider import codes
from sim.games.rider import state as st
from sim.games.rider.death import CHECK
from sim.kernel import kernel

from ..kit.checks import all_differ
from .invariants import (
    check_areas,
    check_cards,
    check_distances,
    check_factions,
    check_flags,
    check_hp,
    check_list,
    check_piles,
    check_rage,
    check_stack,
    check_sum_of_hp,
    check_villains,
    check_warriors,
    has_standard_rulings,
    is_living,
    is_of_players,
)

# Kernels are typed by Numba.
# mypy: disable-error-code="no-untyped-def"


@kernel
def start_track(track, game):
    track.up = 0
    track.determined = 0
    track.supplied = 0
    track.turn = 0
    track.rage_gained = 0
    track.n_actions = 0
    track.action = 0
    track.game = game


@kernel
def count_notes(state, code):
    n = 0
    for i in range(int(state.core.n_log)):
        n += state.core.log[i, 0] == code
    return n


# ---- 3: rage of a discard phase ----


@kernel
def follow_rage(state, tables, track):
    """3: gains of R-G1 in one turn."""
    for i in range(int(state.core.n_log)):
        code = state.core.log[i, 0]
        if code == c.FACT_TURN:
            track.rage_gained = 0
        elif code == c.R_G1:
            track.rage_gained += state.core.log[i, 2]
            if track.rage_gained > tables.rage_per_turn_max:
                return False
    return True


# ---- 8: what ends a game ----


@kernel
def n_open_deaths(before):
    """Deaths that had not yet been checked for victory before the action."""
    n = 0
    for k in range(int(before.depth)):
        n += before.frames[k].what == st.FRAME_DEATH and 0 < before.frames[k].step <= CHECK
    return n


@kernel
def check_end(before, state, tables):
    """8: the last thing before the end is a death or a reset; a reveal or link only inside a death (D25)."""
    if state.core.is_over == 0 or state.core.end_reason < 0 or not has_standard_rulings(tables):
        return True
    n_open, is_due = n_open_deaths(before), False
    for i in range(int(state.core.n_log)):
        code, b = state.core.log[i, 0], state.core.log[i, 2]
        if code == c.FACT_DEATH:
            n_open += 1
            is_due = True
        elif code == c.R_K4:
            n_open -= 1
            is_due = True
        elif code == c.FACT_REVEAL or code == c.FACT_LINK:
            is_due = n_open > 0 or (code == c.FACT_LINK and b == 0)
    return is_due


# ---- 9, 10: factions that are taken ----


@kernel
def is_held(state, faction, but):
    for q in range(int(state.core.n_seats)):
        if q != but and (state.seats[q].effective == faction or state.seats[q].determined == faction):
            return True
    return False


@kernel
def check_taken(before, state):
    """9: a villain id newly taken is fresh, the own determined one, or held by another."""
    for p in range(int(state.core.n_seats)):
        faction = int(state.seats[p].effective)
        if faction < st.VILLAIN or faction == before.seats[p].effective:
            continue
        is_fresh = (faction - st.VILLAIN) // 16 >= before.n_villain_ids and (faction - st.VILLAIN) % 16 == p
        is_own = faction == before.seats[p].determined
        if not is_fresh and not is_own and not is_held(before, faction, p) and not is_held(state, faction, p):
            return False
    return state.n_villain_ids >= before.n_villain_ids


@kernel
def check_granted(state, tables):
    """10: a faction just granted, if nothing else happened to factions in this action."""
    if not has_standard_rulings(tables) or count_notes(state, c.FACT_DEATH) or count_notes(state, c.FACT_LINK):
        return True
    for i in range(int(state.core.n_log)):
        if state.core.log[i, 0] == c.R_F3:
            n = 0
            for q in range(int(state.core.n_seats)):
                n += is_living(state, q) and state.seats[q].effective == state.core.log[i, 2]
            if n > (int(state.n_alive) + 1) // 2:
                return False
    return True


# ---- 15, 16: skills, reveals, skipped turns ----


@kernel
def once(track_set, seat):
    """The set with a seat added, -1 if it was there."""
    if (track_set >> seat) & 1:
        return -1
    return track_set | 1 << seat


@kernel
def follow_reveals(state, tables, track):
    """15."""
    up = int(track.up)
    for i in range(int(state.core.n_log)):
        code, a, b = int(state.core.log[i, 0]), int(state.core.log[i, 1]), int(state.core.log[i, 2])
        if code == c.FACT_REVEAL:
            up |= 1 << a
        elif code == c.EFFECT_0 + codes.OP_HIDE:
            up &= ~(1 << b)
        elif c.SKILL_0 <= code < c.FACT_0:
            if tables.skills[b].mode != codes.STATIC and (up >> a) & 1 == 0:
                return False
        elif code == c.R_F2:
            track.determined = once(int(track.determined), a)
        elif code == c.R_W4:
            track.supplied = once(int(track.supplied), a)
    track.up = up
    return track.determined >= 0 and track.supplied >= 0


@kernel
def is_up_as_told(state, track):
    """15: the warriors that lie face up are those whose reveal was told."""
    up = 0
    for p in range(int(state.core.n_seats)):
        up |= int(state.seats[p].is_up) << p
    return up == track.up


@kernel
def check_skipped(state):
    """16."""
    is_skipped = False
    for i in range(int(state.core.n_log)):
        code = state.core.log[i, 0]
        if code == c.R_T2:
            is_skipped = True
        elif code == c.FACT_TURN:
            is_skipped = False
        elif is_skipped and (code == c.CHANCE_DRAW or c.POINT_0 <= code < c.EFFECT_0):
            return False
    return state.core.is_over != 0 or state.ask != 2 or state.seats[int(state.turn_seat)].is_inverted == 0


# ---- 17: kills and rewards ----


@kernel
def check_kills(state):
    """17: sum of kills."""
    n_kills = n_killed = 0
    for p in range(int(state.core.n_seats)):
        n_kills += state.seats[p].kills
        n_killed += state.seats[p].killer >= 0
    return n_kills == n_killed


@kernel
def expected_reward(state, tables, dead):
    n = int(tables.reward_base)
    faction = int(state.seats[dead].effective)
    if faction == 0 and tables.hidden_dead == 1:
        faction = int(tables.warriors[int(state.seats[dead].warrior)].faction)
    for q in range(int(state.core.n_seats)):
        n += faction != 0 and is_living(state, q) and state.seats[q].effective == faction
    return n


@kernel
def check_rewards(state, tables):
    """17: of an action with one reward and nothing else that could change X."""
    if count_notes(state, c.R_K6) != 1 or count_notes(state, c.R_K4) != 1 or tables.reward_time == 1:
        return True
    if count_notes(state, c.FACT_LINK) or count_notes(state, c.FACT_REVEAL) or count_notes(state, c.R_D3):
        return True
    dead = drawn = -1
    for i in range(int(state.core.n_log)):
        code = state.core.log[i, 0]
        if code == c.R_K4:
            dead = state.core.log[i, 1]
        elif code == c.R_K6:
            drawn = state.core.log[i, 2]
        elif code == c.FACT_DEATH and dead >= 0:
            return True  # another death after it
    return drawn == expected_reward(state, tables, dead)


# ---- all together ----


@kernel
def check_play(before, state, tables, track, actions, n):
    """Invariants of a game that is under way or just over, after 3; 0 = all hold."""
    if not check_hp(state, tables):
        return 4
    if not check_factions(state):
        return 7
    if not check_end(before, state, tables):
        return 8
    if not check_villains(state, tables) or not check_taken(before, state):
        return 9
    if not check_distances(state, tables) or not check_granted(state, tables):
        return 10
    if not check_piles(state):
        return 11
    if not check_stack(state):
        return 12
    if not check_sum_of_hp(state, tables):
        return 14
    if not follow_reveals(state, tables, track) or not is_up_as_told(state, track):
        return 15
    if not check_skipped(state):
        return 16
    return 0 if check_kills(state) and check_rewards(state, tables) else 17


@kernel
def check(before, state, tables, track, action, actions, n):
    """Number of the first invariant that does not hold, 0 = all do."""
    if state.core.n_log > MAX_LOG:
        return 18
    if not check_cards(state, tables, track) or not is_of_players(state):
        return 1
    if not check_warriors(state, tables):
        return 2
    if not check_rage(state, tables) or not follow_rage(state, tables, track):
        return 3
    if not check_areas(state, tables):
        return 5
    if not check_flags(state):
        return 6
    if not check_list(state, actions, n) or not all_differ(actions, n):
        return 13
    if state.round_no == 0:  # warriors are being chosen
        return 0
    return check_play(before, state, tables, track, actions, n)


@kernel
def check_row(state, tables, row):
    """15: the credits of winners sum to 1; nobody wins an unfinished game."""
    credit = 0.0
    n_winners = 0
    for p in range(int(state.core.n_seats)):
        credit += row.seats[p].credit
        n_winners += row.seats[p].win_share == 1.0
        if row.seats[p].win_share != 1.0 and row.seats[p].win_share != 0.0:
            return False
    if state.core.end_reason < 0:
        return credit == 0.0 and n_winners == 0
    return abs(credit - 1.0) < 1e-12 and n_winners == row.winners_n
