"""Check that the compiled verbs and the same verbs run by the Python interpreter agree.

The compiler widens small integers, the interpreter wraps them; out-of-range values, uninitialised numbers and type
confusion show as a difference. The child process plays games, writes down every step, and starts an interpreter
(NUMBA_DISABLE_JIT=1) that takes the same actions and compares.
"""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
import tempfile
import time
import traceback
import warnings
from pathlib import Path
from typing import Any

import numpy as np

from sim import child
from sim.contract.chance import some_weights
from sim.contract.crumb import Crumb
from sim.contract.result import Fault
from sim.contract.room import Room, first_difference
from sim.contract.table import Table
from sim.contract.task import SEED
from sim.contract.walk import Game

Array = np.ndarray[Any, Any]


def interpreter(room: Room) -> str:
    """Compiled and interpreted verbs agree, step by step, on short games."""
    games = sorted(room.games(""), key=lambda game: len(game.actions))[: room.sizes.interpreted]
    script = {"task": room.task, "sizes": room.sizes, "games": [record(room, game) for game in games]}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "script"
        file.write_bytes(pickle.dumps(script))
        answer = run_interpreter(
            "sim.contract.interpreter", file, room.sizes.verb_seconds + 4 * room.sizes.interpreter_seconds
        )
    if "fault" in answer:
        raise Fault(answer["fault"])
    return f"{answer['games']} games, {answer['actions']:,} actions"


def run_interpreter(module: str, script: Path, seconds: float) -> dict[str, Any]:
    """Run a module's `main` on a script file in an interpreter without the compiler; the answer it leaves."""
    try:
        done = subprocess.run(
            child.command(module, str(script)), capture_output=True, text=True, encoding="utf-8", errors="replace",
            env=child.environment(NUMBA_DISABLE_JIT="1"), timeout=seconds, check=False, stdin=subprocess.DEVNULL,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return {"fault": f"run by the interpreter, a verb does not return within {seconds:.0f} seconds"}
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or ["no message"])[-1]
        return {"fault": f"the interpreter ended with code {done.returncode}: {last}"}
    answer: dict[str, Any] = json.loads(_answer_file(script).read_text(encoding="utf-8"))
    return answer


def _answer_file(script: Path) -> Path:
    return script.with_suffix(".answer")


def write_answer(script: str, answer: dict[str, Any]) -> None:
    """Leave an answer beside the script."""
    _answer_file(Path(script)).write_text(json.dumps(answer), encoding="utf-8")


def record(room: Room, game: Game) -> dict[str, Any]:
    """A game as a list of what each step left behind, played by the compiled verbs."""
    table, where = room.table, game.where
    table.tables = np.array(room.data(where.n_seats).tables)
    weights = some_weights(4, len(room.game.feature_names))
    with room.at(where):
        table.begin(where.entry, where.n_seats)
        steps = [_step(table, action, weights) for action in (None, *game.actions)]
        row = table.score(where.n_seats)
    return {"where": where, "actions": game.actions, "weights": weights, "steps": steps, "row": row}


def _step(table: Table, action: int | None, weights: Array) -> tuple[Array, tuple[int, ...], Array]:
    """Deal (None) or take an action: the state, the legal list and the values of features after it."""
    if action is None:
        table.setup()
    else:
        table.apply(action)
    table.state["core"]["n_log"] = 0
    if table.state[0]["core"]["is_over"]:
        return table.state.copy(), (), np.zeros(0)
    codes = table.legal()
    values = table.features(codes, weights) if len(codes) > 1 else np.zeros(0)
    return table.state.copy(), codes, values


# ---- in the interpreter ----


def main(file: str) -> None:
    """Play the games of a script and leave what differs as JSON beside it."""
    child.end_with_parent()
    script = pickle.loads(Path(file).read_bytes())
    with tempfile.TemporaryDirectory() as folder:
        room = Room(script["task"], script["sizes"], Crumb(Path(folder) / "crumb"))
        table = Table(room.game, room.crumb, SEED)
        started, n_games, n_actions, fault = time.monotonic(), 0, 0, ""
        for game in script["games"]:
            if n_games and time.monotonic() - started > script["sizes"].interpreter_seconds:
                break
            table.tables = np.array(room.data(game["where"].n_seats).tables)
            fault = _compare(table, game)
            n_games += 1
            n_actions += len(game["actions"])
            if fault:
                break
    write_answer(file, {"fault": fault} if fault else {"games": n_games, "actions": n_actions})


def _compare(table: Table, game: dict[str, Any]) -> str:
    where = game["where"]
    table.begin(where.entry, where.n_seats)
    step = -1
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", RuntimeWarning)
            for step, action in enumerate([None, *game["actions"]]):
                if found := _compare_step(game["steps"][step], _step(table, action, game["weights"])):
                    return f"compiled and interpreted verbs differ after {_what(action)}: {found}; {where.text(step)}"
            row = table.score(where.n_seats)
    except Exception as error:
        return f"run by the interpreter, {_place(error, table.game.folder)}; {where.text(step)}"
    found = first_difference(game["row"][0], row[0])
    return f"compiled and interpreted `score` differ: {found}; {where.text()}" if found else ""


def _what(action: int | None) -> str:
    return "`setup`" if action is None else f"`apply` of action {action}"


def _compare_step(compiled: Any, interpreted: Any) -> str:
    if found := first_difference(compiled[0][0], interpreted[0][0]):
        return f"state field {found}"
    if compiled[1] != interpreted[1]:
        return f"legal lists of {len(compiled[1])} and {len(interpreted[1])} actions"
    if compiled[2].tobytes() != interpreted[2].tobytes():
        i = next(i for i in range(len(compiled[2])) if compiled[2][i] != interpreted[2][i])
        return f"`features` of action {compiled[1][i]} ({compiled[2][i]!r} and {interpreted[2][i]!r})"
    return ""


def _place(error: BaseException, folder: Path) -> str:
    """What was raised, the line of the game where, and what would be right."""
    cause, line = error.__cause__ or error, line_of(error, folder)
    hint = (
        "; read small fields through int(...) before arithmetic, and give a field the size that its values need"
        if isinstance(cause, RuntimeWarning | OverflowError)
        else ""
    )
    return f"{line}{': ' if line else ''}{type(cause).__name__}: {cause}{hint}"


def line_of(error: BaseException, folder: Path) -> str:
    """`rules.py, line 57`: the innermost line inside the game's folder; "" if there is none."""
    frames = traceback.extract_tb((error.__cause__ or error).__traceback__)
    own = [frame for frame in frames if folder.resolve() in Path(frame.filename).resolve().parents]
    return f"{Path(own[-1].filename).name}, line {own[-1].lineno}" if own else ""


if __name__ == "__main__":
    main(sys.argv[1])
