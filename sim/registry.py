"""Finding games: shipped ones by name, a user's by the path of its folder. Numba is imported only by `find`."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import sys
import traceback
from contextlib import redirect_stdout
from importlib.abc import MetaPathFinder, SourceLoader
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

from sim.errors import UserError, unknown
from sim.game import GameSpec

_GAMES = Path(__file__).parent / "games"


def shipped_names() -> list[str]:
    """Names of the games that ship with fairseat, sorted; no game is imported."""
    return sorted(file.parent.name for file in _GAMES.glob("*/__init__.py"))


def _folders_here() -> list[str]:
    """Names of the game folders in the working directory, by their text: none is imported."""
    files = (file for file in Path().glob("*/__init__.py") if b"GAME = " in file.read_bytes())
    return sorted(file.parent.name for file in files)


def sources(folder: Path) -> list[Path]:
    """The Python files of a game's folder and its sub-folders, sorted; hidden folders are left out."""
    found = (file for file in folder.rglob("*.py") if file.is_file())
    return sorted(f for f in found if not any(part.startswith(".") for part in f.relative_to(folder).parts))


def _read(folder: Path) -> dict[str, bytes]:
    """Content of each source by its path inside the folder."""
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in sources(folder)}


def _digest(content: dict[str, bytes]) -> str:
    digest = hashlib.sha256()
    for name, text in content.items():
        digest.update(name.encode() + b"\0" + text + b"\0")
    return digest.hexdigest()[:16]


class _Folder(MetaPathFinder, SourceLoader):  # type: ignore[misc] # typeshed's two bases disagree
    """A game's folder as a package, imported from the very bytes that its digest names.

    Files that change meanwhile change nothing, and Python's bytecode files, which tell a changed source by size and
    second only, are neither read nor written.
    """

    def __init__(self, name: str, place: Path, content: dict[str, bytes]) -> None:
        self.name = name
        self.place = place
        self.content = content

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """Spec of the package, of a module in it, or of a folder in it, with or without `__init__.py`."""
        if fullname != self.name and not fullname.startswith(f"{self.name}."):
            return None
        inner = fullname[len(self.name) + 1 :].replace(".", "/")
        folder = f"{inner}/" if inner else ""
        for file, where in ((f"{folder}__init__.py", [str(self.place / inner)]), (f"{inner}.py", None)):
            if file in self.content:
                path_of = self.place / file
                return importlib.util.spec_from_file_location(
                    fullname, path_of, loader=self, submodule_search_locations=where
                )
        is_folder = any(file.startswith(folder) for file in self.content)
        return ModuleSpec(fullname, None, is_package=True) if is_folder else None

    def get_filename(self, fullname: str) -> str:
        """Full path of a module's source."""
        spec = self.find_spec(fullname)
        if spec is None or spec.origin is None:
            raise ImportError(f"no source of {fullname} in {self.place}", name=fullname)
        return spec.origin

    def get_data(self, path: str | bytes) -> bytes:
        """The source as it was read first."""
        return self.content[Path(str(path)).relative_to(self.place).as_posix()]


def _fault(error: BaseException, place: Path) -> str:
    """What a game's own Python raised, with the line of the game."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if place in Path(frame.filename).parents]
    line = (
        "" if isinstance(error, SyntaxError) or not own else f" ({Path(own[-1].filename).name}, line {own[-1].lineno})"
    )
    wanted = (error.name or "") if isinstance(error, ModuleNotFoundError) else ""
    is_own = wanted and ((place / wanted).is_dir() or (place / f"{wanted}.py").is_file())
    hint = f"; a file of the game's own is imported with a dot: `from .{wanted} import`" if is_own else ""
    return f"{type(error).__name__}: {error}{line}{hint}"


def _load_folder(folder: Path) -> ModuleType:
    """Import a game's folder as a package under a name made from its sources.

    Cached machine code names the package, so the name must not depend on where the folder lies, unless another copy is
    loaded already (its data may differ).
    """
    place = folder.resolve()
    content = _read(place)
    digest = _digest(content)
    name = f"fairseat_game_{digest}"
    if name in sys.modules and list(sys.modules[name].__path__) != [str(place)]:
        name += f"_{hashlib.sha256(str(place).encode()).hexdigest()[:16]}"
    if name in sys.modules:
        return sys.modules[name]
    finder = _Folder(name, place, content)
    sys.meta_path.insert(0, finder)
    try:
        with redirect_stdout(sys.stderr):  # what a game prints is not the answer of a command
            module = importlib.import_module(name)
    except (Exception, SystemExit) as error:
        sys.meta_path.remove(finder)
        for key in [key for key in sys.modules if key == name or key.startswith(f"{name}.")]:
            del sys.modules[key]
        raise UserError(f"game folder {folder}: {_fault(error, place)}") from error
    game = getattr(module, "GAME", None)
    if isinstance(game, GameSpec):
        object.__setattr__(game, "loaded_digest", digest)  # frozen for everybody else
    return module


def refuse_edited(game: GameSpec) -> None:
    """Refuse to go on with a game by path whose files were edited after they were loaded.

    Raises
    ------
    UserError
        Names the digests of the sources then and now.
    """
    if game.loaded_digest and (now := _digest(_read(game.folder.resolve()))) != game.loaded_digest:
        raise UserError(
            f"game folder {game.folder}: edited while it is in use (sources {game.loaded_digest} were loaded, "
            f"{now} lie there now); start again"
        )


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
    elif name and (Path(name) / "__init__.py").is_file():
        module = _load_folder(Path(name))
    elif "/" in name or "\\" in name or (name and Path(name).is_dir()):
        raise UserError(f"game {name!r}: there is no file {name}/__init__.py; a game of your own is a folder")
    else:
        raise UserError(f"{unknown('game', name, [*names, *_folders_here()])}, or the path of a game folder")
    game = getattr(module, "GAME", None)
    if not isinstance(game, GameSpec):
        raise UserError(f"game {name!r}: its __init__.py exports no GAME, a sim.game.GameSpec")
    return game
