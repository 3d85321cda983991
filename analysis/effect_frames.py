"""Frames out of fits: effects with intervals, tests of kinds, and what the fit was made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from scipy import stats

from analysis import pooling
from analysis.blocks import Ratios
from analysis.design import Term
from analysis.effect_doubts import between_levels, extremes, sentences
from analysis.effect_worth import Tables, worth_of
from analysis.equality import holm
from analysis.fitting import Fit
from analysis.groups import MIN_DEALS
from analysis.interactions import CHARACTER, PLACE, plural
from analysis.run import Run
from analysis.shares import MIN_GAMES

Array = np.ndarray[Any, Any]

#: Kinds with so many levels are pooled, and their errors steadied.
MANY_LEVELS = 8
#: What blocks show is nothing where it is below this part of what independent games would.
_FLAT = 1e-9
CHOICE, TEAM = "conditional logit of who wins", "logistic model of a seat's win, errors by block"
WALD, RAO_SCOTT = "Wald, F with the covariance by block", "Rao and Scott's second-order correction"


@dataclass(frozen=True)
class Counts:
    """What was added up.

    Attributes
    ----------
    seats, won
        Number of seats and of wins by seat type.
    deals
        Number of blocks with a level, by kind and label.
    tables, played
        Seat types of different tables, shape (n tables, n_seats), and how often each was played; empty for team games.
    n_compositions
        Number of different tables; 0 where they were too many to keep, and `tables` has a sample.
    """

    seats: Array
    won: Array
    deals: Mapping[tuple[str, str], float]
    n_used: int
    n_unfinished: int
    n_unwon: int
    tables: Array
    played: Array
    n_compositions: int


def frames(run: Run, fits: Sequence[Fit], counts: Counts, said: Sequence[str], level: float) -> dict[str, pd.DataFrame]:
    """`effects`, `effect_tests` and `effects_fit`; the first two are empty where there was nothing to fit.

    Parameters
    ----------
    fits
        The model, and a wider one whose last term is an interaction that is tested only.
    said
        Sentences of the design.
    level
        Level of intervals in percent.
    """
    parts, tests = [], []
    for term in fits[0].design.terms if fits else ():
        teller = _Teller(run, fits[0], term, counts, level)
        parts.append(teller.frame())
        tests.append(teller.test())
    tests += [_Teller(run, fits[1], fits[1].design.terms[-1], counts, level).test()] if len(fits) > 1 else []
    empty = pd.DataFrame(columns=["kind"])
    return {
        "effects": pd.concat(parts, ignore_index=True) if parts else empty,
        "effect_tests": pd.DataFrame(tests) if tests else empty.copy(),
        "effects_fit": pd.DataFrame([_fit_row(run, fits, counts, said)]),
    }


def _fit_row(run: Run, fits: Sequence[Fit], counts: Counts, said: Sequence[str]) -> dict[str, Any]:
    row: dict[str, Any] = {
        "model": TEAM if run.is_team else CHOICE,
        "n_used": counts.n_used,
        "n_unfinished": counts.n_unfinished,
        "n_unwon": counts.n_unwon,
        "n_compositions": counts.n_compositions,
    }
    if not fits:
        nothing = dict.fromkeys(("prior_sd", "log_likelihood"), float("nan"))
        row |= {"n_blocks": 0, "n_parameters": 0, "n_steps": 0, "is_converged": True} | nothing
        return row | {"warnings": "No game counts for a model of effects."}
    fit = fits[0]
    return row | {
        "n_blocks": fit.n_blocks,
        "n_parameters": fit.design.n_parameters,
        "prior_sd": fit.prior_sd,
        "n_steps": fit.top.n_steps,
        "is_converged": fit.top.is_converged,
        "log_likelihood": fit.top.log_likelihood,
        "warnings": " ".join([*said, *sentences(fit, counts.seats, counts.won), *_absent(run, counts)]),
    }


def _absent(run: Run, counts: Counts) -> list[str]:
    """Characters that should have played, of whom no game counts."""
    names = [str(name) for name in run.manifest["characters"]]
    titles = dict(zip(names, run.characters, strict=True))
    there = [titles.get(str(name), "") for name in run.manifest.get("characters_in_play") or names]
    lacking = [title for title in there if counts.deals.get((CHARACTER, title), 1.0) == 0]
    return [f"No game that counts has {', '.join(lacking)}."] if lacking else []


class _Teller:
    """All numbers of one term."""

    def __init__(self, run: Run, fit: Fit, term: Term, counts: Counts, level: float) -> None:
        self.run, self.fit, self.term, self.counts, self.level = run, fit, term, counts, level
        columns = fit.design.columns(term.kind)
        coding, n_levels = term.coding, len(term.labels)
        self.effect = coding @ fit.top.parameters[columns]
        self.covariance, self.model, self.by_block = (
            coding @ part[columns, columns] @ coding.T
            for part in (fit.covariance, fit.model_covariance, fit.block_covariance)
        )
        self.n = np.bincount(term.codes, counts.seats, n_levels)
        self.won = np.bincount(term.codes, counts.won, n_levels)
        self.deals = np.array([counts.deals.get((term.kind, label), fit.n_blocks) for label in term.labels], float)
        self.is_alone = ~coding.any(1)
        self.is_thin = (self.n < MIN_GAMES) | ((self.deals < MIN_DEALS) & (term.kind != PLACE))
        never, always = extremes(term, counts.seats, counts.won)
        self.is_separated = (never | always) & (not term.parts)
        self._steady()

    @property
    def is_many(self) -> bool:
        return len(self.term.labels) >= MANY_LEVELS and not self.term.parts

    def _steady(self) -> None:
        """Errors and their degrees of freedom; of many levels steadied by the common one, as in `analysis.pooling`."""
        own, model = np.diag(self.covariance), np.diag(self.model)
        self.s2 = np.full(len(own), np.nan)
        self.df = np.maximum(self.deals - 1, 1)
        with np.errstate(divide="ignore", invalid="ignore"):
            few = np.where(self.deals > 1, self.deals / (self.deals - 1), 1.0) * (self.fit.n_blocks - 1)
        few = np.sqrt(np.where(self.deals > 1, few / max(self.fit.n_blocks, 1), 1.0))
        self.covariance = self.covariance * np.outer(few, few)
        variance = np.where(self.is_separated, np.maximum(own, model), np.diag(self.covariance))
        if self.is_many:
            known = ~self.is_alone & ~self.is_separated & (model > 0)
            weight = np.where(known, self.deals, 0.0)
            common = float((weight[known] * variance[known] / model[known]).sum() / max(weight.sum(), 1.0))
            self.s2 = np.where(self.is_alone, np.nan, common * model)
            ratios = Ratios(self.effect, np.diag(variance), self.n, self.fit.n_blocks)
            error, self.df = pooling.moderated_error(ratios, self.s2, self.deals)
            variance = np.where(self.is_separated, variance, error**2)
        self.error = np.sqrt(np.where(self.is_alone, np.nan, variance))
        with np.errstate(divide="ignore", invalid="ignore"):
            self.widened = np.where(own > 0, self.error / np.sqrt(own), np.nan)

    def frame(self) -> pd.DataFrame:
        """Rows of `Effects.effects`."""
        worth = worth_of(self.fit, self.term, self._tables())
        gap = np.sqrt(np.maximum(np.diag(worth.covariance), 0)) * self.widened
        half = stats.t.ppf(0.5 + self.level / 200, self.df)
        with np.errstate(divide="ignore", invalid="ignore"):
            p = 2 * stats.t.sf(np.abs(worth.difference) / gap, self.df)
        is_known = (gap > 0) & ~self.is_thin & ~self._is_flat()
        p = np.where(is_known, p, np.nan)
        effect = np.where(self.is_alone, np.nan, self.effect)
        difference = np.where(self.is_alone, np.nan, worth.difference)
        frame = pd.DataFrame({"kind": self.term.kind, "within": self.term.within, "label": self.term.labels})
        return frame.assign(
            n=self.n.round().astype(np.int64), n_deals=self.deals.astype(np.int64), effect=effect, se=self.error,
            low=effect - half * self.error, high=effect + half * self.error, share=worth.share, difference=difference,
            difference_se=gap, difference_low=difference - half * gap, difference_high=difference + half * gap,
            raw=self._raw(), p_value=p, p_holm=holm(p), is_thin=self.is_thin, **self._pooled(),
        )  # fmt: skip

    def _is_flat(self) -> Array:
        """Where blocks do not differ at all, which proves nothing."""
        return np.asarray(np.diag(self.by_block) <= _FLAT * np.diag(self.model))

    def _raw(self) -> Array:
        """Win share minus that of all, or of the kind in which it lies; of interactions minus what both alone give."""
        with np.errstate(divide="ignore", invalid="ignore"):
            share = self.won / self.n
            every = self.counts.won.sum() / self.counts.seats.sum()
            if self.term.within:
                of = np.bincount(self.term.owner, self.won) / np.bincount(self.term.owner, self.n)
                return np.asarray(share - of[self.term.owner])
            if not self.term.parts:
                return np.asarray(share - every)
            first = self.fit.design.named(self.term.parts[0])
            won, n = (part.reshape(len(first.labels), -1) for part in (self.won, self.n))
            rows, columns = won.sum(1) / n.sum(1), won.sum(0) / n.sum(0)
            return np.asarray(share - (rows[:, None] + columns[None] - every).ravel())

    def _tables(self) -> Tables:
        """The tables at which chances are worked out; of team games, single seats."""
        if self.fit.design.has_intercept:
            return Tables(np.arange(len(self.counts.seats))[:, None], self.counts.seats)
        return Tables(self.counts.tables, self.counts.played, self._never_twice())

    def _never_twice(self) -> frozenset[str]:
        """Kinds of which no game has a level twice: then the curvature of a level is that of single seats."""
        found, k = set(), self.run.n_seats
        for term in self.fit.design.terms:
            if not term.parts:
                n = np.bincount(term.codes, self.counts.seats, len(term.labels))
                once = n * (k - 1) / k**2
                if np.allclose(np.diag(between_levels(term, self.fit.top.meetings)), once, rtol=1e-9):
                    found.add(term.kind)
        return frozenset(found)

    def _keep(self) -> Array:
        return np.flatnonzero(~self.is_thin & ~self.is_alone & (self.s2 > 0))

    def _spread(self) -> pooling.Spread:
        keep = self._keep()
        covariance = self.covariance[np.ix_(keep, keep)]
        return pooling.spread(self.effect[keep], self.s2[keep], covariance, self.fit.n_blocks, self.level)

    def _pooled(self) -> dict[str, Array]:
        names = ("pooled", "pooled_low", "pooled_high")
        if not self.is_many:
            return {name: np.full(len(self.n), np.nan) for name in names}
        found = pooling.shrunk(self.effect, self.s2, self._spread().true, self.level)
        return dict(zip(names, found, strict=True))

    def test(self) -> dict[str, Any]:
        """Row of `Effects.tests`."""
        kind, parts = self.term.kind, self.term.parts
        question = (
            f"{parts[0]} matters alike for every {parts[1]}" if parts else f"equal {plural(kind)}, all else adjusted"
        )
        question += f", within each {self.term.within}" if self.term.within else ""
        row: dict[str, Any] = {"kind": kind, "question": question}
        if self.is_many:
            found = self._spread()
            row |= {"statistic": found.statistic, "df1": found.df1, "df2": found.df2, "p_value": found.p_value}
            return row | {"method": RAO_SCOTT}
        return row | self._wald()

    def _wald(self) -> dict[str, Any]:
        columns = self.fit.design.columns(self.term.kind)
        at = self.fit.top.parameters[columns]
        covariance, model, blocks = (
            part[columns, columns]
            for part in (self.fit.covariance, self.fit.model_covariance, self.fit.block_covariance)
        )
        q, n = len(at), self.fit.n_blocks
        row: dict[str, Any] = {"statistic": np.nan, "df1": q, "df2": n - q, "p_value": np.nan}
        if n <= q + 1 or not np.isfinite(covariance).all():
            return row | {"method": "too few blocks"}
        method = WALD
        if self.is_separated.any():
            covariance = covariance + model
        elif np.linalg.eigvalsh(_whitened(model, blocks))[0] < _FLAT:
            covariance = covariance + np.outer(at, at) / n
            method += ", one imaginary equal block added"
        statistic = float(at @ np.linalg.solve(covariance, at)) * (n - q) / ((n - 1) * q)
        return row | {"statistic": statistic, "p_value": float(stats.f.sf(statistic, q, n - q)), "method": method}


def _whitened(model: Array, blocks: Array) -> Array:
    """Covariance of blocks in units of that of independent games."""
    root = np.linalg.inv(np.linalg.cholesky(model))
    return np.asarray(root @ blocks @ root.T)
