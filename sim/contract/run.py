"""Starts the child that checks a game, passes its results on, and says what happened when it hangs or dies."""

from __future__ import annotations

import json
import os
import pickle
import select
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from sim import child
from sim.contract import crumb as c
from sim.contract.catalogue import CHECKS
from sim.contract.locate import locate
from sim.contract.result import FAILED, SKIPPED, Check, Result
from sim.contract.task import Sizes, Task

#: What is slow without a game at fault: the compiler, and imports.
SLOW = (c.COMPILE, c.OTHER)
#: Seconds between two looks at the breadcrumb.
TICK = 0.2


def check_game(task: Task, sizes: Sizes) -> Iterator[Check | Result]:
    """Run all checks on a game in a process of its own.

    Parameters
    ----------
    task
        Which game, with which data.
    sizes
        How much to play.

    Yields
    ------
    Check, Result
        Each check as it starts, then its result. After a hang or a crash of the game: a failed result for the check
        that ran, and the others skipped.
    """
    with tempfile.TemporaryDirectory(prefix="fairseat-check-") as folder:
        worker = _Worker(Path(folder), task, sizes)
        try:
            yield from worker.results()
        finally:
            worker.stop()


class _Worker:
    """The process that runs the checks."""

    def __init__(self, folder: Path, task: Task, sizes: Sizes) -> None:
        self._sizes = sizes
        self._task = task
        self._crumb = c.Crumb(folder / "crumb")
        self._errors = folder / "errors"
        self._output, into = os.pipe()
        (folder / "task").write_bytes(pickle.dumps({"task": task, "sizes": sizes, "pipe": into}))
        with self._errors.open("wb") as errors:
            self._process = subprocess.Popen(
                child.command("sim.contract.worker", str(folder)), env=child.environment(FAIRSEAT_BOUNDSCHECK="1"),
                stdin=subprocess.DEVNULL, stdout=errors, stderr=errors, pass_fds=[into],
                start_new_session=True,
            )  # fmt: skip
        os.close(into)

    def stop(self) -> None:
        """End the process and what it started."""
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        os.close(self._output)

    def results(self) -> Iterator[Check | Result]:
        """Checks and results as they come."""
        waiting = {check.id: check for check in CHECKS}
        running: Check | None = None
        for line in self._lines():
            message = json.loads(line)
            if "begin" in message:
                running = waiting[message["begin"]]
                yield running
            else:
                result = Result(**message["result"])
                del waiting[result.id]
                running = None
                yield result
        if not waiting:
            return
        broken = running or next(iter(waiting.values()))
        yield Result(broken.id, broken.title, FAILED, self._obituary())
        for check in waiting.values():
            if check is not broken:
                yield Result(check.id, check.title, SKIPPED, f"the game broke off in the check {broken.id}")

    def _lines(self) -> Iterator[str]:
        """Lines from the child, until it ends or has made no step for too long."""
        buffer, last, since = b"", self._crumb.read(), time.monotonic()
        self.has_hung = False
        while True:
            ready, _, _ = select.select([self._output], [], [], TICK)
            if ready:
                data = os.read(self._output, 65536)
                if not data:
                    return
                *lines, buffer = (buffer + data).split(b"\n")
                yield from (line.decode() for line in lines)
                since = time.monotonic()
            now = self._crumb.read()
            if now.number != last.number:
                last, since = now, time.monotonic()
            if time.monotonic() - since > self._limit(now):
                self.has_hung = True
                return

    def _limit(self, trace: c.Trace) -> float:
        """Seconds that a step may take."""
        if trace.what in SLOW:
            return self._sizes.compile_seconds
        games = trace.action if trace.what == c.BATCH else 0
        return self._sizes.verb_seconds + self._sizes.game_seconds * games

    def _obituary(self) -> str:
        """What the child was doing when it hung or died."""
        trace = self._crumb.read()
        what = c.NAMES[trace.what]
        if trace.what == c.APPLY:
            what += f" of action {trace.action}"
        if self.has_hung:
            happened = f"{what} does not return within {self._limit(trace):.0f} seconds, as in an endless loop"
        else:
            happened = f"{what} ended the interpreter ({self._death()})"
        if trace.index < 0:
            return happened
        step = f", before action {trace.step + 1}" if trace.step >= 0 and trace.what != c.BATCH else ""
        line = ""
        if trace.is_walk and trace.what != c.VIEW:
            line = locate(self._task, self._sizes, trace.n_seats, trace.text, trace.index)
        where = f" ({line})" if line else ""
        return f"{happened}{where}: game {trace.index} ({trace.n_seats} players, policy {trace.text}{step})"

    def _death(self) -> str:
        code = self._process.wait()
        lines = self._errors.read_text(encoding="utf-8", errors="replace").strip().splitlines()
        how = signal.Signals(-code).name if code < 0 else f"exit code {code}"
        return f"{how}, {lines[-1].strip()}" if lines and code >= 0 else how
