"""`study.toml`: a whole study as one file, with the data written out, so that it runs again as it was."""

from __future__ import annotations

import re
import shlex
import tempfile
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from analysis.names import readable
from scripts.options import MAX_GAMES, parse_names
from scripts.request import Request, Setup
from sim.errors import UserError, unknown

NAME = "study.toml"
HEAD = "# A whole study with its data. Run it again with: fairseat study --from study.toml\n\n"


@dataclass(frozen=True)
class Question:
    """How much is asked.

    Attributes
    ----------
    n_games
        Games of each policy table.
    margin
        What still counts as balanced, as a share.
    level
        Confidence level as a share.
    until
        Half-width of the intervals of places at which the run stops, as a share; then `n_games` is the most.
    command
        The command as it was first given, if the question comes from a file.
    playtests
        File with the results of real games, as it was named.
    interactions
        Pairs of kinds, such as `place:character`, whose interaction is estimated too.
    """

    n_games: int
    margin: float
    level: float
    until: float | None = None
    command: str = ""
    playtests: str | None = None
    interactions: tuple[str, ...] = ()


def command_text(setup: Setup, question: Question) -> str:
    """The command that asks this, without how it is worked off; files by the names given, never absolute."""
    words = ["fairseat", "study", relative(setup.request.game), "--games", str(question.n_games)]
    words += request_words(setup)
    words += ["--margin", f"{100 * question.margin:g}pp", "--level", f"{100 * question.level:g}"]
    if question.until is not None:
        words += ["--until", f"{100 * question.until:g}pp"]
    return asked_by(shlex.join(words), question)


def request_words(setup: Setup) -> list[str]:
    """The options that say which games are played, but for their number; files by the names given, never absolute."""
    request, plan = setup.request, setup.plan
    words = ["--players", str(plan.n_seats), "--seed", str(request.seed)]
    for row in plan.tables:
        names = [relative(plan.policies[index]) for index in row]
        each = ",".join(f"{number}={name}" for number, name in enumerate(names, start=1))
        words += ["--policy", names[0] if len(set(names)) == 1 else each]
    for option, value in (("--characters", request.characters), ("--cards", request.cards), ("--rules", request.rules)):
        if value is not None:
            words += [option, relative(str(value))]
    for text in request.sets:
        words += ["--set", text]
    if request.seating != "balanced":
        words += ["--seating", request.seating]
    if request.deals is not None:
        words += ["--deals", request.deals]
    return words


def asked_by(command: str, question: Question) -> str:
    """A command with the margin, level, interactions and playtests of a question in place of those that it names.

    With --until the level stays: it decides how many games are played.
    """
    words = shlex.split(command)
    for option, text in (("--margin", f"{100 * question.margin:g}pp"), ("--level", f"{100 * question.level:g}")):
        if option in words and not (option == "--level" and "--until" in words):
            words[words.index(option) + 1] = text
    for option in ("--playtests", "--interaction"):
        while option in words:
            at = words.index(option)
            del words[at : at + 2]
    for text in question.interactions:
        words += ["--interaction", text]
    plays = ["--playtests", readable(relative(question.playtests))] if question.playtests else []
    return shlex.join([*words, *plays])


def data_words(request: Request) -> list[str]:
    """The options of a command that say with which data and seatings games are played."""
    words = []
    for option, value in (("--characters", request.characters), ("--cards", request.cards), ("--rules", request.rules)):
        if value is not None:
            words += [option, relative(str(value))]
    for text in request.sets:
        words += ["--set", text]
    if request.seating != "balanced":
        words += ["--seating", request.seating]
    if request.deals is not None:
        words += ["--deals", request.deals]
    return words


def relative(text: str) -> str:
    """A file by its own name where the path is absolute."""
    return Path(text).name if Path(text).is_absolute() else text


def write(setup: Setup, question: Question) -> str:
    """Text of the study's file."""
    request, plan = setup.request, setup.plan
    study: dict[str, Any] = {
        "command": question.command or command_text(setup, question),
        "game": request.game,
        "games": question.n_games,
        "players": plan.n_seats,
        "policies": [plan.table_text(table) for table in range(len(plan.tables))],
        "seating": request.seating,
        "deals": plan.deals,
        "seed": request.seed,
        "margin": question.margin,
        "level": question.level,
    }
    if question.until is not None:
        study["until"] = question.until
    if request.characters is not None:
        study["characters"] = list(parse_names(request.characters) or ())
    if question.playtests is not None:
        study["playtests"] = question.playtests
    if question.interactions:
        study["interactions"] = list(question.interactions)
    return HEAD + readable(_dumps({"study": study, **data_tables(setup.data.document)}))


def data_tables(document: Mapping[str, Any]) -> Mapping[str, Any]:
    """The data of a game as the tables of a whole pack file."""
    from sim.tables import to_toml

    return tomllib.loads(to_toml(document)) if "pack" in document else document


def run_name(setup: Setup, question: Question) -> str:
    """Name of a run's folder: the game, and 8 digits of a digest of everything that is asked."""
    from sim.tables import digest

    asked = tomllib.loads(write(setup, question))
    del asked["study"]["command"]
    for name in ("playtests", "interactions"):
        asked["study"].pop(name, None)  # they change no game
    name = re.sub(r"\W+", "_", setup.game.name).strip("_") or "game"
    return f"{name}-{digest(asked)[:8]}"


def several_name(setups: Sequence[Setup], question: Question) -> str:
    """As `run_name`, of the folder that holds the runs of several numbers of players."""
    from sim.tables import digest

    names = [run_name(setup, question) for setup in setups]
    return f"{names[0].rpartition('-')[0]}-{digest(names)[:8]}"


def command_of(run_dir: Path, question: Question) -> str:
    """The command in the study's file of a run; a run without one is named by its folder.

    It names the margin, level, playtests and interactions that are asked for now.
    """
    from sim.tables import read_toml

    path = run_dir / NAME
    if not path.is_file():
        return asked_by(f"fairseat report {run_dir.resolve().name}", question)
    study = read_toml(path)[0].get("study")
    command = study.get("command") if isinstance(study, dict) else None
    if not isinstance(command, str):
        raise UserError(f"{path}: [study] command is missing or no text; `fairseat study` wrote it there")
    return asked_by(command, question)


@contextmanager
def read(path: Path) -> Iterator[tuple[Request, Question]]:
    """The request in a study's file; its data lie in a temporary file as long as the context lasts."""
    from sim.tables import read_toml

    content, source = read_toml(path)
    study = content.pop("study", None)
    if not isinstance(study, dict):
        raise UserError(f"{source.name}: there is no [study] table; name a study.toml that `fairseat study` wrote")
    request, question = _parse(study, source.name)
    _refuse_lost(request, question, source.name)
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / path.name
        data.write_text(_dumps(content), encoding="utf-8")
        yield replace(request, cards=str(data) if "pack" in content else None), question


def _refuse_lost(request: Request, question: Question, name: str) -> None:
    """Paths of a study's file start from the folder where the study was asked for: say so where they lead nowhere."""
    files = [
        re.sub(r"^\d+=", "", part.strip()).rpartition(":")[0] for text in request.policies for part in text.split(",")
    ]
    paths = [*([request.game] if "/" in request.game else []), *(file for file in files if file.endswith(".py"))]
    paths += [question.playtests] if question.playtests else []
    for path in paths:
        if not Path(path).exists():
            raise UserError(
                f"{name}: [study] names {path!r}, which is not here: paths start from the folder where the study was "
                "asked for; go there, or edit the file"
            )


_KINDS: Mapping[str, type | tuple[type, ...]] = {
    "command": str,
    "game": str,
    "games": int,
    "players": int,
    "policies": list,
    "seating": str,
    "deals": str,
    "seed": int,
    "margin": (int, float),
    "level": (int, float),
    "until": (int, float),
    "characters": list,
    "playtests": str,
    "interactions": list,
}


def _parse(study: Mapping[str, Any], name: str) -> tuple[Request, Question]:
    for key, value in study.items():
        if key not in _KINDS:
            raise UserError(f"{name}: {unknown('key of [study]', key, _KINDS)}")
        if not isinstance(value, _KINDS[key]) or isinstance(value, bool):
            raise UserError(f"{name}: [study] {key} = {value!r} is of the wrong kind")
    for key in _KINDS.keys() - study.keys() - {"characters", "until", "playtests", "interactions"}:
        raise UserError(f"{name}: [study] {key} is missing")
    if not 1 <= study["games"] <= MAX_GAMES:
        raise UserError(f"{name}: [study] games = {study['games']}: give a number from 1 to {MAX_GAMES:,}")
    if not 0 < study["margin"] < 0.5:
        raise UserError(f"{name}: [study] margin = {study['margin']}: give a share above 0 and below 0.5, like 0.01")
    if not 0.5 < study["level"] < 1:
        raise UserError(f"{name}: [study] level = {study['level']}: give a share above 0.5 and below 1, like 0.95")
    if not 0 < study.get("until", 0.01) < 0.5:
        raise UserError(f"{name}: [study] until = {study['until']}: give a share above 0 and below 0.5, like 0.002")
    if not study["policies"]:
        raise UserError(f"{name}: [study] policies is empty: name at least one")
    characters = ",".join(map(str, study["characters"])) if "characters" in study else None
    policies = tuple(map(str, study["policies"]))
    request = Request(
        game=study["game"],
        players=study["players"],
        policies=policies,
        characters=characters,
        seed=study["seed"],
        seating=study["seating"],
        deals=study["deals"],
    )
    until = float(study["until"]) if "until" in study else None
    margin, level = float(study["margin"]), float(study["level"])
    told = study["command"], study.get("playtests"), tuple(map(str, study.get("interactions", ())))
    question = Question(study["games"], margin, level, until, *told)
    return request, question


def _dumps(content: Mapping[str, Any]) -> str:
    import tomli_w

    return tomli_w.dumps(content)
