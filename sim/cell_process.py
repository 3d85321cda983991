"""The process that plays cells, seen from its parent: what goes to it, what it answers, and how it ends."""

from __future__ import annotations

import os
import pickle
import queue
import signal
import subprocess
import tempfile
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import IO, Any

from sim import child
from sim.backends import Backend

#: Characters of the last line on its stderr that are shown.
MAX_WORDS = 200


@dataclass(frozen=True)
class Work:
    """How the process plays all of its cells."""

    folder: str
    jobs: int
    backend: Backend


@dataclass(frozen=True)
class Task:
    """A cell for the process; `job` is a `sim.cells.CellJob`."""

    name: str
    job: Any


@dataclass(frozen=True)
class Answer:
    """What the process says.

    Attributes
    ----------
    kind
        "games", "compile", "tell", "over" or "stopped".
    content
        Games done, and whether that is the first answer of the cell; a `sim.compiling.Compile`; a sentence; status,
        reason and whether the process is spent; games of the cell that are kept.
    """

    kind: str
    content: Any


@dataclass(frozen=True)
class Ended:
    """The process has ended by itself."""

    code: int
    last_line: str

    def words(self) -> str:
        """How it ended."""
        if self.code < 0:
            name = signal.Signals(-self.code).name
            how = f"was killed by {name}" if self.code == -signal.SIGKILL else f"crashed with {name}"
            how += " (out of memory, or by hand)" if self.code == -signal.SIGKILL else ""
        else:
            how = f"ended with exit code {self.code}"
        return f"its process {how}" + (f": {self.last_line}" if self.last_line else "")


class Child:
    """One process that plays cells; it ends with its parent."""

    def __init__(self, work: Work) -> None:
        self._noise: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - open as long as the process lives
        self._process = subprocess.Popen(
            child.command("sim.cell_child"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._noise,
            env=child.environment(),
            process_group=0,  # Ctrl-C on the terminal is for the parent, which passes it on
        )
        self._answers: queue.SimpleQueue[Answer | None] = queue.SimpleQueue()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        self.send(work)

    def _listen(self) -> None:
        with self._process.stdout as stream, suppress(Exception):  # type: ignore[union-attr]
            while True:  # to the end of the stream, or the middle of an answer where it was killed
                self._answers.put(pickle.load(stream))
        self._answers.put(None)

    def send(self, message: Any) -> None:
        """Send work or a task; whoever has ended says so when asked."""
        self._n_noise = os.fstat(self._noise.fileno()).st_size  # what it said of earlier tasks explains nothing
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):
            self._process.stdin.write(pickle.dumps(message))
            self._process.stdin.flush()

    def receive(self, seconds: float) -> Answer | Ended | None:
        """Next answer; None if there is none within `seconds`."""
        try:
            answer = self._answers.get(timeout=seconds)
        except queue.Empty:
            return None
        return Ended(self._process.wait(), self._last_line()) if answer is None else answer

    def _last_line(self) -> str:
        size = os.fstat(self._noise.fileno()).st_size
        self._noise.seek(max(size - 4096, self._n_noise))
        lines = self._noise.read().decode(errors="replace").split("\n")
        told = [" ".join(line.split()) for line in lines if line.strip()]
        return told[-1][:MAX_WORDS] if told else ""

    def interrupt(self, seconds: float) -> int:
        """Ask it to stop and to keep what is whole; returns the games that it keeps of the cell in play."""
        self._process.send_signal(signal.SIGINT)
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            answer = self.receive(left)
            if isinstance(answer, Ended):
                break
            if isinstance(answer, Answer) and answer.kind == "stopped":
                return int(answer.content)
        return 0

    def close(self, seconds: float) -> None:
        """Let it end by itself, since there is no task left; what does not end so is killed."""
        with suppress(OSError):
            self._process.stdin.close()  # type: ignore[union-attr]
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)
        self.kill()

    def kill(self) -> None:
        """End it, and the worker processes of its own, now."""
        with suppress(OSError):
            self._process.stdin.close()  # type: ignore[union-attr]
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._listener.join(1)
        self._noise.close()
