"""TOML rules, cards and policies of any game: reading, merging, changing one value, digests and clear errors.

Order, later wins: the game's `data/rules.toml`, the pack's `[rules]` and `[rulings]`, a rules file, single values.
The resolved document written out by `to_toml` is itself a pack file, which reads back to the same digests.
"""

from __future__ import annotations

import copy
import hashlib
import json
import math
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import tomli_w
from pydantic import BaseModel, ValidationError

from sim.errors import UserError, unknown
from sim.game import GameData
from sim.table_paths import parse_value, put

ROOTS = ("rules", "rulings", "cards", "policies")
PACK_KEYS = ("name", "title", "about", "base")
FAMILIES = ("linear", "random")

#: Name that stands for the pack of a game without packs.
NO_PACK = "none"

Table = dict[str, Any]
ModelT = TypeVar("ModelT", bound=BaseModel)


@dataclass(frozen=True)
class DataShape:
    """Where a game's data lie and what they look like.

    Attributes
    ----------
    folder
        The game's data folder: `rules.toml`, `policies.toml`, `packs/*.toml`.
    kinds
        Names of the entry tables of a pack, in the order in which entries are listed; none in a game without cards.
    fields
        Keys that an entry may have, over all kinds; the schema says which belong to which kind.
    default_pack
        Pack that is used when none is named; "" in a game without packs.
    """

    folder: Path
    kinds: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    default_pack: str = ""


@dataclass
class Resolved:
    """The merged data of a game as plain tables, with where each value came from.

    Attributes
    ----------
    pack, rules, rulings, cards, policies
        The parts; `cards` maps each entry kind to its list of entries in file order.
    origins
        Source of a value by its path, e.g. `rules.handicap` or `cards.act_six_token`.
    """

    pack: Table
    rules: Table
    rulings: Table
    cards: dict[str, list[Table]]
    policies: Table
    origins: dict[str, Source] = field(default_factory=dict)

    def document(self) -> Table:
        """The whole data as one plain table."""
        return {name: getattr(self, name) for name in ("pack", *ROOTS)}

    def entries(self) -> Iterator[Table]:
        """All card entries, kind by kind."""
        for entries in self.cards.values():
            yield from entries

    def label(self, path: str, inner: str = "") -> str:
        """Source of the value at `path` in words, with its line if it can be found."""
        source = self.origins.get(path)
        return source.label(path, inner) if source else path


@dataclass(frozen=True)
class Source:
    """A file, or a value given on the command line (`text` is None then)."""

    name: str
    text: str | None = None

    def label(self, path: str, inner: str = "") -> str:
        """File name and line of the value at `path`: of the entry's key `inner`, else of its id or of the key."""
        line = self.line(path, inner)
        return f"{self.name} line {line}" if line else self.name

    def line(self, path: str, inner: str) -> int | None:
        """Line, from 1, that holds the value; None if it is not written as expected."""
        if self.text is None:
            return None
        root, _, key = path.partition(".")
        rows = self.text.splitlines()
        if root != "cards":
            return _first(rows, 0, rf"\s*{re.escape(key)}\s*=")
        start = _first(rows, 0, rf"\s*id\s*=\s*[\"']{re.escape(key)}[\"']")
        if start is None or not inner:
            return start
        end = _first(rows, start, r"\s*\[\[") or len(rows) + 1
        found = _first(rows[: end - 1], start, rf"\s*{re.escape(inner)}\s*=")
        return found or start


def _first(rows: Sequence[str], start: int, pattern: str) -> int | None:
    numbers = (i + 1 for i in range(start, len(rows)) if re.match(pattern, rows[i]))
    return next(numbers, None)


# Reading ----------------------------------------------------------------------------------------------------------


def read_toml(path: Path) -> tuple[Table, Source]:
    """Content of a TOML file; UserError naming file and line if it cannot be read."""
    try:
        text = path.read_text(encoding="utf-8-sig")  # editors on Windows write a byte order mark
        return tomllib.loads(text), Source(path.name, text)
    except FileNotFoundError:
        raise UserError(f"{path}: there is no such file") from None
    except OSError as error:
        raise UserError(f"{path}: cannot be read ({error.strerror})") from None
    except UnicodeDecodeError as error:
        raise UserError(f"{path}: not UTF-8 text (byte {error.start}); save the file as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise UserError(f"{path}: not valid TOML: {error}") from None
    except RecursionError:
        raise UserError(f"{path}: lists or tables are nested too deeply") from None


def pack_names(shape: DataShape) -> list[str]:
    """Names of the shipped packs."""
    return sorted(path.stem for path in (shape.folder / "packs").glob("*.toml"))


def resolve(shape: DataShape, cards: str | None, rules: Path | None, sets: Iterable[tuple[str, str]]) -> Resolved:
    """Merge a game's data.

    Parameters
    ----------
    shape
        What the game's data look like.
    cards
        A shipped pack's name, or a file (anything with a slash or ending in `.toml`); None = the default pack.
    rules
        A file with `[rules]` and `[rulings]`.
    sets
        Single values as (path, text): `rules.KEY`, `rulings.NAME`, `cards.ID.FIELD`, `policies.STYLE.FEATURE`;
        list places count from 1.

    Raises
    ------
    UserError
        A file that cannot be read, or a name that is not known.
    """
    data = _shipped(shape)
    if pack := cards or shape.default_pack:
        _take_pack(data, shape, pack)
    if rules is not None:
        content, source = read_toml(rules)
        refuse_unknown("table", content, ("rules", "rulings"), source.name)
        _take_rules(data, content, source)
    for path, text in sets:
        _set(data, shape, path, text)
    return data


def _shipped(shape: DataShape) -> Resolved:
    content, source = read_toml(shape.folder / "rules.toml")
    policies, styles = read_toml(shape.folder / "policies.toml")
    refuse_unknown("table", content, ("rules", "rulings"), source.name)
    rules, rulings = (_section(content, root, source) for root in ("rules", "rulings"))
    data = Resolved({"name": NO_PACK}, rules, rulings, {kind: [] for kind in shape.kinds}, policies)
    data.origins.update({f"{root}.{key}": source for root in ("rules", "rulings") for key in content.get(root, ())})
    data.origins.update({f"policies.{style}": styles for style in policies})
    return data


def _take_pack(data: Resolved, shape: DataShape, cards: str) -> None:
    content, source = read_toml(_pack_path(shape, cards))
    refuse_unknown("table", content, ("pack", "rules", "rulings", "policies", *shape.kinds), source.name)
    pack = _section(content, "pack", source)
    refuse_unknown("key of [pack]", pack, PACK_KEYS, source.name)
    if "name" not in pack:
        raise UserError(f'{source.name}: [pack] name is missing: write name = "..." under [pack].')
    for key, text in pack.items():
        if not isinstance(text, str) or (key != "about" and not (text and text.isprintable())):
            raise UserError(f"{source.name}: [pack] {key} = {text!r}: write one line of text")
    base = pack.get("base")
    if base is None:
        data.cards = {kind: _entry_list(content, kind, source) for kind in shape.kinds}
        _note_ids(data, source)
    else:
        _take_base(data, shape, base, source)
        _change_entries(data, shape, content, source)
    data.pack = {key: value for key, value in pack.items() if key != "base"}
    data.origins["pack"] = source
    _take_rules(data, content, source)
    for style, table in _section(content, "policies", source).items():
        data.policies[style] = table
        data.origins[f"policies.{style}"] = source


def _take_base(data: Resolved, shape: DataShape, base: str, source: Source) -> None:
    if base not in pack_names(shape):
        raise UserError(f"{source.name}: [pack] base: {unknown('pack', base, pack_names(shape))}")
    _take_pack(data, shape, base)


def _pack_path(shape: DataShape, cards: str) -> Path:
    if "/" in cards or cards.endswith(".toml"):
        return Path(cards)
    if cards not in pack_names(shape):
        raise unknown("card pack", cards, pack_names(shape))
    return shape.folder / "packs" / f"{cards}.toml"


def _section(content: Table, name: str, source: Source) -> Table:
    section = content.get(name, {})
    if not isinstance(section, dict):
        raise UserError(f"{source.name}: {name} = {section!r}: write a table [{name}]")
    return section


def _entry_list(content: Table, kind: str, source: Source) -> list[Table]:
    entries = content.get(kind, [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise UserError(f"{source.name}: {kind}: write entries as [[{kind}]]")
    for entry in entries:
        if not isinstance(entry.get("id"), str) or not re.fullmatch(r"\w+", entry["id"], re.ASCII):
            shown = f"id = {entry['id']!r}" if "id" in entry else "id is missing"
            raise UserError(f"{source.name}: [[{kind}]] {shown}: every entry needs an id of a-z, 0-9 and _")
    return entries


def _note_ids(data: Resolved, source: Source) -> None:
    for entry in data.entries():
        path = f"cards.{entry['id']}"
        if path in data.origins:
            raise UserError(f"{source.name}: the id {entry['id']!r} stands twice; every entry needs an id of its own")
        data.origins[path] = source


def _change_entries(data: Resolved, shape: DataShape, content: Table, source: Source) -> None:
    """Entries of a pack with a base: each changes the keys that it names in the base's entry of the same id."""
    for kind in shape.kinds:
        known = {entry["id"]: entry for entry in data.cards[kind]}
        seen = set()
        for entry in _entry_list(content, kind, source):
            if entry["id"] in seen:
                raise UserError(f"{source.name}: the id {entry['id']!r} stands twice; write all its keys in one entry")
            seen.add(entry["id"])
            if entry["id"] not in known:
                raise UserError(f"{source.name}: {unknown(f'[[{kind}]] of the base', entry['id'], known)}")
            known[entry["id"]].update(entry)
            data.origins[f"cards.{entry['id']}"] = source


def _take_rules(data: Resolved, content: Table, source: Source) -> None:
    for root, part in (("rules", data.rules), ("rulings", data.rulings)):
        section = _section(content, root, source)
        refuse_unknown(f"key of [{root}]", section, part, source.name)
        part.update(section)
        data.origins.update({f"{root}.{key}": source for key in section})


def refuse_unknown(what: str, names: Iterable[str], known: Iterable[str], where: str) -> None:
    """Refuse a name that is none of the known ones; `where` starts the error."""
    listed = list(known)
    for name in names:
        if name not in listed:
            raise UserError(f"{where}: {unknown(what, name, listed)}")


# Single values ----------------------------------------------------------------------------------------------------


def _set(data: Resolved, shape: DataShape, path: str, text: str) -> None:
    """Change the value at a path such as `rules.handicap.4` to the value written in `text`."""
    where = f"--set {path}={text}"
    root, *steps = path.split(".")
    try:
        value = parse_value(text)
        if root not in ROOTS:
            raise unknown("path", root, ROOTS)
        if not steps or "" in steps:
            raise UserError("write rules.KEY, rulings.NAME, cards.ID.FIELD or policies.STYLE.FEATURE")
        _SETTERS[root](data, shape, steps, value)
    except UserError as error:
        raise UserError(f"{where}: {error}") from None
    data.origins[f"{root}.{steps[0]}"] = Source(where)


def _set_rule(data: Resolved, shape: DataShape, steps: list[str], value: Any) -> None:
    _known_step("rule", steps[0], data.rules)
    put(data.rules, steps, value)


def _set_ruling(data: Resolved, shape: DataShape, steps: list[str], value: Any) -> None:
    _known_step("ruling", steps[0], data.rulings)
    put(data.rulings, steps, value)


def _set_card(data: Resolved, shape: DataShape, steps: list[str], value: Any) -> None:
    entries = {entry["id"]: entry for entry in data.entries()}
    _known_step("card", steps[0], entries)
    if len(steps) < 2:
        raise UserError(f"which field of {steps[0]}? Write cards.{steps[0]}.FIELD")
    _known_step("field", steps[1], (name for name in shape.fields if name != "id"))
    put(entries[steps[0]], steps[1:], value)


def _set_policy(data: Resolved, shape: DataShape, steps: list[str], value: Any) -> None:
    _known_step("policy", steps[0], data.policies)
    if len(steps) != 2:
        raise UserError(f"which feature of {steps[0]}? Write policies.{steps[0]}.FEATURE")
    put(data.policies[steps[0]], ["weights", steps[1]], value)


_SETTERS: Mapping[str, Callable[[Resolved, DataShape, list[str], Any], None]] = {
    "rules": _set_rule,
    "rulings": _set_ruling,
    "cards": _set_card,
    "policies": _set_policy,
}


def _known_step(what: str, name: str, known: Iterable[str]) -> None:
    if name not in (listed := list(known)):
        raise unknown(what, name, listed)


# Digests and writing ----------------------------------------------------------------------------------------------


def digest(part: Any) -> str:
    """First 16 hex digits of the sha256 of plain data as canonical JSON."""
    text = json.dumps(part, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def digests(document: Mapping[str, Any]) -> tuple[str, str]:
    """Digests of the rules part (rules and rulings) and of the cards part of a resolved document."""
    return digest({key: document[key] for key in ("rules", "rulings")}), digest(document["cards"])


def to_toml(document: Mapping[str, Any]) -> str:
    """A resolved document as the text of a whole pack file."""
    cards = {kind: entries for kind, entries in document["cards"].items() if entries}
    parts = {name: document[name] for name in ("pack", "rules", "rulings")}
    return tomli_w.dumps({**parts, **cards, "policies": document["policies"]})


def provenance_counts(entries: Iterable[Mapping[str, Any]], words: Sequence[str]) -> dict[str, int]:
    """Number of entries by their word of provenance."""
    counts = dict.fromkeys(words, 0)
    for entry in entries:
        counts[entry["provenance"]] += 1
    return counts


def game_data(
    data: Resolved, record: np.ndarray[Any, Any], features: Sequence[str], words: Sequence[str] = ()
) -> GameData:
    """What a game's `load` returns, from its merged data and its filled TABLES record (shape (1,), frozen here).

    `words` are the words of provenance that card entries use.
    """
    record.flags.writeable = False
    document = data.document()
    rules_digest, cards_digest = digests(document)
    return GameData(
        tables=record,
        document=document,
        weights=weight_rows(data, features),
        rules_digest=rules_digest,
        cards_digest=cards_digest,
        provenance=provenance_counts(data.entries(), words),
        pack=data.pack["name"],
    )


def _is_weight(value: Any) -> bool:
    try:
        return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    except OverflowError:  # an integer beyond the range of floats
        return False


def weight_rows(data: Resolved, features: Sequence[str]) -> dict[str, np.ndarray[Any, Any]]:
    """Weight rows of the styles, float64 of shape (n_features,), in file order; features not named are 0.

    A style is a table with `about`, optionally `family` ("linear" or "random") and `weights`. Names of features that
    start with `_` are padding and cannot be named.
    """
    places = {name: i for i, name in enumerate(features) if not name.startswith("_")}
    rows = {}
    for style, table in data.policies.items():
        where = f"{data.label(f'policies.{style}')}: policy {style}"
        if not isinstance(table, dict):
            raise UserError(f"{where}: write a table [{style}] with `about` and `weights`")
        refuse_unknown("key", table, ("about", "family", "weights"), where)
        if table.get("family", "linear") not in FAMILIES:
            raise UserError(f"{where}: {unknown('family', str(table['family']), FAMILIES)}")
        weights = table.get("weights", {})
        if not isinstance(weights, dict):
            raise UserError(f"{where}: weights = {weights!r}: write a table {{ feature = number }}")
        if weights and table.get("family") == "random":
            raise UserError(f"{where}: a style of family random weighs nothing; leave out {', '.join(weights)}")
        row = np.zeros(len(features))
        for name, value in weights.items():
            refuse_unknown("feature", (name,), places, where)
            if not _is_weight(value):
                raise UserError(f"{where}: {name} = {value!r}: a weight is a finite number")
            row[places[name]] = value
        row.flags.writeable = False
        rows[style] = row
    return rows


# Schema errors ----------------------------------------------------------------------------------------------------


def validated(model: type[ModelT], values: Mapping[str, Any], data: Resolved, path: str) -> ModelT:
    """Values checked by a pydantic model; the first thing wrong becomes one line.

    Parameters
    ----------
    model
        What the values must look like.
    values
        Plain data: a card entry, or all rules or rulings.
    data, path
        For the source of the value: `cards.ID` of an entry, `rules` or `rulings`.
    """
    try:
        return model.model_validate(copy.deepcopy(dict(values)))
    except ValidationError as error:
        raise UserError(_one_line(error, data, path)) from None


def _one_line(error: ValidationError, data: Resolved, path: str) -> str:
    problem = error.errors(include_url=False)[0]
    steps = [str(step + 1) if isinstance(step, int) else str(step) for step in problem["loc"]]
    is_card = path.startswith("cards.")
    where = data.label(path, steps[0] if steps else "") if is_card else data.label(".".join([path, *steps[:1]]))
    name = ".".join([path.removeprefix("cards."), *steps] if is_card else steps or [path])
    message = _message(problem)
    if problem["type"] == "missing":
        return f"{where}: {name} is missing."
    return f"{where}: {name} = {_shown(problem['input'])}: {message[:1].lower()}{message[1:]}."


def _message(problem: Any) -> str:
    """A pydantic message in the words of a data file."""
    limits = problem.get("ctx", {})
    if problem["type"] in ("too_short", "too_long"):
        bound = limits.get("min_length", limits.get("max_length"))
        return f"write at {'least' if problem['type'] == 'too_short' else 'most'} {bound} entries"
    return str(problem["msg"]).removeprefix("Value error, ").removeprefix("Input ").rstrip(".")


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 90 else f"{text[:86]} ..."
