"""What the checks of one game share: the game, its data, the games played step by step, the compiled batches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from sim.contract.crumb import BATCH, COMPILE, OTHER, Crumb
from sim.contract.result import Fault
from sim.contract.table import Table, verb_fault
from sim.contract.task import SEED, Sizes, Task
from sim.contract.walk import Game, Point, Sampler, Walk, Where
from sim.errors import UserError
from sim.game import GameData, GameSpec
from sim.plan import Plan, make_plan
from sim.playout import Player
from sim.policies.resolve import RANDOM, Policy, resolve_policies
from sim.seats import seats_with
from sim.uncompiled import game_reason

Array = np.ndarray[Any, Any]


class Room:
    """Made by the child process; every part is made when a check first asks for it."""

    def __init__(self, task: Task, sizes: Sizes, crumb: Crumb) -> None:
        self.task = task
        self.sizes = sizes
        self.crumb = crumb
        self._data: dict[int, GameData] = {}
        self._players: dict[int, Player] = {}
        self._rows: dict[int, Array] = {}

    @cached_property
    def game(self) -> GameSpec:
        """The game."""
        from sim import registry

        return registry.find(self.task.game)

    def load(self, n_seats: int, cards: str | None = None, more: Sequence[tuple[str, str]] = ()) -> GameData:
        """Load the data anew, with `more` values changed."""
        rules = Path(self.task.rules) if self.task.rules else None
        return self.game.load(cards or self.task.cards, rules, (*self.task.sets, *more), n_seats)

    def data(self, n_seats: int) -> GameData:
        """The data for a number of players."""
        if n_seats not in self._data:
            self._data[n_seats] = self.load(n_seats)
        return self._data[n_seats]

    @cached_property
    def seats(self) -> tuple[int, ...]:
        """Numbers of players that the game takes with the data of the task."""
        return seats_with(self.game, self.data(self.game.default_seats))

    @cached_property
    def policies(self) -> list[str]:
        """Names of the policies of the game: `random`, then its styles."""
        styles = self.data(self.game.default_seats).weights
        return [RANDOM, *(style for style in styles if style != RANDOM)]

    def policy(self, name: str, n_seats: int) -> Policy:
        """A policy with its weights."""
        return resolve_policies([name], self.data(n_seats), len(self.game.feature_names))[0]

    # ---- step by step ----

    @cached_property
    def table(self) -> Table:
        """The table at which games are played step by step, compiled."""
        table = Table(self.game, self.crumb, SEED)
        table.compile()
        return table

    def where(self, n_seats: int, policy: str, index: int) -> Where:
        """Game `index` of a study in which one policy plays every seat."""
        plan = make_plan(self.game, index + 1, n_seats, [policy], seed=SEED)
        return Where(n_seats, policy, index, plan.rows(0, index, index + 1)[0])

    @contextmanager
    def at(self, where: Where, is_walk: bool = False) -> Iterator[None]:
        """Whatever goes wrong inside is said to be of this game."""
        self.crumb.game, self.crumb.is_walk = (where.n_seats, where.index), is_walk
        self.crumb.say(where.policy)
        try:
            yield
        except Fault as fault:
            line = self._line(where, fault) if is_walk else ""
            raise Fault(f"{fault}{line}: {where.text(self.table.n_steps)}", fault.check) from fault
        finally:
            self.crumb.game, self.crumb.is_walk = (-1, -1), False
            self.crumb.drop(OTHER)

    def _line(self, where: Where, fault: Fault) -> str:
        """The source line of a verb that raised, in brackets."""
        from sim.contract.locate import locate

        line = locate(self.task, self.sizes, where.n_seats, where.policy, where.index) if fault.__cause__ else ""
        return f" ({line})" if line else ""

    @cached_property
    def _walked(self) -> tuple[list[Game], list[Point], Fault | None]:
        sampler = Sampler(self.sizes.points)
        walk = Walk(self.table, self.game.view, sampler)
        try:
            for n_seats in self.seats:
                if not walk.games or any(game.is_over for game in walk.games[-2:]):
                    self._walk_seats(walk, n_seats)
        except Fault as fault:
            return walk.games, sampler.points(), fault
        return walk.games, sampler.points(), None

    def _walk_seats(self, walk: Walk, n_seats: int) -> None:
        data = self.data(n_seats)
        self.table.tables = np.array(data.tables)
        step = make_plan(self.game, 1, n_seats, [RANDOM], seed=SEED).block_size + 1
        for name in self.policies:
            policy = self.policy(name, n_seats)
            for number in range(self.sizes.walks if n_seats in self.batch_seats else self.sizes.walks // 3 + 1):
                where = self.where(n_seats, name, number * step)
                with self.at(where, is_walk=True):
                    walk.play(where, policy, data)
                if number and not any(game.is_over for game in walk.games[-2:]):
                    return  # two in a row did not end: no need to wait for more

    def games(self, check: str) -> list[Game]:
        """The games played step by step; a fault met on the way is raised, for the check that it belongs to."""
        games, _, fault = self._walked
        if fault is not None and fault.check == check:
            raise fault
        return games

    @property
    def blamed(self) -> str:
        """The check that a fault met in the games belongs to, once they were played."""
        fault = self._walked[2] if "_walked" in self.__dict__ else None
        return fault.check if fault is not None else ""

    def fault_of_walk(self) -> Fault | None:
        """What broke off the games, if anything."""
        return self._walked[2]

    @property
    def points(self) -> list[Point]:
        """Decision points of all kinds."""
        return self._walked[1]

    def put(self, point: Point) -> Any:
        """Put a decision point on the table; returns its CORE."""
        self.table.tables = np.array(self.data(point.where.n_seats).tables)
        self.table.state[:] = point.state
        self.table.n_steps = point.step
        return self.table.state[0]["core"]

    # ---- in batches ----

    @cached_property
    def batch_seats(self) -> list[int]:
        """Numbers of players that are played in batches: smallest, default and largest."""
        return sorted({min(self.seats), self.game.default_seats, max(self.seats)})

    def plan(self, n_seats: int, n_games: int | None = None) -> Plan:
        """The plan of the batches: one table for each policy."""
        return make_plan(self.game, n_games or self.sizes.games, n_seats, self.policies, seed=SEED)

    def player(self, n_seats: int) -> Player:
        """The compiled batch loop."""
        if n_seats not in self._players:
            player = Player(self.game, self.data(n_seats), self.policies, n_seats, SEED)
            self.warm(player)
            self._players[n_seats] = player
        return self._players[n_seats]

    def warm(self, player: Player) -> None:
        """Compile a player, which may take longer than any batch."""
        self.crumb.drop(COMPILE)
        try:
            player.warm()
        except UserError as error:
            if error.__cause__ is None:
                raise
            reason = game_reason(error.__cause__, self.game)
            raise Fault(f"the loop over whole games does not compile: {reason}", "compile") from error

    def batch(
        self, n_seats: int, rows: Array, what: str, coverage: Array | None = None, player: Player | None = None
    ) -> Array:
        """Play rows of a plan in one call, by the player of all policies unless another is given."""
        player = player or self.player(n_seats)
        self.crumb.game = (n_seats, int(rows[0]["game"]) if len(rows) else -1)
        self.crumb.say(what)
        self.crumb.drop(BATCH, action=len(rows))
        try:
            return player.play(rows, coverage)
        except UserError:
            raise
        except Exception as error:
            first, last = int(rows[0]["game"]), int(rows[-1]["game"])
            fault = verb_fault(BATCH, 0, error)
            raise Fault(f"{fault}: games {first} to {last} ({n_seats} players, {what})", "batches") from error
        finally:
            self.crumb.game = (-1, -1)
            self.crumb.drop(OTHER)

    def rows(self, n_seats: int) -> Array:
        """Outcome rows of all games of the plan, policy by policy."""
        if n_seats not in self._rows:
            plan = self.plan(n_seats)
            parts = [
                self.batch(n_seats, plan.rows(table, 0, plan.n_games), f"policy {name}")
                for table, name in enumerate(self.policies)
            ]
            self._rows[n_seats] = np.concatenate(parts)
        return self._rows[n_seats]


def row_text(row: Any, policies: Sequence[str], n_seats: int) -> str:
    """A row of `Room.rows` in words."""
    return f"game {int(row['game'])} ({n_seats} players, policy {policies[int(row['table'])]})"


def first_difference(a: Any, b: Any, path: str = "") -> str:
    """The first field in which two records or arrays differ, with both values; "" where they are the same."""
    a, b = np.asarray(a), np.asarray(b)
    if a.tobytes() == b.tobytes():
        return ""
    if a.ndim:
        parts = ((a[place], b[place], path + "".join(f"[{i}]" for i in place)) for place in np.ndindex(a.shape))
    elif a.dtype.names:
        parts = ((a[name], b[name], f"{path}.{name}".lstrip(".")) for name in a.dtype.names)
    else:
        return f"{path} ({a.tolist()} and {b.tolist()})"
    return next(found for found in (first_difference(*part) for part in parts) if found)
