"""Where the time of a game goes: the same games again and again, each time with one more part of them.

Actions of real games are kept. Then the games are played by the kept actions alone, then with the legal lists worked
out as well, then with the policy asked as well; the differences are what each verb adds to a game, in its place and
with the caches as warm as they are there. One loop does it all, so that a verb is compiled as in the real one.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from sim.game import GameSpec
from sim.kernel import entry_kernel, source_digest
from sim.loop import begin, finish
from sim.plan import Plan
from sim.playout import Player
from sim.policies.chain import make_chain

Array = np.ndarray[Any, Any]

BATCH = 10_000
FIRST_BATCH = 240
MAX_KEPT = 1 << 20

#: How much of the games is played; each holds the ones before. KEEP plays as usual and keeps the actions.
CLEAR, SETUP, APPLY, SCORE, LIST, CHOOSE, KEEP = range(7)

#: Parts of a game's time, by what they are counted for.
DECISION_PARTS = ("list", "choose", "apply")
GAME_PARTS = ("setup", "score", "engine")


@dataclass(frozen=True)
class Kept:
    """Games and the actions taken in them.

    Attributes
    ----------
    plan_rows
        Array of PLAN_ROW.
    actions
        Action codes of all games in a row, int32.
    n_legal
        By action: length of the legal list, int32; where it is not 1 a policy was asked.
    """

    plan_rows: Array
    actions: Array
    n_legal: Array

    @property
    def n_games(self) -> int:
        """Number of games."""
        return len(self.plan_rows)

    @property
    def n_decisions(self) -> int:
        """Decisions of all games; forced actions are none."""
        return int((self.n_legal != 1).sum())


def _make_again(game: GameSpec, choose: Callable[..., Any]) -> Callable[..., Any]:
    setup, legal_actions, apply, score = game.setup, game.legal_actions, game.apply, game.score
    max_decisions = game.max_decisions

    def again(parts, states, blank, tables, plan, keys, deciders, desk, rows, kept, n_legal, n_seats):  # type: ignore[no-untyped-def]
        """Whole games (up to the first that `kept` has no room for), their actions, choices unlike the kept ones."""
        rules = tables[0]
        n_actions = 0
        n_others = 0
        for i in range(plan.shape[0]):
            entry = plan[i]
            states[0] = blank[0]
            begin(states[0], entry, keys, n_seats, desk)
            if parts == CLEAR:
                continue
            setup(states[0], rules)
            if parts == SETUP:
                continue
            state = states[0]
            core = state.core
            n_forced = 0
            first = n_actions
            while core.is_over == 0 and core.n_decisions < max_decisions and n_forced < max_decisions:
                if n_actions == kept.shape[0]:
                    return i, first, n_others
                n = n_legal[n_actions]
                index = 0
                if parts >= LIST:
                    n = legal_actions(state, rules, desk.actions)
                if parts == KEEP:
                    n_legal[n_actions] = n
                core.longest_list = max(core.longest_list, n)
                n_forced += 1
                if n != 1:
                    n_forced = 0
                    core.n_decisions += 1
                    if parts >= CHOOSE:
                        seat = core.actor
                        policy = entry.policies[seat]
                        family = deciders.families[policy]
                        index = choose(family, states, rules, n, deciders.weights[policy], desk.memory[seat], desk)
                        if index < 0 or index >= n:
                            return -1, 0, 0
                if parts == KEEP:
                    kept[n_actions] = desk.actions[index]
                elif parts >= CHOOSE:
                    n_others += desk.actions[index] != kept[n_actions]
                apply(state, rules, kept[n_actions])
                n_actions += 1
            if core.is_over == 0:
                core.end_reason = -1
            if parts >= SCORE:
                score(state, rules, rows[i])
                finish(core, entry, rows[i], n_seats)
        return plan.shape[0], n_actions, n_others

    return again


class Stopwatch(Player):
    """A Player that can also play its games with parts left out, and says what they took."""

    @cached_property
    def _again(self) -> Any:
        digest = source_digest([Path(__file__)], self.digest)
        return entry_kernel(_make_again(self.game, make_chain(self.game, self.families)), digest)

    def _play_again(self, parts: int, kept: Kept) -> tuple[float, Array, tuple[int, int, int]]:
        """CPU seconds, outcome rows, and what the loop answers."""
        states, blank = np.zeros(1, self.game.state), np.zeros(1, self.game.state)
        rows, desk = self._rows(kept.n_games), self._desk()
        buffers = (states, blank, self._tables, kept.plan_rows, self._keys, self._deciders, desk, rows)
        started = time.thread_time()
        answer = self._again(parts, *buffers, kept.actions, kept.n_legal, self.n_seats)
        took = time.thread_time() - started
        return took, self.game.narrowed(rows, self.n_seats), answer

    def keep(self, plan_rows: Array) -> Kept | None:
        """Play games and keep their actions: all that fit, None when the first does not or plays differently again.

        A game plays differently again when a verb changes what it must not, such as `legal_actions` the state.
        """
        self.play(plan_rows[:1])  # a policy that chooses no legal action is reported here
        room = Kept(np.array(plan_rows), np.zeros(MAX_KEPT, np.int32), np.zeros(MAX_KEPT, np.int32))
        _, rows, (n_games, n_actions, _) = self._play_again(KEEP, room)
        kept = Kept(room.plan_rows[:n_games], room.actions[:n_actions].copy(), room.n_legal[:n_actions].copy())
        if n_games < 1:
            return None
        for parts in (SCORE, LIST, CHOOSE):
            _, rows_again, answer = self._play_again(parts, kept)
            if answer != (n_games, n_actions, 0) or rows_again.tobytes() != rows[:n_games].tobytes():
                return None
        return kept

    def parts(self, kept: Kept) -> dict[str, float]:
        """Nanoseconds of each part: a decision's for DECISION_PARTS, a game's for GAME_PARTS.

        They add up to the time of `play`: engine is what remains of it.
        """
        took = [self._play_again(parts, kept)[0] for parts in (CLEAR, SETUP, APPLY, SCORE, LIST, CHOOSE)]
        started = time.thread_time()
        self.play(kept.plan_rows)
        whole = time.thread_time() - started
        clear, dealt, applied, scored, listed, chosen = took
        seconds = {"list": listed - scored, "choose": chosen - listed, "apply": applied - dealt}
        per_decision = {part: 1e9 * value / max(kept.n_decisions, 1) for part, value in seconds.items()}
        seconds = {"setup": dealt - clear, "score": scored - applied, "engine": whole - chosen + clear}
        return per_decision | {part: 1e9 * value / kept.n_games for part, value in seconds.items()}


def batches(plan: Plan, table: int, n_games: int) -> list[Array]:
    """The first games of a policy table, in pieces as a study plays them."""
    return [plan.rows(table, start, min(start + BATCH, n_games)) for start in range(0, n_games, BATCH)]


def play_batches(player: Player, pieces: list[Array]) -> int:
    """Play; number of decisions."""
    return sum(int(player.play(rows)["decisions"].sum()) for rows in pieces)


def play_for(player: Player, plan: Plan, table: int, seconds: float) -> tuple[int, float, int]:
    """Play the first games of a policy table, so many that it takes about `seconds`: games, seconds, decisions."""
    n_games = FIRST_BATCH
    while True:
        pieces = batches(plan, table, n_games)
        started = time.perf_counter()
        n_decisions = play_batches(player, pieces)
        took = time.perf_counter() - started
        if took >= seconds:
            return n_games, took, n_decisions
        n_games = int(n_games * min(max(1.2 * seconds / max(took, 1e-6), 1.5), 20.0))
