"""`sweep.toml`: a whole sweep as one file. What a sweep writes holds its data; one written by hand may name files."""

from __future__ import annotations

import json
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
from scripts.grid import DESIGNS, GRID, VarySet, paths_of
from scripts.options import DEFAULT_SEED, MAX_GAMES, parse_names
from scripts.request import Request, Setup
from scripts.studyfile import data_tables, relative, request_words
from scripts.variant import Vary, checked, parse_vary
from sim.errors import UserError, unknown

NAME = "sweep.toml"
HEAD = "# A whole sweep with its data. Run it again with: fairseat sweep --from sweep.toml\n\n"
HEAD_NAMES = "# A whole sweep; card packs and rules are named. Run it again with: fairseat sweep --from sweep.toml\n\n"

#: Paths whose values are files or names of packs: with them the data of the base alone would say too little.
NAMED_DATA = ("cards", "rules")

#: Games of each policy table of a cell, unless the file says otherwise.
N_GAMES = 20_000


@dataclass(frozen=True)
class SweepQuestion:
    """How much is asked of a sweep.

    Attributes
    ----------
    n_games
        Games of each policy table of a cell.
    margin, level
        As shares.
    sets
        What is varied.
    command
        The command as it was first given, if the question comes from a file.
    is_rulings
        Whether it is the ready sweep over all rulings.
    """

    n_games: int
    margin: float
    level: float
    sets: tuple[VarySet, ...]
    command: str = ""
    is_rulings: bool = False


_KINDS: Mapping[str, type | tuple[type, ...]] = {
    "command": str,
    "game": str,
    "games": int,
    "players": int,
    "policies": list,
    "characters": list,
    "cards": str,
    "rules": str,
    "set": list,
    "seating": str,
    "deals": str,
    "seed": int,
    "margin": (int, float),
    "level": (int, float),
}
_SET_KEYS = ("design", "values")
_DATA = ("pack", "rules", "rulings", "policies")


def command_text(setup: Setup, question: SweepQuestion) -> str:
    """The command that asks this, without how it is worked off; files by the names given, never absolute."""
    if question.command:
        return question.command
    if len(question.sets) != 1:
        return f"fairseat sweep --from {NAME}"
    command = "rulings" if question.is_rulings else "sweep"
    words = ["fairseat", command, relative(setup.request.game), "--games", str(question.n_games)]
    words += request_words(setup)
    for vary in () if question.is_rulings else question.sets[0].varies:
        words += ["--vary", f"{vary.path}={','.join(map(relative, vary.values))}"]
    if question.sets[0].design != GRID and not question.is_rulings:
        words += ["--design", question.sets[0].design]
    words += ["--margin", f"{100 * question.margin:g}pp", "--level", f"{100 * question.level:g}"]
    return readable(shlex.join(words))


def asked(setup: Setup, question: SweepQuestion, is_played_only: bool = False) -> dict[str, Any]:
    """What is asked as the tables [sweep] and [vary] of a file, without the command.

    With `is_played_only` without what changes no game.
    """
    request, plan = setup.request, setup.plan
    sweep: dict[str, Any] = {
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
    if is_played_only:
        del sweep["margin"], sweep["level"]
    if request.characters is not None:
        sweep["characters"] = list(parse_names(request.characters) or ())
    vary = {
        one.name or f"set{at}": {"design": one.design, "values": {part.path: list(part.values) for part in one.varies}}
        for at, one in enumerate(question.sets, start=1)
    }
    return {"sweep": sweep, "vary": vary}


def write(setup: Setup, question: SweepQuestion) -> str:
    """Text of the sweep's file."""
    import tomli_w

    tables, request = asked(setup, question), setup.request
    tables["sweep"] = {"command": command_text(setup, question), **tables["sweep"]}
    if not set(paths_of(question.sets)) & set(NAMED_DATA):
        return HEAD + readable(tomli_w.dumps({**tables, **data_tables(setup.data.document)}))
    named = {"cards": request.cards, "rules": None if request.rules is None else str(request.rules)}
    tables["sweep"] |= {key: value for key, value in named.items() if value is not None}
    tables["sweep"] |= {"set": list(request.sets)} if request.sets else {}
    return HEAD_NAMES + readable(tomli_w.dumps(tables))


def run_name(setup: Setup, question: SweepQuestion) -> str:
    """Name of a sweep's folder: the game, and 8 digits of a digest of everything that is asked."""
    from sim.tables import digest

    content = tomllib.loads(write(setup, question))
    del content["sweep"]["command"]
    name = re.sub(r"\W+", "_", setup.game.name).strip("_") or "game"
    return f"{name}-sweep-{digest(content)[:8]}"


@contextmanager
def read(path: Path) -> Iterator[tuple[Request, SweepQuestion]]:
    """The request and the question in a sweep's file; its data lie in a temporary file as long as the context lasts."""
    import tomli_w

    from sim.tables import read_toml

    content, source = read_toml(path)
    sweep, vary = content.pop("sweep", None), content.pop("vary", None)
    if not isinstance(sweep, dict):
        raise UserError(f"{source.name}: there is no [sweep] table; write [sweep] with game = ..., and [vary.NAME]")
    request, question = _parse(sweep, _sets(vary, source.name), source.name)
    with tempfile.TemporaryDirectory() as folder:
        if content:
            _refuse_mixed(content, sweep, source.name)
            data = Path(folder) / path.name
            data.write_text(tomli_w.dumps(content), encoding="utf-8")
            request = replace(request, cards=str(data))
        yield request, question


def _refuse_mixed(content: Mapping[str, Any], sweep: Mapping[str, Any], name: str) -> None:
    """A file either holds its data or names them; unknown tables beside are no data."""
    if "pack" not in content:
        raise UserError(f"{name}: {unknown('table', next(iter(content)), ('sweep', 'vary', *_DATA))}")
    for key in ("cards", "rules", "set"):
        if key in sweep:
            raise UserError(f"{name}: [sweep] {key} beside [pack]: the file holds its data; change them there")


def _parse(sweep: Mapping[str, Any], sets: tuple[VarySet, ...], name: str) -> tuple[Request, SweepQuestion]:
    for key, value in sweep.items():
        if key not in _KINDS:
            raise UserError(f"{name}: {unknown('key of [sweep]', key, _KINDS)}")
        if not isinstance(value, _KINDS[key]) or isinstance(value, bool):
            raise UserError(f"{name}: [sweep] {key} = {value!r} is of the wrong kind")
    if "game" not in sweep:
        raise UserError(f"{name}: [sweep] game is missing")
    n_games, margin, level = sweep.get("games", N_GAMES), sweep.get("margin", 0.01), sweep.get("level", 0.95)
    if not 1 <= n_games <= MAX_GAMES:
        raise UserError(f"{name}: [sweep] games = {n_games}: give a number from 1 to {MAX_GAMES:,}")
    if not 0 < margin < 0.5:
        raise UserError(f"{name}: [sweep] margin = {margin}: give a share above 0 and below 0.5, like 0.01")
    if not 0.5 < level < 1:
        raise UserError(f"{name}: [sweep] level = {level}: give a share above 0.5 and below 1, like 0.95")
    request = Request(
        game=sweep["game"],
        players=sweep.get("players"),
        policies=tuple(map(str, sweep.get("policies", ()))),
        characters=",".join(map(str, sweep["characters"])) if "characters" in sweep else None,
        cards=sweep.get("cards"),
        rules=Path(sweep["rules"]) if "rules" in sweep else None,
        sets=tuple(map(str, sweep.get("set", ()))),
        seed=sweep.get("seed", DEFAULT_SEED),
        seating=sweep.get("seating", "balanced"),
        deals=sweep.get("deals"),
    )
    command = sweep.get("command", "")
    is_rulings = command.startswith("fairseat rulings ")
    return request, SweepQuestion(n_games, float(margin), float(level), sets, command, is_rulings)


def _sets(vary: Any, name: str) -> tuple[VarySet, ...]:
    if not isinstance(vary, dict) or not vary or not all(isinstance(one, dict) for one in vary.values()):
        raise UserError(f'{name}: nothing to vary: write [vary.NAME] with values = {{ "rules.KEY" = "0:6" }}')
    return tuple(_set(key, one, f"{name}: [vary.{key}]") for key, one in vary.items())


def _set(key: str, one: Mapping[str, Any], where: str) -> VarySet:
    for part in one:
        if part not in _SET_KEYS:
            raise UserError(f"{where}: {unknown('key', part, _SET_KEYS)}")
    design, values = one.get("design", GRID), one.get("values")
    if design not in DESIGNS:
        raise UserError(f"{where}: {unknown('design', str(design), DESIGNS)}")
    if not isinstance(values, dict) or not values:
        raise UserError(f'{where} values is missing: write values = {{ "rules.KEY" = "0:6" }}')
    try:
        return VarySet(tuple(_vary(path, listed) for path, listed in _flat(values)), design, key)
    except UserError as error:
        raise UserError(f"{where} {error}") from None


def _flat(values: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """Paths and what stands there; a path without quotes is nested tables to TOML."""
    for key, value in values.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{before}{key}.")
        else:
            yield f"{before}{key}", value


def _vary(path: str, listed: Any) -> Vary:
    """Values of a path: a text as after --vary, or a list of values."""
    if isinstance(listed, str):
        return parse_vary(f"{path}={listed}")
    if not isinstance(listed, list) or not listed:
        raise UserError(f'{path} = {listed!r}: write a list like [1, 2, 3] or a text like "0:6"')
    single = [parse_vary(f"{path}={text}") for text in map(_text, listed)]
    return checked(path, [value for vary in single for value in vary.values])


def _text(value: Any) -> str:
    """A TOML value as the command line takes it; a text stands for itself."""
    return value if isinstance(value, str) else _inline(value)


def _inline(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_inline, value))}]"
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{json.dumps(key)} = {_inline(part)}' for key, part in value.items())} }}"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, bool | str) else str(value)


def set_of(texts: Sequence[str], design: str) -> VarySet:
    """What `--vary` and `--design` ask for."""
    if design not in DESIGNS:
        raise UserError(f"--design: {unknown('design', design, DESIGNS)}")
    varies = []
    for text in texts:
        if text.endswith(".toml") and "=" not in text:
            raise UserError(f"--vary {text!r}: a sweep in a file is played with `fairseat sweep --from {text}`")
        try:
            varies.append(parse_vary(text))
        except UserError as error:
            raise UserError(f"--vary {error}") from None
    return VarySet(tuple(varies), design)
