"""Stopping a run when it is precise enough: looks at prefixes of the plan, never at what happened to be finished.

Short games finish first, so a look at whatever is finished would be biased. A look waits until every policy table has
played its shards 0, 1, ..., i, and then sees these. So whether to stop is a function of the plan alone, for any number
of workers, chunk size, interruption or resume; what was played beyond is thrown away.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from sim import store
from sim.errors import UserError
from sim.plan import Plan, resize
from sim.store import Shard

#: Looks until the precision is reached, if games are independent. Blocks that vary less reach it earlier: down to a
#: design effect of 0.2 less than a tenth of the games is overshot.
N_LOOKS = 50
#: Looks of a run, at most: every one is a file.
MAX_LOOKS = 100_000


class Watch(Protocol):
    """Looks at the games of a run in plan order, and says when they are enough."""

    def add(self, files: Sequence[Path]) -> None:
        """Take the next shard of every policy table, in order of tables."""

    def is_precise(self) -> bool:
        """Whether the games so far are enough."""

    def sentence(self) -> str:
        """How precise the games so far are, in words."""


@dataclass(frozen=True)
class Until:
    """How precise a run shall be.

    Attributes
    ----------
    half_width
        Half-width of the interval of each place's win share, in 0..1.
    level
        Level of the intervals in percent.
    watch
        Makes the one who looks, from the folder and the manifest of the run.
    """

    half_width: float
    level: float
    watch: Callable[[Path, Mapping[str, Any]], Watch]

    def facts(self, n_games_most: int, look_games: int) -> dict[str, Any]:
        """What the manifest says of it."""
        asked = {"half_width": self.half_width, "level": self.level, "look_games": look_games}
        return {"until": asked, "n_games_most": n_games_most}


def independent_games(plan: Plan, half_width: float, level: float) -> float:
    """About how many games of each table it takes, were all games independent and all seats equal."""
    fair = 1 / plan.n_seats
    log_limit = math.log(2 * plan.n_seats * len(plan.tables) / (1 - level / 100))
    return 2 * log_limit * fair * (1 - fair) / half_width**2


def look_games(plan: Plan, until: Until | None, most: int) -> int:
    """Games of a shard: whole blocks, about `most`. With `until` a shard is what lies between two looks.

    Then it is whole cycles of the plan, and small enough for N_LOOKS looks.

    Raises
    ------
    UserError
        The plan has more than MAX_LOOKS shards a table.
    """
    if until is None:
        return max(most // plan.block_size, 1) * plan.block_size
    cycle = plan.block_size * plan.cycle_blocks
    needed = independent_games(plan, until.half_width, until.level)
    look = max(int(min(needed / N_LOOKS, most)) // cycle, 1) * cycle
    if plan.n_games > MAX_LOOKS * look:
        raise UserError(
            f"games {plan.n_requested}: to stop at +-{100 * until.half_width:g} pp takes about {needed:,.0f}; "
            f"name at most {MAX_LOOKS * look:,}"
        )
    return look


class Looks:
    """The looks of a run, none where nothing was asked for.

    Attributes
    ----------
    plan
        The plan of the games that count: of the whole run, or up to the look that found them enough.
    """

    def __init__(self, folder: Path, manifest: Mapping[str, Any], plan: Plan, until: Until | None) -> None:
        self.plan = plan
        self._folder, self._manifest = folder, manifest
        self._watch = until.watch(folder, manifest) if until else None
        self._waiting: dict[int, list[Shard]] = {}
        self._n_looks = 0
        self._is_over = False

    @property
    def has_until(self) -> bool:
        """Whether there is anything to look for."""
        return self._watch is not None

    def left(self, todo: Sequence[Shard]) -> list[Shard]:
        """Look at the shards that are there already, and return what is left to play, in the order of looks."""
        if self._watch is None:
            return list(todo)
        done = set(store.manifest_shards(self._manifest)) - set(todo)
        for shard in sorted(done, key=_by_look):
            self.is_enough(shard)
        return [] if self._is_over else sorted(todo, key=_by_look)

    def is_enough(self, shard: Shard) -> bool:
        """Take a finished shard, look where it completes a prefix, and say whether the run may stop."""
        if self._watch is None:
            return False
        self._waiting.setdefault(shard.index, []).append(shard)
        while not self._is_over and len(self._waiting.get(self._n_looks, ())) == len(self.plan.tables):
            row = sorted(self._waiting.pop(self._n_looks), key=_by_look)
            self._watch.add([self._folder / one.name for one in row])
            self._n_looks += 1
            if self._watch.is_precise():
                self._is_over = True
                self.plan = resize(self.plan, row[0].hi)
        return self._is_over

    def is_precise(self) -> bool | None:
        """Whether the games are precise enough; None where nothing was asked for."""
        return None if self._watch is None else self._is_over

    def manifest(self) -> dict[str, Any]:
        """The manifest with the games that count."""
        if not self._is_over:
            return dict(self._manifest)
        facts = self.plan.describe()
        return {**self._manifest, **{key: facts[key] for key in store.COUNTS if key in facts}}

    def settle(self) -> None:
        """Write the manifest of what counts."""
        if self._is_over:
            store.write_manifest(self._folder, self.manifest())

    def sentence(self) -> str:
        """How precise the games are, in words."""
        return "" if self._watch is None else self._watch.sentence()


def _by_look(shard: Shard) -> tuple[int, int]:
    return shard.index, shard.table
