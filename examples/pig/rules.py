"""The rules: set up, say what is allowed, carry it out. P-1 to P-6 are the clauses of RULES.md."""

from sim.core import note
from sim.kernel import kernel
from sim.verbs import roll_die

from .state import ROUNDS

CLAUSES = ("P-1", "P-2", "P-3", "P-4", "P-5", "P-6", "chance:roll")
P_1, P_2, P_3, P_4, P_5, P_6, CHANCE_ROLL = range(7)
ACTIONS = ("roll", "hold")
ROLL, HOLD = 0, 1


@kernel
def setup(state, tables):
    note(state.core, P_1, 0, 0)
    for seat in range(state.core.n_seats):
        bank(state, seat, tables.handicap[seat])
    begin_turn(state, 0)


@kernel
def begin_turn(state, seat):
    note(state.core, P_2, seat, 0)
    state.core.actor = seat
    state.turn_total = 0
    state.turns[seat] += 1


@kernel
def legal_actions(state, tables, actions):
    actions[0] = ROLL
    actions[1] = HOLD
    return 1 if state.turn_total == 0 else 2  # P-2: a turn begins with a roll


@kernel
def apply(state, tables, action):
    core = state.core
    seat = core.actor
    if action == ROLL:
        face = roll_die(core, seat, tables.sides)
        note(core, CHANCE_ROLL, face, seat)
        state.rolls[seat] += 1
        if face != tables.bust_face:
            note(core, P_3, seat, 0)
            state.turn_total += face
            return
        note(core, P_4, seat, 0)
        state.busts[seat] += 1
    else:
        note(core, P_5, seat, 0)
        bank(state, seat, state.turn_total)
        if state.banked[seat] >= tables.goal:
            note(core, P_6, seat, 0)
            core.is_over = 1
            core.end_reason = 1
            return
    begin_turn(state, (seat + 1) % core.n_seats)


@kernel
def bank(state, seat, points):
    state.banked[seat] += points
    for i in range(max(state.turns[seat] - 1, 0), ROUNDS):
        state.after_round[seat, i] = state.banked[seat]
