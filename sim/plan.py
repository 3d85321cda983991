"""Who sits where, as which character, with which policy: blocks of seatings.

A block is a balanced set of seatings of the same participants and characters; it is the unit of inference. Its games
share one deal, or each has its own. Everything in a plan is a pure function of the game's index, so the first N games
of a plan for 2N are the plan for N.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import permutations
from typing import Any

import numpy as np

from sim.core import MAX_SEATS
from sim.errors import UserError, unknown
from sim.game import DEALS, GameSpec
from sim.rng import PLAN, study_key
from sim.rng_twin import fold, shuffle
from sim.seats import every_seats, seats_text

#: One game of a plan. Arrays by seat; entries past the number of players are 0.
PLAN_ROW = np.dtype(
    (
        np.record,
        [
            ("game", np.int64),  # index of the game inside its table
            ("block", np.int64),  # index of the block
            ("deal", np.int64),  # number of the deal: games with one number share what the streams DEAL and TABLE give
            ("table", np.int16),  # index of the policy table
            ("seating", np.int16),  # index of the seating inside the block
            ("characters", np.int8, (MAX_SEATS,)),  # by seat: character of the game
            ("participants", np.int8, (MAX_SEATS,)),  # by seat: participant, 0-based
            ("policies", np.int16, (MAX_SEATS,)),  # by seat: index into the plan's policies
        ],
    )
)

SEATINGS = ("balanced", "fixed")

#: Blocks hold all permutations up to this number of them.
MAX_PERMUTATIONS = 24

Array = np.ndarray[Any, Any]

#: One policy for everybody, or policies by participant number (from 1; the others play the game's default).
PolicyTable = str | Mapping[int, str]


def latin_seatings(n: int) -> tuple[tuple[int, ...], ...]:
    """Rows of Williams' Latin square design (1949): who sits in each chair, by seating.

    Every participant sits in every chair equally often, and every participant follows every other one equally often.
    An even `n` takes n rows, an odd one 2n (the square and its mirror image).
    """
    zigzag = [(i + 1) // 2 if i % 2 else (n - i // 2) % n for i in range(n)]
    square = [tuple((start + step) % n for step in zigzag) for start in range(n)]
    return tuple(square) if n % 2 == 0 else (*square, *(row[::-1] for row in square))


def balanced_seatings(n: int) -> tuple[tuple[int, ...], ...]:
    """The seatings of a block for `n` players: all permutations where at most 24, else a Latin square design."""
    if math.factorial(n) <= MAX_PERMUTATIONS:
        return tuple(permutations(range(n)))
    return latin_seatings(n)


def _period(row: Sequence[int]) -> int:
    """Smallest divisor d of the length such that the row repeats every d entries."""
    n = len(row)
    return next(d for d in range(1, n + 1) if n % d == 0 and all(row[i] == row[i % d] for i in range(n)))


@dataclass(frozen=True)
class Plan:
    """A plan of games; plain data, so it may cross a process border.

    Participants are numbered from 0 and keep their policy. Their characters change from block to block where policies
    differ (so that each policy plays each character equally often), or where the plan has another number of characters
    than seats (so that each character plays equally often): one pass of all that is a cycle.

    Attributes
    ----------
    seed
        Seed of the study.
    n_seats
        Players in a game.
    n_games, n_requested
        Games of each policy table: planned (whole cycles) and asked for.
    seating
        "balanced" or "fixed".
    deals
        "shared": the games of a block share one deal; "fresh": every game has its own.
    seatings
        By seating of a block: participant in each chair.
    characters, character_names
        Characters that take part, as indices of the game's characters, and the names of all the game's characters.
    policies
        Names of the policies in use.
    tables
        By policy table: index of the policy of each participant.
    n_shifts
        Blocks in a row that have the same characters, dealt to the participants in turn.
    """

    seed: int
    n_seats: int
    n_games: int
    n_requested: int
    seating: str
    deals: str
    seatings: tuple[tuple[int, ...], ...]
    characters: tuple[int, ...]
    character_names: tuple[str, ...]
    policies: tuple[str, ...]
    tables: tuple[tuple[int, ...], ...]
    n_shifts: int

    @property
    def block_size(self) -> int:
        """Games in a block."""
        return len(self.seatings)

    @property
    def n_blocks(self) -> int:
        """Blocks of each policy table."""
        return self.n_games // self.block_size

    @property
    def n_total(self) -> int:
        """Games of all policy tables together."""
        return self.n_games * len(self.tables)

    @property
    def n_draws(self) -> int:
        """Sets of characters in a cycle."""
        return 1 if self.seating == "fixed" else math.lcm(len(self.characters), self.n_seats) // self.n_seats

    @property
    def cycle_blocks(self) -> int:
        """Blocks after which policies and characters are balanced."""
        return self.n_draws * self.n_shifts

    @cached_property
    def _seatings(self) -> Array:
        return np.array(self.seatings, dtype=np.int64)

    def _cast(self, group: int) -> list[int]:
        """The characters of `n_shifts` blocks: the next ones in an order that is drawn anew for each cycle."""
        order = list(self.characters)
        cycle, place = divmod(group, self.n_draws)
        if len(order) > self.n_seats:  # shuffled, so that not only neighbours in the list meet
            shuffle(fold(study_key(self.seed, PLAN), cycle), order)
        return [order[(place * self.n_seats + i) % len(order)] for i in range(self.n_seats)]

    def rows(self, table: int, lo: int, hi: int) -> Array:
        """Games lo..hi-1 of a policy table.

        Returns
        -------
        Array of PLAN_ROW, length hi - lo.
        """
        n = self.n_seats
        rows = np.zeros(hi - lo, PLAN_ROW)
        game = np.arange(lo, hi, dtype=np.int64)
        block, seating = np.divmod(game, self.block_size)
        participants = self._seatings[seating]
        group, shift = np.divmod(block, self.n_shifts)
        if len(self.characters) <= n:  # every cycle is the same
            group %= self.n_draws
        groups, which = np.unique(group, return_inverse=True)
        casts = np.array([self._cast(int(g)) for g in groups], dtype=np.int64).reshape(-1, n)
        rows["game"], rows["block"], rows["table"], rows["seating"] = game, block, table, seating
        rows["deal"] = game if self.deals == "fresh" else block
        rows["participants"][:, :n] = participants
        rows["characters"][:, :n] = casts[which[:, None], (participants + shift[:, None]) % n]
        rows["policies"][:, :n] = np.array(self.tables[table], dtype=np.int64)[participants]
        return rows

    def table_text(self, table: int) -> str:
        """A policy table in words: `balanced`, or `1=random, 2=balanced`."""
        names = [self.policies[index] for index in self.tables[table]]
        if len(set(names)) == 1:
            return names[0]
        return ", ".join(f"{number}={name}" for number, name in enumerate(names, start=1))

    def notes(self) -> list[str]:
        """Sentences about what the plan changed or cannot tell apart."""
        sentences = []
        if self.n_games != self.n_requested:
            unit = f"blocks of {self.block_size} games"
            if self.cycle_blocks > 1:
                unit = f"cycles of {self.cycle_blocks} {unit}"
            asked = f"{self.n_requested} game{'s' * (self.n_requested != 1)}"
            sentences.append(f"{asked} rounded up to {self.n_games}: whole {unit}")
        if self.seating == "fixed":
            sentences.append("fixed seating: effects of place, character and policy cannot be told apart")
        return sentences

    def describe(self) -> dict[str, Any]:
        """The plan's facts for the manifest."""
        return {
            "n_seats": self.n_seats,
            "seed": self.seed,
            "seating": self.seating,
            "deals": self.deals,
            "characters_in_play": [self.character_names[index] for index in self.characters],
            "policies": list(self.policies),
            "tables": [self.table_text(table) for table in range(len(self.tables))],
            "table_policies": [[self.policies[index] for index in row] for row in self.tables],
            "n_games": self.n_games,
            "n_games_requested": self.n_requested,
            "block_size": self.block_size,
            "n_blocks": self.n_blocks,
            "cycle_blocks": self.cycle_blocks,
            "plan_notes": self.notes(),
        }


def _pool(game: GameSpec, names: Sequence[str] | None, n_seats: int, seating: str) -> tuple[int, ...]:
    """Indices of the characters that take part."""
    known = game.characters
    if names and len(known) == 1 and tuple(names) != known:
        raise UserError(f"characters {', '.join(names)}: {game.name} has no characters to choose; leave it out")
    for name in names or ():
        if name not in known:
            raise unknown("character", name, known)
    pool = [known.index(name) for name in names] if names else list(range(len(known)))
    if game.is_character_unique and len(set(pool)) < len(pool):
        raise UserError(f"characters {', '.join(names or ())}: {game.name} has each character once")
    if game.is_character_unique and len(pool) < n_seats:
        raise UserError(f"{len(pool)} characters for {n_seats} players: {game.name} has each only once; name more")
    if seating == "fixed":
        pool = [pool[i % len(pool)] for i in range(n_seats)]
    return tuple(pool)


def _table_names(game: GameSpec, table: PolicyTable, n_seats: int) -> list[str]:
    """Policy name of each participant."""
    if isinstance(table, str):
        return [table] * n_seats
    for number in table:
        if not 1 <= number <= n_seats:
            raise UserError(f"policy of participant {number}: participants are numbered 1 to {n_seats}")
    return [table.get(number, game.default_policy) for number in range(1, n_seats + 1)]


def _check(game: GameSpec, n_games: int, n_seats: int, seating: str, tables: Sequence[PolicyTable]) -> None:
    if n_games < 1:
        raise UserError(f"games {n_games}: at least 1 is needed")
    if n_seats not in every_seats(game):
        raise UserError(f"players {n_seats}: {game.name} takes {seats_text(game)}")
    if seating not in SEATINGS:
        raise unknown("seating", seating, SEATINGS)
    if not tables:
        raise UserError("policies: at least one policy table is needed")


def make_plan(
    game: GameSpec,
    n_games: int,
    n_seats: int,
    policy_tables: Sequence[PolicyTable],
    characters: Sequence[str] | None = None,
    seating: str = "balanced",
    seed: int = 0,
    deals: str | None = None,
) -> Plan:
    """Plan a study.

    Parameters
    ----------
    game
        The game.
    n_games
        Games of each policy table, rounded up to whole cycles of blocks.
    n_seats
        Players in a game.
    policy_tables
        Each one policy name for everybody or names by participant number. All tables play the same blocks.
    characters
        Names of the characters that take part; default all. More than seats: they take turns.
    seating
        "balanced": blocks of seatings; "fixed": participant 1 sits in chair 1 and so on, a block is one game, nothing
        rotates; without `characters` the first ones of the game play.
    seed
        Seed of the study.
    deals
        "shared": the games of a block share one deal; "fresh": every game has its own; None: as the game has it.

    Raises
    ------
    UserError
        A number, character, seating or kind of deals that the game does not take.
    """
    _check(game, n_games, n_seats, seating, policy_tables)
    deals = deals or game.deals
    if deals not in DEALS:
        raise unknown("kind of deals", deals, DEALS)
    named = [_table_names(game, table, n_seats) for table in policy_tables]
    policies = tuple(dict.fromkeys(name for row in named for name in row))
    tables = tuple(tuple(policies.index(name) for name in row) for row in named)
    is_fixed = seating == "fixed"
    plan = Plan(
        seed=seed,
        n_seats=n_seats,
        n_games=n_games,
        n_requested=n_games,
        seating=seating,
        deals=deals,
        seatings=(tuple(range(n_seats)),) if is_fixed else balanced_seatings(n_seats),
        characters=_pool(game, characters, n_seats, seating),
        character_names=game.characters,
        policies=policies,
        tables=tables,
        n_shifts=1 if is_fixed else math.lcm(*(_period(row) for row in tables)),
    )
    return resize(plan, n_games)


def resize(plan: Plan, n_games: int) -> Plan:
    """The same plan with another number of games for each table, rounded up to whole cycles."""
    cycle = plan.block_size * plan.cycle_blocks
    return replace(plan, n_requested=n_games, n_games=-(-n_games // cycle) * cycle)
