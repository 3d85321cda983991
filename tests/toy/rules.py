"""Kernels of the toy race: roll a die (0) or play the card in a slot (1 + slot); first past the goal after a round."""

import numpy as np

from sim.core import note
from sim.game import GameData
from sim.kernel import kernel
from sim.rng import draw, fold
from sim.verbs import shuffle

from .state import HAND, N_CARDS, TABLES


@kernel
def draw_card(state, seat):
    state.n_deck -= 1
    state.hand[seat, state.n_hand[seat]] = state.deck[state.n_deck]
    state.n_hand[seat] += 1


@kernel
def setup(state, tables):
    state.n_deck = N_CARDS
    for i in range(N_CARDS):
        state.deck[i] = 1 + i % 4
    shuffle(state.deck, state.n_deck, state.core.deal_key)
    for seat in range(state.core.n_seats):
        for _ in range(HAND):
            draw_card(state, seat)
    state.n_rounds = 1


@kernel
def legal_actions(state, tables, actions):
    n = 1 + state.n_hand[state.core.actor]
    for i in range(n):
        actions[i] = i
    return n


@kernel
def apply(state, tables, action):
    core = state.core
    seat = core.actor
    if action == 0:
        person = core.participants[seat]
        roll = 1 + draw(fold(core.table_key, person), core.counters[person], tables.sides)
        core.counters[person] += 1
        note(core, 2, roll, 0)
        note(core, 0, seat, 0)
        state.steps[seat] += roll + (core.characters[seat] == 0)
    else:
        note(core, 1, seat, action)
        state.steps[seat] += state.hand[seat, action - 1] + core.characters[seat]
        state.n_hand[seat] -= 1
        state.hand[seat, action - 1] = state.hand[seat, state.n_hand[seat]]
        state.hand[seat, state.n_hand[seat]] = 0
    core.actor = (seat + 1) % core.n_seats
    if core.actor == 0:
        for s in range(core.n_seats):
            if state.steps[s] >= tables.goal:
                core.is_over = 1
                core.end_reason = 1
        state.n_rounds += 1 - core.is_over


@kernel
def score(state, tables, row):
    n = state.core.n_seats
    winners = 0
    for a in range(n):
        person = row.seats[a]
        rank = 1
        for b in range(n):
            rank += state.steps[b] > state.steps[a]
        winners += rank == 1
        person.rank = rank
        person.place = a + 1
        person.score = state.steps[a]
        for value in range(4):
            person.cards_left[value] = 0
        for i in range(state.n_hand[a]):
            person.cards_left[state.hand[a, i] - 1] += 1
    for a in range(n):
        row.seats[a].win_share = (1.0 if row.seats[a].rank == 1 else 0.0) / winners
    row.winners = winners
    row.turns = state.n_rounds * n
    row.rounds = state.n_rounds


@kernel
def features(state, tables, actions, n, weights, scratch, values):
    seat = state.core.actor
    for i in range(n):
        if actions[i] == 0:
            values[i] = weights[0]
        else:
            values[i] = weights[1] * state.hand[seat, actions[i] - 1]
        values[i] += weights[2] * (tables.goal - state.steps[seat])


@kernel
def determinize(state, tables, seat, key):
    for other in range(state.core.n_seats):
        if other != seat:
            for i in range(state.n_hand[other]):
                state.deck[state.n_deck] = state.hand[other, i]
                state.n_deck += 1
    shuffle(state.deck, state.n_deck, fold(key, 0))
    for other in range(state.core.n_seats):
        if other != seat:
            for i in range(state.n_hand[other]):
                state.n_deck -= 1
                state.hand[other, i] = state.deck[state.n_deck]
    state.core.table_key = fold(key, 1)


def load(cards=None, rules=None, sets=(), n_seats=3):
    tables = np.zeros(1, TABLES)
    tables[0] = (20, 6)
    weights = {
        "random": np.zeros(4),
        "balanced": np.array([2.5, 1.0, 0.0, 0.0]),
        "hasty": np.array([-1.0, 1.0, 0.0, 0.0]),
        "equal": np.zeros(4),
    }
    document = {"rules": {"goal": 20, "sides": 6}}
    return GameData(tables, document, weights, "0" * 16, "1" * 16, {"seed": 0, "public": 0, "assumed": 4}, "toy")
