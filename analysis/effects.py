"""Adjusted effects: place, character, policy and what else seats differ in, all at once in one model.

Win shares by character hold no advantage of a place only where the plan is balanced, and whoever met weak opponents
looks strong. A model of who wins takes all of it into account at once. Single winners: conditional logit
(`analysis.choice_model`); teams: clustered logistic model (`analysis.team_model`). A ridge, the normal prior of
`analysis.fitting.PRIOR_SD`, keeps effects finite where games leave them open, and the frames say where.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from analysis import effect_frames
from analysis.choice_model import Games, Patterns, Sample, Streamed
from analysis.design import Design, make_design
from analysis.effect_frames import Counts
from analysis.factors import SeatTypes, factors_of
from analysis.fitting import PRIOR_SD, Fit, finish, maximise
from analysis.interactions import CHARACTER, PLACE, POLICY, Pair, kinds_of, parse_interactions
from analysis.run import Run
from analysis.seen import BASE_COLUMNS, Seen

Array = np.ndarray[Any, Any]

#: Where there is no character, whether place matters alike is asked of a compared id with at most so many values.
FEW_LEVELS = 12


@dataclass(frozen=True)
class Effects:
    """Adjusted effects of every policy table; each frame has a column `table`.

    Attributes
    ----------
    effects
        One row a level of each kind: kind, label, within (kind in which it lies: effects are from the mean of its own),
        n (seats in the games used), n_deals, effect (log-odds from the average of its kind), se, low, high, share
        (chance to win at an otherwise average table), difference (what the effect is worth, as a share),
        difference_se, difference_low, difference_high, raw (difference of win shares as they were), p_value, p_holm
        (within its kind), is_thin, and of kinds with many levels pooled, pooled_low, pooled_high (log-odds).
    tests
        Tests that all of a kind are equal, and whether place matters alike for all: kind, question, statistic, df1,
        df2, p_value, method.
    fit
        One row a table: model, n_used, n_unfinished, n_unwon (finished, but nobody won), n_blocks, n_parameters,
        n_compositions (0 where they were too many to keep), prior_sd, n_steps, is_converged, log_likelihood, warnings.
    """

    effects: pd.DataFrame
    tests: pd.DataFrame
    fit: pd.DataFrame


def effects(run: Run, interactions: Sequence[str] = (), level: float = 0.95, prior_sd: float = PRIOR_SD) -> Effects:
    """Fits the model to every policy table of a run.

    Parameters
    ----------
    run
        Rows with win_share, place, character and policy of each seat, block and is_finished.
    interactions
        Pairs of kinds such as `place:character` whose interaction is estimated too.
    level
        Level of intervals as a share.
    prior_sd
        Standard deviation of effects before any game is seen, in log-odds; `math.inf` for no ridge.
    """
    pairs = parse_interactions(interactions, kinds_of(run.columns, len(run.characters)))
    sums: dict[int, EffectSums] = {}
    columns = EffectSums(run).columns
    for table, rows in run.read(columns):
        sums.setdefault(table, EffectSums(run)).add(Seen(run, rows))
    found: dict[str, list[pd.DataFrame]] = {"effects": [], "effect_tests": [], "effects_fit": []}
    for table in sorted(sums):
        sums[table].fit(pairs, table, prior_sd)
        for name, frame in sums[table].frames(100 * level).items():
            frame.insert(0, "table", table)
            found[name].append(frame)
    return Effects(*(pd.concat(frames, ignore_index=True) for frames in found.values()))


class EffectSums:
    """What a model needs of the rows of one policy table, added up; then the fits, then the frames."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.factors = factors_of(run)
        self.types = SeatTypes()
        self.seats, self.credit = np.zeros(0), np.zeros(0)
        self.deals = [np.zeros(0) for _ in self.factors]
        self.n_blocks = self.n_used = self.n_unfinished = self.n_unwon = 0
        self.patterns = None if run.is_team else Patterns(run.n_seats)
        self.sample = Sample(run.n_seats)
        self.fits: list[Fit] = []
        self.said: tuple[str, ...] = ()

    @property
    def columns(self) -> list[str]:
        """Names of the columns needed."""
        return list(dict.fromkeys([*BASE_COLUMNS, *(factor.column for factor in self.factors)]))

    def add(self, seen: Seen) -> None:
        """Adds whole blocks of rows."""
        levels, games = self._games(seen)
        self.n_unfinished += int((~seen.finished).sum())
        self.n_unwon += int(seen.finished.sum()) - len(games.block)
        self.n_used += len(games.block)
        if not len(games.block):
            return
        n, types = len(self.types), games.types.ravel()
        for name, weights in (("seats", None), ("credit", games.credit.ravel())):
            before = getattr(self, name)
            total = np.bincount(types, weights, n) + np.pad(before, (0, n - len(before)))
            setattr(self, name, total)
        self.n_blocks += len(np.unique(games.block))
        for at, factor in enumerate(self.factors):
            self._add_deals(at, factor.size, levels[at], games)
        if self.patterns is not None:
            self.patterns.add(games, n)
            self.sample.add(games.types)

    def _add_deals(self, at: int, size: int, levels: Array, games: Games) -> None:
        """Counts the blocks in which each level was there."""
        before = self.deals[at]
        if size == 1 or at == 0:  # every place is there in every block
            self.deals[at] = np.full(size, float(self.n_blocks))
            return
        is_there = np.zeros((games.n_blocks, size), bool)
        is_there[np.broadcast_to(games.block, levels.shape), levels] = True
        self.deals[at] = np.pad(before, (0, size - len(before))) + is_there.sum(0)

    def _games(self, seen: Seen) -> tuple[list[Array], Games]:
        """The games that count, with the levels of their seats."""
        levels = [factor.levels(seen) for factor in self.factors]
        credit, block, total = seen.credit, seen.rows.block_of(), seen.total_credit
        used = seen.finished if self.run.is_team else seen.finished & (total > 0)
        if not used.all():
            levels = [part[:, used] for part in levels]
            credit, block, total = credit[:, used], block[used], total[used]
        types = self.types.index(levels, [factor.size for factor in self.factors])
        if not self.run.is_team:
            credit = credit / total
        return levels, Games(types, credit, block, seen.n_blocks)

    def _read(self, table: int) -> Iterator[Games]:
        """The games that count once more, from the run."""
        for _, rows in self.run.read(self.columns, table):
            yield self._games(Seen(self.run, rows))[1]

    def fit(self, interactions: Sequence[Pair], table: int, prior_sd: float = PRIOR_SD) -> None:
        """Fits the model, and beside it the one that asks whether place matters alike for all.

        Parameters
        ----------
        interactions
            Pairs of kinds whose interaction belongs to the model.
        table
            The policy table, for games that must be read again.
        """
        if not self.n_used or self.run.n_seats < 2:
            return
        model = self._model(table)
        levels = self.types.levels()
        design, self.said = make_design(self.factors, levels, self.seats, interactions, self.run.is_team)
        designs = [design]
        asked = self._asked(design)
        if asked and asked not in interactions:
            wider, _ = make_design(self.factors, levels, self.seats, (*interactions, asked), self.run.is_team)
            designs += [wider] if len(wider.terms) > len(design.terms) else []
        found = [maximise(model.slope_at, each, prior_sd) for each in designs]
        meats = model.meats([(top.design, top.design.matrix @ top.parameters) for top in found])
        self.fits = [finish(top, meat, self.n_blocks, prior_sd) for top, meat in zip(found, meats, strict=True)]

    def _model(self, table: int) -> Any:
        if self.patterns is None:
            from analysis.team_model import Teams

            return Teams(self.seats, self.credit, lambda: self._read(table))
        return self.patterns if self.patterns.is_open else Streamed(lambda: self._read(table), len(self.types))

    @staticmethod
    def _asked(design: Design) -> Pair | None:
        """The pair of which it is always asked whether the one matters alike for all of the other."""
        if design.term(PLACE) is None:
            return None
        if design.term(CHARACTER) is not None:
            return PLACE, CHARACTER
        mains = [term for term in design.terms if not term.parts and term.kind not in (PLACE, POLICY)]
        few = [term for term in mains if len(term.labels) <= FEW_LEVELS]
        return (PLACE, min(few, key=lambda term: len(term.labels)).kind) if few else None

    def frames(self, level: float) -> dict[str, pd.DataFrame]:
        """Frames by their name in `analysis.study.Study`; `level` in percent."""
        tables, played, n_compositions = self.sample.types.T, np.ones(self.sample.types.shape[1]), 0
        if self.patterns is not None and self.patterns.is_open and self.n_used:
            tables, played = self.patterns.compositions, self.patterns.played
            n_compositions = len(tables)
        counts = Counts(
            self.seats, self.credit, self._deals_by_label(), self.n_used, self.n_unfinished, self.n_unwon, tables,
            played, n_compositions,
        )  # fmt: skip
        return effect_frames.frames(self.run, self.fits, counts, self.said, level)

    def _deals_by_label(self) -> dict[tuple[str, str], float]:
        found = {}
        for factor, deals in zip(self.factors, self.deals, strict=True):
            for name, n in zip(factor.names, deals, strict=True):
                found[factor.kind, name] = float(n)
        return found
