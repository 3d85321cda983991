"""What a model cannot tell, in plain sentences: who never won, who never met whom, what cannot be told apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy import sparse
from scipy.sparse import csgraph

from analysis.design import Design, Term
from analysis.fitting import Fit
from analysis.interactions import plural

Array = np.ndarray[Any, Any]

#: So many names are listed in a sentence.
MOST_NAMED = 6
#: Part of the largest eigenvalue below which the schedule tells nothing of a direction.
_NOTHING = 1e-9


def named(labels: Sequence[str]) -> str:
    """Names in a sentence, of many the first."""
    shown = list(labels[:MOST_NAMED])
    if len(labels) > MOST_NAMED:
        shown[-1] = f"{len(labels) - MOST_NAMED + 1} more"
    return " and ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)


def sentences(fit: Fit, seats: Array, won: Array) -> list[str]:
    """All that is open in a fit.

    Parameters
    ----------
    seats, won
        Number of seats and of wins by seat type.
    """
    found = []
    for term in fit.design.terms:
        if not term.parts:
            found += _separated(term, seats, won)
            found += _alone(term)
        else:
            found += _empty(term)
    found += _unlinked(fit)
    if not fit.top.is_converged:
        found.append("The fit did not converge: do not quote its numbers.")
    return found


def extremes(term: Term, seats: Array, won: Array) -> tuple[Array, Array]:
    """Which levels never won, and which won every time; each of shape (n levels,)."""
    n, of = (np.bincount(term.codes, part, len(term.labels)) for part in (seats, won))
    return (n > 0) & (of <= 1e-9 * n), (n > 0) & (of >= n - 1e-9 * n)


def _separated(term: Term, seats: Array, won: Array) -> list[str]:
    found = []
    for which, word in zip(extremes(term, seats, won), ("never", "always"), strict=True):
        labels = [term.labels[at] for at in np.flatnonzero(which)]
        if labels:
            found.append(
                f"{named(labels)} {word} won: how far {'below' if word == 'never' else 'above'} the others is open, "
                "and only the prior keeps the effect finite."
            )
    return found


def _alone(term: Term) -> list[str]:
    labels = [label for label, row in zip(term.labels, term.coding, strict=True) if not row.any()]
    whose = f"the only {term.kind} of its {term.within}"
    return [f"{named(labels)}: each {whose}, so there is nothing to compare with."] if labels else []


def _empty(term: Term) -> list[str]:
    n = len(term.labels) - len(np.unique(term.codes))
    cells = f"{n} of {len(term.labels)} cells of {term.kind}"
    return [f"{cells} have no games: their effects are the prior's."] if n else []


def _unlinked(fit: Fit) -> list[str]:
    """Kinds of which the schedule leaves something open: levels that never meet, or kinds that go together."""
    values, vectors = np.linalg.eigh(fit.top.schedule)
    blind = vectors[:, values < _NOTHING * max(float(values.max(initial=0.0)), 1e-300)]
    if not blind.shape[1]:
        return []
    found, mixed = [], []
    for term in fit.design.terms:
        columns = fit.design.columns(term.kind)
        if term.parts or not (np.abs(blind[columns]) > 1e-6).any():
            continue
        groups = _groups(fit.design, term, fit.top.meetings)
        if len(groups) > 1:
            first = "; ".join(named([term.labels[at] for at in group]) for group in groups[:MOST_NAMED])
            found.append(
                f"Some {plural(term.kind)} never met, not even over others: {first}. Which of these groups is the "
                "stronger is open; effects compare within each."
            )
        else:
            mixed.append(term.kind)
    if len(mixed) > 1:
        found.append(f"Effects of {named(mixed)} cannot be told apart in this plan: they go together in every game.")
    return found


def _groups(design: Design, term: Term, meetings: Any) -> list[Array]:
    """Levels that met, directly or over others; team games compare seats of all games, so there all did."""
    if design.has_intercept:
        return [np.arange(len(term.labels))]
    met = np.abs(between_levels(term, meetings)) > 1e-12
    n, group = csgraph.connected_components(met, directed=False)
    return [np.flatnonzero(group == at) for at in range(n)]


def between_levels(term: Term, meetings: Any) -> Array:
    """Curvature between levels out of that between seat types, (n levels, n levels)."""
    shape = (len(term.codes), len(term.labels))
    level = sparse.csr_array((np.ones(shape[0]), (np.arange(shape[0]), term.codes)), shape)
    found = level.T @ (sparse.csr_array(meetings) @ level)
    return np.asarray(found.toarray())
