"""`fairseat games` and `info`: what there is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scripts import glance
from scripts import options as o
from scripts.console import say, say_json, table

if TYPE_CHECKING:
    from sim.game import GameData, GameSpec


#: What the usual words of provenance mean.
ORIGINS = {
    "seed": "the rulebook's text",
    "public": "other published sources",
    "assumed": "invented",
    "stand-in": "invented",
    "ruling": "how an unclear rule is read",
}

#: What the games of a block have in common.
DEALS_WORDS = {
    "shared": "shared, all with one deal",
    "fresh": "fresh, each with a deal of its own",
}


def games(as_json: o.Json = False) -> None:
    """List the games that ship with fairseat."""
    rows = [_listed(name) for name in glance.shipped_games()]
    if as_json:
        say_json(rows)
        return
    cells = [[row["name"], span(row["players"]), _several(row["characters"]), row["title"]] for row in rows]
    say(table(["game", "players", "characters", "title"], cells))
    for row in rows:
        for text in _more(row["more_players"]):
            say(f"{row['name']}: {text}.")
    say("A folder with a game of your own can stand wherever a command takes a name.")


def _several(n: int) -> str:
    """A number of characters; one stands for everybody, so there is none to choose."""
    return str(n) if n > 1 else "-"


def _listed(name: str) -> dict[str, Any]:
    """What the list says of a shipped game; its folder is imported (a third of a second) only if it must be."""
    seen = glance.literals(glance.folder_of(name))
    if not {"name", "title", "seats", "characters"} <= seen.keys():
        from sim import registry

        seen = vars(registry.find(name))
    characters = len(seen["characters"])
    return {
        "name": seen["name"],
        "title": seen["title"],
        "players": list(seen["seats"]),
        "more_players": {change: list(numbers) for change, numbers in seen.get("more_seats", {}).items()},
        "characters": characters,
    }


def _more(more_players: Mapping[str, Sequence[int]]) -> list[str]:
    """Numbers of players that need changed data, in words."""
    return [f"{span(list(numbers))} players with --set {change}" for change, numbers in more_players.items()]


def info(
    game: o.GameArg,
    players: o.Players = None,
    cards: o.Cards = None,
    rules: o.Rules = None,
    sets: o.Sets = None,
    as_json: o.Json = False,
) -> None:
    """Show a game: players, rules, rulings, cards, policies."""
    from scripts.request import Request, load

    spec, data = load(Request(game, players, cards=cards, rules=rules, sets=tuple(sets or ())))
    if as_json:
        say_json(_facts(spec, data))
    else:
        for line in _tell_info(spec, data):
            say(line)


def comments(path: Path) -> dict[str, str]:
    """What a rules file says of each key: the comment on its line (units and source, or a ruling's alternatives)."""
    if not path.is_file():
        return {}
    pattern = re.compile(r"^(\w+)\s*=[^#]*#\s*(.+?)\s*$")
    matches = (pattern.match(line) for line in path.read_text(encoding="utf-8").splitlines())
    return {match[1]: match[2] for match in matches if match}


def span(numbers: list[int]) -> str:
    """Numbers in words: `2-4`, or `2, 4`."""
    is_run = len(numbers) > 1 and numbers == list(range(numbers[0], numbers[-1] + 1))
    return f"{numbers[0]}-{numbers[-1]}" if is_run else ", ".join(map(str, numbers))


def _facts(game: GameSpec, data: GameData) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "players": list(game.seats),
        "more_players": {change: list(numbers) for change, numbers in game.more_seats.items()},
        "default_players": game.default_seats,
        "deals": game.deals,
        "characters": list(game.characters),
        "character_titles": list(game.character_titles),
        "notes_on_data": game.notes_on_data,
        "data_notes": list(data.notes),
        "pack": data.pack,
        "rules_digest": data.rules_digest,
        "cards_digest": data.cards_digest,
        "provenance": dict(data.provenance),
        "comments": comments(game.folder / "data" / "rules.toml"),
        "features": [name for name in game.feature_names if not name.startswith("_")],
        "columns": [
            {"name": c.name, "role": str(c.role), "unit": c.unit, "meaning": c.meaning, "is_per_seat": c.is_per_seat}
            for c in game.all_columns()
        ],
        "document": data.document,
    }


def _tell_info(game: GameSpec, data: GameData) -> Iterator[str]:
    yield f"{game.title}"
    default = f"; {game.default_seats} if none is named" if len(game.seats) > 1 else ""
    yield "; ".join([f"Players: {span(list(game.seats))}{default}", *_more(game.more_seats)])
    yield f"Games of a block (--deals): {DEALS_WORDS[game.deals]}"
    if (game.folder / "RULES.md").is_file():
        yield f"Rules in full, with what each ruling decides: {game.folder / 'RULES.md'}"
    if game.notes_on_data:
        yield game.notes_on_data
    yield from data.notes
    said = comments(game.folder / "data" / "rules.toml")
    if data.provenance and (used := _origins(data, said)):
        yield f"Where data come from: {', '.join(f'{word} = {ORIGINS[word]}' for word in used)}"
    if len(game.characters) > 1:
        yield from ("", "Characters (--characters A,B,...)")
        width = max(map(len, game.characters))
        for name, title in zip_longest(game.characters, game.character_titles, fillvalue=""):
            yield f"  {name.ljust(width)}  {title}".rstrip()
    for part, head in (
        ("rules", "Constants (--set rules.KEY=VALUE; fixed ones cannot be set)"),
        ("rulings", "Rulings (--set rulings.NAME=WORD)"),
    ):
        if data.document.get(part):
            yield from ("", head)
            yield from _tell_values(data.document[part], said)
    if data.document.get("cards"):
        yield from _tell_cards(game, data)
    yield from ("", "Policies (--policy NAME)")
    for name, style in data.document.get("policies", {}).items():
        yield f"  {name}: {style.get('about', '')}"


def _origins(data: GameData, said: Mapping[str, str]) -> list[str]:
    """The words of provenance that card entries or the comments on rules use."""
    spoken = set(re.findall(r"[\w-]+", " ".join(said.values())))
    return [word for word in ORIGINS if data.provenance.get(word) or word in spoken]


def _tell_values(values: Mapping[str, Any], said: Mapping[str, str]) -> Iterator[str]:
    words = {key: str(value).lower() if isinstance(value, bool) else value for key, value in values.items()}
    shown = {key: f"{key} = {value}" for key, value in words.items()}
    width = max(map(len, shown.values()))
    for key, text in shown.items():
        yield f"  {text.ljust(width)}  {said.get(key, '')}".rstrip()


def _tell_cards(game: GameSpec, data: GameData) -> Iterator[str]:
    total = sum(data.provenance.values())
    describe = getattr(game.view, "entry_text", None)  # a view may word the entries that have no text
    shares = ", ".join(f"{n} {word}" for word, n in data.provenance.items())
    yield from ("", f"Cards: pack {data.pack}, {total} entries by provenance: {shares}")
    for kind, entries in data.document.get("cards", {}).items():
        yield f" {kind} (--set cards.ID.FIELD=VALUE)"
        for entry in entries:
            yield _tell_entry(data, kind, entry, describe)


def _tell_entry(data: GameData, kind: str, entry: Mapping[str, Any], describe: Any) -> str:
    """One card entry in a line; a view may describe entries that have no text of their own."""
    copies = entry.get("copies", 1)
    n = data.document["rules"][copies] if isinstance(copies, str) else copies
    name = f", {entry['name']}" if entry.get("name") else ""
    text = entry.get("text") or (describe(data, kind, entry) if describe else "")
    return f"  {entry['id']}{f' x{n}' if n > 1 else ''}{name} [{entry['provenance']}]{f': {text}' if text else ''}"
