"""What is kept of a game: one row of numbers. The report is made from the roles of these columns."""

from sim.game import Column, Role
from sim.kernel import kernel
from sim.verbs import rank_by_score

from .state import ROUNDS

COLUMNS = (
    Column("score", "i4", Role.SCORE, "points", "points banked at the end", is_per_seat=True),
    Column("turns_begun", "i4", Role.COUNT, "turns", "turns begun", is_per_seat=True),
    Column("rolls", "i4", Role.COUNT, "rolls", "rolls made", is_per_seat=True),
    Column("busts", "i4", Role.COUNT, "turns", "turns lost to the bust face", is_per_seat=True),
    Column("any_bust", "i1", Role.FLAG, "", "lost at least one turn to the bust face", is_per_seat=True),
    Column("after_round", "i4", Role.ROUND_SCORE, "points", "points banked after each round", True, size=ROUNDS),
)


@kernel
def score(state, tables, row):
    for seat in range(state.core.n_seats):
        person = row.seats[seat]
        person.place = seat + 1  # seat 1 always begins
        person.score = state.banked[seat]
        person.turns_begun = state.turns[seat]
        person.rolls = state.rolls[seat]
        person.busts = state.busts[seat]
        person.any_bust = state.busts[seat] > 0
        for i in range(ROUNDS):
            person.after_round[i] = state.after_round[seat, i]
    row.turns = state.turns.sum()
    rank_by_score(row, state.core.n_seats)
