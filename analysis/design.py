"""How effects are coded: sum-to-zero contrasts of each kind, interactions, and kinds that lie within another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from scipy import sparse

from analysis.equality import contrasts
from analysis.factors import Factor
from analysis.interactions import CHARACTER, PLACE, POLICY, Pair, plural

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Term:
    """One kind of effects.

    Attributes
    ----------
    kind
        `place`, `character`, ..., or `place x character`.
    labels
        Names of the levels.
    codes
        Level of each seat type, shape (n types,).
    coding
        Orthonormal columns that turn parameters into effects, shape (n levels, n parameters). Effects of a kind sum to
        zero, over each margin of an interaction, and over the seats of each level of `within`; as the columns are
        orthonormal, a ridge on parameters treats all levels alike, whatever their names and order.
    parts
        Kinds that an interaction is made of.
    within
        Kind in which this one lies (a warrior in a faction): effects are then from the average of their own level.
    owner
        Level of `within` of each level, shape (n levels,).
    """

    kind: str
    labels: tuple[str, ...]
    codes: Array
    coding: Array
    parts: tuple[str, ...] = ()
    within: str = ""
    owner: Array = field(default_factory=lambda: np.zeros(0, np.int64))

    @property
    def n(self) -> int:
        """Number of parameters."""
        return int(self.coding.shape[1])


@dataclass(frozen=True)
class Design:
    """The terms of a model over seat types; parameters stand in their order, after the intercept where there is one."""

    terms: tuple[Term, ...]
    n_types: int
    has_intercept: bool

    @property
    def n_parameters(self) -> int:
        n: int = sum(term.n for term in self.terms)
        return n + self.has_intercept

    def columns(self, kind: str) -> slice:
        """Parameters of a term."""
        at = int(self.has_intercept)
        for term in self.terms:
            if term.kind == kind:
                return slice(at, at + term.n)
            at += term.n
        raise KeyError(kind)

    def term(self, kind: str) -> Term | None:
        """The term of a kind, if there is one."""
        return next((term for term in self.terms if term.kind == kind), None)

    def named(self, kind: str) -> Term:
        """As `term`, of a kind that is there."""
        return next(term for term in self.terms if term.kind == kind)

    @cached_property
    def levels(self) -> Any:
        """Indicator of levels by seat type: sparse, (n types, intercept + all levels)."""
        parts = [sparse.csr_array(np.ones((self.n_types, 1)))] if self.has_intercept else []
        rows = np.arange(self.n_types)
        for term in self.terms:
            shape = (self.n_types, len(term.labels))
            parts.append(sparse.csr_array((np.ones(self.n_types), (rows, term.codes)), shape))
        return sparse.hstack(parts, format="csr")

    @cached_property
    def coding(self) -> Array:
        """From parameters to the effects of all levels: (intercept + all levels, n_parameters)."""
        blocks = [np.ones((1, 1))] if self.has_intercept else []
        blocks += [term.coding for term in self.terms]
        found = np.zeros((sum(map(len, blocks)), self.n_parameters))
        row = column = 0
        for block in blocks:
            found[row : row + block.shape[0], column : column + block.shape[1]] = block
            row, column = row + block.shape[0], column + block.shape[1]
        return found

    @cached_property
    def matrix(self) -> Array:
        """Covariates of every seat type, shape (n types, n_parameters)."""
        return np.asarray(self.levels @ self.coding)


def make_design(
    factors: Sequence[Factor], levels: Array, seats: Array, interactions: Sequence[Pair], has_intercept: bool
) -> tuple[Design, tuple[str, ...]]:
    """The design over the seat types that were seen, and sentences on what it cannot hold.

    Parameters
    ----------
    levels
        Levels of every seat type, shape (n types, n factors).
    seats
        Number of seats of every type.
    """
    terms, said = _mains(factors, levels, seats)
    for first, second in interactions:
        if first not in terms or second not in terms:
            lacking = second if first in terms else first
            said.append(f"No interaction of {first} and {second}: there is only one {lacking}.")
        elif first in (terms[second].within, second) or terms[first].within == second:
            said.append(f"No interaction of {first} and {second}: the one lies within the other.")
        else:
            cross = _crossed(terms[first], terms[second])
            terms[cross.kind] = cross
    return Design(tuple(terms.values()), len(levels), has_intercept), tuple(said)


def _mains(factors: Sequence[Factor], levels: Array, seats: Array) -> tuple[dict[str, Term], list[str]]:
    """Terms by kind, those that lie within another after it; coarse kinds are coded first, as others lie in them."""
    terms: dict[str, Term] = {}
    said = []
    every = [_main(factor, levels[:, at]) for at, factor in enumerate(factors)]
    for term in sorted(every, key=lambda term: len(term.labels)):
        if len(term.labels) < 2:
            continue
        outer, is_same = _outer(term, list(terms.values()))
        if is_same:
            said.append(f"Each {term.kind} has a {outer.kind} of its own: the two cannot be told apart.")
            continue
        terms[term.kind] = _nested(term, outer, seats) if outer else term
        if outer and term.kind in (PLACE, CHARACTER, POLICY):
            said.append(
                f"Every {term.kind} always has the same {outer.kind}: which of the two it is cannot be told, and "
                f"{plural(term.kind)} are compared within their {outer.kind}."
            )
    order = [factor.kind for factor in factors if factor.kind in terms]
    order.sort(key=lambda kind: bool(terms[kind].within))
    return {kind: terms[kind] for kind in order}, said


def _main(factor: Factor, codes: Array) -> Term:
    present = set(np.unique(codes).tolist())
    order = [level for level in factor.order if level in present]
    at = np.zeros(factor.size, np.int64)
    at[order] = np.arange(len(order))
    names = factor.names
    coding = contrasts(len(order)).T if len(order) > 1 else np.zeros((len(order), 0))
    return Term(factor.kind, tuple(names[level] for level in order), at[codes], coding)


def _outer(term: Term, others: list[Term]) -> tuple[Any, bool]:
    """The kind in which a term lies, the finest where there are several, and whether the two are the same."""
    found = None
    for other in others:
        n_pairs = len(np.unique(term.codes * len(other.labels) + other.codes))
        if n_pairs == len(term.labels) and (found is None or len(other.labels) > len(found.labels)):
            found = other
    return found, found is not None and len(found.labels) == len(term.labels)


def _nested(term: Term, outer: Term, seats: Array) -> Term:
    """Coded within each level of another kind, from the average seat of it: rare levels do not move the others."""
    owner = np.zeros(len(term.labels), np.int64)
    owner[term.codes] = outer.codes
    weight = np.bincount(term.codes, seats, len(term.labels))
    blocks = []
    for level in range(len(outer.labels)):
        members = np.flatnonzero(owner == level)
        if len(members) > 1:
            block = np.zeros((len(term.labels), len(members) - 1))
            block[members] = np.linalg.qr(weight[members, None], mode="complete")[0][:, 1:]
            blocks.append(block)
    return Term(term.kind, term.labels, term.codes, np.concatenate(blocks, axis=1), (), outer.kind, owner)


def _crossed(first: Term, second: Term) -> Term:
    labels = tuple(f"{b}, {a}" for a in first.labels for b in second.labels)
    codes = first.codes * len(second.labels) + second.codes
    kind = f"{first.kind} x {second.kind}"
    return Term(kind, labels, codes, np.kron(first.coding, second.coding), (first.kind, second.kind))
