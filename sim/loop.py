"""The whole-game loop that is compiled out of a game's verbs and a chain of policies, and the buffers that it uses.

The same machine code plays a batch of games and, by the CONTROL record, one game step by step for a replay.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from sim import rng
from sim.core import MAX_SEATS
from sim.game import GameSpec
from sim.kernel import kernel
from sim.rng import fold

#: Numbers that a policy may keep for one seat during one game.
N_MEMORY = 16

Array = np.ndarray[Any, Any]

#: How far `play` goes and, after a call, what it did last. Action counts include forced actions.
CONTROL = np.dtype(
    (
        np.record,
        [
            ("max_actions", np.int64),  # in: stop after so many actions; negative: play to the end
            ("is_resumed", np.int8),  # in: go on with the game in `states` instead of starting one
            ("is_logged", np.int8),  # in: the state keeps a log of notes
            ("n_seats", np.int8),  # in: players
            ("is_done", np.int8),  # out: every game of the plan has been played and scored
            ("is_forced", np.int8),  # out: the last action was the only legal one
            ("seat", np.int8),  # out: seat that took the last action
            ("is_choosing", np.int8),  # out: a policy is being asked
            ("bad_policy", np.int16),  # out: -1, or the policy that chose no legal index; then play stopped
            ("n_legal", np.int32),  # out: legal actions at the last decision point, in the action buffer
            ("chosen", np.int32),  # out: index of the last action in that buffer
            ("action", np.int32),  # out: the last action
            ("row", np.int64),  # out: row of the plan that is being played; -1 before the first
            ("n_actions", np.int64),  # out: actions taken by this call
            ("n_forced", np.int64),  # in and out: forced actions in a row up to now
        ],
    )
)


class Deciders(NamedTuple):
    """Policies as kernels read them: by policy, the family's place in the chain and the weights row."""

    families: Array  # int64 (n_policies,)
    weights: Array  # float64 (n_policies, n_features)


class Desk(NamedTuple):
    """Buffers of one worker; every game overwrites them."""

    actions: Array  # int32 (max_legal,): legal actions
    offer: Array  # the same memory, read-only: what a user's policy gets
    scratch: Array  # the game's scratch record (1,)
    values: Array  # float64 (max_legal,): weighed actions
    memory: Array  # float64 (MAX_SEATS, N_MEMORY): what policies keep, by seat
    search_keys: Array  # uint64 (MAX_SEATS,): stream SEARCH by seat
    worlds: Array  # state record (1,): the copy that a user's policy plays on
    spare: Array  # state record (1,): one more, for policies that try actions


def new_desk(game: GameSpec) -> Desk:
    """Empty buffers for the games of one worker."""
    actions = np.zeros(game.max_legal, np.int32)
    offer = actions.view()
    offer.flags.writeable = False
    return Desk(
        actions,
        offer,
        np.zeros(1, game.scratch),
        np.zeros(game.max_legal),
        np.zeros((MAX_SEATS, N_MEMORY)),
        np.zeros(MAX_SEATS, np.uint64),
        np.zeros(1, game.state),
        np.zeros(1, game.state),
    )


def new_control(max_actions: int = -1, is_resumed: bool = False, is_logged: bool = False) -> Array:
    """A CONTROL record, shape (1,)."""
    controls = np.zeros(1, CONTROL)
    controls[0]["max_actions"], controls[0]["is_resumed"], controls[0]["is_logged"] = max_actions, is_resumed, is_logged
    controls[0]["bad_policy"] = controls[0]["row"] = -1
    return controls


def study_keys(seed: int) -> Array:
    """The study's keys of the streams DEAL, TABLE, POLICY and SEARCH, uint64 of shape (4,)."""
    purposes = (rng.DEAL, rng.TABLE, rng.POLICY, rng.SEARCH)
    return np.array([rng.study_key(seed, purpose) for purpose in purposes], dtype=np.uint64)


@kernel
def begin(state, entry, keys, n_seats, desk):  # type: ignore[no-untyped-def]
    """Fill CORE of a cleared state for one row of the plan; `keys` are the study's DEAL, TABLE, POLICY, SEARCH."""
    core = state.core
    core.n_seats = n_seats
    core.deal_key = fold(keys[0], entry.deal)
    core.table_key = fold(keys[1], entry.deal)
    policy_key = fold(keys[2], entry.game)
    search_key = fold(keys[3], entry.game)
    for seat in range(n_seats):
        core.policy_keys[seat] = fold(policy_key, entry.participants[seat])
        desk.search_keys[seat] = fold(search_key, entry.participants[seat])
        core.characters[seat] = entry.characters[seat]
        core.participants[seat] = entry.participants[seat]
        for k in range(N_MEMORY):
            desk.memory[seat, k] = 0.0


@kernel
def finish(core, entry, row, n_seats):  # type: ignore[no-untyped-def]
    """Fill the engine's columns of one outcome row; nobody wins an unfinished game."""
    is_finished = core.is_over != 0 and core.end_reason >= 0
    row.game = entry.game
    row.block = entry.block
    row.table = entry.table
    row.seating = entry.seating
    row.is_finished = is_finished
    row.end_reason = core.end_reason
    row.decisions = core.n_decisions
    for seat in range(n_seats):
        person = row.seats[seat]
        person.character = entry.characters[seat]
        person.participant = entry.participants[seat]
        person.policy = entry.policies[seat]
        if not is_finished:
            person.win_share = 0.0
    if not is_finished:
        row.winners = 0


def make_play(game: GameSpec, choose: Callable[..., Any], has_users: bool) -> Callable[..., Any]:
    """The loop over games. `has_users`: a user's policy takes part, so what it is asked is kept for a crash."""
    setup, legal_actions, apply, score = game.setup, game.legal_actions, game.apply, game.score
    max_decisions = game.max_decisions

    def play(states, blank, tables, plan, keys, deciders, desk, rows, coverage, controls):  # type: ignore[no-untyped-def]
        control = controls[0]
        rules = tables[0]
        max_actions = control.max_actions
        n_seats = int(control.n_seats)
        is_resumed = control.is_resumed != 0
        n_forced = control.n_forced
        n_actions = 0
        control.is_done = 0
        control.bad_policy = -1
        for i in range(plan.shape[0]):
            entry = plan[i]
            control.row = i
            if not is_resumed:
                states[0] = blank[0]
                begin(states[0], entry, keys, n_seats, desk)
                states[0].core.is_logged = control.is_logged
                setup(states[0], rules)
                n_forced = 0
            is_resumed = False
            state = states[0]
            core = state.core
            while core.is_over == 0 and core.n_decisions < max_decisions and n_forced < max_decisions:
                if n_actions == max_actions:
                    control.n_actions = n_actions
                    control.n_forced = n_forced
                    return
                n = legal_actions(state, rules, desk.actions)
                core.longest_list = max(core.longest_list, n)
                seat = core.actor
                index = 0
                n_forced += 1
                if n != 1:
                    n_forced = 0
                    core.n_decisions += 1
                    policy = entry.policies[seat]
                    family = deciders.families[policy]
                    if has_users:
                        control.n_legal = n
                        control.is_choosing = 1
                    index = choose(family, states, rules, n, deciders.weights[policy], desk.memory[seat], desk)
                    if has_users:
                        control.is_choosing = 0
                    if index < 0 or index >= n:
                        control.bad_policy = policy
                        control.chosen = index
                        return
                action = desk.actions[index]
                if max_actions >= 0:  # a replay looks at every action; a batch must not wait for these writes
                    control.is_forced = n == 1
                    control.seat = seat
                    control.n_legal = n
                    control.chosen = index
                    control.action = action
                apply(state, rules, action)
                n_actions += 1
            if core.is_over == 0:
                core.end_reason = -1
            score(state, rules, rows[i])
            finish(core, entry, rows[i], n_seats)
            for k in range(coverage.shape[0]):
                coverage[k] += core.notes[k]
        control.n_actions = n_actions
        control.is_done = 1

    return play
