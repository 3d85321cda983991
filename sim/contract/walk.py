"""Games played step by step by the game's own policies; the engine plays the same ones in batches."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from sim.contract.crumb import VIEW
from sim.contract.result import Fault
from sim.contract.table import Table
from sim.core import CORE, MAX_LOG
from sim.game import GameData
from sim.policies.resolve import RANDOM, Policy
from sim.rng_twin import draw, shuffle

Array = np.ndarray[Any, Any]

#: Fields of CORE that only the engine writes.
ENGINE_FIELDS = (
    "n_seats",
    "characters",
    "participants",
    "is_logged",
    "policy_keys",
    "policy_draws",
    "n_decisions",
    "longest_list",
)


@dataclass(frozen=True)
class Where:
    """A game of the checks: row of the plan, players and policy, with which `fairseat replay` shows it."""

    n_seats: int
    policy: str
    index: int
    entry: Any

    def text(self, step: int = -1) -> str:
        """The game in words; `step` counts the actions before."""
        at = f", before action {step + 1}" if step >= 0 else ""
        return f"game {self.index} ({self.n_seats} players, policy {self.policy}{at})"


@dataclass(frozen=True)
class Point:
    """A decision point with a choice: a copy of the state before it is looked at, shape (1,), and its legal list."""

    where: Where
    step: int
    kind: str
    legal: tuple[int, ...]
    state: Array

    def text(self) -> str:
        """Where to find it."""
        return self.where.text(self.step)


@dataclass
class Game:
    """A game that was played step by step."""

    where: Where
    actions: list[int] = field(default_factory=list)
    n_decisions: int = 0
    longest_list: int = 0
    longest_log: int = 0
    codes: set[int] = field(default_factory=set)  # note codes of its log
    row: Array | None = None
    end: Array | None = None  # the last state
    is_over: bool = False
    is_finished: bool = False


class Sampler:
    """Keeps decision points of every kind, about equally many of each."""

    def __init__(self, n_points: int) -> None:
        self._n_points = n_points
        self._kinds: dict[str, list[Point]] = {}
        self._seen: dict[str, int] = {}

    def offer(self, point: Point) -> None:
        """Keep a point, or one in place of another of its kind (Vitter's algorithm R)."""
        kept = self._kinds.setdefault(point.kind, [])
        self._seen[point.kind] = seen = self._seen.get(point.kind, 0) + 1
        room = max(2 * self._n_points // len(self._kinds), 1)
        if len(kept) < room:
            kept.append(_copied(point))
        elif (place := draw(1, seen, seen)) < room:
            kept[place] = _copied(point)

    def points(self) -> list[Point]:
        """The kept points in an order that mixes kinds: every first part of it has all of them."""
        queues = [list(points) for points in self._kinds.values()]
        for key, queue in enumerate(queues):
            shuffle(key, queue)
        mixed: list[Point] = []
        while any(queues) and len(mixed) < self._n_points:
            mixed += [queue.pop() for queue in queues if queue]
        return mixed[: self._n_points]


def _copied(point: Point) -> Point:
    return Point(point.where, point.step, point.kind, point.legal, point.state.copy())


def choose(table: Table, policy: Policy, codes: Sequence[int]) -> int:
    """Index that a policy of the game chooses, by the engine's rules; takes the draws that it takes."""
    if policy.family == RANDOM:
        return _draw(table, len(codes))
    values = table.features(codes, policy.weights).tolist()
    check_values(values)
    best, first = values[0], 0
    for i, value in enumerate(values):
        if value > best:
            best, first = value, i
    equal = [i for i in range(first, len(values)) if values[i] == best]
    return equal[_draw(table, len(equal))] if len(equal) > 1 else first


def check_values(values: Sequence[float]) -> None:
    """Refuse values that are no finite numbers."""
    for i, value in enumerate(values):
        if not math.isfinite(value):
            what = "is never written, or not a number" if math.isnan(value) else f"is {value}"
            raise Fault(
                f"`features`: values[{i}] of {len(values)} {what}: give every action a finite value", "features"
            )


def _draw(table: Table, n: int) -> int:
    core = table.state[0]["core"]
    seat = int(core["actor"])
    index = draw(int(core["policy_keys"][seat]), int(core["policy_draws"][seat]), n)
    core["policy_draws"][seat] += 1
    return index


class Walk:
    """Plays games step by step and checks what every step must keep.

    Attributes
    ----------
    games
        The games played.
    points
        Decision points kept, after `close`.
    """

    def __init__(self, table: Table, view: Any, sampler: Sampler | None = None) -> None:
        self._table = table
        self._view = view
        self._sampler = sampler
        self._unseen = np.zeros_like(table.state)  # the state before its legal list was made
        self.games: list[Game] = []

    def play(self, where: Where, policy: Policy, data: GameData, max_steps: int | None = None) -> Game:
        """Play one game to its end (or `max_steps` actions).

        Raises
        ------
        Fault
            A verb fails, a legal list is none, or a verb writes what belongs to the engine.
        """
        table, spec = self._table, self._table.game
        game = Game(where)
        table.begin(where.entry, where.n_seats)
        before = _engine_part(table.state)
        table.setup()
        self._check_core(game, before, "`setup`")
        self._read_log(game)
        core = table.state[0]["core"]
        n_forced = 0
        while not core["is_over"] and core["n_decisions"] < spec.max_decisions and n_forced < spec.max_decisions:
            if len(game.actions) == max_steps:
                return game
            self._unseen[:] = table.state
            codes = table.legal()
            core["longest_list"] = max(int(core["longest_list"]), len(codes))
            n_forced += 1
            index = 0
            if len(codes) > 1:
                n_forced = 0
                self._keep(game, data, codes)
                core["n_decisions"] += 1
                index = choose(table, policy, codes)
            before = _engine_part(table.state)
            table.apply(codes[index])
            game.actions.append(codes[index])
            self._check_core(game, before, f"`apply` of action {codes[index]}")
            self._read_log(game)
        game.is_over = bool(core["is_over"])
        game.n_decisions, game.longest_list = int(core["n_decisions"]), int(core["longest_list"])
        game.end = table.state.copy()
        game.is_finished = game.is_over and int(core["end_reason"]) >= 0
        if not game.is_over:
            core["end_reason"] = -1
        game.row = table.score(where.n_seats)
        self.games.append(game)
        return game

    def _keep(self, game: Game, data: GameData, codes: tuple[int, ...]) -> None:
        if self._sampler is None:
            return
        self._table.crumb.drop(VIEW, len(game.actions))
        try:
            kind = self._view.decision_name(self._table.state[0], data)
        except Exception as error:
            raise Fault(f"view.decision_name raises {type(error).__name__}: {error}", "words") from error
        self._sampler.offer(Point(game.where, len(game.actions), str(kind), codes, self._unseen))

    def _check_core(self, game: Game, before: bytes, verb: str) -> None:
        core = self._table.state[0]["core"]
        n = game.where.n_seats
        if not 0 <= int(core["actor"]) < n and not core["is_over"]:
            raise Fault(
                f"{verb} sets core.actor to {int(core['actor'])}: seats in the state count from 0 to {n - 1}", "core"
            )
        if int(core["is_over"]) not in (0, 1):
            raise Fault(f"{verb} sets core.is_over to {int(core['is_over'])}: it is 0 or 1", "core")
        if _engine_part(self._table.state) != before:
            raise Fault(
                f"{verb} writes core.{_changed(before, self._table.state)}, which belongs to the engine", "core"
            )

    def _read_log(self, game: Game) -> None:
        core = self._table.state[0]["core"]
        n = int(core["n_log"])
        game.longest_log = max(game.longest_log, n)
        game.codes.update(core["log"][: min(n, MAX_LOG), 0].tolist())
        core["n_log"] = 0


def _engine_bytes() -> Array:
    """Places in a state's bytes of the fields that belong to the engine; CORE is the first field of every state."""
    offsets = {name: CORE.fields[name] for name in ENGINE_FIELDS} if CORE.fields else {}
    return np.concatenate([np.arange(at, at + dtype.itemsize) for dtype, at, *_ in offsets.values()])


_ENGINE_BYTES = _engine_bytes()


def _engine_part(state: Array) -> bytes:
    return state.view(np.uint8)[_ENGINE_BYTES].tobytes()


def _changed(before: bytes, state: Array) -> str:
    start = 0
    for name in ENGINE_FIELDS:
        part = state[0]["core"][name].tobytes()
        if before[start : start + len(part)] != part:
            return name
        start += len(part)
    return ENGINE_FIELDS[0]
