"""Chance events R2 to R8, each on a sub-stream of its own (RULES.md 14.1)."""

from sim import rng
from sim.core import note
from sim.games.kaguya import clauses as c
from sim.games.kaguya import codes
from sim.games.kaguya.pieces import pool_add
from sim.kernel import kernel
from sim.verbs import shuffle

# mypy: ignore-errors

# Sub-keys; the numbers are those of the chance events.
KEY_EVENTS, KEY_DECK, KEY_TODAY, KEY_PREPARATION, KEY_EFFECT, KEY_PONKOTSU, KEY_RESHUFFLE = 2, 3, 4, 5, 6, 7, 8

# Counters of core.counters: effect rolls and ponkotsu rolls by character, reshuffles by kind.
COUNT_EFFECT, COUNT_PONKOTSU, COUNT_RESHUFFLE = 0, 4, 8


@kernel
def deal_events(state):
    """R2: choice and order of the events (K-S6)."""
    for i in range(codes.N_EVENTS):
        state.events[i] = codes.EVENT_FIRST + i
    shuffle(state.events, codes.N_EVENTS, rng.fold(state.core.deal_key, KEY_EVENTS))


@kernel
def deal_decks(state, tables):
    """R3: the two scene decks (K-S5)."""
    for kind in range(2):
        n = int(tables.conversion_deck) if kind == codes.KIND_CONVERSION else int(tables.action_deck)
        deck = state.decks[kind]
        for i in range(n):
            deck[i] = kind * codes.ACTION_FIRST + i
        shuffle(deck, n, rng.fold(rng.fold(state.core.deal_key, KEY_DECK), kind))
        state.n_deck[kind] = n


@kernel
def roll_today(state):
    """R4: today's number (K-P4)."""
    key = rng.fold(rng.fold(state.core.table_key, KEY_TODAY), int(state.day))
    state.today = 1 + rng.draw(key, 0, 6)
    note(state.core, c.CHANCE_TODAY, -1, int(state.today))


@kernel
def roll_preparation(state, p, n):
    """R5: n preparation dice of a player, from the stock into his pool (K-P5)."""
    seat = state.seats[p]
    key = rng.fold(rng.fold(rng.fold(state.core.table_key, KEY_PREPARATION), int(state.day)), int(seat.character))
    for i in range(n):
        face = 1 + rng.draw(key, i, 6)
        pool_add(seat, face)
        note(state.core, c.CHANCE_PREPARATION, p, face)
    state.stock_dice -= n
    seat.dice_rolled += n


@kernel
def roll_effect(state, p):
    """R6: one die rolled by an effect of player p."""
    character = int(state.seats[p].character)
    key = rng.fold(rng.fold(state.core.table_key, KEY_EFFECT), character)
    index = int(state.core.counters[COUNT_EFFECT + character])
    state.core.counters[COUNT_EFFECT + character] = index + 1
    state.seats[p].dice_rolled += 1
    return 1 + rng.draw(key, index, 6)


@kernel
def roll_ponkotsu(state, tables, p):
    """R7: the ponkotsu die: 0 nothing, 1 minus, 2 Pass (K-W5)."""
    character = int(state.seats[p].character)
    key = rng.fold(rng.fold(state.core.table_key, KEY_PONKOTSU), character)
    index = int(state.core.counters[COUNT_PONKOTSU + character])
    state.core.counters[COUNT_PONKOTSU + character] = index + 1
    ok, minus = int(tables.ponkotsu_ok), int(tables.ponkotsu_minus)
    face = rng.draw(key, index, ok + minus + int(tables.ponkotsu_pass))
    result = 0 if face < ok else (1 if face < ok + minus else 2)
    note(state.core, c.CHANCE_PONKOTSU, p, result)
    return result


@kernel
def reshuffle(state, kind):
    """R8: the discards of a kind become a new deck (K-P9)."""
    deck = state.decks[kind]
    n = 0
    for i in range(30):
        if (int(state.discards[kind]) >> i) & 1:
            deck[n] = kind * codes.ACTION_FIRST + i
            n += 1
    state.discards[kind] = 0
    index = int(state.core.counters[COUNT_RESHUFFLE + kind])
    state.core.counters[COUNT_RESHUFFLE + kind] = index + 1
    shuffle(deck, n, rng.fold(rng.fold(rng.fold(state.core.table_key, KEY_RESHUFFLE), kind), index))
    state.n_deck[kind] = n
    state.n_reshuffles[kind] += 1
    note(state.core, c.CHANCE_RESHUFFLE, kind, n)


@kernel
def draw_card(state, kind):
    """The next card of a deck, -1 if there is none even after a reshuffle (K-P9)."""
    if state.n_deck[kind] == 0:
        note(state.core, c.K_P9, kind, 0)
        if state.discards[kind] == 0:
            state.warnings |= 1
            return -1
        reshuffle(state, kind)
    state.n_deck[kind] -= 1
    return int(state.decks[kind, int(state.n_deck[kind])])
