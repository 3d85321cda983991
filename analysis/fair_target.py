"""What shall be fair: all places, all characters, all values of what a game compares, or one of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from analysis.interactions import CHARACTER, PLACE, kinds_of, plural
from sim.errors import UserError, unknown
from sim.game import Column

#: Kinds of figures that a sweep shows but that no line says how they ought to be.
NO_TARGETS = ("ties", "score", "length", "unfinished", "policies", "policy")


@dataclass(frozen=True)
class Target:
    """What shall be fair.

    Attributes
    ----------
    kind
        `place`, `character`, or what the game compares (`faction`): a kind of `analysis.metrics`.
    label
        The one that shall be at the fair line, as reports call it; "" where all of a kind shall be equal.
    text
        As the command line takes it.
    """

    kind: str
    label: str
    text: str

    @property
    def words(self) -> str:
        """`places`, or `place 3`."""
        return self.label or plural(self.kind)

    def aim(self, labels: Sequence[str]) -> tuple[int, ...]:
        """Indices of the labels that shall be fair; UserError where the one named has no games."""
        if not self.label:
            return tuple(range(len(labels)))
        if self.label not in labels:
            raise UserError(f"--target {self.text}: {unknown(self.kind, self.label, labels)}")
        return (list(labels).index(self.label),)


def parse_target(
    text: str, n_seats: int, names: Sequence[str], titles: Sequence[str], columns: Sequence[Column]
) -> Target:
    """A target from `places`, `place:3`, `characters`, `character:NAME`, `factions` or `faction:NAME`.

    Parameters
    ----------
    n_seats
        Players in a game.
    names, titles
        Of the characters in play.
    columns
        Outcome columns of the game.

    Raises
    ------
    UserError
        Unknown target, with what the game has and a near match.
    """
    kind, sign, name = (piece.strip() for piece in text.partition(":"))
    kinds = [one for one in kinds_of(columns, len(names)) if one != "policy"]
    if kind in NO_TARGETS:
        raise UserError(f"--target {text}: no line says what is fair there; known are {_listed(kinds)}")
    if not sign and kind in map(plural, kinds):
        return Target(next(one for one in kinds if plural(one) == kind), "", kind)
    if kind not in kinds:
        raise UserError(f"--target {text!r}: {unknown('target', kind, _targets(kinds))}")
    if not name:
        raise UserError(f"--target {text}: which one? Write {kind}:NAME, or {plural(kind)} for all of them")
    return Target(kind, _label(text, kind, name, n_seats, names, titles), f"{kind}:{name}")


def _targets(kinds: Sequence[str]) -> list[str]:
    return [word for kind in kinds for word in (plural(kind), f"{kind}:NAME")]


def _listed(kinds: Sequence[str]) -> str:
    return ", ".join(_targets(kinds))


def _label(text: str, kind: str, name: str, n_seats: int, names: Sequence[str], titles: Sequence[str]) -> str:
    """The label of one of a kind; of what a game compares the rows will tell whether it is there."""
    if kind == PLACE:
        number = name.removeprefix("place").strip()
        if number not in map(str, range(1, n_seats + 1)):
            raise UserError(f"--target {text}: places are numbered 1 to {n_seats}")
        return f"place {number}"
    if kind == CHARACTER:
        if name in titles:
            return name
        if name not in names:
            raise UserError(f"--target {text}: {unknown('character', name, names)}")
        return str(titles[list(names).index(name)])
    return name
