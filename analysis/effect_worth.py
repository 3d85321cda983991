"""What effects are worth in chances to win, at a table that is otherwise average.

The chance of a level is standardised: it is the mean chance of a seat that has it, where all else is as the tables of
the run have it. Single winners: each seat of each table in turn is given the level (where no other seat has it, if no
table holds it twice), against the rest of that table, and places go round. A faction is its warriors as often as they
were there, and a warrior is held against his faction. Under a balanced plan chances are the win shares that the model
gives the levels, so adjusted and raw differences can be held side by side.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import special

from analysis.design import Design, Term
from analysis.fitting import Fit
from analysis.interactions import PLACE

Array = np.ndarray[Any, Any]
Codes = Mapping[str, Array]

#: Numbers that are worked on at once: of many tables some are taken, evenly.
MOST_NUMBERS = 1 << 22


@dataclass(frozen=True)
class Worth:
    """Of each level of a term: chance to win, what the effect adds to it, and the covariance of the latter."""

    share: Array
    difference: Array
    covariance: Array


@dataclass(frozen=True)
class Tables:
    """Seats of which chances are worked out.

    Attributes
    ----------
    types
        Seat types: (n tables, n_seats) with single winners, (n types, 1) of teams.
    weight
        How often each was played, shape (n tables,).
    never_twice
        Kinds of which no table holds a level twice.
    """

    types: Array
    weight: Array
    never_twice: frozenset[str] = frozenset()


def worth_of(fit: Fit, term: Term, tables: Tables) -> Worth:
    """What the effects of a term are worth."""
    return _Standard(fit, tables, term).worth()


class _Standard:
    def __init__(self, fit: Fit, tables: Tables, term: Term) -> None:
        self.fit, self.design, self.term = fit, fit.design, term
        self.is_team = self.design.has_intercept
        n_levels = len(term.labels)
        most = max(1, MOST_NUMBERS // (tables.types.shape[1] ** 2 * self.design.n_parameters * min(n_levels, 8)))
        step = -(-len(tables.types) // most)
        types, self.weight = tables.types[::step], tables.weight[::step]
        self.codes = {one.kind: one.codes[types] for one in self.design.terms if not one.parts}
        seats = np.repeat(self.weight, types.shape[1])
        self.seats = {
            one.kind: np.bincount(one.codes[types].ravel(), seats, len(one.labels))
            for one in self.design.terms
            if not one.parts
        }
        self.never_twice = tables.never_twice
        self._outers: dict[int, tuple[float, Array]] = {}
        if not self.is_team and PLACE in self.codes:
            self._turn(types.shape[1])
        self.utility, self.covariates = self._seats(self.codes)
        self._against()

    def _turn(self, k: int) -> None:
        """Lets places go round the seats of every table."""
        turned = [(self.codes[PLACE] + more) % k for more in range(k)]
        self.codes = {kind: np.tile(codes, (k, 1)) for kind, codes in self.codes.items()}
        self.codes[PLACE] = np.concatenate(turned)
        self.weight = np.tile(self.weight, k)

    def _seats(self, codes: Codes, without: str = "") -> tuple[Array, Array]:
        """Utility and covariates of seats, (n, k) and (n, k, p); `without` leaves out a term."""
        shape = next(iter(codes.values())).shape
        x = np.zeros((*shape, self.design.n_parameters))
        if self.is_team:
            x[..., 0] = 1
        for term in self.design.terms:
            if term.kind == without:
                continue
            x[..., self.design.columns(term.kind)] = term.coding[_codes_of(self.design, term, codes)]
        return x @ self.fit.top.parameters, x

    def _against(self) -> None:
        """Strength and mean covariates of the other seats of each seat's table."""
        if self.is_team:
            self.rest, self.rest_x = np.zeros(self.utility.shape), np.zeros((1, 1, 1))
            return
        strength = np.exp(self.utility)
        weighted = strength[..., None] * self.covariates
        self.rest = strength.sum(1, keepdims=True) - strength
        self.rest_x = (weighted.sum(1, keepdims=True) - weighted) / self.rest[..., None]

    def _chance(self, codes: Codes, among: Array, without: str = "") -> tuple[float, Array]:
        """Mean chance over the seats in `among` (n, k) if they had these codes, and its derivative."""
        utility, x = self._seats(codes, without)
        weight = among * self.weight[:, None]
        total = weight.sum()
        if not total > 0:
            return float("nan"), np.full(self.design.n_parameters, np.nan)
        chance = special.expit(utility if self.is_team else utility - np.log(self.rest))
        slope = weight * chance * (1 - chance)
        return float((weight * chance).sum() / total), np.einsum("ns,nsp->p", slope, x - self.rest_x) / total

    def worth(self) -> Worth:
        found = [self._level(level) for level in range(len(self.term.labels))]
        share, base, slopes = (np.array(part) for part in zip(*found, strict=True))
        return Worth(share, share - base, slopes @ self.fit.covariance @ slopes.T)

    def _level(self, level: int) -> tuple[float, float, Array]:
        """Chance with a level, chance without its effect, and the derivative of the difference."""
        share, slope = self._with({self.term.kind: level} if not self.term.parts else self._pair(level))
        if self.term.parts:
            base, base_slope = self._with(self._pair(level), self.term.kind)
        elif self.term.within:
            base, base_slope = self._outer(int(self.term.owner[level]))
        elif self.is_team:
            base, base_slope = self._chance(self.codes, np.ones(self.utility.shape))
        else:
            base, base_slope = 1 / self.utility.shape[1], np.zeros_like(slope)
        return share, base, slope - base_slope

    def _pair(self, level: int) -> dict[str, int]:
        """Levels of both parts of an interaction's level."""
        both = divmod(level, len(self.design.named(self.term.parts[1]).labels))
        return dict(zip(self.term.parts, both, strict=True))

    def _outer(self, level: int) -> tuple[float, Array]:
        if level not in self._outers:
            self._outers[level] = self._with({self.term.within: level})
        return self._outers[level]

    def _with(self, wanted: Mapping[str, int], without: str = "") -> tuple[float, Array]:
        """Mean chance of seats with these levels; of a kind in which others lie, over those as they were there."""
        inner = [term for term in self.design.terms if term.within in wanted and term.kind not in wanted]
        if not inner:
            return self._chance(*self._given(wanted), without)
        term = inner[0]
        weight = self.seats[term.kind] * (term.owner == wanted[term.within])
        members = np.flatnonzero(weight)
        found = [self._with({**wanted, term.kind: int(at)}, without) for at in members]
        part = weight[members] / weight.sum()
        shares, slopes = (np.array(values) for values in zip(*found, strict=True))
        return float(part @ shares), part @ slopes

    def _given(self, wanted: Mapping[str, int]) -> tuple[Codes, Array]:
        """The seats as if they had these levels, and which of them can have them."""
        among, codes = np.ones(self.utility.shape), dict(self.codes)
        for kind, at in wanted.items():
            own = self.codes[kind]
            if kind == PLACE and not self.is_team:
                among = among * (own == at)
            elif kind in self.never_twice:
                among = among * ((own == at).sum(1, keepdims=True) - (own == at) == 0)
            codes[kind] = np.full_like(own, at)
            term = self.design.named(kind)
            if term.within:
                codes[term.within] = np.full_like(own, term.owner[at])
        return codes, among


def _codes_of(design: Design, term: Term, codes: Codes) -> Array:
    if not term.parts:
        return codes[term.kind]
    first, second = (codes[kind] for kind in term.parts)
    return np.asarray(first * len(design.named(term.parts[1]).labels) + second)
