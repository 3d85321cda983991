"""Win shares by place as a confidence sequence: when a run may stop, and what it may say then."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from analysis.equality import holm
from analysis.run import Rows, Run, manifest_columns
from analysis.sequence import ConfidenceSequence, Look, Precision
from analysis.shares import Ask, Group
from analysis.verdict import decide_at_look, rounded_up
from sim.plan import Plan

Array = np.ndarray[Any, Any]

COLUMNS = ("win_share", "place")
#: Looks that are kept for the figure of convergence, at most.
MAX_LOOKS = 100
#: Chance that the bounds of an estimated fair line, as p values take it, miss the truth at any look.
FAIR_MISSED = 1e-4


class PlaceSequence:
    """Confidence sequence of the win shares by place of one policy table.

    An observation is the mean credit of a block by place; in games of teams also of all seats, the fair line, which is
    exact where one wins. Intervals hold for all places and all policy tables together.

    Blocks of a cycle of the plan differ in their characters, so their expected credits are equal only on average. That
    is enough: bets change between looks alone, looks are whole cycles, and the product of 1 + bet * (x - m) over a
    cycle is then no larger in expectation than with equal ones (arithmetic and geometric mean).
    """

    def __init__(self, run: Run) -> None:
        facts = run.manifest
        asked = facts["until"]
        self._k, self._is_team = run.n_seats, run.is_team
        self.block_size = int(facts["block_size"])
        n_shares, look = self._k + self._is_team, int(asked["look_games"]) // self.block_size
        n_together = n_shares * len(run.tables)
        self.precision = Precision(asked["half_width"], asked["level"], n_together, self.block_size, look)
        self.sequence = ConfidenceSequence(n_shares, self.precision)
        self.look_games = int(asked["look_games"])
        self.looks: list[Look] = []
        n_looks = int(facts["n_games"]) / self.look_games
        self._step = look * max(1, math.ceil(n_looks / MAX_LOOKS))

    @property
    def n_games(self) -> int:
        """Games so far."""
        return self.sequence.n * self.block_size

    @property
    def n_looks(self) -> int:
        """Looks so far; the last one may be at fewer games than the others."""
        return math.ceil(self.n_games / self.look_games)

    def add(self, rows: Rows) -> None:
        """Add whole blocks in plan order; of the columns those named in COLUMNS are needed."""
        place, credit = rows["place"].astype(np.int64) - 1, rows["win_share"].astype(np.float64, copy=False)
        means = rows.count_blocks(place, self._k, credit) / self.block_size
        if self._is_team:
            means = np.column_stack([means, means.mean(1)])
        while len(means):
            room = self._step - self.sequence.n % self._step
            self.sequence.add(means[:room])
            means = means[room:]
            if self.sequence.n % self._step == 0:
                self.looks.append(self.sequence.look())

    def now(self) -> Look:
        """What is known of all games so far."""
        return self.sequence.look()

    def half_width(self) -> float:
        """Half-width of the widest interval."""
        return float(self.sequence.half_width().max())

    def games_needed(self) -> float:
        """About how many games it takes to be precise, if blocks go on to vary as they did."""
        return float(self.precision.observations(self.sequence.variance).max()) * self.block_size

    def bounds(self, look: Look, level: float) -> tuple[Array, Array, tuple[float, float]]:
        """Bounds by place at a level in percent, each of shape (k,), and those of the fair line."""
        low, high = look.bounds(replace(self.precision, level=level).log_limit)
        fair = (low[-1], high[-1]) if self._is_team else (look.mean.mean(),) * 2
        return low[: self._k], high[: self._k], (float(fair[0]), float(fair[1]))

    def group(self, fixed: Group, ask: Ask) -> Group:
        """The win shares by place of a fixed size with intervals, p values and verdict that hold at any time."""
        look = self.now()
        low, high, fair = self.bounds(look, ask.level)
        p_value = self._p_values(look)
        columns = {"low": low, "high": high, "low_all": low, "high_all": high, "p_value": p_value}
        frame = fixed.frame.assign(**columns, p_holm=holm(p_value))
        share = frame["share"].to_numpy()
        verdict = decide_at_look(share, low, high, fair, look.n, self.n_games, ask.margin)
        return replace(fixed, frame=frame, verdict=verdict)

    def _p_values(self, look: Look) -> Array:
        """p values of the shares against the fair line, shape (k,).

        In games of teams the fair line is estimated: the p value is the largest over its bounds, which are wide enough
        to miss it once in 10,000 runs at most, and that chance is added.
        """
        *_, fair = self.bounds(look, 100 * (1 - FAIR_MISSED))
        capital = look.log_capital(*(np.full(len(look.mean), line) for line in fair))[: self._k]
        missed = FAIR_MISSED / self.precision.n_shares if self._is_team else 0.0
        return np.asarray(np.minimum(2 * np.exp(-capital) + missed, 1))

    def frame(self) -> pd.DataFrame:
        """One row: what was asked for, what is reached and what it would take."""
        row = {"half_width": self.precision.half_width, "level": self.precision.level, "reached": self.half_width()}
        row |= {"is_precise": self.sequence.is_precise(), "n_games": self.n_games, "look_games": self.look_games}
        return pd.DataFrame([row | {"n_needed": rounded_up(self.games_needed())}])

    def health(self) -> pd.DataFrame:
        """The line of run health."""
        asked, facts = f"{100 * self.precision.half_width:g} pp", self.frame().iloc[0]
        figure = f"+-{100 * facts['reached']:.3g} pp of +-{asked}"
        figure += f", reached at look {self.n_looks:,}" if facts["is_precise"] else ", not reached"
        meaning = f"--until {asked.replace(' ', '')}: every place's interval is that narrow, at whatever look it stops"
        row = ("precise enough", figure, bool(facts["is_precise"]), meaning)
        return pd.DataFrame([row], columns=["check", "figure", "is_ok", "meaning"])

    def convergence(self, level: float) -> pd.DataFrame:
        """Win share by place over the first games of the plan, at looks, with the bounds."""
        last = [] if self.looks and self.looks[-1].n == self.sequence.n else [self.now()]
        frames = []
        for look in (*self.looks, *last):
            low, high, _ = self.bounds(look, level)
            error = np.sqrt(look.variance / max(look.n, 1))[: self._k]
            columns = {"share": look.mean[: self._k], "se": error, "low": low, "high": high}
            frames.append(pd.DataFrame({"n": look.n * self.block_size, "place": np.arange(1, self._k + 1), **columns}))
        return pd.concat(frames, ignore_index=True)


class Watch:
    """Tells a run when it may stop: see `sim.stopping.Watch`."""

    def __init__(self, folder: Path, manifest: Mapping[str, Any]) -> None:
        self._run = Run(folder, manifest, manifest_columns(manifest), ())
        self._tables = [PlaceSequence(self._run) for _ in self._run.tables]

    def add(self, files: Sequence[Path]) -> None:
        """Take the next shard of every policy table, in order of tables."""
        for sequence, file in zip(self._tables, files, strict=True):
            for _, rows in replace(self._run, shards=(file,)).read(COLUMNS):
                sequence.add(rows)

    def is_precise(self) -> bool:
        """Whether every place of every table is known as precisely as asked."""
        return all(sequence.sequence.is_precise() for sequence in self._tables)

    def sentence(self) -> str:
        """How precise the games so far are, in words."""
        games = [sequence.n_games for sequence in self._tables]
        asked = self._tables[0].precision.half_width
        widest = max(sequence.half_width() for sequence in self._tables)
        said = f"every win share by place is within +-{100 * widest:.2g} pp"
        of_each = " of each policy table" if len(games) > 1 else ""
        if self.is_precise():
            return f"stopped after {games[0]:,} games{of_each}: {said} (+-{100 * asked:g} pp asked for)"
        needed = max(sequence.games_needed() for sequence in self._tables)
        return (
            f"not precise enough after {games[0]:,} games{of_each}: {said}, +-{100 * asked:g} pp asked for takes about "
            f"{rounded_up(needed):,} games; go on with --resume and more --games"
        )


def expected_games(plan: Plan, half_width: float, level: float) -> int:
    """About how many games of each policy table it takes, as if games were independent and seats equal.

    `level` in percent. Where bets are small it is 2 ln(2 shares / error) p (1 - p) / half_width^2.
    """
    fair = 1 / plan.n_seats
    precision = Precision(half_width, level, plan.n_seats * len(plan.tables), plan.block_size, look=1)
    blocks = precision.observations(np.array([fair * (1 - fair) / plan.block_size]))
    return rounded_up(float(blocks[0]) * plan.block_size)
