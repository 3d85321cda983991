"""What a check is and what it answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

PASSED, FAILED, SKIPPED = "passed", "failed", "skipped"


class Fault(Exception):  # noqa: N818 - a finding, not an error of the program
    """The game does not keep the contract; the text says what, where, and what would be right.

    `check` names the check that the finding belongs to, where another one met it.
    """

    def __init__(self, text: str, check: str = "") -> None:
        super().__init__(" ".join(text.split()))
        self.check = check


class Skip(Exception):  # noqa: N818
    """The check does not apply to this game; the text says why."""


@dataclass(frozen=True)
class Check:
    """One demand on a game.

    Attributes
    ----------
    id, title
        Short name; what is shown while it runs.
    demands, mend
        For docs/checking-a-game.md: what it asks for, and what to do when it fails.
    run
        Takes the `Room` and returns what was found, in words; raises Fault or Skip.
    needs
        Ids of checks that must have passed (or not apply) before this one makes sense.
    """

    id: str
    title: str
    demands: str
    mend: str
    run: Callable[[Any], str]
    needs: tuple[str, ...] = ()


@dataclass(frozen=True)
class Result:
    """How one check ended: `status` is "passed", "failed" or "skipped", `message` one line."""

    id: str
    title: str
    status: str
    message: str

    def as_json(self) -> dict[str, str]:
        """Plain data."""
        return asdict(self)
