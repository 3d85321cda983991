"""A breadcrumb in shared memory: what the child is doing now, so that its parent can say so after a hang or a crash."""

from __future__ import annotations

import mmap
import struct
from dataclasses import dataclass
from pathlib import Path

#: What may be going on; the first ones are verbs of a game.
SETUP, LEGAL, APPLY, FEATURES, DETERMINIZE, SCORE, BATCH, VIEW, COMPILE, OTHER = range(10)
NAMES = (
    "`setup`", "`legal_actions`", "`apply`", "`features`", "`determinize`", "`score`", "whole games in one call",
    "the view", "compiling", "preparing",
)  # fmt: skip

_NUMBERS = struct.Struct("<7q")
_TEXT_AT = 64
_SIZE = 4096


@dataclass(frozen=True)
class Trace:
    """What was going on: `number` changes with every step; game, seats and step are -1 where there is no game."""

    number: int
    what: int
    n_seats: int
    index: int
    step: int
    action: int
    is_walk: bool
    text: str


class Crumb:
    """A file of one page, written by the child and read by its parent."""

    def __init__(self, path: Path) -> None:
        if not path.exists():
            path.write_bytes(bytes(_SIZE))
        with path.open("r+b") as file:
            self._page = mmap.mmap(file.fileno(), _SIZE)
        self._number = 0
        self.game: tuple[int, int] = (-1, -1)  # players, index in the plan
        self.is_walk = False

    def drop(self, what: int, step: int = -1, action: int = -1) -> None:
        """Note what comes next."""
        self._number += 1
        numbers = (self._number, what, *self.game, step, action, int(self.is_walk))
        _NUMBERS.pack_into(self._page, 0, *numbers)

    def say(self, text: str) -> None:
        """Note which policy plays."""
        data = text.encode()[: _SIZE - _TEXT_AT - 1]
        self._page[_TEXT_AT : _TEXT_AT + len(data) + 1] = data + b"\0"

    def read(self) -> Trace:
        """What the child noted last."""
        number, what, n_seats, index, step, action, is_walk = _NUMBERS.unpack_from(self._page, 0)
        text = self._page[_TEXT_AT:].split(b"\0", 1)[0].decode(errors="replace")
        return Trace(number, what, n_seats, index, step, action, bool(is_walk), text)
