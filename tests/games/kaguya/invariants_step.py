"""Section 9 of RULES.md as compiled code: what must hold from one decision to the next, over a day and at the end."""

from __future__ import annotations

from sim.games.kaguya import clauses as c
from sim.games.kaguya import codes
from sim.games.kaguya import state as st
from sim.kernel import kernel

from ..kit.checks import all_differ, is_won_once
from .invariants import check_state, has_op, owns

# Kernels are typed by Numba.
# mypy: disable-error-code="no-untyped-def"


# ---- 4: hearts ----


@kernel
def check_hearts(before, state, tables, track):
    """4."""
    for p in range(4):
        n = int(state.seats[p].hearts)
        for i in range(8):
            n += state.display_seat[i] == p
        if n != tables.hearts_per_player or state.seats[p].hearts < 0:
            return False
    is_same_day = before.day == state.day and before.phase == st.PHASE_ACTION
    for i in range(8):
        die = int(state.display_die[i])
        is_reserved = state.display_seat[i] >= 0
        if is_reserved != (die > 0) or die > 6 or (is_reserved and state.display[i] < 0):
            return False
        old = int(before.display_die[i])
        is_fallen = is_same_day and state.display[i] == before.display[i] and die < old
        if is_fallen and (die > 0 or not has_op(track, codes.OP_UNRESERVE)):
            return False
    return True


# ---- 8 to 13, 17: the day ----


@kernel
def check_out(before, state):
    """8."""
    is_same_day = before.day == state.day and before.phase == st.PHASE_ACTION and state.phase == st.PHASE_ACTION
    for p in range(4):
        if is_same_day and before.seats[p].is_in == 0 and state.seats[p].is_in == 1:
            return False
    if state.ask == st.ASK_TURN and state.core.is_over == 0:
        actor = int(state.core.actor)
        return state.seats[actor].is_in == 1 and actor == state.turn_seat and state.phase == st.PHASE_ACTION
    return True


@kernel
def check_rolls(before, state, track):
    """9, from the log: after FACT_TURN of a ponkotsu player the next thing is his roll. Rights are read for 14."""
    for i in range(state.core.n_log):
        code, a = int(state.core.log[i, 0]), int(state.core.log[i, 1])
        if code == c.CHANCE_PONKOTSU:
            if track.must_roll != a:
                return False
            track.must_roll = -1
        elif code == c.FACT_TURN or code == c.FACT_OUT:
            if track.must_roll >= 0 and track.may_skip == 0:
                return False
            track.must_roll = a if code == c.FACT_TURN and track.ponkotsu[a] == 1 else -1
            track.may_skip = 1 if before.seats[a].skips_roll == 1 else 0
        elif code == c.FACT_PONKOTSU:
            track.ponkotsu[a] = 1
        elif code == c.FACT_CURE:
            track.ponkotsu[a] = 0
        elif code == c.K_X16 and has_op(track, codes.OP_SKIP_ROLL):
            track.may_skip = 1
        elif code == c.K_W11:
            track.ponkotsu[a] = 0
        elif code == c.FACT_CONTEST and track.ponkotsu[a] == 1 and int(state.core.log[i, 2]) >= 16:
            track.has_wrong_right = 1
    if track.must_roll >= 0 and track.may_skip == 0:
        return False
    track.must_roll = -1
    wrong = 0
    for p in range(4):
        wrong += track.ponkotsu[p] != state.seats[p].is_ponkotsu
    return wrong == 0


@kernel
def is_day_end(before, state):
    """Whether the action ended an action phase."""
    return before.phase == st.PHASE_ACTION and (state.phase == st.PHASE_CONTEST or state.phase == st.PHASE_SLOTS)


@kernel
def check_acted(before, state, tables, track):
    """10."""
    is_same_day = before.day == state.day and before.phase == st.PHASE_ACTION
    for p in range(4):
        if is_same_day and before.seats[p].is_in == 0 and before.seats[p].acted != state.seats[p].acted:
            return False
    if not is_day_end(before, state):
        return True
    for p in range(4):
        seat = state.seats[p]
        if state.is_capped == 0 and (seat.acted <= track.acted[p] or (seat.is_in == 1 and tables.stop_rule != 2)):
            return False
        track.acted[p] = seat.acted
    return True


@kernel
def check_fetch(before, state, tables, action):
    """11."""
    if action >> 24 == codes.FORM_RECOVER:
        actor = int(before.core.actor)
        for i in range(8):
            if before.display[i] == (action >> 16) & 255:
                earlier = before.display_acted[i] < before.seats[actor].acted
                return (
                    earlier and before.display_seat[i] == actor and owns(state.seats[actor], (action >> 16) & 255) == 1
                )
        return False
    if is_day_end(before, state) and state.is_capped == 0 and tables.stop_rule != 2:
        for i in range(8):
            p = int(state.display_seat[i])
            if p >= 0 and state.display_acted[i] >= state.seats[p].acted:
                return False
    return True


@kernel
def check_activity(before, state, track, action):
    """12."""
    if action >> 24 == codes.FORM_PLACE:
        for p in range(4):
            if state.seats[p].character == (action & 0xFFFF) >> 4:
                track.placed[p] = 1
    for i in range(state.core.n_log):
        if state.core.log[i, 0] == c.FACT_ACTIVITY:
            track.activity[state.core.log[i, 1]] += 1
    for p in range(4):
        if track.activity[p] > 1 or track.activity[p] > track.placed[p]:
            return False
        if is_day_end(before, state) and track.activity[p] != track.placed[p]:
            return False
    return True


@kernel
def check_used(before, state, track, action):
    """17."""
    card = (action >> 16) & 255
    if (action >> 24 == codes.FORM_CONVERT or action >> 24 == codes.FORM_USE) and before.is_used[card] != 0:
        return False
    is_same_day = before.day == state.day and before.phase == st.PHASE_ACTION and state.phase == st.PHASE_ACTION
    for p in range(4):
        seat = state.seats[p]
        for i in range(seat.n_action):
            if (state.card_dice[seat.action[i]] != 0) != (state.is_used[seat.action[i]] != 0):
                return False
    for k in range(codes.N_CARDS):
        if is_same_day and before.is_used[k] == 1 and state.is_used[k] == 0 and not has_op(track, codes.OP_READY):
            return False
    return True


# ---- 14 to 16: the evening ----


@kernel
def check_throw(before, state, tables, track, action):
    """14."""
    if track.has_wrong_right == 1:
        return False
    if action >> 24 != codes.FORM_THROW:
        return True
    seat = before.seats[before.core.actor]
    source = int(seat.held) if tables.contest_token_source == 0 else int(seat.stock)
    n = action & 0xFFFF
    return n <= seat.right and n <= source and seat.is_ponkotsu == 0


@kernel
def check_slot_points(before, state, track, action):
    """15."""
    for p in range(4):
        gained = int(state.seats[p].pts_slots) - int(before.seats[p].pts_slots)
        expected = 0
        is_choice = action >> 24 == codes.FORM_SLOT and before.phase == st.PHASE_SLOTS
        if is_choice and p == before.core.actor and track.vigour[p] > 0:
            expected = int(before.slots[(action & 0xFFFF) - 1].total)
        if gained != expected or gained > 18:
            return False
    return True


@kernel
def read_vigour(state, track):
    """16, K-E10: the vigour order is falling, ties in favour of the later place; its first is remembered."""
    for i in range(state.core.n_log):
        code, p, vigour = int(state.core.log[i, 0]), int(state.core.log[i, 1]), int(state.core.log[i, 2])
        if code != c.FACT_VIGOUR:
            continue
        if track.n_vigour == 0:
            track.first = p
        else:
            place = (p - int(state.start_seat)) & 3
            last_place = (int(track.last) - int(state.start_seat)) & 3
            last = int(track.vigour[track.last])
            if last < vigour or (last == vigour and last_place < place):
                return False
        track.vigour[p] = vigour
        track.last = p
        track.n_vigour += 1
    return True


@kernel
def check_winner(before, state, tables, track):
    """16."""
    if not read_vigour(state, track):
        return False
    n = 0
    for p in range(4):
        n += int(state.seats[p].n_events)
    days = int(state.day)
    if state.core.is_over == 1:
        days = 5
    extra = 1 if state.phase == st.PHASE_SLOTS else 0
    is_strict = tables.all_zero_winner == 0
    if n > days + extra or (is_strict and n < days):
        return False
    is_new_day = state.day > before.day and before.phase != st.PHASE_SETUP
    if not (is_new_day or (state.core.is_over == 1 and before.core.is_over == 0)):
        return True
    if track.n_vigour != 4:
        return False
    track.n_vigour = 0
    winner = state.seats[track.first]
    if is_strict or track.vigour[track.first] > 0:
        if winner.n_events == 0 or winner.events[winner.n_events - 1] != state.events[before.day]:
            return False
        return not is_new_day or state.start_seat == track.first
    return not is_new_day or state.start_seat == before.start_seat


@kernel
def start_day(before, state, track):
    """Forget the last day when a new one began."""
    if state.day != before.day or (before.phase == st.PHASE_SETUP and state.phase != st.PHASE_SETUP):
        track.placed[:] = 0
        track.activity[:] = 0
        track.placements = before.placements


# ---- 18, 19 ----


@kernel
def check_legal(state, actions, n):
    """18."""
    if state.core.is_over == 1:
        return n == 0
    is_bottom = state.ask == st.ASK_SLOT or state.ask == st.ASK_TURN
    return n >= 1 and not (is_bottom and state.depth != 0) and all_differ(actions, n)


@kernel
def check_row(state, tables, row):
    """19, after the end."""
    return is_won_once(row, 4)


# ---- all of them ----


@kernel
def check_step(before, state, tables, track, action):
    """Number of the first invariant of a step that is broken, 0 = none."""
    if not check_hearts(before, state, tables, track):
        return 4
    if not check_out(before, state):
        return 8
    if not check_rolls(before, state, track):
        return 9
    if not check_acted(before, state, tables, track):
        return 10
    if not check_fetch(before, state, tables, action):
        return 11
    if not check_activity(before, state, track, action):
        return 12
    if not check_throw(before, state, tables, track, action):
        return 14
    if not check_slot_points(before, state, track, action):
        return 15
    if not check_winner(before, state, tables, track):
        return 16
    if not check_used(before, state, track, action):
        return 17
    return 0


@kernel
def check(before, state, tables, track, action, actions, n):
    """Number of the first invariant that an action broke, 0 = none; `actions[:n]` are legal now."""
    start_day(before, state, track)
    broken = check_state(state, tables, track)
    if broken == 0:
        broken = check_step(before, state, tables, track, action)
    if broken == 0 and not check_legal(state, actions, n):
        broken = 18
    return broken


@kernel
def start_track(track, game_index):
    """Forget the last game."""
    track.game = game_index
    track.n_actions = 0
    track.action = 0
    track.must_roll = -1
    track.first = -1
    track.n_vigour = 0
    track.has_wrong_right = 0
    track.placed[:] = 0
    track.activity[:] = 0
    track.acted[:] = 0
    track.ponkotsu[:] = 0
    track.placements = 0
