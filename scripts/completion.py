"""Completion of the command line by shells: `fairseat completion SHELL`, and what each word may be. No Numba here."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from scripts import glance
from scripts.console import say
from scripts.variant import OPTIONS
from sim.errors import unknown

SHELLS = ("bash", "zsh", "fish")

#: Variable by which a shell's script asks for completions.
VARIABLE = "_FAIRSEAT_COMPLETE"

_RETURN = "    return 0\n"
_NO_SPACE = "    [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace\n"  # a value follows


def completion(
    shell: Annotated[
        str, typer.Argument(metavar="SHELL", help="bash, zsh or fish.", autocompletion=lambda: list(SHELLS))
    ],
) -> None:
    """Print the script that completes commands, options and names in a shell.

    bash: add `eval "$(fairseat completion bash)"` to ~/.bashrc; zsh: the same with zsh in ~/.zshrc, after compinit;
    fish: `fairseat completion fish > ~/.config/fish/completions/fairseat.fish`.
    """
    from typer.completion import get_completion_script  # type: ignore[attr-defined]

    if shell not in SHELLS:
        raise unknown("shell", shell, SHELLS)
    script = get_completion_script(prog_name="fairseat", complete_var=VARIABLE, shell=shell)
    say(script.replace(_RETURN.strip("\n"), (_NO_SPACE + _RETURN).strip("\n")))


def is_asked() -> bool:
    """Whether this process was started by a shell's script to complete a command line."""
    return VARIABLE in os.environ


def prepare() -> None:
    """Make typer's answers to the shells' scripts known."""
    from typer.completion import completion_init  # type: ignore[attr-defined]

    completion_init()


def games(incomplete: str) -> list[str]:
    """Shipped games, and game folders."""
    folders = (file.parent.as_posix() for file in Path().glob(f"{incomplete}*/__init__.py"))
    return [*_starting(glance.shipped_games(), incomplete), *sorted(_games_among(folders))]


def policies(context: typer.Context, incomplete: str) -> list[str]:
    """Named styles of the game."""
    return _starting(["random", *(glance.toml(_folder(context), "policies.toml"))], incomplete)


def characters(context: typer.Context, incomplete: str) -> list[str]:
    """Characters of the game, after those that stand there already."""
    before, comma, begun = incomplete.rpartition(",")
    names = glance.literals(_folder(context)).get("characters", ())
    return [before + comma + name for name in _starting(names, begun) if name not in before.split(",")]


def players(context: typer.Context, incomplete: str) -> list[str]:
    """Numbers of players of the game, after those that stand there already."""
    before, comma, begun = incomplete.rpartition(",")
    known = glance.literals(_folder(context))
    numbers = [*known.get("seats", ()), *(n for more in known.get("more_seats", {}).values() for n in more)]
    return [before + comma + name for name in _starting(map(str, numbers), begun) if name not in before.split(",")]


def cards(context: typer.Context, incomplete: str) -> list[str]:
    """Shipped card packs of the game."""
    return _starting(sorted(file.stem for file in _folder(context).glob("data/packs/*.toml")), incomplete)


def paths(context: typer.Context, incomplete: str) -> list[str]:
    """Values of the game that --set changes, but for cards: they are too many."""
    rules, styles = (glance.toml(_folder(context), name) for name in ("rules.toml", "policies.toml"))
    known = [f"{part}.{key}=" for part in ("rules", "rulings") for key in rules.get(part, ())]
    known += [f"policies.{style}.{key}=" for style, row in styles.items() for key in row.get("weights", ())]
    return _starting(known, incomplete)


def varied(context: typer.Context, incomplete: str) -> list[str]:
    """Values and options of the game that --vary takes."""
    return [*paths(context, incomplete), *_starting((f"{name}=" for name in OPTIONS), incomplete)]


def _folder(context: typer.Context) -> Path:
    """Folder of the game on the line; typer leaves it among the other words where an option still lacks its value."""
    words = [context.params.get("game") or "", *context.args]
    folders = (glance.folder_of(word) for word in words if word)
    return next((folder for folder in folders if (folder / "__init__.py").is_file()), Path("no game"))


def _games_among(folders: Iterable[str]) -> list[str]:
    return [folder for folder in folders if "title" in glance.literals(Path(folder))]


def _starting(names: Iterable[str], incomplete: str) -> list[str]:
    return [name for name in dict.fromkeys(names) if name.startswith(incomplete)]
