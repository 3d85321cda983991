"""Plays cells in a process of its own: reads tasks from stdin, answers on what was its stdout."""

from __future__ import annotations

import fcntl
import importlib
import os
import pickle
import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from sim.cell_process import Answer, Task, Work
from sim.child import end_with_parent
from sim.errors import UserError

LOCK = "cells.lock"

#: Seconds that a process of an earlier start gets to follow its parent.
WAIT_SECONDS = 60.0
#: Seconds between two answers about games.
ANSWER_SECONDS = 0.05
#: A cell has so many shards, if they hold at least LEAST_GAMES each.
N_SHARDS = 32
LEAST_GAMES = 1_000


def shard_games(n_games: int) -> int:
    """Games of a shard of a cell with `n_games` of each policy table: many enough for all cores of a machine.

    A function of the number of games alone, so that equal cells have equal files on every machine.
    """
    from sim.run import SHARD_GAMES

    return min(max(-(-n_games // N_SHARDS), LEAST_GAMES), SHARD_GAMES)


class _Teller:
    """Where answers go."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._told_at = 0.0
        self._has_begun = False

    def __call__(self, kind: str, content: Any) -> None:
        self._stream.write(pickle.dumps(Answer(kind, content)))
        self._stream.flush()

    def begin(self) -> None:
        """A cell begins."""
        self._has_begun = False

    def games(self, done: int, total: int) -> None:
        """Tell of games, but not of every chunk."""
        now = time.monotonic()
        if not self._has_begun or done == total or now - self._told_at > ANSWER_SECONDS:
            self("games", (done, not self._has_begun))
            self._has_begun, self._told_at = True, now


def _play(work: Work, task: Task, tell: _Teller) -> None:
    from sim.run import simulate

    module, _, name = task.job.maker.partition(":")
    setup = getattr(importlib.import_module(module), name)(*task.job.arguments)
    run_dir = Path(work.folder) / "cells" / task.name
    simulate(
        run_dir,
        setup.game,
        setup.data,
        setup.plan,
        jobs=work.jobs,
        backend=work.backend,
        resume=True,
        progress=tell.games,
        tell=lambda sentence: tell("tell", sentence),
        shard_games=shard_games(setup.plan.n_games),
    )


def _answer(work: Work, task: Task, tell: _Teller) -> None:
    """Play a task and tell how it ended."""
    from sim.run import Interrupted

    tell.begin()
    try:
        _play(work, task, tell)
    except Interrupted as stop:
        tell("stopped", stop.n_done)
        os._exit(1)  # threads may be in machine code that never ends
    except UserError as error:
        tell("over", ("failed", str(error), False))
    except MemoryError:
        tell("over", ("failed", "not enough memory", True))
    except Exception as error:
        tell("over", ("failed", _words(error), True))
    else:
        tell("over", ("done", "", False))


def _words(error: Exception) -> str:
    """An error that nobody foresaw, with the line that raised it."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text} ({Path(frame.filename).name}, line {frame.lineno})"


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Wait for a process of an earlier start, whose parent was killed: it ends a moment later."""
    handle = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o644)
    until = time.monotonic() + WAIT_SECONDS
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            break
        except BlockingIOError:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)
    try:
        yield
    finally:
        os.close(handle)


def main() -> None:
    """Play tasks until there are no more."""
    end_with_parent()
    tell = _Teller(os.fdopen(os.dup(1), "wb"))
    os.dup2(2, 1)  # what a game or a policy prints is no answer
    work: Work = pickle.load(sys.stdin.buffer)
    from sim.compiling import compiles_told

    with _alone(Path(work.folder)), compiles_told(lambda step: tell("compile", step)):
        while True:
            try:
                task: Task = pickle.load(sys.stdin.buffer)
            except EOFError:
                return
            except Exception as error:
                tell("over", ("failed", _words(error), True))
                return
            _answer(work, task, tell)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        os._exit(1)
