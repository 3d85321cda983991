"""A real cluster of dask on loopback for tests: processes of their own, which end whatever happens."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

ROOT = Path(__file__).resolve().parents[1]
#: A scheduler that a killed test left behind ends by itself, and its workers with it.
ENDS = ("--idle-timeout", "300")
PLAIN = ("-m", "dask", "worker")

#: A worker whose Python was changed first: put the change in place of %s.
CHANGED = "import sys; %s; from dask.__main__ import main; sys.argv = ['dask', 'worker', *sys.argv[1:]]; main()"


def wait_until(is_true: Callable[[], Any], what: str, seconds: float = 300) -> None:
    """Wait for something that must happen; the limit is only so that a broken test ends."""
    until = time.monotonic() + seconds
    while not is_true():
        assert time.monotonic() < until, f"not in {seconds} s: {what}"
        time.sleep(0.05)


class Cluster:
    """A scheduler, and workers by name."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.folder = folder
        self._settings = {"DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "2s", **settings}
        self.address = ""
        self._processes: dict[str, subprocess.Popen[bytes]] = {}

    def __enter__(self) -> Self:
        self.folder.mkdir(parents=True, exist_ok=True)
        known = self.folder / "scheduler.json"
        port = ["--host", "127.0.0.1", "--port", "0", "--dashboard-address", "127.0.0.1:0", "--no-dashboard"]
        self._start(
            "scheduler", ["-m", "dask", "scheduler", *port, "--scheduler-file", str(known), *ENDS], **self._settings
        )
        wait_until(lambda: known.exists() and known.read_text(), "a scheduler")
        self.address = json.loads(known.read_text())["address"]
        return self

    def __exit__(self, *_: object) -> None:
        for name in list(self._processes):
            self.kill(name)

    def _start(self, name: str, arguments: list[str], **settings: str) -> None:
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "", **settings}
        with (self.folder / f"{name}.log").open("wb") as log:
            command = [sys.executable, "-P", *arguments]
            self._processes[name] = subprocess.Popen(command, stdout=log, stderr=log, env=environment, cwd=self.folder)

    def start_worker(self, name: str, threads: int = 1, change: str = "", **settings: str) -> None:
        """Start a worker; `change` is Python that it runs first."""
        first = ["-c", CHANGED % change] if change else list(PLAIN)
        options = ["--name", name, "--nthreads", str(threads), "--no-nanny", "--no-dashboard", "--host", "127.0.0.1"]
        local = ["--memory-limit", "0", "--local-directory", str(self.folder / f"{name}-files")]
        self._start(name, [*first, self.address, *options, *local], **settings)

    def add(self, name: str, **options: Any) -> None:
        """Start a worker and wait until it is part of the cluster."""
        self.start_worker(name, **options)
        wait_until(lambda: "Registered to" in self.log(name), f"worker {name}:\n{self.log(name)}")

    def log(self, name: str) -> str:
        """What a process wrote so far."""
        return (self.folder / f"{name}.log").read_text(errors="replace")

    def kill(self, name: str, how: int = signal.SIGKILL) -> None:
        """End a process, as a power cut would unless told otherwise."""
        process = self._processes.pop(name)
        process.send_signal(how)
        process.wait(30)

    @contextmanager
    def worker(self, name: str, **options: Any) -> Iterator[None]:
        """A worker for a while."""
        self.add(name, **options)
        try:
            yield
        finally:
            if name in self._processes:
                self.kill(name)
