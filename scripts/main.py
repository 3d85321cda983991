"""Console script `fairseat`. Before anything else is imported, an interruption has its one line."""

from __future__ import annotations

import os
import signal
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

EXIT_INTERRUPTED = 130

#: Seconds until an interruption that was swallowed is raised again.
AGAIN_S = 0.02


def run() -> None:
    """Console script `fairseat`."""
    _on_stop(_leave)
    sys.unraisablehook = _raise_again
    from scripts.console import complain, make_output_safe

    make_output_safe()
    try:
        _on_stop(_stop)
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
    """SIGTERM is what schedulers and `timeout` send, SIGALRM what `_raise_again` asks for: both mean the same."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGALRM):
        signal.signal(number, handler)  # type: ignore[arg-type]


def _leave(number: int, frame: object) -> None:
    """While modules are imported there is nothing to keep."""
    os.write(2, b"fairseat: interrupted\n")
    os._exit(EXIT_INTERRUPTED)


def _stop(number: int, frame: object) -> None:
    raise KeyboardInterrupt


def _raise_again(lost: UnraisableHookArgs) -> None:
    """Callbacks of weak references and of C code raise nothing: an interruption in one comes back a moment later."""
    if issubclass(lost.exc_type, KeyboardInterrupt):
        signal.setitimer(signal.ITIMER_REAL, AGAIN_S)
    else:
        sys.__unraisablehook__(lost)
