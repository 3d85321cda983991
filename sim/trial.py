"""Tries users' policies before a run, in a process of its own: one that never chooses or crashes ends only there.

Compiled code cannot be interrupted from inside. The child finds the run's machine code in the kernel cache and plays
a few games on a board in shared memory; this side watches the board. What compiling takes does not count.
"""

from __future__ import annotations

import mmap
import pickle
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from sim import child
from sim.errors import UserError
from sim.game import GameData, GameSpec
from sim.plan import Plan
from sim.policies.resolve import RANDOM, is_users
from sim.policies.user import load_policy, located
from sim.reach import Reach

Array = np.ndarray[Any, Any]

#: A policy that has not chosen after so many seconds never will, for all that a study cares.
CHOOSE_SECONDS = 10.0
#: Seconds and games that a policy table is tried for.
TABLE_SECONDS = 0.2
TABLE_GAMES = 20_000
#: Below so many seconds of play a comparison would be noise.
TELLING_SECONDS = 0.0005
#: Seconds after which a table that still plays its first games is known to be slow; the trial then ends.
SLOW_SECONDS = 15.0
LOOK_SECONDS = 0.02
#: At least the first game of a table is played twice, and at most so many.
SAME_GAMES = 63

#: What the child says of itself, in shared memory.
BOARD = np.dtype(
    [
        ("is_playing", np.int64),  # 0 while it starts and compiles
        ("row", np.int64),  # row of the table at which the batch in play begins
        ("table", np.int64),  # policy table; the one past the last is `random` for everybody
        ("games", np.int64),  # games of this table that are over
    ]
)


@dataclass(frozen=True)
class Tried:
    """What a policy table took.

    Attributes
    ----------
    table
        Its text.
    games, decisions, seconds
        What was timed, and how long it took on one core; the last game may be unfinished.
    """

    table: str
    games: int
    decisions: int
    seconds: float

    @property
    def per_decision(self) -> float:
        """Seconds a decision, with what the rules take between decisions."""
        return self.seconds / max(self.decisions, 1)


@dataclass(frozen=True)
class Trial:
    """What a trial found: every table with a user's policy, and `random` for everybody, if it came so far."""

    tables: tuple[Tried, ...]
    random: Tried | None

    def lines(self, plan: Plan, jobs: int) -> list[str]:
        """One sentence for each table, and what the whole plan takes if that is long."""
        said = [f"{each.table} takes {_span(each.per_decision)} a decision{self._times(each)}" for each in self.tables]
        seconds = sum(plan.n_games * self._per_game(each) for each in self.tables) / jobs
        if seconds >= 60:
            games = f"{plan.n_games * len(self.tables):,} games"
            said[-1] += f": {games} will take about {_span(seconds)} with {jobs} workers; -n asks for fewer"
        return said

    def _times(self, tried: Tried) -> str:
        if self.random is None or min(tried.seconds, self.random.seconds) < TELLING_SECONDS:
            return ""
        return f", {tried.per_decision / self.random.per_decision:,.3g} times as long as random"

    def _per_game(self, tried: Tried) -> float:
        """Seconds a game; of one that is too slow to finish, by the length of random games."""
        if tried.games:
            return tried.seconds / tried.games
        usual = self.random.decisions / self.random.games if self.random and self.random.games else tried.decisions
        return max(usual, tried.decisions) * tried.per_decision


def _span(seconds: float) -> str:
    """A time in words: `240 us`, `3.2 h`."""
    for size, unit in ((3600, "h"), (60, "min"), (1, "s"), (1e-3, "ms"), (1e-6, "us")):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def user_tables(plan: Plan) -> list[int]:
    """The policy tables in which a user's policy takes part."""
    return [t for t, row in enumerate(plan.tables) if any(is_users(plan.policies[p]) for p in row)]


def _refuse_printing(game: GameSpec, plan: Plan) -> None:
    """A policy must not print: threads that print in compiled code lock each other, and the run never ends."""
    for name in dict.fromkeys(filter(is_users, plan.policies)):
        for function in Reach(load_policy(name, game).choose).functions:
            code = function.__code__
            if "print" in code.co_names and "print" not in function.__globals__:
                place = f"{Path(code.co_filename).name} line {code.co_firstlineno}"
                raise UserError(
                    f"policy {name!r} prints ({code.co_name}, {place}): compiled games cannot; take it out, or look "
                    "at one game with `NUMBA_DISABLE_JIT=1 fairseat replay`, where print works"
                )


def try_policies(
    game: GameSpec,
    data: GameData,
    plan: Plan,
    tables: Sequence[int] | None = None,
    games: Sequence[int] = range(TABLE_GAMES),
) -> Trial:
    """Play a few games of every policy table that has a user's policy, in a child process.

    Parameters
    ----------
    game, data, plan
        What is to be played.
    tables
        The policy tables tried; default those with a user's policy.
    games
        The games tried: a range of indices.

    Raises
    ------
    UserError
        A policy does not compile, fails, does not choose in time, or ends the process; says which and where.
    """
    _refuse_printing(game, plan)
    asked = _asked(game, data, plan, user_tables(plan) if tables is None else tables, games)
    size = BOARD.itemsize + game.state.itemsize + _control().itemsize
    with tempfile.TemporaryDirectory(prefix="fairseat-") as name:
        folder = Path(name)
        (folder / "board").write_bytes(bytes(size))
        (folder / "asked").write_bytes(pickle.dumps(asked))
        with (folder / "said").open("wb") as said:
            process = subprocess.Popen(
                child.command("sim.trial", str(folder)), env=child.environment(),
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=said,
            )  # fmt: skip
            try:
                return _Watch(process, folder, game, plan).result()
            finally:
                process.kill()
                process.wait()


def _asked(game: GameSpec, data: GameData, plan: Plan, tables: Sequence[int], games: Sequence[int]) -> dict[str, Any]:
    from sim.registry import reference

    weights = {name: np.array(row) for name, row in data.weights.items()}
    names = tuple(located(name) for name in plan.policies)
    lo, hi = games[0], min(games[-1] + 1, plan.n_games)
    return {
        "game": reference(game),
        "names": plan.policies,
        "data": (np.array(data.tables), weights),
        "plan": replace(plan, policies=names),
        "tables": list(tables),
        "lo": lo,
        "hi": hi,
    }


def _control() -> np.dtype[Any]:
    from sim.loop import CONTROL

    return CONTROL


def _open(folder: Path, game: GameSpec) -> tuple[Array, Array, Array]:
    """The board, the state and the control record of a trial, each of shape (1,), in shared memory."""
    with (folder / "board").open("r+b") as file:
        memory = mmap.mmap(file.fileno(), 0)
    after = BOARD.itemsize + game.state.itemsize
    board = np.frombuffer(memory, BOARD, 1)
    states = np.frombuffer(memory, game.state, 1, BOARD.itemsize)
    return board, states, np.frombuffer(memory, _control(), 1, after)


class _Watch:
    """This side of a trial."""

    def __init__(self, process: subprocess.Popen[bytes], folder: Path, game: GameSpec, plan: Plan) -> None:
        self.process = process
        self.folder = folder
        self.game = game
        self.plan = plan
        self.board, self.states, self.controls = _open(folder, game)

    def result(self) -> Trial:
        """Wait for the child, but not for a policy that does not choose."""
        seen, since = self._place(), time.monotonic()
        table, began = -1, since
        while self.process.poll() is None:
            time.sleep(LOOK_SECONDS)
            now, place = time.monotonic(), self._place()
            if place != seen or not self.board[0]["is_playing"] or self.controls[0]["is_done"]:
                seen, since = place, now
            if int(self.board[0]["table"]) != table or not self.board[0]["is_playing"]:
                table, began = int(self.board[0]["table"]), now
            if now - since > CHOOSE_SECONDS:
                raise self._hangs()
            if self.board[0]["is_playing"] and now - began > SLOW_SECONDS:
                return self._slow(now - began)
        return self._answer()

    def _place(self) -> tuple[int, ...]:
        board, core = self.board[0], self.states[0]["core"]
        return (int(board["table"]), int(board["games"]), int(self.controls[0]["row"]), int(core["n_decisions"]))

    def _answer(self) -> Trial:
        answer = self.folder / "answer"
        if answer.is_file():
            error, tried = pickle.loads(answer.read_bytes())
            if error is not None:
                raise UserError(error)
            *tables, random = (self._tried(*each) for each in tried)
            return Trial(tuple(tables), random)
        code = self.process.returncode
        if code < 0 and self.board[0]["is_playing"]:
            raise UserError(
                f"{self._who()} crashed the process ({signal.Signals(-code).name}; {self._where()}): "
                "does it give a kernel of the game what that cannot take? FAIRSEAT_BOUNDSCHECK=1 shows where"
            )
        if code < 0:
            users = ", ".join(name for name in self.plan.policies if is_users(name))
            raise UserError(
                f"policy {users}: the compiled code crashed a process before the first game "
                f"({signal.Signals(-code).name})"
            )
        text = (self.folder / "said").read_text(errors="replace").strip().splitlines()
        raise RuntimeError(f"the trial of the policies ended with code {code}: {text[-1] if text else 'no reason'}")

    def _tried(self, table: int, games: int, decisions: int, seconds: float) -> Tried:
        text = RANDOM if table >= len(self.plan.tables) else self.plan.table_text(table)
        return Tried(text, games, decisions, seconds)

    def _slow(self, seconds: float) -> Trial:
        board = self.board[0]
        games = int(board["games"]) + max(int(self.controls[0]["row"]), 0)
        decisions = int(self.states[0]["core"]["n_decisions"]) * (games + 1)  # of games as long as this one is now
        return Trial((self._tried(int(board["table"]), games, decisions, seconds),), None)

    def _seat(self) -> int:
        return int(self.states[0]["core"]["actor"])

    def _entry(self) -> Any:
        game = int(self.board[0]["row"]) + max(int(self.controls[0]["row"]), 0)
        return self.plan.rows(int(self.board[0]["table"]), game, game + 1)[0]

    def _who(self) -> str:
        """Who was at work: the policy that was asked, or else the game."""
        if not self.controls[0]["is_choosing"]:
            return f"game {self.game.name!r}"
        return f"policy {self.plan.policies[int(self._entry()['policies'][self._seat()])]!r}"

    def _where(self) -> str:
        entry = self._entry()
        return (
            f"seed {self.plan.seed}, game {int(entry['game'])}, table {int(entry['table']) + 1}, "
            f"seat {self._seat() + 1}, decision {int(self.states[0]['core']['n_decisions'])}"
        )

    def _hangs(self) -> UserError:
        verb = "choose" if self.controls[0]["is_choosing"] else "go on"
        return UserError(
            f"{self._who()} did not {verb} within {CHOOSE_SECONDS:g} s ({self._where()}): "
            "look for a loop that does not end"
        )


def main() -> None:
    """The child: compile, play, write down how long it took or what went wrong."""
    from sim.registry import find

    child.end_with_parent()
    folder = Path(sys.argv[1])
    asked = pickle.loads((folder / "asked").read_bytes())
    error, tried = None, []
    try:
        tried = _play(folder, find(asked["game"]), asked)
    except UserError as wrong:
        error = str(wrong)
        for full, name in zip(asked["plan"].policies, asked["names"], strict=True):
            error = error.replace(full, name)
    temporary = folder / "answer.tmp"
    temporary.write_bytes(pickle.dumps((error, tried)))
    temporary.replace(folder / "answer")


def _play(folder: Path, game: GameSpec, asked: dict[str, Any]) -> list[tuple[int, int, int, float]]:
    from sim.playout import Player

    plan: Plan = asked["plan"]
    tables, weights = asked["data"]
    data = GameData(tables, MappingProxyType({}), weights, "", "", MappingProxyType({}), "")
    player = Player(game, data, (*plan.policies, RANDOM), plan.n_seats, plan.seed)
    player.warm()
    yardstick = replace(
        plan, policies=(*plan.policies, RANDOM), tables=(*plan.tables, (len(plan.policies),) * plan.n_seats)
    )
    board, states, controls = _open(folder, game)
    play: Callable[[Array], Array] = lambda rows: player.play(rows, None, (states, controls))  # noqa: E731
    tried = []
    for table in (*asked["tables"], len(plan.tables)):
        last = asked["hi"] if table < len(plan.tables) else asked["lo"] + TABLE_GAMES
        tried.append(_play_table(play, yardstick, table, board, (asked["lo"], last)))
    return tried


def _play_table(
    play: Callable[[Array], Array], plan: Plan, table: int, board: Array, games: tuple[int, int]
) -> tuple[int, int, int, float]:
    """Play games of a table in growing batches; table, and games, decisions and seconds of the largest."""
    lo, hi = games
    n, batch, total = 0, 1, 0.0
    timed, decisions, seconds = 0, 0, 0.0
    kept: list[Array] = []
    while lo + n < hi and (total < TABLE_SECONDS or n == 0):
        rows = plan.rows(table, lo + n, min(lo + n + batch, hi))
        board[0] = (1, lo + n, table, n)
        started = time.perf_counter()
        outcome = play(rows)
        took = time.perf_counter() - started
        made = int(outcome["decisions"].sum())
        if n < SAME_GAMES and (n == 0 or total < TABLE_SECONDS / 2):
            kept.append(outcome)
        if len(rows) >= timed:
            timed, decisions, seconds = len(rows), made, took
        total += took
        n += len(rows)
        batch *= 2
    if table < len(plan.tables) - 1:
        _play_again(play, plan, table, lo, np.concatenate(kept))
    return table, timed, decisions, seconds


def _play_again(play: Callable[[Array], Array], plan: Plan, table: int, lo: int, kept: Array) -> None:
    """Refuse a policy of whose games a second play makes other ones: no resume, replay or report would be true."""
    again = play(plan.rows(table, lo, lo + len(kept)))
    for game, (one, other) in enumerate(zip(kept, again, strict=True), start=lo):
        if one.tobytes() != other.tobytes():
            users = sorted({name for name in (plan.policies[p] for p in plan.tables[table]) if is_users(name)})
            raise UserError(
                f"policy {', '.join(users)}: game {game} of seed {plan.seed} came out differently when it was played "
                "again; draw random numbers with sim.rng.draw from state.core.policy_keys, and from nothing else"
            )


if __name__ == "__main__":
    main()
