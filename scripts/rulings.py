"""The rulings of a game and their values: what `fairseat rulings` varies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scripts.grid import ONE_AT_A_TIME, VarySet
from scripts.info import comments
from scripts.request import Request, load
from scripts.variant import Vary
from sim.errors import UserError


def ruling_set(request: Request) -> VarySet:
    """Every ruling of a request's game at every other value, one at a time.

    Raises
    ------
    UserError
        The game has no rulings, or none whose values are known.
    """
    game, data = load(request)
    rulings = data.document.get("rulings") or {}
    if not rulings:
        raise UserError(f"{game.name} has no rulings; `fairseat sweep` varies its constants")
    said = comments(game.folder / "data" / "rules.toml")
    varies = [Vary(f"rulings.{name}", values) for name, values in alternatives(rulings, said).items() if values]
    if not varies:
        raise UserError(f"{game.name}: no ruling says which values it may have; write them behind it: # one | other")
    return VarySet(tuple(varies), ONE_AT_A_TIME, "rulings")


def alternatives(rulings: Mapping[str, Any], said: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """The other values of each ruling: of a switch the other one, else those that the comment behind it lists.

    Parameters
    ----------
    rulings
        Value of each ruling as it is.
    said
        What the rules file says behind it, like `own | stock (the common one)`.
    """
    return {name: _others(value, said.get(name, "")) for name, value in rulings.items()}


def _others(value: Any, comment: str) -> tuple[str, ...]:
    if isinstance(value, bool):
        return ("false",) if value else ("true",)
    listed = (
        [part.split()[0] for part in comment.partition("(")[0].split("|") if part.split()] if "|" in comment else []
    )
    return tuple(word for word in listed if word != str(value))
