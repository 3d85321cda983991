"""The data of a game merged: what is shipped, a pack and the packs below it, a rules file, single values."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from sim.errors import UserError, unknown
from sim.tables.sources import DataShape, Resolved, Source, Table, read_toml, refuse_unknown
from sim.tables.values import set_value

PACK_KEYS = ("name", "title", "about", "base")

#: Name that stands for the pack of a game without packs.
NO_PACK = "none"


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
        set_value(data, shape, path, text)
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
        if Path(f"{cards}.toml").is_file():
            raise UserError(f"unknown card pack {cards!r}: did you mean the file {cards}.toml?")
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
