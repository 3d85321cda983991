"""Names that the two programs give to clauses that fired."""

from __future__ import annotations

from sim.games.konoten.clauses import CLAUSES


def expected_notes(fired, is_shipped):
    return {x for x in fired if x in CLAUSES}


def kernel_notes(fired, is_shipped):
    return {x for x in fired if not x.startswith("fact:")}
