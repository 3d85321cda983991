"""Fresh processes that play a game from a kernel cache, and games to change, for the tests of the cache."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from toykit import TOY_FOLDER

from sim.kernel import entry_kernel

ROOT = Path(__file__).parents[1]

#: Plays 60 games of a folder and prints the sum of steps, kernels taken from the cache and compiled, and the digest.
PLAY = """
import sys
import numpy as np
from sim.cache import cache_state
from sim.plan import make_plan
from sim.playout import Player
from sim.registry import find
game = find(sys.argv[1])
policy = sys.argv[2] if len(sys.argv) > 2 else "random"
seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
plan = make_plan(game, 60, 3, [policy], seed=seed)
player = Player(game, game.load(), plan.policies, 3, seed)
rows = player.play(plan.rows(0, 0, 60))
state = cache_state()
print(int(rows["seats"]["score"].astype(np.int64).sum()), state.n_loaded, state.n_compiled, player.digest)
print(state.problem, end="")
"""


ONE, TWO = "1" * 24, "2" * 24  # two digests


def add_one(x: int) -> int:
    """The smallest entry kernel."""
    return x + 1


def call(digest: str = ONE, function: Callable[..., Any] = add_one, argument: Any = 1) -> tuple[Any, int]:
    """(result, kernels taken from the cache) of a new entry kernel in this process."""
    compiled = entry_kernel(function, digest)
    return compiled(argument), sum(compiled.stats.cache_hits.values())


class Played(NamedTuple):
    """What a process found: sum of steps, kernels from the cache and compiled, digest, problem of the cache."""

    total: int
    n_loaded: int
    n_compiled: int
    digest: str
    problem: str = ""

    @property
    def is_warm(self) -> bool:
        """Whether nothing was compiled."""
        return (self.n_loaded, self.n_compiled) == (1, 0)


def start(folder: Path, cache: Path | str, *arguments: str, code: str = PLAY, **options: str) -> subprocess.Popen[str]:
    """A process that plays a folder's game; `options` are variables of its environment."""
    environment = {**os.environ, "FAIRSEAT_CACHE": str(cache), "PYTHONPATH": str(ROOT)}
    environment |= {"PYTHONDONTWRITEBYTECODE": "", **options}  # as users run it
    command = [sys.executable, "-P", "-W", "error", "-c", code, str(folder), *arguments]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, env=environment, stdout=pipe, stderr=pipe, text=True, cwd=ROOT)


def end(process: subprocess.Popen[str]) -> Played:
    """What a process found; it must have ended well and told nothing on stderr."""
    out, error = process.communicate()
    assert (process.returncode, error) == (0, "")
    figures, _, problem = out.partition("\n")
    total, n_loaded, n_compiled, digest = figures.split()
    return Played(int(total), int(n_loaded), int(n_compiled), digest, problem)


def play(folder: Path, cache: Path | str, *arguments: str, code: str = PLAY, **options: str) -> Played:
    """What a fresh process finds."""
    return end(start(folder, cache, *arguments, code=code, **options))


def code_files(cache: Path) -> list[Path]:
    """All files of machine code in a cache."""
    return sorted(Path(cache).rglob("*.nbc"))


def litter(cache: Path) -> list[Path]:
    """Files in a cache that are neither whole files of machine code nor locks."""
    return sorted(file for file in cache.rglob("*") if file.is_file() and file.suffix != ".nbc" and file.name != "lock")


def replace_text(file: Path, old: str, new: str, later_s: int = 0) -> None:
    """Change a file so that neither its size nor its time tells; or only its time, later by some seconds."""
    before, text = file.stat(), file.read_text(encoding="utf-8")
    assert len(old) == len(new)
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns + later_s * 1_000_000_000))


def copy_toy(folder: Path) -> Path:
    """A copy of the toy."""
    return Path(shutil.copytree(TOY_FOLDER, folder, ignore=shutil.ignore_patterns("__pycache__")))


def second_game(folder: Path) -> Path:
    """Another small game: the toy with a die that shows 3 to 8."""
    replace_text(copy_toy(folder) / "rules.py", "1 + draw(fold", "3 + draw(fold")
    return folder


def spread_toy(folder: Path, elsewhere: Path) -> Path:
    """The toy with its steps spread over the places that a game may take them from.

    A roll of the die counts more by a constant of another module, a helper in a sub-package, a constant read from a
    data file at import, a constant and a helper of a module that lies outside the game; goal and sides come from TOML.
    """
    rules = copy_toy(folder) / "rules.py"
    text = rules.read_text(encoding="utf-8")
    plain = "        state.steps[seat] += roll + (core.characters[seat] == 0)\n"
    assert plain in text
    text = text.replace(
        plain, plain + "        state.steps[seat] += BONUS + inner_steps(roll) + EXTRA + outer_steps(roll)\n"
    )
    imports = (
        "from elsewhere import outer_steps\n\nfrom .inner.steps import inner_steps\nfrom .sizes import BONUS, EXTRA\n"
    )
    text = text.replace("from .state import", imports + "from .state import")
    text = text.replace("(20, 6)", 'tuple(tomllib.loads((HERE / "data/rules.toml").read_text())["rules"].values())')
    text = text.replace("import numpy as np\n", "import tomllib\nfrom pathlib import Path\n\nimport numpy as np\n")
    rules.write_text(text.replace("@kernel\n", "HERE = Path(__file__).parent\n\n\n@kernel\n", 1))
    (folder / "data").mkdir()
    (folder / "data" / "rules.toml").write_text("[rules]\ngoal = 20\nsides = 6\n")
    (folder / "data" / "extra.json").write_text("[0]")
    (folder / "sizes.py").write_text(
        "import json\nfrom pathlib import Path\n\nBONUS = 0\n"
        'EXTRA = json.loads((Path(__file__).parent / "data" / "extra.json").read_text())[0]\n'
    )
    (folder / "inner").mkdir()
    (folder / "inner" / "__init__.py").write_text("")
    helper = "from sim.kernel import kernel\n\nMORE = 0\n\n\n@kernel\ndef {0}(roll):\n    return MORE + 0 * roll\n"
    (folder / "inner" / "steps.py").write_text(helper.format("inner_steps"))
    elsewhere.mkdir()
    (elsewhere / "elsewhere.py").write_text(helper.format("outer_steps"))
    return folder
