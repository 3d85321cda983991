"""The verbs `setup` and `apply`: everything runs on from one decision point to the next."""

from sim.core import note
from sim.games.rider import clauses as c
from sim.games.rider import codes
from sim.games.rider import state as st
from sim.games.rider.battle import run_area, run_burst, run_coerce, run_duel, run_share
from sim.games.rider.damage import run_chain, run_damage, run_lose
from sim.games.rider.deal import begin_game, deal_cards, settle_warriors, take_keep
from sim.games.rider.death import run_death, run_dying
from sim.games.rider.effects import run_effect
from sim.games.rider.factions import run_link
from sim.games.rider.judge import run_delayed, run_judge
from sim.games.rider.nullify import run_nullify
from sim.games.rider.picks import run_discard, run_facedown, run_pickcard, run_pindian
from sim.games.rider.respond import run_respond
from sim.games.rider.reveal import run_form, run_reveal
from sim.games.rider.skills import run_event, run_skill
from sim.games.rider.stack import answer_low, is_in, next_of, push_event, top
from sim.games.rider.strike import run_strike
from sim.games.rider.turn import push_turn, run_turn
from sim.games.rider.use import run_use
from sim.kernel import kernel

# mypy: ignore-errors


# ---- turns and rounds ----


@kernel
def note_round(state):
    """HP after a round."""
    k = int(state.round_no) - 1
    if k < st.N_ROUND_HP:
        for p in range(int(state.core.n_seats)):
            state.seats[p].round_hp[k] = max(int(state.seats[p].hp), 0)


@kernel
def next_turn(state, tables):
    """R-T1, R-T5, R-V5: an inserted turn, or the next seat's; the cap falls where a round ends."""
    while state.n_inserted > 0:
        state.n_inserted -= 1
        p = int(state.inserted[int(state.n_inserted)])
        if is_in(state.alive, p):
            note(state.core, c.R_T1, p, 1)
            push_turn(state, p)
            return
    n = int(state.core.n_seats)
    p = (int(state.pointer) + 1) % n
    is_round_over = p == state.first_seat
    while not is_in(state.alive, p):
        note(state.core, c.R_Z4, p, 0)
        p = (p + 1) % n
        is_round_over = is_round_over or p == state.first_seat
    note(state.core, c.R_T1, p, 0)
    if is_round_over:
        note(state.core, c.R_T5, int(state.round_no), 0)
        note_round(state)
        if state.round_no >= tables.round_cap:
            note(state.core, c.R_V5, 0, 0)
            state.halt = st.END_CAP
            return
        state.round_no += 1
        note(state.core, c.FACT_ROUND, int(state.round_no), 0)
    state.pointer = p
    push_turn(state, p)


@kernel
def end_game(state):
    """R-V2: the stack is cleared at once."""
    state.core.is_over = 1
    state.core.end_reason = state.halt
    state.depth = 0
    state.ask = 0
    if state.halt > 0:
        note_round(state)


@kernel
def first_turn(state, tables):
    """All have chosen: HP, hands, and the turn of the first seat, unless the deal has ended the game (R-D3)."""
    settle_warriors(state, tables)
    deal_cards(state, tables)
    state.round_no = 1
    state.pointer = state.first_seat
    if state.halt != 0:
        end_game(state)
        return
    note(state.core, c.FACT_ROUND, 1, 0)
    push_turn(state, int(state.first_seat))


# ---- the stack ----


@kernel
def tell_empty(state):
    """Hands that have just become empty: one EVENT each, the turn player's on top."""
    waiting = int(state.emptied) & int(state.alive)
    state.emptied = 0
    first = int(state.turn_seat)
    order = waiting
    n = 0
    while order != 0:
        n += 1
        order &= order - 1
    for k in range(n - 1, -1, -1):
        order, p = waiting, -1
        for _ in range(k + 1):
            p = next_of(state, order, first)
            order &= ~(1 << p)
        push_event(state, codes.ON_HAND_EMPTY, -1, p, -1, int(state.listeners[codes.ON_HAND_EMPTY]) & int(state.alive))


@kernel
def run_rare(state, tables, frame, what):
    """Frames that are rare."""
    if what == st.FRAME_DELAYED:
        run_delayed(state, tables, frame)
    elif what == st.FRAME_CHAIN:
        run_chain(state, tables, frame)
    elif what == st.FRAME_LOSE:
        run_lose(state, tables, frame)
    elif what == st.FRAME_DEATH:
        run_death(state, tables, frame)
    elif what == st.FRAME_REVEAL:
        run_reveal(state, tables, frame)
    elif what == st.FRAME_FORM:
        run_form(state, tables, frame)
    elif what == st.FRAME_LINK:
        run_link(state, tables, frame)
    elif what == st.FRAME_PINDIAN:
        run_pindian(state, tables, frame)
    elif what == st.FRAME_FACEDOWN:
        run_facedown(state, tables, frame)
    elif what == st.FRAME_DUEL:
        run_duel(state, tables, frame)
    elif what == st.FRAME_COERCE:
        run_coerce(state, tables, frame)
    elif what == st.FRAME_SHARE:
        run_share(state, tables, frame)
    else:
        run_burst(state, tables, frame)


@kernel
def run_frame(state, tables):
    """One step of the frame on top of the stack."""
    frame = top(state)
    what = int(frame.what)
    if what == st.FRAME_TURN:
        run_turn(state, tables, frame)
    elif what == st.FRAME_USE:
        run_use(state, tables, frame)
    elif what == st.FRAME_EFFECT:
        run_effect(state, tables, frame)
    elif what == st.FRAME_STRIKE:
        run_strike(state, tables, frame)
    elif what == st.FRAME_RESPOND:
        run_respond(state, tables, frame)
    elif what == st.FRAME_NULLIFY:
        run_nullify(state, tables, frame)
    elif what == st.FRAME_DAMAGE:
        run_damage(state, tables, frame)
    elif what == st.FRAME_DISCARD:
        run_discard(state, tables, frame)
    elif what == st.FRAME_EVENT:
        run_event(state, tables, frame)
    elif what == st.FRAME_SKILL:
        run_skill(state, tables, frame)
    elif what == st.FRAME_AREA:
        run_area(state, tables, frame)
    elif what == st.FRAME_DYING:
        run_dying(state, tables, frame)
    elif what == st.FRAME_JUDGE:
        run_judge(state, tables, frame)
    elif what == st.FRAME_PICKCARD:
        run_pickcard(state, tables, frame)
    else:
        run_rare(state, tables, frame, what)


@kernel
def run(state, tables):
    """Run on until somebody is asked or the game is over."""
    while state.ask == 0:
        if state.emptied != 0:
            tell_empty(state)
        if state.depth > 0:
            run_frame(state, tables)
        else:
            next_turn(state, tables)
        if state.halt != 0:
            end_game(state)
            return


@kernel
def setup(state, tables):
    """Deal the warriors, and ask the first seat to keep one."""
    begin_game(state, tables)


@kernel
def apply(state, tables, action):
    """Take one action and run on to the next decision point or the end."""
    asked = int(state.ask)
    state.ask = 0
    state.answer = action
    if asked == 1:
        if not take_keep(state, tables, answer_low(state)):
            return
        first_turn(state, tables)
    if state.core.is_over == 0:
        run(state, tables)


@kernel
def legal_actions(state, tables, actions):
    """The options of the decision point that is asked, in the order of section 4.1; how many."""
    n = int(state.n_options)
    for i in range(n):
        actions[i] = state.options[i]
    return n
