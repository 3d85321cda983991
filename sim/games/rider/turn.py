"""TURN: the six phases (R-T, R-P, R-J1, R-D1, R-A, R-X, R-E)."""

from sim.core import note
from sim.games.rider import clauses as c
from sim.games.rider import codes, play
from sim.games.rider import state as st
from sim.games.rider.bits import clear
from sim.games.rider.factions import right_inverted
from sim.games.rider.layout import N_WORDS
from sim.games.rider.picks import push_discard
from sim.games.rider.play import ask_play, take_play
from sim.games.rider.reveal import END, HOW_PREPARATION, PREPARATION, push_reveal
from sim.games.rider.space import hand_limit
from sim.games.rider.stack import answer_form, ask, begin_options, fire_own, is_in, offer, pop, push
from sim.games.rider.zones import draw_cards, lay_slot, n_in_hand
from sim.kernel import kernel

# mypy: ignore-errors

# TURN: seat; n = draw number, a to d = delayed cards to be judged (last placed last), cursor = how many are left.
(
    BEGIN, ASK_REVEAL, REVEAL_ANSWERED, CHANGE_FORM, RETURN, PREPARED, JUDGE, JUDGE_ALL, JUDGE_NEXT, DRAW, DRAW_NOW,
    PLAY, PLAYING, PLAYED, RECAST, DISCARD, DISCARD_NOW, DISCARDED, FINISH, END_FORM, CLEAN_UP,
) = range(21)  # fmt: skip


@kernel
def push_turn(state, p):
    state.turn_seat = p
    state.turns += 1
    note(state.core, c.FACT_TURN, p, int(state.turns))
    push(state, st.FRAME_TURN, p, p)


@kernel
def is_skipped(state, p, phase):
    """R-T3: a skipped phase is left out whole; the flag is used up."""
    seat = state.seats[p]
    if (int(seat.skips) >> phase) & 1 == 0:
        return False
    seat.skips &= ~(1 << phase)
    note(state.core, c.R_T3, p, phase)
    return True


@kernel
def clean_up(state, p):
    """R-E1: all effects and counters of this turn end."""
    pop(state)
    for q in range(int(state.core.n_seats)):
        seat = state.seats[q]
        seat.strikes_used = 0
        seat.charges_used = 0
        seat.charged = 0
        for w in range(st.SKILL_WORDS):
            seat.used_turn[w] = 0
            seat.used_phase[w] = 0
    clear(state.dropped)
    state.in_discard = 0
    state.seats[p].skips = 0
    state.seats[p].rage_this_turn = 0


# ---- preparation ----


@kernel
def begin(state, tables, frame, p):
    """R-T2, and the order of the preparation phase."""
    if state.seats[p].is_inverted != 0:
        note(state.core, c.R_T2, p, 0)
        state.skipped_turns += 1
        clean_up(state, p)
        right_inverted(state, tables, p)
        return
    if is_skipped(state, p, codes.PHASE_PREP):
        frame.step = JUDGE
    else:
        frame.step = RETURN if tables.prep_order == 1 else ASK_REVEAL


@kernel
def ask_reveal(state, frame, p):
    """R-P1: RD2."""
    frame.step = CHANGE_FORM
    if state.seats[p].is_up == 0:
        begin_options(state)
        offer(state, codes.FORM_REVEAL, 0, 0)
        offer(state, codes.FORM_PASS, 0, 0)
        frame.step = REVEAL_ANSWERED
        ask(state, 2, p)


@kernel
def take_reveal(state, frame, p):
    frame.step = CHANGE_FORM
    if answer_form(state) == codes.FORM_REVEAL:
        note(state.core, c.R_P1, p, 0)
        push_reveal(state, p, HOW_PREPARATION)


@kernel
def change_form(state, tables, frame, p):
    """R-P2."""
    frame.step = PREPARED if tables.prep_order == 1 else RETURN
    push_forms(state, tables, p, PREPARATION)


@kernel
def push_forms(state, tables, p, timing):
    """FORM, where the card has an icon or was reached by an up."""
    seat = state.seats[p]
    row = tables.warriors[int(seat.warrior)]
    if seat.is_up == 0 and tables.form_hidden == 0:
        return
    if row.can_change != 0 or row.can_up != 0 or seat.forms_stored[int(row.form)] != 0:
        push(state, st.FRAME_FORM, p, p).n = timing


@kernel
def return_cards(state, tables, frame, p):
    """R-P3: face-down cards return to the hand unseen, face-down equipment works again."""
    frame.step = ASK_REVEAL if tables.prep_order == 1 else PREPARED
    seat = state.seats[p]
    if seat.n_down > 0:
        note(state.core, c.R_P3, p, int(seat.n_down))
        for w in range(N_WORDS):
            seat.hand[w] |= seat.down[w]
            seat.down[w] = 0
        seat.n_hand += seat.n_down
        seat.n_down = 0
    for slot in range(3):
        lies = int(seat.slot_lies[slot])
        if lies == codes.FACE_DOWN or (lies == codes.SIDEWAYS and tables.sideways_reset == 1):
            note(state.core, c.R_P3, p, 0)
            lay_slot(state, tables, p, slot, codes.FACE_UP)


@kernel
def prepared(state, frame, p, here):
    """R-P4."""
    frame.step = JUDGE
    if is_in(state.listeners[codes.ON_PREP], p):
        note(state.core, c.R_P4, p, 0)
        fire_own(state, codes.ON_PREP, p, here)


# ---- judgement and draw ----


@kernel
def begin_judge(state, frame, p, here):
    frame.step = DRAW
    state.seats[p].skips &= ~(1 << codes.PHASE_PREP)  # a mark set during its start trigger ends it
    if not is_skipped(state, p, codes.PHASE_JUDGE):
        frame.step = JUDGE_ALL
        fire_own(state, codes.ON_JUDGE, p, here)


@kernel
def judge_all(state, frame, p):
    """R-J1: the cards that lie there now; the last placed is judged first."""
    frame.step = DRAW
    seat = state.seats[p]
    if is_skipped(state, p, codes.PHASE_JUDGE):
        return
    n = int(seat.n_judged)
    frame.cursor = n
    if n > 0:
        note(state.core, c.R_J1, p, n)
        frame.step = JUDGE_NEXT
        frame.a = seat.judged[0]
        frame.b = seat.judged[1]
        frame.c = seat.judged[2]
        frame.d = seat.judged[3]


@kernel
def judge_next(state, frame, p):
    """DELAYED of the next card that still lies there."""
    k = int(frame.cursor) - 1
    if k < 0:
        frame.step = DRAW
        return
    frame.cursor = k
    card = int(frame.a) if k == 0 else (int(frame.b) if k == 1 else (int(frame.c) if k == 2 else int(frame.d)))
    seat = state.seats[p]
    for j in range(int(seat.n_judged)):
        if seat.judged[j] == card:
            kind = int(seat.judged_kind[j])
            delayed = push(state, st.FRAME_DELAYED, p, p)
            delayed.card = card
            delayed.kind = kind
            return


@kernel
def begin_draw(state, tables, frame, p, here):
    frame.step = PLAY
    if is_skipped(state, p, codes.PHASE_DRAW):
        return
    seat = state.seats[p]
    frame.n = tables.warriors[int(seat.warrior)].draw_number
    if tables.hidden_stats == 1 and seat.determined == 0:
        frame.n = 2
    frame.step = DRAW_NOW
    fire_own(state, codes.ON_DRAW, p, here)


@kernel
def draw_now(state, tables, frame, p):
    """R-D1."""
    frame.step = PLAY
    if not is_skipped(state, p, codes.PHASE_DRAW):
        n = max(int(frame.n), 0)
        note(state.core, c.R_D1, p, n)
        state.seats[p].seen_draw = 1
        draw_cards(state, tables, p, n)


# ---- play, discard, end ----


@kernel
def begin_play(state, frame, p):
    frame.step = DISCARD
    seat = state.seats[p]
    if not is_skipped(state, p, codes.PHASE_PLAY):
        frame.step = PLAYING
        for w in range(st.SKILL_WORDS):
            seat.used_phase[w] = 0


@kernel
def begin_discard(state, frame, p, here):
    frame.step = FINISH
    if not is_skipped(state, p, codes.PHASE_DISCARD):
        frame.step = DISCARD_NOW
        state.in_discard = 1
        fire_own(state, codes.ON_DISCARD, p, here)


@kernel
def discard_now(state, tables, frame, p):
    """R-X1."""
    frame.step = FINISH
    if is_skipped(state, p, codes.PHASE_DISCARD):
        return
    frame.step = DISCARDED
    seat = state.seats[p]
    n = n_in_hand(seat) - hand_limit(state, tables, p)
    if n > 0:
        seat.seen_limit = 1
    else:
        seat.least_limit = max(int(seat.least_limit), n_in_hand(seat))
    if n > 0:
        push_discard(state, p, n, st.WHY_PHASE, codes.ANY_SUIT)
    elif tables.rage_gain == 1:
        push_discard(state, p, 1, st.WHY_PHASE, codes.ANY_SUIT).c = 1


@kernel
def discarded(state, frame, p, here):
    frame.step = FINISH
    fire_own(state, codes.ON_DISCARD_END, p, here)


@kernel
def finish(state, frame, p, here):
    """R-E1: skills of the end phase."""
    state.in_discard = 0
    frame.step = CLEAN_UP
    if not is_skipped(state, p, codes.PHASE_END):
        frame.step = END_FORM
        note(state.core, c.R_E1, p, 0)
        fire_own(state, codes.ON_END, p, here)


@kernel
def end_form(state, tables, frame, p):
    frame.step = CLEAN_UP
    if not is_skipped(state, p, codes.PHASE_END):
        push_forms(state, tables, p, END)


@kernel
def run_late(state, tables, frame, p, step, here):
    """Steps from the draw phase on."""
    if step == DRAW:
        begin_draw(state, tables, frame, p, here)
    elif step == DRAW_NOW:
        draw_now(state, tables, frame, p)
    elif step == PLAY:
        begin_play(state, frame, p)
    elif step == DISCARD:
        begin_discard(state, frame, p, here)
    elif step == DISCARD_NOW:
        discard_now(state, tables, frame, p)
    elif step == DISCARDED:
        discarded(state, frame, p, here)
    elif step == FINISH:
        finish(state, frame, p, here)
    else:
        end_form(state, tables, frame, p)


@kernel
def run_early(state, tables, frame, p, step, here):
    """Steps up to the judgement phase."""
    if step == BEGIN:
        begin(state, tables, frame, p)
    elif step == ASK_REVEAL:
        ask_reveal(state, frame, p)
    elif step == REVEAL_ANSWERED:
        take_reveal(state, frame, p)
    elif step == CHANGE_FORM:
        change_form(state, tables, frame, p)
    elif step == RETURN:
        return_cards(state, tables, frame, p)
    elif step == PREPARED:
        prepared(state, frame, p, here)
    elif step == JUDGE:
        begin_judge(state, frame, p, here)
    elif step == JUDGE_ALL:
        judge_all(state, frame, p)
    else:
        judge_next(state, frame, p)


@kernel
def run_turn(state, tables, frame):
    """TURN: one step; the turn of one who died is over (R-T4)."""
    p, step = int(frame.seat), int(frame.step)
    here = int(state.depth) - 1
    if step == CLEAN_UP or not is_in(state.alive, p):
        if step != CLEAN_UP:
            note(state.core, c.R_T4, p, step)
        clean_up(state, p)
    elif step == PLAYED:
        how = take_play(state, tables, p)
        frame.step = DISCARD if how == play.ENDED else (PLAYING if how == play.BEGUN else RECAST)
    elif step == RECAST:
        frame.step = PLAYING
        draw_cards(state, tables, p, int(tables.recast_draw))
    elif step == PLAYING:
        frame.step = PLAYED
        ask_play(state, tables, p)
    elif step < DRAW:
        run_early(state, tables, frame, p, step, here)
    else:
        run_late(state, tables, frame, p, step, here)
