"""Console script `fairseat`. Before anything else is imported, an interruption has its one line."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

EXIT_INTERRUPTED = 130

#: Seconds until an interruption that was swallowed is raised again.
AGAIN_S = 0.02

#: What asks the process to stop, and the seconds until it says that it cannot yet.
STOPS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
PATIENCE_S = 1.0

_answered_at = 0.0


def run() -> None:
    """Console script `fairseat`."""
    _on_stop(_leave)
    sys.unraisablehook = _raise_again
    from scripts.console import complain, make_output_safe

    make_output_safe()
    try:
        _on_stop(_stop)
        _watch_signals()
        code = main(sys.argv[1:])
    except KeyboardInterrupt:  # while the answer to an earlier one, or to an error, was being written
        complain("interrupted")
        code = EXIT_INTERRUPTED
    _on_stop(signal.SIG_IGN)  # all is said: an interruption changes nothing any more
    sys.exit(code)


def main(arguments: list[str]) -> int:
    """Run one command line; returns the exit code."""
    from scripts.app import answer

    return answer(arguments)


def _on_stop(handler: object) -> None:
    """A closing terminal sends SIGHUP, schedulers and `timeout` SIGTERM, `_raise_again` SIGALRM: all mean the same."""
    for number in (*STOPS, signal.SIGALRM):
        if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:  # `nohup` goes on without a terminal
            signal.signal(number, handler)  # type: ignore[arg-type]


def _leave(number: int, frame: object) -> None:
    """While modules are imported there is nothing to keep."""
    os.write(2, b"fairseat: interrupted\n")
    os._exit(EXIT_INTERRUPTED)


def _stop(number: int, frame: object) -> None:
    global _answered_at
    _answered_at = time.monotonic()
    raise KeyboardInterrupt


def _watch_signals() -> None:
    """Answer for a main thread that is in machine code: Python's own handlers wait until that returns."""
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    threading.Thread(target=_answer_signals, args=(reader,), daemon=True).start()


def _answer_signals(reader: int) -> None:
    n_open = 0  # signals in a row that the main thread did not hear
    while True:
        asked = any(number in STOPS for number in os.read(reader, 64))
        asked_at = time.monotonic()
        if not asked:
            continue
        time.sleep(PATIENCE_S)
        n_open = 0 if _answered_at > asked_at - PATIENCE_S else n_open + 1
        if n_open == 1:
            os.write(2, b"waiting for the step in hand to end; Ctrl-C once more does not wait\n")
        elif n_open > 1:
            os.write(2, b"fairseat: interrupted in a step that did not end; a run keeps the games that it stored\n")
            os._exit(EXIT_INTERRUPTED)


def _raise_again(lost: UnraisableHookArgs) -> None:
    """Callbacks of weak references and of C code raise nothing: an interruption in one comes back a moment later."""
    if issubclass(lost.exc_type, KeyboardInterrupt):
        signal.setitimer(signal.ITIMER_REAL, AGAIN_S)
    else:
        sys.__unraisablehook__(lost)
