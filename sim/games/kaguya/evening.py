"""The event phase (K-E) and the end of the game (K-N1 to K-N3)."""

from sim.core import note
from sim.games.kaguya import clauses as c
from sim.games.kaguya import codes
from sim.games.kaguya import state as st
from sim.games.kaguya.conditions import ponkotsu_count
from sim.games.kaguya.day import ask_slot, lay_card
from sim.games.kaguya.ops_people import bag_tokens
from sim.games.kaguya.pieces import own_matches, real_change
from sim.games.kaguya.stack import answer_low, ask, clear_options, collect, offer, serve
from sim.kernel import kernel, small_kernel

# mypy: ignore-errors

RANK_FIRST, RANK_SECOND = 0, 1  # filter words of trigger `contest`


@small_kernel
def in_turn_order(state, i):
    return (int(state.start_seat) + i) & 3


# ---- contest ----


@kernel
def run_contest(state, tables):
    """K-E1 to K-E7: step 0 fixes the rights, step 1 asks the next player with a right."""
    if state.step == 0:
        _close_action_phase(state)
        _find_rights(state, tables)
        _order_throwers(state)
        state.index = 0
        state.step = 1
    elif state.index < state.n_throwers:
        _ask_throw(state, tables, int(state.throw_order[int(state.index)]))
    else:
        state.phase = st.PHASE_SLOTS
        state.step = 0


@kernel
def _close_action_phase(state):
    n = ponkotsu_count(state)
    state.ponk_days[n] += 1
    for p in range(4):
        seat = state.seats[p]
        seat.ponkotsu_days += seat.is_ponkotsu
        seat.dice_unused += seat.n_pool
        seat.right = 0
        seat.right_rank = 0


@kernel
def _highest(state, below, least):
    """The highest number of matches under `below` and at least `least` among normal characters, -1 if none."""
    best = -1
    for p in range(4):
        if state.seats[p].is_ponkotsu == 0:
            n = own_matches(state, p)
            if least <= n < below and n > best:
                best = n
    return best


@kernel
def _find_rights(state, tables):
    """K-E1 to K-E4: counts, ranks and rights, fixed before the first throw."""
    core = state.core
    note(core, c.K_E1, 0, 0)
    least = 1 if tables.contest_zero == 0 else 0
    first = _highest(state, 99, least)
    second = _highest(state, first, least)
    if _highest(state, 99, 1) < 0:
        state.days_no_match += 1
    if first < 0:
        note(core, c.K_E6, 0, 0)
        return
    note(core, c.K_E2, first, 0)
    n_most = 0
    for p in range(4):
        if state.seats[p].is_ponkotsu == 0:
            n_most += own_matches(state, p) == first
    _give_rights(state, tables, first, second, n_most)
    n_first = n_second = 0
    for p in range(4):
        n_first += state.seats[p].right_rank == 1
        n_second += state.seats[p].right_rank == 2
    state.days_tie_most += n_first > 1
    state.days_tie_second += n_second > 1
    if n_most > 1 or n_second > 1:
        note(core, c.K_E4, n_first, n_second)
    if n_second > 0:
        note(core, c.K_E3, second, n_second)


@kernel
def _give_rights(state, tables, first, second, n_most):
    if tables.contest_ties == 1:
        _give_tail_first(state, tables, first, second)
        return
    for p in range(4):
        if state.seats[p].is_ponkotsu == 0:
            n = own_matches(state, p)
            if n == first:
                _give_right(state, p, 1, int(tables.contest_first))
            elif n == second and not (tables.contest_ties == 2 and n_most > 1):
                _give_right(state, p, 2, int(tables.contest_second))


@kernel
def _give_tail_first(state, tables, first, second):
    """Ruling `contest_ties = tail_first`: by count, then later in turn order; one first, one second."""
    n_given = 0
    for count in (first, second):
        for i in range(3, -1, -1):
            p = in_turn_order(state, i)
            if count >= 0 and n_given < 2 and state.seats[p].is_ponkotsu == 0 and own_matches(state, p) == count:
                n_given += 1
                _give_right(state, p, n_given, int(tables.contest_first if n_given == 1 else tables.contest_second))


@kernel
def _give_right(state, p, rank, right):
    seat = state.seats[p]
    seat.right = right
    seat.right_rank = rank
    if rank == 1:
        seat.rights_first += 1
    else:
        seat.rights_second += 1
    note(state.core, c.FACT_CONTEST, p, 16 * rank + own_matches(state, p))


@kernel
def _order_throwers(state):
    """K-E5: first-rank players in turn order, then second-rank players."""
    n = 0
    for rank in range(1, 3):
        for i in range(4):
            p = in_turn_order(state, i)
            if state.seats[p].right_rank == rank:
                state.throw_order[n] = p
                n += 1
    state.n_throwers = n


@kernel
def _ask_throw(state, tables, p):
    """D3: up to the right and the source, 0 allowed (or all of it: ruling `contest_throw = full`)."""
    seat = state.seats[p]
    most = min(int(seat.right), int(seat.stock) if tables.contest_token_source == 1 else int(seat.held))
    clear_options(state)
    for n in range(most if tables.contest_throw == 1 else 0, most + 1):
        offer(state, codes.FORM_THROW, 0, n)
    ask(state, st.ASK_THROW, p)


@kernel
def throw(state, tables):
    """K-E5, K-E7: the decision of one player with a right, and its triggers."""
    p = int(state.throw_order[int(state.index)])
    state.index += 1
    n = answer_low(state)
    note(state.core, c.K_E5, p, n)
    rank = RANK_FIRST if state.seats[p].right_rank == 1 else RANK_SECOND
    collect(state, tables, p, codes.ON_CONTEST, rank, 0, 0)
    bag_tokens(state, tables, p, n, tables.contest_token_source == 1, True)
    if state.n_pending > 0:
        note(state.core, c.K_E7, p, n)
    serve(state, tables)


# ---- vigour and slots ----


@kernel
def run_slots(state, tables):
    """K-E8 to K-E15: step 0 counts the bag, step 1 asks the next player for a slot."""
    if state.step == 0:
        _take_cards_back(state, tables)
        _count_vigour(state)
        _return_tokens(state, tables)
        state.index = 0
        state.step = 1
    elif state.index < 4:
        ask_slot(state, int(state.vigour_order[int(state.index)]))
    else:
        _close_day(state, tables)


@kernel
def _take_cards_back(state, tables):
    """K-E8, K-W11: the character cards leave the board, the dice stay."""
    note(state.core, c.K_E8, 0, 0)
    for p in range(4):
        seat = state.seats[p]
        state.slots[int(seat.slot)].seat = -1
        seat.slot = -1
        if tables.ponkotsu_reset == 0 and seat.is_ponkotsu == 1:
            note(state.core, c.K_W11, p, 0)
            seat.is_ponkotsu = 0


@kernel
def _count_vigour(state):
    """K-E9, K-E10: most tokens first, ties to the later place in turn order."""
    n = 0
    note(state.core, c.K_E9, 0, 0)
    for i in range(3, -1, -1):
        p = in_turn_order(state, i)
        vigour = int(state.seats[p].bag)
        j = n
        while j > 0 and int(state.seats[int(state.vigour_order[j - 1])].bag) < vigour:
            state.vigour_order[j] = state.vigour_order[j - 1]
            j -= 1
        if j > 0 and int(state.seats[int(state.vigour_order[j - 1])].bag) == vigour:
            note(state.core, c.K_E10, p, vigour)
        state.vigour_order[j] = p
        n += 1
    n_zero = 0
    for i in range(4):
        p = int(state.vigour_order[i])
        seat = state.seats[p]
        seat.choice = i
        seat.right = 1 if seat.bag > 0 else 0
        if seat.bag == 0:
            seat.zero_vigour_days += 1
            n_zero += 1
        note(state.core, c.FACT_VIGOUR, p, int(seat.bag))
    if n_zero == 4:
        state.days_all_zero += 1
        note(state.core, c.K_E14, 0, 0)


@kernel
def _return_tokens(state, tables):
    """K-E11: where counted tokens go (ruling `bag_tokens_after`)."""
    for p in range(4):
        seat = state.seats[p]
        n = int(seat.bag)
        if n == 0:
            continue
        note(state.core, c.K_E11, p, n)
        seat.bag = 0
        if tables.bag_tokens_after == 0:
            seat.stock += n
        elif tables.bag_tokens_after == 1:
            seat.removed += n
        else:
            seat.held += n


@kernel
def choose_slot(state, tables):
    """K-E12: the card goes to the slot; with vigour its pips are scored at once."""
    p = int(state.core.actor)
    s = answer_low(state) - 1
    seat = state.seats[p]
    lay_card(state, p, s)
    seat.slots_chosen[int(state.day) + 1] = s + 1
    note(state.core, c.K_E12, p, s)
    if seat.right == 1:
        points = int(state.slots[s].total)
        seat.score += points
        seat.pts_slots += points
        note(state.core, c.FACT_SLOT_POINTS, p, points)
    state.index += 1


@kernel
def _close_day(state, tables):
    """K-E13 to K-E15: today's winner; after Friday the game ends, else cleanup follows."""
    winner = int(state.vigour_order[0])
    seat = state.seats[winner]
    if tables.all_zero_winner == 1 and seat.right == 0:
        note(state.core, c.K_E14, -1, 0)
    else:
        note(state.core, c.K_E13, winner, int(state.event))
        seat.events[int(seat.n_events)] = state.event
        seat.n_events += 1
        state.start_seat = winner
    state.event = 0
    for p in range(4):
        state.seats[p].day_scores[int(state.day)] = state.seats[p].score
    if state.day == 4:
        note(state.core, c.K_E15, 4, 0)
        _finish(state, tables)
    else:
        state.phase = st.PHASE_CLEANUP
        state.step = 0


@kernel
def _finish(state, tables):
    """K-N1 to K-N4: event cards and held tokens."""
    core = state.core
    for p in range(4):
        seat = state.seats[p]
        seat.pts_events = real_change(tables, int(seat.score), int(seat.n_events) * int(tables.event_card_points))
        seat.score += seat.pts_events
        tokens = int(seat.held) if tables.end_tokens == 0 else int(seat.tokens_out)
        seat.pts_tokens = real_change(tables, int(seat.score), tokens * int(tables.token_points))
        seat.score += seat.pts_tokens
        if seat.score > 100:
            note(core, c.K_N4, p, int(seat.score))
        note(core, c.FACT_FINAL, p, int(seat.score))
    for clause in range(c.K_N1, c.K_N4):
        note(core, clause, 0, 0)
    note(core, c.K_N5, 0, 0)
    state.phase = st.PHASE_END
    core.is_over = 1
    core.end_reason = 1
