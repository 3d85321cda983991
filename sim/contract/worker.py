"""The child process: runs the checks and sends a line of JSON for each start and each result."""

from __future__ import annotations

import json
import os
import pickle
import sys
from pathlib import Path
from typing import IO, Any

from sim.child import end_with_parent
from sim.contract.crumb import OTHER, Crumb
from sim.contract.result import FAILED, PASSED, SKIPPED, Check, Fault, Result, Skip
from sim.errors import UserError


def run_checks(room: Any, checks: tuple[Check, ...], pipe: IO[str]) -> None:
    """Run checks in order; one whose needs failed is skipped."""
    failed: set[str] = set()
    for check in checks:
        room.crumb.drop(OTHER)
        _send(pipe, {"begin": check.id})
        missing = [need for need in check.needs if need in failed]
        is_run = not missing or room.blamed == check.id  # what broke off the games is told by the check it belongs to
        result = _run(room, check) if is_run else _waits(check, missing[0])
        if result.status == FAILED or missing or result.message.startswith("the games broke off"):
            failed.add(check.id)
        _send(pipe, {"result": result.as_json()})


def _waits(check: Check, need: str) -> Result:
    return Result(check.id, check.title, SKIPPED, f"needs the check {need}")


def _run(room: Any, check: Check) -> Result:
    try:
        return Result(check.id, check.title, PASSED, check.run(room))
    except Skip as skip:
        return Result(check.id, check.title, SKIPPED, str(skip))
    except (Exception, SystemExit) as error:
        return Result(check.id, check.title, FAILED, _told(room, error))


def _told(room: Any, error: BaseException) -> str:
    """A finding, or whatever else the game's own Python raised, in one line."""
    if isinstance(error, Fault | UserError):
        return " ".join(str(error).split())
    from sim.contract.interpreter import line_of

    line = line_of(error, room.game.folder)
    return " ".join(f"the game raises {type(error).__name__}: {error}{f' ({line})' if line else ''}".split())


def _send(pipe: IO[str], message: dict[str, Any]) -> None:
    pipe.write(json.dumps(message) + "\n")
    pipe.flush()


def main(folder: str) -> None:
    """Entry of the child: the parent has left `task` in the folder, and reads from descriptor `pipe`."""
    end_with_parent()
    task = pickle.loads((Path(folder) / "task").read_bytes())
    crumb = Crumb(Path(folder) / "crumb")
    crumb.drop(OTHER)
    with os.fdopen(task["pipe"], "w", encoding="utf-8") as pipe:
        from sim.contract.catalogue import CHECKS
        from sim.contract.room import Room

        run_checks(Room(task["task"], task["sizes"], crumb), CHECKS, pipe)


if __name__ == "__main__":
    main(sys.argv[1])
