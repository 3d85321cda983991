"""One compiled whole-game loop out of a game and its policies, and the class that calls it.

The same machine code plays a batch of games and, by the CONTROL record, one game step by step for a replay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sim import rng
from sim.core import MAX_LOG, MAX_NOTES, MAX_SEATS
from sim.crash import Scene, explain, refuse
from sim.errors import UserError
from sim.game import GameData, GameSpec
from sim.kernel import entry_kernel, kernel, source_digest
from sim.plan import PLAN_ROW
from sim.policies.chain import make_chain
from sim.policies.resolve import RANDOM, is_users, resolve_policies
from sim.policies.user import fingerprint, load_policy, loaded_files, split_name
from sim.reach import Reach
from sim.registry import refuse_edited, sources
from sim.rng import fold

__all__ = ["CONTROL", "N_MEMORY", "Player", "Step", "kernel_digest", "new_control", "source_files", "study_keys"]

#: Modules of sim that hold kernels or make them.
ENGINE_MODULES = ("rng", "rng_twin", "core", "kernel", "linking", "verbs", "playout", "driver")

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


@kernel
def begin(state, entry, keys, n_seats, desk):  # type: ignore[no-untyped-def]
    """Fill CORE of a cleared state for one row of the plan; `keys` are the study's DEAL, TABLE, POLICY, SEARCH."""
    core = state.core
    core.n_seats = n_seats
    core.deal_key = fold(keys[0], entry.block)
    core.table_key = fold(keys[1], entry.block)
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
    """Fill the engine's columns of one outcome row."""
    row.game = entry.game
    row.block = entry.block
    row.table = entry.table
    row.seating = entry.seating
    row.is_finished = core.is_over
    row.end_reason = core.end_reason
    row.decisions = core.n_decisions
    for seat in range(n_seats):
        person = row.seats[seat]
        person.character = entry.characters[seat]
        person.participant = entry.participants[seat]
        person.policy = entry.policies[seat]


def _make_play(game: GameSpec, choose: Callable[..., Any], has_users: bool) -> Callable[..., Any]:
    """The loop over games. `has_users`: a user's policy takes part, so what it is asked is kept for a crash."""
    setup, legal_actions, apply, score = game.setup, game.legal_actions, game.apply, game.score
    max_decisions = game.max_decisions

    def play(states, blank, tables, plan, keys, deciders, desk, rows, coverage, controls):  # type: ignore[no-untyped-def]
        control = controls[0]
        rules = tables[0]
        max_actions = control.max_actions
        n_seats = rows[0].seats.shape[0]
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


def study_keys(seed: int) -> Array:
    """The study's keys of the streams DEAL, TABLE, POLICY and SEARCH, uint64 of shape (4,)."""
    purposes = (rng.DEAL, rng.TABLE, rng.POLICY, rng.SEARCH)
    return np.array([rng.study_key(seed, purpose) for purpose in purposes], dtype=np.uint64)


def source_files(game: GameSpec, families: Sequence[str], reach: Reach | None = None) -> list[Path]:
    """Source files that outcomes depend on: the engine's kernel modules, the game's folder, users' policies.

    And every other file, wherever it lies, that holds a kernel which one of them calls. Files named `view*.py` hold
    words, not rules: a changed sentence compiles nothing.
    """
    here = Path(__file__).parent
    engine = [here / f"{name}.py" for name in ENGINE_MODULES]
    users = {split_name(family)[0] for family in families if is_users(family)}
    rules = [file for file in sources(game.folder) if not file.name.startswith("view")]
    mine = sorted(users, key=lambda file: (file.name, file.read_bytes()))
    known = [*engine, *sorted((here / "policies").glob("*.py")), *rules, *mine]
    told = {file.resolve() for file in known} | loaded_files()
    return [*known, *(file for file in (reach or _reach(game, families)).files() if file.resolve() not in told)]


def _reach(game: GameSpec, families: Sequence[str]) -> Reach:
    """What the verbs of a game and the kernels of users' policies reach."""
    verbs = (game.setup, game.legal_actions, game.apply, game.score, game.features, game.determinize)
    return Reach(*verbs, *(load_policy(family, game).choose for family in families if is_users(family)))


def _families(used: set[str]) -> tuple[str, ...]:
    """Families of a playout in the order of its chain; a user's by name and content, wherever the file lies.

    Beside a user's policy there is always `random`: the yardstick for its speed, in the same machine code.
    """
    users = sorted((family for family in used if is_users(family)), key=lambda family: (fingerprint(family), family))
    own = {family for family in used if not is_users(family)} | ({RANDOM} if users else set())
    return (*sorted(own), *users)


def kernel_digest(game: GameSpec, families: Sequence[str], n_seats: int) -> str:
    """Digest of all that the machine code of a game and its policy families depends on.

    Raises
    ------
    UserError
        The files of a game by path are no longer those that were loaded.
    """
    refuse_edited(game)
    sizes = (n_seats, len(game.feature_names), game.max_legal, game.max_decisions)
    chain = [fingerprint(family) if is_users(family) else family for family in families]
    reach = _reach(game, families)
    files = source_files(game, families, reach)
    return source_digest(files, game.name, repr(sizes), reach.fingerprint, *chain)


def new_control(max_actions: int = -1, is_resumed: bool = False, is_logged: bool = False) -> Array:
    """A CONTROL record, shape (1,)."""
    controls = np.zeros(1, CONTROL)
    controls[0]["max_actions"], controls[0]["is_resumed"], controls[0]["is_logged"] = max_actions, is_resumed, is_logged
    controls[0]["bad_policy"] = controls[0]["row"] = -1
    return controls


@dataclass(frozen=True)
class Step:
    """One action of a replay, or the deal.

    Attributes
    ----------
    seat
        Seat (0-based) that acted; -1 for the deal.
    legal
        Legal action codes it chose from; empty for the deal.
    action
        The code taken; -1 for the deal.
    is_forced
        Whether it was the only legal action; no policy was asked.
    log
        Notes since the action before: rows (note, a, b), int16; `n_lost` more did not fit.
    state
        Copy of the state record after the action, shape (1,).
    row
        Outcome row, shape (1,), after the last action; None before.
    """

    seat: int
    legal: tuple[int, ...]
    action: int
    is_forced: bool
    log: Array
    n_lost: int
    state: Array
    row: Array | None


class Player:
    """Plays rows of a plan with compiled code; several threads may call one Player at the same time.

    Parameters
    ----------
    game, data
        The game and its checked tables.
    policies
        Names; the `policies` of a plan row are indices of this list.
    n_seats
        Number of players.
    seed
        Seed of the study.
    """

    def __init__(self, game: GameSpec, data: GameData, policies: Sequence[str], n_seats: int, seed: int) -> None:
        self.game = game
        self.n_seats = n_seats
        self.seed = seed
        self.policies = resolve_policies(policies, data, len(game.feature_names))
        self.families = _families({policy.family for policy in self.policies})
        self.digest = kernel_digest(game, self.families, n_seats)
        self.row_dtype = game.outcome(n_seats)
        self._tables = np.array(data.tables)
        self._keys = study_keys(seed)
        self._deciders = Deciders(
            np.array([self.families.index(policy.family) for policy in self.policies], dtype=np.int64),
            np.array([policy.weights for policy in self.policies], dtype=np.float64),
        )
        self._deciders.weights.flags.writeable = False

    @cached_property
    def _compiled(self) -> Any:
        chain = make_chain(self.game, self.families)
        if kernel_digest(self.game, self.families, self.n_seats) != self.digest:
            raise UserError(f"{', '.join(self.users)}: the file changed while it was being loaded; start again")
        return entry_kernel(_make_play(self.game, chain, any(map(is_users, self.families))), self.digest)

    @property
    def users(self) -> tuple[str, ...]:
        """The user's policies among the families."""
        return tuple(family for family in self.families if is_users(family))

    def sees_all(self) -> list[str]:
        """Names of the policies that play on the true state, hidden parts and all."""
        return [p.name for p in self.policies if is_users(p.family) and load_policy(p.family, self.game).sees_all]

    def _desk(self) -> Desk:
        game = self.game
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

    def _run(self, states: Array, plan: Array, desk: Desk, rows: Array, counts: Array, controls: Array) -> None:
        """Run the compiled code; an error of a user's policy is the user's to mend."""
        blank, tables = np.zeros(1, self.game.state), self._tables
        before = tables.tobytes() if self.users else b""
        controls["row"], controls["is_choosing"] = -1, 0
        try:
            self._compiled(states, blank, tables, plan, self._keys, self._deciders, desk, rows, counts, controls)
        except Exception as error:
            if not self.users or isinstance(error, UserError):
                raise
            raise explain(error, Scene(self, plan, states, desk, controls)) from error
        if controls[0]["bad_policy"] >= 0:
            raise refuse(Scene(self, plan, states, desk, controls))
        if self.users and tables.tobytes() != before:
            raise UserError(f"policy {', '.join(self.users)} writes into `tables`: they are for reading only")

    def warm(self) -> None:
        """Compile, or load from the kernel cache, without playing a game."""
        self.play(np.zeros(0, PLAN_ROW))

    def play(self, plan_rows: Array, coverage: Array | None = None, board: tuple[Array, Array] | None = None) -> Array:
        """Play every row of a plan.

        Parameters
        ----------
        plan_rows
            Array of PLAN_ROW.
        coverage
            int64 by note code, added to: games in which the note fired. Its length is at most MAX_NOTES.
        board
            The state and control arrays to play on, both of shape (1,), for somebody who looks on meanwhile.

        Returns
        -------
        Array of `game.outcome(n_seats)`, one row for each game, in the plan's order.

        Raises
        ------
        UserError
            A user's policy failed, or chose no legal action.
        """
        game = self.game
        rows = np.zeros(max(len(plan_rows), 1), self.row_dtype)
        counts = np.zeros(0, np.int64) if coverage is None else coverage
        if len(counts) > MAX_NOTES:
            raise ValueError(f"coverage counts {len(counts)} notes, at most {MAX_NOTES} exist")
        states, controls = board or (np.zeros(1, game.state), new_control())
        controls[:] = new_control()
        self._run(states, np.array(plan_rows, PLAN_ROW), self._desk(), rows, counts, controls)
        return rows[: len(plan_rows)]

    def iterate(self, plan_row: Array) -> Iterator[Step]:
        """Replay one game: the deal, then every action, by the code that plays batches.

        Parameters
        ----------
        plan_row
            Array of PLAN_ROW of length 1.
        """
        game = self.game
        states, desk = np.zeros(1, game.state), self._desk()
        rows, counts = np.zeros(1, self.row_dtype), np.zeros(0, np.int64)
        plan, controls = np.array(plan_row, PLAN_ROW), new_control(0, is_logged=True)
        while True:
            self._run(states, plan, desk, rows, counts, controls)
            control = controls[0]
            is_deal = not control["is_resumed"]
            yield _step(control, is_deal, states, desk, rows)
            if control["is_done"]:
                return
            states["core"]["n_log"] = 0
            control["max_actions"], control["is_resumed"] = 1, 1


def _step(control: Any, is_deal: bool, states: Array, desk: Desk, rows: Array) -> Step:
    n_log = int(states["core"]["n_log"][0])
    legal = () if is_deal else tuple(int(code) for code in desk.actions[: control["n_legal"]])
    return Step(
        seat=-1 if is_deal else int(control["seat"]),
        legal=legal,
        action=-1 if is_deal else int(control["action"]),
        is_forced=bool(control["is_forced"]) and not is_deal,
        log=states["core"]["log"][0, :n_log].copy(),
        n_lost=max(n_log - MAX_LOG, 0),
        state=states.copy(),
        row=rows.copy() if control["is_done"] else None,
    )
