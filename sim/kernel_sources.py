"""What the machine code of a game and its policies is made of: source files, and the digest that names all of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from sim.game import GameSpec
from sim.kernel import source_digest
from sim.policies.resolve import is_users
from sim.policies.user import fingerprint, load_policy, loaded_files, split_name
from sim.reach import Reach
from sim.registry import refuse_edited, sources

#: Modules of sim that hold kernels or call them.
ENGINE_MODULES = ("rng", "rng_twin", "core", "kernel", "linking", "verbs", "loop", "playout", "driver")


def kernel_digest(game: GameSpec, families: Sequence[str], n_seats: int) -> str:
    """Digest of all that the machine code of a game and its policy families depends on, at up to `n_seats` players.

    Raises
    ------
    UserError
        The files of a game by path are no longer those that were loaded.
    """
    refuse_edited(game)
    sizes = (max(game.most_seats, n_seats), len(game.feature_names), game.max_legal, game.max_decisions)
    chain = [fingerprint(family) if is_users(family) else family for family in families]
    reach = _reach(game, families)
    files = source_files(game, families, reach)
    return source_digest(files, game.name, repr(sizes), reach.fingerprint, *chain)


def source_files(game: GameSpec, families: Sequence[str], reach: Reach | None = None) -> list[Path]:
    """Source files that outcomes depend on: the engine's kernel modules, the game's folder, users' policies.

    And every other file, wherever it lies, that holds a kernel which one of them calls. Files named `view*.py` hold
    words, not rules: a changed sentence compiles nothing.
    """
    here = Path(__file__).parent
    engine = [here / f"{name}.py" for name in ENGINE_MODULES]
    users = {split_name(family)[0] for family in families if is_users(family)}
    rules = [file for file in sources(game.folder) if not file.name.startswith("view")]
    mine = sorted(users, key=lambda file: (file.name, file.read_bytes()))
    known = [*engine, *sorted((here / "policies").glob("*.py")), *rules, *mine]
    told = {file.resolve() for file in known} | loaded_files()
    return [*known, *(file for file in (reach or _reach(game, families)).files() if file.resolve() not in told)]


def _reach(game: GameSpec, families: Sequence[str]) -> Reach:
    """What the verbs of a game and the kernels of users' policies reach."""
    verbs = (game.setup, game.legal_actions, game.apply, game.score, game.features, game.determinize)
    return Reach(*verbs, *(load_policy(family, game).choose for family in families if is_users(family)))
