"""The source line at which a game goes wrong, found by playing it again in the interpreter.

Compiled code says that an index is out of bounds or does not say anything any more; the interpreter knows the line.
"""

from __future__ import annotations

import pickle
import signal
import sys
import tempfile
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np

from sim.child import end_with_parent
from sim.contract.crumb import Crumb
from sim.contract.interpreter import line_of, run_interpreter, write_answer
from sim.contract.room import Room
from sim.contract.task import Sizes, Task
from sim.contract.walk import Walk

#: Seconds without progress after which a verb counts as hanging in the interpreter, and for the whole search.
TICK = 4.0
LIMIT = 60.0


class _HangsError(Exception):
    """A verb made no progress."""


def locate(task: Task, sizes: Sizes, n_seats: int, policy: str, index: int) -> str:
    """`rules.py, line 57` where a game that is played step by step goes wrong; "" if the interpreter cannot say."""
    with tempfile.TemporaryDirectory(prefix="fairseat-check-") as folder:
        script = Path(folder) / "script"
        script.write_bytes(pickle.dumps((task, sizes, n_seats, policy, index)))
        return str(run_interpreter("sim.contract.locate", script, LIMIT).get("line", ""))


def main(file: str) -> None:
    """Play the game of a script until it goes wrong, and leave the line beside it."""
    end_with_parent()
    task, sizes, n_seats, policy, index = pickle.loads(Path(file).read_bytes())
    with tempfile.TemporaryDirectory() as folder:
        room = Room(task, sizes, Crumb(Path(folder) / "crumb"))
        data = room.data(n_seats)
        room.table.tables = np.array(data.tables)
        _watch(room)
        line = ""
        try:
            walk = Walk(room.table, room.game.view)
            walk.play(room.where(n_seats, policy, index), room.policy(policy, n_seats), data)
        except Exception as error:
            line = line_of(error, room.game.folder)
        signal.setitimer(signal.ITIMER_REAL, 0)
    write_answer(file, {"line": line})


def _watch(room: Room) -> None:
    """Raise in the running verb when no new one was begun since the last look."""
    last = [-1]

    def look(number: int, frame: FrameType | None) -> Any:
        now = room.crumb.read().number
        if now == last[0]:
            raise _HangsError
        last[0] = now

    signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, TICK, TICK)


if __name__ == "__main__":
    main(sys.argv[1])
