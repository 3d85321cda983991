"""Compiled loops over the game's own kernels, for known answers that take millions of tries."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from sim import rng
from sim.game import GameData
from sim.games.kaguya import GAME, codes, evening
from sim.games.kaguya import clauses as c
from sim.games.kaguya import state as st
from sim.games.kaguya.pieces import pool_add
from sim.games.kaguya.placement import test_ponkotsu as ponkotsu_test
from sim.loop import study_keys

from ..kit.compiled import begin, entries

# Kernels are typed by Numba.
# mypy: disable-error-code="no-untyped-def"

Array = np.ndarray[Any, Any]

#: Numbers that `census` counts in a game.
CENSUS = ("d2_questions", "rolls", "passes", "minus_rolls", "points_lost")


_entry = entries(GAME, Path(__file__))


def make_fill() -> Any:
    apply = GAME.apply

    def fill(bases, states, tables, key, n_trials, counts):
        base, rules = bases[0], tables[0]
        drawn = 0
        for _ in range(n_trials):
            states[0] = base
            state = states[0]
            for _ in range(12):
                n = 0
                for s in range(4):
                    n += state.slots[s].n < 3
                skip = rng.draw(key, drawn, n)
                face = 1 + rng.draw(key, drawn + 1, 6)
                drawn += 2
                character = -1
                for s in range(4):
                    if state.slots[s].n < 3:
                        if skip == 0:
                            character = int(state.seats[int(state.slots[s].seat)].character)
                        skip -= 1
                pool_add(state.seats[0], face)
                apply(state, rules, (codes.FORM_PLACE << 24) | (character << 4) | face)
            n = 0
            for p in range(4):
                n += int(state.seats[p].is_ponkotsu)
            counts[n] += 1

    return fill


def random_fill(bases: Array, tables: Array, seed: int, n_trials: int) -> Array:
    """Trials by number of ponkotsu characters, int64 of shape (5,).

    A trial: twelve times choose one of the characters that have a free place, roll, and place by the verb `apply`.

    Parameters
    ----------
    bases
        The state to start from, shape (1,): seat 1 is asked D2, his pool is empty and his allowance large enough.
    """
    counts = np.zeros(5, np.int64)
    _entry(make_fill)(bases, bases.copy(), tables, np.uint64(rng.study_key(seed, rng.TABLE)), n_trials, counts)
    return counts


def make_pairs() -> Any:
    def pairs(states, tables, a, b):
        state, rules = states[0], tables[0]
        hits = 0
        for code in range(6 ** (a + b)):
            rest = code
            for s in range(2):
                slot = state.slots[s]
                slot.n = a if s == 0 else b
                slot.total = 0
                for i in range(int(slot.n)):
                    face = 1 + rest % 6
                    slot.dice[i] = face
                    slot.total += face
                    rest //= 6
            hits += ponkotsu_test(state, rules, int(state.slots[0].seat), int(state.slots[0].dice[a - 1])) != 0
        return hits

    return pairs


def equal_totals(states: Array, tables: Array, a: int, b: int) -> int:
    """In how many of the 6**(a + b) throws the test finds slot 1 with `a` dice equal to slot 2 with `b`."""
    return int(_entry(make_pairs)(states, tables, a, b))


def make_totals() -> Any:
    count_vigour = evening._count_vigour  # the game's own falling order

    def totals(states, tables, ways, sums):
        state, rules = states[0], tables[0]
        n_different = 0
        for code in range(16**4):
            weight = 1
            for s in range(4):
                total = 3 + (code >> (4 * s) & 15)
                weight *= ways[total]
                state.slots[s].n = 3
                state.slots[s].total = total
                state.seats[int(state.slots[s].seat)].bag = total
            matched = 0
            for p in range(4):
                matched |= ponkotsu_test(state, rules, p, 1)
            if matched == 0:
                n_different += weight
            count_vigour(state)
            for i in range(4):
                sums[i] += weight * int(state.seats[int(state.vigour_order[i])].bag)
        return n_different

    return totals


def four_totals(states: Array, tables: Array) -> tuple[int, list[int]]:
    """Over all 6**12 throws: in how many the test finds no equal totals; sums of the totals in falling order."""
    ways, sums = np.zeros(19, np.int64), np.zeros(4, np.int64)
    for code in range(216):
        ways[3 + code % 6 + code // 6 % 6 + code // 36] += 1
    n_different = int(_entry(make_totals)(states, tables, ways, sums))
    return n_different, [int(total) for total in sums]


def make_deals() -> Any:
    setup = GAME.setup

    def deals(states, blanks, tables, key, n_deals, cards, events):
        for i in range(n_deals):
            begin(states, blanks, 4, rng.fold(key, i))
            state = states[0]
            setup(state, tables[0])
            for kind in range(2):
                for place in range(30):
                    cards[kind, place, int(state.decks[kind, place]) - kind * codes.ACTION_FIRST] += 1
            for place in range(codes.N_EVENTS):
                events[place, int(state.events[place]) - codes.EVENT_FIRST] += 1

    return deals


def deal_counts(data: GameData, seed: int, n_deals: int) -> tuple[Array, Array]:
    """How often each card lay at each place: of the two decks (2, 30, 30), of the shuffled events (15, 15)."""
    states = np.zeros(1, GAME.state)
    cards, events = np.zeros((2, 30, 30), np.int64), np.zeros((codes.N_EVENTS, codes.N_EVENTS), np.int64)
    key = study_keys(seed)[0]
    _entry(make_deals)(states, states.copy(), np.array(data.tables), key, n_deals, cards, events)
    return cards, events


def make_census() -> Any:
    setup, legal_actions, apply = GAME.setup, GAME.legal_actions, GAME.apply

    def census(states, blanks, tables, keys, first, actions, rows):
        rules = tables[0]
        for i in range(rows.shape[0]):
            begin(states, blanks, 4, rng.fold(keys[0], first + i))
            state = states[0]
            core = state.core
            core.is_logged = 1
            core.table_key = rng.fold(keys[1], first + i)
            key = rng.fold(keys[2], first + i)
            setup(state, rules)
            drawn = 0
            while core.is_over == 0:
                for k in range(core.n_log):
                    rows[i, 1] += core.log[k, 0] == c.CHANCE_PONKOTSU
                core.n_log = 0
                n = legal_actions(state, rules, actions)
                rows[i, 0] += n > 1 and state.ask == st.ASK_TURN
                apply(state, rules, actions[rng.draw(key, drawn, n)])
                drawn += 1
            for p in range(4):
                rows[i, 2] += state.seats[p].passes
                rows[i, 3] += state.seats[p].minus_rolls
                rows[i, 4] -= state.seats[p].pts_penalty

    return census


def census(data: GameData, seed: int, n_games: int) -> Array:
    """What no outcome column counts, in games of uniform choices: int64 of shape (n_games, len(CENSUS))."""
    states, rows = np.zeros(1, GAME.state), np.zeros((n_games, len(CENSUS)), np.int64)
    actions = np.zeros(GAME.max_legal, np.int32)
    _entry(make_census)(states, states.copy(), np.array(data.tables), study_keys(seed), 0, actions, rows)
    return rows
