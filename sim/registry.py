"""Finding games: shipped ones by name, a user's by the path of its folder. Numba is imported only by `find`."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

from sim.errors import UserError, unknown
from sim.game import GameSpec

_GAMES = Path(__file__).parent / "games"


def shipped_names() -> list[str]:
    """Names of the games that ship with fairseat, sorted; no game is imported."""
    return sorted(file.parent.name for file in _GAMES.glob("*/__init__.py"))


def _load_folder(folder: Path) -> ModuleType:
    """Import a game's folder as a package under a name made from its sources.

    Cached machine code names the package, so the name must not depend on where the folder lies, unless another copy is
    loaded already (its data may differ).
    """
    digest = hashlib.sha256()
    for file in sorted(folder.rglob("*.py")):
        digest.update(file.relative_to(folder).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    name = f"fairseat_game_{digest.hexdigest()[:16]}"
    place = str(folder.resolve())
    if name in sys.modules and list(sys.modules[name].__path__) != [place]:
        name += f"_{hashlib.sha256(place.encode()).hexdigest()[:16]}"
    if name in sys.modules:
        return sys.modules[name]
    file = Path(place) / "__init__.py"
    spec = importlib.util.spec_from_file_location(name, file, submodule_search_locations=[place])
    assert spec is not None  # a .py file always has a spec
    assert spec.loader is not None  # ... with a loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        for key in [key for key in sys.modules if key == name or key.startswith(f"{name}.")]:
            del sys.modules[key]
        raise UserError(f"game folder {folder}: {type(error).__name__}: {error}") from error
    return module


def reference(game: GameSpec) -> str:
    """What `find` takes to find this game again, also in another process: its name, or its folder's full path."""
    folder = game.folder.resolve()
    return folder.name if folder.parent == _GAMES.resolve() else str(folder)


def find(name: str) -> GameSpec:
    """The game of a shipped name, or of a folder (`examples/pig`; a path has a slash or names a folder).

    Raises
    ------
    UserError
        No such game; the error lists the known names and a near match.
    """
    names = shipped_names()
    if name in names:
        module = importlib.import_module(f"sim.games.{name}")
    elif (Path(name) / "__init__.py").is_file():
        module = _load_folder(Path(name))
    elif "/" in name or "\\" in name:
        raise UserError(f"game {name!r}: there is no file {name}/__init__.py; a game of your own is a folder")
    else:
        raise unknown("game", name, names)
    game = getattr(module, "GAME", None)
    if not isinstance(game, GameSpec):
        raise UserError(f"game {name!r}: its __init__.py exports no GAME, a sim.game.GameSpec")
    return game
