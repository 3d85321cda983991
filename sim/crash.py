"""What went wrong in a user's policy, and where: one clear line out of an error of compiled code."""

from __future__ import annotations

import pickle
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sim import child
from sim.errors import UserError
from sim.policies.resolve import is_users
from sim.policies.user import located, split_name
from sim.uncompiled import play_error

if TYPE_CHECKING:
    from sim.loop import Desk
    from sim.playout import Player

Array = np.ndarray[Any, Any]

#: Seconds that the interpreter gets to find the line of an error.
FIND_SECONDS = 30


@dataclass(frozen=True)
class Scene:
    """Where play stopped: the player, the plan it plays, and what its compiled code left in its arrays."""

    player: Player
    plan: Array
    states: Array
    desk: Desk
    controls: Array

    @property
    def core(self) -> Any:
        """CORE of the state."""
        return self.states[0]["core"]

    @property
    def entry(self) -> Any:
        """Row of the plan that is being played."""
        return self.plan[int(self.controls[0]["row"])]

    @property
    def policy(self) -> Any:
        """Policy of the seat that decides."""
        return self.player.policies[int(self.entry["policies"][int(self.core["actor"])])]

    def words(self) -> str:
        """Game, seat and decision in words."""
        entry, core = self.entry, self.core
        return (
            f"game {int(entry['game'])}, table {int(entry['table']) + 1}, seat {int(core['actor']) + 1}, "
            f"decision {int(core['n_decisions'])}"
        )

    def replay(self) -> str:
        """How to see it again."""
        entry = self.entry
        return (
            f"see it again with `fairseat replay --seed {self.player.seed} --index {int(entry['game'])} "
            f"--table {int(entry['table']) + 1}` and the other options as they are"
        )


def explain(error: Exception, scene: Scene) -> Exception:
    """An error that compiled code raised, as one that the user can mend.

    Unchanged if a game raised it while it was played: `fairseat check` finds the line.
    """
    scene.controls["is_done"] = 1  # who looks on must not take the search for the line for a policy that thinks
    if scene.controls[0]["row"] < 0:
        return play_error(error, scene.player.game, scene.player.users)
    policy = scene.policy
    if not scene.controls[0]["is_choosing"] or not is_users(policy.family):
        return error
    file = split_name(policy.family)[0]
    line = _line_of(error, file) or _find_line(scene)
    place = f" at {file.name} line {line}" if line else ""
    return UserError(
        f"policy {policy.name!r} stopped{place}: {type(error).__name__}: {error} ({scene.words()}); {scene.replay()}"
    )


def refuse(scene: Scene) -> UserError:
    """The error for an index of no legal action."""
    control = scene.controls[0]
    return UserError(
        f"policy {scene.policy.name!r} chose index {int(control['chosen'])}, no index of a legal action: there are "
        f"{int(control['n_legal'])}, from 0 ({scene.words()}); {scene.replay()}"
    )


def _line_of(error: BaseException, file: Path) -> int:
    """Last line of a file in an error's traceback; 0 if it is not there."""
    line = 0
    trace = error.__traceback__
    while trace is not None:
        if Path(trace.tb_frame.f_code.co_filename).name == file.name:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def _find_line(scene: Scene) -> int:
    """Line at which the interpreter stops in the same decision; 0 if it does not stop there."""
    from sim.registry import reference

    player = scene.player
    desk = scene.desk._replace(offer=scene.desk.actions)
    asked = {
        "game": reference(player.game),
        "family": located(scene.policy.family),
        "states": scene.states,
        "tables": player._tables,
        "n": int(scene.controls[0]["n_legal"]),
        "weights": scene.policy.weights,
        "memory": desk.memory[int(scene.core["actor"])],
        "desk": tuple(desk),
    }
    command, environment = child.command("sim.crash"), child.environment(NUMBA_DISABLE_JIT="1")
    try:
        done = subprocess.run(
            command, input=pickle.dumps(asked), capture_output=True, env=environment, timeout=FIND_SECONDS, check=True
        )
        return int(done.stdout.split()[-1])
    except (subprocess.SubprocessError, ValueError, IndexError):
        return 0


def main() -> None:
    """Ask a policy once in the interpreter and write the line at which it stops, or 0."""
    from sim.loop import Desk
    from sim.policies.chain import make_family
    from sim.registry import find

    child.end_with_parent()
    asked = pickle.load(sys.stdin.buffer)
    game, family = find(asked["game"]), asked["family"]
    choose = make_family(game, family)
    desk = Desk(*asked["desk"])
    line = 0
    with np.errstate(divide="raise", invalid="raise", over="ignore"):
        try:
            choose(asked["states"], asked["tables"][0], asked["n"], asked["weights"], asked["memory"], desk)
        except Exception as error:
            line = _line_of(error, split_name(family)[0])
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main()
