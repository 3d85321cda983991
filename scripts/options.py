"""The options that commands share: their help texts, and the parsing of what they hold."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from scripts import completion
from sim import written
from sim.errors import UserError

if TYPE_CHECKING:
    from sim.backends import Backend as Workers

Value = TypeVar("Value")

DEFAULT_SEED = 1
MAX_GAMES = 10**10
MAX_JOBS = 1024
_SUFFIXES = {"": 1, "k": 10**3, "m": 10**6}

_GAME = typer.Argument(
    metavar="GAME", help="A shipped game (see `fairseat games`) or a game folder.", autocompletion=completion.games
)
GameArg = Annotated[str, _GAME]
OptionalGameArg = Annotated[str | None, _GAME]
RunArg = Annotated[Path, typer.Argument(metavar="DIR", help="Folder of a run.")]
Games = Annotated[str, typer.Option("--games", "-n", metavar="N", help="Games to play: 200000, 200k or 2M.")]
Players = Annotated[
    int | None,
    typer.Option("--players", metavar="N", help="Number of players.", autocompletion=completion.players),
]
Counts = Annotated[
    str | None,
    typer.Option(
        "--players",
        metavar="N,...",
        help="Number of players; of several each is played, in its own folder.",
        autocompletion=completion.players,
    ),
]
Policy = Annotated[
    list[str] | None,
    typer.Option(
        "--policy",
        metavar="NAME",
        help="Who decides: NAME, or 1=NAME,2=NAME by participant; repeat for more tables.",
        autocompletion=completion.policies,
    ),
]
Characters = Annotated[
    str | None,
    typer.Option(
        "--characters",
        metavar="A,B,...",
        help="Characters that take part, in any order.",
        autocompletion=completion.characters,
    ),
]
Cards = Annotated[
    str | None,
    typer.Option(
        "--cards",
        metavar="NAME|FILE",
        help="Card pack: a shipped one or a file.",
        autocompletion=completion.cards,
    ),
]
Rules = Annotated[Path | None, typer.Option("--rules", metavar="FILE", help="Rules file: constants and rulings.")]
Sets = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="PATH=VALUE",
        help="Change one value: rules.KEY, rulings.NAME, cards.ID.FIELD or policies.STYLE.FEATURE; repeatable.",
        autocompletion=completion.paths,
    ),
]
Seed = Annotated[int, typer.Option("--seed", metavar="S", help="Seed; the same seed plays the same games.")]
Seating = Annotated[
    str,
    typer.Option(
        "--seating",
        metavar="WAY",
        help="balanced (everybody sits everywhere) or fixed.",
        autocompletion=lambda: ["balanced", "fixed"],
    ),
]
Deals = Annotated[
    str | None,
    typer.Option(
        "--deals",
        metavar="WAY",
        help="shared (one deal for all games of a block) or fresh (one for each game). [default: the game's own]",
        autocompletion=lambda: ["shared", "fresh"],
    ),
]
Jobs = Annotated[int, typer.Option("--jobs", "-j", metavar="N", help="Workers; 0 takes every core.")]
Backend = Annotated[
    str,
    typer.Option(
        "--backend",
        metavar="NAME",
        help="Who plays: threading, loky (processes) or dask (a cluster).",
        autocompletion=lambda: ["threading", "loky", "dask"],
    ),
]
Scheduler = Annotated[
    str | None,
    typer.Option("--scheduler", metavar="ADDRESS", help="Scheduler of the dask cluster, like tcp://HOST:8786."),
]
SharedOut = Annotated[
    bool,
    typer.Option("--shared-out", help="Workers of the cluster write into --out, which they see at the same path."),
]
Out = Annotated[str | None, typer.Option("--out", metavar="DIR", help="Folder of the run.")]
Force = Annotated[bool, typer.Option("--force", help="Replace what is in the folder of the run.")]
Resume = Annotated[bool, typer.Option("--resume", help="Go on where an interrupted run stopped.")]
Margin = Annotated[str, typer.Option("--margin", metavar="PP", help="How far off still counts as balanced: 1pp.")]
Level = Annotated[str, typer.Option("--level", metavar="PERCENT", help="Confidence level: 95.")]
Interactions = Annotated[
    list[str] | None,
    typer.Option(
        "--interaction",
        metavar="A:B",
        help="Estimate beside the effects how two of them depend on each other, like place:character; repeatable.",
    ),
]
Until = Annotated[
    str | None,
    typer.Option(
        "--until",
        metavar="PP",
        help="Stop when every place's win share is known to +-PP, like 0.2pp; --games is then the most.",
    ),
]
Playtests = Annotated[
    Path | None,
    typer.Option(
        "--playtests",
        metavar="FILE.csv",
        help="Results of real games (place, character, won; game if known), laid over the simulated shares.",
    ),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print results only.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for machines.")]


def parse_games(text: str) -> int:
    """Number of games from "200000", "200_000", "200k" or "2M"; UserError unless it is 1..10**10."""
    match = re.fullmatch(r"(\d+(?:_\d+)*(?:\.\d+)?)([kKmM]?)", text.strip(), re.ASCII)
    number = float(match[1].replace("_", "")) * _SUFFIXES[match[2].lower()] if match else -1.0
    if not 1 <= number <= MAX_GAMES or number != int(number):
        raise UserError(f"--games {text!r}: give a whole number from 1 to 10,000,000,000, like 200000, 200k or 2M")
    return int(number)


def parse_counts(text: str | None) -> tuple[int | None, ...]:
    """Numbers of players from "4" or "2,3,4"; (None,) where none is named."""
    if text is None:
        return (None,)
    words = [word.strip() for word in text.split(",")]
    if not all(re.fullmatch(r"-?\d{1,9}", word, re.ASCII) for word in words):
        raise UserError(f"--players {text!r}: give a whole number, or several like 2,3,4")
    counts = tuple(map(int, words))
    if len(set(counts)) < len(counts):
        raise UserError(f"--players {text!r}: name each number once")
    return counts


def parse_margin(text: str, option: str = "--margin") -> float:
    """Margin as a share from "1pp", "1%" or "0.01"; UserError unless it lies between 0 and 0.5."""
    match = re.fullmatch(r"(\d*\.?\d+)\s*(pp|%|)", text.strip(), re.ASCII)
    value = (float(match[1]) / (100 if match[2] else 1)) if match else -1.0
    if not 0 < value < 0.5:
        raise UserError(f"{option} {text!r}: give 0 to 50 percentage points, like 1pp, or a share, like 0.01")
    return value


def parse_until(text: str | None) -> float | None:
    """Half-width as a share, written as a margin is; None where there is none."""
    return None if text is None else parse_margin(text, "--until")


def parse_level(text: str) -> float:
    """Confidence level as a share from "95", "95%" or "0.95"; UserError unless it lies above 50 % and below 100 %.

    One so near 100 % that six digits of it show 100 is refused too: no report could name it.
    """
    match = re.fullmatch(r"(\d*\.?\d+)\s*%?", text.strip(), re.ASCII)
    value = float(match[1]) if match else -1.0
    value = value / 100 if value >= 1 else value
    if not 0.5 < value < 1 or f"{100 * value:g}" == "100":
        raise UserError(f"--level {text!r}: give a percentage above 50 and below 100, like 95")
    return value


def parse_jobs(jobs: int) -> int:
    """Number of workers; 0 means one for each core that this process may use."""
    if not 0 <= jobs <= MAX_JOBS:
        raise UserError(f"--jobs {jobs}: give the number of workers, at most {MAX_JOBS}, or 0 for one a core")
    return jobs or len(os.sched_getaffinity(0))


def parse_backend(name: str, scheduler: str | None, is_shared: bool) -> Workers:
    """Who plays, from --backend, --scheduler and --shared-out; UserError where they do not fit together."""
    from sim.backends import Backend

    return Backend(name, scheduler or "", is_shared)


def parse_out(out: str | None) -> Path | None:
    """Folder of a run; None when none is named."""
    if out is not None and not out.strip():
        raise UserError(f"--out {out!r}: name a folder")
    return None if out is None else Path(out)


def parse_sets(texts: Sequence[str] | None) -> list[tuple[str, str]]:
    """(path, value) pairs from `PATH=VALUE` texts."""
    return [_parsed("--set", written.parse_set, text) for text in texts or ()]


def parse_policy(text: str) -> str | dict[int, str]:
    """A policy table: "NAME" for everybody, or names by participant number from "1=NAME,2=NAME"."""
    if "," in text and "=" not in text and not Path(text.rpartition(":")[0]).is_file():
        each = ",".join(f"{number}={name.strip()}" for number, name in enumerate(text.split(","), start=1))
        raise UserError(f"--policy {text!r}: repeat --policy for another table, or write {each}")
    return _parsed("--policy", written.parse_policy, text)


def _parsed(option: str, parse: Callable[[str], Value], text: str) -> Value:
    try:
        return parse(text)
    except UserError as error:
        raise UserError(f"{option} {text!r}: {error}") from None


def parse_names(text: str | None) -> tuple[str, ...] | None:
    """Names from "a,b,c"; None when there is none."""
    return None if text is None else tuple(name.strip() for name in text.split(","))
