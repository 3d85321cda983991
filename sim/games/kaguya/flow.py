"""The verbs `setup` and `apply`: everything runs on from one decision point to the next (RULES.md section 4)."""

from sim.core import note
from sim.games.kaguya import clauses as c
from sim.games.kaguya import state as st
from sim.games.kaguya.day import clean_up, lay_card, lay_cards, prepare, set_up
from sim.games.kaguya.effects import run_program
from sim.games.kaguya.evening import choose_slot, run_contest, run_slots, throw
from sim.games.kaguya.placement import run_placement
from sim.games.kaguya.stack import answer_low, top
from sim.games.kaguya.turn import run_reservation, run_turns, take_turn_action
from sim.kernel import kernel

# mypy: ignore-errors


@kernel
def _run_frame(state, tables):
    """One step of the frame on top of the stack."""
    frame = top(state)
    if frame.kind <= st.FRAME_BLOCK:
        run_program(state, tables, frame)
    elif frame.kind == st.FRAME_PLACE:
        run_placement(state, tables, frame)
    else:
        run_reservation(state, tables, frame)


@kernel
def _run_phase(state, tables):
    """One step of the phase; the stack is empty."""
    phase = int(state.phase)
    if phase == st.PHASE_ACTION:
        run_turns(state, tables)
    elif phase == st.PHASE_CONTEST:
        run_contest(state, tables)
    elif phase == st.PHASE_SLOTS:
        run_slots(state, tables)
    elif phase == st.PHASE_PREPARATION:
        prepare(state, tables)
    elif phase == st.PHASE_CLEANUP:
        clean_up(state, tables)
    else:
        lay_cards(state, tables)


@kernel
def _run(state, tables):
    """Run on until somebody is asked or the game is over."""
    while state.ask == st.ASK_NOTHING and state.core.is_over == 0:
        if state.depth > 0:
            _run_frame(state, tables)
        else:
            _run_phase(state, tables)


@kernel
def setup(state, tables):
    """Deal, and run to the first decision. The engine has cleared the state and filled `core`."""
    set_up(state, tables)
    _run(state, tables)


@kernel
def apply(state, tables, action):
    """Take one action and run on to the next decision point or the end."""
    asked = int(state.ask)
    state.ask = st.ASK_NOTHING
    state.answer = action
    if asked == st.ASK_TURN:
        take_turn_action(state, tables)
    elif asked == st.ASK_THROW:
        throw(state, tables)
    elif asked == st.ASK_SLOT:
        if state.phase == st.PHASE_SLOTS:
            choose_slot(state, tables)
        else:
            p = int(state.index)
            lay_card(state, p, answer_low(state) - 1)
            state.seats[p].slots_chosen[0] = answer_low(state)
            state.index -= 1
            note(state.core, c.K_S8, p, answer_low(state))
    _run(state, tables)
