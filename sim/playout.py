"""Plays games by compiled code: whole batches for a study, one game action by action for a replay."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from sim.core import MAX_LOG, MAX_NOTES
from sim.crash import Scene, explain, refuse
from sim.errors import UserError
from sim.game import GameData, GameSpec
from sim.kernel import entry_kernel
from sim.kernel_sources import kernel_digest
from sim.loop import Deciders, Desk, make_play, new_control, new_desk, study_keys
from sim.plan import PLAN_ROW
from sim.policies.chain import chain_order, make_chain
from sim.policies.resolve import is_users, resolve_policies
from sim.policies.user import load_policy

__all__ = ["Player", "Step"]

Array = np.ndarray[Any, Any]


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
        self.families = chain_order({policy.family for policy in self.policies})
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
        return entry_kernel(make_play(self.game, chain, any(map(is_users, self.families))), self.digest)

    @property
    def users(self) -> tuple[str, ...]:
        """The user's policies among the families."""
        return tuple(family for family in self.families if is_users(family))

    def sees_all(self) -> list[str]:
        """Names of the policies that play on the true state, hidden parts and all."""
        return [p.name for p in self.policies if is_users(p.family) and load_policy(p.family, self.game).sees_all]

    def _desk(self) -> Desk:
        return new_desk(self.game)

    def _rows(self, n: int) -> Array:
        """Empty rows for the compiled code, at least one."""
        return np.zeros(max(n, 1), self.game.kernel_outcome(self.n_seats))

    def _run(self, states: Array, plan: Array, desk: Desk, rows: Array, counts: Array, controls: Array) -> None:
        """Run the compiled code; an error of a game or of a policy is its maker's to mend."""
        blank, tables = np.zeros(1, self.game.state), self._tables
        before = tables.tobytes() if self.users else b""
        controls["row"], controls["is_choosing"], controls["n_seats"] = -1, 0, self.n_seats
        try:
            self._compiled(states, blank, tables, plan, self._keys, self._deciders, desk, rows, counts, controls)
        except Exception as error:
            if isinstance(error, UserError):
                raise
            told = explain(error, Scene(self, plan, states, desk, controls))
            if told is error:
                raise
            raise told from error
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
        rows = self._rows(len(plan_rows))
        counts = np.zeros(0, np.int64) if coverage is None else coverage
        if len(counts) > MAX_NOTES:
            raise ValueError(f"coverage counts {len(counts)} notes, at most {MAX_NOTES} exist")
        states, controls = board or (np.zeros(1, game.state), new_control())
        controls[:] = new_control()
        self._run(states, np.array(plan_rows, PLAN_ROW), self._desk(), rows, counts, controls)
        return game.narrowed(rows[: len(plan_rows)], self.n_seats)

    def iterate(self, plan_row: Array) -> Iterator[Step]:
        """Replay one game: the deal, then every action, by the code that plays batches.

        Parameters
        ----------
        plan_row
            Array of PLAN_ROW of length 1.
        """
        game = self.game
        states, desk = np.zeros(1, game.state), self._desk()
        rows, counts = self._rows(1), np.zeros(0, np.int64)
        plan, controls = np.array(plan_row, PLAN_ROW), new_control(0, is_logged=True)
        while True:
            self._run(states, plan, desk, rows, counts, controls)
            control = controls[0]
            is_deal = not control["is_resumed"]
            row = game.narrowed(rows, self.n_seats) if control["is_done"] else None
            yield _step(control, is_deal, states, desk, row)
            if control["is_done"]:
                return
            states["core"]["n_log"] = 0
            control["max_actions"], control["is_resumed"] = 1, 1


def _step(control: Any, is_deal: bool, states: Array, desk: Desk, row: Array | None) -> Step:
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
        row=row,
    )
