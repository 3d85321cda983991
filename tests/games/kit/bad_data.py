"""Wrong data: the one line that refuses them, and where it points."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from scripts.main import main
from sim.errors import UserError


def refusal(load: Callable[..., Any], *arguments: Any) -> str:
    """The one line that `load` refuses its arguments with."""
    with pytest.raises(UserError) as caught:
        load(*arguments)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line on stderr of a command that ends with exit code 2 and prints nothing else."""
    assert main(list(arguments)) == 2
    said = capsys.readouterr()
    assert said.out == ""
    (line,) = said.err.splitlines()
    return line


def refused_pack(load: Callable[..., Any], folder: Path, text: str) -> str:
    """The one line that refuses a pack file mine.toml with this text."""
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return refusal(load, str(path), None, (), 4)


def refused_rules(load: Callable[..., Any], folder: Path, lines: str, pack: str) -> str:
    """The one line that refuses a rules file house.toml with these lines under [rules]."""
    path = folder / "house.toml"
    path.write_text(f"[rules]\n{lines}\n", encoding="utf-8")
    return refusal(load, pack, path, (), 4)


def unsaid(parts: Iterable[str], message: str) -> list[str]:
    """Parts that a message does not contain."""
    return [part for part in parts if part not in message]


def card_of(parts: list[str]) -> str:
    """Id of the entry that the first part of a message names: `dev_1.name is missing` -> dev_1."""
    return parts[0].split(".")[0].split(" ")[0]


def named_line(message: str) -> int:
    """Line of mine.toml that a message begins with."""
    match = re.match(r"mine\.toml line (\d+): ", message)
    assert match is not None, message
    return int(match[1])


def lines_of(pack: str, entry: str) -> range:
    """Numbers of the lines of an entry of a pack, by its id: from the id on."""
    lines = pack.splitlines()
    first = lines.index(f'id = "{entry}"') + 1
    last = next((i for i in range(first, len(lines)) if lines[i].startswith("[[")), len(lines))
    return range(first, last + 1)
