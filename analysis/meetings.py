"""What a tournament's rows hold, added up by block: who won what from whom, in which place and as which character."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import lcm
from typing import Any

import numpy as np

from analysis.blocks import Moments, Ratios, steadied
from analysis.ratings import Meetings
from analysis.run import Rows, Run
from analysis.seen import BASE_COLUMNS, Seen
from sim.errors import UserError
from sim.game import Role

Array = np.ndarray[Any, Any]

#: Blocks of a cycle of the plan, in which every style plays every character equally often, are put together where there
#: are so many cycles: who got which characters is then no chance any more, and errors are smaller.
MIN_CYCLES = 100
#: More than so many are put together, neighbours first: flat memory, and errors as good.
MOST_BLOCKS = 1 << 14
#: More characters are not told apart by style.
MOST_CHARACTERS = 12


@dataclass(frozen=True)
class Schedule:
    """Which policies meet in each table.

    Attributes
    ----------
    policies
        Names of the policies.
    pairs
        Their pairs that meet, lower number first, shape (n pairs, 2).
    meetings
        Kinds of meetings: number of the pair, seats of its first and of its second policy, shape (n meetings, 3).
    of_table
        By policy table: its kind of meeting.
    """

    policies: tuple[str, ...]
    pairs: Array
    meetings: Array
    of_table: Array


def schedule_of(run: Run) -> Schedule:
    """The schedule of a run; `UserError` where a table is no meeting of two policies."""
    policies = run.policies
    pairs: dict[tuple[int, int], int] = {}
    kinds: dict[tuple[int, int, int], int] = {}
    of_table = []
    for names in run.manifest["table_policies"]:
        held = sorted(policies.index(name) for name in names)
        if len(set(held)) != 2:
            raise UserError(f"{run.folder}: a table with {', '.join(names)} is no meeting of two policies")
        pair = (held[0], held[-1])
        kind = (pairs.setdefault(pair, len(pairs)), held.count(pair[0]), held.count(pair[1]))
        of_table.append(kinds.setdefault(kind, len(kinds)))
    return Schedule(tuple(policies), np.array(list(pairs)), np.array(list(kinds)), np.array(of_table))


class MeetingSums:
    """Sums over the rows of a tournament.

    Blocks with one number are one, whatever their tables: they share luck. So are the blocks of a cycle, where there
    are many cycles; what the sums call a block is what is put together so. Wins are counted in whole parts, of the
    least common multiple of the numbers of winners, so that equal wins are equal to the last digit.

    Attributes
    ----------
    unit
        Parts of one win.
    won
        Parts won by both policies of each kind of meeting, shape (n blocks, n meetings, 2).
    squares
        Sums over games of first x first, first x second, second x second, shape (n meetings, 3).
    games
        By pair: games, finished ones, those that somebody won, those that seats of both policies won: (n pairs, 4).
    length, score
        By block and pair: sum and number of games; `score` has the mean score of the first policy's seats minus that of
        the second's. Shape (n blocks, n pairs, 2).
    """

    def __init__(self, run: Run) -> None:
        self.run, self.schedule = run, schedule_of(run)
        self.unit = lcm(*range(1, run.n_seats + 1))
        scores = run.with_role(Role.SCORE, True)
        self.score_column = scores[0].name if scores else ""
        self._width = _blocks_together(int(run.manifest["n_blocks"]), int(run.manifest["cycle_blocks"]))
        self.n_blocks = -(-int(run.manifest["n_blocks"]) // self._width)
        n_pairs, n_meetings = len(self.schedule.pairs), len(self.schedule.meetings)
        self.won = np.zeros((self.n_blocks, n_meetings, 2))
        self.squares, self.games = np.zeros((n_meetings, 3)), np.zeros((n_pairs, 4))
        self.length, self.score = (np.zeros((self.n_blocks, n_pairs, 2)) for _ in range(2))
        self.kinds = [KindSums("place", [f"place {at}" for at in range(1, run.n_seats + 1)], self)]
        if 1 < len(run.characters) <= MOST_CHARACTERS:
            self.kinds.append(KindSums("character", run.characters, self))
        self.seats = np.zeros((len(self.schedule.policies), run.n_seats))
        self.credit = self.winners = 0.0

    @property
    def units(self) -> str:
        """What errors come from: `1,668 blocks`, or `278 times 6 blocks`."""
        return f"{self.n_blocks:,} blocks" if self._width == 1 else f"{self.n_blocks:,} times {self._width} blocks"

    @property
    def columns(self) -> list[str]:
        """Names of the columns needed."""
        return [*BASE_COLUMNS, "turns", *([self.score_column] if self.score_column else [])]

    def add(self, table: int, rows: Rows) -> None:
        """Adds whole blocks of a table's rows."""
        seen = Seen(self.run, rows)
        meeting = int(self.schedule.of_table[table])
        pair = int(self.schedule.meetings[meeting, 0])
        policy = rows["policy"].astype(np.int64)
        is_first, at = policy == self.schedule.pairs[pair, 0], rows["block"][rows.starts] // self._width
        units = np.rint(seen.credit * self.unit)
        won = np.stack([np.where(is_first, units, 0).sum(0), np.where(is_first, 0, units).sum(0)])
        np.add.at(self.won[:, meeting], at, rows.sum_blocks(won).T)
        self.squares[meeting] += (won[0] @ won[0], won[0] @ won[1], won[1] @ won[1])
        any_won, both_won = won.sum(0) > 0, (won > 0).all(0)
        self.games[pair] += (len(rows), seen.finished.sum(), any_won.sum(), both_won.sum())
        self._measure(self.length[:, pair], at, rows, rows["turns"], seen.finished)
        if self.score_column:
            self._measure(self.score[:, pair], at, rows, _lead(rows[self.score_column], is_first), seen.finished)
        for kind, codes in zip(self.kinds, (seen.place, seen.character), strict=False):
            kind.add(at, rows, policy, codes, units)
        self._check(seen, policy)

    def _measure(self, sums: Array, at: Array, rows: Rows, values: Array, counted: Array) -> None:
        both = np.stack([np.where(counted, values, 0).astype(np.float64), counted.astype(np.float64)])
        np.add.at(sums, at, rows.sum_blocks(both).T)

    def _check(self, seen: Seen, policy: Array) -> None:
        """What run health asks: where policies sat, and whether credits add up."""
        k = self.run.n_seats
        key = (policy * k + np.arange(k)[:, None]).ravel()
        self.seats += np.bincount(key, minlength=self.seats.size).reshape(self.seats.shape)
        self.credit += float(seen.credit.sum())
        is_team, finished = self.run.is_team, seen.finished
        winners = seen.rows["winners"]
        self.winners += float(winners.sum() if is_team else (finished & (winners > 0)).sum())

    def of_pairs(self, values: Array) -> Array:
        """Sums over the kinds of meetings of each pair, along the second axis."""
        found = np.zeros((len(values), len(self.schedule.pairs), *values.shape[2:]))
        for meeting, pair in enumerate(self.schedule.meetings[:, 0]):
            found[:, pair] += values[:, meeting]
        return found

    @cached_property
    def seats_of_pairs(self) -> Array:
        """Seats that both policies of each pair held in all games, shape (n pairs, 2)."""
        counts = np.bincount(self.schedule.of_table, minlength=len(self.schedule.meetings))
        found = np.zeros((len(self.schedule.pairs), 2))
        np.add.at(found, self.schedule.meetings[:, 0], self.schedule.meetings[:, 1:] * counts[:, None])
        return found * int(self.run.manifest["n_games"])

    def meetings(self) -> Meetings:
        """Wins by block, for ratings."""
        parts = self.schedule.meetings
        return Meetings(
            len(self.schedule.policies), self.schedule.pairs[parts[:, 0]], parts[:, 1:], self.won / self.unit
        )

    def shares(self) -> Ratios:
        """Of each pair the share of wins per seat that its first policy took, with the covariance over blocks."""
        n = len(self.schedule.pairs)
        won, seats = self.of_pairs(self.won), self.seats_of_pairs
        worth = np.where(seats[:, :1] == seats[:, 1:], 1.0, seats[:, ::-1] / seats.max(1, keepdims=True))
        moments = Moments(2 * n)
        moments.add((won * worth).reshape(len(won), -1))
        first = np.eye(2 * n)[::2]
        found = moments.ratios(first, first + np.eye(2 * n)[1::2])
        return steadied(found, self._as_games(found, worth))

    def _as_games(self, found: Ratios, worth: Array) -> Ratios:
        """The shares as if every game were a block of its own."""
        squares = self.of_pairs(self.squares[None])[0]
        a, b = worth.T
        share = np.nan_to_num(found.estimate)
        spread = (1 - share) ** 2 * a**2 * squares[:, 0] + share**2 * b**2 * squares[:, 2]
        spread -= 2 * share * (1 - share) * a * b * squares[:, 1]
        with np.errstate(divide="ignore", invalid="ignore"):
            variance = np.where(spread > 1e-13 * squares.sum(1), spread, 0) / found.weight**2
        return Ratios(found.estimate, np.diag(variance), found.weight, int(self.games[:, 0].sum()))


def _blocks_together(n_blocks: int, cycle: int) -> int:
    """How many blocks in a row are one unit of inference."""
    width = cycle if n_blocks >= cycle * MIN_CYCLES else 1
    return width * -(-n_blocks // (width * MOST_BLOCKS))


class KindSums:
    """Wins and seats by policy and place, or character: shape (n blocks, n policies x n levels)."""

    def __init__(self, name: str, labels: Sequence[str], sums: MeetingSums) -> None:
        self.name, self.labels, self.n_policies = name, list(labels), len(sums.schedule.policies)
        self.won, self.seats = (np.zeros((sums.n_blocks, self.n_policies * len(self.labels))) for _ in range(2))
        self.unit = sums.unit

    def add(self, at: Array, rows: Rows, policy: Array, codes: Array, units: Array) -> None:
        """Adds whole blocks; all of shape (n_seats, n)."""
        cell, n = policy * len(self.labels) + codes, self.won.shape[1]
        np.add.at(self.won, at, rows.count_blocks(cell, n, units))
        np.add.at(self.seats, at, rows.count_blocks(cell, n))


def _lead(score: Array, is_first: Array) -> Array:
    """Mean score of the first policy's seats minus that of the second's, shape (n,)."""
    first, second = (np.where(mine, score, 0).sum(0) / mine.sum(0) for mine in (is_first, ~is_first))
    return np.asarray(first - second)
