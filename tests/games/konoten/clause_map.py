"""Names that the two programs give to clauses and alternatives that fired, brought to one set of names."""

from __future__ import annotations

import re
from collections.abc import Iterable

from sim.games.konoten.clauses import CLAUSES, NODES, PARTS

#: Decision points whose alternatives are told apart by the kernels only, or by other words.
COARSE = ("N-D1", "N-D2", "N-D3", "N-D5", "N-D7", "N-D11", "N-D13", "N-D14", "N-D15", "N-D16", "N-D17")

RENAMED = {
    "N-D15 gain": "N-D15 rainbow", "N-D15 worker_acted": "N-D15 worker", "N-D15 worker_unacted": "N-D15 worker",
    "N-E7 level 1": "N-E7 lenses", "N-E7 level 2": "N-E7 cards",
    "N-E7 level 3": "N-E7 results",
}  # fmt: skip

#: Names that only the kernels have, and why.
KERNEL_ONLY = {
    "N-S2": "a definition, noted at setup",
    "N-S3": "a definition, noted at setup",
    "N-T3 in activation": "the reference knows the phase, not what runs in it",
    "N-D3 finish": "the reference says N-D3",
    "N-D3 left": "the reference says N-D3",
    "N-D3 right": "the reference says N-D3",
    "N-D14 persuade": "the reference says N-D14",
    "N-D14 restart": "the reference says N-D14",
    "N-B9 no pile": "the same as N-B9, by another name",
}

#: Names that only the reference has, and why.
REFERENCE_ONLY = {
    "N-R7": "a definition",
    "N-E7 level 0": "the VP decide: N-E7 itself",
    "N-T3 in main": "everywhere else than in supply",
    "N-T3 in end_phase": "everywhere else than in supply",
    "N-T3 in final": "everywhere else than in supply",
    "N-G6 other node": "a node that is not S",
    "N-D15 vp": "no alternative of the shipped sheets",
    "N-D15 ap": "no alternative of the shipped sheets",
}

#: Clauses that both name, at different moments: of no use for a comparison.
DIFFERENT = {
    "N-L11": "kernels: effects of filled nodes were met; reference: a lens was paid",
    "N-A12": "kernels: a worker on a facility could have been bought out; reference: a worker went to a facility",
    "N-B9": "kernels: no pile when a turn is listed; reference: no pile in any search for a lens",
    "N-A14": "kernels: an occupied lens while a worker waits anywhere; reference: while one waits that may run it",
}


def _is_mark(name: str) -> bool:
    """Words of the reference that are no clause: `N-C405 grown`, `green_scope=anyone`."""
    return name.endswith(" grown") or "=" in name or name in REFERENCE_ONLY


def _common(names: Iterable[str], is_shipped: bool) -> set[str]:
    """Names with those of whole decision points and nodes added, and without those of one program only."""
    found = set(names)
    for name in list(found):
        head = name.partition(" ")[0]
        if head in COARSE or (name in PARTS and name.endswith("passive")):
            found.add(head)
    found = {name for name in found if not (name in PARTS and name.endswith("passive"))}
    if not is_shipped:  # invented nodes use up the clauses' names
        found = {name for name in found if not re.match(r"N-C\d\d\d|N-D11|N-D13|N-D15", name)}
    return found - set(KERNEL_ONLY) - set(DIFFERENT)


def kernel_notes(fired: set[str], is_shipped: bool) -> set[str]:
    """Notes of the kernels under common names."""
    return _common((name for name in fired if not name.startswith("fact:")), is_shipped)


def expected_notes(fired: set[str], is_shipped: bool) -> set[str]:
    """What the reference says that must have fired, under the same names."""
    names = {RENAMED.get(name, name) for name in fired if not _is_mark(name)}
    whens = {name for name in names if re.match(r"N-C\d\d\d \w+$", name) and name not in CLAUSES}
    return _common(names - whens, is_shipped)


def grown(fired: set[str]) -> dict[str, set[int]]:
    """By character's hundreds ("1" = white): numbers of nodes that the reference saw grow."""
    found: dict[str, set[int]] = {}
    for name in fired:
        match = re.match(r"N-C(\d)(\d\d) grown$", name)
        if match:
            found.setdefault(match[1], set()).add(int(match[2]))
    return found


def acted(fired: set[str]) -> dict[str, set[int]]:
    """By character's hundreds: numbers of nodes whose clause fired."""
    found: dict[str, set[int]] = {}
    for name in fired & set(NODES):
        found.setdefault(name[3], set()).add(int(name[4:]))
    return found
